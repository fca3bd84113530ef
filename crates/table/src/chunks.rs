//! A list that grows at its end and is copied often: its copies share all that is full.

use std::sync::Arc;

/// So many items are shared at a time.
const CHUNK: usize = 64;

/// Copying costs the same however long the list is, as far as anybody can measure.
pub(crate) struct Chunks<T> {
    /// Of [`CHUNK`] items each.
    full: Arc<Vec<Arc<[T]>>>,
    /// The newest items, at most [`CHUNK`]; none only if there are none at all.
    rest: Vec<T>,
}

impl<T> Default for Chunks<T> {
    fn default() -> Chunks<T> {
        Chunks {
            full: Arc::default(),
            rest: Vec::new(),
        }
    }
}

impl<T: Clone> Clone for Chunks<T> {
    fn clone(&self) -> Chunks<T> {
        Chunks {
            full: Arc::clone(&self.full),
            rest: self.rest.clone(),
        }
    }
}

impl<T: Clone> Chunks<T> {
    pub(crate) fn len(&self) -> usize {
        self.full.len() * CHUNK + self.rest.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn push(&mut self, item: T) {
        if self.rest.len() == CHUNK {
            let full = std::mem::take(&mut self.rest);
            Arc::make_mut(&mut self.full).push(full.into());
        }
        self.rest.push(item);
    }

    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        match self.full.get(index / CHUNK) {
            Some(chunk) => chunk.get(index % CHUNK),
            None => self.rest.get(index.checked_sub(self.full.len() * CHUNK)?),
        }
    }

    pub(crate) fn last(&self) -> Option<&T> {
        self.rest.last()
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.rest.last_mut()
    }

    /// The items from `start` on.
    pub(crate) fn since(&self, start: usize) -> impl Iterator<Item = &T> {
        (start..self.len()).map(|index| &self[index])
    }

    /// Forgets all but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        let shared = self.full.len() * CHUNK;
        if len > shared || self.full.is_empty() {
            self.rest.truncate(len - shared);
            return;
        }
        let full = Arc::make_mut(&mut self.full);
        // The last chunk that is kept, in whole or in part, is open again.
        full.truncate(len.div_ceil(CHUNK));
        let open = full.pop().filter(|_| len > 0);
        self.rest = open.map_or_else(Vec::new, |chunk| chunk.to_vec());
        self.rest.truncate(len - self.full.len() * CHUNK);
    }

    /// How many items from the first on satisfy `is_before`; none after them may.
    pub(crate) fn partition_point(&self, is_before: impl Fn(&T) -> bool) -> usize {
        let (mut least, mut most) = (0, self.len());
        while least < most {
            let middle = least.midpoint(most);
            match is_before(&self[middle]) {
                true => least = middle + 1,
                false => most = middle,
            }
        }
        least
    }

    /// Roughly how many bytes it takes, without what its items point to.
    pub(crate) fn bytes(&self) -> usize {
        let shared = self.full.len() * (CHUNK * size_of::<T>() + 3 * size_of::<usize>());
        shared + self.rest.capacity() * size_of::<T>()
    }
}

impl<T: Clone> std::ops::Index<usize> for Chunks<T> {
    type Output = T;
    fn index(&self, index: usize) -> &T {
        self.get(index).expect("the index is below the length")
    }
}

impl<T: Clone> FromIterator<T> for Chunks<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Chunks<T> {
        let mut chunks = Chunks::default();
        items.into_iter().for_each(|item| chunks.push(item));
        chunks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_chunks_is_a_list() {
        let mut chunks = Chunks::default();
        let mut plain: Vec<usize> = Vec::new();
        let mut dice = vauban_game::Dice::seeded(7);
        let mut below = |most: usize| dice.below(most as u32) as usize;
        for number in 0..20_000 {
            match below(200) {
                0 => {
                    let len = below(plain.len() + 1);
                    chunks.truncate(len);
                    plain.truncate(len);
                }
                1 => {
                    let len = plain.len() / 64 * 64;
                    chunks.truncate(len);
                    plain.truncate(len);
                }
                _ => {
                    chunks.push(number);
                    plain.push(number);
                }
            }
            assert_eq!((chunks.len(), chunks.last()), (plain.len(), plain.last()));
            let at = below(plain.len() + 1);
            assert_eq!(chunks.get(at), plain.get(at));
            let is_low = |item: &usize| *item < number / 2;
            assert_eq!(
                chunks.partition_point(is_low),
                plain.partition_point(is_low)
            );
        }
        assert!(plain.len() > 128);
        assert!(chunks.since(3).eq(&plain[3..]));
        assert!(
            plain
                .iter()
                .copied()
                .collect::<Chunks<usize>>()
                .since(0)
                .eq(&plain)
        );
    }

    #[test]
    fn copies_share_what_is_full_and_do_not_notice_each_other() {
        let mut one: Chunks<usize> = (0..200).collect();
        let mut other = one.clone();
        assert!(Arc::ptr_eq(&one.full, &other.full));
        one.push(1);
        other.truncate(70);
        other.push(2);
        assert_eq!((one.len(), one[70], one[200]), (201, 70, 1));
        assert_eq!((other.len(), other[69], other[70]), (71, 69, 2));
        assert!(Arc::ptr_eq(&one.full[0], &other.full[0]));
    }
}
