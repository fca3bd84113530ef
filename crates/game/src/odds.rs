//! What chance may do with an action, exactly.

use serde::Serialize;

use crate::{Game, Seat};

/// Exact odds, shown before the decision.
pub trait Odds: Game {
    /// The results that `action` may have, or `None` if chance has no part in it.
    fn odds(
        &self,
        _view: &Self::View,
        _seat: Seat,
        _action: Self::Action,
    ) -> Option<Vec<OddsLine>> {
        None
    }
}

/// One result, and in how many of all equally likely cases it comes.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct OddsLine {
    pub result: String,
    pub ways: u64,
    pub of: u64,
}
