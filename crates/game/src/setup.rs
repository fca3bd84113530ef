//! How a match is configured in the lobby, at the prompt and in a record.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;

use crate::{Notation, Text, Unreadable, shorten, text};

/// Chosen options: names with values.
pub type Settings = BTreeMap<String, String>;

/// The name under which records write the number of seats, among the options: it was an option once.
pub const PLAYERS: &str = "players";

/// A game that can be taken off the shelf.
pub trait Setup: Notation + Clone {
    /// What the shelf shows of it.
    const CARD: &'static Card;

    /// The game with these settings and seats. They are complete and each value alone is valid
    /// ([`Card::complete`]); what is refused here are combinations.
    fn setup(settings: &Settings, seats: u8) -> Result<Self, Vec<SettingError>>;
    /// The rule set in force, as records name it.
    fn rule_set(&self) -> RuleSet;
    /// The values of options that the game knows by itself: those of its rule set that nobody chose, and those that a
    /// position brings, such as its map.
    fn in_force(&self) -> Settings {
        Settings::new()
    }
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
    /// One sentence: how to win.
    pub goal: Text,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// How long a match usually takes people, in minutes: a short one and a long one.
    pub minutes: (u16, u16),
    /// The phases of a turn, in order; none if a turn is a single action.
    pub phases: &'static [PhaseCard],
    pub settings: &'static [SettingCard],
    /// Ways to play that people choose by name; at least one. The first is the game with its defaults.
    pub presets: &'static [Preset],
    /// The presets among which somebody new to the game is asked to choose, best first; none: the first alone.
    pub featured: &'static [&'static str],
}

/// One phase of a turn.
#[derive(Debug)]
pub struct PhaseCard {
    pub name: &'static str,
    pub title: Text,
}

/// A named set of options.
#[derive(Debug)]
pub struct Preset {
    pub name: &'static str,
    pub title: Text,
    /// One sentence: what is different.
    pub about: Text,
    /// The fewest and the most seats, if not the card's. A match has the fewest unless somebody chooses.
    pub seats: Option<(u8, u8)>,
    /// Options with values; the others keep their defaults.
    pub settings: &'static [(&'static str, &'static str)],
}

/// One option of a game.
#[derive(Debug)]
pub struct SettingCard {
    pub name: &'static str,
    pub title: Text,
    pub values: Values,
    /// In new matches. `None`: left open unless chosen (the rule set decides, or the match's seed).
    pub default: Option<&'static str>,
    /// In matches that were written without it, if not the default: they are older than the option.
    pub absent: Option<&'static str>,
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
    /// The seats and settings of a match: what was chosen, with every default filled in; open numbers
    /// are drawn from `seed`. The number of seats may stand among the options, as records write it.
    pub fn complete(
        &self,
        chosen: &Settings,
        seats: Option<u8>,
        seed: u64,
    ) -> Result<(u8, Settings), Vec<SettingError>> {
        let mut complete = chosen.clone();
        let written = match self.has_choice_of_seats() {
            true => complete.remove(PLAYERS),
            false => None,
        };
        let mut errors = Vec::new();
        for (name, value) in &complete {
            match self.settings.iter().find(|setting| setting.name == name) {
                None => errors.push(self.unknown(name)),
                Some(setting) => errors.extend(setting.check(value).err()),
            }
        }
        let seats = match self.count(seats, written.as_deref()) {
            Ok(seats) if errors.is_empty() => seats,
            counted => {
                errors.extend(counted.err());
                return Err(errors);
            }
        };
        for setting in self.settings {
            let open = match (setting.default, &setting.values) {
                (Some(default), _) => default.to_owned(),
                // Numbers that people can type again.
                (None, Values::Seed) => (crate::mix(seed) % 1_000_000).to_string(),
                (None, _) => continue,
            };
            complete.entry(setting.name.to_owned()).or_insert(open);
        }
        Ok((seats, complete))
    }

    /// The options without those that have the value which is meant where they are not named, so that what
    /// was written before an option came stays as it was.
    pub fn said(&self, settings: &Settings) -> Settings {
        let unsaid = |name: &str, value: &str| {
            let mut cards = self.settings.iter();
            cards.any(|setting| setting.name == name && setting.absent == Some(value))
        };
        let mut said = settings.clone();
        said.retain(|name, value| !unsaid(name, value));
        said
    }

