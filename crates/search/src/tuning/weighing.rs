//! The weights of a judge, fitted to matches by logistic regression.

use vauban_game::{Agent, Evaluate, Notation, SearchMemory, Seat, read_weights, write_weights};

use super::{
    Duel, Fitting, Learnt, Met, SelfPlay, Tuning,
    places::{Lessons, share_of},
    selfplay::{self, Player},
};

/// A judge with weights, and who plays by it.
#[derive(Debug)]
pub struct Weighing<G, J> {
    pub name: &'static str,
    /// The text of the weights by its place in the tree, and as it comes with the program.
    pub file: &'static str,
    pub text: &'static str,
    pub names: &'static [&'static str],
    /// Weights that stay as they are: they set the scale, or the lead does not depend on them.
    pub fixed: &'static [&'static str],
    /// The game of a match; those with several boards have another for each number.
    pub game: fn(u64) -> G,
    pub judge: fn(&[i32]) -> J,
    pub agent: fn(J) -> Box<dyn Agent<G>>,
}

/// How often slopes are measured again: a lead need not be linear.
const ROUNDS: u32 = 3;
/// Steps of Newton's method in each round.
const STEPS: u32 = 6;
/// For each place, how much it costs to double a weight or to halve it: what matches say little about stays as it is.
const RELUCTANCE: f64 = 1e-5;

impl<G: Notation, J: Evaluate<G>> Weighing<G, J> {
    fn shipped(&self) -> Vec<i32> {
        read_weights(self.text, self.names)
            .expect("a test reads the text that comes with the program")
    }

    fn player(&self, weights: &[i32]) -> Player<G> {
        Player::new((self.agent)((self.judge)(weights)), 0)
    }

    /// Lessons whose `what` are the slopes: by how much the lead rises with each weight.
    fn lessons(
        &self,
        lines: &[String],
        fitting: &Fitting,
        weights: &[i32],
        scale: Option<f64>,
    ) -> Result<Lessons<Vec<f32>>, String> {
        let judges: Vec<Option<(f32, J, J)>> = (0..weights.len())
            .map(|at| {
                if self.fixed.contains(&self.names[at]) {
                    return None;
                }
                let step = (weights[at].abs() / 4).max(4);
                let [mut less, mut more] = [weights.to_vec(), weights.to_vec()];
                less[at] -= step;
                more[at] += step;
                let judges = ((self.judge)(&less), (self.judge)(&more));
                Some((2.0 * step as f32, judges.0, judges.1))
            })
            .collect();
        let judge = (self.judge)(weights);
        let slopes = |game: &G, state: &G::State, seat: Seat| {
            let slope = |judges: &Option<(f32, J, J)>| match judges {
                None => 0.0,
                Some((apart, less, more)) => {
                    let rise = more.lead(game, state, seat) - less.lead(game, state, seat);
                    rise as f32 / apart
                }
            };
            judges.iter().map(slope).collect()
        };
        Lessons::of(lines, self.game, &judge, fitting, scale, slopes)
    }
}

impl<G: Notation, J: Evaluate<G>> Tuning for Weighing<G, J> {
    fn name(&self) -> &'static str {
        self.name
    }
    fn file(&self) -> &'static str {
        self.file
    }

    fn play(
        &self,
        by: Option<&str>,
        plan: &SelfPlay,
        number: u64,
        memory: &mut SearchMemory,
    ) -> Result<String, String> {
        let game = (self.game)(number);
        let weights = match by {
            Some(text) => read_weights(text, self.names)?,
            None => self.shipped(),
        };
        let mut players: Vec<_> = (0..game.seats())
            .map(|_| Player {
                nodes: plan.nodes,
                ..self.player(&weights)
            })
            .collect();
        let played = plan.play(&game, number, &mut players, memory);
        Ok(selfplay::write(&game, &played))
    }

    fn fit(
        &self,
        lines: &[String],
        fitting: &Fitting,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Learnt, String> {
        let mut weights = self.shipped();
        let first = self.lessons(lines, fitting, &weights, None)?;
        let (scale, before) = (first.scale, first.error(|lesson| lesson.lead));
        let (mut lessons, mut after) = (first, before);
        tell(&format!("scale {scale:.0}, error {before:.5}"));
        for _ in 0..ROUNDS {
            let changes = regress(&lessons, &weights);
            let next: Vec<i32> = weights
                .iter()
                .zip(&changes)
                .map(|(weight, change)| weight + change.round() as i32)
                .collect();
            // With the first scale, or the errors would not compare.
            lessons = self.lessons(lines, fitting, &next, Some(scale))?;
            let error = lessons.error(|lesson| lesson.lead);
            tell(&format!("error {error:.5}: {next:?}"));
            if error >= after {
                break;
            }
            (weights, after) = (next, error);
        }
        Ok(Learnt {
            text: write_weights(self.text, self.names, &weights),
            places: lessons.all.len(),
            before,
            after,
        })
    }

    fn duel(
        &self,
        text: &str,
        duel: &Duel,
        number: u64,
        memory: &mut SearchMemory,
    ) -> Result<Met, String> {
        let (new, old) = (read_weights(text, self.names)?, self.shipped());
        let players = || [self.player(&new), self.player(&old)];
        Ok(duel.run(&(self.game)(number), number, players, memory))
    }
}

