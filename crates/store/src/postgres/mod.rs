//! A store in PostgreSQL: many connections, each write one transaction, and as many nodes as one likes.
//!
//! Nothing here knows who else is using the database. Whoever writes to a match holds its row; the
//! expected number of the last event decides who was first; keys let a command in once.

mod address;
mod archives;
mod care;
mod connection;
mod deletion;
mod life;
mod listener;
mod log;
mod nodes;
mod people;
mod pieces;
mod pool;
mod schema;
mod transfer;
mod usage;
mod values;

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError, atomic::Ordering},
};

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use tokio::{sync::RwLock, time::timeout};

pub use self::address::{AddressError, PostgresAddress};
use self::{
    connection::{Connection, Contended},
    listener::Listener,
    pool::{PATIENCE, Shared, Tally, Waiting, Work, abandon, begin, silent},
    values::column,
};
use crate::{
    Account, AddError, Append, Appended, Archiving, CommandId, Counts, Deletion, Due, Duty, Event,
    Head, Hint, Hints, Joined, Joining, Lease, Leases, Line, Listing, Log, Match, MatchId, Millis,
    NewMatch, NewToken, NodeId, Nodes, Outage, Pending, People, Player, PlayerId, Pulse, Recorded,
    Refused, Report, Seq, Session, SessionId, Sighting, StoreError, StoreId, Summary, Token,
    TokenHash, Tokens, Upkeep, Usage, UsageOf,
};

/// How a store is run.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// Connections at a time, for reads and writes.
    pub connections: usize,
}

impl Default for PostgresOptions {
    fn default() -> PostgresOptions {
        PostgresOptions { connections: 16 }
    }
}

/// A store in a database that others may be using as well.
pub struct PostgresStore {
    shared: Arc<Shared>,
    id: Mutex<StoreId>,
    warnings: Vec<String>,
}

impl PostgresStore {
    /// Opens the store at `address`; the tables are made if there are none, and brought up to date.
    pub async fn open(address: &PostgresAddress) -> Result<PostgresStore, StoreError> {
        PostgresStore::open_with(address, &PostgresOptions::default()).await
    }

    pub async fn open_with(
        address: &PostgresAddress,
        options: &PostgresOptions,
    ) -> Result<PostgresStore, StoreError> {
        let config = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        let connector = address.connector()?;
        let manager = Manager::from_config(address.config().clone(), connector, config);
        let begin = Hook::async_fn(|client, _| {
            Box::pin(async move {
                let begun = begin(&Connection(client)).await;
                begun.map_err(|error| HookError::message(error.to_string()))
            })
        });
        let pool = Pool::builder(manager)
            .max_size(options.connections.max(2))
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(PATIENCE))
            .recycle_timeout(Some(PATIENCE))
            .post_create(begin)
            .build()
            .map_err(|error| StoreError::Failed(error.to_string().into()))?;
        let shared = Shared {
            pool,
            name: address.to_string(),
            closed: RwLock::new(false),
            tally: Tally::default(),
            listener: Listener::new(address),
        };
        let client = shared.pool.get().await.map_err(StoreError::from)?;
        let connection = Connection(&client);
        let id = schema::open(&connection, &shared.name).await?;
        let warnings = warnings(&connection).await?;
        drop(client);
        Ok(PostgresStore {
            shared: Arc::new(shared),
            id: Mutex::new(id),
            warnings,
        })
    }

    /// The address, without the password.
    pub fn name(&self) -> &str {
        &self.shared.name
    }

    /// What in the database's own settings makes it less safe than its operator may think.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// One transaction, whether or not anybody waits for its end.
    fn write<T, E>(
        &self,
        work: impl for<'c> Fn(&'c Connection<'c>) -> Work<'c, T, E> + Send + Sync + 'static,
    ) -> Pending<'_, T, E>
    where
        T: Send + 'static,
        E: Send + Contended + From<StoreError> + 'static,
    {
        Box::pin(async move {
            let shared = Arc::clone(&self.shared);
            let writing = tokio::spawn(async move {
                let closed = shared.closed.read().await;
                if *closed {
                    return Err(StoreError::Closed.into());
                }
                let _waiting = Waiting::new(&shared.tally);
                let written = shared.transact(&work).await;
                shared.tally.writes.fetch_add(1, Ordering::Relaxed);
                shared.tally.note(written.as_ref().err());
                written
            });
            writing.await.map_err(|_| StoreError::Closed)?
        })
    }

    /// One question. It is asked again if the connection turns out to be dead: a database that was restarted is
    /// back before anybody notices.
    fn read<T: Send>(
        &self,
        work: impl for<'c> Fn(&'c Connection<'c>) -> Work<'c, T, StoreError> + Send + Sync + 'static,
    ) -> Pending<'_, T> {
        Box::pin(async move {
            let closed = self.shared.closed.read().await;
            if *closed {
                return Err(StoreError::Closed);
            }
            let mut found = self.shared.ask(&work).await;
            if matches!(
                found,
                Err(StoreError::Unreachable(_) | StoreError::Contended)
            ) {
                found = self.shared.ask(&work).await;
            }
            self.shared.tally.note(found.as_ref().err());
            found
        })
    }
}

