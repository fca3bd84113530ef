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

use tokio::{
    sync::{Notify, watch},
    time::{Interval, MissedTickBehavior, interval, sleep},
};
use vauban_game::text;
use vauban_store::{Duty, Joining, Lease, MatchId, Millis, NodeId, PlayerId, Pulse, SessionId};

use crate::{Problem, registry::Registry, secret::unguessable};

/// How often a node says that it lives, and looks for what others wrote.
pub(crate) const BEAT: Duration = Duration::from_secs(1);

/// How long a lease lasts unless it is renewed.
pub(crate) const LEASE: Millis = 4_000;

/// A node that has not renewed its lease for so long while somebody looked is dead.
const DEAD: Duration = Duration::from_millis(4_500);

/// How far clocks of nodes may be apart.
const SKEW: Millis = 5_000;

/// Every so many beats it is looked who is there on other nodes.
const LOOK_AROUND: u64 = 5;

/// What was left undone that is looked at at a time.
const ABANDONED: usize = 100;

/// What this process is among others.
#[derive(Debug)]
pub struct Node {
    pub(crate) id: NodeId,
    is_shared: bool,
    /// Of being a node.
    lease: Mutex<Option<Lease>>,
    /// Orders what happens here.
    ticks: AtomicU64,
    /// Matches that were written to and that others have not been told of.
    outbox: Mutex<BTreeSet<MatchId>>,
    /// There is something to tell, even if it is no match.
    untold: AtomicBool,
    pub(crate) more: Notify,
    /// How often each duty is held here.
    pub(crate) held: Mutex<HashMap<Duty, usize>>,
    /// Sessions that something here goes on for.
    pub(crate) sessions: Mutex<HashMap<SessionId, (PlayerId, usize)>>,
    pub(crate) revocations: AtomicU64,
    /// How many nodes there are.
    nodes: AtomicUsize,
    /// True once it has left.
    left: watch::Sender<bool>,
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
            left: watch::Sender::new(false),
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
    pub(crate) fn untold(&self) -> Option<Vec<MatchId>> {
        let matches: Vec<MatchId> = std::mem::take(&mut *lock(&self.outbox))
            .into_iter()
            .collect();
        let is_more = self.untold.swap(false, Ordering::Relaxed);
        (is_more || !matches.is_empty()).then_some(matches)
    }
}

/// One every second, until it is over.
struct Beats {
    interval: Interval,
    over: watch::Receiver<bool>,
    count: u64,
}

impl Beats {
    fn new(over: watch::Receiver<bool>) -> Beats {
        let mut interval = interval(BEAT);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Beats {
            interval,
            over,
            count: 0,
        }
    }

