//! Playing every match of a store again.

use std::sync::Arc;

use vauban_store::{Cursor, Listing, MatchId, Store};
use vauban_table::Shelf;

use crate::{Problem, registry::Registry, replay::Mismatch};

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
            ..Listing::all(100)
        };
        let matches = registry.store().list(listing).await?;
        let Some(last) = matches.last() else {
            return Ok(replayed);
        };
        after = Some(last.cursor());
        for found in matches {
            replayed.matches += 1;
            if let Err(why) = replay(&registry, &found.id).await {
                replayed.mismatches.push((found.id, why));
            }
        }
    }
}

async fn replay(registry: &Registry, id: &MatchId) -> Result<(), String> {
    let told = |problem: Problem| format!("it cannot be opened ({})", problem.code());
    let room = registry.room(id.as_str()).await.map_err(told)?;
    registry
        .replay(&room)
        .await
        .map_err(told)?
        .map(drop)
        .map_err(|mismatch: Mismatch| mismatch.to_string())
}
