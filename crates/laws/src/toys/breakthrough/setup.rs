//! The options of Breakthrough.

use vauban_game::{
    Card, Preset, RuleSet, SettingCard, SettingError, Settings, Setup, Text, Values,
};

use super::Breakthrough;
use crate::toys::plain;

impl Setup for Breakthrough {
    const CARD: &'static Card = &Card {
        name: "breakthrough",
        title: Text::fixed("Breakthrough", "Percée"),
        about: Text::fixed("Reach the far row.", "Atteignez la dernière rangée."),
        goal: Text::fixed(
            "Be first on the far row.",
            "Atteignez le premier la dernière rangée.",
        ),
        seats: (2, 2),
        minutes: (5, 10),
        phases: &[],
        settings: &[
            SettingCard {
                name: "size",
                title: Text::fixed("Size", "Taille"),
                values: Values::Number(4, 8),
                default: Some("6"),
                absent: None,
            },
            SettingCard {
                name: "retreat",
                title: Text::fixed("Men may step back", "Les pions reculent"),
                values: Values::OneOf(&[
                    ("no", Text::fixed("never", "jamais")),
                    (
                        "yes",
                        Text::fixed("onto empty squares", "sur une case vide"),
                    ),
                ]),
                default: Some("no"),
                absent: None,
            },
        ],
        featured: &[],
        presets: &[Preset {
            name: "usual",
            title: Text::fixed("Usual", "Habituel"),
            about: Text::fixed("Six squares wide.", "Six cases de large."),
            seats: None,
            settings: &[],
        }],
    };
    fn setup(settings: &Settings, _seats: u8) -> Result<Self, Vec<SettingError>> {
        let size = plain::setting(settings, "size")? as u8;
        let retreat = settings.get("retreat").is_some_and(|value| value == "yes");
        Ok(Breakthrough { size, retreat })
    }
    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "breakthrough",
            version: 1,
        }
    }
}
