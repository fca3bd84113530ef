//! Nodes and leases of a store that one process uses at a time: what it holds is gone when it ends, and so is kept
//! in memory.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

use super::{SqliteStore, life, people};
use crate::{
    Duty, Hint, Hints, Joined, Joining, Lease, Leases, MatchId, Millis, NodeId, Nodes, Pending,
    Pulse, Seq, SessionId, Sighting, StoreError, lease_book::LeaseBook,
};

pub(super) fn lock(book: &Mutex<LeaseBook>) -> MutexGuard<'_, LeaseBook> {
    book.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SqliteStore {
    pub(super) fn count_revocation(&self) {
        lock(&self.book).revocations += 1;
    }

    /// What needs nothing of the file, unless the store is closed.
    fn in_book<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut LeaseBook) -> T + Send + 'static,
    ) -> Pending<'_, T> {
        Box::pin(async move {
            self.ends()?;
            Ok(work(&mut lock(&self.book)))
        })
    }
}

fn heads(connection: &Connection, ids: &[MatchId]) -> Result<Vec<(MatchId, Seq)>, StoreError> {
    let mut select = connection.prepare_cached("SELECT last_seq FROM matches WHERE id = ?")?;
    let mut heads = Vec::new();
    for id in ids {
        let mut rows = select.query([id])?;
        if let Some(row) = rows.next()? {
            heads.push((id.clone(), row.get(0)?));
        }
    }
    Ok(heads)
}

impl Nodes for SqliteStore {
    fn is_shared(&self) -> bool {
        false
    }

    fn nodes(&self) -> Pending<'_, Vec<Lease>> {
        self.in_book(|book| book.nodes())
    }

    fn join(&self, joining: Joining) -> Pending<'_, Joined> {
        let book = Arc::clone(&self.book);
        self.write(move |connection| {
            let (lease, alone) = lock(&book).join(&joining);
            // Nobody else can be there: what was not forgotten is a handle of the same process.
            let last_beat = match alone {
                true => life::wake(connection, joining.at)?,
                false => life::last_beat(connection)?,
            };
            Ok::<_, StoreError>(Joined {
                lease,
                alone,
                last_beat,
            })
        })
    }

    fn pulse(
        &self,
        node: NodeId,
        now: Millis,
        until: Millis,
        duties: Vec<Duty>,
    ) -> Pending<'_, Pulse> {
        self.in_book(move |book| book.pulse(&node, now, until, &duties))
    }

    fn leave(&self, node: NodeId) -> Pending<'_, ()> {
        self.in_book(move |book| book.forget(&node))
    }

    fn heads(&self, ids: Vec<MatchId>) -> Pending<'_, Vec<(MatchId, Seq)>> {
        self.read(move |connection| heads(connection, &ids))
    }

    fn open_sessions(&self, sessions: Vec<SessionId>, now: Millis) -> Pending<'_, Vec<SessionId>> {
        self.read(move |connection| people::open_sessions(connection, sessions, now))
    }

    fn note_presence(&self, node: NodeId, seen: Vec<Sighting>) -> Pending<'_, ()> {
        self.in_book(move |book| book.note(&node, seen))
    }

    fn presence(&self, ids: Vec<MatchId>, now: Millis) -> Pending<'_, Vec<Sighting>> {
        self.in_book(move |book| book.presence(&ids, now))
    }
}

impl Leases for SqliteStore {
    fn take(
        &self,
        duty: Duty,
        holder: NodeId,
        now: Millis,
        until: Millis,
    ) -> Pending<'_, Option<Lease>> {
        self.in_book(move |book| book.take(duty, &holder, now, until))
    }

    fn end(&self, lease: Lease) -> Pending<'_, ()> {
        self.in_book(move |book| book.end(&lease))
    }

    fn abandoned(&self, now: Millis, limit: usize) -> Pending<'_, Vec<Duty>> {
        self.in_book(move |book| book.abandoned(now, limit))
    }
}

/// There is nobody to tell.
impl Hints for SqliteStore {
    fn hint(&self, _: Vec<MatchId>) -> Pending<'_, ()> {
        self.in_book(|_| ())
    }

    fn hinted(&self) -> Pending<'_, Hint> {
        Box::pin(std::future::pending())
    }
}
