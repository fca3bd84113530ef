//! The options of Muster.

use vauban_game::{
    Card, Preset, RuleSet, SettingCard, SettingError, Settings, Setup, Text, Values,
};

use super::Muster;
use crate::toys::plain;

impl Setup for Muster {
    const CARD: &'static Card = &Card {
        name: "muster",
        title: Text::fixed("Muster", "La Levée"),
        about: Text::fixed("Draw, place, raid.", "Piochez, placez, attaquez."),
        goal: Text::fixed("Hold the most.", "Tenez le plus de terrain."),
        seats: (2, 6),
        minutes: (5, 10),
        phases: &[],
        settings: &[
            SettingCard {
                name: "rounds",
                title: Text::fixed("Rounds", "Tours"),
                values: Values::Number(1, 9),
                default: Some("3"),
                absent: None,
            },
            SettingCard {
                name: "map",
                title: Text::fixed("Map", "Carte"),
                values: Values::Seed,
                default: None,
                absent: None,
            },
        ],
        featured: &[],
        presets: &[Preset {
            name: "full",
            title: Text::fixed("Full table", "Table complète"),
            about: Text::fixed("Six at the table.", "À six."),
            seats: Some((6, 6)),
            settings: &[],
        }],
    };
    fn setup(settings: &Settings, seats: u8) -> Result<Muster, Vec<SettingError>> {
        let number = |name| plain::setting(settings, name);
        Ok(Muster::new(seats, number("rounds")? as u8, number("map")?))
    }
    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "muster",
            version: 1,
        }
    }
}
