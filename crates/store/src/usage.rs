//! How much of a store somebody uses: what quotas count.

use crate::{Command, MatchId, Millis, NewEvent, Origin, PlayerId};

/// Whose matches are counted.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum UsageOf {
    /// All matches that this player created.
    Owner(PlayerId),
    /// All bytes of the matches that were created from there; of the open ones, those in which something
    /// has happened since `since`.
    Origin { origin: Origin, since: Millis },
}

/// What the matches of somebody come to.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Usage {
    /// Matches that are not over.
    pub open: u64,
    /// Those of them in which a program has a seat.
    pub with_programs: u64,
    /// What all matches take up, finished ones too.
    pub bytes: u64,
}

/// Beside what an event or a command says: its numbers and hashes, and its part of the indexes.
pub(crate) const ROW: usize = 96;

/// The row of a match, what lists show of it, and its part of the indexes.
pub(crate) const MATCH: usize = 1_024;

/// What a match takes up before its first event.
pub(crate) fn bytes_of_match(header: &[u8]) -> u64 {
    count(header.len() + MATCH)
}

pub(crate) fn bytes_of_event(id: &MatchId, event: &NewEvent) -> u64 {
    count(id.as_str().len() + event.rule_set.as_str().len() + event.payload.len() + ROW)
}

/// The ids stand in the table and in the index that makes a command happen once.
pub(crate) fn bytes_of_command(id: &MatchId, command: &Command) -> u64 {
    let ids = id.as_str().len() + command.session.as_str().len() + command.id.as_str().len();
    count(2 * ids + command.reply.len() + ROW)
}

fn count(bytes: usize) -> u64 {
    u64::try_from(bytes).expect("no machine has more than 64 bits")
}
