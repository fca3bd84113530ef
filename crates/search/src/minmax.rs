//! Plain minimax for games of chance and secrets, as the first programs played it: so many decisions deep,
//! everybody else against the seat, the usual taken for sure.

use vauban_game::{
    Actions, Agent, Budget, BySeat, Certain, Game, Position, SearchMemory, Seat, Thought, Turn,
    WinShare, reasons_for,
};

use crate::{Watch, rollouts::shuffle};

/// Looks `depth` decisions ahead. A budget that does not reach so far cuts the depth, not the width.
#[derive(Copy, Clone, Debug)]
pub struct Minmax<J> {
    judge: J,
    depth: u32,
}

impl<J> Minmax<J> {
    pub fn new(judge: J, depth: u32) -> Minmax<J> {
        Minmax { judge, depth }
    }
}

/// Nodes when the budget names neither nodes nor time.
const DEFAULT_NODES: u64 = 200_000;
/// Results of nature in a row at most: a game that never lets anybody act is judged as it is.
const MOST_CHANCES: u32 = 64;

impl<G: Game, J: Certain<G>> Agent<G> for Minmax<J> {
    fn think(
        &mut self,
        position: &Position<'_, G>,
        budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<G::Action> {
        let (game, seat) = (position.game, position.seat);
        let state = self.judge.known(game, position.view);
        let mut search = Search {
            game,
            judge: &self.judge,
            seat,
            watch: Watch::start(budget, DEFAULT_NODES),
            lists: Vec::new(),
        };
        let mut list = Actions::new();
        game.actions(&state, seat, &mut list);
        let mut roots: Vec<(G::Action, f64)> = list
            .each(|action, amount| game.with_amount(action, amount))
            .map(|action| (action, 0.5))
            .collect();
        let slack = budget.slack.map_or(0.0, WinShare::get);
        // Of equals any comes first; the sort keeps their order.
        shuffle(&mut roots, &mut position.dice.clone());
        // One decision deeper each time; a depth that was not finished counts for nothing, but the first
        // is always finished. A lone action needs no thought.
        let deepest = if roots.len() > 1 {
            self.depth.max(1)
        } else {
            0
        };
        for depth in 1..=deepest {
            let mut values = roots.clone();
            let mut alpha = 0.0;
            let mut finished = true;
            for (action, value) in &mut values {
                let mut child = state.clone();
                game.act(&mut child, seat, *action);
                search.watch.spend(1);
                // A bound a hair lower than the best, so that equals are told from worse.
                *value = search.value(child, depth - 1, alpha, 1.0);
                alpha = f64::max(alpha, *value - TIE - slack);
                if depth > 1 && search.watch.is_up() {
                    finished = false;
                    break;
                }
            }
            if !finished {
                break;
            }
            roots = values;
            roots.sort_by(|one, other| other.1.total_cmp(&one.1));
        }
        let (action, value) = roots[0];
        let others = roots[1..].iter().filter(|_| budget.slack.is_some());
        let others = others
            .take_while(|(_, other)| *other >= value - slack)
            .map(|&(action, value)| (action, WinShare::new(value)));
        Thought {
            share: (deepest > 0).then(|| WinShare::new(value)),
            nodes: search.watch.nodes(),
            others: others.collect(),
            reasons: reasons_for(&self.judge, game, &state, seat, action),
            ..Thought::plain(action)
        }
    }
}

/// Values that differ by less are equal.
const TIE: f64 = 1e-9;

struct Search<'a, G: Game, J> {
    game: &'a G,
    judge: &'a J,
    seat: Seat,
    watch: Watch<'a>,
    /// Lists that are not in use: a node takes one and gives it back.
    lists: Vec<Actions<G::Action>>,
}

impl<G: Game, J: Certain<G>> Search<'_, G, J> {
    /// What the seat may expect at `state`, between `alpha` and `beta`.
    fn value(&mut self, mut state: G::State, depth: u32, mut alpha: f64, mut beta: f64) -> f64 {
        let game = self.game;
        let mut turn = game.turn(&state);
        for _ in 0..MOST_CHANCES {
            if turn != Turn::Chance {
                break;
            }
            let usual = self.judge.usual(game, &state);
            game.settle(&mut state, usual);
            turn = game.turn(&state);
        }
        let chooser = match turn {
            Turn::Over(outcome) => return BySeat::of(&outcome)[self.seat].get(),
            Turn::One(chooser) if depth > 0 => chooser,
            _ => return self.judge.evaluate(game, &state)[self.seat].get(),
        };
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        game.actions(&state, chooser, &mut list);
        let own = chooser == self.seat;
        let mut best = if own { 0.0 } else { 1.0 };
        for action in list.each(|action, amount| game.with_amount(action, amount)) {
            let mut child = state.clone();
            game.act(&mut child, chooser, action);
            self.watch.spend(1);
            let value = self.value(child, depth - 1, alpha, beta);
            if own {
                best = f64::max(best, value);
                alpha = f64::max(alpha, best);
            } else {
                best = f64::min(best, value);
                beta = f64::min(beta, best);
            }
            if alpha >= beta || self.watch.is_up() {
                break;
            }
        }
        self.lists.push(list);
        best
    }
}
