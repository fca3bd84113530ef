//! A store in one SQLite file: one thread writes in groups, a few read beside it.

mod alive;
mod archives;
mod bans;
mod care;
mod checkpoint;
mod deletion;
mod life;
mod log;
mod nodes;
mod people;
mod pieces;
mod place;
mod readers;
mod schema;
mod transfer;
mod usage;
mod values;
mod writer;

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, atomic::Ordering},
    thread,
    time::Instant,
};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use self::{
    alive::{Alive, Gone},
    checkpoint::Checkpoint,
    place::{OpenFiles, Place, create_private},
    readers::Reading,
    writer::{Job, Tally, Task, Writer},
};
pub use self::{
    care::{backup_file, verify_file},
    place::set_aside,
};
use crate::{
    Account, AddError, Append, Appended, Archiving, CommandId, Counts, Deletion, Due, Event, Head,
    Line, Listing, Log, Match, MatchId, Millis, NewMatch, NewToken, Outage, Pending, People,
    Player, PlayerId, Recorded, Refused, Report, Seq, Session, SessionId, StoreError, StoreId,
    Summary, Token, TokenHash, Tokens, Upkeep, Usage, UsageOf, lease_book::LeaseBook,
};

/// How a store is run.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// Threads that read.
    pub readers: usize,
    /// How many writes may wait; who comes then waits for a place.
    pub queue: usize,
    /// The most writes in one transaction.
    pub group: usize,
}

impl Default for SqliteOptions {
    fn default() -> SqliteOptions {
        SqliteOptions {
            readers: 4,
            queue: 1_024,
            group: 512,
        }
    }
}

/// The embedded store. Call [`Upkeep::close`] before opening the same file again.
pub struct SqliteStore {
    path: PathBuf,
    ends: Mutex<Option<Ends>>,
    gone: Gone,
    tally: Arc<Tally>,
    files: Arc<OpenFiles>,
    id: Arc<Mutex<StoreId>>,
    book: Arc<Mutex<LeaseBook>>,
}

/// The sending ends; when they are dropped the threads finish what they have and stop.
#[derive(Clone)]
struct Ends {
    writes: mpsc::Sender<Box<dyn Job>>,
    reads: mpsc::Sender<Reading>,
}

impl SqliteStore {
    /// Opens the store in `path`; the file and its folder are made if they are missing, and an
    /// older schema is brought up to date. Refuses a file that is not, or not wholly, what the
    /// checkpoint beside it was written for ([`set_aside`] makes room for a new one). Blocks for some milliseconds.
    pub fn open(path: impl AsRef<Path>) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_with(path, &SqliteOptions::default())
    }

    pub fn open_with(
        path: impl AsRef<Path>,
        options: &SqliteOptions,
    ) -> Result<SqliteStore, StoreError> {
        let place = Place::take(path.as_ref())?;
        let path = place.path().to_owned();
        let expected = Checkpoint::read(&path)?;
        if expected.is_some() && place.is_empty() {
            return Err(StoreError::Missing { path });
        }
        // SQLite gives its other files the rights of this one.
        drop(create_private(&path)?);
        let connection = schema::open_writer(&path, expected.as_ref())?;
        if let Some(folder) = path.parent() {
            place::sync_folder(folder)?;
        }
        let checkpoint = schema::identity(&connection)?;
        checkpoint.write(&path)?;
        let id = Arc::new(Mutex::new(checkpoint.store.clone()));
        let files = Arc::new(OpenFiles::of(&path));
        let (alive, gone) = Alive::new(place);
        let tally = Arc::<Tally>::default();
        let (reads, queue) = mpsc::channel(options.queue.max(1));
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..options.readers.max(1) {
            let (connection, queue) = (schema::open_reader(&path)?, Arc::clone(&queue));
            let alive: Alive = alive.clone();
            spawn("store-reader", move || {
                readers::run(connection, &queue, alive);
            })?;
        }
        let (writes, queue) = mpsc::channel(options.queue.max(1));
        let writer = Writer {
            connection,
            queue,
            group: options.group.max(1),
            tally: Arc::clone(&tally),
            path: path.clone(),
            files: Arc::clone(&files),
            checkpoint,
            id: Arc::clone(&id),
            noted: Instant::now(),
            broken: None,
        };
        spawn("store-writer", move || writer.run(alive))?;
        Ok(SqliteStore {
            path,
            ends: Mutex::new(Some(Ends { writes, reads })),
            gone,
            tally,
            files,
            id,
            book: Arc::default(),
        })
    }

    /// The file, by its real name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn ends(&self) -> Result<Ends, StoreError> {
        let ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        ends.clone().ok_or(StoreError::Closed)
    }

    /// Has the writer do `work`.
    fn write<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Pending<'_, T, E>
    where
        T: Send + 'static,
        E: Send + From<StoreError> + 'static,
    {
        Box::pin(async move {
            let (task, answer) = Task::new(work);
            let writes = self.ends()?.writes;
            let sent = writes.send(Box::new(task)).await;
            drop(writes);
            sent.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }

    /// Has a reader do `work`, which sees one moment of the store.
    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<'_, T> {
        self.beside(move |connection| {
            let transaction = connection.transaction()?;
            let result = work(&transaction)?;
            transaction.commit()?;
            Ok(result)
        })
    }

    /// Has a reader's thread do `work`.
    fn beside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<'_, T> {
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let reading: Reading = Box::new(move |connection| {
                // Nobody may be waiting any more.
                if !reply.is_closed() {
                    let _ = reply.send(work(connection));
                }
            });
            let reads = self.ends()?.reads;
            let sent = reads.send(reading).await;
            drop(reads);
            sent.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), StoreError> {
    let spawned = thread::Builder::new().name(name.to_owned()).spawn(run);
    spawned
        .map(drop)
        .map_err(|error| StoreError::Failed(format!("no thread could be started: {error}").into()))
}