    /// The options as records write them: those that are said, with the number of seats where a game has a
    /// choice.
    pub fn written(&self, settings: &Settings, seats: u8) -> Settings {
        let mut written = self.said(settings);
        if self.has_choice_of_seats() {
            written.insert(PLAYERS.to_owned(), seats.to_string());
        }
        written
    }

    /// The options of a record or a stored match, with what it means by those that it does not name.
    pub fn as_played(&self, written: &Settings) -> Settings {
        let mut played = written.clone();
        for setting in self.settings {
            if let Some(value) = setting.absent {
                let option = played.entry(setting.name.to_owned());
                option.or_insert_with(|| value.to_owned());
            }
        }
        played
    }

    /// Fills in what the preset `name` says about everything that was not chosen; returns the seats.
    pub fn fill_in(
        &self,
        name: &str,
        chosen: &mut Settings,
        seats: Option<u8>,
    ) -> Result<Option<u8>, SettingError> {
        let Some(preset) = self.presets.iter().find(|preset| preset.name == name) else {
            let names: Vec<&str> = self.presets.iter().map(|preset| preset.name).collect();
            return Err(SettingError {
                name: "preset".to_owned(),
                text: text!(
                    "unknown preset `{name}`; available: {names}",
                    "préréglage inconnu : « {name} » ; disponibles : {names}",
                    name = shorten(name),
                    names = names.join(", ")
                ),
            });
        };
        for (name, value) in preset.settings {
            let setting = chosen.entry((*name).to_owned());
            setting.or_insert_with(|| (*value).to_owned());
        }
        let usual = preset.seats.filter(|_| !chosen.contains_key(PLAYERS));
        Ok(seats.or(usual.map(|(fewest, _)| fewest)))
    }

    /// The fewest and the most seats of a preset.
    pub fn seats_of(&self, preset: &Preset) -> (u8, u8) {
        preset.seats.unwrap_or(self.seats)
    }

    fn has_choice_of_seats(&self) -> bool {
        self.seats.0 < self.seats.1
    }

