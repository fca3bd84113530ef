//! What a match went through: the steps in force, and everything that anybody was ever told.
//!
//! The *line* holds the steps that lead to the present state; what was taken back is no longer in
//! it. The *journal* forgets nothing: it holds every step and every announcement in the order in
//! which they came, so that any entry of any viewer's log can be made again. Both keep a state at
//! every [`MARK_EVERY`]th place and find the others by playing on from there. A copy shares with the
//! original what both have in common.

mod logs;

pub(crate) use logs::{entry_of, undone};

use std::{ops::Range, sync::Arc};

use vauban_game::{Event, Happening, Playable, Seat};

use crate::{
    Ruling,
    chunks::Chunks,
    log::{Log, ToldSoFar, event_bytes},
};

/// So many steps lie between two kept states.
const MARK_EVERY: usize = 64;

/// What is shared takes so many bytes besides itself.
const SHARED: usize = 2 * size_of::<usize>();

/// A turn of more steps is not summed up: nobody would read it, and its events would fill the memory.
const MOST_SUMMED_UP: usize = 1_000;

/// A step as it was taken.
pub(crate) enum Taken<G: Playable> {
    Action {
        seat: Seat,
        action: G::Action,
        /// Others might have acted as well, so the record must say who did.
        among_others: bool,
        /// It may have told its seat something new.
        reveals: bool,
        /// It goes on with the order that the step before it belongs to.
        joined: bool,
    },
    Chance(G::Chance),
    Table(Ruling),
}

impl<G: Playable> Copy for Taken<G> {}
impl<G: Playable> Clone for Taken<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable> Taken<G> {
    /// What the rules know of it.
    pub(crate) fn happening(self) -> Option<Happening<G>> {
        match self {
            Taken::Action { seat, action, .. } => Some(Happening::Action(seat, action)),
            Taken::Chance(chance) => Some(Happening::Chance(chance)),
            Taken::Table(_) => None,
        }
    }

    pub(crate) fn is_chance(self) -> bool {
        matches!(self, Taken::Chance(_))
    }

    /// The seat whose action it is.
    pub(crate) fn actor(self) -> Option<Seat> {
        match self {
            Taken::Action { seat, .. } => Some(seat),
            _ => None,
        }
    }

    pub(crate) fn is_joined(self) -> bool {
        matches!(self, Taken::Action { joined: true, .. })
    }

    fn apply(self, game: &G, state: &mut G::State) {
        match self {
            Taken::Action { seat, action, .. } => game.act(state, seat, action),
            Taken::Chance(chance) => game.settle(state, chance),
            Taken::Table(Ruling::Resign(seat) | Ruling::Timeout(seat) | Ruling::Forfeit(seat)) => {
                game.abandon(state, seat);
            }
            Taken::Table(Ruling::Draw | Ruling::Close) => (),
        }
    }
}

/// A set of viewers: the seats, and behind them whoever only watches.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub(crate) struct Viewers(u8);

impl Viewers {
    pub(crate) fn all(seats: u8) -> Viewers {
        Viewers(u8::MAX >> (u8::BITS - 1 - u32::from(seats)))
    }
    pub(crate) fn of(viewers: impl IntoIterator<Item = usize>) -> Viewers {
        Viewers(viewers.into_iter().fold(0, |set, viewer| set | 1 << viewer))
    }
    pub(crate) fn contains(self, viewer: usize) -> bool {
        self.0 >> viewer & 1 == 1
    }
}

/// One thing that happened, and whose logs speak of it.
struct Entry<G: Playable> {
    note: Note<G>,
    told: Viewers,
    /// Of a step that ends a turn: the steps of the turn, by their places in the journal; none of them if it
    /// was nobody's turn, or too long.
    turn: Option<Arc<[u32]>>,
}

impl<G: Playable> Clone for Entry<G> {
    fn clone(&self) -> Entry<G> {
        Entry {
            note: self.note.clone(),
            told: self.told,
            turn: self.turn.clone(),
        }
    }
}

impl<G: Playable> Entry<G> {
    fn new(note: Note<G>, told: Viewers) -> Entry<G> {
        Entry {
            note,
            told,
            turn: None,
        }
    }
}

enum Note<G: Playable> {
    Step(Taken<G>),
    /// An order for more than was possible was cut down to the step behind it.
    Trimmed(G::Action),
    /// Everybody was told the same.
    Said(Arc<Event>),
    /// Steps are gone: how many of them each viewer knew.
    Undone(Arc<[u32]>),
}

impl<G: Playable> Clone for Note<G> {
    fn clone(&self) -> Note<G> {
        match self {
            Note::Step(taken) => Note::Step(*taken),
            Note::Trimmed(asked) => Note::Trimmed(*asked),
            Note::Said(event) => Note::Said(Arc::clone(event)),
            Note::Undone(known) => Note::Undone(Arc::clone(known)),
        }
    }
}

/// How things stood before an entry of the journal.
struct Mark<G: Playable> {
    at: usize,
    state: G::State,
    /// What each viewer had been told.
    told: Arc<[ToldSoFar]>,
}