async fn warnings(connection: &Connection<'_>) -> Result<Vec<String>, StoreError> {
    let mut warnings = Vec::new();
    for (setting, danger) in [
        ("fsync", "a power cut can lose what was acknowledged"),
        (
            "full_page_writes",
            "a power cut can damage the database beyond repair",
        ),
    ] {
        // A database that does not know the setting does not know the danger.
        let sql = "SELECT setting FROM pg_settings WHERE name = $1";
        let row = connection.row(sql, &[&setting]).await?;
        let value = row.map(|row| column::<String>(&row, 0)).transpose()?;
        if value.as_deref() == Some("off") {
            warnings.push(format!("the database runs with {setting}=off: {danger}"));
        }
    }
    Ok(warnings)
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore")
            .field("name", &self.shared.name)
            .finish_non_exhaustive()
    }
}

impl Log for PostgresStore {
    fn create(&self, new: NewMatch) -> Pending<'_, Head, AddError> {
        self.write(move |connection| Box::pin(log::create(connection, new.clone())))
    }

    fn find(&self, id: MatchId) -> Pending<'_, Option<Match>> {
        let id = Arc::new(id);
        self.read(move |connection| {
            let id = Arc::clone(&id);
            Box::pin(async move { log::find(connection, &id).await })
        })
    }

    fn list(&self, listing: Listing) -> Pending<'_, Vec<Match>> {
        self.read(move |connection| {
            let listing = listing.clone();
            Box::pin(async move { log::list(connection, &listing).await })
        })
    }

    fn due(&self, before: Millis, limit: usize) -> Pending<'_, Vec<Due>> {
        self.read(move |connection| Box::pin(log::due(connection, before, limit)))
    }

    fn summarise(&self, id: MatchId, at: Seq, summary: Summary) -> Pending<'_, (), Refused> {
        self.write(move |connection| {
            let (id, summary) = (id.clone(), summary.clone());
            Box::pin(async move { log::summarise(connection, &id, at, summary).await })
        })
    }

    fn append(&self, append: Append) -> Pending<'_, Appended, Refused> {
        self.write(move |connection| Box::pin(log::append(connection, append.clone())))
    }

    fn recall(
        &self,
        id: MatchId,
        session: SessionId,
        command: CommandId,
    ) -> Pending<'_, Option<Recorded>> {
        self.read(move |connection| {
            let (id, session, command) = (id.clone(), session.clone(), command.clone());
            Box::pin(async move { log::recall(connection, &id, &session, &command).await })
        })
    }

    fn since(&self, id: MatchId, seq: Seq, limit: usize) -> Pending<'_, Vec<Event>> {
        self.read(move |connection| {
            let id = id.clone();
            Box::pin(async move { log::since(connection, &id, seq, limit).await })
        })
    }

    fn usage(&self, of: UsageOf) -> Pending<'_, Usage> {
        self.read(move |connection| {
            let of = of.clone();
            Box::pin(async move { usage::usage(connection, &of).await })
        })
    }

    fn delete(&self, id: MatchId, at: Millis) -> Pending<'_, Option<Deletion>> {
        self.write(move |connection| {
            let id = id.clone();
            Box::pin(async move { deletion::delete(connection, &id, at).await })
        })
    }

    fn finished(
        &self,
        before: Millis,
        after: Option<MatchId>,
        limit: usize,
    ) -> Pending<'_, Vec<MatchId>> {
        self.read(move |connection| {
            let after = after.clone();
            let finished =
                async move { archives::finished(connection, before, after.as_ref(), limit).await };
            Box::pin(finished)
        })
    }

    fn archive(&self, id: MatchId) -> Pending<'_, Archiving> {
        self.write(move |connection| {
            let id = id.clone();
            Box::pin(async move { archives::archive(connection, &id).await })
        })
    }

    fn deletion(&self, id: MatchId) -> Pending<'_, Option<Deletion>> {
        self.read(move |connection| {
            let id = id.clone();
            Box::pin(async move { deletion::deletion(connection, &id).await })
        })
    }
}

