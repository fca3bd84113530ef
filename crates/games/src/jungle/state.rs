//! What changes in a match: where the animals stand, whose turn it is, and how long nobody was taken.
//!
//! A side's eight animals are one word, a byte each: the byte is the square, or [`LOST`]. A whole
//! position is 24 bytes, and "who stands there" is a search for a byte in a word, without a loop.

use std::fmt;

use vauban_game::{Seat, Text};

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

/// The animals in the order of their ids, which is their order in replays and positions.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Animal {
    Rat,
    Cat,
    Dog,
    Wolf,
    Leopard,
    Tiger,
    Lion,
    Elephant,
}

/// How an animal gets about.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Gait {
    Walks,
    /// §3.5 Enters water.
    Swims,
    /// §4.1 Jumps over a lake.
    Jumps,
}

/// How a match ended by its own rules.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum End {
    /// §6.1
    Throne,
    /// §6.2
    Annihilation,
    /// §6.3
    Stalemate,
    /// §6.5
    Quiet,
}

/// The eight animals of one seat.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Herd(u64);

/// A position, and how many half-moves nobody was taken.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub struct State {
    /// The herd of the seat on turn, and the other one: acting swaps them, and nothing has to be
    /// looked up by seat.
    pub(super) own: Herd,
    pub(super) others: Herd,
    pub(super) mover: Seat,
    pub(super) quiet: u8,
    /// Follows from the rest; kept so that asking for the turn costs nothing.
    pub(super) end: Option<End>,
}

const _: () = assert!(size_of::<State>() == 24);

/// The byte of an animal that was taken; also the target of a step that does not exist.
pub(super) const LOST: u8 = u8::MAX;

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

impl Animal {
    pub const ALL: [Animal; 8] = [
        Animal::Rat,
        Animal::Cat,
        Animal::Dog,
        Animal::Wolf,
        Animal::Leopard,
        Animal::Tiger,
        Animal::Lion,
        Animal::Elephant,
    ];

    pub(super) const fn index(self) -> usize {
        self as usize
    }
    /// Its number in replays, from 1.
    pub fn id(self) -> u8 {
        self as u8 + 1
    }
    pub fn from_id(id: u64) -> Option<Animal> {
        Animal::ALL
            .into_iter()
            .find(|animal| u64::from(animal.id()) == id)
    }
    pub const fn gait(self) -> Gait {
        match self {
            Animal::Rat => Gait::Swims,
            Animal::Leopard | Animal::Tiger | Animal::Lion => Gait::Jumps,
            Animal::Cat | Animal::Dog | Animal::Wolf | Animal::Elephant => Gait::Walks,
        }
    }
    /// Its name for programs, and the name of its drawing.
    pub const fn word(self) -> &'static str {
        match self {
            Animal::Rat => "rat",
            Animal::Cat => "cat",
            Animal::Dog => "dog",
            Animal::Wolf => "wolf",
            Animal::Leopard => "leopard",
            Animal::Tiger => "tiger",
            Animal::Lion => "lion",
            Animal::Elephant => "elephant",
        }
    }
    pub const fn name(self) -> Text {
        match self {
            Animal::Rat => Text::fixed("rat", "rat"),
            Animal::Cat => Text::fixed("cat", "chat"),
            Animal::Dog => Text::fixed("dog", "chien"),
            Animal::Wolf => Text::fixed("wolf", "loup"),
            Animal::Leopard => Text::fixed("leopard", "léopard"),
            Animal::Tiger => Text::fixed("tiger", "tigre"),
            Animal::Lion => Text::fixed("lion", "lion"),
            Animal::Elephant => Text::fixed("elephant", "éléphant"),
        }
    }
    /// The name with its article, as it stands inside a sentence.
    pub(super) fn the(self) -> Text {
        let name = self.name();
        let article = match self {
            Animal::Elephant => "l'",
            _ => "le ",
        };
        Text::new(format!("the {}", name.en), format!("{article}{}", name.fr))
    }
}

impl End {
    /// §6.3, §6.5 Whether nobody wins.
    pub(super) fn is_draw(self) -> bool {
        self == End::Quiet
    }
}

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

impl State {
    /// Who is on turn; at the end, who would be.
    pub fn mover(&self) -> Seat {
        self.mover
    }
    /// §6.5 How many half-moves in a row nobody was taken.
    pub fn quiet(&self) -> u8 {
        self.quiet
    }
    pub fn end(&self) -> Option<End> {
        self.end
    }
    #[inline]
    pub(super) fn herd(&self, seat: Seat) -> Herd {
        if seat == self.mover {
            return self.own;
        }
        self.others
    }
    /// Where an animal stands, unless it was taken.
    pub fn square_of(&self, seat: Seat, animal: Animal) -> Option<Square> {
        Square::new(self.herd(seat).squares()[animal.index()])
    }
    /// Who stands on a square.
    pub fn at(&self, square: Square) -> Option<(Seat, Animal)> {
        SEATS
            .into_iter()
            .find_map(|seat| Some((seat, self.herd(seat).animal_on(square.0)?)))
    }
    /// A seat's animals that were not taken, with their squares, in the order of their ids.
    pub fn animals(&self, seat: Seat) -> impl Iterator<Item = (Animal, Square)> {
        Animal::ALL
            .into_iter()
            .filter_map(move |animal| Some((animal, self.square_of(seat, animal)?)))
    }
    /// §5.2 Whether an animal of `seat` has no power on `square`.
    pub fn is_trapped(seat: Seat, square: Square) -> bool {
        square.terrain() == Terrain::Trap(seat.other())
    }
}

/// Both seats, Blue first.
pub(super) const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

/// The position line: see `notation`.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.mover)?;
        for seat in SEATS {
            f.write_str(".")?;
            for animal in Animal::ALL {
                match self.square_of(seat, animal) {
                    Some(square) => write!(f, "{square}")?,
                    None => f.write_str("-")?,
                }
            }
        }
        write!(f, ".{}", self.quiet)
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
