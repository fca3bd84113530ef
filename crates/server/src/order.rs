//! What somebody wants done in a match.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vauban_game::Lang;
use vauban_store::{CommandId, Hash, Line, PlayerId, SessionId};

use crate::Problem;

/// One order, by POST or as a frame of a WebSocket. Which fields it needs depends on `do`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[schema(example = json!({"command_id": "7f3a-1", "ask": 1, "text": "j3j4"}))]
pub struct CommandBody {
    /// Chosen by the sender; sending the same command again does nothing twice.
    pub command_id: String,
    /// What to do; without it the order is an answer.
    #[serde(default, rename = "do")]
    pub verb: Verb,
    /// Which of one's own seats, needed only by who holds several; or the seat that is appointed to,
    /// claimed against or replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The question that is answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<u64>,
    /// The action in the game's notation, or what is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The answer to who would like to take back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
    /// What the seat adds to the dice, when it joins or later; else it is drawn. Fixed when the match begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The level of the program that is to sit down, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
    /// Whom to mute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Whether to mute or to listen again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muted: Option<bool>,
}

/// What can be ordered.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    #[default]
    Answer,
    Resign,
    Draw,
    Undo,
    AskUndo,
    Consent,
    Join,
    Seed,
    Leave,
    Appoint,
    /// Wins against a seat whose person is away too long, or has it leave the match.
    Claim,
    /// Lets a program stand in for a person who is away too long.
    Replace,
    /// Sits down again where a program stands in for one.
    Reclaim,
    Say,
    Mute,
}

/// An order that has all it needs.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Order {
    Answer {
        seat: Option<u8>,
        ask: u64,
        text: String,
    },
    Resign {
        seat: Option<u8>,
    },
    Draw {
        seat: Option<u8>,
    },
    Undo {
        seat: Option<u8>,
    },
    AskUndo {
        seat: Option<u8>,
    },
    Consent {
        seat: Option<u8>,
        agrees: bool,
    },
    /// Sits down; in any open seat if none is named.
    Join {
        seat: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
    },
    /// Adds another seed to the dice.
    Seed {
        seat: Option<u8>,
        seed: String,
    },
    Leave {
        seat: Option<u8>,
    },
    Appoint {
        seat: u8,
        level: usize,
    },
    Claim {
        seat: u8,
    },
    Replace {
        seat: u8,
        level: usize,
    },
    Reclaim {
        seat: Option<u8>,
    },
    Say {
        text: String,
    },
    Mute {
        player: String,
        muted: bool,
    },
    /// Tells the others of a rematch; only the server says this.
    Rematch {
        id: String,
    },
    /// A flag falls; only the server says this.
    Timeout {
        seat: u8,
    },
}

/// An order, who gives it, and under which name it is remembered.
#[derive(Clone, Debug)]
pub struct Command {
    pub session: SessionId,
    pub id: CommandId,
    pub by: Actor,
    /// The key of a private match's link, if it came with one.
    pub key: Option<String>,
    pub order: Order,
    pub lang: Lang,
}

/// Who gives an order.
#[derive(Clone, Debug)]
pub enum Actor {
    Person {
        player: PlayerId,
        name: Line,
    },
    /// The program in this seat, from 1.
    Agent {
        seat: u8,
        /// How long it thought, in milliseconds.
        spent: u64,
    },
    /// The server itself.
    Server,
}

impl Actor {
    pub fn player(&self) -> Option<&PlayerId> {
        match self {
            Actor::Person { player, .. } => Some(player),
            Actor::Agent { .. } | Actor::Server => None,
        }
    }
}

impl CommandBody {
    /// The command's id and the order, if all that it needs is there.
    pub fn order(self) -> Result<(CommandId, Order), Problem> {
        let id = CommandId::new(&self.command_id)
            .map_err(|error| Problem::bad_request(format!("command_id: {error}")))?;
        let seat = self.seat;
        let order = match self.verb {
            Verb::Answer => Order::Answer {
                seat,
                ask: need(self.ask, "ask")?,
                text: need(self.text, "text")?,
            },
            Verb::Resign => Order::Resign { seat },
            Verb::Draw => Order::Draw { seat },
            Verb::Undo => Order::Undo { seat },
            Verb::AskUndo => Order::AskUndo { seat },
            Verb::Consent => Order::Consent {
                seat,
                agrees: need(self.agrees, "agrees")?,
            },
            Verb::Join => Order::Join {
                seat,
                seed: self.seed,
            },
            Verb::Seed => Order::Seed {
                seat,
                seed: need(self.seed, "seed")?,
            },
            Verb::Leave => Order::Leave { seat },
            Verb::Appoint => Order::Appoint {
                seat: need(seat, "seat")?,
                level: need(self.level, "level")?,
            },
            Verb::Claim => Order::Claim {
                seat: need(seat, "seat")?,
            },
            Verb::Replace => Order::Replace {
                seat: need(seat, "seat")?,
                level: need(self.level, "level")?,
            },
            Verb::Reclaim => Order::Reclaim { seat },
            Verb::Say => Order::Say {
                text: need(self.text, "text")?,
            },
            Verb::Mute => Order::Mute {
                player: need(self.player, "player")?,
                muted: self.muted.unwrap_or(true),
            },
        };
        Ok((id, order))
    }
}

fn need<T>(field: Option<T>, name: &str) -> Result<T, Problem> {
    field.ok_or_else(|| Problem::bad_request(format!("the field `{name}` is missing")))
}

impl Order {
    /// The same for equal orders, however they were written and sent.
    pub fn fingerprint(&self) -> Hash {
        Hash::of(&serde_json::to_vec(self).expect("plain data has a JSON form"))
    }
}
