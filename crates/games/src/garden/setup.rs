//! What the shelf shows of the game, and how its options make a garden.

use vauban_game::{
    Card, RuleSet, SettingCard, SettingError, Settings, Setup, Text, Unreadable, Values,
};

use super::{Garden, position, state::State};

impl Setup for Garden {
    const CARD: &'static Card = &Card {
        name: "garden",
        title: Text::fixed("Garden Tensions", "Garden Tensions"),
        about: Text::fixed(
            "Tiny creatures conquer a garden of hexagons: gather, roll dice, poison, and be first in the sky.",
            "De minuscules créatures conquièrent un jardin d'hexagones : récoltez, lancez les dés, empoisonnez, et prenez le ciel.",
        ),
        seats: (2, 2),
        settings: &[
            SettingCard {
                name: "map",
                title: Text::fixed("Map", "Carte"),
                values: Values::Seed,
                default: None,
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
            },
        ],
    };

    fn setup(settings: &Settings) -> Result<Garden, Vec<SettingError>> {
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

    /// A position names its map.
    fn resume(&self, position: &str) -> Result<(Garden, State), Unreadable> {
        position::resume(self, position)
    }
}
