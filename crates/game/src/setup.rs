//! How a match is configured in the lobby, at the prompt and in a record.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;

use crate::{Notation, Text, Unreadable};

/// Chosen options: names with values.
pub type Settings = BTreeMap<String, String>;

/// A game that can be taken off the shelf.
pub trait Setup: Notation + Clone {
    /// What the shelf shows of it.
    const CARD: &'static Card;

    /// The game with these settings. They are complete and each value alone is valid
    /// ([`Card::complete`]); what is refused here are combinations.
    fn setup(settings: &Settings) -> Result<Self, Vec<SettingError>>;
    /// The rule set in force, as records name it.
    fn rule_set(&self) -> RuleSet;
    /// The game and the state that a position stands for. A position may say more than the
    /// state (another board): then the game is not the same any more.
    fn resume(&self, position: &str) -> Result<(Self, Self::State), Unreadable> {
        Ok((self.clone(), self.read_position(position)?))
    }
}

/// What the shelf shows of a game.
#[derive(Debug)]
pub struct Card {
    /// The name in commands, records and addresses.
    pub name: &'static str,
    pub title: Text,
    /// One sentence that makes people want to play.
    pub about: Text,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    pub settings: &'static [SettingCard],
}

/// One option of a game.
#[derive(Debug)]
pub struct SettingCard {
    pub name: &'static str,
    pub title: Text,
    pub values: Values,
    /// `None`: left open unless chosen (the rule set decides, or the match's seed).
    pub default: Option<&'static str>,
}

/// What an option may be.
#[derive(Debug)]
pub enum Values {
    /// One of these words, each with its meaning.
    OneOf(&'static [(&'static str, Text)]),
    /// A number from the first to the second.
    Number(u32, u32),
    /// A number that chance draws when nobody chooses it; always written into the record.
    Seed,
    /// Any text; the game looks at it.
    Word,
}

/// A rule set's name and version: records say which one they were played by.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
pub struct RuleSet {
    pub name: &'static str,
    pub version: u32,
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

/// What is wrong with a setting.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SettingError {
    pub name: String,
    pub text: Text,
}

impl Card {
    /// `chosen` with every default filled in; open numbers are drawn from `seed`.
    pub fn complete(&self, chosen: &Settings, seed: u64) -> Result<Settings, Vec<SettingError>> {
        let mut errors = Vec::new();
        for (name, value) in chosen {
            match self.settings.iter().find(|setting| setting.name == name) {
                None => errors.push(self.unknown(name)),
                Some(setting) => errors.extend(setting.check(value).err()),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut complete = chosen.clone();
        for setting in self.settings {
            let open = match (setting.default, &setting.values) {
                (Some(default), _) => default.to_owned(),
                // Numbers that people can type again.
                (None, Values::Seed) => (crate::mix(seed) % 1_000_000).to_string(),
                (None, _) => continue,
            };
            complete.entry(setting.name.to_owned()).or_insert(open);
        }
        Ok(complete)
    }

    fn unknown(&self, name: &str) -> SettingError {
        let names: Vec<&str> = self.settings.iter().map(|setting| setting.name).collect();
        let text = if names.is_empty() {
            Text::new(
                format!("{} has no options, so no `{name}`", self.name),
                format!("{} n'a pas d'options, donc pas de « {name} »", self.name),
            )
        } else {
            let names = names.join(", ");
            Text::new(
                format!("{} has no option `{name}`; it has {names}", self.name),
                format!("{} n'a pas d'option « {name} » ; il a {names}", self.name),
            )
        };
        SettingError {
            name: name.to_owned(),
            text,
        }
    }
}

impl SettingCard {
    /// Whether `value` alone is one that this option may have.
    pub fn check(&self, value: &str) -> Result<(), SettingError> {
        let name = self.name;
        let wrong = |text| SettingError {
            name: name.to_owned(),
            text,
        };
        match &self.values {
            Values::OneOf(words) => {
                if words.iter().any(|(word, _)| *word == value) {
                    return Ok(());
                }
                let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                let all = all.join("|");
                Err(wrong(Text::new(
                    format!("`{name}` cannot be `{value}`; it is one of {all}"),
                    format!("« {name} » ne peut être « {value} » ; c'est l'un de {all}"),
                )))
            }
            Values::Number(least, most) => {
                if value
                    .parse()
                    .is_ok_and(|n: u32| (*least..=*most).contains(&n))
                {
                    return Ok(());
                }
                Err(wrong(Text::new(
                    format!("`{name}` is a number from {least} to {most}, not `{value}`"),
                    format!("« {name} » est un nombre de {least} à {most}, pas « {value} »"),
                )))
            }
            Values::Seed => {
                if value.parse::<u64>().is_ok() {
                    return Ok(());
                }
                Err(wrong(Text::new(
                    format!("`{name}` is a whole number, not `{value}`"),
                    format!("« {name} » est un nombre entier, pas « {value} »"),
                )))
            }
            Values::Word => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: Card = Card {
        name: "toy",
        title: Text::fixed("Toy", "Jouet"),
        about: Text::fixed("", ""),
        seats: (2, 6),
        settings: &[
            SettingCard {
                name: "seats",
                title: Text::fixed("Seats", "Places"),
                values: Values::Number(2, 6),
                default: Some("2"),
            },
            SettingCard {
                name: "map",
                title: Text::fixed("Map", "Carte"),
                values: Values::Seed,
                default: None,
            },
        ],
    };

    fn settings(pairs: &[(&str, &str)]) -> Settings {
        pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    }

    #[test]
    fn defaults_are_filled_in_and_open_numbers_drawn() {
        let complete = CARD.complete(&settings(&[("seats", "3")]), 7).unwrap();
        assert_eq!(complete["seats"], "3");
        assert_eq!(
            complete,
            CARD.complete(&settings(&[("seats", "3")]), 7).unwrap()
        );
        assert!(complete["map"].parse::<u64>().is_ok());
    }

    #[test]
    fn every_wrong_setting_is_named() {
        let errors = CARD
            .complete(&settings(&[("seats", "9"), ("colour", "red")]), 7)
            .unwrap_err();
        let names: Vec<&str> = errors.iter().map(|error| error.name.as_str()).collect();
        assert_eq!(names, ["colour", "seats"]);
    }
}
