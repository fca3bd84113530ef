//! Where a match with a set-up stands, and what can be done there.

use vauban_game::{Seat, SeatSet};

use super::{Camps, Field, Relief};
use crate::guerre::{Action, Class, NORTH, Place, SOUTH, Square, State, board::Terrain};

/// Where a match with a set-up stands.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum Stage {
    /// The sides agree on mountains and passes.
    Agreeing(Talks),
    /// The sides place what is theirs; those in `done` are ready. Without a relief the ground is given.
    Placing {
        relief: Option<Relief>,
        camps: Camps,
        done: SeatSet,
    },
    /// One person draws everything.
    Drawing {
        relief: Relief,
        camps: Camps,
    },
    /// Everything is placed, and the lot is drawn.
    Lot {
        relief: Option<Relief>,
        camps: Camps,
    },
    Open(Field, State),
}

/// How far the sides are in agreeing on the ground.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Talks {
    pub relief: Relief,
    pub offer: Offer,
}

/// What there is to say about the next piece.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Offer {
    /// Nothing is proposed.
    #[default]
    None,
    /// This square is proposed, and the other side has not answered.
    Open(Square),
    /// The other side has rejected a square: the next one stands.
    Rejected,
}

impl Talks {
    /// Who proposes the next piece: North the first, then in turn.
    pub fn proposer(&self) -> Seat {
        if self.relief.len().is_multiple_of(2) {
            NORTH
        } else {
            SOUTH
        }
    }
    /// Who is to propose or to answer.
    pub fn mover(&self) -> Seat {
        match self.offer {
            Offer::Open(_) => self.proposer().other(),
            Offer::None | Offer::Rejected => self.proposer(),
        }
    }
}

/// Something that is placed.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Piece {
    Terrain(Terrain),
    Unit(Class),
}

impl Piece {
    /// In the order in which they are placed.
    pub const ALL: [Piece; 10] = [
        Piece::Terrain(Terrain::Mountain),
        Piece::Terrain(Terrain::Pass),
        Piece::Terrain(Terrain::Fort),
        Piece::Terrain(Terrain::Arsenal),
        Piece::Unit(Class::Infantry),
        Piece::Unit(Class::Cavalry),
        Piece::Unit(Class::Artillery),
        Piece::Unit(Class::MountedArtillery),
        Piece::Unit(Class::Relay),
        Piece::Unit(Class::MountedRelay),
    ];
    /// Its name in commands and save files.
    pub fn code(self) -> &'static str {
        match self {
            Piece::Terrain(terrain) => terrain.code(),
            Piece::Unit(class) => class.code(),
        }
    }
    /// The piece called `code`, in either case.
    pub fn read(code: &str) -> Option<Piece> {
        Piece::ALL
            .into_iter()
            .find(|piece| piece.code().eq_ignore_ascii_case(code))
    }
}

/// One choice in the set-up or in the open game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Step {
    Place {
        piece: Piece,
        at: Place,
    },
    /// Never listed: programs get by without it.
    Remove {
        at: Place,
    },
    /// The square that is proposed is agreed on.
    Accept,
    /// It is not.
    Reject,
    Done,
    Open(Action),
}
