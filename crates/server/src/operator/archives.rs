//! Archiving old finished matches, some at a time.

use serde::{Deserialize, Serialize};
use vauban_store::{Archiving, MatchId};

use crate::registry::Registry;

use super::{OperatorAnswer, OperatorError};

const DAY: u64 = 24 * 60 * 60 * 1_000;

/// What was archived.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ArchivedMatches {
    pub matches: u64,
    /// The rows of events and answers that are one row for each match now.
    pub rows: u64,
    /// About what they took up, in bytes.
    pub bytes: u64,
    /// What they take up now.
    pub packed: u64,
    /// Those that stay as they are, since something of them is damaged.
    pub flawed: Vec<String>,
    /// After which match to go on; none if all were looked at.
    pub next: Option<String>,
}

impl ArchivedMatches {
    /// With what was archived after that.
    pub fn and(mut self, more: ArchivedMatches) -> ArchivedMatches {
        self.matches += more.matches;
        self.rows += more.rows;
        self.bytes += more.bytes;
        self.packed += more.packed;
        self.flawed.extend(more.flawed);
        self.next = more.next;
        self
    }
}

/// Each match is archived in a transaction of its own: this can be stopped at any time.
pub(super) async fn archive(
    registry: &Registry,
    days: u64,
    after: Option<MatchId>,
    limit: usize,
) -> Result<OperatorAnswer, OperatorError> {
    let now = registry.time.now();
    let before = now.saturating_sub(days.saturating_mul(DAY));
    let finished = registry.store().finished(before, after, limit).await?;
    let mut done = ArchivedMatches {
        next: finished.last().map(MatchId::to_string),
        ..ArchivedMatches::default()
    };
    for id in finished {
        match registry.store().archive(id.clone()).await? {
            Archiving::Archived(archived) => {
                done.matches += 1;
                done.rows += archived.rows;
                done.bytes += archived.bytes;
                done.packed += archived.packed;
            }
            // Somebody was faster, or it was deleted.
            Archiving::Left => (),
            Archiving::Flawed(report) => {
                tracing::error!(%id, %report, "not archived");
                done.flawed.push(id.to_string());
            }
        }
    }
    Ok(OperatorAnswer::Archived(done))
}