    /// The number of the next one.
    async fn next(&mut self) -> Option<u64> {
        tokio::select! {
            _ = self.interval.tick() => (),
            _ = self.over.wait_for(|over| *over) => return None,
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

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Registry {
    /// Becomes one of the nodes of a shared store. If no other runs, nobody ran the matches until now. Says when the
    /// last beat was.
    pub(crate) async fn join(&self) -> Result<Option<Millis>, Problem> {
        let dead = self.dead_nodes().await?;
        let now = self.time.now();
        // Flags would fall too early, so it must not be heard of: the others' time would follow it.
        let others = self.others().await?.into_iter();
        let latest = others.map(|lease| lease.until).max();
        if let Some(latest) = latest
            && dead.is_empty()
            && now > latest.saturating_add(SKEW)
        {
            // If the clock was set while it ran, its lease must be gone as well.
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
        let joining = Joining {
            node: self.node.id.clone(),
            at: now,
            until: now.saturating_add(LEASE),
            dead,
        };
        let joined = self.store().join(joining).await?;
        *lock(&self.node.lease) = Some(joined.lease);
        let pulse = self.pulse().await?;
        let revocations = &self.node.revocations;
        revocations.store(pulse.revocations, Ordering::Relaxed);
        Ok(joined.last_beat)
    }

    /// Nodes that have not left and do not live. It takes a while to find out; if any lives, they do not matter.
    async fn dead_nodes(&self) -> Result<Vec<Lease>, Problem> {
        let first = self.others().await?;
        let began = Instant::now();
        while !first.is_empty() && began.elapsed() < DEAD {
            sleep(BEAT / 5).await;
            if self.others().await? != first {
                return Ok(Vec::new());
            }
        }
        Ok(first)
    }

    /// The leases of all other nodes that have not left.
    async fn others(&self) -> Result<Vec<Lease>, Problem> {
        let own = Duty::Node(self.node.id.clone());
        let nodes = self.store().nodes().await?.into_iter();
        Ok(nodes.filter(|lease| lease.duty != own).collect())
    }

    /// Renews what this node holds, and learns how the others are.
    pub(crate) async fn pulse(&self) -> Result<Pulse, Problem> {
        let now = self.time.now();
        let until = now.saturating_add(LEASE);
        let duties = lock(&self.node.held).keys().cloned().collect();
        let pulse = self
            .store()
            .pulse(self.node.id.clone(), now, until, duties)
            .await?;
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

    /// Also while the server goes down: until it has left, it is a node.
    async fn run_pulse(self: Arc<Registry>) {
        let mut beats = Beats::new(self.node.left.subscribe());
        let mut is_away = false;
        while beats.next().await.is_some() {
            let stayed = self.stay().await;
            let was_away = is_away;
            is_away = stayed.as_ref().is_err_and(Problem::is_away);
            match (was_away, is_away) {
                (false, true) => {
                    let why = self.store().health().err().map(|error| error.to_string());
                    tracing::error!(
                        why,
                        "the store is away; until it is back, everybody is answered 503"
                    );
                }
                (true, false) => tracing::warn!("the store is back"),
                (true, true) | (false, false) => (),
            }
            note(stayed);
        }
    }

    /// Stays a node.
    async fn stay(&self) -> Result<(), Problem> {
        let pulse = self.pulse().await?;
        let is_closing = *self.closing().borrow();
        if is_closing {
            return Ok(());
        }
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
            let done = match &duty {
                Duty::Agents(id) => self.take_up(id).await,
                Duty::Order {
                    id,
                    player,
                    session,
                    command,
                } => self.tell_lost_order(id, player, session, command).await,
                Duty::Clocks | Duty::Node(_) => Ok(()),
            };
            if let Err(problem) = done {
                tracing::debug!(%duty, code = problem.code(), "not taken up");
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

    /// Leaves in good order: what this node held is anybody's.
    pub(crate) async fn leave(&self) {
        if !self.node.is_shared {
            return;
        }
        self.flush_hints().await;
        self.node.left.send_replace(true);
        if let Err(error) = self.store().leave(self.node.id.clone()).await {
            tracing::warn!(%error, "this node did not leave in good order; its leases end by themselves");
        }
        // Whoever is there looks for what is left.
        let _ = self.store().hint(Vec::new()).await;
    }
}

#[cfg(test)]
mod tests {
    use vauban_store::{MemoryStore, Nodes as _};
    use vauban_table::Shelf;

    use super::*;
    use crate::clock::Time;

    #[tokio::test]
    async fn a_node_whose_clock_is_ahead_does_not_join() {
        let store = MemoryStore::for_nodes();
        let node = |now| {
            let time = Time::by_hand(now);
            let registry = Registry::with_time(Shelf(&[]), Arc::new(store.reopen()), time.clone());
            (registry, time)
        };
        let (first, time) = node(100_000);
        first.join().await.expect("it is alone");
        // It lives while the others look.
        let living = tokio::spawn(async move {
            loop {
                sleep(BEAT).await;
                time.advance(1_000);
                first.pulse().await.expect("the store is there");
            }
        });
        let (ahead, _) = node(112_000);
        let refused = ahead.join().await.expect_err("its clock is wrong");
        assert_eq!(refused.code(), "clock-ahead");
        assert_eq!(store.nodes().await.map(|nodes| nodes.len()), Ok(1));
        let (near, _) = node(104_000);
        near.join().await.expect("its clock is right");
        living.abort();
    }
}
