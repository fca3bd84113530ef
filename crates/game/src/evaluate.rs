//! How good a state is, for search.

use crate::{Game, Seat};

/// A judge of states.
pub trait Evaluate<G: Game>: Send + Sync {
    /// How good `state` is for `seat`, in hundredths of the game's smallest unit. Not called when it is over.
    fn evaluate(&self, game: &G, state: &G::State, seat: Seat) -> i32;
}
