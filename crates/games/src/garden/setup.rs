//! What the shelf shows of the game, and how its options make a garden.

use vauban_game::{
    Card, PhaseCard, Preset, RuleSet, SettingCard, SettingError, Settings, Setup, Text, Unreadable,
    Values,
};

use super::{Garden, position, state::State};

/// §3
const PHASES: &[PhaseCard] = &[
    PhaseCard {
        name: "poison",
        title: Text::fixed("poison", "poison"),
    },
    PhaseCard {
        name: "conquest",
        title: Text::fixed("conquest", "conquête"),
    },
    PhaseCard {
        name: "reinforcement",
        title: Text::fixed("reinforcement", "renfort"),
    },
];

impl Setup for Garden {
    const CARD: &'static Card = &Card {
        name: "garden",
        title: Text::fixed("Garden Tensions", "Garden Tensions"),
        about: Text::fixed(
            "Tiny creatures conquer a garden of hexagons: gather, roll dice, poison, and be first in the sky.",
            "De minuscules créatures conquièrent un jardin d'hexagones : récoltez, lancez les dés, empoisonnez, et prenez le ciel.",
        ),
        goal: Text::fixed(
            "Leave the other side without a cell; after 200 rounds, hold more cells.",
            "Ne laissez aucune case à l'autre camp ; après 200 manches, tenez-en davantage.",
        ),
        seats: (2, 2),
        minutes: (20, 60),
        phases: PHASES,
        settings: &[
            SettingCard {
                name: "map",
                title: Text::fixed("Map", "Carte"),
                values: Values::Seed,
                default: None,
                absent: None,
            },
            SettingCard {
                name: "humans",
                title: Text::fixed("Humans", "Humains"),
                values: Values::OneOf(&[
                    (
                        "no",
                        Text::fixed(
                            "the creatures are among themselves",
                            "les créatures sont entre elles",
                        ),
                    ),
                    (
                        "yes",
                        Text::fixed(
                            "humans come by now and then, and step on somebody",
                            "des humains passent de temps en temps, et marchent sur quelqu'un",
                        ),
                    ),
                ]),
                default: Some("no"),
                absent: None,
            },
        ],
        featured: &[],
        presets: &[
            Preset {
                name: "quiet",
                title: Text::fixed("A quiet garden", "Un jardin tranquille"),
                about: Text::fixed(
                    "Nobody disturbs the creatures.",
                    "Personne ne dérange les créatures.",
                ),
                seats: None,
                settings: &[("humans", "no")],
            },
            Preset {
                name: "humans",
                title: Text::fixed("Humans about", "Des humains dans les parages"),
                about: Text::fixed(
                    "Humans come by now and then, and step on somebody.",
                    "Des humains passent de temps en temps, et marchent sur quelqu'un.",
                ),
                seats: None,
                settings: &[("humans", "yes")],
            },
        ],
    };

    fn setup(settings: &Settings, _seats: u8) -> Result<Garden, Vec<SettingError>> {
        let number = settings.get("map").and_then(|number| number.parse().ok());
        let humans = settings.get("humans").is_some_and(|humans| humans == "yes");
        Ok(Garden {
            humans,
            ..Garden::new(number.unwrap_or_default())
        })
    }

    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "garden",
            version: 1,
        }
    }

    fn in_force(&self) -> Settings {
        Settings::from([("map".to_owned(), self.map.number().to_string())])
    }

    /// A position names its map.
    fn resume(&self, position: &str) -> Result<(Garden, State), Unreadable> {
        position::resume(self, position)
    }
}
