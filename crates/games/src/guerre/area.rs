//! A set of squares of one board, as a bitboard.

use super::board::Square;

/// A board has at most this many squares.
pub const MOST_SQUARES: usize = 512;

const WORDS: usize = MOST_SQUARES / 64;

/// A set of squares: one bit each, row by row.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Area([u64; WORDS]);

impl Area {
    pub const EMPTY: Area = Area([0; WORDS]);

    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.0[square.index() >> 6] >> (square.index() & 63) & 1 == 1
    }
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() >> 6] |= 1 << (square.index() & 63);
    }
    /// Takes one square out.
    #[inline]
    pub fn take(&mut self, square: Square) {
        self.0[square.index() >> 6] &= !(1 << (square.index() & 63));
    }
    #[inline]
    pub fn join(&mut self, other: &Area) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }
    /// Takes out what is in `other`.
    #[inline]
    pub fn remove(&mut self, other: &Area) {
        for (word, less) in self.0.iter_mut().zip(&other.0) {
            *word &= !less;
        }
    }
    /// What is in both.
    #[inline]
    #[must_use]
    pub fn common(&self, other: &Area) -> Area {
        let mut both = *self;
        for (word, mask) in both.0.iter_mut().zip(&other.0) {
            *word &= mask;
        }
        both
    }
    /// Every square moved on by `by` in the order of the board; what leaves the 512 is lost.
    #[inline]
    #[must_use]
    pub(super) fn later(&self, by: usize) -> Area {
        let (words, bits) = (by / 64, by % 64);
        let mut moved = Area::EMPTY;
        for (word, &old) in moved.0.iter_mut().skip(words).zip(&self.0) {
            *word = old << bits;
        }
        if bits > 0 {
            for (word, &old) in moved.0.iter_mut().skip(words + 1).zip(&self.0) {
                *word |= old >> (64 - bits);
            }
        }
        moved
    }
    /// Every square moved back by `by` in the order of the board; what leaves it is lost.
    #[inline]
    #[must_use]
    pub(super) fn earlier(&self, by: usize) -> Area {
        let (words, bits) = (by / 64, by % 64);
        let mut moved = Area::EMPTY;
        for (word, &old) in moved.0.iter_mut().zip(self.0.iter().skip(words)) {
            *word = old >> bits;
        }
        if bits > 0 {
            for (word, &old) in moved.0.iter_mut().zip(self.0.iter().skip(words + 1)) {
                *word |= old << (64 - bits);
            }
        }
        moved
    }
    #[inline]
    pub fn meets(&self, other: &Area) -> bool {
        self.common(other) != Area::EMPTY
    }
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Area::EMPTY
    }
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
    /// Visits the squares in it, row by row: what [`Area::iter`] does, without a pause.
    #[inline]
    pub fn each(&self, mut visit: impl FnMut(Square)) {
        for (index, &word) in self.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                visit(Square((index * 64) as u16 + rest.trailing_zeros() as u16));
                rest &= rest - 1;
            }
        }
    }
    /// The squares in it, row by row.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter {
            area: *self,
            word: 0,
        }
    }
}

/// The squares of an area that are still to come.
#[derive(Clone, Debug)]
pub struct Iter {
    area: Area,
    word: usize,
}

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while let Some(rest) = self.area.0.get_mut(self.word) {
            if *rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                *rest &= *rest - 1;
                return Some(Square((self.word * 64 + bit) as u16));
            }
            self.word += 1;
        }
        None
    }
}

impl FromIterator<Square> for Area {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Area {
        let mut area = Area::EMPTY;
        for square in squares {
            area.insert(square);
        }
        area
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_holds_what_was_put_in() {
        let squares = [0, 1, 63, 64, 200, 511].map(Square);
        let area: Area = squares.into_iter().collect();
        assert_eq!(area.iter().collect::<Vec<_>>(), squares);
        assert_eq!(area.len(), squares.len());
        assert!(!area.contains(Square(2)));
        let mut rest = area;
        rest.remove(&[Square(63)].into_iter().collect());
        assert_eq!(rest.len(), 5);
        assert!(rest.meets(&area) && !rest.contains(Square(63)));
    }
}
