//! How a match went: its numbers, and what a judge expected of it, at moments spread over it.

use serde::Serialize;
use vauban_game::{BySeat, Dice, Evaluate, Lang, Playable, Seat, Turn, Viewer, WinShare};

use crate::{Match, Views, snapshot::Snapshot};

/// At most so many moments are looked at, so that the work is the same however long the match is.
pub const MOST_MOMENTS: usize = 120;

/// So many worlds that fit what the viewer knows are judged where there are secrets.
const WORLDS: u64 = 4;

/// Makes the judge of a game.
pub type Judging<G> = fn() -> Box<dyn Evaluate<G>>;

/// The numbers of a match over time, as one viewer may know them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Course {
    pub seats: Vec<String>,
    /// After how many of the steps that the viewer was shown each moment is, from the first to the last.
    pub steps: Vec<usize>,
    /// The turn at each moment, from 1.
    pub turns: Vec<u32>,
    pub lines: Vec<CourseLine>,
    /// How much of a win the judge expects, from 0 to 1: for each seat one number a moment. Nothing if the
    /// game has no judge, or if nobody may be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares: Option<Vec<Vec<f64>>>,
}

/// One number of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CourseLine {
    pub name: String,
    /// For each seat one number a moment.
    pub values: Vec<Vec<i64>>,
}

/// Whether a judge is asked, too.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Judged {
    Yes,
    No,
}

impl<G: Playable> Match<G> {
    pub(crate) fn course(&self, viewer: Viewer, judged: Judged, lang: Lang) -> Course {
        let shown = self.shown_steps(viewer);
        let last = shown.min(MOST_MOMENTS - 1);
        // From the first step to the last, evenly.
        let steps = (0..=last).map(|moment| shown * moment / last.max(1));
        let moments: Vec<(usize, usize)> = steps
            .filter_map(|shown| Some((shown, self.step_of(viewer, shown)?)))
            .collect();
        let seats = || (0..self.game().seats()).map(Seat);
        let judge = self
            .judge
            .filter(|_| judged == Judged::Yes)
            .map(|judge| judge());
        let mut course = Course {
            seats: seats()
                .map(|seat| self.game().seat_name(seat).of(lang).to_owned())
                .collect(),
            steps: moments.iter().map(|&(shown, _)| shown).collect(),
            turns: Vec::new(),
            lines: Vec::new(),
            shares: judge.as_ref().map(|_| vec![Vec::new(); seats().count()]),
        };
        for (_, step) in moments {
            let then = self.snapshot_at(step);
            let over = u32::from(then.turn().over().is_none());
            course.turns.push(self.history.turns_before(step) + over);
            self.note_numbers(&then, viewer, lang, &mut course);
            let shares = judge
                .as_ref()
                .map(|judge| expected(judge.as_ref(), &then, viewer, step));
            if let (Some(expected), Some(shares)) = (shares, &mut course.shares) {
                for (seat, line) in seats().zip(shares) {
                    line.push((expected[seat].get() * 1000.0).round() / 1000.0);
                }
            }
        }
        course
    }

    /// The numbers of one moment. Names may change during a match: the last ones stay.
    fn note_numbers(&self, then: &Snapshot<G>, viewer: Viewer, lang: Lang, course: &mut Course) {
        let seats = usize::from(self.game().seats());
        let before = course.turns.len() - 1;
        let statistics = self.game().status(&then.view(viewer)).statistics;
        course
            .lines
            .resize_with(course.lines.len().max(statistics.len()), || CourseLine {
                name: String::new(),
                values: vec![vec![0; before]; seats],
            });
        for (at, line) in course.lines.iter_mut().enumerate() {
            let statistic = statistics.get(at);
            if let Some(statistic) = statistic {
                line.name = statistic.name.of(lang).to_owned();
            }
            for (seat, values) in line.values.iter_mut().enumerate() {
                let value = statistic.and_then(|statistic| statistic.values.get(seat));
                values.push(value.copied().unwrap_or(0));
            }
        }
    }

    /// Where the match stood after so many steps.
    pub(crate) fn snapshot_at(&self, step: usize) -> Snapshot<G> {
        Snapshot {
            game: self.now.game.clone(),
            state: self.history.state_at(self.game(), step),
            ended: self.now.ended.filter(|_| step == self.history.len()),
        }
    }
}

/// What the judge expects of a moment, of which it knows no more than the viewer does.
fn expected<G: Playable>(
    judge: &dyn Evaluate<G>,
    then: &Snapshot<G>,
    viewer: Viewer,
    step: usize,
) -> BySeat<WinShare> {
    if let Turn::Over(outcome) = then.turn() {
        return BySeat::of(&outcome);
    }
    let game = then.game.as_ref();
    if !game.has_secrets() {
        return judge.evaluate(game, &then.state);
    }
    let view = then.view(viewer);
    let mut sums = [0.0; vauban_game::MAX_SEATS];
    for world in 0..WORLDS {
        let mut dice = Dice::seeded(step as u64 * WORLDS + world);
        let imagined = game.imagine(&view, &mut dice);
        let shares = match game.turn(&imagined) {
            Turn::Over(outcome) => BySeat::of(&outcome),
            _ => judge.evaluate(game, &imagined),
        };
        for (sum, share) in sums.iter_mut().zip(shares.0) {
            *sum += share.get();
        }
    }
    BySeat(sums.map(|sum| WinShare::new(sum / WORLDS as f64)))
}
