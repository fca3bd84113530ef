//! A store in SQLite, piece by piece.

use std::sync::PoisonError;

use super::{SqliteStore, transfer};
use crate::{
    Deletion, MatchEnd, MatchId, Millis, Pending, Piece, SealedToken, Session, SessionId,
    StoreError, StoreId, TokenHash, Transfer, WholeMatch,
};

impl Transfer for SqliteStore {
    fn sessions(&self, after: Option<SessionId>, limit: usize) -> Pending<'_, Vec<Session>> {
        self.read(move |connection| transfer::sessions(connection, after.as_ref(), limit))
    }

    fn sealed_tokens(
        &self,
        after: Option<TokenHash>,
        limit: usize,
    ) -> Pending<'_, Vec<SealedToken>> {
        self.read(move |connection| transfer::tokens(connection, after, limit))
    }

    fn deletions(&self, after: Option<MatchId>, limit: usize) -> Pending<'_, Vec<Deletion>> {
        self.read(move |connection| transfer::deletions(connection, after.as_ref(), limit))
    }

    fn ends(&self, after: Option<MatchId>, limit: usize) -> Pending<'_, Vec<MatchEnd>> {
        self.read(move |connection| transfer::ends(connection, after.as_ref(), limit))
    }

    fn whole_match(&self, id: MatchId) -> Pending<'_, Option<WholeMatch>> {
        self.read(move |connection| transfer::whole_match(connection, &id))
    }

    fn last_beat(&self) -> Pending<'_, Option<Millis>> {
        self.read(transfer::last_beat)
    }

    fn take_in(&self, pieces: Vec<Piece>) -> Pending<'_, ()> {
        self.write(move |connection| {
            let mut pieces = pieces.iter();
            pieces.try_for_each(|piece| transfer::take_in(connection, piece))
        })
    }

    fn rename(&self, id: StoreId) -> Pending<'_, ()> {
        Box::pin(async move {
            let name = id.clone();
            let renamed = self.write(move |connection| transfer::rename(connection, &name));
            renamed.await?;
            *self.id.lock().unwrap_or_else(PoisonError::into_inner) = id;
            Ok::<(), StoreError>(())
        })
    }
}
