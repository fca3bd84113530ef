//! The server's own part in matches with clocks: it says that it is alive, and lets flags fall.
//!
//! Deadlines are the store's: matches whose time does not run out soon need not be in memory.
//! While the server is down, or its machine asleep, nobody's clock runs: the time between the last
//! sign of life and the next start is an outage, and clocks are computed from events and outages.
//! A stored deadline that an outage has put off is put right when it is reached.

use std::{
    collections::HashSet,
    sync::{
        Arc, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::sync::Notify;
use vauban_game::Seat;
use vauban_store::{Due, Duty, Lease, MatchId, Millis, Outage, WRONG_CLOCK};

use crate::{
    Problem,
    command::{Command, Verb},
    registry::{Registry, Room},
};

/// How often the server says that it is alive, while anybody's clock runs. A crash gives everybody
/// at most so much time as a present.
const BEAT: Millis = 5_000;

/// How often the store is asked for deadlines if other nodes may have set some.
const LOOK_AT_OTHERS: Millis = 1_000;

/// How often it is looked whether the machine was asleep, if there is nothing else to do.
const LOOK: Millis = 60_000;

/// Matches whose time has run out that are looked at at a time.
const DUE_AT_A_TIME: usize = 100;

/// Nobody's time has run out.
pub const NOT_DUE: &str = "not-due";

/// Whether the machine was asleep since somebody looked last.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Slept {
    Yes,
    No,
}

/// When the next flag falls, as far as the scheduler knows.
#[derive(Debug)]
pub struct Deadlines {
    next: AtomicU64,
    sooner: Notify,
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        Deadlines {
            next: AtomicU64::new(Millis::MAX),
            sooner: Notify::new(),
        }
    }
}

impl Deadlines {
    /// A match has this deadline from now on.
    pub fn note(&self, deadline: Option<Millis>) {
        if deadline.is_some_and(|deadline| deadline < self.next.load(Ordering::SeqCst)) {
            self.sooner.notify_one();
        }
    }
}

impl Registry {
    /// Matches are run from now on: notes for how long they were not.
    pub(crate) async fn start(&self) -> Result<(), Problem> {
        self.wake().await
    }

    async fn wake(&self) -> Result<(), Problem> {
        let now = self.time.now();
        let before = match self.node.is_shared() {
            false => self.store().wake(now).await?,
            true => self.join().await?,
        };
        match before {
            Some(before) if before > now.saturating_add(WRONG_CLOCK) => tracing::warn!(
                days = (before - now) / WRONG_CLOCK,
                "the server ran by a clock that was ahead by so many days, or this one is behind: please check it"
            ),
            Some(before) => self.time.no_earlier_than(before),
            None => (),
        }
        self.learn_outages().await
    }

    /// What the store knows of outages; needed before any match with a clock is rebuilt.
    pub(crate) async fn learn_outages(&self) -> Result<(), Problem> {
        let outages: Arc<[Outage]> = self.store().outages().await?.into();
        *self.outages.lock().unwrap_or_else(PoisonError::into_inner) = outages;
        Ok(())
    }

    /// Beats and lets flags fall until the server goes down.
    pub(crate) async fn run_timeouts(self: Arc<Registry>) {
        let mut closing = self.closing();
        let mut scheduler = Scheduler {
            next_beat: 0,
            troubled: HashSet::new(),
            registry: self,
        };
        loop {
            let wait_until = match scheduler.look().await {
                Ok(until) => until,
                Err(problem) => {
                    if !problem.is_away() {
                        tracing::error!(code = problem.code(), "the scheduler of time");
                    }
                    scheduler.registry.time.now().saturating_add(BEAT)
                }
            };
            tokio::select! {
                () = scheduler.registry.time.until(wait_until) => (),
                () = scheduler.registry.flags.sooner.notified() => (),
                _ = closing.wait_for(|closing| *closing) => return,
            }
        }
    }

    /// A machine that was asleep was down, and so was one whose clock was set forward: nobody is charged for
    /// it. Looked at before any flag falls.
    pub(crate) async fn notice_sleep(&self) -> Result<Slept, Problem> {
        let _one_at_a_time = self.looking.lock().await;
        let Some(slept) = self.time.slept() else {
            return Ok(Slept::No);
        };
        tracing::info!(
            seconds = slept / 1_000,
            "the machine was asleep, or its clock was set forward"
        );
        // Up to here the clocks ran.
        self.store().beat(self.time.now()).await?;
        self.time.catch_up();
        self.wake().await?;
        self.forget_tables().await;
        Ok(Slept::Yes)
    }

