//! Matches as lists show them.

use crate::{Command, Hash, MatchId, Millis, Origin, PlayerId, Seq};

/// A match to be created. Its first events are appended.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct NewMatch {
    pub id: MatchId,
    /// How to open it: the game, its options, the commitment to its dice. Never changes; begins the chain.
    pub header: Vec<u8>,
    pub created_at: Millis,
    pub visibility: Visibility,
    pub summary: Summary,
    /// Whose it is, for quotas.
    pub owner: Option<PlayerId>,
    /// Where it comes from, for quotas.
    pub origin: Option<Origin>,
    /// The command that created it, if somebody sent one; [`Log::recall`](crate::Log::recall) finds it.
    pub command: Option<Command>,
}

/// Who may find a match without its link.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Visibility {
    Listed,
    Private,
}

/// How far a match is.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Stage {
    /// Waiting for players.
    Open,
    Running,
    Over,
}

/// What lists and schedulers need, derived from the events and kept beside them.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Summary {
    pub stage: Stage,
    /// Who is in it, for lists of one's own matches; in order, each once.
    pub players: Vec<PlayerId>,
    /// When something happens by itself, such as a flag that falls.
    pub deadline: Option<Millis>,
    /// How many seats programs have.
    pub programs: u8,
    /// What a list shows.
    pub text: Vec<u8>,
}

/// Where the chain of a match ends.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Head {
    /// 0 before the first event.
    pub seq: Seq,
    pub hash: Hash,
}

/// A match without its events.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Match {
    pub id: MatchId,
    pub header: Vec<u8>,
    pub created_at: Millis,
    pub visibility: Visibility,
    pub summary: Summary,
    pub head: Head,
    pub owner: Option<PlayerId>,
    pub origin: Option<Origin>,
    /// About how much of the store it takes up, with its events and commands.
    pub bytes: u64,
    /// When its last event happened, or when it was created.
    pub last_at: Millis,
}

/// Which matches are wanted, newest first.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Listing {
    pub stage: Option<Stage>,
    /// Only those that this player is in.
    pub player: Option<PlayerId>,
    /// `None` for all: that is for the players themselves and for the host.
    pub visibility: Option<Visibility>,
    /// Only those that come after this place; [`Match::cursor`] of the last one shown.
    pub after: Option<Cursor>,
    pub limit: usize,
}

/// A place in a list.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Cursor {
    pub created_at: Millis,
    pub id: MatchId,
}

/// A match in which something happens by itself.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Due {
    pub id: MatchId,
    pub deadline: Millis,
}

impl Match {
    pub fn cursor(&self) -> Cursor {
        Cursor {
            created_at: self.created_at,
            id: self.id.clone(),
        }
    }
}

impl Summary {
    /// Of a match that nobody has joined.
    pub fn open(text: impl Into<Vec<u8>>) -> Summary {
        Summary {
            stage: Stage::Open,
            players: Vec::new(),
            deadline: None,
            programs: 0,
            text: text.into(),
        }
    }

    /// In the form in which it is stored.
    pub(crate) fn in_order(mut self) -> Summary {
        self.players.sort();
        self.players.dedup();
        self
    }
}

impl Listing {
    /// Everything, `limit` at a time.
    pub fn all(limit: usize) -> Listing {
        Listing {
            stage: None,
            player: None,
            visibility: None,
            after: None,
            limit,
        }
    }
}

impl Visibility {
    pub fn name(self) -> &'static str {
        match self {
            Visibility::Listed => "listed",
            Visibility::Private => "private",
        }
    }

    pub fn from_name(name: &str) -> Option<Visibility> {
        [Visibility::Listed, Visibility::Private]
            .into_iter()
            .find(|visibility| visibility.name() == name)
    }
}

impl Stage {
    pub const ALL: [Stage; 3] = [Stage::Open, Stage::Running, Stage::Over];

    pub fn name(self) -> &'static str {
        match self {
            Stage::Open => "open",
            Stage::Running => "running",
            Stage::Over => "over",
        }
    }

    pub fn from_name(name: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.name() == name)
    }
}
