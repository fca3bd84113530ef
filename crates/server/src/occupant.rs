//! Who sits in a seat.

use serde::{Deserialize, Serialize};
use vauban_game::{Seat, SeatSet};

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
    /// A program of this level, from 1.
    Agent {
        level: usize,
    },
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
            Occupant::Agent { level } => format!("level {level}"),
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
