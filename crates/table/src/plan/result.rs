//! The possible results of a roll, grouped by what makes a difference to people, each with its probability.

use std::collections::HashMap;

use vauban_game::{Event, Fact, Happening, Lang, Playable, Seat, Text, Turn, Viewer, tell};

use crate::snapshot::Snapshot;

/// So many single results are tried at most; beyond them only the likeliest courses are followed.
const MOST_TRIED: usize = 4_096;

/// So many rolls may follow each other.
const MOST_ROLLS: usize = 8;

/// So many results are told apart.
const MOST_RESULTS: usize = 8;

/// Facts that say what was rolled, not what came of it.
const ROLLED: [&str; 5] = ["dice", "sum", "sides", "attack", "defence"];

/// What a roll, or several in a row, may come to.
#[derive(Clone, PartialEq, Debug)]
pub struct PlannedResult {
    /// The results of the rolls, as a plan takes them: `!6,5,3/4,2`.
    pub texts: Vec<String>,
    /// What comes of it.
    pub words: Text,
    /// How likely it is; none if there were too many courses to follow them all.
    pub share: Option<f64>,
}

/// Rolls one after another.
pub(super) struct Course<G: Playable> {
    pub path: Vec<G::Chance>,
    pub share: f64,
    /// Of the likeliest single course among those that were joined.
    peak: f64,
    state: G::State,
    /// What is told of it, without what was rolled.
    tale: String,
}

/// Everything that rolls of the turn of `seat` may lead to from here, told apart as people do, with whether all
/// courses were followed.
pub(super) fn courses<G: Playable>(world: &Snapshot<G>, seat: Seat) -> (Vec<Course<G>>, bool) {
    let (game, viewer) = (&*world.game, Viewer::Seat(seat));
    let rolls = |state: &G::State| {
        game.turn(state) == Turn::Chance && game.mover(&game.view(state, viewer)) == Some(seat)
    };
    let first: Course<G> = Course {
        path: Vec::new(),
        share: 1.0,
        peak: 1.0,
        state: world.state.clone(),
        tale: String::new(),
    };
    let mut open: Vec<Course<G>> = vec![first];
    let (mut done, mut whole) = (Vec::new(), true);
    for _ in 0..MOST_ROLLS {
        let mut next: Joined<G> = Joined::new();
        let mut ended: Joined<G> = Joined::new();
        let mut tried = 0;
        for course in &open {
            let mut chances = Vec::new();
            game.chances(&course.state, &mut chances);
            tried += chances.len();
            if tried > MOST_TRIED && tried > chances.len() {
                whole = false;
                break;
            }
            let total: f64 = chances.iter().map(|(_, weight)| f64::from(*weight)).sum();
            for &(chance, weight) in &chances {
                let part = f64::from(weight) / total;
                let mut state = course.state.clone();
                game.settle(&mut state, chance);
                let places = match rolls(&state) {
                    true => &mut next,
                    false => &mut ended,
                };
                places.add(course, chance, part, state);
            }
        }
        let tell_last = |(mut course, before): (Course<G>, G::State)| {
            let happening = Happening::Chance(*course.path.last().expect("it was rolled"));
            let told = tell(game, &before, happening, &course.state, viewer);
            course.tale.push_str(&tale(&told));
            course
        };
        done.extend(ended.courses.into_iter().map(tell_last));
        open = next.courses.into_iter().map(tell_last).collect();
        open.sort_by(|one, two| two.share.total_cmp(&one.share));
        if open.is_empty() {
            break;
        }
    }
    whole &= open.is_empty();
    (few(alike(done)), whole)
}

/// Courses that lead to the same state are one.
struct Joined<G: Playable> {
    /// With the state before the last roll.
    courses: Vec<(Course<G>, G::State)>,
    places: HashMap<G::State, usize>,
}

impl<G: Playable> Joined<G> {
    fn new() -> Joined<G> {
        Joined {
            courses: Vec::new(),
            places: HashMap::new(),
        }
    }

