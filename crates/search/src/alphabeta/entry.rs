//! What the table holds of a state, in 64 bits.

use super::{LOST, MOST_LEAD};

/// What a search of some depth has found.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Entry {
    /// Counted from this state: a win in three steps is one in three from here.
    pub(super) value: i32,
    pub(super) depth: u32,
    pub(super) bound: Bound,
    /// The place of the best action in the game's list, if one is known.
    pub(super) best: Option<u16>,
}

/// What a value says.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Bound {
    Exact,
    /// At least so much.
    Lower,
    /// At most so much.
    Upper,
}

const NO_BEST: u16 = u16::MAX;
/// Makes every value positive: 24 bits are enough.
const ZERO: i32 = 1 << 23;

impl Entry {
    pub(super) fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        (self.value + ZERO) as u64
            | u64::from(self.best.unwrap_or(NO_BEST)) << 24
            | u64::from(self.depth.min(255)) << 40
            | bound << 48
    }

    pub(super) fn unpack(bits: u64) -> Entry {
        let best = (bits >> 24) as u16;
        Entry {
            value: (bits & 0xFF_FFFF) as i32 - ZERO,
            best: (best != NO_BEST).then_some(best),
            depth: Entry::depth(bits),
            bound: match bits >> 48 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
        }
    }

    /// The depth alone.
    pub(super) fn depth(bits: u64) -> u32 {
        (bits >> 40 & 0xFF) as u32
    }
}

/// A value at `ply` steps from the root, counted from there.
pub(super) fn from_here(value: i32, ply: u32) -> i32 {
    match value {
        MOST_LEAD.. => value + ply as i32,
        ..=LOST => value - ply as i32,
        _ => value,
    }
}

/// A value counted from a state at `ply` steps from the root, counted from the root.
pub(super) fn from_root(value: i32, ply: u32) -> i32 {
    match value {
        MOST_LEAD.. => value - ply as i32,
        ..=LOST => value + ply as i32,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabeta::win_in;

    #[test]
    fn an_entry_comes_out_as_it_went_in() {
        for value in [0, 1, -1, 899_999, -899_999, win_in(3), -win_in(64)] {
            for best in [None, Some(0), Some(31), Some(65_534)] {
                for (depth, bound) in [(0, Bound::Exact), (7, Bound::Lower), (99, Bound::Upper)] {
                    let entry = Entry {
                        value,
                        depth,
                        bound,
                        best,
                    };
                    assert_eq!(Entry::unpack(entry.pack()), entry);
                    assert_eq!(Entry::depth(entry.pack()), depth);
                }
            }
        }
    }

    #[test]
    fn wins_are_counted_from_where_they_are_looked_at() {
        assert_eq!(from_here(win_in(7), 4), win_in(3));
        assert_eq!(from_root(-win_in(3), 4), -win_in(7));
        assert_eq!((from_here(25, 4), from_root(-25, 4)), (25, -25));
    }
}
