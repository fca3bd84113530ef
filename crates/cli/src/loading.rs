//! From a file to matches: which of its records, and through which rules.

use std::path::{Path, PathBuf};

use vauban_game::{Settings, Text, text};
use vauban_table::{AnyGame, AnyMatch, Opening, Record, ReplayError};

use crate::{
    failure::Failure,
    files,
    format::{is_dash, whole},
};

/// A file that is to be opened, and which of its records, from 1.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub path: PathBuf,
    pub record: Option<usize>,
}

impl Wanted {
    /// As it is typed after `load`: a file's name, then perhaps the number of a record. What is
    /// itself the name of a file is only that.
    pub fn read(text: &str) -> Wanted {
        let whole = Wanted {
            path: text.into(),
            record: None,
        };
        if whole.path.exists() {
            return whole;
        }
        let numbered = text.rsplit_once(char::is_whitespace).and_then(|(file, n)| {
            Some(Wanted {
                path: file.trim_end().into(),
                record: Some(n.parse().ok()?),
            })
        });
        numbered.unwrap_or(whole)
    }

    /// Opens a match of `game` from the file.
    pub fn open(&self, game: &dyn AnyGame, opening: Opening) -> Result<Box<dyn AnyMatch>, Failure> {
        let path = &self.path;
        if is_dash(path) {
            return Err(Failure::file(
                path,
                &Text::fixed(
                    "standard input is used by the match; name a file",
                    "l'entrée standard sert à la partie ; indiquez un fichier",
                ),
            ));
        }
        let content = Content::read(&files::read(path)?, path)?;
        match content {
            Content::Records(records) => {
                let record = one(&records, self.record, path)?;
                let whole = whole(record);
                game.replay(whole.as_ref().unwrap_or(record), opening, None)
            }
            Content::Other(text) => {
                no_record(self.record, path)?;
                game.load(&text, opening)
            }
        }
        .map_err(|error| Failure::replay(path, &error))
    }
}

/// What a file holds.
#[derive(Debug)]
pub enum Content {
    Records(Vec<Record>),
    /// A position, or a format of a game's own.
    Other(String),
}

impl Content {
    pub fn read(text: &str, path: &Path) -> Result<Content, Failure> {
        if !Record::is_record(text) {
            return Ok(Content::Other(text.to_owned()));
        }
        Record::read_all(text)
            .map(Content::Records)
            .map_err(|error| Failure::replay(path, &ReplayError::from(error)))
    }
}

/// The record that was asked for; without a number there must be only one.
pub fn one<'a>(
    records: &'a [Record],
    wanted: Option<usize>,
    path: &Path,
) -> Result<&'a Record, Failure> {
    let count = records.len();
    let text = match (wanted, records) {
        (None, [only]) => return Ok(only),
        (None, _) => Text::new(
            format!("holds {count} records; pick one with --record N or `load FILE N`"),
            format!(
                "contient {count} parties ; choisissez-en une avec --record N ou « load FICHIER N »"
            ),
        ),
        (Some(number), _) => {
            let found = number.checked_sub(1).and_then(|index| records.get(index));
            if let Some(record) = found {
                return Ok(record);
            }
            Text::new(
                format!("has no record {number}; records are numbered from 1 to {count}"),
                format!("n'a pas de partie {number} ; elles sont numérotées de 1 à {count}"),
            )
        }
    };
    Err(Failure::file(path, &text))
}

/// A number was given although the file holds no records.
pub fn no_record(wanted: Option<usize>, path: &Path) -> Result<(), Failure> {
    match wanted {
        None => Ok(()),
        Some(number) => Err(Failure::file(
            path,
            &Text::new(
                format!("does not hold records, so there is no record {number}"),
                format!("ne contient pas de parties, donc pas de partie {number}"),
            ),
        )),
    }
}

/// Options and seats that were chosen must be those of the match: a file may bring its own.
pub fn used(
    chosen: &Settings,
    seats: Option<u8>,
    table: &dyn AnyMatch,
    path: &Path,
) -> Result<(), Failure> {
    let count = table.seats();
    if let Some(seats) = seats.filter(|&seats| seats != count) {
        let text = text!(
            "was played with {count} seats, not {seats}; remove --seats or the preset",
            "a été joué à {count} places, pas {seats} ; retirez --seats ou le préréglage"
        );
        return Err(Failure::file(path, &text));
    }
    let card = table.card();
    let own = card.as_played(&card.written(table.settings(), count));
    let unused = chosen
        .iter()
        .find(|(name, value)| own.get(*name) != Some(*value));
    let Some((name, value)) = unused else {
        return Ok(());
    };
    let text = match own.get(name) {
        Some(other) => text!(
            "was played with {name}={other}, not {name}={value}; remove that option or the preset",
            "a été joué avec {name}={other}, pas {name}={value} ; retirez cette option ou le préréglage"
        ),
        None => text!(
            "was played without {name}={value}; remove that option or the preset",
            "a été joué sans {name}={value} ; retirez cette option ou le préréglage"
        ),
    };
    Err(Failure::file(path, &text))
}
