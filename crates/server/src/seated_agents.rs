//! The programs of one match between two answers: what they know, what they thought last, and what people
//! asked them for.

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use tokio::sync::oneshot;
use vauban_game::{BySeat, MOST_KEPT, Seat, Thought};
use vauban_store::Millis;
use vauban_table::{AskId, SeatedAgent};

/// They go with the match, or when it leaves memory: then another one goes on with the same plan.
#[derive(Debug, Default)]
pub struct SeatedAgents {
    seats: Mutex<BySeat<Place>>,
    /// When somebody last asked about the match.
    looked_at: AtomicU64,
    /// When programs were last asked without anything having happened.
    asked_anew: AtomicU64,
}

#[derive(Debug, Default)]
struct Place {
    agent: Option<SeatedAgent>,
    /// What the program in this seat thought last.
    thought: Option<Box<Thought<String>>>,
    /// What the person in this seat waits for.
    hint: Option<Hint>,
}

#[derive(Debug)]
struct Hint {
    /// The question about which it is asked.
    ask: AskId,
    told: oneshot::Sender<Thought<String>>,
}

/// The longest line that is kept.
const LONGEST_LINE: usize = 12;

/// What a kept thought takes at most, roughly.
const THOUGHT: usize = 2_048;

impl SeatedAgents {
    pub fn take(&self, seat: Seat) -> Option<SeatedAgent> {
        self.seats()[seat].agent.take()
    }

    /// One that holds on to too much is let go.
    pub fn keep(&self, seat: Seat, agent: SeatedAgent) {
        if agent.bytes() <= MOST_KEPT {
            self.seats()[seat].agent = Some(agent);
        }
    }

    /// Notes what the program in `seat` thought.
    pub fn note(&self, seat: Seat, thought: &Thought<String>) {
        let mut thought = thought.clone();
        thought.line.truncate(LONGEST_LINE);
        thought.others.clear();
        self.seats()[seat].thought = Some(Box::new(thought));
    }

    /// What the program in `seat` thought last.
    pub fn thought(&self, seat: Seat) -> Option<Thought<String>> {
        self.seats()[seat].thought.as_deref().cloned()
    }

    /// The person in `seat` asks what to do about the question `ask`. Who asked before is not answered any more.
    pub fn ask_hint(&self, seat: Seat, ask: AskId) -> oneshot::Receiver<Thought<String>> {
        let (told, hint) = oneshot::channel();
        self.seats()[seat].hint = Some(Hint { ask, told });
        hint
    }

    pub fn wants_hint(&self, seat: Seat, ask: AskId) -> bool {
        let seats = self.seats();
        let hint = seats[seat].hint.as_ref();
        hint.is_some_and(|hint| hint.ask == ask && !hint.told.is_closed())
    }

    pub fn give_hint(&self, seat: Seat, ask: AskId, thought: Thought<String>) {
        let hint = self.seats()[seat].hint.take_if(|hint| hint.ask == ask);
        if let Some(hint) = hint {
            // Whoever asked may have gone.
            let _ = hint.told.send(thought);
        }
    }

    /// How many bytes they keep.
    pub fn bytes(&self) -> usize {
        let seats = self.seats();
        let agents = seats.0.iter().flat_map(|place| &place.agent);
        let thoughts = seats.0.iter().flat_map(|place| &place.thought).count();
        agents.map(SeatedAgent::bytes).sum::<usize>() + thoughts * THOUGHT
    }

    pub fn dismiss(&self) {
        for place in &mut self.seats().0 {
            place.agent = None;
        }
    }

    /// Whether nobody has asked anew for `pause`; as if somebody did now.
    pub fn may_ask_anew(&self, now: Millis, pause: Millis) -> bool {
        let last = self.asked_anew.load(Ordering::Relaxed);
        let may = now >= last.saturating_add(pause);
        if may {
            self.asked_anew.store(now, Ordering::Relaxed);
        }
        may
    }

    /// Somebody asks about the match.
    pub fn look(&self, now: Millis) {
        self.looked_at.store(now, Ordering::Relaxed);
    }

    pub fn looked_at(&self) -> Millis {
        self.looked_at.load(Ordering::Relaxed)
    }

    fn seats(&self) -> MutexGuard<'_, BySeat<Place>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
