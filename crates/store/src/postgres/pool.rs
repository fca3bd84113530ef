//! The connections of one store: questions, transactions that are tried again, and what is counted.

use std::{
    pin::Pin,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use deadpool_postgres::{Object, Pool};
use tokio::{
    sync::RwLock,
    time::{sleep, timeout},
};

use super::{
    connection::{Connection, Contended},
    listener::Listener,
    values::column,
};
use crate::StoreError;

/// What every connection begins with. A node that stops in the middle of a transaction, or that nobody can
/// reach any more, holds its rows no longer than this.
pub(super) const SETTINGS: &str =
    "SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '5s'";

/// How long a question may take before the database counts as away.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How often a transaction is tried when others are in the way, and the first wait in between.
const ATTEMPTS: u32 = 12;
const PAUSE: Duration = Duration::from_millis(2);

/// What every handle and task of one store works with.
pub(super) struct Shared {
    pub(super) pool: Pool,
    /// The address, without the password.
    pub(super) name: String,
    /// True once the store is closed. Held for reading by whoever works.
    pub(super) closed: RwLock<bool>,
    pub(super) tally: Tally,
    pub(super) listener: Listener,
}

#[derive(Default)]
pub(super) struct Tally {
    pub(super) writes: AtomicU64,
    pub(super) commits: AtomicU64,
    pub(super) waiting: AtomicUsize,
    /// Why the last question was not answered.
    pub(super) failed: Mutex<Option<StoreError>>,
}

/// Work on a connection. It may be done more than once, so it takes nothing with it that it needs.
pub(super) type Work<'c, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'c>>;

impl Shared {
    pub(super) async fn client(&self) -> Result<Object, StoreError> {
        Ok(self.pool.get().await?)
    }

    pub(super) async fn ask<T>(
        &self,
        work: &(impl for<'c> Fn(&'c Connection<'c>) -> Work<'c, T, StoreError> + Send + Sync),
    ) -> Result<T, StoreError> {
        let client = self.client().await?;
        let connection = Connection(&client);
        match timeout(PATIENCE, work(&connection)).await {
            Ok(found) => found,
            Err(_) => {
                abandon(client);
                Err(silent())
            }
        }
    }

    pub(super) async fn transact<T, E: Contended + From<StoreError>>(
        &self,
        work: &(impl for<'c> Fn(&'c Connection<'c>) -> Work<'c, T, E> + Send + Sync),
    ) -> Result<T, E> {
        let mut pause = PAUSE;
        for _ in 1..ATTEMPTS {
            match self.attempt(work).await {
                Err(error) if error.is_contended() => sleep(pause).await,
                ended => return ended,
            }
            pause = pause * 3 / 2;
        }
        self.attempt(work).await
    }

    /// If the end of a commit does not become known, the connection is given up, and whoever asks again with the
    /// same command waits for the database to end the transaction.
    async fn attempt<T, E: From<StoreError>>(
        &self,
        work: &(impl for<'c> Fn(&'c Connection<'c>) -> Work<'c, T, E> + Send + Sync),
    ) -> Result<T, E> {
        let client = self.client().await?;
        let connection = Connection(&client);
        let transaction = async {
            // Sent together with the first statements.
            let begin = connection.run("BEGIN");
            let (begun, worked) = futures_util::future::join(begin, work(&connection)).await;
            begun?;
            match worked {
                Ok(done) => {
                    connection.run("COMMIT").await?;
                    Ok(done)
                }
                Err(error) => {
                    connection.run("ROLLBACK").await?;
                    Err(error)
                }
            }
        };
        match timeout(PATIENCE, transaction).await {
            Ok(Ok(done)) => {
                self.tally.commits.fetch_add(1, Ordering::Relaxed);
                Ok(done)
            }
            Ok(Err(error)) => Err(error),
            Err(_) => {
                abandon(client);
                Err(silent().into())
            }
        }
    }
}

/// Closes a connection on which something is still going on.
pub(super) fn abandon(client: Object) {
    drop(Object::take(client));
}

pub(super) fn silent() -> StoreError {
    StoreError::Unreachable("it does not answer".into())
}

/// The first thing on every connection.
pub(super) async fn begin(connection: &Connection<'_>) -> Result<(), StoreError> {
    connection.run(SETTINGS).await?;
    let row = connection.row("SHOW synchronous_commit", &[]).await?;
    let mode = row.map(|row| column::<String>(&row, 0)).transpose()?;
    // What is acknowledged must be on the disk. Stricter modes of the operator's stay as they are.
    if mode.as_deref() == Some("off") {
        connection.run("SET synchronous_commit = on").await?;
    }
    Ok(())
}

impl Tally {
    /// Whether the last question was answered at all; a refusal is an answer.
    pub(super) fn note(&self, error: Option<&impl Contended>) {
        let failed = error.and_then(Contended::store_error).cloned();
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = failed;
    }
}

/// A write that has not ended.
pub(super) struct Waiting<'a>(&'a Tally);

impl Waiting<'_> {
    pub(super) fn new(tally: &Tally) -> Waiting<'_> {
        tally.waiting.fetch_add(1, Ordering::Relaxed);
        Waiting(tally)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}
