//! What happened in a match, as the event log keeps it. Seats count from 1, as in records.
//!
//! The names on disk are those of release 0.1, which called an event a deed.

use serde::{Deserialize, Serialize};
use vauban_store::EventKind;
use vauban_table::Standing;

use crate::{Problem, occupant::Program};

/// One thing that was done.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "kebab-case")]
pub enum Event {
    /// An answer to the question `ask`.
    Act {
        seat: u8,
        ask: u64,
        text: String,
        /// How long a program thought, in milliseconds; its clock is charged with that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<u64>,
        /// It goes on with the order before it: the two are taken back together.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        joined: bool,
    },
    /// A result of nature, which followed from the event before it.
    Chance {
        text: String,
    },
    /// The seat leaves an answer that is given from now on, or withdraws it.
    Stand {
        seat: u8,
        answer: Option<Standing>,
    },
    Resign {
        seat: u8,
    },
    /// The seat's time has run out.
    Timeout {
        seat: u8,
    },
    /// The seat was away too long, and `by` claimed it.
    Forfeit {
        seat: u8,
        by: u8,
    },
    /// Offers a draw, or accepts one.
    Draw {
        seat: u8,
    },
    /// Declines one that others have offered.
    Decline {
        seat: u8,
    },
    /// Takes back what the policy lets a seat take back alone; or, for the seats of one person who plays
    /// against nobody but programs, to where that person can choose again.
    Undo {
        seat: u8,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        people: Vec<u8>,
    },
    /// Asks the others to let it take back.
    AskUndo {
        seat: u8,
    },
    /// The answer to that.
    Consent {
        seat: u8,
        agrees: bool,
    },
    Sit {
        seat: u8,
        player: String,
        name: String,
        /// What it adds to the dice, if they are not fixed yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
    },
    /// Adds something else to the dice.
    Seed {
        seat: u8,
        seed: String,
    },
    /// The seat is open again.
    Leave {
        seat: u8,
    },
    /// A program takes an open seat.
    Appoint {
        seat: u8,
        level: Program,
    },
    /// A program stands in for a person who was away too long, because `by` wished so.
    Replace {
        seat: u8,
        level: Program,
        by: u8,
    },
    /// The person for whom a program stood in is back.
    Reclaim {
        seat: u8,
    },
    Say {
        player: String,
        name: String,
        seats: Vec<u8>,
        text: String,
    },
    /// `player` does not want to read `other` any more, or again.
    Mute {
        player: String,
        other: String,
        muted: bool,
    },
    /// `player` has made a link by which others may watch; the hash of its key, in hexadecimal.
    Share {
        hash: String,
        player: String,
        name: String,
    },
    /// That link leads nowhere any more.
    Withdraw {
        share: String,
    },
    /// The match ends without a result.
    Close,
    /// The same again, in another match.
    Rematch {
        id: String,
    },
}

impl Event {
    pub fn kind(&self) -> EventKind {
        match self {
            Event::Act { .. } => EventKind::Action,
            Event::Chance { .. } => EventKind::Chance,
            Event::Resign { .. }
            | Event::Timeout { .. }
            | Event::Forfeit { .. }
            | Event::Share { .. }
            | Event::Withdraw { .. }
            | Event::Close => EventKind::Table,
            Event::Draw { .. }
            | Event::Decline { .. }
            | Event::AskUndo { .. }
            | Event::Consent { .. }
            | Event::Rematch { .. } => EventKind::Offer,
            Event::Undo { .. } => EventKind::Undo,
            Event::Sit { .. }
            | Event::Stand { .. }
            | Event::Seed { .. }
            | Event::Leave { .. }
            | Event::Appoint { .. }
            | Event::Replace { .. }
            | Event::Reclaim { .. } => EventKind::Seat,
            Event::Say { .. } | Event::Mute { .. } => EventKind::Chat,
        }
    }

    pub fn write(&self) -> Result<Vec<u8>, Problem> {
        serde_json::to_vec(self).map_err(|error| {
            tracing::error!(%error, "a event");
            Problem::internal()
        })
    }

    pub fn read(bytes: &[u8]) -> Result<Event, serde_json::Error> {
        serde_json::from_slice(bytes)
    }
}
