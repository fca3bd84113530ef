//! The options of a match: which table of powers holds.

use vauban_game::{
    Card, Preset, RuleSet, SettingCard, SettingError, Settings, Setup, Text, Values,
};

use super::Jungle;

/// §2.2 How strong the animals are.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Powers {
    /// The dog beats the wolf and the tiger beats the lion.
    #[default]
    Seed,
    /// The wolf beats the dog and the lion beats the tiger.
    Traditional,
}

impl Powers {
    pub(super) const ALL: [Powers; 2] = [Powers::Seed, Powers::Traditional];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Powers::Seed => "seed",
            Powers::Traditional => "traditional",
        }
    }

    /// By animal, in the order of their ids.
    pub(super) const fn powers(self) -> [u8; 8] {
        match self {
            Powers::Seed => [1, 2, 4, 3, 5, 7, 6, 8],
            Powers::Traditional => [1, 2, 3, 4, 5, 6, 7, 8],
        }
    }
}

impl Setup for Jungle {
    const CARD: &'static Card = &Card {
        name: "jungle",
        title: Text::fixed("Jungle War", "Jungle War"),
        about: Text::fixed(
            "Eight animals a side: jump the lakes, mind the rat, and be first on the enemy throne.",
            "Huit animaux par camp : sautez les lacs, gare au rat, et soyez le premier sur le trône adverse.",
        ),
        goal: Text::fixed(
            "Be the first to reach the enemy throne, or take every enemy animal.",
            "Soyez le premier sur le trône adverse, ou prenez tous les animaux adverses.",
        ),
        seats: (2, 2),
        minutes: (15, 40),
        phases: &[],
        settings: &[SettingCard {
            name: "powers",
            title: Text::fixed("Powers", "Puissances"),
            values: Values::OneOf(&[
                (
                    Powers::Seed.word(),
                    Text::fixed(
                        "as in the first Jungle War: dog over wolf, tiger over lion",
                        "comme dans le premier Jungle War : chien devant loup, tigre devant lion",
                    ),
                ),
                (
                    Powers::Traditional.word(),
                    Text::fixed(
                        "as tradition has it: wolf over dog, lion over tiger",
                        "selon la tradition : loup devant chien, lion devant tigre",
                    ),
                ),
            ]),
            default: Some(Powers::Seed.word()),
            absent: None,
        }],
        featured: &[],
        presets: &[
            Preset {
                name: Powers::Seed.word(),
                title: Text::fixed("The first Jungle War", "Le premier Jungle War"),
                about: Text::fixed(
                    "The dog beats the wolf, and the tiger beats the lion.",
                    "Le chien bat le loup, et le tigre bat le lion.",
                ),
                seats: None,
                settings: &[("powers", Powers::Seed.word())],
            },
            Preset {
                name: Powers::Traditional.word(),
                title: Text::fixed("Traditional powers", "Puissances traditionnelles"),
                about: Text::fixed(
                    "The wolf beats the dog, and the lion beats the tiger.",
                    "Le loup bat le chien, et le lion bat le tigre.",
                ),
                seats: None,
                settings: &[("powers", Powers::Traditional.word())],
            },
        ],
    };

    fn setup(settings: &Settings, _seats: u8) -> Result<Jungle, Vec<SettingError>> {
        let Some(chosen) = settings.get("powers") else {
            return Ok(Jungle::default());
        };
        match Powers::ALL.iter().find(|table| table.word() == chosen) {
            Some(&table) => Ok(Jungle::new(table)),
            None => Err(Self::CARD
                .settings
                .iter()
                .filter_map(|setting| setting.check(chosen).err())
                .collect()),
        }
    }

    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "jungle",
            version: 1,
        }
    }
}