impl<G: Playable> Clone for Mark<G> {
    fn clone(&self) -> Mark<G> {
        Mark {
            at: self.at,
            state: self.state.clone(),
            told: Arc::clone(&self.told),
        }
    }
}

/// A step of the line.
#[derive(Copy, Clone)]
struct Step {
    /// Its place in the journal.
    entry: u32,
    /// Who knows it.
    shown: Viewers,
    /// How many landmarks there were before it.
    keys: u32,
    /// The first step of its turn.
    turn: u32,
    /// How many turns had ended before it.
    turns: u32,
}

/// Where the match stands for its source of chance.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub(crate) struct Place {
    /// Steps so far, results of nature not counted.
    pub(crate) step: u64,
    /// Results of nature since the last of them.
    pub(crate) slot: u64,
}

pub(crate) struct History<G: Playable> {
    journal: Chunks<Entry<G>>,
    journal_marks: Chunks<Mark<G>>,
    line: Chunks<Step>,
    /// The state before the first step, the 64th, …
    line_marks: Chunks<G::State>,
    place: Place,
    /// Bytes that the entries point to.
    pointed_to: usize,
}

impl<G: Playable> Clone for History<G> {
    fn clone(&self) -> History<G> {
        History {
            journal: self.journal.clone(),
            journal_marks: self.journal_marks.clone(),
            line: self.line.clone(),
            line_marks: self.line_marks.clone(),
            place: self.place,
            pointed_to: self.pointed_to,
        }
    }
}

impl<G: Playable> History<G> {
    pub(crate) fn new(start: &G::State, logs: &[Log]) -> History<G> {
        let first = Mark {
            at: 0,
            state: start.clone(),
            told: logs.iter().map(Log::progress).collect(),
        };
        History {
            journal: Chunks::default(),
            journal_marks: [first].into_iter().collect(),
            line: Chunks::default(),
            line_marks: [start.clone()].into_iter().collect(),
            place: Place::default(),
            pointed_to: 0,
        }
    }

    /// Roughly how many bytes it takes, whoever else shares them.
    pub(crate) fn bytes(&self) -> usize {
        let marks =
            self.journal_marks.len() * self.journal_marks[0].told.len() * size_of::<ToldSoFar>();
        self.journal.bytes()
            + self.journal_marks.bytes()
            + marks
            + self.line.bytes()
            + self.line_marks.bytes()
            + self.pointed_to
    }

    /// How many steps are in force.
    pub(crate) fn len(&self) -> usize {
        self.line.len()
    }
    pub(crate) fn place(&self) -> Place {
        self.place
    }
    pub(crate) fn start(&self) -> &G::State {
        &self.line_marks[0]
    }

    /// The step numbered `index`.
    pub(crate) fn step(&self, index: usize) -> Taken<G> {
        match self.journal[self.line[index].entry as usize].note {
            Note::Step(taken) => taken,
            _ => unreachable!("the line points at steps"),
        }
    }
    pub(crate) fn steps(&self) -> impl DoubleEndedIterator<Item = Taken<G>> + ExactSizeIterator {
        (0..self.len()).map(|index| self.step(index))
    }
    /// The first step of the order that the step numbered `index` belongs to.
    pub(crate) fn order_start(&self, index: usize) -> usize {
        let mut first = index;
        while first > 0 && self.step(first).is_joined() {
            first -= 1;
        }
        first
    }
    /// How many landmarks there were before a step.
    pub(crate) fn keys_before(&self, index: usize) -> usize {
        self.line[index].keys as usize
    }
    /// Whether a viewer knows the step numbered `index`.
    pub(crate) fn is_shown(&self, index: usize, viewer: usize) -> bool {
        self.line[index].shown.contains(viewer)
    }

    /// Adds a step that `shown` know, taken at `before`; `asked` if it was asked for otherwise. `logs` say
    /// what was told before it.
    pub(crate) fn push(
        &mut self,
        before: &G::State,
        taken: Taken<G>,
        asked: Option<G::Action>,
        shown: Viewers,
        keys: usize,
        logs: &[Log],
    ) {
        if !self.line.is_empty() && self.line.len().is_multiple_of(MARK_EVERY) {
            self.line_marks.push(before.clone());
        }
        let last = self.journal_marks.last().map_or(0, |mark| mark.at);
        if self.journal.len() >= last + MARK_EVERY {
            self.mark_journal(before, logs);
        }
        let nobody = Viewers::default();
        if let Some(asked) = asked {
            self.journal.push(Entry::new(Note::Trimmed(asked), nobody));
        }
        self.line.push(Step {
            entry: self.journal.len() as u32,
            shown,
            keys: keys as u32,
            turn: self.turn_start() as u32,
            turns: self.turns_before(self.len()),
        });
        self.journal.push(Entry::new(Note::Step(taken), nobody));
        match taken.is_chance() {
            true => self.place.slot += 1,
            false => {
                self.place = Place {
                    step: self.place.step + 1,
                    slot: 0,
                }
            }
        }
    }