    fn add(&mut self, before: &Course<G>, chance: G::Chance, part: f64, state: G::State) {
        let path = || before.path.iter().copied().chain([chance]).collect();
        let (share, peak) = (before.share * part, before.peak * part);
        let place = *self
            .places
            .entry(state.clone())
            .or_insert(self.courses.len());
        match self.courses.get_mut(place) {
            None => {
                let course = Course {
                    path: path(),
                    share,
                    peak,
                    state,
                    tale: before.tale.clone(),
                };
                self.courses.push((course, before.state.clone()));
            }
            Some((known, last)) => {
                known.share += share;
                if peak > known.peak {
                    (known.path, known.peak) = (path(), peak);
                    *last = before.state.clone();
                }
            }
        }
    }
}

/// Courses of which people are told the same, but for what was rolled, are one: the likeliest stands for all.
fn alike<G: Playable>(courses: Vec<Course<G>>) -> Vec<Course<G>> {
    let mut joined: Vec<Course<G>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for course in courses {
        let place = *places.entry(course.tale.clone()).or_insert(joined.len());
        match joined.get_mut(place) {
            None => joined.push(course),
            Some(known) => merge(known, course),
        }
    }
    joined
}

/// What is told, without what was rolled.
fn tale(events: &[Event]) -> String {
    let facts = |event: &Event| {
        let facts = event
            .facts
            .iter()
            .filter(|(name, _)| !ROLLED.contains(name));
        let facts: Vec<(&str, &Fact)> = facts.map(|(name, fact)| (*name, fact)).collect();
        format!("{} {facts:?};", event.kind)
    };
    events.iter().map(facts).collect()
}

/// Neighbours are one until there are no more than anybody reads; what is likely stands alone.
fn few<G: Playable>(courses: Vec<Course<G>>) -> Vec<Course<G>> {
    if courses.len() <= MOST_RESULTS {
        return courses;
    }
    let total: f64 = courses.iter().map(|course| course.share).sum();
    let much = 2.0 * total / MOST_RESULTS as f64;
    let mut kept: Vec<Course<G>> = Vec::new();
    for course in courses {
        match kept.last_mut() {
            Some(last) if last.share + course.share <= much => merge(last, course),
            _ => kept.push(course),
        }
    }
    kept
}

fn merge<G: Playable>(known: &mut Course<G>, course: Course<G>) {
    let share = known.share + course.share;
    if course.peak > known.peak {
        *known = course;
    }
    known.share = share;
}

impl<G: Playable> Course<G> {
    /// As it is offered to `seat`, which plans in `world`; `whole`: all courses were followed.
    pub(super) fn told(&self, world: &Snapshot<G>, seat: Seat, whole: bool) -> PlannedResult {
        let (game, mut state) = (&*world.game, world.state.clone());
        let mut events = Vec::new();
        for &chance in &self.path {
            let before = state.clone();
            game.settle(&mut state, chance);
            let happening = Happening::Chance(chance);
            events.extend(tell(game, &before, happening, &state, Viewer::Seat(seat)));
        }
        let rolled = |event: &Event| event.facts.iter().any(|(name, _)| ROLLED.contains(name));
        // What came of it, unless there is nothing to tell but what was rolled.
        if !events.iter().all(rolled) {
            events.retain(|event| !rolled(event));
        }
        let write = |&chance: &G::Chance| format!("!{}", game.write_chance(chance));
        let texts: Vec<String> = self.path.iter().map(write).collect();
        let join = |lang: Lang| {
            let texts = events.iter().map(|event| event.text.of(lang));
            texts.collect::<Vec<_>>().join(" ")
        };
        let words = match events.is_empty() {
            true => Text::same(texts.join(" ")),
            false => Text::new(join(Lang::En), join(Lang::Fr)),
        };
        // Sums of many parts are off by less than anybody is told.
        let share = (self.share * 1e9).round() / 1e9;
        PlannedResult {
            texts,
            words,
            share: whole.then_some(share),
        }
    }
}
