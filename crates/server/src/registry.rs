//! All matches: those in memory, and how one comes back from the store.

use std::{
    collections::HashMap,
    fmt,
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use lru::LruCache;
use tokio::{
    sync::{Semaphore, broadcast, watch},
    time::Instant,
};
use vauban_store::{
    self as store, AddError, CommandId, Hash, MatchId, NewMatch, Origin, Outage, PlayerId, Seq,
    SessionId, Store,
};
use vauban_table::Shelf;

pub use crate::room::Room;
use crate::{
    Problem,
    agents::Agents,
    answers::Answers,
    clock::{Time, date},
    dice,
    header::{Header, MatchConfig},
    ingress::{Asker, Ingress, requests_of},
    memory::Memory,
    metrics::Metrics,
    node::Node,
    occupant::Occupant,
    quotas::QuotaLedger,
    replay::{Mismatch, Replay},
    routes::seed_lobby::SeedLobby,
    site::Site,
    table::Table,
    timeouts::Deadlines,
    write::Reply,
};

/// Steps that an import may have, unless somebody sets another limit.
pub const IMPORT_STEPS: usize = 20_000;

/// Matches that are played through at a time, to be rebuilt or imported: each takes memory that is not
/// counted before it is done.
const PLAYED_THROUGH: usize = 2;

/// Questions that are worked on at a time: however many are asked, moves and pages find a free thread.
const QUESTIONS_AT_A_TIME: usize = 2;

/// Matches that are remembered for having been set aside.
const MOST_SET_ASIDE: NonZeroUsize = NonZeroUsize::new(4_096).expect("it is not zero");

/// Sessions that may end before who listens looks at each.
const ENDED_AT_ONCE: usize = 64;

/// Events read from the store at a time.
pub(crate) const EVENTS_AT_A_TIME: usize = 1_000;

/// Where everything is played.
pub struct Registry {
    shelf: Shelf,
    /// Made when the first browser comes.
    site: OnceLock<Site>,
    store: Arc<dyn Store>,
    rooms: Mutex<HashMap<MatchId, Arc<Room>>>,
    pub(crate) agents: Agents,
    pub(crate) answers: Answers,
    pub(crate) metrics: Metrics,
    pub(crate) time: Time,
    pub(crate) node: Node,
    /// When nobody ran the matches of the store, the oldest first.
    pub(crate) outages: Mutex<Arc<[Outage]>>,
    pub(crate) flags: Deadlines,
    /// Held by who looks whether the machine was asleep.
    pub(crate) looking: tokio::sync::Mutex<()>,
    pub(crate) memory: Arc<Memory>,
    import_steps: AtomicUsize,
    /// Held by who plays a match through.
    playing_through: Semaphore,
    /// Held by who works on a question.
    questions: Semaphore,
    /// Held by who draws.
    pub(crate) drawing: Arc<Semaphore>,
    /// Matches that cannot be rebuilt.
    set_aside: Mutex<LruCache<MatchId, ()>>,
    pub(crate) quotas: QuotaLedger,
    ingress: OnceLock<Ingress>,
    /// True once the server is going down.
    closing: watch::Sender<bool>,
    closed_at: OnceLock<Instant>,
    /// Sessions, as they end.
    pub(crate) ended: broadcast::Sender<SessionId>,
    /// Only when it was asked for.
    seed_lobby: OnceLock<SeedLobby>,
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

impl Registry {
    pub fn new(shelf: Shelf, store: Arc<dyn Store>) -> Arc<Registry> {
        Registry::with_time(shelf, store, Time::system())
    }

    /// With another time than the machine's.
    pub fn with_time(shelf: Shelf, store: Arc<dyn Store>, time: Time) -> Arc<Registry> {
        Arc::new(Registry {
            shelf,
            site: OnceLock::new(),
            node: Node::new(store.is_shared()),
            store,
            rooms: Mutex::default(),
            agents: Agents::default(),
            answers: Answers::default(),
            metrics: Metrics::default(),
            time,
            outages: Mutex::new(Arc::new([])),
            flags: Deadlines::default(),
            looking: tokio::sync::Mutex::default(),
            memory: Arc::default(),
            import_steps: AtomicUsize::new(IMPORT_STEPS),
            playing_through: Semaphore::new(PLAYED_THROUGH),
            questions: Semaphore::new(QUESTIONS_AT_A_TIME),
            drawing: Arc::new(Semaphore::new(1)),
            set_aside: Mutex::new(LruCache::new(MOST_SET_ASIDE)),
            quotas: QuotaLedger::default(),
            ingress: OnceLock::new(),
            closing: watch::Sender::new(false),
            closed_at: OnceLock::new(),
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

    pub(crate) fn memory(&self) -> &Arc<Memory> {
        &self.memory
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

    /// When the server began to go down.
    pub(crate) fn closed_at(&self) -> Option<Instant> {
        self.closed_at.get().copied()
    }

    /// Live connections end, agents stop thinking.
    pub fn close(&self) {
        self.closed_at.get_or_init(Instant::now);
        self.closing.send_replace(true);
        self.agents.stop();
    }

    /// How many steps an import may have.
    pub(crate) fn import_steps(&self) -> usize {
        self.import_steps.load(Ordering::Relaxed)
    }

    /// How much matches and imports may take.
    pub(crate) fn set_limits(&self, memory: usize, import_steps: usize) {
        self.memory.set_budget(memory);
        self.import_steps.store(import_steps, Ordering::Relaxed);
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
        let _permit = match config.import {
            Some(_) => Some(self.play_through().await?),
            None => None,
        };
        let memory = Arc::clone(&self.memory);
        let (mut room, table) = blocking(move || {
            let (header, play) = Header::new(config, &id, shelf)?;
            let seats = play.seats();
            let now = created_at;
            let mut room = Room::new(id, header, visibility, created_at, shelf, now, &memory);
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
                owner: PlayerId::new(&room.header.owner).ok(),
                origin: room
                    .header
                    .origin
                    .clone()
                    .and_then(|it| Origin::new(it).ok()),
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
        room.header.record = None;
        room.touch(self.time.awake());
        let table = room.publish(table);
        let room = self.keep(room);
        self.metrics.matches.add(1);
        self.set_agents_to_work(&room, &table);
        drop(table);
        self.make_room();
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
        if self.is_set_aside(&found.id) {
            return Err(Problem::set_aside());
        }
        let mut header = Header::read(&found.header, &found.id)
            .map_err(|_| self.put_aside(&found.id, "the match's header cannot be read"))?;
        let steps = header.steps() + usize::try_from(found.head.seq).unwrap_or(usize::MAX);
        header.record = None;
        let room = Room::new(
            found.id,
            header,
            found.visibility,
            found.created_at,
            self.shelf,
            self.time.now(),
            &self.memory,
        );
        room.expect_steps(steps);
        room.touch(self.time.awake());
        Ok(self.keep(room))
    }

    /// The whole header of a match, with the record that it goes on with.
    pub(crate) async fn header(&self, id: &MatchId) -> Result<Header, Problem> {
        let found = self.store.find(id.clone()).await?;
        Header::read(&found.ok_or_else(Problem::no_such_match)?.header, id)
    }

    /// The table of `room` as it was committed last, rebuilt from its events if it is not in memory.
    pub async fn table(&self, room: &Arc<Room>) -> Result<Arc<Table>, Problem> {
        self.table_at_cost_of(room, None).await
    }

    /// The same for somebody outside, whose rate pays if it must be rebuilt: with all that any node has written.
    pub(crate) async fn table_for(
        &self,
        room: &Arc<Room>,
        asker: Asker<'_>,
    ) -> Result<Arc<Table>, Problem> {
        self.fresh_table(room, Some(asker)).await
    }

    /// Rebuilds the table of `room`, if it is not in memory, before a command is looked at.
    pub(crate) async fn load_for(&self, room: &Arc<Room>, asker: Asker<'_>) -> Result<(), Problem> {
        self.table_at_cost_of(room, Some(asker)).await.map(drop)
    }

    pub(crate) async fn table_at_cost_of(
        &self,
        room: &Arc<Room>,
        asker: Option<Asker<'_>>,
    ) -> Result<Arc<Table>, Problem> {
        room.touch(self.time.awake());
        loop {
            if let Some(table) = room.table() {
                return Ok(table);
            }
            let _only_once = room.rebuilding.lock().await;
            if let Some(table) = room.table() {
                return Ok(table);
            }
            // Of several who ask at once one pays.
            if let Some(asker) = asker {
                self.charge(asker, requests_of(room.steps()))?;
            }
            let version = room.version();
            let table = self.rebuild(room).await?;
            if let Some(table) = room.restore(version, table) {
                self.make_room();
                return Ok(table);
            }
        }
    }

    async fn rebuild(&self, room: &Arc<Room>) -> Result<Table, Problem> {
        if self.is_set_aside(&room.id) {
            return Err(Problem::set_aside());
        }
        let _permit = self.play_through().await?;
        let rebuilt = self.replay(room).await?;
        self.memory.rebuilt.add(1);
        rebuilt.map_err(|mismatch| self.put_aside(&room.id, &mismatch.to_string()))
    }

    /// Works on a question that takes a while, in its turn.
    pub(crate) async fn question<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = self.questions.acquire().await;
        let _permit = permit.map_err(|_| Problem::unavailable())?;
        blocking(work).await
    }

    /// Waits until one more match may be played through.
    async fn play_through(&self) -> Result<tokio::sync::SemaphorePermit<'_>, Problem> {
        let permit = self.playing_through.acquire().await;
        permit.map_err(|_| Problem::unavailable())
    }

    /// A match that cannot be rebuilt is not tried again before the next start.
    fn put_aside(&self, id: &MatchId, why: &str) -> Problem {
        tracing::error!(
            %id,
            why,
            "a match cannot be rebuilt and is set aside until the next start; the others are not affected. `vauban verify` says more"
        );
        self.memory.set_aside.add(1);
        self.aside().put(id.clone(), ());
        Problem::set_aside()
    }

    /// Matches that were set aside are tried again.
    pub(crate) fn forget_aside(&self) {
        self.aside().clear();
    }

    fn is_set_aside(&self, id: &MatchId) -> bool {
        self.aside().contains(id)
    }

    fn aside(&self) -> MutexGuard<'_, LruCache<MatchId, ()>> {
        self.set_aside
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays the match again from its events, and compares.
    pub(crate) async fn replay(
        &self,
        room: &Arc<Room>,
    ) -> Result<Result<Table, Mismatch>, Problem> {
        let mut seq: Seq = 0;
        // Read first: whatever is written meanwhile can only come after it.
        let found = self.store.find(room.id.clone()).await?;
        let found = found.ok_or_else(Problem::no_such_match)?;
        let head = found.head.seq;
        let opened = Arc::clone(room);
        let outages = self.outages();
        let opened = played(move || {
            let header = Header::read(&found.header, &found.id)?;
            Replay::new(&opened, &header, outages)
        });
        let mut rebuild = match opened.await {
            Ok(Ok(rebuild)) => rebuild,
            Ok(Err(problem)) => {
                let why = format!("it cannot be opened ({})", problem.code());
                return Ok(Err(Mismatch { seq, why }));
            }
            Err(why) => return Ok(Err(Mismatch { seq, why })),
        };
        loop {
            let events = self
                .store
                .since(room.id.clone(), seq, EVENTS_AT_A_TIME)
                .await?;
            let Some(last) = events.last() else {
                break;
            };
            seq = last.seq;
            let seen = played(move || {
                events
                    .iter()
                    .try_for_each(|event| rebuild.see(event))
                    .map(|()| rebuild)
            });
            rebuild = match seen.await {
                Ok(Ok(rebuild)) => rebuild,
                Ok(Err(mismatch)) => return Ok(Err(mismatch)),
                Err(why) => return Ok(Err(Mismatch { seq, why })),
            };
        }
        if seq < head {
            let why = format!("the match goes on to event {head}, which is missing");
            return Ok(Err(Mismatch { seq, why }));
        }
        Ok(rebuild.end())
    }

    /// Deletes a match from the store and from memory. Whoever has it open finds that it is gone.
    pub(crate) async fn delete(&self, id: &MatchId) -> Result<(), Problem> {
        let known = self.rooms().get(id).cloned();
        let _nobody_writes = match &known {
            Some(room) => Some(room.writing.lock().await),
            None => None,
        };
        self.store.delete(id.clone(), self.time.wall()).await?;
        self.node.tell(id);
        let gone = self.rooms().remove(id);
        if let Some(room) = gone {
            room.forget();
            room.tell();
        }
        Ok(())
    }

    /// Stops the orders of a player in every match.
    pub(crate) fn interrupt_orders(&self, player: &PlayerId) {
        for room in self.rooms().values() {
            room.orders.interrupt(player);
        }
    }

    /// Has every match rebuilt when it is needed next.
    pub(crate) async fn forget_tables(&self) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            let _nobody_writes = room.writing.lock().await;
            room.forget();
            room.tell();
        }
    }

    /// Of two that were found at the same time the first is kept: there is one lock for a match.
    fn keep(&self, room: Room) -> Arc<Room> {
        Arc::clone(
            self.rooms()
                .entry(room.id.clone())
                .or_insert_with(|| Arc::new(room)),
        )
    }

    pub(crate) fn outages(&self) -> Arc<[Outage]> {
        Arc::clone(&self.outages.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn rooms(&self) -> MutexGuard<'_, HashMap<MatchId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
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

/// The same for rules that go through what was stored; says so if they break down over it.
pub(crate) async fn played<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, String> {
    let played = tokio::task::spawn_blocking(work).await;
    played.map_err(|error| format!("the rules broke down over it ({error})"))
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
