//! The options of the set-up are the open game's.

use vauban_game::{Card, RuleSet, SettingError, Settings, Setup, Unreadable};

use super::{Deployed, Muster, Stage, position};
use crate::guerre::{
    Guerre,
    setup::{self, First},
};

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

    fn in_force(&self) -> Settings {
        let setup = match self.muster {
            Muster::Hidden => "hidden",
            Muster::Standard => "standard",
        };
        let first = match self.first {
            First::North => "north",
            First::South => "south",
            First::Lot => "lot",
        };
        let mut settings = self.game.in_force();
        settings.insert("setup".to_owned(), setup.to_owned());
        settings.insert("first".to_owned(), first.to_owned());
        settings.insert("army".to_owned(), self.game.army.to_string());
        settings
    }

    fn resume(&self, position: &str) -> Result<(Deployed, Stage), Unreadable> {
        position::resume(self, position)
    }
}
