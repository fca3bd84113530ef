//! Flat Monte Carlo over imagined worlds: works for any game at all.

use vauban_game::{
    Agent, Budget, BySeat, Dice, Evaluate, Even, Game, Position, Reach, Repetition, SearchMemory,
    Thought, WinShare, every_action, reasons_for,
};

use crate::{Playout, Policy, Uniform, Watch};

/// Tries its actions in imagined worlds and plays each some way on by chance; the ones that did well
/// are tried more often.
#[derive(Copy, Clone, Debug)]
pub struct Rollouts<J = Even, P = Uniform> {
    /// Says what a playout that reached its horizon is worth.
    pub judge: J,
    pub policy: P,
    /// The longest playout, in steps.
    pub horizon: u64,
}

impl Default for Rollouts {
    fn default() -> Self {
        Rollouts::judged_by(Even, 2_000)
    }
}

impl<J> Rollouts<J> {
    /// Playouts by chance, of at most `horizon` steps.
    pub fn judged_by(judge: J, horizon: u64) -> Rollouts<J> {
        Rollouts {
            judge,
            policy: Uniform,
            horizon,
        }
    }
}

/// How much an action that was seldom tried is preferred: UCB1's constant, in spreads of the shares
/// seen so far. Shares of playouts to the end spread over half a win, those of a judge often far less.
const CURIOSITY: f64 = 1.4;

/// Nodes when the budget names neither nodes nor time.
const DEFAULT_NODES: u64 = 100_000;

/// An action that was tried less often is not known well enough to be called nearly as good.
pub(crate) const ENOUGH_TRIES: f64 = 3.0;

#[derive(Copy, Clone, Default)]
struct Arm {
    tries: f64,
    share: f64,
}

