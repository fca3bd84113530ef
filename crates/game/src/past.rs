//! The landmarks that a match has passed.

use std::{collections::HashMap, sync::LazyLock};

/// The keys of landmarks in the order in which they came, with how often each came.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct PastKeys {
    order: Vec<u64>,
    counts: HashMap<u64, u32>,
}

impl PastKeys {
    /// Those of a match that has just begun.
    pub fn none() -> &'static PastKeys {
        static NONE: LazyLock<PastKeys> = LazyLock::new(PastKeys::default);
        &NONE
    }

    /// How often `key` has come.
    #[inline]
    pub fn count(&self, key: u64) -> u32 {
        self.counts.get(&key).copied().unwrap_or(0)
    }

    /// The keys in the order in which they came, repeated ones each time.
    pub fn keys(&self) -> &[u64] {
        &self.order
    }

    /// How many keys have come, repeated ones counted each time.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Notes that `key` has come; returns how often it now has.
    pub fn push(&mut self, key: u64) -> u32 {
        self.order.push(key);
        let count = self.counts.entry(key).or_default();
        *count += 1;
        *count
    }

    /// Forgets all but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        for key in self.order.drain(len.min(self.order.len())..) {
            if let Some(count) = self.counts.get_mut(&key) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_counted_and_forgotten_again() {
        let mut past = PastKeys::default();
        assert_eq!([7, 8, 7].map(|key| past.push(key)), [1, 1, 2]);
        assert_eq!((past.count(7), past.count(9), past.len()), (2, 0, 3));
        past.truncate(1);
        assert_eq!((past.count(7), past.count(8), past.len()), (1, 0, 1));
        past.truncate(0);
        assert_eq!(past, PastKeys::default());
    }
}
