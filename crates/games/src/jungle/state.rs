//! What changes in a match: where the animals stand, whose turn it is, and how long nobody was taken.

use vauban_game::{Ending, Seat};

use super::{
    animal::Animal,
    board::{COLUMNS, Square, Terrain},
    herd::Herd,
};

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

/// One animal goes from one square to another.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[repr(align(2))]
pub struct Action {
    pub from: Square,
    pub to: Square,
}

/// What an action is, as the board shows it.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Manner {
    Shift,
    /// A capture, whatever the square.
    Attack,
    Jump,
    /// Onto an empty enemy trap.
    ShiftTrapped,
    /// Onto the enemy throne.
    ShiftVictory,
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

impl State {
    pub(super) fn start() -> State {
        let blue = Animal::ALL.map(|animal| {
            let (column, row) = starts(animal);
            row * COLUMNS + column
        });
        State {
            own: Herd::new(blue),
            others: Herd::new(blue.map(|square| Square::COUNT - 1 - square)),
            mover: Seat(0),
            quiet: 0,
            end: None,
        }
    }
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

impl Action {
    /// A place for an action that was not written yet.
    pub(super) const NONE: Action = Action {
        from: Square(0),
        to: Square(0),
    };
}

impl Manner {
    pub const fn word(self) -> &'static str {
        match self {
            Manner::Shift => "shift",
            Manner::Attack => "attack",
            Manner::Jump => "jump",
            Manner::ShiftTrapped => "shift-trapped",
            Manner::ShiftVictory => "shift-victory",
        }
    }
}

impl End {
    /// Who wins when `mover` would be next, §6.5 unless nobody does.
    pub(super) fn winner(self, mover: Seat) -> Option<Seat> {
        (self != End::Quiet).then(|| mover.other())
    }
    pub fn ending(self) -> &'static Ending {
        static THRONE: Ending = Ending::new(
            "throne",
            "by entering the enemy throne",
            "en montant sur le trône adverse",
        );
        static ANNIHILATION: Ending = Ending::new(
            "annihilation",
            "by taking every enemy animal",
            "en prenant tous les animaux adverses",
        );
        static STALEMATE: Ending = Ending::new(
            "stalemate",
            "because the other side cannot move",
            "parce que l'autre camp ne peut plus bouger",
        );
        static QUIET: Ending = Ending::new(
            "quiet",
            "after 100 half-moves without a capture",
            "après 100 demi-coups sans prise",
        );
        match self {
            End::Throne => &THRONE,
            End::Annihilation => &ANNIHILATION,
            End::Stalemate => &STALEMATE,
            End::Quiet => &QUIET,
        }
    }
}

/// Both seats, Blue first.
pub(super) const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

/// §2.3 Where an animal of seat 1 starts; seat 2 stands there after half a turn of the board.
const fn starts(animal: Animal) -> (u8, u8) {
    match animal {
        Animal::Rat => (1, 1),
        Animal::Cat => (2, 2),
        Animal::Dog => (3, 1),
        Animal::Wolf => (4, 2),
        Animal::Leopard => (7, 2),
        Animal::Tiger => (8, 1),
        Animal::Lion => (9, 2),
        Animal::Elephant => (10, 1),
    }
}
