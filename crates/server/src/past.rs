//! Matches as they were at past steps: the last few that were looked at, so that who leafs through
//! a match, or many who look at the same moment, do not have it played again each time.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use vauban_store::MatchId;
use vauban_table::AnyMatch;

/// How many are kept. One takes as much memory as a match that is being played.
const MOST: usize = 64;

/// A past moment. Steps that were taken back make another past of the same match.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Moment {
    pub id: MatchId,
    /// How often something had been taken back.
    pub takebacks: u64,
    pub step: usize,
}

/// The moments that were looked at last, the latest at the end.
#[derive(Default)]
pub struct Past(Mutex<VecDeque<(Moment, Arc<dyn AnyMatch>)>>);

impl Past {
    pub fn find(&self, moment: &Moment) -> Option<Arc<dyn AnyMatch>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(known, _)| known == moment)?;
        let found = kept.remove(place)?;
        let play = Arc::clone(&found.1);
        kept.push_back(found);
        Some(play)
    }

    pub fn keep(&self, moment: Moment, play: Arc<dyn AnyMatch>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| *known != moment);
        kept.push_back((moment, play));
        if kept.len() > MOST {
            kept.pop_front();
        }
    }
}

impl std::fmt::Debug for Past {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Past").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use vauban_catalog::CATALOG;
    use vauban_table::Opening;

    use super::*;

    #[test]
    fn the_moments_looked_at_last_are_kept() {
        let past = Past::default();
        let moment = |step| Moment {
            id: MatchId::new("m").unwrap(),
            takebacks: 0,
            step,
        };
        let game = CATALOG.games().next().unwrap();
        let play: Arc<dyn AnyMatch> = game.open(Opening::seeded(1)).unwrap().into();
        for step in 0..=MOST {
            past.keep(moment(step), Arc::clone(&play));
            // Looked at again and again, so it stays.
            assert!(past.find(&moment(0)).is_some(), "{step}");
        }
        assert!(past.find(&moment(1)).is_none());
        assert!(past.find(&moment(MOST)).is_some());
        let other = Moment {
            takebacks: 1,
            ..moment(0)
        };
        assert!(past.find(&other).is_none());
    }
}
