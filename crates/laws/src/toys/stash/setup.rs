//! The options of Stash.

use vauban_game::{Card, RuleSet, SettingCard, SettingError, Settings, Setup, Text, Values};

use super::Stash;
use crate::toys::plain;

impl Setup for Stash {
    const CARD: &'static Card = &Card {
        name: "stash",
        title: Text::fixed("Stash", "La Cache"),
        about: Text::fixed(
            "Find theirs before they find yours.",
            "Trouvez avant d'être trouvé.",
        ),
        seats: (2, 6),
        settings: &[
            SettingCard {
                name: "seats",
                title: Text::fixed("Seats", "Places"),
                values: Values::Number(2, 6),
                default: Some("2"),
            },
            SettingCard {
                name: "cells",
                title: Text::fixed("Cells a garden", "Cases par jardin"),
                values: Values::Number(3, 9),
                default: Some("6"),
            },
        ],
    };
    fn setup(settings: &Settings) -> Result<Stash, Vec<SettingError>> {
        Ok(Stash {
            seats: plain::setting(settings, "seats")? as u8,
            cells: plain::setting(settings, "cells")? as u8,
        })
    }
    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "stash",
            version: 1,
        }
    }
}
