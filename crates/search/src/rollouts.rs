//! Flat Monte Carlo over imagined worlds: works for any game at all.

use vauban_game::{
    Agent, Budget, Dice, Game, Outcome, Repetition, Seat, SeatSet, Thought, every_action,
};

use crate::{Playout, Watch};

/// Tries its actions in imagined worlds and plays each to the end by chance; the ones that
/// did well are tried more often.
#[derive(Debug)]
pub struct Rollouts {
    /// The longest playout, in steps. A game not decided by then counts as even.
    pub horizon: u64,
}

impl Default for Rollouts {
    fn default() -> Self {
        Rollouts { horizon: 2_000 }
    }
}

/// How much an action that was seldom tried is preferred (UCB1's constant, for rewards from 0 to 1).
const CURIOSITY: f64 = 0.7;

/// Nodes when the budget names neither nodes nor time.
const DEFAULT_NODES: u64 = 100_000;

#[derive(Copy, Clone, Default)]
struct Arm {
    tries: f64,
    reward: f64,
}

impl<G: Game> Agent<G> for Rollouts {
    fn think(
        &mut self,
        game: &G,
        seat: Seat,
        view: &G::View,
        past: &[u64],
        budget: &Budget,
        dice: &mut Dice,
    ) -> Thought<G::Action> {
        let mut watch = Watch::start(budget);
        let roots = every_action(game, &game.imagine(view, dice), seat);
        let mut arms = vec![Arm::default(); roots.len()];
        let mut playout = Playout::default();

        // Step 1. Every action once, then by promise; a lone action needs no thought.
        let mut round = 0.0;
        while roots.len() > 1 && !watch.is_up(DEFAULT_NODES) {
            let chosen = most_promising(&arms, round);
            // Step 2. A world that fits the view, and the action in it.
            let mut world = game.imagine(view, dice);
            game.act(&mut world, seat, roots[chosen]);
            // Step 3. A position that comes too often is even; else chance plays it out.
            let (outcome, steps) = match comes_too_often(game, &world, past) {
                true => (None, 0),
                false => playout.run(game, &mut world, dice, self.horizon),
            };
            watch.spend(steps + 1);
            // Step 4. What came of it.
            arms[chosen].tries += 1.0;
            arms[chosen].reward +=
                outcome.map_or(0.5, |outcome| reward(&outcome, seat, game.seats()));
            round += 1.0;
        }

        let best = most_tried(&arms);
        let action = roots[best];
        let score = (arms[best].tries > 0.0)
            .then(|| (2_000.0 * arms[best].reward / arms[best].tries - 1_000.0) as i32);
        Thought {
            action,
            score,
            line: vec![action],
            nodes: watch.nodes(),
        }
    }
}

/// Whether `state`, reached now, would end the match by repetition.
fn comes_too_often<G: Game>(game: &G, state: &G::State, past: &[u64]) -> bool {
    let Repetition::Draw { times } = game.repetition() else {
        return false;
    };
    if !game.landmark(state) || game.turn(state).over().is_some() {
        return false;
    }
    let key = game.key(state);
    let seen = past.iter().filter(|&&seen| seen == key).count();
    seen + 1 >= usize::from(times)
}

fn most_promising(arms: &[Arm], round: f64) -> usize {
    let promise = |arm: &Arm| {
        if arm.tries == 0.0 {
            return f64::INFINITY;
        }
        arm.reward / arm.tries + CURIOSITY * (f64::ln(round + 1.0) / arm.tries).sqrt()
    };
    highest(arms, promise)
}

fn most_tried(arms: &[Arm]) -> usize {
    // Among equally tried ones the better one.
    highest(arms, |arm| arm.tries + arm.reward / (arm.tries + 1.0))
}

/// The first arm with the highest value.
fn highest(arms: &[Arm], value: impl Fn(&Arm) -> f64) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (index, arm) in arms.iter().enumerate() {
        let value = value(arm);
        if value > best.1 {
            best = (index, value);
        }
    }
    best.0
}

/// The share of the other seats that `seat` left behind; sharing a place counts half.
fn reward(outcome: &Outcome, seat: Seat, seats: u8) -> f64 {
    let mine = outcome.score(seat);
    let others = SeatSet::all(seats).without(seat);
    let beaten: f64 = others
        .iter()
        .map(|other| match mine.cmp(&outcome.score(other)) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })
        .sum();
    beaten / (others.len().max(1)) as f64
}

#[cfg(test)]
mod tests {
    use vauban_game::Ending;

    use super::*;

    #[test]
    fn a_reward_is_the_share_of_beaten_opponents() {
        let ranked = Outcome::scored(4, Ending::TIMEOUT, |seat| i16::from(seat.0));
        assert_eq!(reward(&ranked, Seat(3), 4), 1.0);
        assert_eq!(reward(&ranked, Seat(0), 4), 0.0);
        assert_eq!(
            reward(&Outcome::draw(2, Ending::AGREEMENT), Seat(0), 2),
            0.5
        );
    }

    #[test]
    fn an_untried_action_comes_first() {
        let tried = Arm {
            tries: 3.0,
            reward: 3.0,
        };
        assert_eq!(most_promising(&[tried, Arm::default()], 3.0), 1);
        assert_eq!(most_tried(&[Arm::default(), tried]), 1);
    }
}
