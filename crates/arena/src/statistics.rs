//! What the results of paired matches say about two players.
//!
//! A unit is a set of matches on the same opening and the same dice, with the seats swapped: its matches depend
//! on each other, so it counts as one observation, with a score between 0 and 1. With two seats a set is a
//! pair and has one of five scores, hence "pentanomial".

/// Scores of sets, each with how often it came.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scores {
    /// In ascending order of the score.
    counts: Vec<(f64, u64)>,
}

/// Two scores closer than this are the same: sums of equal parts in another order.
const SAME: f64 = 1e-9;

/// The normal deviate of a two-sided interval of 95 %.
const DEVIATES: f64 = 1.959_963_985;

impl Scores {
    /// Notes a set's score, which is between 0 and 1.
    pub fn add(&mut self, score: f64) {
        let place = self
            .counts
            .partition_point(|(other, _)| *other < score - SAME);
        match self.counts.get_mut(place) {
            Some((other, count)) if *other <= score + SAME => *count += 1,
            _ => self.counts.insert(place, (score, 1)),
        }
    }

    /// Every score with how often it came, from the lowest.
    pub fn counts(&self) -> &[(f64, u64)] {
        &self.counts
    }

    /// Adds all of `more`.
    pub fn extend(&mut self, more: &Scores) {
        for &(score, count) in &more.counts {
            (0..count).for_each(|_| self.add(score));
        }
    }

    /// How many sets.
    pub fn len(&self) -> u64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// How often the score came.
    pub fn count(&self, score: f64) -> u64 {
        let found = self
            .counts
            .iter()
            .find(|(other, _)| (other - score).abs() <= SAME);
        found.map_or(0, |(_, count)| *count)
    }

    /// The mean; a half if there is nothing yet.
    pub fn mean(&self) -> f64 {
        match self.len() {
            0 => 0.5,
            sets => self.moment(|score| score) / sets as f64,
        }
    }

    fn moment(&self, of: impl Fn(f64) -> f64) -> f64 {
        let parts = self.counts.iter();
        parts.map(|&(score, count)| of(score) * count as f64).sum()
    }

    /// The difference in strength, with an interval that holds it in 95 of 100 cases.
    ///
    /// For the interval, half a set that was won and half a set that was lost are added: otherwise a player
    /// that has won two sets of two would be infinitely stronger with certainty.
    pub fn elo(&self) -> Elo {
        let sets = self.len() as f64 + 1.0;
        let mean = (self.moment(|score| score) + 0.5) / sets;
        let square = (self.moment(|score| (score - mean).powi(2))
            + 0.5 * (1.0 - mean).powi(2)
            + 0.5 * mean.powi(2))
            / sets;
        let error = DEVIATES * (square / sets).sqrt();
        Elo {
            best: elo(self.mean()),
            low: elo(mean - error),
            high: elo(mean + error),
        }
    }

    /// How likely the first player is the stronger one, by how far the mean is from a half, in deviations
    /// under the assumption that they are equal.
    pub fn superiority(&self) -> f64 {
        let square = self.moment(|score| (score - 0.5).powi(2));
        match square > 0.0 {
            true => normal(self.moment(|score| score - 0.5) / square.sqrt()),
            false => 0.5,
        }
    }

    /// The logarithm of how much likelier the scores are with the mean `s1` than with the mean `s0`, each with
    /// the likeliest distribution that has this mean.
    fn log_likelihood_ratio(&self, s0: f64, s1: f64) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        let fit = |mean: f64| Fit::new(&self.counts, mean);
        let (fit0, fit1) = (fit(s0), fit(s1));
        let parts = self.counts.iter();
        parts
            .map(|&(score, count)| count as f64 * (fit1.weight(score) / fit0.weight(score)).ln())
            .sum()
    }
}

/// The distribution on the observed scores, and a trace of 0 and 1, that has a given mean and makes the
/// observations likeliest: each share is the observed one divided by 1 + t · (score − mean).
struct Fit {
    mean: f64,
    t: f64,
}

/// So much of an observation of the lowest and of the highest score is always added, so that every mean
/// between them is possible.
const TRACE: f64 = 1e-3;

