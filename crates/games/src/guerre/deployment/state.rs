//! Where a match with a set-up stands, and what can be done there.

use vauban_game::SeatSet;

use super::Camps;
use crate::guerre::{Action, Class, Place, State};

/// Where a match with a set-up stands.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum Stage {
    /// The sides place their units; those in `done` are ready.
    Placing {
        camps: Camps,
        done: SeatSet,
    },
    /// Everything is placed, and the lot is drawn.
    Lot {
        camps: Camps,
    },
    Open(State),
}

/// One choice in the set-up or in the open game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Step {
    Place {
        class: Class,
        at: Place,
    },
    /// Never listed: programs get by without it.
    Remove {
        at: Place,
    },
    Done,
    Open(Action),
}
