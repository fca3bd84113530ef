//! This process as one of several on a store: it says that it lives, takes what must happen once, learns what others
//! wrote, and leaves in good order. On a store of its own it does nothing of this.
//!
//! Nothing here decides who was first: that is the database's, by the number of the last event and by the fencing
//! number of a lease ([`Refused`](vauban_store::Refused)).

use std::{
    collections::{BTreeSet, HashMap},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::StreamExt;
use tokio::{
    sync::{Notify, watch},
    time::{Interval, MissedTickBehavior, interval, sleep},
};
use vauban_game::text;
use vauban_store::{Duty, Joining, Lease, MatchId, Millis, NodeId, PlayerId, Pulse, SessionId};

use crate::{
    Problem,
    registry::{Registry, Room},
    secret::unguessable,
};

/// How often a node says that it lives, and looks for what others wrote.
const BEAT: Duration = Duration::from_secs(1);

/// How long a lease lasts unless it is renewed.
const LEASE: Millis = 4_000;

/// A node that has not renewed its lease for so long while somebody looked is dead.
const DEAD: Duration = Duration::from_millis(4_500);

/// How far clocks of nodes may be apart.
const SKEW: Millis = 5_000;

/// Every so many beats it is looked who is there on other nodes.
const LOOK_AROUND: u64 = 5;

/// Matches or sessions that are asked for at a time, and matches that are brought up to date at a time.
const AT_A_TIME: usize = 500;
const AT_ONCE: usize = 8;

/// What was left undone that is looked at at a time.
const ABANDONED: usize = 100;

/// What this process is among others.
#[derive(Debug)]
pub struct Node {
    id: NodeId,
    is_shared: bool,
    /// Of being a node.
    lease: Mutex<Option<Lease>>,
    /// Orders what happens here.
    ticks: AtomicU64,
    /// Matches that were written to and that others have not been told of.
    outbox: Mutex<BTreeSet<MatchId>>,
    /// There is something to tell, even if it is no match.
    untold: AtomicBool,
    more: Notify,
    /// How often each duty is held here.
    held: Mutex<HashMap<Duty, usize>>,
    /// Sessions that something here goes on for.
    sessions: Mutex<HashMap<SessionId, (PlayerId, usize)>>,
    revocations: AtomicU64,
    /// How many nodes there are.
    nodes: AtomicUsize,
}

/// A duty of this node, for as long as it has something to do by it.
#[derive(Clone, Debug)]
pub struct Held {
    pub lease: Lease,
}

/// A session that something goes on for, for as long as this lives.
#[derive(Debug)]
pub struct Guarded {
    registry: Arc<Registry>,
    session: SessionId,
}

impl Drop for Guarded {
    fn drop(&mut self) {
        let mut sessions = lock(&self.registry.node.sessions);
        if let Some((_, count)) = sessions.get_mut(&self.session) {
            *count -= 1;
            if *count == 0 {
                sessions.remove(&self.session);
            }
        }
    }
}

impl Node {
    pub fn new(is_shared: bool) -> Node {
        let name = unguessable().unwrap_or_else(|_| std::process::id().to_string());
        Node {
            id: NodeId::new(name).expect("one visible word"),
            is_shared,
            lease: Mutex::default(),
            ticks: AtomicU64::new(0),
            outbox: Mutex::default(),
            untold: AtomicBool::new(false),
            more: Notify::new(),
            held: Mutex::default(),
            sessions: Mutex::default(),
            revocations: AtomicU64::new(0),
            nodes: AtomicUsize::new(1),
        }
    }

    pub fn is_shared(&self) -> bool {
        self.is_shared
    }

    pub fn nodes(&self) -> usize {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Later than everything that has one.
    pub fn tick(&self) -> u64 {
        self.ticks.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// By which it writes what only a node may write.
    pub fn lease(&self) -> Option<Lease> {
        lock(&self.lease).clone()
    }

    /// Others should look at a match.
    pub fn tell(&self, id: &MatchId) {
        if self.is_shared {
            lock(&self.outbox).insert(id.clone());
            self.more.notify_one();
        }
    }

    /// Others should look at what is no match.
    pub fn tell_of_sessions(&self) {
        if self.is_shared {
            self.untold.store(true, Ordering::Relaxed);
            self.more.notify_one();
        }
    }

    /// What others have not been told yet.
    fn untold(&self) -> Option<Vec<MatchId>> {
        let matches: Vec<MatchId> = std::mem::take(&mut *lock(&self.outbox))
            .into_iter()
            .collect();
        let is_more = self.untold.swap(false, Ordering::Relaxed);
        (is_more || !matches.is_empty()).then_some(matches)
    }
}

/// One every second, until the server goes down.
struct Beats {
    interval: Interval,
    closing: watch::Receiver<bool>,
    count: u64,
}

impl Beats {
    fn new(closing: watch::Receiver<bool>) -> Beats {
        let mut interval = interval(BEAT);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Beats {
            interval,
            closing,
            count: 0,
        }
    }

    /// The number of the next one.
    async fn next(&mut self) -> Option<u64> {
        tokio::select! {
            _ = self.interval.tick() => (),
            _ = self.closing.wait_for(|closing| *closing) => return None,
        }
        self.count += 1;
        Some(self.count)
    }
}

/// It is tried again at the next beat.
fn note(done: Result<(), Problem>) {
    if let Err(problem) = done {
        tracing::debug!(code = problem.code(), "a beat of this node");
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Registry {
    /// Becomes one of the nodes of a shared store. If no other runs, nobody ran the matches until now. Says when the
    /// last beat was.
    pub(crate) async fn join(&self) -> Result<Option<Millis>, Problem> {
        let dead = self.dead_nodes().await?;
        let now = self.time.now();
        let joining = Joining {
            node: self.node.id.clone(),
            at: now,
            until: now.saturating_add(LEASE),
            dead,
        };
        let joined = self.store().join(joining).await?;
        *lock(&self.node.lease) = Some(joined.lease);
        let pulse = self.pulse().await?;
        let others = self.store().nodes().await?.into_iter();
        let others = others.filter(|lease| lease.duty != Duty::Node(self.node.id.clone()));
        let latest = others.map(|lease| lease.until).max();
        // Flags would fall too early.
        if let Some(latest) = latest
            && !joined.alone
            && now > latest.saturating_add(SKEW)
        {
            self.store().leave(self.node.id.clone()).await?;
            let ahead = (now - latest) / 1_000;
            return Err(Problem::unprocessable(
                "clock-ahead",
                text!(
                    "the clock of this machine is at least {ahead} s ahead of the other nodes': set it right, then start again",
                    "l'horloge de cette machine avance d'au moins {ahead} s sur les autres nœuds : réglez-la, puis relancez"
                ),
            ));
        }
        let revocations = &self.node.revocations;
        revocations.store(pulse.revocations, Ordering::Relaxed);
        Ok(joined.last_beat)
    }

    /// Nodes that have not left and do not live. It takes a while to find out; if any lives, they do not matter.
    async fn dead_nodes(&self) -> Result<Vec<Lease>, Problem> {
        let own = Duty::Node(self.node.id.clone());
        let others = async || {
            let nodes = self.store().nodes().await?.into_iter();
            Ok::<Vec<Lease>, Problem>(nodes.filter(|lease| lease.duty != own).collect())
        };
        let first = others().await?;
        let began = Instant::now();
        while !first.is_empty() && began.elapsed() < DEAD {
            sleep(BEAT / 5).await;
            if others().await? != first {
                return Ok(Vec::new());
            }
        }
        Ok(first)
    }

    /// Renews what this node holds, and learns how the others are.
    async fn pulse(&self) -> Result<Pulse, Problem> {
        let now = self.time.now();
        let until = now.saturating_add(LEASE);
        let pulse = self.store().pulse(self.node.id.clone(), now, until).await?;
        self.node.nodes.store(pulse.nodes, Ordering::Relaxed);
        // The time of the matches is that of the node whose clock is ahead.
        let latest = pulse.latest.saturating_sub(LEASE);
        if latest > now && latest < now.saturating_add(2 * SKEW) {
            self.time.no_earlier_than(latest);
        }
        Ok(pulse)
    }

    /// Lives with the other nodes until the server goes down.
    pub(crate) async fn run_node(self: Arc<Registry>) {
        if !self.node.is_shared {
            return;
        }
        tokio::spawn(Arc::clone(&self).run_hints());
        // However long the rest takes, it says that it lives.
        tokio::spawn(Arc::clone(&self).run_pulse());
        let mut beats = Beats::new(self.closing());
        while let Some(beat) = beats.next().await {
            note(self.look_around(beat).await);
        }
    }

    async fn run_pulse(self: Arc<Registry>) {
        let mut beats = Beats::new(self.closing());
        while beats.next().await.is_some() {
            note(self.stay().await);
        }
    }

    /// Stays a node.
    async fn stay(&self) -> Result<(), Problem> {
        let pulse = self.pulse().await?;
        if !pulse.is_node {
            tracing::warn!("this node was silent for so long that others took it for dead");
            self.rejoin().await?;
        }
        self.check_sessions(pulse.revocations).await
    }

    /// Looks for what others did, and tells what they should know.
    async fn look_around(self: &Arc<Registry>, beats: u64) -> Result<(), Problem> {
        // 1. What others wrote, if no hint told.
        let watched: Vec<MatchId> = {
            let rooms = self.rooms();
            let watched = rooms.values().filter(|room| room.watchers() > 0);
            watched.map(|room| room.id.clone()).collect()
        };
        self.look_at(&watched).await?;
        // 2. Who is there.
        let seen = self.sightings();
        if !seen.is_empty() {
            let noted = self.store().note_presence(self.node.id.clone(), seen);
            if let Err(error) = noted.await {
                self.tell_presence_again();
                return Err(error.into());
            }
        }
        if beats.is_multiple_of(LOOK_AROUND) {
            self.learn_presence(&watched).await?;
        }
        // 3. What was left undone.
        let now = self.time.now();
        for duty in self.store().abandoned(now, ABANDONED).await? {
            if let Duty::Agents(id) = &duty
                && let Err(problem) = self.take_up(id).await
            {
                tracing::debug!(%id, code = problem.code(), "not taken up");
            }
        }
        Ok(())
    }

    /// Begins again after others took this node for dead.
    async fn rejoin(&self) -> Result<(), Problem> {
        self.join().await?;
        self.learn_outages().await?;
        self.tell_presence_again();
        self.forget_aside();
        self.forget_tables().await;
        Ok(())
    }

    /// Programs on turn whose node has gone are asked here.
    async fn take_up(self: &Arc<Registry>, id: &MatchId) -> Result<(), Problem> {
        let Some(held) = self.hold(Duty::Agents(id.clone())).await? else {
            return Ok(());
        };
        let asked = async {
            let room = self.room(id.as_str()).await?;
            let table = self.fresh_table(&room, None).await?;
            self.set_agents_to_work(&room, &table);
            Ok(())
        };
        let asked = asked.await;
        self.let_go(held).await;
        asked
    }

    /// Takes a duty, unless another node has it.
    pub(crate) async fn hold(&self, duty: Duty) -> Result<Option<Held>, Problem> {
        *lock(&self.node.held).entry(duty.clone()).or_default() += 1;
        let kept = self.keep_duty(duty.clone()).await;
        if !matches!(kept, Ok(Some(_))) {
            self.put_down(&duty);
        }
        Ok(kept?.map(|lease| Held { lease }))
    }

    /// Takes a duty for as long as this node lives, unless another node has it.
    pub(crate) async fn keep_duty(&self, duty: Duty) -> Result<Option<Lease>, Problem> {
        let now = self.time.now();
        let until = now.saturating_add(LEASE);
        let taken = self.store().take(duty, self.node.id.clone(), now, until);
        Ok(taken.await?)
    }

    /// Whether that was the last who held it here.
    fn put_down(&self, duty: &Duty) -> bool {
        let mut held = lock(&self.node.held);
        let Some(count) = held.get_mut(duty) else {
            return false;
        };
        *count -= 1;
        let is_last = *count == 0;
        if is_last {
            held.remove(duty);
        }
        is_last
    }

    /// It is done. If that cannot be told, it ends by itself, and somebody looks whether it was.
    pub(crate) async fn let_go(&self, held: Held) {
        if self.put_down(&held.lease.duty)
            && let Err(error) = self.store().end(held.lease).await
        {
            tracing::debug!(%error, "a duty was not ended");
        }
    }

    /// Tells the others, and hears what they tell, until the server goes down.
    async fn run_hints(self: Arc<Registry>) {
        let mut closing = self.closing();
        let telling = async {
            loop {
                self.node.more.notified().await;
                self.flush_hints().await;
            }
        };
        let hearing = async {
            loop {
                match self.store().hinted().await {
                    Ok(hint) if hint.is_everything => (),
                    Ok(hint) => {
                        let matches: Vec<MatchId> = hint.matches.into_iter().collect();
                        let looked = match matches.is_empty() {
                            true => self.look_at_sessions().await,
                            false => self.look_at(&matches).await,
                        };
                        if let Err(problem) = looked {
                            tracing::debug!(code = problem.code(), "a hint");
                        }
                    }
                    // It is polled meanwhile.
                    Err(_) => sleep(BEAT).await,
                }
            }
        };
        tokio::select! {
            _ = telling => (),
            _ = hearing => (),
            _ = closing.wait_for(|closing| *closing) => (),
        }
    }

    /// Tells the others what they have not been told. What came while that was on its way goes with the next.
    pub(crate) async fn flush_hints(&self) {
        while let Some(matches) = self.node.untold() {
            if let Err(error) = self.store().hint(matches).await {
                tracing::debug!(%error, "others were not told; they will see");
                return;
            }
        }
    }

    /// Brings those of these matches up to date that are watched here.
    async fn look_at(self: &Arc<Registry>, matches: &[MatchId]) -> Result<(), Problem> {
        let watched: Vec<Arc<Room>> = {
            let rooms = self.rooms();
            let known = matches.iter().filter_map(|id| rooms.get(id));
            known.filter(|room| room.watchers() > 0).cloned().collect()
        };
        for watched in watched.chunks(AT_A_TIME) {
            let ids = watched.iter().map(|room| room.id.clone()).collect();
            let heads: HashMap<MatchId, u64> = self.store().heads(ids).await?.into_iter().collect();
            let behind = watched.iter().filter(|room| {
                let head = heads.get(&room.id);
                head.is_none_or(|&head| head > room.seq())
            });
            let heads = &heads;
            futures_util::stream::iter(behind)
                .for_each_concurrent(AT_ONCE, |room| async move {
                    let caught_up = match heads.get(&room.id) {
                        Some(&head) => self.catch_up(room, head).await,
                        None => {
                            self.drop_room(room);
                            Ok(())
                        }
                    };
                    if let Err(problem) = caught_up {
                        tracing::debug!(id = %room.id, code = problem.code(), "not up to date");
                    }
                })
                .await;
        }
        Ok(())
    }

    async fn look_at_sessions(&self) -> Result<(), Problem> {
        let pulse = self.pulse().await?;
        self.check_sessions(pulse.revocations).await
    }

    /// Ends what goes on for sessions that have ended elsewhere.
    async fn check_sessions(&self, revocations: u64) -> Result<(), Problem> {
        if self.node.revocations.load(Ordering::Relaxed) == revocations {
            return Ok(());
        }
        let sessions: Vec<(SessionId, PlayerId)> = lock(&self.node.sessions)
            .iter()
            .map(|(session, (player, _))| (session.clone(), player.clone()))
            .collect();
        for chunk in sessions.chunks(AT_A_TIME) {
            let asked = chunk.iter().map(|(session, _)| session.clone()).collect();
            let open = self.store().open_sessions(asked, self.time.wall()).await?;
            let open: BTreeSet<SessionId> = open.into_iter().collect();
            for (session, player) in chunk.iter().filter(|(it, _)| !open.contains(it)) {
                self.interrupt_orders(player);
                // Nobody may be listening.
                let _ = self.ended.send(session.clone());
            }
        }
        self.node.revocations.store(revocations, Ordering::Relaxed);
        Ok(())
    }

    /// Something goes on for `session` while what is returned lives: it ends when the session does, on whatever node.
    pub(crate) fn guard(self: &Arc<Registry>, session: &SessionId, player: &PlayerId) -> Guarded {
        let mut sessions = lock(&self.node.sessions);
        let entry = sessions.entry(session.clone());
        entry.or_insert_with(|| (player.clone(), 0)).1 += 1;
        drop(sessions);
        Guarded {
            registry: Arc::clone(self),
            session: session.clone(),
        }
    }

    /// Leaves in good order: what this node held is anybody's.
    pub(crate) async fn leave(&self) {
        if !self.node.is_shared {
            return;
        }
        self.flush_hints().await;
        if let Err(error) = self.store().leave(self.node.id.clone()).await {
            tracing::warn!(%error, "this node did not leave in good order; its leases end by themselves");
        }
        // Whoever is there looks for what is left.
        let _ = self.store().hint(Vec::new()).await;
    }
}
