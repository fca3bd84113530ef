//! The odds of a raid.

use vauban_game::{Odds, OddsLine, Seat, text};

use super::{Action, Muster, View, state::LOSSES};

impl Odds for Muster {
    fn odds(&self, _: &View, _: Seat, action: Action) -> Option<Vec<OddsLine>> {
        let line = |(loss, weight): (u8, u32)| OddsLine {
            result: format!("loss-{loss}"),
            text: text!("up to {loss} lost", "jusqu'à {loss} perdues"),
            ways: u64::from(weight),
            of: 6,
        };
        matches!(action, Action::Raid(_)).then(|| LOSSES.map(line).to_vec())
    }
}
