//! Programs in seats: they think on their own threads, so that people never wait for them, and answer through the same
//! write path as everybody.

use std::{
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use lru::LruCache;
use tokio::runtime::Handle;
use vauban_game::{SearchMemory, Seat};
use vauban_store::{Cursor, Duty, Listing, Millis, Origin, PlayerId, Stage};
use vauban_table::{AgentSpec, Clock, Conduct, Tempo};

use crate::{
    Problem,
    agent_queue::{Again, Class, Payer, Queue, Thinking},
    command::{Command, Verb},
    duties::Held,
    occupant::Occupant,
    registry::{Registry, Room},
    summary::MatchSummary,
    table::Table,
};

/// Matches looked at at a time when the server starts.
const MATCHES_AT_A_TIME: usize = 100;

/// After what could not be written, an agent rests so long.
const PAUSE: Duration = Duration::from_secs(2);

/// Whoever asks about a match without a live connection watches it for so long.
const LOOK: Millis = 30_000;

/// Programs that another node may have forgotten are asked no more often.
const ANEW: Millis = 2_000;

/// Accounts of which it is known where they were seen last.
const MOST_KNOWN: NonZeroUsize = NonZeroUsize::new(10_000).expect("it is not 0");

/// Who has to think, and who thinks.
#[derive(Debug)]
pub struct Agents {
    work: Mutex<Work>,
    more: Condvar,
    addresses: Mutex<LruCache<String, Origin>>,
}

#[derive(Debug, Default)]
struct Work {
    queue: Queue,
    threads: usize,
    closed: bool,
}

impl Default for Agents {
    fn default() -> Agents {
        Agents {
            work: Mutex::default(),
            more: Condvar::new(),
            addresses: Mutex::new(LruCache::new(MOST_KNOWN)),
        }
    }
}

impl Agents {
    /// Notes where `player` is. What its programs cost counts for that address, too.
    pub fn note(&self, player: &PlayerId, address: Origin) {
        lock(&self.addresses).put(player.to_string(), address);
    }

    /// `account` as who pays. The owner of `room` may not have been seen since the start.
    fn payer(&self, room: &Room, account: String) -> Payer {
        let seen = lock(&self.addresses).get(&account).cloned();
        let created = || {
            let origin = room.header.origin.as_deref();
            let origin = origin.filter(|_| account == room.header.owner);
            Origin::new(origin?).ok()
        };
        let address = seen.or_else(created);
        Payer { account, address }
    }

    fn ask(&self, room: &Room, seat: Seat, class: Class) {
        self.ask_for(room, seat, class, room.header.owner.clone());
    }

    /// The same at the expense of `account`.
    pub(crate) fn ask_for(&self, room: &Room, seat: Seat, class: Class, account: String) {
        let payer = self.payer(room, account);
        let mut work = lock(&self.work);
        if work.queue.push((room.id.clone(), seat), class, &payer) {
            self.has_more(&work, class);
        }
    }

    /// What could not be written is tried again.
    fn ask_again(&self, thinking: &Thinking) {
        let mut work = lock(&self.work);
        if work.queue.repeat(thinking) {
            self.has_more(&work, thinking.class);
        }
    }

    fn has_more(&self, work: &Work, class: Class) {
        if class == Class::Person {
            work.queue.make_way(work.threads);
        }
        self.more.notify_one();
    }

    /// Whether a program is being asked there, or will be.
    fn is_busy_with(&self, room: &Room, seat: Seat) -> bool {
        lock(&self.work).queue.has(&(room.id.clone(), seat))
    }

    /// The next one, as soon as there is one; none when the server goes down.
    fn next(&self) -> Option<Thinking> {
        let mut work = lock(&self.work);
        loop {
            if work.closed {
                return None;
            }
            if let Some(thinking) = work.queue.pop() {
                return Some(thinking);
            }
            work = self.more.wait(work).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finish(&self, thinking: &Thinking, cost: Duration, again: Again) {
        let cost = u64::try_from(cost.as_micros()).unwrap_or(u64::MAX);
        lock(&self.work).queue.finish(thinking, cost, again);
    }

    /// Whoever thinks stops soon, and nobody begins. After a restart they are asked again.
    pub fn stop(&self) {
        let mut work = lock(&self.work);
        work.closed = true;
        work.queue.stop_all();
        self.more.notify_all();
    }

    fn is_closed(&self) -> bool {
        lock(&self.work).closed
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Registry {
    /// Gives the agents `cores` threads, which share `search_memory` bytes, and asks those whose turn it is
    /// since before a restart.
    pub fn employ_agents(
        self: &Arc<Registry>,
        cores: usize,
        search_memory: usize,
    ) -> std::io::Result<()> {
        let handle = Handle::current();
        lock(&self.agents.work).threads = cores;
        for _ in 0..cores {
            let (registry, handle) = (Arc::clone(self), handle.clone());
            thread::Builder::new().name("agent".into()).spawn(move || {
                let mut memory = SearchMemory::with_bytes(search_memory / cores);
                while let Some(thinking) = registry.agents.next() {
                    let began = Instant::now();
                    let again = registry.think(&handle, &thinking, &mut memory);
                    registry.agents.finish(&thinking, began.elapsed(), again);
                }
            })?;
        }
        let registry = Arc::clone(self);
        handle.spawn(async move {
            while let Err(problem) = registry.resume_agents().await {
                tracing::error!(code = problem.code(), "agents were not asked again");
                if !problem.is_away() || registry.agents.is_closed() {
                    return;
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
        Ok(())
    }

    /// Asks the agents whose turn it is. Programs that play among themselves wait until somebody watches.
    pub(crate) fn set_agents_to_work(&self, room: &Room, table: &Table) {
        if !table.started {
            return;
        }
        if table.play.turn().over().is_some() {
            room.agents.dismiss();
        }
        let Some(class) = self.class(room, table) else {
            return;
        };
        for seat in agents_on_turn(table) {
            self.agents.ask(room, seat, class);
        }
    }

    /// Somebody looks at the match: programs that play among themselves go on.
    pub(crate) fn look(&self, room: &Room, table: &Table) {
        if !table.started || has_person(table) {
            return;
        }
        room.agents.look(self.time.now());
        for seat in agents_on_turn(table) {
            if !self.agents.is_busy_with(room, seat) {
                self.agents.ask(room, seat, Class::Watched);
            }
        }
    }

    /// Somebody comes to a match in which a program is on turn: the node that asked it may have gone.
    pub(crate) fn ask_agents_anew(&self, room: &Room, table: &Table) {
        let now = self.time.now();
        if !self.node.is_shared() || !table.started || !room.agents.may_ask_anew(now, ANEW) {
            return;
        }
        let Some(class) = self.class(room, table) else {
            return;
        };
        for seat in agents_on_turn(table) {
            if !self.agents.is_busy_with(room, seat) {
                self.agents.ask(room, seat, class);
            }
        }
    }

    /// How soon programs are asked in a match; nothing if they wait.
    fn class(&self, room: &Room, table: &Table) -> Option<Class> {
        let looked_at = room.agents.looked_at();
        let is_watched = room.watchers() > 0 || self.time.now() < looked_at.saturating_add(LOOK);
        match (has_person(table), is_watched) {
            (true, _) => Some(Class::Person),
            (false, true) => Some(Class::Watched),
            (false, false) => None,
        }
    }

    async fn resume_agents(self: &Arc<Registry>) -> Result<(), Problem> {
        let mut after: Option<Cursor> = None;
        loop {
            let listing = Listing {
                stage: Some(Stage::Running),
                after: after.take(),
                ..Listing::all(MATCHES_AT_A_TIME)
            };
            let matches = self.store().list(listing).await?;
            let Some(last) = matches.last() else {
                return Ok(());
            };
            after = Some(last.cursor());
            for found in matches {
                let Some(shown) = MatchSummary::read(&found.summary.text) else {
                    tracing::error!(id = %found.id, "not resumed: its summary cannot be read");
                    continue;
                };
                // Nobody watches yet those without any person.
                let seats = shown.turn.iter().filter_map(|number| number.checked_sub(1));
                let is_agent = |seat: &u8| {
                    let occupant = shown.seats.get(usize::from(*seat));
                    matches!(occupant, Some(Occupant::Agent { .. }))
                };
                let seats: Vec<Seat> = seats.filter(is_agent).map(Seat).collect();
                if seats.is_empty() || !shown.seats.iter().any(is_person) {
                    continue;
                }
                // Nothing is rebuilt before its program thinks, one after the other.
                match self.room(found.id.as_str()).await {
                    Ok(room) => {
                        for seat in seats {
                            self.agents.ask(&room, seat, Class::Person);
                        }
                    }
                    Err(problem) => {
                        tracing::error!(id = %found.id, code = problem.code(), "not resumed");
                    }
                }
            }
        }
    }

    /// Thinks for a seat and answers, on the agent's thread. A program that fails does not hold up the
    /// match: the simplest one answers in its place. What could not be written is tried again. Whether it
    /// gave way before it had an answer.
    fn think(
        self: &Arc<Registry>,
        handle: &Handle,
        thinking: &Thinking,
        memory: &mut SearchMemory,
    ) -> Again {
        let attempt = match self.ponder_once(handle, thinking, Mind::Own, memory) {
            Attempt::Failed => self.ponder_once(handle, thinking, Mind::Simplest, memory),
            attempt => attempt,
        };
        let (id, seat) = &thinking.turn;
        match attempt {
            Attempt::Answered => self.metrics.thoughts.add(1),
            Attempt::Moot => (),
            Attempt::GaveWay => return Again::Yes,
            Attempt::Failed => tracing::error!(%id, %seat, "no program can answer here"),
            Attempt::Unwritten => {
                let (registry, thinking) = (Arc::clone(self), thinking.clone());
                handle.spawn(async move {
                    tokio::time::sleep(PAUSE).await;
                    registry.agents.ask_again(&thinking);
                });
            }
        }
        Again::No
    }

    /// By the duty to think for this match, where other nodes could.
    fn ponder_once(
        self: &Arc<Registry>,
        handle: &Handle,
        thinking: &Thinking,
        mind: Mind,
        memory: &mut SearchMemory,
    ) -> Attempt {
        let mut duty = None;
        let attempt = self.ponder(handle, thinking, mind, memory, &mut duty);
        // Going down, it is given back with everything else, so that somebody goes on with it.
        if let Some(held) = duty
            && !self.agents.is_closed()
        {
            handle.block_on(self.let_go(held));
        }
        attempt
    }

    fn ponder(
        self: &Arc<Registry>,
        handle: &Handle,
        thinking: &Thinking,
        mind: Mind,
        memory: &mut SearchMemory,
        duty: &mut Option<Held>,
    ) -> Attempt {
        let (id, seat) = (&thinking.turn.0, thinking.turn.1);
        let question = handle.block_on(async {
            let room = self.room(id.as_str()).await?;
            let mut table = self.table(&room).await?;
            // Whoever watched may have gone.
            if self.class(&room, &table).is_none() {
                return Ok(None);
            }
            if self.node.is_shared() && matches!(table.occupant(seat), Occupant::Agent { .. }) {
                *duty = self.hold(Duty::Agents(id.clone())).await?;
                if duty.is_none() {
                    return Ok(None);
                }
                // Another node may just have answered.
                drop(table);
                table = self.fresh_table(&room, None).await?;
            }
            let Some(ask) = table.play.ask(seat) else {
                return Ok(None);
            };
            let strongest = || AgentSpec::level(table.play.levels().len());
            let (agent, purpose) = match (table.occupant(seat), mind) {
                (Occupant::Agent { level }, Mind::Own) => (level.spec().ok(), Purpose::Answer),
                (Occupant::Agent { .. }, Mind::Simplest) => (simplest(), Purpose::Answer),
                (Occupant::Person { .. }, _) if room.agents.wants_hint(seat, ask) => {
                    (Some(strongest()), Purpose::Hint)
                }
                (Occupant::Person { .. } | Occupant::Open, _) => return Ok(None),
            };
            // A name that was good when it sat down is good now, unless its game was changed.
            let mut agent = agent.ok_or_else(Problem::internal)?;
            if let Some(patience) = patience(table.play.clock(), seat) {
                agent = agent.within(patience);
            }
            let seated = room.agents.take(seat);
            let job = table.play.think(seat, &agent, seated, &thinking.stop)?;
            Ok::<_, Problem>(Some((room, table, purpose, job)))
        });
        let (room, table, purpose, (ask, job)) = match question {
            Ok(Some(question)) => question,
            Ok(None) => return Attempt::Moot,
            Err(problem) => {
                tracing::error!(%id, %seat, code = problem.code(), "an agent was not asked");
                return Attempt::of(&problem);
            }
        };
        let began = self.time.awake();
        let Ok((thought, mut seated)) = catch_unwind(AssertUnwindSafe(|| job(memory))) else {
            tracing::error!(%id, %seat, "an agent broke down while thinking");
            return Attempt::Failed;
        };
        if self.agents.is_closed() {
            return Attempt::Moot;
        }
        // Half a thought is none: it plays as well as if nobody had come between.
        if thinking.stop.is_raised() {
            return Attempt::GaveWay;
        }
        if purpose == Purpose::Hint {
            room.agents.keep(seat, seated);
            room.agents.give_hint(seat, ask, thought);
            return Attempt::Moot;
        }
        let conduct = seated.conduct(table.play.as_ref(), seat);
        drop(table);
        room.agents.keep(seat, seated);
        room.agents.note(seat, &thought);
        let spent = self.time.awake().saturating_sub(began);
        let lease = duty.as_ref().map(|held| held.lease.clone());
        let answered = handle.block_on(async {
            let manners = match conduct {
                Conduct::PlayOn => None,
                Conduct::Resign => Some(Verb::Resign { seat: None }),
                Conduct::Draw => Some(Verb::Draw { seat: None }),
            };
            if let Some(verb) = manners {
                let command = Command::of_mannered(seat, format!("manners-{ask}"), verb)?;
                let reply = self.execute(&room, command.by(lease.clone())).await?;
                let table = self.table(&room).await?;
                if table.play.ask(seat) != Some(ask) {
                    return Ok(reply);
                }
            }
            let id = match mind {
                Mind::Own => format!("ask-{ask}"),
                Mind::Simplest => format!("ask-{ask}-simplest"),
            };
            let command = Command::of_agent(seat, id, ask, thought.action, spent)?;
            self.execute(&room, command.by(lease)).await
        });
        match answered {
            Ok(reply) if reply.is_accepted() => Attempt::Answered,
            Ok(reply) => {
                tracing::error!(%id, %seat, status = %reply.status, "an agent's action was refused");
                Attempt::Failed
            }
            // Somebody took back, resigned or left meanwhile.
            Err(problem) => {
                tracing::debug!(%id, %seat, code = problem.code(), "an agent's answer was late");
                match Attempt::of(&problem) {
                    Attempt::Unwritten => Attempt::Unwritten,
                    _ => Attempt::Moot,
                }
            }
        }
    }
}

fn is_person(occupant: &Occupant) -> bool {
    matches!(occupant, Occupant::Person { .. })
}

fn has_person(table: &Table) -> bool {
    table.seats.iter().any(is_person)
}

fn agents_on_turn(table: &Table) -> impl Iterator<Item = Seat> {
    let seats = table.play.turn().seats();
    seats
        .iter()
        .filter(|&seat| matches!(table.occupant(seat), Occupant::Agent { .. }))
        .collect::<Vec<_>>()
        .into_iter()
}

/// Which program thinks.
#[derive(Copy, Clone, Debug)]
enum Mind {
    /// The one of the seat.
    Own,
    Simplest,
}

/// What a thought is for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Purpose {
    Answer,
    /// For the person in the seat.
    Hint,
}

/// The program that every game has and that cannot fail.
fn simplest() -> Option<AgentSpec> {
    "uniform".parse().ok()
}

/// What became of a turn.
#[derive(Copy, Clone, Debug)]
enum Attempt {
    Answered,
    /// It is nobody's turn any more, or not a program's.
    Moot,
    /// It stopped for the sake of somebody else.
    GaveWay,
    /// This program cannot go on.
    Failed,
    /// The store did not take it; it may later.
    Unwritten,
}

impl Attempt {
    fn of(problem: &Problem) -> Attempt {
        match problem.code() == Problem::unavailable().code() {
            true => Attempt::Unwritten,
            false => Attempt::Failed,
        }
    }
}

/// How long the program in `seat` may think with what its clock shows: so that it does not run dry
/// in any match of a usual length. Waiting in the queue costs it nothing, and it never loses on time.
fn patience(clock: &Clock, seat: Seat) -> Option<Duration> {
    /// Answers that a program should be able to give from its stock alone.
    const ANSWERS: Millis = 40;
    /// Even with nothing left it looks at something.
    const LEAST: Millis = 20;
    let left = clock.left(seat, 0);
    let most = match clock.tempo() {
        Tempo::Untimed => return None,
        Tempo::Increment { increment, .. } => left / ANSWERS + increment / 2,
        Tempo::PerTurn { .. } => left / 2,
    };
    Some(Duration::from_millis(most.max(LEAST)))
}

#[cfg(test)]
mod tests {
    use vauban_catalog::CATALOG;
    use vauban_game::{SeatSet, Settings};
    use vauban_store::{Line, MemoryStore, Player, Store, Visibility};

    use crate::{clock::Time, header::MatchConfig, occupant::Program};

    use super::*;

    fn config(owner: &str, origin: &str) -> MatchConfig {
        let game = CATALOG.games().next().expect("a game");
        MatchConfig {
            game: game.card().name.to_owned(),
            settings: Settings::default(),
            seat_count: None,
            position: None,
            import: None,
            undo: "own".into(),
            tempo: Tempo::Untimed,
            claim_after: None,
            owner: owner.into(),
            origin: Origin::new(origin).ok(),
            seed: None,
            date: String::new(),
            visibility: Visibility::Listed,
        }
    }

    /// The owners of all turns that wait, in the order in which they are served at the same cost.
    async fn owners(registry: &Registry) -> Vec<String> {
        let mut owners = Vec::new();
        loop {
            let next = lock(&registry.agents.work).queue.pop();
            let Some(thinking) = next else { break };
            let room = registry.room(thinking.turn.0.as_str()).await;
            owners.push(room.expect("a match").header.owner.clone());
            let cost = Duration::from_millis(10);
            registry.agents.finish(&thinking, cost, Again::No);
        }
        owners
    }

    /// The accounts that one person opens share that person's part of the time, also before anybody has
    /// come back after a restart.
    #[tokio::test]
    async fn many_accounts_of_one_address_share_its_part_also_after_a_restart() {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let time = Time::by_hand(1_000_000);
        let registry = Registry::with_time(CATALOG, Arc::clone(&store), time.clone());
        let seats = |_: &Room, seats: u8| {
            let person = Occupant::Person {
                player: "somebody".into(),
                name: "Somebody".into(),
            };
            let mut occupants = vec![person; usize::from(seats)];
            occupants[0] = Occupant::Agent {
                level: Program::Level(1),
            };
            Ok(occupants)
        };
        let many = (0..6).map(|number| format!("many{number}"));
        for name in many.chain(["alone".into(), "somebody".into()]) {
            let player = Player {
                id: PlayerId::new(&name).unwrap(),
                name: Line::new(&name).unwrap(),
                created_at: 0,
            };
            store.add_player(player).await.unwrap();
        }
        // Lists begin with the newest: who is alone comes last.
        registry.create(config("alone", "o2"), seats).await.unwrap();
        for number in 0..6 {
            time.advance(10);
            let config = config(&format!("many{number}"), "o1");
            registry.create(config, seats).await.unwrap();
        }
        let again = Registry::new(CATALOG, store);
        again.resume_agents().await.unwrap();
        let served = owners(&again).await;
        assert_eq!(served.len(), 7);
        let alone = served.iter().position(|owner| owner == "alone");
        assert_eq!(alone, Some(1), "{served:?}");
        // Once an account is seen somewhere else, it is counted there.
        let elsewhere = Origin::new("o3").unwrap();
        for number in 0..6 {
            let player = PlayerId::new(format!("many{number}")).unwrap();
            again.agents.note(&player, elsewhere.clone());
        }
        let rooms: Vec<Arc<Room>> = again.rooms().values().cloned().collect();
        for room in rooms {
            let payer = again.agents.payer(&room, room.header.owner.clone());
            let expected = match payer.account.as_str() {
                "alone" => "o2",
                _ => "o3",
            };
            assert_eq!(payer.address, Origin::new(expected).ok());
        }
    }

    #[test]
    fn programs_think_within_what_their_clock_shows() {
        let seat = Seat(1);
        assert_eq!(patience(&Clock::new(Tempo::Untimed), seat), None);
        let mut clock = Clock::new(Tempo::Increment {
            stock: 60_000,
            increment: 2_000,
        });
        clock.meter(SeatSet::EMPTY.with(seat), 0);
        assert_eq!(patience(&clock, seat), Some(Duration::from_millis(2_500)));
        clock.charge(seat, 60_000);
        assert_eq!(patience(&clock, seat), Some(Duration::from_millis(1_000)));
        let bare = Clock::new(Tempo::Increment {
            stock: 0,
            increment: 0,
        });
        assert_eq!(patience(&bare, seat), Some(Duration::from_millis(20)));
    }
}