impl People for PostgresStore {
    fn add_player(&self, player: Player) -> Pending<'_, (), AddError> {
        self.write(move |connection| {
            let player = player.clone();
            Box::pin(async move { people::add_player(connection, &player).await })
        })
    }

    fn player(&self, id: PlayerId) -> Pending<'_, Option<Player>> {
        self.read(move |connection| {
            let id = id.clone();
            Box::pin(async move { people::player(connection, &id).await })
        })
    }

    fn rename_player(&self, id: PlayerId, name: Line) -> Pending<'_, bool> {
        self.write(move |connection| {
            let (id, name) = (id.clone(), name.clone());
            Box::pin(async move { people::rename_player(connection, &id, &name).await })
        })
    }

    fn add_session(&self, session: Session) -> Pending<'_, (), AddError> {
        self.write(move |connection| {
            let session = session.clone();
            Box::pin(async move { people::add_session(connection, &session).await })
        })
    }

    fn players(&self, after: Option<PlayerId>, limit: usize) -> Pending<'_, Vec<Account>> {
        self.read(move |connection| {
            let after = after.clone();
            Box::pin(async move { people::players(connection, after.as_ref(), limit).await })
        })
    }

    fn ban_player(&self, id: PlayerId, at: Millis) -> Pending<'_, bool> {
        self.write(move |connection| {
            let id = id.clone();
            Box::pin(async move { people::ban(connection, &id, at).await })
        })
    }

    fn unban_player(&self, id: PlayerId) -> Pending<'_, bool> {
        self.write(move |connection| {
            let id = id.clone();
            Box::pin(async move { people::unban(connection, &id).await })
        })
    }
}

impl Tokens for PostgresStore {
    fn issue(&self, token: NewToken) -> Pending<'_, (), AddError> {
        self.write(move |connection| {
            let token = token.clone();
            Box::pin(async move { people::issue(connection, &token).await })
        })
    }

    fn find_token(&self, hash: TokenHash, now: Millis) -> Pending<'_, Option<Token>> {
        self.read(move |connection| Box::pin(people::find_token(connection, hash, now)))
    }

    fn tokens(&self, player: PlayerId) -> Pending<'_, Vec<Token>> {
        self.read(move |connection| {
            let player = player.clone();
            Box::pin(async move { people::tokens(connection, &player).await })
        })
    }

    fn touch(&self, hash: TokenHash, at: Millis) -> Pending<'_, ()> {
        self.write(move |connection| Box::pin(people::touch(connection, hash, at)))
    }

    fn exchange(&self, old: TokenHash, new: NewToken, at: Millis) -> Pending<'_, bool, AddError> {
        self.write(move |connection| {
            let new = new.clone();
            Box::pin(async move { people::exchange(connection, old, &new, at).await })
        })
    }

    fn revoke_session(&self, session: SessionId, at: Millis) -> Pending<'_, u64> {
        self.write(move |connection| {
            let session = session.clone();
            Box::pin(async move { people::revoke_session(connection, &session, at).await })
        })
    }

    fn revoke_player(&self, player: PlayerId, at: Millis) -> Pending<'_, Vec<SessionId>> {
        self.write(move |connection| {
            let player = player.clone();
            Box::pin(async move { people::revoke_player(connection, &player, at).await })
        })
    }

    fn ban_of(&self, hash: TokenHash) -> Pending<'_, Option<Millis>> {
        self.read(move |connection| Box::pin(people::ban_of(connection, hash)))
    }
}

impl Upkeep for PostgresStore {
    fn beat(&self, at: Millis) -> Pending<'_, ()> {
        self.write(move |connection| Box::pin(life::beat(connection, at)))
    }

    fn wake(&self, at: Millis) -> Pending<'_, Option<Millis>> {
        self.write(move |connection| Box::pin(life::wake(connection, at)))
    }

    fn outages(&self) -> Pending<'_, Vec<Outage>> {
        self.read(|connection| Box::pin(life::outages(connection)))
    }

    fn verify(&self) -> Pending<'_, Report> {
        Box::pin(async move {
            let closed = self.shared.closed.read().await;
            if *closed {
                return Err(StoreError::Closed);
            }
            let client = self.shared.client().await?;
            care::verify(&client).await
        })
    }

    fn counts(&self) -> Counts {
        let tally = &self.shared.tally;
        Counts {
            writes: tally.writes.load(Ordering::Relaxed),
            commits: tally.commits.load(Ordering::Relaxed),
            waiting: tally.waiting.load(Ordering::Relaxed),
            // Whatever happened, the database knows what was committed.
            broken: false,
        }
    }

    fn health(&self) -> Result<(), StoreError> {
        let failed = &self.shared.tally.failed;
        let failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.clone().map_or(Ok(()), Err)
    }

    fn store_id(&self) -> StoreId {
        let id = self.id.lock().unwrap_or_else(PoisonError::into_inner);
        id.clone()
    }

    fn schema_version(&self) -> Pending<'_, u32> {
        self.read(|connection| {
            Box::pin(async move {
                let version = schema::version(connection).await?;
                Ok(u32::try_from(version).unwrap_or(u32::MAX))
            })
        })
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            *self.shared.closed.write().await = true;
            self.shared.pool.close();
            Ok(())
        })
    }
}

