//! What an attack would come to, once the game is open.

use vauban_game::{Balance, Odds, OddsLine, Seat};

use super::{Deployed, Glimpse, Step};
use crate::guerre::{Action, State};

impl Odds for Deployed {
    fn odds(&self, view: &Glimpse, seat: Seat, step: Step) -> Option<Vec<OddsLine>> {
        let (state, action) = open(view, step)?;
        self.game.odds(state, seat, action)
    }
    fn balance(&self, view: &Glimpse, seat: Seat, step: Step) -> Option<Balance> {
        let (state, action) = open(view, step)?;
        self.game.balance(state, seat, action)
    }
}

/// The position and the action of the open game.
fn open(view: &Glimpse, step: Step) -> Option<(&State, Action)> {
    match (view, step) {
        (Glimpse::Open(state), Step::Open(action)) => Some((state, action)),
        _ => None,
    }
}
