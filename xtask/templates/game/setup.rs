//! The options of a match: how long the path is.

use vauban_game::{
    Card, Preset, RuleSet, SettingCard, SettingError, Settings, Setup, Text, Values,
};

use super::Towpath;

/// §1.1 How long the path may be, and how long it is unless somebody chooses.
const SHORTEST: u8 = 4;
pub(super) const LONGEST: u8 = 20;
const USUAL: u8 = 12;

impl Default for Towpath {
    fn default() -> Towpath {
        Towpath { squares: USUAL }
    }
}

impl Setup for Towpath {
    const CARD: &'static Card = &Card {
        name: "towpath",
        title: Text::fixed("Towpath", "Towpath"),
        about: Text::fixed(
            "Haul the barge in turn, and be the one who brings it home.",
            "Halez la péniche tour à tour, et soyez celui qui l'amène au port.",
        ),
        goal: Text::fixed(
            "Be the one who brings the barge home.",
            "Soyez celui qui amène la péniche au port.",
        ),
        seats: (2, 2),
        minutes: (2, 5),
        phases: &[],
        settings: &[SettingCard {
            name: "squares",
            title: Text::fixed("Squares", "Cases"),
            values: Values::Number(SHORTEST as u32, LONGEST as u32),
            default: Some("12"),
            absent: None,
        }],
        featured: &[],
        presets: &[
            Preset {
                name: "usual",
                title: Text::fixed("Usual path", "Chemin habituel"),
                about: Text::fixed("Twelve squares.", "Douze cases."),
                seats: None,
                settings: &[],
            },
            Preset {
                name: "short",
                title: Text::fixed("Short path", "Chemin court"),
                about: Text::fixed("Six squares, over at once.", "Six cases, vite parcourues."),
                seats: None,
                settings: &[("squares", "6")],
            },
        ],
    };

    fn setup(settings: &Settings, _seats: u8) -> Result<Towpath, Vec<SettingError>> {
        let squares = settings.get("squares").and_then(|value| value.parse().ok());
        Ok(Towpath {
            squares: squares.unwrap_or(USUAL),
        })
    }

    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "towpath",
            version: 1,
        }
    }
}
