//! What a match went through: the steps in force, and everything that anybody was ever told.
//!
//! The *line* holds the steps that lead to the present state; what was taken back is no longer in
//! it. The *journal* forgets nothing: it holds every step and every announcement in the order in
//! which they came, so that any entry of any viewer's log can be made again. Both keep a state at
//! every [`MARK_EVERY`]th place and find the others by playing on from there.

use std::ops::Range;

use vauban_game::{Event, Happening, Playable, Seat, Text, TurnEvents, Viewer, tell, text};

use crate::{LogEntry, Ruling};

/// So many steps lie between two kept states.
const MARK_EVERY: usize = 64;

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
            Taken::Table(Ruling::Draw) => (),
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
    /// was nobody's turn.
    turn: Option<Box<[u32]>>,
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
    Said(Box<Event>),
    /// Steps are gone: how many of them each viewer knew.
    Undone(Box<[u32]>),
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
    journal: Vec<Entry<G>>,
    /// The state before the entry of this number.
    journal_marks: Vec<(usize, G::State)>,
    line: Vec<Step>,
    /// The state before the first step, the 64th, …
    line_marks: Vec<G::State>,
    place: Place,
}

impl<G: Playable> History<G> {
    pub(crate) fn new(start: &G::State) -> History<G> {
        History {
            journal: Vec::new(),
            journal_marks: vec![(0, start.clone())],
            line: Vec::new(),
            line_marks: vec![start.clone()],
            place: Place::default(),
        }
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

    /// Adds a step that `shown` know, taken at `before`; `asked` if it was asked for otherwise.
    pub(crate) fn push(
        &mut self,
        before: &G::State,
        taken: Taken<G>,
        asked: Option<G::Action>,
        shown: Viewers,
        keys: usize,
    ) {
        if !self.line.is_empty() && self.line.len().is_multiple_of(MARK_EVERY) {
            self.line_marks.push(before.clone());
        }
        self.mark_journal(before);
        let nobody = Viewers::default();
        self.journal
            .extend(asked.map(|asked| Entry::new(Note::Trimmed(asked), nobody)));
        self.line.push(Step {
            entry: self.journal.len() as u32,
            shown,
            keys: keys as u32,
            turn: self.turn_start() as u32,
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

    fn mark_journal(&mut self, before: &G::State) {
        let last = self.journal_marks.last().map_or(0, |(at, _)| *at);
        if self.journal.len() >= last + MARK_EVERY {
            self.journal_marks
                .push((self.journal.len(), before.clone()));
        }
    }

    /// Says who was told of the step taken last.
    pub(crate) fn told(&mut self, told: Viewers) {
        if let Some(entry) = self.journal.last_mut() {
            entry.told = told;
        }
    }
    /// Everybody is told the same.
    pub(crate) fn said(&mut self, event: Event, to: Viewers) {
        self.journal
            .push(Entry::new(Note::Said(Box::new(event)), to));
    }

    /// The step with which the turn that goes on began.
    fn turn_start(&self) -> usize {
        match self.line.last() {
            Some(last) if self.journal[last.entry as usize].turn.is_none() => last.turn as usize,
            _ => self.line.len(),
        }
    }
    /// The steps of the turn that goes on, by their places in the journal.
    fn turn_so_far(&self) -> Box<[u32]> {
        let steps = &self.line[self.turn_start()..];
        steps.iter().map(|step| step.entry).collect()
    }
    /// The step taken last ends a turn, or is nobody's.
    pub(crate) fn end_turn(&mut self, mover: Option<Seat>) {
        let steps = match mover {
            Some(_) => self.turn_so_far(),
            None => Box::default(),
        };
        let last = self.line.last().expect("a step was just taken");
        self.journal[last.entry as usize].turn = Some(steps);
    }
    /// What a viewer was told of the turn that goes on.
    pub(crate) fn events_so_far(&self, game: &G, viewer: Viewer) -> Vec<Event> {
        self.turn_events(game, viewer, &self.turn_so_far()).1
    }

    /// Whose turn began with the first of some steps that follow each other, and what a viewer was told of
    /// them.
    fn turn_events(&self, game: &G, viewer: Viewer, steps: &[u32]) -> (Option<Seat>, Vec<Event>) {
        let Some(&first) = steps.first() else {
            return (None, Vec::new());
        };
        let first = first as usize;
        let mark = self.journal_marks.partition_point(|(at, _)| *at <= first) - 1;
        let (from, mut state) = self.journal_marks[mark].clone();
        for entry in &self.journal[from..first] {
            if let Note::Step(taken) = entry.note {
                taken.apply(game, &mut state);
            }
        }
        let seat = game.mover(&game.view(&state, Viewer::Spectator));
        let mut events = Vec::new();
        for at in steps.iter().map(|&at| at as usize) {
            let Note::Step(taken) = self.journal[at].note else {
                continue;
            };
            let asked = match at.checked_sub(1).map(|before| &self.journal[before].note) {
                Some(Note::Trimmed(asked)) => Some(*asked),
                _ => None,
            };
            let before = state.clone();
            taken.apply(game, &mut state);
            if let Some(happening) = taken.happening() {
                events.extend(entry_of(game, &before, happening, &state, viewer, asked).2);
            }
        }
        (seat, events)
    }

    /// What the turn that an entry ends came to.
    fn summary(&self, game: &G, viewer: Viewer, entry: &Entry<G>) -> Option<Text> {
        let (seat, events) = self.turn_events(game, viewer, entry.turn.as_deref()?);
        let events = &events;
        game.summarise(&TurnEvents {
            seat: seat?,
            events,
        })
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

    /// Takes back every step from `index` on; `state` is the one before it.
    pub(crate) fn truncate(&mut self, index: usize, state: &G::State, known: Box<[u32]>) {
        self.line.truncate(index);
        self.line_marks
            .truncate(index.saturating_sub(1) / MARK_EVERY + 1);
        self.forget(state, known);
    }

    /// Takes steps out from among later ones that do not depend on them; `state` is the present one now.
    pub(crate) fn remove(
        &mut self,
        game: &G,
        steps: Range<usize>,
        state: &G::State,
        known: Box<[u32]>,
    ) {
        self.line_marks
            .truncate(steps.start.saturating_sub(1) / MARK_EVERY + 1);
        let (start, gone) = (steps.start as u32, steps.len() as u32);
        self.line.drain(steps);
        for step in &mut self.line[start as usize..] {
            step.turn = step.turn.min(start).max(step.turn.saturating_sub(gone));
        }
        for mark in self.line_marks.len()..self.line.len().div_ceil(MARK_EVERY) {
            self.line_marks.push(self.state_at(game, mark * MARK_EVERY));
        }
        self.forget(state, known);
    }

    fn forget(&mut self, state: &G::State, known: Box<[u32]>) {
        let told = Viewers::of((0..known.len()).filter(|&viewer| known[viewer] > 0));
        self.journal.push(Entry::new(Note::Undone(known), told));
        // From here on the journal goes on from another state.
        self.journal_marks.push((self.journal.len(), state.clone()));
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

    /// Makes the entries of a viewer's log with the numbers in `seqs` again, of `last` that it has, and
    /// hands out each with the states before and after it.
    pub(crate) fn walk_log(
        &self,
        game: &G,
        viewer: Viewer,
        index: usize,
        seqs: Range<u64>,
        last: u64,
        mut visit: impl FnMut(LogEntry, &G::State, &G::State),
    ) {
        // From the newest back to the first that is wanted.
        let mut seq = last + 1;
        let first = (0..self.journal.len()).rev().find(|&at| {
            seq -= u64::from(self.journal[at].told.contains(index));
            seq <= seqs.start
        });
        let Some(first) = first else {
            return;
        };
        let mark = self.journal_marks.partition_point(|(at, _)| *at <= first) - 1;
        let (from, mut state) = self.journal_marks[mark].clone();
        let mut marks = self.journal_marks[mark + 1..].iter().peekable();
        let mut asked = None;
        for (at, entry) in self.journal.iter().enumerate().skip(from) {
            if seq >= seqs.end {
                break;
            }
            let wanted = at >= first && entry.told.contains(index);
            let before = state.clone();
            let made = match &entry.note {
                Note::Trimmed(action) => {
                    asked = Some(*action);
                    continue;
                }
                Note::Step(taken) => {
                    taken.apply(game, &mut state);
                    let happening = taken.happening().filter(|_| wanted);
                    let asked = asked.take();
                    happening.map(|it| entry_of(game, &before, it, &state, viewer, asked))
                }
                Note::Said(event) => Some((None, None, vec![(**event).clone()])),
                Note::Undone(known) => Some((None, None, vec![undone(known[index])])),
            };
            if let Some((_, marked)) = marks.next_if(|(mark, _)| *mark == at + 1) {
                state.clone_from(marked);
            }
            let Some((by, text, events)) = made.filter(|_| wanted) else {
                continue;
            };
            let summary = self.summary(game, viewer, entry);
            let entry = LogEntry {
                seq,
                by,
                text,
                events,
                summary,
            };
            visit(entry, &before, &state);
            seq += 1;
        }
    }
}

/// What a log says: who acted, the action's text, and what came of it.
pub(crate) type Said = (Option<Seat>, Option<String>, Vec<Event>);

/// What `viewer` is told of a step of the game.
pub(crate) fn entry_of<G: Playable>(
    game: &G,
    before: &G::State,
    happening: Happening<G>,
    after: &G::State,
    viewer: Viewer,
    asked: Option<G::Action>,
) -> Said {
    let mut events = tell(game, before, happening, after, viewer);
    let shown = happening.is_shown(game, before, viewer);
    let (by, text) = match happening {
        Happening::Action(seat, action) => {
            if viewer == Viewer::Seat(seat) {
                events.extend(asked.map(|asked| cut_down(game, asked, action)));
            }
            (Some(seat), shown.then(|| game.write(action)))
        }
        Happening::Chance(chance) => (
            None,
            shown.then(|| format!("!{}", game.write_chance(chance))),
        ),
    };
    let by = by.filter(|_| text.is_some() || !events.is_empty());
    (by, text, events)
}

fn cut_down<G: Playable>(game: &G, asked: G::Action, done: G::Action) -> Event {
    let (asked, done) = (game.write(asked), game.write(done));
    let text = text!(
        "{asked} was cut down to {done}.",
        "{asked} a été ramené à {done}."
    );
    Event::new("trim", text)
        .with("asked", asked)
        .with("done", done)
}

pub(crate) fn undone(steps: u32) -> Event {
    Event::new("undo", Text::fixed("Taken back.", "Repris.")).with("steps", steps)
}
