//! The board: its squares, and what lies on them. §1

use std::fmt;

use vauban_game::{Seat, scene::Spot};

pub const COLUMNS: u8 = 12;
pub const ROWS: u8 = 13;

/// §1.2 The ground, row by row from the top: earth, shore, water, the traps of seats 1 and 2, and their thrones J and K.
const MAP: [&[u8; COLUMNS as usize]; ROWS as usize] = [
    b"EEEE1JJ1EEEE",
    b"EEEEE11EEEEE",
    b"EEEEEEEEEEEE",
    b"EEEEEEEEEEEE",
    b"EESSSEESSSEE",
    b"ESWWWSSWWWSE",
    b"ESWWWSSWWWSE",
    b"ESWWWSSWWWSE",
    b"EESSSEESSSEE",
    b"EEEEEEEEEEEE",
    b"EEEEEEEEEEEE",
    b"EEEEE22EEEEE",
    b"EEEE2KK2EEEE",
];

/// A square of the board, row by row from the top left corner. No value lies off the board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Square(pub(super) u8);

/// What lies on a square.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Terrain {
    Earth,
    Shore,
    Water,
    /// §5.2 It takes the power of the other seat's animals.
    Trap(Seat),
    /// §6.1 The other seat wins by entering it.
    Throne(Seat),
}

impl Square {
    pub const COUNT: u8 = COLUMNS * ROWS;

    /// The square with this index, row by row from the top left corner.
    pub const fn new(index: u8) -> Option<Square> {
        if index < Square::COUNT {
            return Some(Square(index));
        }
        None
    }
    pub const fn at(column: u8, row: u8) -> Option<Square> {
        if column < COLUMNS && row < ROWS {
            return Some(Square(row * COLUMNS + column));
        }
        None
    }
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..Square::COUNT).map(Square)
    }
    pub const fn index(self) -> u8 {
        self.0
    }
    pub const fn column(self) -> u8 {
        self.0 % COLUMNS
    }
    pub const fn row(self) -> u8 {
        self.0 / COLUMNS
    }
    pub const fn terrain(self) -> Terrain {
        match MAP[self.row() as usize][self.column() as usize] {
            b'S' => Terrain::Shore,
            b'W' => Terrain::Water,
            b'1' => Terrain::Trap(Seat(0)),
            b'2' => Terrain::Trap(Seat(1)),
            b'J' => Terrain::Throne(Seat(0)),
            b'K' => Terrain::Throne(Seat(1)),
            _ => Terrain::Earth,
        }
    }
    /// The square `columns` to the right and `rows` down from here.
    pub const fn offset(self, columns: i8, rows: i8) -> Option<Square> {
        match (
            self.column().checked_add_signed(columns),
            self.row().checked_add_signed(rows),
        ) {
            (Some(column), Some(row)) => Square::at(column, row),
            _ => None,
        }
    }
    /// Columns to the right and rows down from here to `other`.
    pub(super) fn apart(self, other: Square) -> (i8, i8) {
        let difference = |from: u8, to: u8| to.cast_signed() - from.cast_signed();
        (
            difference(self.column(), other.column()),
            difference(self.row(), other.row()),
        )
    }
    /// How many columns or rows away `other` is, whichever is more.
    pub(super) fn distance(self, other: Square) -> u8 {
        let (columns, rows) = self.apart(other);
        columns.unsigned_abs().max(rows.unsigned_abs())
    }
    /// The square with this very name: `a1`, not `a01`.
    pub(super) fn named(name: &str) -> Option<Square> {
        let column = name.as_bytes().first()?.checked_sub(b'a')?;
        let row: u8 = name.get(1..)?.parse().ok()?;
        let square = Square::at(column, row.checked_sub(1)?)?;
        (square.to_string() == name).then_some(square)
    }
    pub(super) fn spot(self) -> Spot {
        Spot(self.to_string())
    }
    /// The square that a spot of the board names.
    pub(super) fn of_spot(spot: &Spot) -> Option<Square> {
        Square::named(&spot.0)
    }
}

/// `a1` to `l13`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
