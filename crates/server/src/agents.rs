//! Programs in seats: they think on threads of their own, so that people never wait for them,
//! and answer by the same door as everybody.

use std::{
    collections::{HashSet, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use tokio::runtime::Handle;
use vauban_game::{BySeat, MOST_KEPT, SearchMemory, Seat, Stop};
use vauban_store::{Cursor, Listing, MatchId, Millis, Stage};
use vauban_table::{AgentSpec, Clock, SeatedAgent, Tempo};

use crate::{
    Problem,
    command::Command,
    occupant::Occupant,
    registry::{Registry, Room},
    summary::MatchSummary,
    table::Table,
};

/// Matches looked at at a time when the server starts.
const MATCHES_AT_A_TIME: usize = 100;

/// After what could not be written, an agent rests so long.
const PAUSE: Duration = Duration::from_secs(2);

/// Who has to think, in the order in which they were asked.
#[derive(Debug, Default)]
pub struct Agents {
    queue: Mutex<Queue>,
    work: Condvar,
    stop: Stop,
}

#[derive(Debug, Default)]
struct Queue {
    turns: VecDeque<(MatchId, Seat)>,
    /// The same again, to see at once who is waiting already.
    waiting: HashSet<(MatchId, Seat)>,
    closed: bool,
}

impl Agents {
    fn ask(&self, id: &MatchId, seat: Seat) {
        let mut queue = self.queue();
        if queue.waiting.insert((id.clone(), seat)) {
            queue.turns.push_back((id.clone(), seat));
            self.work.notify_one();
        }
    }

    /// The next one, as soon as there is one; none when the server goes down.
    fn next(&self) -> Option<(MatchId, Seat)> {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(turn) = queue.turns.pop_front() {
                queue.waiting.remove(&turn);
                return Some(turn);
            }
            queue = self
                .work
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whoever thinks stops soon, and nobody begins. After a restart they are asked again.
    pub fn stop(&self) {
        self.stop.raise();
        self.queue().closed = true;
        self.work.notify_all();
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
        for _ in 0..cores {
            let (registry, handle) = (Arc::clone(self), handle.clone());
            thread::Builder::new().name("agent".into()).spawn(move || {
                let mut memory = SearchMemory::with_bytes(search_memory / cores);
                while let Some((id, seat)) = registry.agents.next() {
                    registry.think(&handle, &id, seat, &mut memory);
                }
            })?;
        }
        let registry = Arc::clone(self);
        handle.spawn(async move {
            if let Err(problem) = registry.resume_agents().await {
                tracing::error!(code = problem.code(), "agents were not asked again");
            }
        });
        Ok(())
    }

    /// Asks the agents whose turn it is.
    pub(crate) fn set_agents_to_work(&self, room: &Room, table: &Table) {
        if !table.started {
            return;
        }
        if table.play.turn().over().is_some() {
            room.agents.dismiss();
        }
        for seat in table.play.turn().seats().iter() {
            if matches!(table.occupant(seat), Occupant::Agent { .. }) {
                self.agents.ask(&room.id, seat);
            }
        }
    }

    pub(crate) async fn wake_agents(&self, room: &Arc<Room>) -> Result<(), Problem> {
        let table = self.table(room).await?;
        self.set_agents_to_work(room, &table);
        Ok(())
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
                let waits = MatchSummary::read(&found.summary.text).is_some_and(|shown| {
                    shown.turn.iter().any(|&number| {
                        let occupant = shown.seats.get(usize::from(number.saturating_sub(1)));
                        matches!(occupant, Some(Occupant::Agent { .. }))
                    })
                });
                if waits {
                    // One match that cannot be rebuilt does not keep the others waiting.
                    let woken = match self.room(found.id.as_str()).await {
                        Ok(room) => self.wake_agents(&room).await,
                        Err(problem) => Err(problem),
                    };
                    if let Err(problem) = woken {
                        tracing::error!(id = %found.id, code = problem.code(), "not resumed");
                    }
                }
            }
        }
    }

    /// Thinks for `seat` and answers, on the agent's thread. A program that fails does not hold up the
    /// match: the simplest one answers in its place. What could not be written is tried again.
    fn think(
        self: &Arc<Registry>,
        handle: &Handle,
        id: &MatchId,
        seat: Seat,
        memory: &mut SearchMemory,
    ) {
        let attempt = match self.ponder(handle, id, seat, Mind::Own, memory) {
            Attempt::Failed => self.ponder(handle, id, seat, Mind::Simplest, memory),
            attempt => attempt,
        };
        match attempt {
            Attempt::Answered => self.metrics.thoughts.add(1),
            Attempt::Moot => (),
            Attempt::Failed => tracing::error!(%id, %seat, "no program can answer here"),
            Attempt::Unwritten => {
                let (registry, id) = (Arc::clone(self), id.clone());
                handle.spawn(async move {
                    tokio::time::sleep(PAUSE).await;
                    registry.agents.ask(&id, seat);
                });
            }
        }
    }

    fn ponder(
        self: &Arc<Registry>,
        handle: &Handle,
        id: &MatchId,
        seat: Seat,
        mind: Mind,
        memory: &mut SearchMemory,
    ) -> Attempt {
        let question = handle.block_on(async {
            let room = self.room(id.as_str()).await?;
            let table = self.table(&room).await?;
            let Occupant::Agent { level } = table.occupant(seat) else {
                return Ok(None);
            };
            if table.play.ask(seat).is_none() {
                return Ok(None);
            }
            let mut agent = AgentSpec::level(match mind {
                Mind::Own => *level,
                Mind::Simplest => 1,
            });
            if let Some(patience) = patience(table.play.clock(), seat) {
                agent = agent.within(patience);
            }
            let seated = room.agents.take(seat);
            let thinking = table.play.think(seat, &agent, seated, &self.agents.stop)?;
            drop(table);
            Ok::<_, Problem>(Some((room, thinking)))
        });
        let (room, (ask, job)) = match question {
            Ok(Some(question)) => question,
            Ok(None) => return Attempt::Moot,
            Err(problem) => {
                tracing::error!(%id, %seat, code = problem.code(), "an agent was not asked");
                return Attempt::of(&problem);
            }
        };
        let began = self.time.awake();
        let Ok((thought, seated)) = catch_unwind(AssertUnwindSafe(|| job(memory))) else {
            tracing::error!(%id, %seat, "an agent broke down while thinking");
            return Attempt::Failed;
        };
        room.agents.keep(seat, seated);
        if self.agents.queue().closed {
            return Attempt::Moot;
        }
        let spent = self.time.awake().saturating_sub(began);
        let answered = handle.block_on(async {
            let id = match mind {
                Mind::Own => format!("ask-{ask}"),
                Mind::Simplest => format!("ask-{ask}-simplest"),
            };
            let command = Command::of_agent(seat, id, ask, thought.action, spent)?;
            self.execute(&room, command).await
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

/// The agents of one match between two answers. They go with the match, or when it leaves memory: then
/// another one goes on with the same plan.
#[derive(Debug, Default)]
pub struct SeatedAgents(Mutex<BySeat<Option<SeatedAgent>>>);

impl SeatedAgents {
    fn take(&self, seat: Seat) -> Option<SeatedAgent> {
        self.seats()[seat].take()
    }

    /// One that holds on to too much is let go.
    fn keep(&self, seat: Seat, agent: SeatedAgent) {
        if agent.bytes() <= MOST_KEPT {
            self.seats()[seat] = Some(agent);
        }
    }

    fn dismiss(&self) {
        *self.seats() = BySeat::default();
    }

    fn seats(&self) -> MutexGuard<'_, BySeat<Option<SeatedAgent>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Which program thinks.
#[derive(Copy, Clone, Debug)]
enum Mind {
    /// The one of the seat.
    Own,
    Simplest,
}

/// What became of a turn.
#[derive(Copy, Clone, Debug)]
enum Attempt {
    Answered,
    /// It is nobody's turn any more, or not a program's.
    Moot,
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
    use vauban_game::SeatSet;

    use super::*;

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
