//! News that there may be something to read, without saying what.
//!
//! A hint is sent after the commit. It may come twice, and when a listener is
//! slow some are replaced by [`Hint::Anything`]; whoever gets one reads the log.

use tokio::sync::broadcast;

use crate::MatchId;

/// What may have moved on.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Hint {
    Match(MatchId),
    /// Hints were lost: look at everything you care for.
    Anything,
}

/// Hints since it was made.
#[derive(Debug)]
pub struct Hints(broadcast::Receiver<MatchId>);

/// How many hints a slow listener may be behind.
const BEHIND: usize = 4_096;

impl Hints {
    /// The next hint; `None` when the store is closed.
    pub async fn next(&mut self) -> Option<Hint> {
        match self.0.recv().await {
            Ok(id) => Some(Hint::Match(id)),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Hint::Anything),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

/// Where a store says its hints.
#[derive(Clone, Debug)]
pub(crate) struct Bell(broadcast::Sender<MatchId>);

impl Bell {
    pub(crate) fn new() -> Bell {
        Bell(broadcast::Sender::new(BEHIND))
    }

    pub(crate) fn ring(&self, id: MatchId) {
        // Nobody may be listening; that is no failure.
        let _ = self.0.send(id);
    }

    pub(crate) fn listen(&self) -> Hints {
        Hints(self.0.subscribe())
    }
}
