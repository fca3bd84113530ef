//! How the seats of a playout act.

use crate::{Actions, Dice, Game, Seat};

/// Chooses fast and without looking ahead.
pub trait Policy<G: Game>: Send {
    /// What `seat` does at `state`, where it is its turn. `actions` is scratch space of the caller.
    fn sample(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        actions: &mut Actions<G::Action>,
        dice: &mut Dice,
    ) -> G::Action;
}
