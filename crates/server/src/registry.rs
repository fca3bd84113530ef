//! All matches: those in memory, and how one comes back from the store.

use std::{
    collections::HashMap,
    fmt,
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use tokio::sync::{OwnedMutexGuard, broadcast, watch};
use vauban_store::{
    self as store, AddError, CommandId, Hash, MatchId, NewMatch, Outage, Seq, SessionId, Store,
    Visibility,
};
use vauban_table::{Refusals, Shelf};

use crate::{
    Problem,
    agents::{Agents, SeatedAgents},
    clock::{Time, date},
    dice,
    header::{Header, MatchConfig},
    ingress::Ingress,
    metrics::Metrics,
    occupant::Occupant,
    orders::Orders,
    presence::Presence,
    replay::{Mismatch, Replay},
    replay_cache::ReplayCache,
    routes::seed_lobby::SeedLobby,
    site::Site,
    table::Table,
    timeouts::Deadlines,
    write::Reply,
};

/// Matches in memory beyond which those that nobody looks at are let go.
const MOST_IN_MEMORY: usize = 4_096;

/// Sessions that may end before who listens looks at each.
const ENDED_AT_ONCE: usize = 64;

/// Events read from the store at a time.
const EVENTS_AT_A_TIME: usize = 1_000;

/// Where everything is played.
pub struct Registry {
    shelf: Shelf,
    /// Made when the first browser comes.
    site: OnceLock<Site>,
    store: Arc<dyn Store>,
    rooms: Mutex<HashMap<MatchId, Arc<Room>>>,
    pub(crate) agents: Agents,
    pub(crate) metrics: Metrics,
    pub(crate) time: Time,
    /// When nobody ran the matches of the store, the oldest first.
    pub(crate) outages: Mutex<Arc<[Outage]>>,
    pub(crate) flags: Deadlines,
    /// Held by who looks whether the machine was asleep.
    pub(crate) looking: tokio::sync::Mutex<()>,
    pub(crate) replays: ReplayCache,
    ingress: OnceLock<Ingress>,
    /// True once the server is going down.
    closing: watch::Sender<bool>,
    /// Sessions, as they end.
    pub(crate) ended: broadcast::Sender<SessionId>,
    /// Only when it was asked for.
    seed_lobby: OnceLock<SeedLobby>,
}

/// One match: what never changes of it, and the table.
pub struct Room {
    pub id: MatchId,
    pub header: Header,
    pub visibility: Visibility,
    pub created_at: u64,
    shelf: Shelf,
    /// Nothing while it is not in memory: before its first use, and after a write whose end is not known.
    pub(crate) table: Arc<tokio::sync::Mutex<Option<Table>>>,
    /// Goes up with each commit. Says nothing but that there may be something to see.
    revision: watch::Sender<u64>,
    pub(crate) presence: Presence,
    pub(crate) agents: SeatedAgents,
    pub(crate) orders: Orders,
}

/// The command by which a match is created, so that sending it again creates no other.
#[derive(Clone, Debug)]
pub struct Request {
    pub session: SessionId,
    pub id: CommandId,
    /// A fingerprint of what is wanted.
    pub body: Hash,
}

/// What became of the config for a match.
#[derive(Debug)]
pub enum Created {
    New(Arc<Room>, Reply),
    /// There was a match of this name already.
    Known,
}

/// The table of a match, in memory and locked. Nothing in it is uncommitted.
pub struct TableGuard(OwnedMutexGuard<Option<Table>>);

impl Registry {
    pub fn new(shelf: Shelf, store: Arc<dyn Store>) -> Arc<Registry> {
        Registry::with_time(shelf, store, Time::system())
    }

    /// With another time than the machine's.
    pub fn with_time(shelf: Shelf, store: Arc<dyn Store>, time: Time) -> Arc<Registry> {
        Arc::new(Registry {
            shelf,
            site: OnceLock::new(),
            store,
            rooms: Mutex::default(),
            agents: Agents::default(),
            metrics: Metrics::default(),
            time,
            outages: Mutex::new(Arc::new([])),
            flags: Deadlines::default(),
            looking: tokio::sync::Mutex::default(),
            replays: ReplayCache::default(),
            ingress: OnceLock::new(),
            closing: watch::Sender::new(false),
            ended: broadcast::Sender::new(ENDED_AT_ONCE),
            seed_lobby: OnceLock::new(),
        })
    }

    pub fn shelf(&self) -> Shelf {
        self.shelf
    }

    pub(crate) fn site(&self) -> &Site {
        self.site.get_or_init(|| Site::new(self.shelf))
    }

    pub fn store(&self) -> &dyn Store {
        self.store.as_ref()
    }

    /// Opens the old lobby, for a game with two seats. It stays open.
    pub fn open_seed_lobby(&self, game: &str) {
        self.seed_lobby.get_or_init(|| SeedLobby::new(game.into()));
    }

    pub(crate) fn seed_lobby(&self) -> Option<&SeedLobby> {
        self.seed_lobby.get()
    }

    /// Who is let in, and how often. Open until somebody keeps it.
    pub(crate) fn ingress(&self) -> &Ingress {
        self.ingress.get_or_init(Ingress::open)
    }

    /// Sets the filter of requests, unless one was let through already.
    pub(crate) fn set_ingress(&self, ingress: Ingress) {
        if self.ingress.set(ingress).is_err() {
            tracing::warn!("requests were let through before the filter was set");
        }
    }

    /// Turns true when the server goes down.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Live connections end, agents stop thinking.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.agents.stop();
    }

    pub fn in_memory(&self) -> usize {
        self.rooms().len()
    }

    /// Creates a match; `seating` says who sits where, from the first seat on.
    pub async fn create(
        self: &Arc<Registry>,
        config: MatchConfig,
        seating: impl FnOnce(&Room, u8) -> Result<Vec<Occupant>, Problem> + Send + 'static,
    ) -> Result<Arc<Room>, Problem> {
        let nothing = |_: &Room, _: &Table| Ok(Reply::empty());
        let id = match_id()?;
        match self.create_as(id, config, None, seating, nothing).await? {
            Created::New(room, _) => Ok(room),
            Created::Known => Err(Problem::internal()),
        }
    }

    /// Creates the match `id`; `tell` says what is answered to `request`, now and whenever it comes
    /// again.
    pub async fn create_as(
        self: &Arc<Registry>,
        id: MatchId,
        config: MatchConfig,
        request: Option<Request>,
        seating: impl FnOnce(&Room, u8) -> Result<Vec<Occupant>, Problem> + Send + 'static,
        tell: impl FnOnce(&Room, &Table) -> Result<Reply, Problem> + Send,
    ) -> Result<Created, Problem> {
        let shelf = self.shelf;
        let (visibility, seed) = (config.visibility, config.seed.clone());
        let created_at = self.time.now();
        let config = MatchConfig {
            date: date(created_at),
            ..config
        };
        // Imports can be long to play through.
        let (room, table) = blocking(move || {
            let (header, play) = Header::new(config, &id, shelf)?;
            let seats = play.seats();
            let mut room = Room::new(id, header, visibility, created_at, shelf, created_at);
            room.header.seats = seating(&room, seats)?;
            room.header.seeds = Some(dice::of_seats(&room.header.seats, seed.as_deref())?);
            let table = Table::new(&room.header, &room.id, play, created_at)?;
            Ok::<_, Problem>((room, table))
        })
        .await??;
        let reply = tell(&room, &table)?;
        let command = request.map(|request| store::Command {
            session: request.session,
            id: request.id,
            body: request.body,
            reply: reply.write(),
        });
        let created = self
            .store
            .create(NewMatch {
                id: room.id.clone(),
                header: room.header.write()?,
                created_at,
                visibility,
                summary: table.summary(&room.header),
                command,
            })
            .await;
        match created {
            Ok(_) => (),
            Err(AddError::Taken) => return Ok(Created::Known),
            Err(error) => return Err(error.into()),
        }
        self.flags.note(table.deadline());
        for occupant in &table.seats {
            if let Occupant::Person { player, .. } = occupant {
                room.see(player, created_at);
            }
        }
        *room.table.lock().await = Some(table);
        let room = self.keep(room);
        self.metrics.matches.add(1);
        self.wake_agents(&room).await?;
        Ok(Created::New(room, reply))
    }

    /// The match with this id.
    pub async fn room(&self, id: &str) -> Result<Arc<Room>, Problem> {
        let id = MatchId::new(id).map_err(|_| Problem::no_such_match())?;
        if let Some(room) = self.rooms().get(&id) {
            return Ok(Arc::clone(room));
        }
        let found = self.store.find(id).await?;
        let found = found.ok_or_else(Problem::no_such_match)?;
        let header = Header::read(&found.header, &found.id)?;
        let room = Room::new(
            found.id,
            header,
            found.visibility,
            found.created_at,
            self.shelf,
            self.time.now(),
        );
        Ok(self.keep(room))
    }

    /// The table of `room`, rebuilt from its events if it is not in memory.
    pub async fn table(&self, room: &Arc<Room>) -> Result<TableGuard, Problem> {
        let mut guard = Arc::clone(&room.table).lock_owned().await;
        if guard.is_none() {
            *guard = Some(self.rebuild(room).await?);
        }
        Ok(TableGuard(guard))
    }

    async fn rebuild(&self, room: &Arc<Room>) -> Result<Table, Problem> {
        self.replay(room).await?.map_err(|mismatch| {
            tracing::error!(id = %room.id, %mismatch, "a match cannot be rebuilt");
            Problem::internal()
        })
    }

    /// Plays the match again from its events, and compares.
    pub(crate) async fn replay(
        &self,
        room: &Arc<Room>,
    ) -> Result<Result<Table, Mismatch>, Problem> {
        let mut seq: Seq = 0;
        // Read first: whatever is written meanwhile can only come after it.
        let found = self.store.find(room.id.clone()).await?;
        let head = found.ok_or_else(Problem::no_such_match)?.head.seq;
        let opened = Arc::clone(room);
        let outages = self.outages();
        let mut rebuild = blocking(move || Replay::new(&opened, outages)).await??;
        loop {
            let events = self
                .store
                .since(room.id.clone(), seq, EVENTS_AT_A_TIME)
                .await?;
            let Some(last) = events.last() else {
                break;
            };
            seq = last.seq;
            let seen = blocking(move || {
                events
                    .iter()
                    .try_for_each(|event| rebuild.see(event))
                    .map(|()| rebuild)
            });
            rebuild = match seen.await? {
                Ok(rebuild) => rebuild,
                Err(mismatch) => return Ok(Err(mismatch)),
            };
        }
        if seq < head {
            let why = format!("the match goes on to event {head}, which is missing");
            return Ok(Err(Mismatch { seq, why }));
        }
        Ok(rebuild.end())
    }

    /// Has every match rebuilt when it is needed next.
    pub(crate) async fn forget_tables(&self) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            *room.table.lock().await = None;
            room.tell();
        }
    }

    /// Of two that were found at the same time the first is kept: there is one lock for a match.
    fn keep(&self, room: Room) -> Arc<Room> {
        let mut rooms = self.rooms();
        if rooms.len() >= MOST_IN_MEMORY {
            rooms.retain(|_, room| Arc::strong_count(room) > 1);
        }
        Arc::clone(
            rooms
                .entry(room.id.clone())
                .or_insert_with(|| Arc::new(room)),
        )
    }

    fn outages(&self) -> Arc<[Outage]> {
        Arc::clone(&self.outages.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<MatchId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    pub(crate) fn new(
        id: MatchId,
        header: Header,
        visibility: Visibility,
        created_at: u64,
        shelf: Shelf,
        now: u64,
    ) -> Room {
        Room {
            id,
            header,
            visibility,
            created_at,
            shelf,
            table: Arc::default(),
            revision: watch::Sender::new(0),
            presence: Presence::new(now),
            agents: SeatedAgents::default(),
            orders: Orders::default(),
        }
    }

    /// Whoever watches looks again: there may be something to see.
    pub(crate) fn tell(&self) {
        self.revision.send_modify(|revision| *revision += 1);
    }

    /// How many live connections watch it.
    pub(crate) fn watchers(&self) -> usize {
        self.revision.receiver_count()
    }

    pub(crate) fn revision(&self) -> watch::Receiver<u64> {
        self.revision.subscribe()
    }

    pub fn shelf(&self) -> Shelf {
        self.shelf
    }

    /// Whether the game has an agent of this level.
    pub fn must_be_level(&self, level: usize) -> Result<(), Refusals> {
        let levels = self.shelf.find(&self.header.game)?.levels().len();
        if (1..=levels).contains(&level) {
            return Ok(());
        }
        Err(Refusals::one(
            "no-such-level",
            vauban_game::Text::new(
                format!("unknown level {level}; available: 1 to {levels}"),
                format!("niveau inconnu : {level} ; disponibles : 1 à {levels}"),
            ),
        ))
    }
}

impl TableGuard {
    /// The place of the table itself, for whoever changes it.
    pub(crate) fn place(self) -> OwnedMutexGuard<Option<Table>> {
        self.0
    }
}

impl Deref for TableGuard {
    type Target = Table;
    fn deref(&self) -> &Table {
        self.0.as_ref().expect("it is filled when it is locked")
    }
}

impl DerefMut for TableGuard {
    fn deref_mut(&mut self) -> &mut Table {
        self.0.as_mut().expect("it is filled when it is locked")
    }
}

/// Work that takes long, on a thread where nobody waits for it.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "work that was not finished");
        Problem::internal()
    })
}

/// A new name for a match.
pub fn match_id() -> Result<MatchId, Problem> {
    MatchId::new(crate::secret::unguessable()?).map_err(|_| Problem::internal())
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field("shelf", &self.shelf)
            .field("in_memory", &self.in_memory())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for TableGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.deref().fmt(f)
    }
}
