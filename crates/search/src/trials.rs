//! Trying out what a program proposes: imagined matches decide among actions that it takes to be nearly equal.

use vauban_game::{
    Actions, Agent, Budget, BySeat, Dice, Evaluate, Game, Policy, Position, Reach, SearchMemory,
    Seat, Thought, Turn, WinShare, reasons_for,
};

use crate::Watch;

/// Asks a program for its choice and for others that are nearly as good, plays each some turns on by a policy, many
/// times, and lets a judge speak. All actions are tried in the same worlds with the same dice, so that
/// luck decides little; those that do badly are dropped half by half. The program's own choice stands unless
/// another is clearly better.
#[derive(Copy, Clone, Debug)]
pub struct Trials<B, J, P> {
    /// Proposes.
    pub base: B,
    pub judge: J,
    pub policy: P,
    /// How many turns are played on, the rest of this one included.
    pub turns: u32,
    /// How much less than the best an action may promise to be tried.
    pub slack: f64,
    /// How many actions are tried at most.
    pub width: usize,
    /// How sure it must be that another action is better, in standard errors.
    pub sure: f64,
}

/// Nodes when the budget names neither nodes nor time.
const DEFAULT_NODES: u64 = 20_000;
/// Steps of a playout at most for each turn: some games have turns without end.
const MOST_STEPS: u64 = 60;
/// Tries of each action before anything is dropped or preferred.
const LEAST_TRIES: u64 = 8;

/// An action, and how it did in the tries so far.
struct Candidate<A> {
    action: A,
    sum: f64,
    /// Of what it was ahead of the program's own choice, try by try.
    ahead: f64,
    squares: f64,
}

impl<G, B, J, P> Agent<G> for Trials<B, J, P>
where
    G: Game,
    B: Agent<G>,
    J: Evaluate<G>,
    P: Policy<G>,
{
    fn think(
        &mut self,
        position: &Position<'_, G>,
        budget: &Budget,
        memory: &mut SearchMemory,
    ) -> Thought<G::Action> {
        let (game, seat) = (position.game, position.seat);
        // Step 1. What the program would do, and what else it would think of.
        let wider = Budget {
            slack: Some(WinShare::new(self.slack)),
            ..budget.clone()
        };
        let mut proposed = self.base.think(position, &wider, memory);
        let mut others = std::mem::take(&mut proposed.others);
        others.sort_by(|one, other| other.1.get().total_cmp(&one.1.get()));
        let best = proposed.share.map_or(0.0, WinShare::get);
        others.retain(|(_, share)| share.get() >= best - self.slack);
        others.truncate(self.width.saturating_sub(1));
        if others.is_empty() {
            return proposed;
        }
        let candidate = |action| Candidate {
            action,
            sum: 0.0,
            ahead: 0.0,
            squares: 0.0,
        };
        let mut candidates = vec![candidate(proposed.action)];
        candidates.extend(others.into_iter().map(|(action, _)| candidate(action)));
        // Step 2. All in the same worlds, then the better half, and so on.
        let mut watch = Watch::start(budget, DEFAULT_NODES);
        let mut dice = position.dice.clone();
        let mut list = Actions::new();
        let halvings = u64::from(candidates.len().ilog2().max(1));
        let part = watch.left() / halvings;
        let (mut tries, mut shares) = (0, Vec::new());
        for halving in 1..=halvings {
            let most = halving.saturating_mul(part);
            while !watch.is_up() && (watch.nodes() < most || tries < LEAST_TRIES) {
                let world = game.imagine(position.view, &mut dice);
                let luck = dice.roll();
                shares.clear();
                for candidate in &candidates {
                    let mut world = world.clone();
                    game.act(&mut world, seat, candidate.action);
                    let mut dice = Dice::seeded(luck);
                    let share =
                        self.play_on(game, &mut world, seat, &mut list, &mut dice, &mut watch);
                    shares.push(share[seat].get());
                }
                // A round that the budget cut short compares nothing.
                if watch.is_up() && tries > 0 {
                    break;
                }
                for (candidate, share) in candidates.iter_mut().zip(&shares) {
                    let ahead = share - shares[0];
                    candidate.sum += share;
                    candidate.ahead += ahead;
                    candidate.squares += ahead * ahead;
                }
                tries += 1;
            }
            // The program's own choice stays to the end, to be compared with.
            candidates[1..].sort_by(|one, other| other.sum.total_cmp(&one.sum));
            candidates.truncate(candidates.len().div_ceil(2).max(2));
        }
        // Step 3. Another action only if it is clearly better.
        let count = tries.max(1) as f64;
        let better = |candidate: &&Candidate<G::Action>| {
            let mean = candidate.ahead / count;
            let spread = (candidate.squares / count - mean * mean).max(0.0).sqrt();
            tries >= LEAST_TRIES && mean > self.sure * spread / count.sqrt()
        };
        let chosen = candidates[1..]
            .iter()
            .filter(better)
            .max_by(|one, other| one.sum.total_cmp(&other.sum))
            .unwrap_or(&candidates[0]);
        let mut world = position.dice.clone();
        let world = game.imagine(position.view, &mut world);
        Thought {
            share: Some(WinShare::new(chosen.sum / count)),
            nodes: watch.nodes() + proposed.nodes,
            reach: Some(Reach::Visits(tries)),
            reasons: reasons_for(&self.judge, game, &world, seat, chosen.action),
            ..Thought::plain(chosen.action)
        }
    }

    fn bytes(&self) -> usize {
        self.base.bytes()
    }
}

impl<B, J, P> Trials<B, J, P> {
    /// Plays on until the last of the turns is over and nothing is under way, all is decided, or the budget is used up.
    fn play_on<G: Game>(
        &self,
        game: &G,
        world: &mut G::State,
        seat: Seat,
        list: &mut Actions<G::Action>,
        dice: &mut Dice,
        watch: &mut Watch<'_>,
    ) -> BySeat<WinShare>
    where
        J: Evaluate<G>,
        P: Policy<G>,
    {
        let (mut turns, mut mover) = (self.turns, seat);
        let mut steps = 1;
        let most = (MOST_STEPS * u64::from(self.turns)).min(watch.left());
        let shares = loop {
            let on_turn = match game.turn(world) {
                Turn::Over(outcome) => break BySeat::of(&outcome),
                Turn::Chance => {
                    let chance = game.roll(world, dice);
                    game.settle(world, chance);
                    steps += 1;
                    continue;
                }
                Turn::One(on_turn) => on_turn,
                Turn::Any(seats) => seats.iter().next().unwrap_or(seat),
            };
            if on_turn != mover && self.judge.is_quiet(game, world) {
                mover = on_turn;
                turns = turns.saturating_sub(1);
            }
            if turns == 0 || steps >= most {
                break self.judge.evaluate(game, world);
            }
            let action = self.policy.sample(game, world, on_turn, list, dice);
            game.act(world, on_turn, action);
            steps += 1;
        };
        watch.spend(steps);
        shares
    }
}
