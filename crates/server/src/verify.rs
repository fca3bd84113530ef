//! Playing every match of a store again.

use std::sync::Arc;

use vauban_store::{Cursor, Listing, Match, MatchId, Store, Summary};
use vauban_table::Shelf;

use crate::{Problem, registry::Registry, replay::Mismatch, summary::MatchSummary};

/// Matches read from the store at a time.
const AT_A_TIME: usize = 100;

/// What playing again found.
#[derive(Clone, Debug, Default)]
pub struct Replayed {
    pub matches: u64,
    /// Matches that do not come out as they were recorded, and why.
    pub mismatches: Vec<(MatchId, String)>,
}

/// Plays every match of `store` again and compares with what was recorded.
pub async fn replay_all(shelf: Shelf, store: Arc<dyn Store>) -> Result<Replayed, Problem> {
    let registry = Registry::new(shelf, store);
    registry.learn_outages().await?;
    let mut replayed = Replayed::default();
    let mut after: Option<Cursor> = None;
    loop {
        let listing = Listing {
            after: after.take(),
            ..Listing::all(AT_A_TIME)
        };
        let matches = registry.store().list(listing).await?;
        let Some(last) = matches.last() else {
            return Ok(replayed);
        };
        after = Some(last.cursor());
        for found in matches {
            let id = found.id.clone();
            let ended = replay_unmoved(&registry, found).await?;
            // However many there are, one is in memory at a time.
            drop(registry.rooms().remove(&id));
            if let Some(ended) = ended {
                replayed.matches += 1;
                if let Err(why) = ended {
                    replayed.mismatches.push((id, why));
                }
            }
        }
    }
}

/// Plays a match again that others may be playing: what was compared must be of one moment. Nothing if it was
/// deleted meanwhile.
async fn replay_unmoved(
    registry: &Registry,
    mut found: Match,
) -> Result<Option<Result<(), String>>, Problem> {
    loop {
        let ended = replay(registry, &found).await;
        if ended.is_ok() {
            return Ok(Some(ended));
        }
        match registry.store().find(found.id.clone()).await? {
            None => return Ok(None),
            Some(now) if now == found => return Ok(Some(ended)),
            Some(now) => found = now,
        }
    }
}

async fn replay(registry: &Registry, found: &Match) -> Result<(), String> {
    let told = |problem: Problem| format!("it cannot be opened ({})", problem.code());
    let room = registry.room(found.id.as_str()).await.map_err(told)?;
    let replayed = registry.replay(&room).await.map_err(told)?;
    let table = replayed.map_err(|mismatch: Mismatch| mismatch.to_string())?;
    compare(table.summary(&room.header), &found.summary)
}

/// What lists show must be what the events give. A deadline may be older than the last outage: it is
/// put right when it is reached.
fn compare(mut rebuilt: Summary, stored: &Summary) -> Result<(), String> {
    rebuilt.players.sort();
    rebuilt.players.dedup();
    let text = |summary: &Summary| {
        let read = MatchSummary::read(&summary.text);
        read.and_then(|read| serde_json::to_value(read).ok())
    };
    let parts = [
        ("stage", rebuilt.stage == stored.stage),
        ("players", rebuilt.players == stored.players),
        ("programs", rebuilt.programs == stored.programs),
        (
            "deadline",
            rebuilt.deadline.is_some() == stored.deadline.is_some(),
        ),
        ("text", text(&rebuilt) == text(stored)),
    ];
    match parts.into_iter().find(|(_, same)| !same) {
        Some((part, _)) => Err(format!(
            "the {part} of its summary is not what its events give"
        )),
        None => Ok(()),
    }
}
