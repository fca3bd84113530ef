//! Hints: that there may be something to read. They carry nothing else, and may be lost.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use crate::MatchId;

/// What may be worth reading.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Hint {
    /// Matches to which another node may have written.
    pub matches: BTreeSet<MatchId>,
    /// Hints may have been lost: anything may have changed.
    pub is_everything: bool,
}

/// Hints beyond so many matches say that anything may have changed.
const MOST_WAITING: usize = 10_000;

/// Hints that have not been taken yet; many become one.
#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    waiting: Mutex<Option<Hint>>,
    more: Notify,
}

impl Mailbox {
    pub(crate) fn put(&self, matches: impl IntoIterator<Item = MatchId>) {
        let mut waiting = self.waiting();
        let hint = waiting.get_or_insert_default();
        hint.matches.extend(matches);
        if hint.matches.len() > MOST_WAITING {
            hint.matches.clear();
            hint.is_everything = true;
        }
        drop(waiting);
        self.more.notify_one();
    }

    /// Some may have been lost.
    pub(crate) fn put_everything(&self) {
        self.waiting().get_or_insert_default().is_everything = true;
        self.more.notify_one();
    }

    pub(crate) async fn take(&self) -> Hint {
        loop {
            if let Some(hint) = self.waiting().take() {
                return hint;
            }
            self.more.notified().await;
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Option<Hint>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
