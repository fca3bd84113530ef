//! The result of checking the whole store.

use std::fmt;

use crate::{Event, Hash, Head, MatchId, PlayerId, Seq, StoreError};

/// The result of [`Upkeep::verify`](crate::Upkeep::verify).
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Report {
    pub matches: u64,
    pub events: u64,
    pub commands: u64,
    /// Matches that the operator has deleted.
    pub deleted: u64,
    pub flaws: Vec<Flaw>,
}

/// Something that no correct store contains.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Flaw {
    /// The event is not what was hashed when it was appended.
    BrokenChain {
        id: MatchId,
        seq: Seq,
        stored: Hash,
        computed: Hash,
    },
    /// Events are missing before this one.
    Gap {
        id: MatchId,
        expected: Seq,
        found: Seq,
    },
    /// The match says that it ends elsewhere than its events do.
    WrongHead { id: MatchId, says: Seq, found: Seq },
    /// A command was carried out twice, recorded beyond the end of its match, or is not what it was
    /// when it was recorded.
    WrongCommand { id: MatchId, text: String },
    /// What lists show of a match, or who may find it, is not what was written.
    WrongSummary { id: MatchId },
    /// A token is not what was written; this is the session it opens.
    WrongToken { session: String },
    /// A ban is not what was written.
    WrongBan { player: PlayerId },
    /// The marker of a deleted match is not what was written, or the match is still there.
    WrongDeletion { id: MatchId },
    /// So many matches were created that are neither there nor deleted; or there are more than were created.
    WrongCount { created: u64, found: u64 },
    /// How much a match takes up is not what its rows come to.
    WrongUsage { id: MatchId },
    /// What the finished matches of an account or an address take up is not what they come to.
    WrongTotal { whose: String },
    /// The archive of a match cannot be read, or there are rows beside it.
    WrongArchive { id: MatchId, text: String },
    /// The checkpoint beside the file belongs to a later state of it, or to another store.
    WrongCheckpoint(StoreError),
    /// A row belongs to something that is not there.
    Orphan { table: String, rows: u64 },
    /// A row cannot be read.
    Unreadable(String),
    /// The database's own check found this.
    Database(String),
}

impl Flaw {
    /// The match whose rows are wrong, if it is one.
    pub(crate) fn id(&self) -> Option<&MatchId> {
        match self {
            Flaw::BrokenChain { id, .. }
            | Flaw::Gap { id, .. }
            | Flaw::WrongHead { id, .. }
            | Flaw::WrongCommand { id, .. }
            | Flaw::WrongSummary { id }
            | Flaw::WrongDeletion { id }
            | Flaw::WrongArchive { id, .. }
            | Flaw::WrongUsage { id } => Some(id),
            Flaw::WrongToken { .. }
            | Flaw::WrongBan { .. }
            | Flaw::WrongCount { .. }
            | Flaw::WrongTotal { .. }
            | Flaw::WrongCheckpoint(_)
            | Flaw::Orphan { .. }
            | Flaw::Unreadable(_)
            | Flaw::Database(_) => None,
        }
    }
}

impl Report {
    pub fn is_sound(&self) -> bool {
        self.flaws.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} matches, {} events, {} commands{}: {}",
            self.matches,
            self.events,
            self.commands,
            match self.deleted {
                0 => String::new(),
                deleted => format!(", {deleted} deleted matches"),
            },
            match self.flaws.len() {
                0 => "sound".to_owned(),
                1 => "1 flaw".to_owned(),
                more => format!("{more} flaws"),
            }
        )?;
        self.flaws
            .iter()
            .try_for_each(|flaw| writeln!(f, "  {flaw}"))
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::BrokenChain {
                id,
                seq,
                stored,
                computed,
            } => write!(
                f,
                "match {id}: event {seq} has the hash {stored}, but its content gives {computed}"
            ),
            Flaw::Gap {
                id,
                expected,
                found,
            } => write!(
                f,
                "match {id}: event {expected} is missing; the next one is {found}"
            ),
            Flaw::WrongHead { id, says, found } => write!(
                f,
                "match {id}: it should end with event {says}, but ends with {found}, or with another hash"
            ),
            Flaw::WrongCommand { id, text } => write!(f, "match {id}: {text}"),
            Flaw::WrongSummary { id } => write!(
                f,
                "match {id}: its summary or its visibility is not what was written"
            ),
            Flaw::WrongToken { session } => {
                write!(f, "a token of session {session} is not what was written")
            }
            Flaw::WrongBan { player } => {
                write!(f, "the ban of account {player} is not what was written")
            }
            Flaw::WrongDeletion { id } => write!(
                f,
                "match {id}: the marker of its deletion is not what was written, or the match is still there"
            ),
            Flaw::WrongCount { created, found } => write!(
                f,
                "{created} matches were created, but only {found} exist or were deleted by the operator"
            ),
            Flaw::WrongUsage { id } => write!(
                f,
                "match {id}: its recorded size is not the size of its events and commands"
            ),
            Flaw::WrongTotal { whose } => write!(
                f,
                "the recorded size of the finished matches of {whose} is not the sum of their sizes"
            ),
            Flaw::WrongArchive { id, text } => write!(f, "match {id}: its archive: {text}"),
            Flaw::WrongCheckpoint(error) => error.fmt(f),
            Flaw::Orphan { table, rows } => {
                write!(
                    f,
                    "{rows} rows of `{table}` belong to something that does not exist"
                )
            }
            Flaw::Unreadable(text) => write!(f, "unreadable: {text}"),
            Flaw::Database(text) => write!(f, "the database reports: {text}"),
        }
    }
}

/// A walk along the chain of one match.
pub(crate) struct Walk {
    id: MatchId,
    seq: Seq,
    hash: Hash,
}

impl Walk {
    /// Before the first event.
    pub(crate) fn new(id: MatchId, hash: Hash) -> Walk {
        Walk { id, seq: 0, hash }
    }

    pub(crate) fn id(&self) -> &MatchId {
        &self.id
    }

    /// The next event. After a flaw the walk goes on from what is stored, so that one flaw is told once.
    pub(crate) fn see(&mut self, event: &Event, report: &mut Report) {
        report.events += 1;
        let id = self.id.clone();
        let computed = self.hash.then(&id, event.seq, &event.event, event.command);
        if event.seq != self.seq + 1 {
            report.flaws.push(Flaw::Gap {
                id,
                expected: self.seq + 1,
                found: event.seq,
            });
        } else if event.hash != computed {
            report.flaws.push(Flaw::BrokenChain {
                id,
                seq: event.seq,
                stored: event.hash,
                computed,
            });
        }
        (self.seq, self.hash) = (event.seq, event.hash);
    }

    /// After the last event.
    pub(crate) fn end(self, head: Head, report: &mut Report) {
        if (head.seq, head.hash) != (self.seq, self.hash) {
            report.flaws.push(Flaw::WrongHead {
                id: self.id,
                says: head.seq,
                found: self.seq,
            });
        }
    }
}
