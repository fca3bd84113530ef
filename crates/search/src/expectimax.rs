//! Looking a few actions ahead where chance decides, for games without secrets whose turns have several actions.

use vauban_game::{
    Actions, Agent, Budget, Dice, Evaluate, Game, Seat, Thought, Turn, every_action,
};

use crate::Watch;

/// Takes the action with the best expected value, deeper as the budget allows. It looks as far as its own
/// turn goes: then the judge speaks, who knows what the others may do. If some lines of a search ended in
/// the middle of the others' turn and some before it, going on with one's own would always look
/// better than to end it. A result of nature costs no depth.
#[derive(Debug)]
pub struct Expectimax<J> {
    judge: J,
}

impl<J> Expectimax<J> {
    pub fn new(judge: J) -> Expectimax<J> {
        Expectimax { judge }
    }
}

/// Nodes when the budget names neither nodes nor time.
const DEFAULT_NODES: u64 = 20_000;
/// No deeper than this, whatever the budget.
const DEEPEST: u32 = 6;
/// What a judge calls so much is half of a sure win. All values lie between a sure loss, −1, and a sure
/// win, 1: were a win worth more than anything, the faintest hope of one would outweigh a lost army.
const HALF: f64 = 2_000.0;

impl<G, J> Agent<G> for Expectimax<J>
where
    G: Game<View = <G as Game>::State>,
    J: Evaluate<G>,
{
    fn think(
        &mut self,
        game: &G,
        seat: Seat,
        view: &G::View,
        _past: &[u64],
        budget: &Budget,
        dice: &mut Dice,
    ) -> Thought<G::Action> {
        let mut roots = every_action(game, view, seat);
        let mut search = Search {
            game,
            judge: &self.judge,
            seat,
            watch: Watch::start(budget),
            lists: Vec::new(),
            results: Vec::new(),
        };
        // Step 1. Of equal actions any may be the first, so that a match is not always the same.
        for index in (1..roots.len()).rev() {
            roots.swap(index, dice.below(index as u32 + 1) as usize);
        }
        let mut order: Vec<(G::Action, f64)> =
            roots.into_iter().map(|action| (action, 0.0)).collect();
        // Step 2. One action deeper each time; a depth that was not finished counts for nothing, but
        // the first is always finished. A lone action needs no thought.
        let deepest = if order.len() > 1 { DEEPEST } else { 0 };
        for depth in 1..=deepest {
            let mut values = order.clone();
            let mut finished = true;
            for (action, value) in &mut values {
                let mut child = view.clone();
                game.act(&mut child, seat, *action);
                *value = search.value(&child, depth - 1);
                if depth > 1 && search.watch.is_up(DEFAULT_NODES) {
                    finished = false;
                    break;
                }
            }
            if !finished {
                break;
            }
            order = values;
            order.sort_by(|one, other| other.1.total_cmp(&one.1));
            if search.watch.is_up(DEFAULT_NODES) {
                break;
            }
        }
        let (action, value) = order[0];
        Thought {
            action,
            score: (deepest > 0).then_some((1_000.0 * value) as i32),
            line: vec![action],
            nodes: search.watch.nodes(),
        }
    }
}

/// What a judge says, as a share of a sure win.
fn share(value: i32) -> f64 {
    let value = f64::from(value);
    value / (value.abs() + HALF)
}

/// What nature may do, with weights.
type Results<G> = Vec<(<G as Game>::Chance, u32)>;

struct Search<'a, G: Game, J> {
    game: &'a G,
    judge: &'a J,
    seat: Seat,
    watch: Watch<'a>,
    /// Lists that are not in use: each node takes one and gives it back, so that nothing is
    /// allocated once the deepest node was seen.
    lists: Vec<Actions<G::Action>>,
    results: Vec<Results<G>>,
}

impl<G, J> Search<'_, G, J>
where
    G: Game<View = <G as Game>::State>,
    J: Evaluate<G>,
{
    fn value(&mut self, state: &G::State, depth: u32) -> f64 {
        self.watch.spend(1);
        match self.game.turn(state) {
            Turn::Over(outcome) => f64::from(outcome.score(self.seat).signum()),
            Turn::Chance => self.expected(state, depth),
            Turn::One(seat) if seat == self.seat && depth > 0 => self.best(state, depth),
            Turn::One(_) | Turn::Any(_) => self.judged(state),
        }
    }

    fn judged(&self, state: &G::State) -> f64 {
        share(self.judge.evaluate(self.game, state, self.seat))
    }

    fn best(&mut self, state: &G::State, depth: u32) -> f64 {
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        self.game.actions(state, self.seat, &mut list);
        let mut best = f64::NEG_INFINITY;
        let game = self.game;
        for action in list.each(|action, amount| game.with_amount(action, amount)) {
            let mut child = state.clone();
            self.game.act(&mut child, self.seat, action);
            best = best.max(self.value(&child, depth - 1));
            // The caller throws an unfinished depth away.
            if self.watch.is_up(DEFAULT_NODES) {
                break;
            }
        }
        self.lists.push(list);
        best
    }

    /// The mean over all results; those that lead to one position are looked at once.
    fn expected(&mut self, state: &G::State, depth: u32) -> f64 {
        let mut results = self.results.pop().unwrap_or_default();
        results.clear();
        self.game.chances(state, &mut results);
        let (mut sum, mut total) = (0.0, 0.0);
        let mut last: Option<(u64, f64)> = None;
        for &(chance, weight) in &results {
            let mut child = state.clone();
            self.game.settle(&mut child, chance);
            let key = self.game.key(&child);
            let value = match last {
                Some((seen, value)) if seen == key => value,
                _ => self.value(&child, depth),
            };
            last = Some((key, value));
            sum += f64::from(weight) * value;
            total += f64::from(weight);
        }
        self.results.push(results);
        sum / total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judgement_is_less_than_a_sure_win_and_more_is_better() {
        let shares = [i32::MIN, -2_000, -1, 0, 1, 2_000, i32::MAX].map(share);
        assert!(shares.is_sorted());
        assert!(shares[0] > -1.0 && shares[6] < 1.0);
        assert_eq!((shares[1], shares[3], shares[5]), (-0.5, 0.0, 0.5));
    }
}