impl Log for SqliteStore {
    fn create(&self, new: NewMatch) -> Pending<'_, Head, AddError> {
        self.write(|connection| log::create(connection, new))
    }

    fn find(&self, id: MatchId) -> Pending<'_, Option<Match>> {
        self.read(move |connection| log::find(connection, &id))
    }

    fn list(&self, listing: Listing) -> Pending<'_, Vec<Match>> {
        self.read(move |connection| log::list(connection, &listing))
    }

    fn due(&self, before: Millis, limit: usize) -> Pending<'_, Vec<Due>> {
        self.read(move |connection| log::due(connection, before, limit))
    }

    fn summarise(&self, id: MatchId, at: Seq, summary: Summary) -> Pending<'_, (), Refused> {
        self.write(move |connection| log::summarise(connection, &id, at, summary))
    }

    fn append(&self, append: Append) -> Pending<'_, Appended, Refused> {
        let book = Arc::clone(&self.book);
        self.write(move |connection| log::append(connection, append, &book))
    }

    fn recall(
        &self,
        id: MatchId,
        session: SessionId,
        command: CommandId,
    ) -> Pending<'_, Option<Recorded>> {
        self.read(move |connection| log::recall(connection, &id, &session, &command))
    }

    fn since(&self, id: MatchId, seq: Seq, limit: usize) -> Pending<'_, Vec<Event>> {
        self.read(move |connection| log::since(connection, &id, seq, limit))
    }

    fn usage(&self, of: UsageOf) -> Pending<'_, Usage> {
        self.read(move |connection| usage::usage(connection, &of))
    }

    fn delete(&self, id: MatchId, at: Millis) -> Pending<'_, Option<Deletion>> {
        self.write(move |connection| deletion::delete(connection, &id, at))
    }

    fn finished(
        &self,
        before: Millis,
        after: Option<MatchId>,
        limit: usize,
    ) -> Pending<'_, Vec<MatchId>> {
        self.read(move |connection| archives::finished(connection, before, after.as_ref(), limit))
    }

    fn archive(&self, id: MatchId) -> Pending<'_, Archiving> {
        self.write(move |connection| archives::archive(connection, &id))
    }

    fn deletion(&self, id: MatchId) -> Pending<'_, Option<Deletion>> {
        self.read(move |connection| deletion::deletion(connection, &id))
    }
}

