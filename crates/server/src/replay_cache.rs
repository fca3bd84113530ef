//! Matches as they were at past steps: the last few that were looked at, so that who leafs through
//! a match, or many who look at the same moment, do not have it played again each time.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use lru::LruCache;
use vauban_store::MatchId;
use vauban_table::AnyMatch;

/// How many are kept. One takes as much memory as a match that is being played.
const MOST: NonZeroUsize = NonZeroUsize::new(64).expect("it is not zero");

/// A past moment. Steps that were taken back make another past of the same match.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct ReplayKey {
    pub id: MatchId,
    /// How often something had been taken back.
    pub takebacks: u64,
    pub step: usize,
}

/// The moments that were looked at last.
pub struct ReplayCache(Mutex<LruCache<ReplayKey, Arc<dyn AnyMatch>>>);

impl Default for ReplayCache {
    fn default() -> ReplayCache {
        ReplayCache(Mutex::new(LruCache::new(MOST)))
    }
}

impl ReplayCache {
    pub fn find(&self, key: &ReplayKey) -> Option<Arc<dyn AnyMatch>> {
        self.kept().get(key).cloned()
    }

    pub fn keep(&self, key: ReplayKey, play: Arc<dyn AnyMatch>) {
        self.kept().put(key, play);
    }

    fn kept(&self) -> MutexGuard<'_, LruCache<ReplayKey, Arc<dyn AnyMatch>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for ReplayCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReplayCache").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use vauban_catalog::CATALOG;
    use vauban_table::Opening;

    use super::*;

    #[test]
    fn the_moments_looked_at_last_are_kept() {
        let cache = ReplayCache::default();
        let key = |step| ReplayKey {
            id: MatchId::new("m").unwrap(),
            takebacks: 0,
            step,
        };
        let game = CATALOG.games().next().unwrap();
        let play: Arc<dyn AnyMatch> = game.open(Opening::seeded(1)).unwrap().into();
        for step in 0..=MOST.get() {
            cache.keep(key(step), Arc::clone(&play));
            // Looked at again and again, so it stays.
            assert!(cache.find(&key(0)).is_some(), "{step}");
        }
        assert!(cache.find(&key(1)).is_none());
        assert!(cache.find(&key(MOST.get())).is_some());
        let other = ReplayKey {
            takebacks: 1,
            ..key(0)
        };
        assert!(cache.find(&other).is_none());
    }
}
