//! The memory that searches share: it belongs to a worker thread and is lent to whoever thinks.

use crate::mix;

/// A fixed number of bytes for tables of what a search has found.
///
/// It holds nothing between two thoughts, so that an agent answers alike whoever thought before it on
/// the same thread.
pub struct SearchMemory {
    slots: Vec<Slot>,
    /// How many tables were lent so far.
    lent: u64,
}

#[derive(Copy, Clone, Default)]
struct Slot {
    tag: u64,
    found: u64,
}

/// A table of 64 bits for each key. A new entry displaces an old one in its slot.
#[derive(Debug)]
pub struct SearchTable<'a> {
    slots: &'a mut [Slot],
    salt: u64,
}

impl SearchMemory {
    /// At most `bytes`. Nothing is used of it until it is needed.
    pub fn with_bytes(bytes: usize) -> SearchMemory {
        let slots = bytes / size_of::<Slot>();
        SearchMemory {
            slots: vec![Slot::default(); previous_power_of_two(slots)],
            lent: 0,
        }
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    /// An empty table with as many entries as there is memory for, but no more than `most`. A
    /// search that names the same `most` finds the same wherever there is memory for so many.
    pub fn table(&mut self, most: usize) -> SearchTable<'_> {
        self.lent += 1;
        let len = previous_power_of_two(most).min(self.slots.len());
        SearchTable {
            slots: &mut self.slots[..len],
            // Makes every entry of earlier tables a stranger's.
            salt: mix(self.lent),
        }
    }
}

/// Enough for the agents of today: for tests, and where nobody has set a size.
impl Default for SearchMemory {
    fn default() -> SearchMemory {
        SearchMemory::with_bytes(1 << 20)
    }
}

impl SearchTable<'_> {
    #[inline]
    pub fn get(&self, key: u64) -> Option<u64> {
        let slot = self.slots.get(self.index(key))?;
        (slot.tag == key ^ self.salt).then_some(slot.found)
    }

    #[inline]
    pub fn put(&mut self, key: u64, found: u64) {
        let (index, tag) = (self.index(key), key ^ self.salt);
        if let Some(slot) = self.slots.get_mut(index) {
            *slot = Slot { tag, found };
        }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & self.slots.len().wrapping_sub(1)
    }
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

impl std::fmt::Debug for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Slot").finish_non_exhaustive()
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
            let before = memory.bytes();
            let mut table = memory.table(usize::MAX);
            (0..100_000).for_each(|key| table.put(mix(key), key));
            assert_eq!(memory.bytes(), before);
        }
    }

    #[test]
    fn a_table_keeps_what_fits_and_knows_nothing_of_the_one_before() {
        let mut memory = SearchMemory::with_bytes(1 << 12);
        let mut table = memory.table(64);
        table.put(3, 30);
        table.put(4, 40);
        assert_eq!(
            [3, 4, 5].map(|key| table.get(key)),
            [Some(30), Some(40), None]
        );
        table.put(3 + 64, 31);
        assert_eq!([3, 67].map(|key| table.get(key)), [None, Some(31)]);
        let table = memory.table(64);
        assert_eq!([0, 4, 67].map(|key| table.get(key)), [None; 3]);
    }
}
