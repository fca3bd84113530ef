//! The options of Muster.

use vauban_game::{Card, RuleSet, SettingCard, SettingError, Settings, Setup, Text, Values};

use super::Muster;
use crate::toys::plain;

impl Setup for Muster {
    const CARD: &'static Card = &Card {
        name: "muster",
        title: Text::fixed("Muster", "La Levée"),
        about: Text::fixed("Draw, place, raid.", "Piochez, placez, attaquez."),
        seats: (2, 6),
        settings: &[
            SettingCard {
                name: "seats",
                title: Text::fixed("Seats", "Places"),
                values: Values::Number(2, 6),
                default: Some("6"),
            },
            SettingCard {
                name: "rounds",
                title: Text::fixed("Rounds", "Tours"),
                values: Values::Number(1, 9),
                default: Some("3"),
            },
            SettingCard {
                name: "map",
                title: Text::fixed("Map", "Carte"),
                values: Values::Seed,
                default: None,
            },
        ],
    };
    fn setup(settings: &Settings) -> Result<Muster, Vec<SettingError>> {
        let number = |name| plain::setting(settings, name);
        Ok(Muster::new(
            number("seats")? as u8,
            number("rounds")? as u8,
            number("map")?,
        ))
    }
    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "muster",
            version: 1,
        }
    }
}