impl<G: Game, J: Evaluate<G>, P: Policy<G> + Copy> Agent<G> for Rollouts<J, P> {
    fn think(
        &mut self,
        position: &Position<'_, G>,
        budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<G::Action> {
        let (game, seat) = (position.game, position.seat);
        let mut dice = position.dice.clone();
        let mut watch = Watch::start(budget, DEFAULT_NODES);
        let mut playout = Playout::by(self.policy);

        // Step 1. What may be done, the most promising first. A place in the list says nothing.
        let world = game.imagine(position.view, &mut dice);
        let mut roots = every_action(game, &world, seat);
        shuffle(&mut roots, &mut dice);
        roots.sort_by_key(|&action| {
            std::cmp::Reverse(self.judge.promise(game, &world, seat, action))
        });

        // Step 2. Every action once, as the judge sees it at once; then those that did well more often.
        // A lone action needs no thought.
        let mut arms = vec![Arm::default(); roots.len()];
        let mut seen = Spread::default();
        while roots.len() > 1 && !watch.is_up() {
            let chosen = most_promising(&arms, &seen);
            let horizon = match arms[chosen].tries {
                0.0 => 0,
                _ => self.horizon.min(watch.left().saturating_sub(1)),
            };
            // Step 3. A world that fits the view, and the action in it.
            let mut world = game.imagine(position.view, &mut dice);
            game.act(&mut world, seat, roots[chosen]);
            watch.spend(1);
            // Step 4. A position that comes too often is even; else it is played on and judged.
            let shares = match comes_too_often(position, &world) {
                true => BySeat::even(game.seats()),
                false => self.play_on(
                    game,
                    &mut world,
                    &mut playout,
                    horizon,
                    &mut watch,
                    &mut dice,
                ),
            };
            // Step 5. What came of it.
            let share = shares[seat].get();
            arms[chosen].tries += 1.0;
            arms[chosen].share += share;
            seen.add(share);
        }

        let best = most_tried(&arms);
        let tried = arms[best];
        let mean = |arm: &Arm| arm.share / arm.tries;
        // Step 6. Those that are nearly as good, if they were tried often enough to know.
        let near = |index: &usize| {
            let arm = &arms[*index];
            let slack = budget.slack.map_or(0.0, WinShare::get);
            *index != best && arm.tries >= ENOUGH_TRIES && mean(arm) >= mean(&tried) - slack
        };
        let others = (0..arms.len()).filter(|_| budget.slack.is_some());
        let others = others
            .filter(near)
            .map(|index| (roots[index], WinShare::new(mean(&arms[index]))))
            .collect();
        Thought {
            share: (tried.tries > 0.0).then(|| WinShare::new(mean(&tried))),
            nodes: watch.nodes(),
            reach: (tried.tries > 0.0).then_some(Reach::Visits(tried.tries as u64)),
            others,
            reasons: reasons_for(&self.judge, game, &world, seat, roots[best]),
            ..Thought::plain(roots[best])
        }
    }
}

impl<J, P: Copy> Rollouts<J, P> {
    /// The outcome within the horizon, or what the judge says at it. If much is under way there, it
    /// waits as long again for a quiet state.
    fn play_on<G: Game>(
        &self,
        game: &G,
        world: &mut G::State,
        playout: &mut Playout<G, P>,
        horizon: u64,
        watch: &mut Watch<'_>,
        dice: &mut Dice,
    ) -> BySeat<WinShare>
    where
        J: Evaluate<G>,
        P: Policy<G>,
    {
        let (mut outcome, steps) = playout.run(game, world, dice, horizon);
        watch.spend(steps);
        let mut waited = 0;
        while outcome.is_none() && waited < horizon && !self.judge.is_quiet(game, world) {
            let (came, steps) = playout.run(game, world, dice, 1);
            outcome = came;
            waited += steps;
            watch.spend(steps);
        }
        match outcome {
            Some(outcome) => BySeat::of(&outcome),
            None => self.judge.evaluate(game, world),
        }
    }
}

/// Whether `state`, reached now, would end the match by repetition.
fn comes_too_often<G: Game>(position: &Position<'_, G>, state: &G::State) -> bool {
    let game = position.game;
    let Repetition::Draw { times } = game.repetition() else {
        return false;
    };
    game.landmark(state)
        && game.turn(state).over().is_none()
        && position.past.count(game.key(state)) + 1 >= u32::from(times)
}

pub(crate) fn shuffle<T>(items: &mut [T], dice: &mut Dice) {
    for index in (1..items.len()).rev() {
        items.swap(index, dice.below(index as u32 + 1) as usize);
    }
}

/// All shares seen so far.
#[derive(Copy, Clone, Default)]
pub(crate) struct Spread {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    pub(crate) fn add(&mut self, share: f64) {
        self.count += 1.0;
        self.sum += share;
        self.squares += share * share;
    }

    /// The standard deviation.
    pub(crate) fn size(&self) -> f64 {
        let mean = self.sum / self.count.max(1.0);
        (self.squares / self.count.max(1.0) - mean * mean)
            .max(0.0)
            .sqrt()
    }
}

fn most_promising(arms: &[Arm], seen: &Spread) -> usize {
    let curiosity = CURIOSITY * seen.size() * f64::ln(seen.count + 1.0).sqrt();
    highest(arms, |arm| {
        if arm.tries == 0.0 {
            return f64::INFINITY;
        }
        arm.share / arm.tries + curiosity / arm.tries.sqrt()
    })
}

fn most_tried(arms: &[Arm]) -> usize {
    // Among equally tried ones the better one.
    highest(arms, |arm| arm.tries + arm.share / (arm.tries + 1.0))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_untried_action_comes_first() {
        let tried = Arm {
            tries: 3.0,
            share: 3.0,
        };
        let seen = Spread {
            count: 3.0,
            sum: 3.0,
            squares: 3.0,
        };
        assert_eq!(most_promising(&[tried, Arm::default()], &seen), 1);
        assert_eq!(most_tried(&[Arm::default(), tried]), 1);
    }

    #[test]
    fn the_spread_is_that_of_what_was_seen() {
        let mut seen = Spread::default();
        [0.0, 1.0, 0.0, 1.0]
            .iter()
            .for_each(|&share| seen.add(share));
        assert_eq!(seen.size(), 0.5);
    }
}
