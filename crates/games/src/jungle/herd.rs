//! The eight animals of one seat in one word, a byte each: the byte is the square, or [`LOST`].
//!
//! "Who stands there" is a search for a byte in a word, without a loop.

use super::animal::Animal;

/// The eight animals of one seat.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Herd(u64);

/// The byte of an animal that was taken; also the target of a step that does not exist.
pub(super) const LOST: u8 = u8::MAX;

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

impl Herd {
    /// A byte for each animal in the order of their ids.
    pub(super) const fn new(squares: [u8; 8]) -> Herd {
        Herd(u64::from_le_bytes(squares))
    }
    #[inline]
    pub(super) fn squares(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }
    #[inline]
    pub(super) fn word(self) -> u64 {
        self.0
    }
    #[inline]
    pub(super) fn is_lost(self) -> bool {
        self.0 == u64::MAX
    }
    /// The top bit of each byte that equals `square`, and perhaps of some bytes above such a one:
    /// subtracting 1 from every byte borrows into the top bit of a zero byte.
    #[inline]
    fn hits(self, square: u8) -> u64 {
        let apart = self.0 ^ (ONES * u64::from(square));
        apart.wrapping_sub(ONES) & !apart & TOPS
    }
    /// The top bit of the byte that equals `square`, or 0. The lowest hit is a true one, and no
    /// square is held twice.
    #[inline]
    fn hit(self, square: u8) -> u64 {
        let hits = self.hits(square);
        hits & hits.wrapping_neg()
    }
    #[inline]
    pub(super) fn holds(self, square: u8) -> bool {
        self.hits(square) != 0
    }
    /// Who stands on `square`.
    #[inline]
    pub(super) fn animal_on(self, square: u8) -> Option<Animal> {
        match self.hit(square) {
            0 => None,
            hit => Some(Animal::ALL[(hit.trailing_zeros() / 8) as usize & 7]),
        }
    }
    /// The square of the first animal that was not taken; [`LOST`] if all were.
    #[inline]
    pub(super) fn first(self) -> u8 {
        let bits_before = (!self.0).trailing_zeros() & 0x38;
        (self.0 >> bits_before) as u8
    }
    /// How many animals were not taken, and a bit for each of these in the order of the ids. Only [`LOST`] has
    /// its three highest bits set.
    #[inline]
    pub(super) fn living(self) -> (u32, u8) {
        let tops = !(self.0 & self.0 << 1 & self.0 << 2) & TOPS;
        // Gathers the top bits of the bytes in the highest byte.
        let gathered = (tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        (tops.count_ones(), gathered as u8)
    }
    /// With the animal on `from`, if there is one, put on `to`.
    #[inline]
    #[must_use]
    pub(super) fn moved(self, from: u8, to: u8) -> Herd {
        Herd(self.0 ^ ((self.hit(from) >> 7) * u64::from(from ^ to)))
    }
    /// Without the animal on `square`, if there is one.
    #[inline]
    #[must_use]
    pub(super) fn without(self, square: u8) -> Herd {
        Herd(self.0 | ((self.hit(square) >> 7) * u64::from(LOST)))
    }
}
