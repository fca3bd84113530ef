//! Minimax to a fixed depth as every textbook has it, with and without alpha-beta: the measure of the others.

use vauban_game::{
    Actions, Agent, Budget, Evaluate, Open, Position, Reach, SearchMemory, Seat, Thought, Turn,
    every_action,
};

use crate::{Watch, rollouts::shuffle, steps_to_end, win_in};

/// Looks at every line of `depth` steps and judges where it ends; no history, no table.
#[derive(Copy, Clone, Debug)]
pub struct Minimax<J> {
    pub judge: J,
    pub depth: u32,
    pub pruning: Pruning,
}

/// What a minimax leaves out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Pruning {
    None,
    /// Lines that cannot change the choice.
    AlphaBeta,
}

impl<J> Minimax<J> {
    pub fn new(judge: J, depth: u32) -> Minimax<J> {
        Minimax {
            judge,
            depth,
            pruning: Pruning::AlphaBeta,
        }
    }

    /// The best action, its value and the nodes that it took. Of equal actions the first of `roots` is
    /// taken, with pruning or without it. If the budget is used up, the best of those that were tried.
    fn best<G: Open>(
        &self,
        position: &Position<'_, G>,
        budget: &Budget,
        roots: &[G::Action],
    ) -> (G::Action, i32, u64)
    where
        J: Evaluate<G>,
    {
        let mut walk = Walk {
            game: position.game,
            judge: &self.judge,
            pruning: self.pruning,
            watch: Watch::start(budget, u64::MAX),
            lists: Vec::new(),
        };
        let (mut best, mut value) = (roots[0], -INFINITE);
        for &action in roots {
            let mut child = position.view.clone();
            position.game.act(&mut child, position.seat, action);
            walk.watch.spend(1);
            let found = walk.after(&child, position.seat, self.depth - 1, 1, value);
            if walk.watch.is_up() && value > -INFINITE {
                break;
            }
            if found > value {
                (best, value) = (action, found);
            }
        }
        (best, value, walk.watch.nodes())
    }
}

impl<G: Open, J: Evaluate<G>> Agent<G> for Minimax<J> {
    fn think(
        &mut self,
        position: &Position<'_, G>,
        budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<G::Action> {
        let mut roots = every_action(position.game, position.view, position.seat);
        shuffle(&mut roots, &mut position.dice.clone());
        let (action, value, nodes) = self.best(position, budget, &roots);
        let share = match steps_to_end(value) {
            Some(steps) => vauban_game::WinShare::new(f64::from(u8::from(steps > 0))),
            None => self.judge.share(value),
        };
        Thought {
            share: Some(share),
            nodes,
            reach: Some(Reach::Depth(self.depth)),
            ..Thought::plain(action)
        }
    }
}

/// Beyond every value.
const INFINITE: i32 = 2_000_000;

struct Walk<'a, G: Open, J> {
    game: &'a G,
    judge: &'a J,
    pruning: Pruning,
    watch: Watch<'a>,
    /// Lists that are not in use.
    lists: Vec<Actions<G::Action>>,
}

impl<G: Open, J: Evaluate<G>> Walk<'_, G, J> {
    /// The value for `seat`, which has just acted; it only matters if it is above `alpha`.
    fn after(&mut self, state: &G::State, seat: Seat, depth: u32, ply: u32, alpha: i32) -> i32 {
        self.value(state, seat, depth, ply, alpha, INFINITE)
    }

    /// The value of `state` for `seat`, whoever is on turn. Outside of `alpha` and `beta` it is a bound.
    fn value(
        &mut self,
        state: &G::State,
        seat: Seat,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        let on_turn = match self.game.turn(state) {
            Turn::Over(outcome) => {
                let ahead = outcome.score(seat) - outcome.score(seat.other());
                return i32::from(ahead.signum()) * win_in(ply);
            }
            Turn::One(on_turn) if depth > 0 && !self.watch.is_up() => on_turn,
            _ => return self.judge.lead(self.game, state, seat),
        };
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        self.game.actions(state, on_turn, &mut list);
        let maximise = on_turn == seat;
        let mut best = if maximise { -INFINITE } else { INFINITE };
        let game = self.game;
        // Captures first, without which there is little to prune. A list with ranges keeps its order.
        if self.pruning == Pruning::AlphaBeta && list.count() == list.len() as u64 {
            list.sort_by_cached_key(|&action| {
                std::cmp::Reverse(self.judge.promise(game, state, on_turn, action))
            });
        }
        for action in list.each(|action, amount| game.with_amount(action, amount)) {
            let mut child = state.clone();
            game.act(&mut child, on_turn, action);
            self.watch.spend(1);
            let value = self.value(&child, seat, depth - 1, ply + 1, alpha, beta);
            if maximise {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if self.pruning == Pruning::AlphaBeta && alpha >= beta {
                break;
            }
        }
        self.lists.push(list);
        best
    }
}
