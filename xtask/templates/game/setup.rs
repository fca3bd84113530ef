//! The options of a match: how long the path is.

use vauban_game::{Card, RuleSet, SettingCard, SettingError, Settings, Setup, Text, Values};

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
        seats: (2, 2),
        settings: &[SettingCard {
            name: "squares",
            title: Text::fixed("Squares", "Cases"),
            values: Values::Number(SHORTEST as u32, LONGEST as u32),
            default: Some("12"),
        }],
    };

    fn setup(settings: &Settings) -> Result<Towpath, Vec<SettingError>> {
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
