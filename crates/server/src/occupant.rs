//! Who sits in a seat.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vauban_game::{Seat, SeatSet, Text, shorten, text};
use vauban_table::{AgentSpec, Level};

/// Who holds a seat.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Occupant {
    /// Anybody who may join can sit down here.
    Open,
    Person {
        player: String,
        name: String,
    },
    Agent {
        level: Program,
    },
}

/// A level of the game, from 1, or a program by its name with its parameters, such as `deep:4`.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Program {
    Level(usize),
    Named(String),
}

impl Program {
    /// The longest name with parameters.
    const LONGEST: usize = 60;

    /// As it is typed: a number is a level.
    pub fn read(text: &str) -> Program {
        let number = text.strip_prefix("level:").unwrap_or(text);
        match number.parse() {
            Ok(level) => Program::Level(level),
            Err(_) => Program::Named(text.to_owned()),
        }
    }

    /// The agent that sits down, or why it cannot be read. How long it thinks is for the server to say, so
    /// that a budget of its own is refused.
    pub fn spec(&self) -> Result<AgentSpec, Text> {
        let name = match self {
            Program::Level(level) => return Ok(AgentSpec::level(*level)),
            Program::Named(name) => name,
        };
        let refused = || {
            text!(
                "`{name}` is not a program; write its name and parameters, without a budget",
                "« {name} » n'est pas un programme ; écrivez son nom et ses paramètres, sans budget",
                name = shorten(name)
            )
        };
        if name.len() > Program::LONGEST {
            return Err(refused());
        }
        let spec: AgentSpec = name.parse()?;
        let named = spec.number().is_none() && !spec.has_budget();
        named.then(|| spec.within(Level::TURN)).ok_or_else(refused)
    }

    /// As records say it.
    pub fn shown(&self) -> String {
        match self {
            Program::Level(level) => format!("level {level}"),
            Program::Named(name) => name.replace(';', ","),
        }
    }

    /// The number, if it is a level.
    pub fn level(&self) -> Option<usize> {
        match self {
            Program::Level(level) => Some(*level),
            Program::Named(_) => None,
        }
    }

    /// The name, if it is not a level.
    pub fn name(&self) -> Option<&str> {
        match self {
            Program::Level(_) => None,
            Program::Named(name) => Some(name),
        }
    }
}

impl std::fmt::Display for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Program::Level(level) => level.fmt(f),
            Program::Named(name) => f.write_str(name),
        }
    }
}

impl Occupant {
    pub fn is_person(&self, id: &str) -> bool {
        matches!(self, Occupant::Person { player, .. } if player == id)
    }

    /// As the record's `Seats` tag says it.
    pub fn shown(&self) -> String {
        match self {
            Occupant::Open => "open".into(),
            Occupant::Person { name, .. } => name.replace(';', ","),
            Occupant::Agent { level } => level.shown(),
        }
    }
}

/// The seats that `player` holds.
pub fn held_by(seats: &[Occupant], player: &str) -> SeatSet {
    (0u8..)
        .map(Seat)
        .zip(seats)
        .filter(|(_, occupant)| occupant.is_person(player))
        .map(|(seat, _)| seat)
        .collect()
}
