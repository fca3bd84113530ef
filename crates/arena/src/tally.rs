//! The results of many matches, player against player.

use vauban_game::{Outcome, Seat};

use crate::{Played, Round, Schedule, Scores};

/// Results of whole sets.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub pairs: Vec<Pair>,
    pub games: usize,
    /// Matches that were closed because they went on too long.
    pub unfinished: usize,
    pub answers: usize,
    pub nodes: u64,
}

/// One player against another.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// The numbers of the two.
    pub players: (usize, usize),
    /// Of sets, for the first of the two.
    pub scores: Scores,
    /// Of matches, for the first of the two.
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Tally {
    /// Counts every set of which all matches were played; of the group that is tested no more than
    /// `most` sets.
    pub fn of(schedule: &Schedule, played: &[Option<Played>], most: usize) -> Tally {
        let mut tally = Tally::default();
        for set in played.chunks(schedule.size()).enumerate() {
            let (place, set) = set;
            let rounds = place * schedule.size()..(place + 1) * schedule.size();
            let rounds: Vec<Round> = rounds.map(|index| schedule.round(index)).collect();
            let whole: Option<Vec<&Played>> = set.iter().map(Option::as_ref).collect();
            let Some(whole) = whole.filter(|_| rounds[0].set < most) else {
                continue;
            };
            tally.add(&schedule.groups()[rounds[0].group], &rounds, &whole);
        }
        tally
    }

    fn add(&mut self, members: &[usize], rounds: &[Round], set: &[&Played]) {
        for played in set {
            self.games += 1;
            self.answers += played.answers;
            self.nodes += played.nodes;
            self.unfinished += usize::from(!played.finished);
        }
        for (place, &one) in members.iter().enumerate() {
            for &other in &members[place + 1..] {
                let pair = self.pair(one, other);
                let mut sum = 0.0;
                for (round, played) in rounds.iter().zip(set) {
                    let score = score(&round.players, &played.outcome, one, other);
                    sum += score;
                    if score > 0.5 {
                        pair.wins += 1;
                    } else if score < 0.5 {
                        pair.losses += 1;
                    } else {
                        pair.draws += 1;
                    }
                }
                pair.scores.add(sum / set.len() as f64);
            }
        }
    }

    fn pair(&mut self, one: usize, other: usize) -> &mut Pair {
        let place = self
            .pairs
            .iter()
            .position(|pair| pair.players == (one, other));
        let place = place.unwrap_or_else(|| {
            self.pairs.push(Pair {
                players: (one, other),
                scores: Scores::default(),
                wins: 0,
                draws: 0,
                losses: 0,
            });
            self.pairs.len() - 1
        });
        &mut self.pairs[place]
    }

    /// How many answers a match had on average.
    pub fn length(&self) -> f64 {
        self.answers as f64 / self.games.max(1) as f64
    }
}

/// What `one` scored against `other`: 1 if all its seats were placed before all of the other's.
fn score(players: &[usize], outcome: &Outcome, one: usize, other: usize) -> f64 {
    let seats = |of: usize| {
        let held = players
            .iter()
            .enumerate()
            .filter(move |(_, player)| **player == of);
        held.map(|(seat, _)| outcome.score(Seat(seat as u8)))
    };
    let (mut sum, mut count) = (0.0, 0.0);
    for mine in seats(one) {
        for theirs in seats(other) {
            sum += match mine.cmp(&theirs) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
            count += 1.0;
        }
    }
    if count > 0.0 { sum / count } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use vauban_game::Ending;

    use super::*;

    #[test]
    fn placings_are_compared_player_by_player() {
        let outcome = Outcome::scored(3, Ending::CLOSED, |seat| [3, 1, 2][seat.index()]);
        assert_eq!(score(&[0, 1, 2], &outcome, 0, 1), 1.0);
        assert_eq!(score(&[0, 1, 2], &outcome, 1, 2), 0.0);
        // One of its two seats is before the other's, one behind.
        assert_eq!(score(&[0, 0, 1], &outcome, 0, 1), 0.5);
    }
}