/// How much each weight should change: Newton's method on the likelihood of the targets.
fn regress(lessons: &Lessons<Vec<f32>>, weights: &[i32]) -> Vec<f64> {
    let count = weights.len();
    let mut changes = vec![0.0_f64; count];
    let learnt: Vec<_> = lessons
        .all
        .iter()
        .filter(|lesson| !lesson.held_out)
        .collect();
    for _ in 0..STEPS {
        let mut slope = vec![0.0_f64; count];
        let mut bend = vec![vec![0.0_f64; count]; count];
        for lesson in &learnt {
            let parts = lesson
                .what
                .iter()
                .map(|&part| f64::from(part) / lessons.scale);
            let parts: Vec<f64> = parts.collect();
            let more: f64 = parts
                .iter()
                .zip(&changes)
                .map(|(part, change)| part * change)
                .sum();
            let share = share_of(lesson.lead / lessons.scale + more);
            let steep = share * (1.0 - share);
            for (row, part) in parts.iter().enumerate().filter(|(_, part)| **part != 0.0) {
                slope[row] += (lesson.target - share) * part;
                for (bend, other) in bend[row].iter_mut().zip(&parts) {
                    *bend += steep * part * other;
                }
            }
        }
        for (row, (weight, change)) in weights.iter().zip(&changes).enumerate() {
            let usual = f64::from(weight.abs().max(10));
            let reluctance = RELUCTANCE * learnt.len() as f64 / (usual * usual);
            slope[row] -= reluctance * change;
            bend[row][row] += reluctance;
        }
        for (change, more) in changes.iter_mut().zip(solve(bend, slope)) {
            *change += more;
        }
    }
    changes
}

/// What `matrix` takes to `right`, by elimination. The matrix is positive definite.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for pivot in 0..count {
        for row in pivot + 1..count {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let (above, below) = matrix.split_at_mut(row);
            for (number, other) in below[0][pivot..].iter_mut().zip(&above[pivot][pivot..]) {
                *number -= factor * other;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count)
            .map(|column| matrix[row][column] * right[column])
            .sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::{super::places::Lesson, *};

    #[test]
    fn elimination_solves_three_equations() {
        let matrix = vec![
            vec![4.0, 1.0, 0.0],
            vec![1.0, 3.0, 1.0],
            vec![0.0, 1.0, 2.0],
        ];
        let solved = solve(matrix, vec![6.0, 10.0, 8.0]);
        for (number, right) in solved.iter().zip([1.0, 2.0, 3.0]) {
            assert!((number - right).abs() < 1e-12, "{solved:?}");
        }
    }

    #[test]
    fn regression_finds_the_weights_that_made_the_targets() {
        // Truth: 300 and −50; the judge believes in 100 and 40. The third weight is never seen.
        let (truth, weights) = ([300.0, -50.0], [100, 40, 9]);
        let mut all = Vec::new();
        for one in -4..=4 {
            for two in -4..=4 {
                let (one, two) = (f64::from(one), f64::from(two));
                all.push(Lesson {
                    lead: 100.0 * one + 40.0 * two,
                    target: share_of((truth[0] * one + truth[1] * two) / 400.0),
                    held_out: false,
                    what: vec![one as f32, two as f32, 0.0],
                });
            }
        }
        let lessons = Lessons { all, scale: 400.0 };
        let changes = regress(&lessons, &weights);
        assert!((changes[0] - 200.0).abs() < 2.0, "{changes:?}");
        assert!((changes[1] + 90.0).abs() < 2.0, "{changes:?}");
        assert_eq!(changes[2], 0.0);
    }
}
