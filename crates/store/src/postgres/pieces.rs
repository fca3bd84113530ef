//! A store in PostgreSQL, piece by piece.

use std::sync::{Arc, PoisonError};

use super::{PostgresStore, transfer};
use crate::{
    Deletion, MatchEnd, MatchId, Millis, Pending, Piece, SealedToken, Session, SessionId, StoreId,
    TokenHash, Transfer, WholeMatch,
};

impl Transfer for PostgresStore {
    fn sessions(&self, after: Option<SessionId>, limit: usize) -> Pending<'_, Vec<Session>> {
        self.read(move |connection| {
            let after = after.clone();
            Box::pin(async move { transfer::sessions(connection, after.as_ref(), limit).await })
        })
    }

    fn sealed_tokens(
        &self,
        after: Option<TokenHash>,
        limit: usize,
    ) -> Pending<'_, Vec<SealedToken>> {
        self.read(move |connection| Box::pin(transfer::tokens(connection, after, limit)))
    }

    fn deletions(&self, after: Option<MatchId>, limit: usize) -> Pending<'_, Vec<Deletion>> {
        self.read(move |connection| {
            let after = after.clone();
            Box::pin(async move { transfer::deletions(connection, after.as_ref(), limit).await })
        })
    }

    fn ends(&self, after: Option<MatchId>, limit: usize) -> Pending<'_, Vec<MatchEnd>> {
        self.read(move |connection| {
            let after = after.clone();
            Box::pin(async move { transfer::ends(connection, after.as_ref(), limit).await })
        })
    }

    fn whole_match(&self, id: MatchId) -> Pending<'_, Option<WholeMatch>> {
        self.read(move |connection| {
            let id = id.clone();
            Box::pin(async move {
                // Several statements, which see one moment: somebody may be archiving.
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                connection.run(begin).await?;
                let whole = transfer::whole_match(connection, &id).await;
                connection.run("ROLLBACK").await?;
                whole
            })
        })
    }

    fn last_beat(&self) -> Pending<'_, Option<Millis>> {
        self.read(|connection| Box::pin(transfer::last_beat(connection)))
    }

    fn take_in(&self, pieces: Vec<Piece>) -> Pending<'_, ()> {
        let pieces = Arc::new(pieces);
        self.write(move |connection| {
            let pieces = Arc::clone(&pieces);
            Box::pin(async move {
                for piece in pieces.iter() {
                    transfer::take_in(connection, piece).await?;
                }
                Ok(())
            })
        })
    }

    fn rename(&self, id: StoreId) -> Pending<'_, ()> {
        Box::pin(async move {
            let name = id.clone();
            let renamed = self.write(move |connection| {
                let name = name.clone();
                Box::pin(async move { transfer::rename(connection, &name).await })
            });
            renamed.await?;
            *self.id.lock().unwrap_or_else(PoisonError::into_inner) = id;
            Ok(())
        })
    }
}
