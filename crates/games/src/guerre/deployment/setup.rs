//! The options of the set-up are the open game's.

use vauban_game::{Card, RuleSet, SettingError, Settings, Setup, Unreadable};

use super::{Deployed, Muster, Stage, position};
use crate::guerre::{Guerre, setup};

impl Setup for Deployed {
    const CARD: &'static Card = Guerre::CARD;

    fn setup(settings: &Settings, seats: u8) -> Result<Deployed, Vec<SettingError>> {
        let muster = if setup::is_hidden(settings) {
            Muster::Hidden
        } else {
            Muster::Standard
        };
        Ok(Deployed {
            game: Guerre::setup(settings, seats)?,
            muster,
            first: setup::first(settings),
        })
    }

    fn rule_set(&self) -> RuleSet {
        self.game.rule_set()
    }

    fn resume(&self, position: &str) -> Result<(Deployed, Stage), Unreadable> {
        position::resume(self, position)
    }
}
