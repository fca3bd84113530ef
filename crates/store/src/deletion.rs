//! What is left of a match that the operator has deleted.

use crate::{Head, MatchId, Millis};

/// The marker in the place of a deleted match. Its id is never used again, and a look through the store
/// does not miss the match.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Deletion {
    pub id: MatchId,
    pub created_at: Millis,
    pub deleted_at: Millis,
    /// Where its chain ended.
    pub head: Head,
}
