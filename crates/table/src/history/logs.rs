//! What viewers were told, made again from the journal.

use std::ops::Range;

use vauban_game::{Event, Happening, Playable, Seat, Text, TurnEvents, Viewer, tell, text};

use super::{History, Mark, Note, Taken};
use crate::{
    LogEntry,
    log::{RECENT, ToldSoFar},
};

impl<G: Playable> History<G> {
    /// Makes the entries of a viewer's log with the numbers in `seqs` again and hands out each with the states
    /// before and after it.
    pub(crate) fn walk_log(
        &self,
        game: &G,
        viewer: Viewer,
        index: usize,
        seqs: Range<u64>,
        mut visit: impl FnMut(LogEntry, &G::State, &G::State),
    ) {
        let is_before = |mark: &Mark<G>| mark.told[index].seq < seqs.start;
        let number = self.journal_marks.partition_point(is_before).max(1) - 1;
        let mark = &self.journal_marks[number];
        let (mut seq, mut state) = (mark.told[index].seq + 1, mark.state.clone());
        let mut marks = self.journal_marks.since(number + 1).peekable();
        let mut asked = None;
        for (at, entry) in (mark.at..).zip(self.journal.since(mark.at)) {
            if seq >= seqs.end {
                break;
            }
            let is_told = entry.told.contains(index);
            let wanted = is_told && seq >= seqs.start;
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
            if let Some(mark) = marks.next_if(|mark| mark.at == at + 1) {
                state.clone_from(&mark.state);
            }
            if let Some((by, text, events)) = made.filter(|_| wanted) {
                let entry = LogEntry {
                    seq,
                    by,
                    text,
                    events,
                    summary: self.summary(game, viewer, at),
                };
                visit(entry, &before, &state);
            }
            seq += u64::from(is_told);
        }
    }

    /// What a viewer had been told once the first `steps` steps in force were taken, and what was announced
    /// with the last of them: how much, and the newest entries.
    pub(crate) fn told_by(
        &self,
        game: &G,
        viewer: Viewer,
        index: usize,
        steps: usize,
    ) -> (ToldSoFar, Vec<LogEntry>) {
        // 1. Where in the journal that is. What the viewer does not know of makes no difference.
        let last = steps.checked_sub(1).and_then(|last| self.line.get(last));
        let mut end = last.map_or(0, |step| step.entry as usize + 1);
        for (at, entry) in (end..).zip(self.journal.since(end)) {
            match entry.note {
                Note::Said(_) => end = at + 1,
                Note::Step(Taken::Table(_)) => break,
                _ if entry.told.contains(index) => break,
                _ => (),
            }
        }
        // 2. How much was told by then, counted from the last mark.
        let mark = self.mark_before(end);
        let mut told = mark.told[index];
        let since = (mark.at..end).filter(|&at| self.journal[at].told.contains(index));
        let seq = told.seq + since.count() as u64;
        // 3. The entries since the mark, for the chain, and the newest ones.
        let newest = seq.saturating_sub(RECENT as u64);
        let mut entries = Vec::new();
        let wanted = told.seq.min(newest) + 1..seq + 1;
        self.walk_log(game, viewer, index, wanted, |entry, _, _| {
            if entry.seq > told.seq {
                told.add(&entry);
            }
            if entry.seq > newest {
                entries.push(entry);
            }
        });
        (told, entries)
    }

    /// Whose turn began with the first of some steps that follow each other, and what a viewer was told of
    /// them.
    fn turn_events(&self, game: &G, viewer: Viewer, steps: &[u32]) -> (Option<Seat>, Vec<Event>) {
        let Some(&first) = steps.first() else {
            return (None, Vec::new());
        };
        let first = first as usize;
        let mark = self.mark_before(first);
        let mut state = mark.state.clone();
        for entry in (mark.at..first).map(|at| &self.journal[at]) {
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

    /// What the turn that the entry `at` ends came to.
    pub(crate) fn summary(&self, game: &G, viewer: Viewer, at: usize) -> Option<Text> {
        let steps = self.journal.get(at)?.turn.as_deref()?;
        let (seat, events) = self.turn_events(game, viewer, steps);
        let events = &events;
        game.summarise(&TurnEvents {
            seat: seat?,
            events,
        })
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
        "{asked} was reduced to {done}.",
        "{asked} a été ramené à {done}."
    );
    Event::new("trim", text)
        .with("asked", asked)
        .with("done", done)
}

pub(crate) fn undone(steps: u32) -> Event {
    Event::new("undo", Text::fixed("Taken back.", "Repris.")).with("steps", steps)
}