impl Fit {
    fn new(counts: &[(f64, u64)], mean: f64) -> Fit {
        let traces = [(0.0, TRACE), (1.0, TRACE)];
        let counts = counts.iter().map(|&(score, count)| (score, count as f64));
        let parts: Vec<(f64, f64)> = counts.chain(traces).collect();
        // The sum falls as t grows, and t lies where all shares are positive.
        let sum = |t: f64| -> f64 {
            let part =
                |&(score, count): &(f64, f64)| count * (score - mean) / (1.0 + t * (score - mean));
            parts.iter().map(part).sum()
        };
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..100 {
            let t = f64::midpoint(low, high);
            match sum(t) > 0.0 {
                true => low = t,
                false => high = t,
            }
        }
        Fit {
            mean,
            t: f64::midpoint(low, high),
        }
    }

    /// The share of a score as a part of the observed one.
    fn weight(&self, score: f64) -> f64 {
        1.0 / (1.0 + self.t * (score - self.mean))
    }
}

/// A difference in strength on the scale on which 400 more is ten times as likely to win.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Elo {
    /// Infinite if everything was won or lost.
    pub best: f64,
    pub low: f64,
    pub high: f64,
}

impl Elo {
    /// Half the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The score that a player may expect who is stronger by `elo`.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// A test that goes on until it knows whether the difference is rather `elo0` or rather `elo1`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
}

/// Where a test stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Rather `elo1`.
    Accepted,
    /// Rather `elo0`.
    Rejected,
    Open,
}

impl Sprt {
    /// The chance of each of the two errors.
    pub const RISK: f64 = 0.05;

    /// The logarithm of the likelihood ratio at which it is decided, either way.
    pub fn bound() -> f64 {
        ((1.0 - Sprt::RISK) / Sprt::RISK).ln()
    }

    pub fn ratio(&self, scores: &Scores) -> f64 {
        scores.log_likelihood_ratio(expected_score(self.elo0), expected_score(self.elo1))
    }

    pub fn verdict(&self, scores: &Scores) -> Verdict {
        let ratio = self.ratio(scores);
        if ratio >= Sprt::bound() {
            return Verdict::Accepted;
        }
        match ratio <= -Sprt::bound() {
            true => Verdict::Rejected,
            false => Verdict::Open,
        }
    }
}

