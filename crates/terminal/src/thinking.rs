//! Programs at the table: what they are asked, and what they find.

use std::sync::{Arc, Mutex, PoisonError};

use vauban_game::{SearchMemory, Seat, Stop, Thought, Turn};
use vauban_table::{AgentSpec, AskId, Job, Refusals, SeatedAgent};

use crate::Chair;
use crate::notice::Notice;
use crate::player::{Effect, Player};
use crate::words::Say;

/// An agent's thinking, to be run on any thread.
pub struct Thinking {
    ticket: Ticket,
    job: Job,
    memory: Arc<Mutex<SearchMemory>>,
}

/// What an agent found, with the question it was put.
#[derive(Debug)]
pub struct Found {
    ticket: Ticket,
    /// Or what the agent failed by.
    thought: Result<Box<(Thought<String>, SeatedAgent)>, String>,
}

/// Names a question to an agent, across matches that are loaded one after the other.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
struct Ticket {
    sitting: u64,
    seat: Seat,
    ask: AskId,
    purpose: Purpose,
}

/// What a thought is for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Purpose {
    Answer,
    /// For the person in the seat, who answers.
    Hint,
}

/// A thought that is waited for. When nobody waits for it any more, the agent is told to stop.
#[derive(Debug)]
pub(crate) struct Pending {
    ticket: Ticket,
    stop: Stop,
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Player<'_> {
    pub(crate) fn let_agents_think(&mut self, turn: Turn) -> Vec<Effect> {
        let table = &self.table;
        self.thinking
            .retain(|Pending { ticket, .. }| table.ask(ticket.seat) == Some(ticket.ask));
        let mut effects = Vec::new();
        for seat in turn.seats().iter() {
            let Some(Chair::Agent(agent)) = self.chairs.get(seat.index()) else {
                continue;
            };
            if self
                .thinking
                .iter()
                .any(|pending| pending.ticket.seat == seat)
            {
                continue;
            }
            let agent = agent.clone();
            match self.think(seat, &agent, Purpose::Answer) {
                Ok(effect) => effects.push(effect),
                Err(refusals) => {
                    self.take_over(seat, &refusals);
                    effects.extend(self.go_on());
                    break;
                }
            }
        }
        effects
    }

    /// Has `agent` think for `seat`, as an answer or as a hint.
    pub(crate) fn think(
        &mut self,
        seat: Seat,
        agent: &AgentSpec,
        purpose: Purpose,
    ) -> Result<Effect, Refusals> {
        let stop = Stop::default();
        let seated = self.agents[seat].take();
        let (ask, job) = self.table.think(seat, agent, seated, &stop)?;
        let ticket = Ticket {
            sitting: self.sitting,
            seat,
            ask,
            purpose,
        };
        self.thinking.push(Pending { ticket, stop });
        let memory = Arc::clone(&self.memory);
        Ok(Effect::Think(Thinking {
            ticket,
            job,
            memory,
        }))
    }

    pub(crate) fn hear(&mut self, found: Found) -> Vec<Effect> {
        if self.pause.is_some() {
            self.held.push(found);
            return Vec::new();
        }
        let Ticket {
            seat,
            ask,
            sitting,
            purpose,
        } = found.ticket;
        let waiting = self.thinking.len();
        self.thinking
            .retain(|pending| pending.ticket != found.ticket);
        let expected = self.thinking.len() < waiting;
        // An answer to a question that was taken back, or of another match.
        if !expected || sitting != self.sitting || self.table.ask(seat) != Some(ask) {
            return Vec::new();
        }
        if self.asked().is_none() {
            // Whatever was said while the person had to wait is settled now.
            self.notice.clear();
        }
        let answered = match found.thought {
            Ok(found) => {
                let (thought, mut agent) = *found;
                if purpose == Purpose::Hint {
                    self.agents[seat] = Some(agent);
                    self.tell_hint(&thought);
                    return Vec::new();
                }
                let conduct = agent.conduct(&*self.table, seat);
                self.agents[seat] = Some(agent);
                self.follow(seat, ask, conduct, thought)
            }
            Err(reason) => Err(Refusals::one(
                "agent-failed",
                vauban_game::Text::same(reason),
            )),
        };
        if let (Err(refusals), Purpose::Hint) = (&answered, purpose) {
            self.notice = Notice::refused(refusals, self.lang);
            return Vec::new();
        }
        if let Err(refusals) = answered {
            self.take_over(seat, &refusals);
        }
        self.go_on()
    }

    /// An agent that cannot play leaves its seat to the person, so that the match is not stuck.
    fn take_over(&mut self, seat: Seat, refusals: &Refusals) {
        self.chairs[seat.index()] = Chair::Person;
        let who = self.name(seat);
        let why = self.say(Say::SeatGivenUp { who: &who });
        self.notice = Notice::refused(refusals, self.lang).under(why);
    }

    /// An agent that is thinking now.
    pub(crate) fn thinker(&self) -> Option<Seat> {
        self.thinking.first().map(|pending| pending.ticket.seat)
    }
}

impl Thinking {
    /// Whose thinking it is.
    pub fn seat(&self) -> Seat {
        self.ticket.seat
    }

    /// Thinks, however long it takes. An agent that panics has found nothing.
    pub fn run(self) -> Found {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let job = std::panic::AssertUnwindSafe(|| (self.job)(&mut memory));
        Found {
            ticket: self.ticket,
            thought: std::panic::catch_unwind(job)
                .map(Box::new)
                .map_err(|panic| {
                    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                    text.or_else(|| panic.downcast_ref::<String>().cloned())
                        .unwrap_or_else(|| "panic".to_owned())
                }),
        }
    }
}

impl std::fmt::Debug for Thinking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thinking")
            .field("ticket", &self.ticket)
            .finish_non_exhaustive()
    }
}