    /// The command by which the server lets a flag fall.
    pub(crate) fn timeout(seat: Seat, deadline: Millis) -> Result<Command, Problem> {
        let id = format!("timeout-{seat}-{deadline}");
        let seat = seat.number();
        Command::of_server(id, Verb::Timeout { seat })
    }
}

struct Scheduler {
    registry: Arc<Registry>,
    next_beat: Millis,
    /// Matches that cannot be rebuilt; they do not keep the others waiting.
    troubled: HashSet<MatchId>,
}

impl Scheduler {
    /// Does what is to be done now, and says when there will be more.
    async fn look(&mut self) -> Result<Millis, Problem> {
        let registry = Arc::clone(&self.registry);
        registry.notice_sleep().await?;
        // On one node at a time, which keeps it while it lives.
        let lease = match registry.node.is_shared() {
            false => None,
            true => match registry.keep_duty(Duty::Clocks).await? {
                Some(lease) => Some(lease),
                None => return Ok(registry.time.now().saturating_add(LOOK_AT_OTHERS)),
            },
        };
        // Whoever sets a deadline while the store is being asked wakes the scheduler once more.
        registry.flags.next.store(Millis::MAX, Ordering::SeqCst);
        let now = registry.time.now();
        loop {
            let due = self.due(now.saturating_add(1), DUE_AT_A_TIME).await?;
            if due.is_empty() {
                break;
            }
            for due in due {
                match registry.settle(&due, lease.as_ref()).await {
                    Ok(()) => (),
                    // Somebody was faster.
                    Err(problem) if problem.code() == NOT_DUE => (),
                    // The store will be asked again.
                    Err(problem) if problem.code() == Problem::unavailable().code() => {
                        return Err(problem);
                    }
                    Err(problem) => {
                        let code = problem.code();
                        tracing::error!(id = %due.id, code, "a flag that cannot fall");
                        self.troubled.insert(due.id);
                    }
                }
            }
        }
        let Some(next) = self.due(Millis::MAX, 1).await?.pop() else {
            // Nobody's clock runs, so there is nothing that an outage could take.
            self.next_beat = 0;
            return Ok(now.saturating_add(match lease {
                None => LOOK,
                Some(_) => LOOK_AT_OTHERS,
            }));
        };
        if now >= self.next_beat {
            registry.store().beat(now).await?;
            self.next_beat = now.saturating_add(BEAT);
        }
        registry
            .flags
            .next
            .fetch_min(next.deadline, Ordering::SeqCst);
        let soonest = match lease {
            None => self.next_beat,
            Some(_) => now.saturating_add(LOOK_AT_OTHERS),
        };
        Ok(next.deadline.min(soonest))
    }

    async fn due(&self, before: Millis, limit: usize) -> Result<Vec<Due>, Problem> {
        let most = limit.saturating_add(self.troubled.len());
        let mut due = self.registry.store().due(before, most).await?;
        due.retain(|due| !self.troubled.contains(&due.id));
        Ok(due)
    }
}

impl Registry {
    /// Lets the flag of a match fall whose stored deadline has passed, or puts the deadline right.
    async fn settle(self: &Arc<Registry>, due: &Due, lease: Option<&Lease>) -> Result<(), Problem> {
        let room: Arc<Room> = self.room(due.id.as_str()).await?;
        let nobody_writes = room.writing.lock().await;
        let table = self.fresh_table(&room, None).await?;
        match table.play.clock().next_out() {
            Some((seat, deadline)) if deadline <= self.time.now() => {
                drop(nobody_writes);
                let timeout = Registry::timeout(seat, deadline)?.by(lease.cloned());
                let reply = self.execute(&room, timeout).await?;
                if !reply.is_accepted() {
                    tracing::error!(id = %room.id, %seat, "a flag was refused");
                    return Err(Problem::internal());
                }
                Ok(())
            }
            later if later.map(|(_, deadline)| deadline) != Some(due.deadline) => {
                let summary = table.summary(&room.header);
                // Nobody writes until it is written, so that no newer summary is overwritten.
                self.store()
                    .summarise(room.id.clone(), table.seq, summary)
                    .await?;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
