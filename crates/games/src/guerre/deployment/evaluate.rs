//! How good a position is, once it is open.

use vauban_game::{BySeat, Evaluate, Game, WinShare};

use super::{Deployed, Officer, Stage};
use crate::guerre::Guerre;

/// Judges the open part; before that there is nothing to tell the sides apart.
impl<E: Evaluate<Guerre>> Evaluate<Deployed> for Officer<E> {
    fn evaluate(&self, game: &Deployed, state: &Stage) -> BySeat<WinShare> {
        match state {
            Stage::Open(field, state) => self.0.evaluate(game.on(field), state),
            Stage::Agreeing(_)
            | Stage::Placing { .. }
            | Stage::Drawing { .. }
            | Stage::Lot { .. } => BySeat::even(game.seats()),
        }
    }
}
