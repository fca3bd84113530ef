//! How much memory matches use, and which of them are evicted.
//!
//! A match knows roughly what it costs. Those that nobody looks at leave memory after a while, finished ones
//! soon; and if all together cost more than the budget, the least recently used leave first, only as many as
//! is needed. A match that has left is rebuilt from the store when somebody needs it.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use vauban_store::{MatchId, Millis};

use crate::{
    metrics::Counter,
    registry::{Registry, Room},
};

/// The budget unless somebody sets another.
const USUAL: usize = 256 << 20;

/// A match that nobody looks at leaves memory after so long.
const IDLE: Millis = 10 * 60_000;

/// The same for a finished one.
const FINISHED: Millis = 60_000;

/// How often it is looked which have been idle.
const LOOK: Millis = 10_000;

/// The budget, and what is taken of it.
#[derive(Debug)]
pub struct Memory {
    budget: AtomicUsize,
    used: AtomicUsize,
    pub rebuilt: Counter,
    pub set_aside: Counter,
    evicted: Counter,
}

/// What the matches in memory take, for whoever watches the server.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct InMemory {
    /// Matches that are known, with or without their tables.
    pub matches: usize,
    /// Matches whose tables are in memory.
    pub tables: usize,
    /// What all of them take, roughly.
    pub bytes: usize,
    pub budget: usize,
    /// Tables that were rebuilt from the store, so far.
    pub rebuilt: u64,
    /// Tables that left memory, so far.
    pub evicted: u64,
    /// Matches that could not be rebuilt, so far.
    pub set_aside: u64,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            budget: AtomicUsize::new(USUAL),
            used: AtomicUsize::new(0),
            rebuilt: Counter::default(),
            set_aside: Counter::default(),
            evicted: Counter::default(),
        }
    }
}

impl Memory {
    pub fn set_budget(&self, bytes: usize) {
        self.budget.store(bytes, Ordering::Relaxed);
    }

    fn budget(&self) -> usize {
        self.budget.load(Ordering::Relaxed)
    }

    fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// What should be left once matches have had to go: with some room, so that not every one that comes
    /// makes another one go.
    fn goal(&self) -> usize {
        self.budget() / 8 * 7
    }
}

/// What one match costs, for as long as this lives.
#[derive(Debug)]
pub struct Cost {
    memory: Arc<Memory>,
    bytes: AtomicUsize,
}

impl Cost {
    pub fn new(memory: &Arc<Memory>, bytes: usize) -> Cost {
        let cost = Cost {
            memory: Arc::clone(memory),
            bytes: AtomicUsize::new(0),
        };
        cost.set(bytes);
        cost
    }

    pub fn set(&self, bytes: usize) {
        let used = &self.memory.used;
        let before = self.bytes.swap(bytes, Ordering::Relaxed);
        used.fetch_add(bytes, Ordering::Relaxed);
        used.fetch_sub(before, Ordering::Relaxed);
    }
}

impl Drop for Cost {
    fn drop(&mut self) {
        self.set(0);
    }
}

impl Registry {
    pub fn in_memory(&self) -> InMemory {
        let rooms = self.rooms();
        InMemory {
            matches: rooms.len(),
            tables: rooms.values().filter(|room| room.table().is_some()).count(),
            bytes: self.memory.used(),
            budget: self.memory.budget(),
            rebuilt: self.memory.rebuilt.value(),
            evicted: self.memory.evicted.value(),
            set_aside: self.memory.set_aside.value(),
        }
    }

    /// Lets matches go if all together cost too much: first those that nobody watches, of these the least
    /// recently used first.
    pub(crate) fn make_room(&self) {
        if self.memory.used() <= self.memory.budget() {
            return;
        }
        let goal = self.memory.goal();
        // 1. Tables, which are most of it.
        let mut rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        // Once for each: it may change meanwhile.
        rooms.sort_by_cached_key(|room| (room.watchers() > 0, room.last_use()));
        let mut rooms = rooms.into_iter();
        let mut evicted = 0;
        while self.memory.used() > goal
            && let Some(room) = rooms.next()
        {
            evicted += u64::from(room.evict());
        }
        drop(rooms);
        self.memory.evicted.add(evicted);
        // 2. What is left of them, if that is still too much.
        if self.memory.used() > goal {
            self.drop_bare_rooms(|_| true, goal);
        }
    }

    /// Lets go what nobody has looked at for a while.
    pub(crate) fn evict_idle(&self) {
        let now = self.time.awake();
        let idle = |room: &Room| match room.watchers() {
            0 => now.saturating_sub(room.last_use()),
            _ => 0,
        };
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            let most = if room.is_over() { FINISHED } else { IDLE };
            if idle(&room) >= most && room.evict() {
                self.memory.evicted.add(1);
            }
        }
        // While a match runs, who was there when is needed to claim against who is away.
        self.drop_bare_rooms(|room| room.is_over() && idle(room) >= FINISHED, 0);
    }

    /// Forgets matches without tables that nobody has, the least recently used first, until no more than
    /// `goal` bytes are used.
    fn drop_bare_rooms(&self, may_go: impl Fn(&Room) -> bool, goal: usize) {
        let mut rooms = self.rooms();
        let is_bare = |room: &Arc<Room>| {
            Arc::strong_count(room) == 1 && room.table().is_none() && may_go(room)
        };
        let mut bare: Vec<(Millis, MatchId)> = rooms
            .values()
            .filter(|room| is_bare(room))
            .map(|room| (room.last_use(), room.id.clone()))
            .collect();
        bare.sort_unstable();
        for (_, id) in bare {
            if self.memory.used() <= goal {
                break;
            }
            rooms.remove(&id);
        }
    }

    /// Looks for idle matches until the server goes down.
    pub(crate) async fn run_eviction(self: Arc<Registry>) {
        let mut closing = self.closing();
        loop {
            let next = self.time.now().saturating_add(LOOK);
            tokio::select! {
                () = self.time.until(next) => self.evict_idle(),
                _ = closing.wait_for(|closing| *closing) => return,
            }
            // While a machine that was asleep has not caught up, it is always time: others do that.
            tokio::task::yield_now().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_add_up_and_go_away() {
        let memory = Arc::new(Memory::default());
        let (one, other) = (Cost::new(&memory, 100), Cost::new(&memory, 20));
        one.set(50);
        assert_eq!(memory.used(), 70);
        other.set(1_000);
        drop(one);
        assert_eq!(memory.used(), 1_000);
        drop(other);
        assert_eq!(memory.used(), 0);
    }
}
