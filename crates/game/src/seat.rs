//! Places at the table, sets of them, and a value for each of them.

use std::{
    fmt,
    ops::{Index, IndexMut},
};

use serde::{Serialize, Serializer};

/// No game here seats more than this.
pub const MAX_SEATS: usize = 6;

/// A place at the table, fixed for the whole match. People and programs sit in it.
///
/// Counted from 0 in code and from 1 wherever somebody reads it.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
    /// The seat after this one, round a table of `seats`.
    #[inline]
    pub fn next(self, seats: u8) -> Seat {
        Seat((self.0 + 1) % seats)
    }
    /// The other one of two.
    #[inline]
    pub fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }
    /// The number that people read, from 1.
    pub fn number(self) -> u8 {
        self.0 + 1
    }
    /// The seat that people call `number`, at a table of `seats`.
    pub fn from_number(number: u8, seats: u8) -> Option<Seat> {
        (1..=seats).contains(&number).then(|| Seat(number - 1))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

/// A set of seats.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Every seat of a table of `seats`.
    pub fn all(seats: u8) -> SeatSet {
        (0..seats).map(Seat).collect()
    }
    #[inline]
    pub fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    #[must_use]
    pub fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }
    #[must_use]
    pub fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }
    /// The seats in it, from the first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS as u8)
            .map(Seat)
            .filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A value for each possible seat.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct BySeat<T>(pub [T; MAX_SEATS]);

impl<T> BySeat<T> {
    /// `make` called for each seat.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(std::array::from_fn(|index| make(Seat(index as u8))))
    }
    /// The values of the first `seats` seats.
    pub fn iter(&self, seats: u8) -> impl Iterator<Item = (Seat, &T)> {
        (0..seats).map(Seat).zip(&self.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// Whose eyes we look through.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Viewer {
    Seat(Seat),
    Spectator,
}

impl Viewer {
    /// The seat, unless it is a spectator.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }
    /// Everybody who may look at a match of `seats`: each seat, then the spectators.
    pub fn all(seats: u8) -> impl Iterator<Item = Viewer> {
        (0..seats)
            .map(|seat| Viewer::Seat(Seat(seat)))
            .chain([Viewer::Spectator])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_count_from_one_for_people() {
        assert_eq!(Seat(0).to_string(), "1");
        assert_eq!(Seat::from_number(2, 2), Some(Seat(1)));
        assert_eq!(Seat::from_number(0, 2), None);
        assert_eq!(Seat::from_number(3, 2), None);
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set: SeatSet = [Seat(0), Seat(5)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(5)]);
        assert_eq!(set.without(Seat(0)).len(), 1);
        assert!(!set.contains(Seat(3)));
    }
}
