//! The memory that searches share: it belongs to a worker thread and is lent to whoever thinks.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::mix;

/// A fixed number of bytes for tables of what a search has found.
///
/// It holds nothing between two thoughts, so that an agent answers alike whoever thought before it on
/// the same thread.
pub struct SearchMemory {
    /// As many as the largest table so far.
    slots: Vec<Slot>,
    /// How many there may be.
    most: usize,
    /// How many tables were lent so far.
    lent: u64,
}

/// Two words that threads write without a lock. `tag` is the key mixed with `found`: if two threads write
/// at once, the words of one do not fit those of the other, and the entry is nobody's.
#[derive(Default)]
struct Slot {
    tag: AtomicU64,
    found: AtomicU64,
}

/// A table of 64 bits for each key, which the threads of a search may share. Two entries have room where
/// their keys fall; then a new one displaces an old one.
#[derive(Copy, Clone)]
pub struct SearchTable<'a> {
    slots: &'a [Slot],
    salt: u64,
}

impl SearchMemory {
    /// At most `bytes`. Nothing is used of it until it is needed.
    pub fn with_bytes(bytes: usize) -> SearchMemory {
        SearchMemory {
            slots: Vec::new(),
            most: previous_power_of_two(bytes / size_of::<Slot>()),
            lent: 0,
        }
    }

    /// The most that it ever uses.
    pub fn bytes(&self) -> usize {
        self.most * size_of::<Slot>()
    }

    /// An empty table with as many entries as there is memory for, but no more than `most`. A
    /// search that names the same `most` finds the same wherever there is memory for so many.
    pub fn table(&mut self, most: usize) -> SearchTable<'_> {
        self.lent += 1;
        let len = previous_power_of_two(most).min(self.most);
        if self.slots.len() < len {
            // The old ones go first: the two together might be more than there is memory for.
            self.slots = Vec::new();
            self.slots = (0..len).map(|_| Slot::default()).collect();
        }
        SearchTable {
            slots: &self.slots[..len],
            // Makes every entry of earlier tables a stranger's.
            salt: mix(self.lent),
        }
    }
}

/// Enough for the agents of today: for tests, and where nobody has set a size.
impl Default for SearchMemory {
    fn default() -> SearchMemory {
        SearchMemory::with_bytes(1 << 22)
    }
}

impl SearchTable<'_> {
    #[inline]
    pub fn get(&self, key: u64) -> Option<u64> {
        let index = self.index(key);
        [index, index ^ 1].into_iter().find_map(|index| {
            let (held, found) = self.slots.get(index)?.read(self.salt);
            (held == key).then_some(found)
        })
    }

    #[inline]
    pub fn put(&self, key: u64, found: u64) {
        self.put_beside(key, found, |_| false);
    }

    /// Like [`SearchTable::put`], but of two other keys' entries it displaces the less valuable one if
    /// `keep` says of what was found for the first that it is worth more.
    #[inline]
    pub fn put_beside(&self, key: u64, found: u64, keep: impl FnOnce(u64) -> bool) {
        let index = self.index(key);
        let (Some(first), second) = (self.slots.get(index), self.slots.get(index ^ 1)) else {
            return;
        };
        let (held, old) = first.read(self.salt);
        // Entries of earlier tables hardly ever look as if they belonged here.
        if held != key && self.index(held) == index {
            if keep(old) {
                if let Some(second) = second {
                    second.write(self.salt, key, found);
                }
                return;
            }
            if let Some(second) = second {
                second.write(self.salt, held, old);
            }
        }
        first.write(self.salt, key, found);
    }

    /// The first of the two slots of a key.
    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & self.slots.len().wrapping_sub(1) & !1
    }
}

impl Slot {
    /// The key and what was found for it.
    #[inline]
    fn read(&self, salt: u64) -> (u64, u64) {
        let found = self.found.load(Ordering::Relaxed);
        let tag = self.tag.load(Ordering::Relaxed);
        (tag ^ salt ^ mixed(found), found)
    }

    #[inline]
    fn write(&self, salt: u64, key: u64, found: u64) {
        self.found.store(found, Ordering::Relaxed);
        self.tag.store(key ^ salt ^ mixed(found), Ordering::Relaxed);
    }
}

/// Spreads what was found over all bits, so that two entries that differ in a bit have tags that differ
/// in many.
#[inline]
fn mixed(found: u64) -> u64 {
    found.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn previous_power_of_two(number: usize) -> usize {
    number.checked_ilog2().map_or(0, |log| 1 << log)
}

impl std::fmt::Debug for SearchMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchMemory")
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

impl std::fmt::Debug for SearchTable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchTable")
            .field("entries", &self.slots.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_never_takes_more_bytes_than_it_was_given() {
        for bytes in [0, 1, 15, 16, 1_000, 1 << 20, (1 << 20) + 1, 3 << 20] {
            let mut memory = SearchMemory::with_bytes(bytes);
            assert!(memory.bytes() <= bytes && memory.bytes() >= bytes / 32 * 16);
            let table = memory.table(usize::MAX);
            (0..100_000).for_each(|key| table.put(mix(key), key));
            assert!(memory.slots.capacity() * size_of::<Slot>() <= bytes);
        }
    }

    #[test]
    fn a_table_keeps_what_fits_and_knows_nothing_of_the_one_before() {
        let mut memory = SearchMemory::with_bytes(1 << 12);
        let table = memory.table(64);
        table.put(3, 30);
        table.put(4, 40);
        assert_eq!(
            [3, 4, 5].map(|key| table.get(key)),
            [Some(30), Some(40), None]
        );
        // Two have room; the third displaces the oldest.
        let found = |keys: [u64; 3]| keys.map(|key| table.get(key));
        table.put(3 + 64, 31);
        assert_eq!(found([3, 67, 131]), [Some(30), Some(31), None]);
        table.put(3 + 128, 32);
        assert_eq!(found([3, 67, 131]), [None, Some(31), Some(32)]);
        // Unless the first is worth keeping.
        table.put_beside(3, 33, |found| found == 32);
        assert_eq!(found([3, 67, 131]), [Some(33), None, Some(32)]);
        let table = memory.table(64);
        assert_eq!([0, 4, 67].map(|key| table.get(key)), [None; 3]);
    }

    #[test]
    fn an_entry_that_two_threads_wrote_at_once_is_nobodys() {
        let mut memory = SearchMemory::with_bytes(1 << 6);
        let table = memory.table(4);
        let (keys, writers) = (16_u64, 4_u64);
        std::thread::scope(|scope| {
            for writer in 0..writers {
                scope.spawn(move || {
                    for round in 0..20_000 {
                        let key = mix(round % keys);
                        table.put(key, key ^ writer);
                        if let Some(found) = table.get(key) {
                            assert!(key ^ found < writers);
                        }
                    }
                });
            }
        });
    }
}