impl People for SqliteStore {
    fn add_player(&self, player: Player) -> Pending<'_, (), AddError> {
        self.write(move |connection| people::add_player(connection, &player))
    }

    fn player(&self, id: PlayerId) -> Pending<'_, Option<Player>> {
        self.read(move |connection| people::player(connection, &id))
    }

    fn rename_player(&self, id: PlayerId, name: Line) -> Pending<'_, bool> {
        self.write(move |connection| people::rename_player(connection, &id, &name))
    }

    fn add_session(&self, session: Session) -> Pending<'_, (), AddError> {
        self.write(move |connection| people::add_session(connection, &session))
    }

    fn players(&self, after: Option<PlayerId>, limit: usize) -> Pending<'_, Vec<Account>> {
        self.read(move |connection| bans::players(connection, after.as_ref(), limit))
    }

    fn ban_player(&self, id: PlayerId, at: Millis) -> Pending<'_, bool> {
        self.count_revocation();
        self.write(move |connection| bans::ban(connection, &id, at))
    }

    fn unban_player(&self, id: PlayerId) -> Pending<'_, bool> {
        self.write(move |connection| bans::unban(connection, &id))
    }
}

impl Tokens for SqliteStore {
    fn issue(&self, token: NewToken) -> Pending<'_, (), AddError> {
        self.write(move |connection| people::issue(connection, &token))
    }

    fn find_token(&self, hash: TokenHash, now: Millis) -> Pending<'_, Option<Token>> {
        self.read(move |connection| people::find_token(connection, hash, now))
    }

    fn tokens(&self, player: PlayerId) -> Pending<'_, Vec<Token>> {
        self.read(move |connection| people::tokens(connection, &player))
    }

    fn touch(&self, hash: TokenHash, at: Millis) -> Pending<'_, ()> {
        self.write(move |connection| people::touch(connection, hash, at))
    }

    fn exchange(&self, old: TokenHash, new: NewToken, at: Millis) -> Pending<'_, bool, AddError> {
        self.write(move |connection| people::exchange(connection, old, &new, at))
    }

    fn revoke_session(&self, session: SessionId, at: Millis) -> Pending<'_, u64> {
        self.count_revocation();
        self.write(move |connection| people::revoke_session(connection, &session, at))
    }

    fn revoke_player(&self, player: PlayerId, at: Millis) -> Pending<'_, Vec<SessionId>> {
        self.count_revocation();
        self.write(move |connection| people::revoke_player(connection, &player, at))
    }

    fn ban_of(&self, hash: TokenHash) -> Pending<'_, Option<Millis>> {
        self.read(move |connection| bans::ban_of(connection, hash))
    }
}

impl Upkeep for SqliteStore {
    fn beat(&self, at: Millis) -> Pending<'_, ()> {
        self.write(move |connection| life::beat(connection, at))
    }

    fn wake(&self, at: Millis) -> Pending<'_, Option<Millis>> {
        self.write(move |connection| life::wake(connection, at))
    }

    fn outages(&self) -> Pending<'_, Vec<Outage>> {
        self.read(life::outages)
    }

    fn verify(&self) -> Pending<'_, Report> {
        self.read(care::verify)
    }

    fn counts(&self) -> Counts {
        let waiting = self.ends().map_or(0, |ends| {
            ends.writes.max_capacity() - ends.writes.capacity()
        });
        Counts {
            writes: self.tally.jobs.load(Ordering::Relaxed),
            commits: self.tally.commits.load(Ordering::Relaxed),
            waiting,
            broken: self.tally.broken.load(Ordering::Acquire) || self.files.check().is_err(),
        }
    }

    fn health(&self) -> Result<(), StoreError> {
        self.files.check()?;
        self.tally.failed().map_or(Ok(()), Err)
    }

    fn store_id(&self) -> StoreId {
        let id = self.id.lock().unwrap_or_else(PoisonError::into_inner);
        id.clone()
    }

    fn schema_version(&self) -> Pending<'_, u32> {
        self.read(|connection| {
            Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
        })
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            let ends = self
                .ends
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            drop(ends);
            self.gone.clone().wait().await;
            Ok(())
        })
    }
}

#[cfg(test)]
mod costs;
#[cfg(test)]
mod tests;
