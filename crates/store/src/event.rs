//! What happened in a match, one thing at a time.

use crate::{Hash, Line, Millis, Seq};

/// What kind of thing happened.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum EventKind {
    /// An action of a seat.
    Action,
    /// A result of nature.
    Chance,
    /// A step of the table's own: a resignation, an agreed draw, a flag that fell.
    Table,
    /// Somebody sat down, left, or was replaced.
    Seat,
    /// Something asked of the others: a draw, taking back, a rematch; or the answer to it.
    Offer,
    /// Steps were taken back.
    Undo,
    /// Something said.
    Chat,
}

/// An event to be appended; its number and its hash are the store's to give.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct NewEvent {
    /// By which rules it was judged: the rule set's name and version.
    pub rule_set: Line,
    pub kind: EventKind,
    pub payload: Vec<u8>,
    /// The hash of the game's state after it; in the chain, so that replay can be checked.
    pub state_hash: u64,
    pub at: Millis,
}

/// An event of the log.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Event {
    /// Counts the events of its match from 1.
    pub seq: Seq,
    pub event: NewEvent,
    /// The checksum of the command whose last event it is, over its answer too. Events of 0.1 have none.
    pub command: Option<Hash>,
    /// Over this event and all before it.
    pub hash: Hash,
}

impl EventKind {
    pub const ALL: [EventKind; 7] = [
        EventKind::Action,
        EventKind::Chance,
        EventKind::Table,
        EventKind::Seat,
        EventKind::Offer,
        EventKind::Undo,
        EventKind::Chat,
    ];

    /// How it is stored. Part of the hash: a name never changes.
    pub fn name(self) -> &'static str {
        match self {
            EventKind::Action => "action",
            EventKind::Chance => "chance",
            EventKind::Table => "table",
            EventKind::Seat => "seat",
            EventKind::Offer => "offer",
            EventKind::Undo => "undo",
            EventKind::Chat => "chat",
        }
    }

    pub fn from_name(name: &str) -> Option<EventKind> {
        EventKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
