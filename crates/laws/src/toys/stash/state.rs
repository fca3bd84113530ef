//! What changes in Stash: the treasures, the holes, and whose turn it is.

use vauban_game::{BySeat, Ending, Seat};

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    pub(super) hidden: BySeat<Option<Cell>>,
    pub(super) open: Public,
}

/// What everybody knows.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Public {
    /// One bit a cell.
    pub(super) dug: BySeat<u16>,
    pub(super) mover: Seat,
    /// Holes left to dig in this turn; none: the die has not been rolled.
    pub(super) digs: Option<u8>,
    pub(super) winner: Option<Seat>,
}

pub(super) type Cell = u8;

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    Hide(Cell),
    Dig(Seat, Cell),
}

/// How many holes may be dug.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Roll(pub(super) u8);

pub(super) static FOUND: Ending = Ending::new(
    "found",
    "by finding a stash",
    "par la découverte d'une cache",
);

impl State {
    pub(super) fn is_found(&self, seat: Seat) -> bool {
        self.hidden[seat].is_some_and(|cell| self.open.is_dug(seat, cell))
    }
}

impl Public {
    pub(super) fn is_dug(&self, seat: Seat, cell: Cell) -> bool {
        self.dug[seat] >> cell & 1 == 1
    }
}

pub(super) fn read_cell(text: &str) -> Option<Cell> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(digit - b'1'),
        _ => None,
    }
}
