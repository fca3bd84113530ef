//! Who plays, and from where.

use crate::{Line, Millis, PlayerId, SessionId};

/// A player or guest.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Player {
    pub id: PlayerId,
    /// As others see it. Text, never markup.
    pub name: Line,
    pub created_at: Millis,
}

/// A player as the operator sees it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Account {
    pub player: Player,
    /// Since when nothing opens a session of theirs.
    pub banned_at: Option<Millis>,
}

/// One browser or one program of a player's; command ids are unique within it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Session {
    pub id: SessionId,
    pub player: PlayerId,
    pub created_at: Millis,
}