impl Nodes for PostgresStore {
    fn is_shared(&self) -> bool {
        true
    }

    fn nodes(&self) -> Pending<'_, Vec<Lease>> {
        self.read(|connection| Box::pin(nodes::nodes(connection)))
    }

    fn join(&self, joining: Joining) -> Pending<'_, Joined> {
        self.write(move |connection| Box::pin(nodes::join(connection, joining.clone())))
    }

    fn pulse(
        &self,
        node: NodeId,
        now: Millis,
        until: Millis,
        duties: Vec<Duty>,
    ) -> Pending<'_, Pulse> {
        self.write(move |connection| {
            let (node, duties) = (node.clone(), duties.clone());
            Box::pin(async move { nodes::pulse(connection, &node, now, until, &duties).await })
        })
    }

    fn leave(&self, node: NodeId) -> Pending<'_, ()> {
        self.write(move |connection| {
            let node = node.clone();
            Box::pin(async move { nodes::forget(connection, &node).await })
        })
    }

    fn heads(&self, ids: Vec<MatchId>) -> Pending<'_, Vec<(MatchId, Seq)>> {
        self.read(move |connection| {
            let ids = ids.clone();
            Box::pin(async move { nodes::heads(connection, &ids).await })
        })
    }

    fn open_sessions(&self, sessions: Vec<SessionId>, now: Millis) -> Pending<'_, Vec<SessionId>> {
        self.read(move |connection| {
            let sessions = sessions.clone();
            Box::pin(async move { nodes::open_sessions(connection, &sessions, now).await })
        })
    }

    fn note_presence(&self, node: NodeId, seen: Vec<Sighting>) -> Pending<'_, ()> {
        self.write(move |connection| {
            let (node, seen) = (node.clone(), seen.clone());
            Box::pin(async move { nodes::note_presence(connection, &node, &seen).await })
        })
    }

    fn presence(&self, ids: Vec<MatchId>, now: Millis) -> Pending<'_, Vec<Sighting>> {
        self.read(move |connection| {
            let ids = ids.clone();
            Box::pin(async move { nodes::presence(connection, &ids, now).await })
        })
    }
}

impl Leases for PostgresStore {
    fn take(
        &self,
        duty: Duty,
        holder: NodeId,
        now: Millis,
        until: Millis,
    ) -> Pending<'_, Option<Lease>> {
        self.write(move |connection| {
            let (duty, holder) = (duty.clone(), holder.clone());
            Box::pin(async move { nodes::take(connection, &duty, &holder, now, until).await })
        })
    }

    fn end(&self, lease: Lease) -> Pending<'_, ()> {
        self.write(move |connection| {
            let lease = lease.clone();
            Box::pin(async move { nodes::end(connection, &lease).await })
        })
    }

    fn abandoned(&self, now: Millis, limit: usize) -> Pending<'_, Vec<Duty>> {
        self.read(move |connection| Box::pin(nodes::abandoned(connection, now, limit)))
    }
}

/// Whether they are told or not says nothing about the store's health.
impl Hints for PostgresStore {
    fn hint(&self, matches: Vec<MatchId>) -> Pending<'_, ()> {
        Box::pin(async move {
            let client = self.shared.client().await?;
            let (connection, store) = (Connection(&client), self.store_id());
            let listener = &self.shared.listener;
            let told = timeout(PATIENCE, listener.tell(&connection, &store, &matches)).await;
            told.unwrap_or_else(|_| {
                abandon(client);
                Err(silent())
            })
        })
    }

    fn hinted(&self) -> Pending<'_, Hint> {
        Box::pin(async move {
            let store = self.store_id();
            Ok(self.shared.listener.mailbox(&store).take().await)
        })
    }
}