    fn mark_journal(&mut self, state: &G::State, logs: &[Log]) {
        self.journal_marks.push(Mark {
            at: self.journal.len(),
            state: state.clone(),
            told: logs.iter().map(Log::progress).collect(),
        });
    }

    /// The last mark at or before the entry `at`.
    fn mark_before(&self, at: usize) -> &Mark<G> {
        let after = self.journal_marks.partition_point(|mark| mark.at <= at);
        &self.journal_marks[after - 1]
    }

    /// Says who was told of the step taken last.
    pub(crate) fn told(&mut self, told: Viewers) {
        if let Some(entry) = self.journal.last_mut() {
            entry.told = told;
        }
    }
    /// Everybody is told the same.
    pub(crate) fn said(&mut self, event: Event, to: Viewers) {
        self.pointed_to += SHARED + event_bytes(&event);
        self.journal
            .push(Entry::new(Note::Said(Arc::new(event)), to));
    }
    /// The place of the newest entry in the journal.
    pub(crate) fn newest(&self) -> u32 {
        self.next().saturating_sub(1)
    }
    /// The place of the entry that comes next.
    pub(crate) fn next(&self) -> u32 {
        self.journal.len() as u32
    }

    /// How many turns of somebody had ended before the step numbered `index`, or behind the last one.
    pub(crate) fn turns_before(&self, index: usize) -> u32 {
        if let Some(step) = self.line.get(index) {
            return step.turns;
        }
        let Some(last) = self.line.last() else {
            return 0;
        };
        let turn = self.journal[last.entry as usize].turn.as_deref();
        // Nobody's turn has no steps, and nor has one that was too long to be summed up.
        let long = self.len() - last.turn as usize > MOST_SUMMED_UP;
        let ended = turn.is_some_and(|steps| !steps.is_empty() || long);
        last.turns + u32::from(ended)
    }

    /// The step with which the turn that goes on began.
    fn turn_start(&self) -> usize {
        match self.line.last() {
            Some(last) if self.journal[last.entry as usize].turn.is_none() => last.turn as usize,
            _ => self.line.len(),
        }
    }
    /// The step taken last, which is the newest entry, ends a turn, or is nobody's.
    pub(crate) fn end_turn(&mut self, mover: Option<Seat>) {
        let start = self.turn_start();
        let is_summed_up = mover.is_some() && self.line.len() - start <= MOST_SUMMED_UP;
        let steps: Arc<[u32]> = match is_summed_up {
            true => self.line.since(start).map(|step| step.entry).collect(),
            false => Arc::default(),
        };
        self.pointed_to += SHARED + size_of_val(&*steps);
        if let Some(last) = self.journal.last_mut() {
            last.turn = Some(steps);
        }
    }

    /// The state before the step numbered `index`, or behind the last one.
    pub(crate) fn state_at(&self, game: &G, index: usize) -> G::State {
        let mark = (index / MARK_EVERY).min(self.line_marks.len() - 1);
        let mut state = self.line_marks[mark].clone();
        for at in mark * MARK_EVERY..index {
            self.step(at).apply(game, &mut state);
        }
        state
    }

    /// Takes back every step from `index` on; `state` is the one before it. `logs` say what was told, this
    /// too.
    pub(crate) fn truncate(&mut self, index: usize, state: &G::State, known: &[u32], logs: &[Log]) {
        self.line.truncate(index);
        self.line_marks
            .truncate(index.saturating_sub(1) / MARK_EVERY + 1);
        self.forget(state, known, logs);
    }

    /// Takes steps out from among later ones that do not depend on them; `state` is the present one now.
    pub(crate) fn remove(
        &mut self,
        game: &G,
        steps: Range<usize>,
        state: &G::State,
        known: &[u32],
        logs: &[Log],
    ) {
        self.line_marks
            .truncate(steps.start.saturating_sub(1) / MARK_EVERY + 1);
        let (start, gone) = (steps.start as u32, steps.len() as u32);
        let later: Vec<Step> = self.line.since(steps.end).copied().collect();
        self.line.truncate(steps.start);
        for step in later {
            self.line.push(Step {
                turn: step.turn.min(start).max(step.turn.saturating_sub(gone)),
                ..step
            });
        }
        for mark in self.line_marks.len()..self.line.len().div_ceil(MARK_EVERY) {
            self.line_marks.push(self.state_at(game, mark * MARK_EVERY));
        }
        self.forget(state, known, logs);
    }

    fn forget(&mut self, state: &G::State, known: &[u32], logs: &[Log]) {
        let told = Viewers::of((0..known.len()).filter(|&viewer| known[viewer] > 0));
        self.pointed_to += SHARED + size_of_val(known);
        self.journal
            .push(Entry::new(Note::Undone(known.into()), told));
        // From here on the journal goes on from another state.
        self.mark_journal(state, logs);
        let chances = |steps: &mut dyn Iterator<Item = Taken<G>>| {
            steps.take_while(|taken| taken.is_chance()).count() as u64
        };
        let slot = chances(&mut self.steps().rev());
        let all = self.steps().filter(|taken| taken.is_chance()).count();
        self.place = Place {
            step: (self.len() - all) as u64,
            slot,
        };
    }
}