    /// The number that was chosen, in either way, or the usual one.
    fn count(&self, chosen: Option<u8>, written: Option<&str>) -> Result<u8, SettingError> {
        let wrong = |text| SettingError {
            name: "seats".to_owned(),
            text,
        };
        let texts = [chosen.map(|seats| seats.to_string()), written.map(shorten)];
        for text in texts.iter().flatten() {
            let (fewest, most) = self.seats;
            let fits = |seats: u8| (fewest..=most).contains(&seats);
            if text.parse().is_ok_and(fits) {
                continue;
            }
            let name = self.name;
            return Err(wrong(match fewest == most {
                true => text!(
                    "{name} has {most} seats, not {text}",
                    "{name} a {most} places, pas {text}"
                ),
                false => text!(
                    "{name} has {fewest} to {most} seats, not {text}",
                    "{name} a de {fewest} à {most} places, pas {text}"
                ),
            }));
        }
        match texts {
            [Some(chosen), Some(written)] if chosen != written => Err(wrong(text!(
                "{chosen} seats were chosen, and then {written} by the option `players`",
                "{chosen} places ont été choisies, puis {written} par l'option « players »"
            ))),
            [chosen, written] => {
                let seats = chosen.or(written).and_then(|text| text.parse().ok());
                let usual = self
                    .presets
                    .first()
                    .map_or(self.seats, |preset| self.seats_of(preset));
                Ok(seats.unwrap_or(usual.0))
            }
        }
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
        goal: Text::fixed("", ""),
        seats: (2, 6),
        minutes: (1, 2),
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
                name: "map",
                title: Text::fixed("Map", "Carte"),
                values: Values::Seed,
                default: None,
                absent: None,
            },
            SettingCard {
                name: "patience",
                title: Text::fixed("Patience", "Patience"),
                values: Values::Number(0, 9),
                default: Some("5"),
                absent: Some("0"),
            },
        ],
        featured: &[],
        presets: &[
            Preset {
                name: "usual",
                title: Text::fixed("Usual", "Habituel"),
                about: Text::fixed("", ""),
                seats: None,
                settings: &[],
            },
            Preset {
                name: "crowd",
                title: Text::fixed("Crowd", "Foule"),
                about: Text::fixed("", ""),
                seats: Some((5, 6)),
                settings: &[("size", "8"), ("map", "1")],
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
        let chosen = settings(&[("size", "5")]);
        let (seats, complete) = CARD.complete(&chosen, None, 7).unwrap();
        assert_eq!((seats, complete["size"].as_str()), (2, "5"));
        assert_eq!(CARD.complete(&chosen, None, 7).unwrap().1, complete);
        assert!(complete["map"].parse::<u64>().is_ok());
    }

    #[test]
    fn every_wrong_setting_is_named() {
        let chosen = settings(&[("size", "9"), ("colour", "red")]);
        let errors = CARD.complete(&chosen, Some(7), 7).unwrap_err();
        let names: Vec<&str> = errors.iter().map(|error| error.name.as_str()).collect();
        assert_eq!(names, ["colour", "size", "seats"]);
        assert_eq!(errors[2].text.en, "toy has 2 to 6 seats, not 7");
    }

    #[test]
    fn the_number_of_seats_is_read_from_the_options_of_a_record() {
        let seats = |chosen: &[(&str, &str)], seats| {
            let complete = CARD.complete(&settings(chosen), seats, 7);
            complete.map(|(seats, settings)| (seats, settings.contains_key("players")))
        };
        assert_eq!(seats(&[("players", "3")], None), Ok((3, false)));
        assert_eq!(seats(&[("players", "3")], Some(3)), Ok((3, false)));
        for wrong in ["1", "300", "-", ""] {
            assert!(seats(&[("players", wrong)], None).is_err(), "{wrong}");
        }
        let errors = seats(&[("players", "3")], Some(4)).unwrap_err();
        let text = "4 seats were chosen, and then 3 by the option `players`";
        assert_eq!(errors[0].text.en, text);
        let (seats, complete) = CARD.complete(&Settings::new(), Some(5), 7).unwrap();
        let written = CARD.written(&complete, seats);
        assert_eq!(written["players"], "5");
        assert_eq!(CARD.complete(&written, None, 1).unwrap(), (5, complete));
    }

    #[test]
    fn an_old_record_keeps_what_it_meant_before_an_option_came() {
        let complete = |chosen: &Settings| CARD.complete(chosen, None, 7).unwrap().1;
        assert_eq!(complete(&Settings::new())["patience"], "5");
        let old = settings(&[("players", "2"), ("size", "6"), ("map", "1")]);
        let played = complete(&CARD.as_played(&old));
        assert_eq!(played["patience"], "0");
        assert_eq!(CARD.written(&played, 2), old);
        for patience in ["0", "5", "7"] {
            let chosen = complete(&settings(&[("patience", patience)]));
            let written = CARD.written(&chosen, 2);
            assert_eq!(written.contains_key("patience"), patience != "0");
            assert_eq!(complete(&CARD.as_played(&written)), chosen);
        }
    }

    #[test]
    fn a_preset_gives_way_to_what_was_chosen() {
        let fill = |pairs: &[(&str, &str)], seats| {
            let mut chosen = settings(pairs);
            CARD.fill_in("crowd", &mut chosen, seats)
                .map(|seats| (seats, chosen))
        };
        let whole = settings(&[("size", "8"), ("map", "1")]);
        assert_eq!(fill(&[], None), Ok((Some(5), whole.clone())));
        assert_eq!(fill(&[], Some(3)), Ok((Some(3), whole)));
        let (seats, chosen) = fill(&[("size", "4"), ("players", "2")], None).unwrap();
        assert_eq!((seats, chosen["size"].as_str()), (None, "4"));
        assert_eq!(CARD.complete(&chosen, seats, 1).unwrap().0, 2);
        let error = CARD
            .fill_in("duel", &mut Settings::new(), None)
            .unwrap_err();
        assert_eq!(
            error.text.en,
            "unknown preset `duel`; available: usual, crowd"
        );
    }
}
