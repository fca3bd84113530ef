//! What changes in Breakthrough: the men, and whose turn it is.

use vauban_game::{Ending, Seat};

/// The men of both seats, one bit a square, eight squares a row whatever the board's size.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    pub(super) men: [u64; 2],
    pub(super) mover: Seat,
}

/// One man's action.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Action {
    pub(super) from: Square,
    pub(super) to: Square,
}

/// A square of the largest board: column + 8 × row, row 0 being the first seat's.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Square(pub(super) u8);

pub(super) static BROKEN_THROUGH: Ending = Ending::new(
    "broken-through",
    "by reaching the far row",
    "par l'arrivée à la dernière rangée",
);

pub(super) static ALL_TAKEN: Ending = Ending::new(
    "all-taken",
    "by taking every man",
    "par la prise de tous les pions",
);

impl Square {
    pub(super) fn column(self) -> u8 {
        self.0 & 7
    }
    pub(super) fn row(self) -> u8 {
        self.0 >> 3
    }
    pub(super) fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
    pub(super) fn read(name: &str) -> Option<Square> {
        match name.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
                Some(Square(column - b'a' + 8 * (row - b'1')))
            }
            _ => None,
        }
    }
}

impl State {
    pub(super) fn owner(&self, square: Square) -> Option<Seat> {
        (0..2)
            .map(Seat)
            .find(|seat| self.men[seat.index()] >> square.0 & 1 == 1)
    }
}
