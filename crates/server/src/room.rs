//! One match: what never changes of it, and its table.
//!
//! The table that everybody reads is the last one that was committed. Whoever changes it works on a copy,
//! which takes its place once it is durable; meanwhile others read on. **Invariant:** how long a read
//! takes does not tell whether somebody writes.

use std::{
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
};

use tokio::sync::watch;
use vauban_game::text;
use vauban_store::{MatchId, Millis, Seq, Visibility};
use vauban_table::{Refusals, Shelf};

use crate::{
    audience::Audience,
    growth::Growth,
    header::Header,
    memory::{Cost, Memory},
    occupant::Program,
    orders::Orders,
    presence::Presence,
    seated_agents::SeatedAgents,
    table::Table,
};

/// What a match without its table takes, besides its header.
const BARE: usize = 2 * 1024;

/// One match.
pub struct Room {
    pub id: MatchId,
    /// Without the record that it goes on with, which is needed only to rebuild it.
    pub header: Header,
    pub visibility: Visibility,
    pub created_at: u64,
    shelf: Shelf,
    place: Mutex<Place>,
    /// Held by who writes, from the rules to the commit.
    pub(crate) writing: tokio::sync::Mutex<()>,
    /// Held by who rebuilds the table.
    pub(crate) rebuilding: tokio::sync::Mutex<()>,
    /// Held by who looks whether another node has written; when that was last begun.
    pub(crate) checked: tokio::sync::Mutex<u64>,
    /// Goes up with each commit. Says nothing but that there may be something to see.
    revision: watch::Sender<u64>,
    pub(crate) presence: Presence,
    pub(crate) audience: Audience,
    pub(crate) agents: SeatedAgents,
    pub(crate) orders: Orders,
    cost: Cost,
    pub(crate) growth: Growth,
    last_use: AtomicU64,
    /// About how many steps must be played to rebuild its table.
    steps: AtomicUsize,
    /// Whether it was over when its table was last in memory.
    over: AtomicBool,
    /// The last event of the table that was in memory last.
    seq: AtomicU64,
}

/// Where the table is.
#[derive(Debug, Default)]
struct Place {
    /// Nothing while it is not in memory.
    table: Option<Arc<Table>>,
    /// Goes up whenever an older table must not come here any more.
    version: u64,
}

impl Room {
    pub(crate) fn new(
        id: MatchId,
        header: Header,
        visibility: Visibility,
        created_at: u64,
        shelf: Shelf,
        now: Millis,
        memory: &Arc<Memory>,
    ) -> Room {
        Room {
            id,
            header,
            visibility,
            created_at,
            shelf,
            place: Mutex::default(),
            writing: tokio::sync::Mutex::default(),
            rebuilding: tokio::sync::Mutex::default(),
            checked: tokio::sync::Mutex::default(),
            revision: watch::Sender::new(0),
            presence: Presence::new(now),
            audience: Audience::default(),
            agents: SeatedAgents::default(),
            orders: Orders::default(),
            cost: Cost::new(memory, BARE),
            growth: Growth::default(),
            last_use: AtomicU64::new(0),
            steps: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            seq: AtomicU64::new(0),
        }
    }

    /// The table, if it is in memory.
    pub(crate) fn table(&self) -> Option<Arc<Table>> {
        self.place().table.clone()
    }

    /// What was just committed takes its place, unless what another node has committed since is there already.
    pub(crate) fn publish(&self, table: Table) -> Arc<Table> {
        let mut place = self.place();
        if let Some(newer) = place.table.as_ref().filter(|newer| newer.seq > table.seq) {
            return Arc::clone(newer);
        }
        let table = Arc::new(table);
        place.version += 1;
        place.table = Some(Arc::clone(&table));
        self.note(&table);
        table
    }

    /// A table with what other nodes have written takes the place of the older one; nothing if there is none.
    pub(crate) fn advance(&self, table: Table) -> Option<Arc<Table>> {
        let mut place = self.place();
        place.table.as_ref().filter(|older| older.seq < table.seq)?;
        let table = Arc::new(table);
        place.version += 1;
        place.table = Some(Arc::clone(&table));
        self.note(&table);
        Some(table)
    }

    /// The table does not hold any more: it is rebuilt from the log when it is needed.
    pub(crate) fn forget(&self) {
        let mut place = self.place();
        place.version += 1;
        place.table = None;
        self.cost.set(BARE);
    }

    /// Names what is in the log now, for whoever begins to rebuild.
    pub(crate) fn version(&self) -> u64 {
        self.place().version
    }

    /// A table that was rebuilt since `version` takes its place, unless there is a newer one; none if what it
    /// was made from may not hold any more.
    pub(crate) fn restore(&self, version: u64, table: Table) -> Option<Arc<Table>> {
        let mut place = self.place();
        if place.version != version {
            return place.table.clone();
        }
        if place.table.is_none() {
            self.note(&table);
            place.table = Some(Arc::new(table));
        }
        place.table.clone()
    }

    /// Lets the table go, unless somebody has it; says whether it did.
    pub(crate) fn evict(&self) -> bool {
        let mut place = self.place();
        let is_idle = |table: &Arc<Table>| Arc::strong_count(table) == 1;
        if !place.table.as_ref().is_some_and(is_idle) {
            return false;
        }
        place.table = None;
        self.cost.set(BARE);
        self.agents.dismiss();
        true
    }

    /// What is kept of a table that is in memory from now on.
    fn note(&self, table: &Table) {
        let bytes = BARE + table.bytes() + self.agents.bytes();
        self.cost.set(bytes);
        self.over.store(table.is_over(), Ordering::Relaxed);
        self.seq.store(table.seq, Ordering::Relaxed);
        self.expect_steps(table.play.steps());
    }

    /// About so many steps must be played to rebuild its table.
    pub(crate) fn expect_steps(&self, steps: usize) {
        self.steps.store(steps, Ordering::Relaxed);
    }

    /// The last event of the table that was in memory last.
    pub(crate) fn seq(&self) -> Seq {
        self.seq.load(Ordering::Relaxed)
    }

    pub(crate) fn steps(&self) -> usize {
        self.steps.load(Ordering::Relaxed)
    }

    /// Whether it was over when its table was last in memory.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody needs it, at `now` while the machine is awake.
    pub(crate) fn touch(&self, now: Millis) {
        self.last_use.fetch_max(now, Ordering::Relaxed);
    }

    pub(crate) fn last_use(&self) -> Millis {
        self.last_use.load(Ordering::Relaxed)
    }

    /// Whoever watches looks again: there may be something to see.
    pub(crate) fn tell(&self) {
        self.revision.send_modify(|revision| *revision += 1);
    }

    /// How often it was told that there may be something to see.
    pub(crate) fn changes(&self) -> u64 {
        *self.revision.borrow()
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

    /// Whether the game has such a program, as far as can be known before it sits down.
    pub fn must_be_program(&self, program: &Program) -> Result<(), Refusals> {
        let game = self.shelf.find(&self.header.game)?;
        let refused = |text| Err(Refusals::one("no-such-level", text));
        match program {
            Program::Level(level) => {
                let levels = game.levels().len();
                if (1..=levels).contains(level) {
                    return Ok(());
                }
                refused(text!(
                    "unknown level {level}; available: 1 to {levels}",
                    "niveau inconnu : {level} ; disponibles : 1 à {levels}"
                ))
            }
            Program::Named(_) => match program.spec() {
                Ok(spec) => game.seats_agent(&spec),
                Err(text) => refused(text),
            },
        }
    }
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}
