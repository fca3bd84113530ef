//! What a judge can learn from: quiet places of matches, with what came of them.

use vauban_game::{Evaluate, FORCING, MOST_LEAD, Notation, Seat};

use super::selfplay::{Place, read, walk};

/// How something is fitted.
#[derive(Copy, Clone, Debug)]
pub struct Fitting {
    /// How much of the target is the result of the match; the rest is what the search expected. In hundredths.
    pub results: u32,
    /// How often a network sees every place.
    pub passes: u32,
    /// Decides in which order, and with which numbers a network begins.
    pub seed: u64,
}

/// Scales are looked for between these. If leads tell nothing, none is too large.
const SCALES: (f64, f64) = (50.0, 1_000.0);
/// Of so many matches, the last is not learnt from: it shows how good the rest was.
const HELD_OUT: usize = 10;

/// A place as a judge sees it, from the seat on turn.
#[derive(Clone, Debug)]
pub(super) struct Lesson<T> {
    pub(super) lead: f64,
    /// What it should have said, as a part of a win.
    pub(super) target: f64,
    pub(super) held_out: bool,
    pub(super) what: T,
}

/// All places to learn from, and the lead that stands for a share of e : 1.
#[derive(Clone, Debug)]
pub(super) struct Lessons<T> {
    pub(super) all: Vec<Lesson<T>>,
    pub(super) scale: f64,
}

/// The part of a win that a lead of so many scales stands for.
pub(super) fn share_of(scales: f64) -> f64 {
    1.0 / (1.0 + (-scales).exp())
}

impl<T> Lessons<T> {
    /// The lessons of such matches: `judge` says which places are quiet and how they look, `what` takes from a place
    /// what is to be learnt. Without a scale, the one is taken by which leads tell results best.
    pub(super) fn of<G: Notation, J: Evaluate<G> + ?Sized>(
        lines: &[String],
        game: fn(u64) -> G,
        judge: &J,
        fitting: &Fitting,
        known_scale: Option<f64>,
        mut what: impl FnMut(&G, &G::State, Seat) -> T,
    ) -> Result<Lessons<T>, String> {
        let mut all = Vec::new();
        let mut expected = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let game = game(number as u64);
            let wrong = |error| format!("match {number}: {error}");
            let played = read(&game, line).map_err(wrong)?;
            walk(&game, &played, |place| {
                if !is_calm(judge, &game, place) {
                    return;
                }
                let Place { state, seat, .. } = *place;
                let lead = judge.lead(&game, state, seat);
                all.push(Lesson {
                    lead: f64::from(lead),
                    target: place.got.get(),
                    held_out: number % HELD_OUT == HELD_OUT - 1,
                    what: what(&game, state, seat),
                });
                let share = place.expected.map(|share| lead_of(judge, share.get()));
                expected.push(share.map_or(f64::from(lead), f64::from));
            })
            .map_err(wrong)?;
        }
        if all.iter().all(|lesson| lesson.held_out) || !all.iter().any(|lesson| lesson.held_out) {
            return Err("too few matches to learn from".into());
        }
        let scale = known_scale.unwrap_or_else(|| best_scale(&all));
        let results = f64::from(fitting.results.min(100)) / 100.0;
        for (lesson, expected) in all.iter_mut().zip(expected) {
            lesson.target = results * lesson.target + (1.0 - results) * share_of(expected / scale);
        }
        Ok(Lessons { all, scale })
    }

    /// The mean square by which what a judge expects differs from the target, in matches that are held out.
    pub(super) fn error(&self, lead: impl Fn(&Lesson<T>) -> f64) -> f64 {
        let held_out = self.all.iter().filter(|lesson| lesson.held_out);
        let (mut sum, mut count) = (0.0, 0.0);
        for lesson in held_out {
            sum += (share_of(lead(lesson) / self.scale) - lesson.target).powi(2);
            count += 1.0;
        }
        sum / count
    }
}

/// Whether a judge should be able to say how a place stands without search.
fn is_calm<G: Notation, J: Evaluate<G> + ?Sized>(
    judge: &J,
    game: &G,
    place: &Place<'_, G>,
) -> bool {
    let sure = place
        .expected
        .is_some_and(|share| [0.0, 1.0].contains(&share.get()));
    !sure
        && judge.is_quiet(game, place.state)
        && judge.foresee(game, place.state, place.seat).is_none()
        && judge.promise(game, place.state, place.seat, place.action) < FORCING
}

/// The lead that stands for a share of the win.
fn lead_of<G: Notation, J: Evaluate<G> + ?Sized>(judge: &J, share: f64) -> i32 {
    let (mut low, mut high) = (-MOST_LEAD, MOST_LEAD);
    while high - low > 1 {
        let middle = (low + high) / 2;
        match judge.share(middle).get() < share {
            true => low = middle,
            false => high = middle,
        }
    }
    high
}

/// The scale by which leads tell results best.
fn best_scale<T>(lessons: &[Lesson<T>]) -> f64 {
    /// As many as it takes.
    const MOST: usize = 100_000;
    let error = |scale: f64| -> f64 {
        let some = lessons.iter().step_by(lessons.len() / MOST + 1);
        some.map(|lesson| (share_of(lesson.lead / scale) - lesson.target).powi(2))
            .sum()
    };
    let (mut low, mut high) = SCALES;
    for _ in 0..40 {
        let third = (high / low).cbrt();
        match error(low * third) < error(high / third) {
            true => high /= third,
            false => low *= third,
        }
    }
    (low * high).sqrt()
}
