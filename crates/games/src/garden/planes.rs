//! A small number for every cell, kept as bit planes: plane `k` holds bit `k` of all 29 numbers.
//!
//! Questions about all cells at once (who has two creatures or more, how many there are) and
//! counting down everywhere take a few instructions, whatever stands on the board.

use super::cell::{Area, Cell};

/// Numbers from 0 to 2^N − 1, one for each cell.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Planes<const N: usize>([u32; N]);

impl<const N: usize> Planes<N> {
    pub(super) const ZERO: Planes<N> = Planes([0; N]);

    #[inline]
    pub(super) fn at(&self, cell: Cell) -> u8 {
        let bit = |(plane, bits): (usize, &u32)| ((bits >> cell.index() & 1) as u8) << plane;
        self.0.iter().enumerate().map(bit).sum()
    }
    #[inline]
    pub(super) fn set(&mut self, cell: Cell, number: u8) {
        debug_assert!(number >> N == 0, "{number} does not fit");
        for (plane, bits) in self.0.iter_mut().enumerate() {
            let bit = u32::from(number >> plane & 1);
            *bits = *bits & !(1 << cell.index()) | bit << cell.index();
        }
    }
    /// Where the number is not 0.
    #[inline]
    pub(super) fn any(&self) -> Area {
        Area(self.0.iter().fold(0, |all, bits| all | bits))
    }
    /// The sum of the numbers in an area.
    #[inline]
    pub(super) fn sum(&self, area: Area) -> u32 {
        let part = |(plane, bits): (usize, &u32)| (bits & area.0).count_ones() << plane;
        self.0.iter().enumerate().map(part).sum()
    }
    /// One less wherever the number is not 0 yet in `area`.
    #[inline]
    pub(super) fn count_down(&mut self, area: Area) {
        let mut borrow = area.and(self.any()).0;
        for bits in &mut self.0 {
            let before = *bits;
            *bits ^= borrow;
            borrow &= !before;
        }
    }
    #[inline]
    pub(super) fn words(&self) -> [u32; N] {
        self.0
    }
}

/// Creatures: from 0 to 5.
impl Planes<3> {
    /// Where there are at least two.
    #[inline]
    pub(super) fn several(&self) -> Area {
        Area(self.0[1] | self.0[2])
    }
    /// §6.2 Where there are five.
    #[inline]
    pub(super) fn full(&self) -> Area {
        Area(self.0[2] & self.0[0])
    }
}
