//! File formats of a game's own, besides Vauban's records and positions.

use std::fmt;

use crate::{Game, Seat, Settings, Text};

/// Reads and writes a foreign file format. A game without one leaves everything as it is.
pub trait Formats: Game {
    /// The format, if the game has one.
    fn format(&self) -> Option<FormatCard> {
        None
    }
    /// Whether `text` looks like the format: good enough to choose the reader, not to promise success.
    fn recognise(&self, _text: &str) -> bool {
        false
    }
    /// Understands a file. What it says still passes through the rules.
    fn import(&self, _text: &str) -> Result<Imported, FormatError> {
        Err(FormatError {
            line: None,
            text: Text::fixed(
                "this game has no file format of its own",
                "ce jeu n'a pas de format de fichier propre",
            ),
        })
    }
    /// Writes a match that began in `start` and went through `steps` to `now`; `None` without a format.
    fn export(
        &self,
        _start: &Self::State,
        _steps: &[(Seat, Self::Action)],
        _now: &Self::State,
    ) -> Option<Result<String, FormatError>> {
        None
    }
}

/// What the help shows of a format.
#[derive(Debug)]
pub struct FormatCard {
    pub name: &'static str,
    pub about: Text,
}

/// What a foreign file says, in Vauban's words.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Imported {
    /// Options that the file implies.
    pub settings: Settings,
    /// Where it starts, if not at the game's start.
    pub position: Option<String>,
    /// Actions in the game's notation, in order.
    pub steps: Vec<String>,
}

/// What is wrong with a file, and in which line.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct FormatError {
    pub line: Option<usize>,
    pub text: Text,
}

impl FormatError {
    /// The whole message, with the line if it is known.
    pub fn message(&self) -> Text {
        match self.line {
            None => self.text.clone(),
            Some(line) => Text::new(
                format!("line {line}: {}", self.text.en),
                format!("ligne {line} : {}", self.text.fr),
            ),
        }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().en)
    }
}
