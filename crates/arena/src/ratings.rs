//! Ratings of many players from their results against each other.

use crate::Tally;

/// How strong a player is, in Elo above the anchor.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Rating {
    pub elo: f64,
    /// Half of an interval that holds the difference to the anchor in 95 of 100 cases.
    pub error: f64,
}

/// Elo in one unit of the logarithm of the odds.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Half a won and half a lost set between any two that have met: so that a clean sweep is no certainty.
const PRIOR: f64 = 0.5;

/// The likeliest ratings of `players`, `anchor` being 0. A set counts as one observation.
pub fn ratings(tally: &Tally, players: usize, anchor: usize) -> Vec<Rating> {
    let mut logits = vec![0.0_f64; players];
    // Newton's method: steps by the inverse of the information, which gives the errors, too.
    let mut inverse = Vec::new();
    for _ in 0..50 {
        let mut slope = vec![0.0; players];
        let mut information = vec![vec![0.0; players]; players];
        for pair in &tally.pairs {
            let (one, other) = pair.players;
            let sets = pair.scores.len() as f64 + 2.0 * PRIOR;
            let scored = pair.scores.mean() * pair.scores.len() as f64 + PRIOR;
            let expected = 1.0 / (1.0 + (logits[other] - logits[one]).exp());
            slope[one] += scored - sets * expected;
            slope[other] -= scored - sets * expected;
            let weight = sets * expected * (1.0 - expected);
            information[one][one] += weight;
            information[other][other] += weight;
            information[one][other] -= weight;
            information[other][one] -= weight;
        }
        // The anchor does not move, and who has met nobody stays where it is.
        for player in 0..players {
            if player == anchor || information[player][player] == 0.0 {
                for row in &mut information {
                    row[player] = 0.0;
                }
                information[player] = vec![0.0; players];
                information[player][player] = 1.0;
                slope[player] = 0.0;
            }
        }
        let Some(inverted) = inverted(information) else {
            break;
        };
        let mut moved = 0.0_f64;
        for (row, logit) in inverted.iter().zip(&mut logits) {
            let step: f64 = row
                .iter()
                .zip(&slope)
                .map(|(part, slope)| part * slope)
                .sum();
            // Far from the solution a whole step would overshoot.
            let step = step.clamp(-1.0, 1.0);
            *logit += step;
            moved = moved.max(step.abs());
        }
        inverse = inverted;
        if moved < 1e-9 {
            break;
        }
    }
    let error = |player: usize| match inverse.get(player) {
        Some(row) if player != anchor => 1.96 * UNIT * row[player].max(0.0).sqrt(),
        _ => 0.0,
    };
    let rated = logits.iter().enumerate();
    rated
        .map(|(player, logit)| Rating {
            elo: UNIT * logit,
            error: error(player),
        })
        .collect()
}

/// The inverse of a matrix, by elimination; nothing if it has none.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..size)
        .map(|row| {
            (0..size)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect();
    for column in 0..size {
        let largest = |one: &usize, other: &usize| {
            let [one, other] = [one, other].map(|row| matrix[*row][column].abs());
            one.total_cmp(&other)
        };
        let pivot = (column..size).max_by(largest)?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let by = matrix[column][column];
        matrix[column].iter_mut().for_each(|part| *part /= by);
        inverse[column].iter_mut().for_each(|part| *part /= by);
        let (above, below) = (matrix[column].clone(), inverse[column].clone());
        for row in (0..size).filter(|row| *row != column) {
            let factor = matrix[row][column];
            for place in 0..size {
                matrix[row][place] -= factor * above[place];
                inverse[row][place] -= factor * below[place];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use vauban_game::Dice;

    use super::*;
    use crate::{Scores, expected_score, tally::Pair};

    fn pair(players: (usize, usize), sets: u32, share: f64, dice: &mut Dice) -> Pair {
        let mut scores = Scores::default();
        for _ in 0..sets {
            let won = f64::from(dice.below(1_000_000)) < share * 1e6;
            scores.add(f64::from(u8::from(won)));
        }
        Pair {
            players,
            scores,
            wins: 0,
            draws: 0,
            losses: 0,
        }
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        let mut dice = Dice::seeded(1);
        let mut tally = Tally::default();
        let one = pair((0, 1), 1_000, 0.75, &mut dice);
        let share = (one.scores.mean() * 1_000.0 + 0.5) / 1_001.0;
        tally.pairs.push(one);
        let rated = ratings(&tally, 2, 1);
        let closed = 400.0 * (share / (1.0 - share)).log10();
        assert!((rated[0].elo - closed).abs() < 1e-6, "{rated:?}");
        let error = 1.96 * UNIT / (1_001.0 * share * (1.0 - share)).sqrt();
        assert!((rated[0].error - error).abs() < 1e-6, "{rated:?}");
        assert_eq!(
            rated[1],
            Rating {
                elo: 0.0,
                error: 0.0
            }
        );
    }

    #[test]
    fn a_chain_of_players_is_found_again() {
        let truth = [0.0, 150.0, 320.0, 500.0];
        let mut dice = Dice::seeded(2);
        let mut tally = Tally::default();
        for one in 0..4 {
            for other in one + 1..4 {
                let share = expected_score(truth[one] - truth[other]);
                tally.pairs.push(pair((one, other), 500, share, &mut dice));
            }
        }
        for (rated, truth) in ratings(&tally, 4, 0).iter().zip(truth) {
            assert!((rated.elo - truth).abs() < 45.0, "{rated:?}: {truth}");
            assert!(rated.error < 45.0);
        }
    }

    #[test]
    fn who_has_met_nobody_stays_at_the_anchor() {
        let mut dice = Dice::seeded(3);
        let mut tally = Tally::default();
        tally.pairs.push(pair((0, 1), 10, 1.0, &mut dice));
        let rated = ratings(&tally, 3, 1);
        assert!(rated[0].elo > 300.0 && rated[0].elo.is_finite());
        assert_eq!(rated[2].elo, 0.0);
    }
}
