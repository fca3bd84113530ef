//! What an attack would come to, once the game is open.

use vauban_game::{Balance, Odds, OddsLine, Seat, Text};

use super::{Deployed, Glimpse, Step};

impl Odds for Deployed {
    fn odds(&self, view: &Glimpse, seat: Seat, step: Step) -> Option<Vec<OddsLine>> {
        match (view, step) {
            (Glimpse::Open(field, state), Step::Open(action)) => {
                self.on(field).odds(state, seat, action)
            }
            _ => None,
        }
    }

    fn effect(&self, view: &Glimpse, seat: Seat, step: Step) -> Option<Text> {
        match (view, step) {
            (Glimpse::Open(field, state), Step::Open(action)) => {
                self.on(field).effect(state, seat, action)
            }
            _ => None,
        }
    }

    fn balance(&self, view: &Glimpse, seat: Seat, step: Step) -> Option<Balance> {
        match (view, step) {
            (Glimpse::Open(field, state), Step::Open(action)) => {
                self.on(field).balance(state, seat, action)
            }
            _ => None,
        }
    }
}