/// The chance that a standard normal number is below `x`, to about seven places (Abramowitz and Stegun 7.1.26).
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let sum = series
        .iter()
        .rev()
        .fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = sum * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use vauban_game::Dice;

    use super::*;

    /// Pairs that scored 0, ½, 1, 1½ and 2 points.
    fn pairs(counts: [u64; 5]) -> Scores {
        let mut scores = Scores::default();
        for (score, count) in [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(counts) {
            (0..count).for_each(|_| scores.add(score));
        }
        scores
    }

    fn close(one: f64, other: f64, by: f64) {
        assert!((one - other).abs() <= by, "{one} is not {other}");
    }

    #[test]
    fn normal_shares_are_those_of_the_tables() {
        for (x, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-1.0, 0.158_655_254),
            (1.959_963_985, 0.975),
            (3.0, 0.998_650_102),
        ] {
            close(normal(x), share, 2e-7);
        }
    }

    #[test]
    fn elo_and_score_agree() {
        // A player with ten times the chance is 400 stronger; 3 of 4 points are 190.85.
        close(expected_score(400.0), 10.0 / 11.0, 1e-12);
        close(elo(0.75), 190.848_502, 1e-6);
        close(elo(expected_score(-123.0)), -123.0, 1e-9);
        assert_eq!(elo(1.0), f64::INFINITY);
    }

    #[test]
    fn an_even_result_has_the_error_of_its_pairs() {
        // 100 pairs, half won, half lost: the mean has a deviation of 1/20 (here of 101 pairs with the half
        // that is added), and near a half one point of the score is 6.95 Elo.
        let elo = pairs([50, 0, 0, 0, 50]).elo();
        close(elo.best, 0.0, 1e-9);
        let error = 1.959_963_985 * 0.5 / 101.0_f64.sqrt();
        close(elo.high, -400.0 * (1.0 / (0.5 + error) - 1.0).log10(), 1e-9);
        close(elo.low, -elo.high, 1e-9);
        // The same points in pairs of one win each are no noise at all.
        assert!(pairs([0, 0, 100, 0, 0]).elo().error() < elo.error() / 5.0);
    }

    #[test]
    fn a_clean_sweep_is_no_certainty() {
        let elo = pairs([0, 0, 0, 0, 8]).elo();
        assert_eq!(elo.best, f64::INFINITY);
        assert!(elo.low > 100.0 && elo.low < 400.0, "{elo:?}");
    }

    #[test]
    fn superiority_is_that_of_wins_and_losses() {
        // The usual formula: Φ((wins − losses) / √(wins + losses)), whatever the draws.
        let expected = normal((30.0 - 18.0) / 48.0_f64.sqrt());
        close(pairs([18, 0, 40, 0, 30]).superiority(), expected, 1e-12);
        close(pairs([18, 0, 0, 0, 30]).superiority(), expected, 1e-12);
        close(pairs([0, 0, 9, 0, 0]).superiority(), 0.5, 0.0);
    }

    #[test]
    fn with_wins_and_losses_alone_the_likelihood_is_binomial() {
        let (s0, s1) = (expected_score(0.0), expected_score(50.0));
        let scores = pairs([40, 0, 0, 0, 60]);
        let closed = 60.0 * (s1 / s0).ln() + 40.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        close(scores.log_likelihood_ratio(s0, s1), closed, 1e-3);
    }

    #[test]
    fn near_the_middle_the_likelihood_is_that_of_a_normal_mean() {
        let scores = pairs([100, 250, 420, 290, 130]);
        let (s0, s1) = (expected_score(0.0), expected_score(10.0));
        let (sets, mean) = (scores.len() as f64, scores.mean());
        let square = scores.moment(|score| (score - mean).powi(2)) / sets;
        let normal = sets * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * square);
        close(
            scores.log_likelihood_ratio(s0, s1),
            normal,
            0.05 * normal.abs(),
        );
    }

    /// Pairs of a player whose matches are won, drawn and lost by these chances.
    fn simulated(elo: f64, dice: &mut Dice) -> f64 {
        let (win, draw) = (expected_score(elo) - 0.15, 0.3);
        let mut points = 0.0;
        for _ in 0..2 {
            let number = f64::from(dice.below(1_000_000)) / 1e6;
            points += if number < win {
                1.0
            } else if number < win + draw {
                0.5
            } else {
                0.0
            };
        }
        points / 2.0
    }

    #[test]
    fn a_test_errs_no_more_often_than_it_may() {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 60.0,
        };
        let mut dice = Dice::seeded(11);
        for (truth, wrong) in [(0.0, Verdict::Accepted), (60.0, Verdict::Rejected)] {
            let mut errors = 0;
            for _ in 0..200 {
                let mut scores = Scores::default();
                let verdict = loop {
                    scores.add(simulated(truth, &mut dice));
                    match sprt.verdict(&scores) {
                        Verdict::Open => (),
                        verdict => break verdict,
                    }
                };
                errors += u32::from(verdict == wrong);
            }
            // 10 of 200 are expected at most; 20 would come once in a thousand runs.
            assert!(errors <= 20, "{truth}: {errors} of 200");
        }
    }

    #[test]
    fn intervals_hold_the_truth_about_as_often_as_they_say() {
        let mut dice = Dice::seeded(5);
        let (mut held, mut surer) = (0, 0);
        for _ in 0..400 {
            let mut scores = Scores::default();
            (0..60).for_each(|_| scores.add(simulated(40.0, &mut dice)));
            let elo = scores.elo();
            held += u32::from(elo.low <= 40.0 && 40.0 <= elo.high);
            surer += u32::from(scores.superiority() > 0.5);
        }
        // 380 of 400 are expected, with a deviation of 4.4.
        assert!((362..=397).contains(&held), "{held} of 400");
        assert!(surer > 330, "{surer} of 400");
    }
}
