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

    /// What may come of `action` over many rolls, if it is fought out to the end, or until its seat
    /// has no more than `keep` left; `None` if there is nothing to fight out.
    fn forecasts(
        &self,
        _view: &Self::View,
        _seat: Seat,
        _action: Self::Action,
        _keep: Option<u32>,
    ) -> Option<Vec<Forecast>> {
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

/// Everything that one question may have as its answer. The shares' sum is 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Forecast {
    /// What is asked: `battle`, `attacker-losses`.
    pub name: &'static str,
    pub lines: Vec<Share>,
}

/// One answer, and how likely it is: computed, not simulated, and off by less than 10⁻⁹.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Share {
    pub result: String,
    pub share: f64,
}
