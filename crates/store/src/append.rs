//! One command and what it did, written as one.

use std::fmt;

use crate::{
    CommandId, Event, Hash, Head, Lease, MatchId, NewEvent, PlayerId, Seq, SessionId, StoreError,
    Summary,
};

/// What is to be written: all of it or nothing.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Append {
    pub match_id: MatchId,
    /// The number of the last event that the writer had seen.
    pub expected_seq: Seq,
    /// The command that caused it, if somebody sent one.
    pub command: Option<Command>,
    /// May be empty: then only the answer is kept.
    pub events: Vec<NewEvent>,
    /// What lists show from now on; `None` leaves it.
    pub summary: Option<Summary>,
    /// The duty by which it is written: nothing is, once another node has taken that over.
    pub lease: Option<Lease>,
    /// The player whose orders that repeat end with it in this match, but for the one by which it is written.
    pub ends_orders_of: Option<PlayerId>,
}

impl Append {
    /// Its events as they are stored after `head`, each chained to the one before.
    pub fn chained(&self, head: Head) -> Vec<Event> {
        let end = self.end(head);
        let command = self.checksum(end);
        let mut hash = head.hash;
        let chain = (head.seq + 1..).zip(&self.events).map(|(seq, event)| {
            let command = command.filter(|_| seq == end);
            hash = hash.then(&self.match_id, seq, event, command);
            Event {
                seq,
                event: event.clone(),
                command,
                hash,
            }
        });
        chain.collect()
    }

    /// The number of its last event after `head`.
    pub(crate) fn end(&self, head: Head) -> Seq {
        head.seq + Seq::try_from(self.events.len()).expect("no machine has more than 64 bits")
    }

    /// Of its command, if there is one.
    pub(crate) fn checksum(&self, end: Seq) -> Option<Hash> {
        let command = self.command.as_ref();
        command.map(|command| Hash::of_command(&self.match_id, end, command))
    }
}

/// A command as it came, and the answer that it gets, now and whenever it is sent again.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Command {
    pub session: SessionId,
    pub id: CommandId,
    /// A fingerprint of the request's body.
    pub body: Hash,
    pub reply: Vec<u8>,
}

/// What is kept of a command.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Recorded {
    pub body: Hash,
    pub reply: Vec<u8>,
    /// The last event of the match when the command had been carried out.
    pub seq: Seq,
}

/// Where the chain ends after an append.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Appended {
    pub seq: Seq,
    pub hash: Hash,
}

/// Why nothing was appended. They are looked for in this order.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Refused {
    NoSuchMatch,
    /// The same command has been carried out; this was the answer.
    Repeated {
        reply: Vec<u8>,
    },
    /// The command's id has been used for another body.
    Reused,
    /// Another node has taken over the duty by which it was to be written.
    TakenOver,
    /// Somebody else was first.
    Conflict {
        current_seq: Seq,
    },
    /// The summary names a player who does not exist.
    NoSuchPlayer,
    /// Nothing is known to have been written. Ask again with the same command id.
    Storage(StoreError),
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        Refused::Storage(error)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoSuchMatch => f.write_str("there is no such match"),
            Refused::Repeated { .. } => f.write_str("this command has been carried out already"),
            Refused::Reused => f.write_str("this command id was used for something else"),
            Refused::TakenOver => f.write_str("another node has taken this over"),
            Refused::Conflict { current_seq } => {
                write!(f, "the match has moved on to event {current_seq}")
            }
            Refused::NoSuchPlayer => f.write_str("there is no such player"),
            Refused::Storage(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Refused {}
