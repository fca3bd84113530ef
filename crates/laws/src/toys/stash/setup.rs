//! The options of Stash.

use vauban_game::{
    Card, PhaseCard, Preset, RuleSet, SettingCard, SettingError, Settings, Setup, Text, Values,
};

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
        goal: Text::fixed("Be the last who is hidden.", "Soyez le dernier caché."),
        seats: (2, 6),
        minutes: (5, 10),
        phases: &[
            PhaseCard {
                name: "hide",
                title: Text::fixed("hide", "se cacher"),
            },
            PhaseCard {
                name: "dig",
                title: Text::fixed("dig", "fouiller"),
            },
        ],
        settings: &[SettingCard {
            name: "cells",
            title: Text::fixed("Cells a garden", "Cases par jardin"),
            values: Values::Number(3, 9),
            default: Some("6"),
            absent: None,
        }],
        featured: &[],
        presets: &[
            Preset {
                name: "duel",
                title: Text::fixed("Duel", "Duel"),
                about: Text::fixed("Two gardens.", "Deux jardins."),
                seats: Some((2, 2)),
                settings: &[],
            },
            Preset {
                name: "crowd",
                title: Text::fixed("Crowd", "Foule"),
                about: Text::fixed("Small gardens.", "De petits jardins."),
                seats: Some((4, 6)),
                settings: &[("cells", "4")],
            },
        ],
    };
    fn setup(settings: &Settings, seats: u8) -> Result<Stash, Vec<SettingError>> {
        Ok(Stash {
            seats,
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
