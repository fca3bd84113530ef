//! Hints between nodes: that a match, or somebody's sessions, should be looked at. A hint is never trusted; the store is
//! asked.

use std::{collections::HashMap, sync::Arc};

use futures_util::StreamExt;
use tokio::time::sleep;
use vauban_store::MatchId;

use crate::{
    Problem,
    node::BEAT,
    registry::{Registry, Room},
};

/// Matches that are asked for at a time.
const AT_A_TIME: usize = 500;

/// Matches that are brought up to date at a time.
const AT_ONCE: usize = 8;

impl Registry {
    /// Tells the others, and hears what they tell, until the server goes down.
    pub(crate) async fn run_hints(self: Arc<Registry>) {
        let mut closing = self.closing();
        let telling = async {
            loop {
                self.node.more.notified().await;
                self.flush_hints().await;
            }
        };
        let hearing = async {
            loop {
                match self.store().hinted().await {
                    Ok(hint) if hint.is_everything => (),
                    Ok(hint) => {
                        let matches: Vec<MatchId> = hint.matches.into_iter().collect();
                        let looked = match matches.is_empty() {
                            true => self.look_at_sessions().await,
                            false => self.look_at(&matches).await,
                        };
                        if let Err(problem) = looked {
                            tracing::debug!(code = problem.code(), "a hint");
                        }
                    }
                    // It is polled meanwhile.
                    Err(_) => sleep(BEAT).await,
                }
            }
        };
        tokio::select! {
            _ = telling => (),
            _ = hearing => (),
            _ = closing.wait_for(|closing| *closing) => (),
        }
    }

    /// Tells the others what they have not been told. What came while that was on its way goes with the next.
    pub(crate) async fn flush_hints(&self) {
        while let Some(matches) = self.node.untold() {
            if let Err(error) = self.store().hint(matches).await {
                tracing::debug!(%error, "the other nodes were not notified; they will see it when they poll");
                return;
            }
        }
    }

    /// Brings those of these matches up to date that are watched here.
    pub(crate) async fn look_at(self: &Arc<Registry>, matches: &[MatchId]) -> Result<(), Problem> {
        let watched: Vec<Arc<Room>> = {
            let rooms = self.rooms();
            let known = matches.iter().filter_map(|id| rooms.get(id));
            known.filter(|room| room.watchers() > 0).cloned().collect()
        };
        for watched in watched.chunks(AT_A_TIME) {
            let ids = watched.iter().map(|room| room.id.clone()).collect();
            let heads: HashMap<MatchId, u64> = self.store().heads(ids).await?.into_iter().collect();
            let behind = watched.iter().filter(|room| {
                let head = heads.get(&room.id);
                head.is_none_or(|&head| head > room.seq())
            });
            let heads = &heads;
            futures_util::stream::iter(behind)
                .for_each_concurrent(AT_ONCE, |room| async move {
                    let caught_up = match heads.get(&room.id) {
                        Some(&head) => self.catch_up(room, head).await,
                        None => {
                            self.drop_room(room);
                            Ok(())
                        }
                    };
                    if let Err(problem) = caught_up {
                        tracing::debug!(id = %room.id, code = problem.code(), "not up to date");
                    }
                })
                .await;
        }
        Ok(())
    }
}
