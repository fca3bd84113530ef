//! Looking a few actions ahead where chance decides, for games without secrets whose turns have several actions.

use vauban_game::{
    Actions, Agent, Budget, BySeat, Evaluate, Game, Position, Reach, SearchMemory, SearchTable,
    Seat, Thought, Turn, WinShare, every_action, fingerprint, reasons_for,
};

use crate::{Watch, rollouts::shuffle};

/// Takes the action with the best expected value, deeper as the budget allows. It looks as far as its own
/// turn goes: then the judge speaks, who knows what the others may do. If some lines of a search ended in
/// the middle of the others' turn and some before it, going on with one's own would always look
/// better than to end it. A result of nature costs no depth.
#[derive(Debug)]
pub struct Expectimax<J> {
    judge: J,
    deepest: u32,
}

impl<J> Expectimax<J> {
    pub fn new(judge: J) -> Expectimax<J> {
        Expectimax {
            judge,
            deepest: DEEPEST,
        }
    }

    /// The same, looking no more than so many actions ahead.
    #[must_use]
    pub fn to_depth(self, deepest: u32) -> Expectimax<J> {
        Expectimax { deepest, ..self }
    }
}

/// Nodes when the budget names neither nodes nor time.
const DEFAULT_NODES: u64 = 20_000;
/// No deeper than this, whatever the budget.
const DEEPEST: u32 = 6;
/// Entries of the table of what was found. As many as every memory has room for, so that a search finds
/// the same with a larger one.
const TABLE: usize = 1 << 16;

impl<G, J> Agent<G> for Expectimax<J>
where
    G: Game<View = <G as Game>::State>,
    J: Evaluate<G>,
{
    fn think(
        &mut self,
        position: &Position<'_, G>,
        budget: &Budget,
        memory: &mut SearchMemory,
    ) -> Thought<G::Action> {
        let (game, seat) = (position.game, position.seat);
        let mut roots = every_action(game, position.view, seat);
        let mut search = Search {
            game,
            judge: &self.judge,
            seat,
            watch: Watch::start(budget, DEFAULT_NODES),
            table: memory.table(TABLE),
            lists: Vec::new(),
            results: Vec::new(),
        };
        // Step 1. Of equal actions any may be the first, so that a match is not always the same.
        shuffle(&mut roots, &mut position.dice.clone());
        let mut order: Vec<(G::Action, f64)> =
            roots.into_iter().map(|action| (action, 0.5)).collect();
        // Step 2. One action deeper each time; a depth that was not finished counts for nothing, but
        // the first is always finished. A lone action needs no thought.
        let deepest = if order.len() > 1 { self.deepest } else { 0 };
        let mut reached = 0;
        for depth in 1..=deepest {
            let mut values = order.clone();
            let mut finished = true;
            for (action, value) in &mut values {
                let mut child = position.view.clone();
                game.act(&mut child, seat, *action);
                *value = search.value(&child, depth - 1);
                if depth > 1 && search.watch.is_up() {
                    finished = false;
                    break;
                }
            }
            if !finished {
                break;
            }
            order = values;
            order.sort_by(|one, other| other.1.total_cmp(&one.1));
            reached = depth;
            if search.watch.is_up() {
                break;
            }
        }
        // Step 3. The best, those that are nearly as good, and why.
        let (action, value) = order[0];
        let near = |&(_, other): &(G::Action, f64)| {
            budget
                .slack
                .is_some_and(|slack| other >= value - slack.get())
        };
        let others = order[1..].iter().copied().take_while(near);
        let others = others.map(|(action, value)| (action, WinShare::new(value)));
        let others: Vec<_> = others.collect();
        let nodes = search.watch.nodes();
        Thought {
            share: (deepest > 0).then(|| WinShare::new(value)),
            nodes,
            reach: (reached > 0).then_some(Reach::Depth(reached)),
            others,
            reasons: reasons_for(&self.judge, game, position.view, seat, action),
            ..Thought::plain(action)
        }
    }
}

/// What nature may do, with weights.
type Results<G> = Vec<(<G as Game>::Chance, u32)>;

struct Search<'a, G: Game, J> {
    game: &'a G,
    judge: &'a J,
    seat: Seat,
    watch: Watch<'a>,
    /// The share of a win by state and depth.
    table: SearchTable<'a>,
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
    /// The share of a win that the seat may expect at `state`.
    fn value(&mut self, state: &G::State, depth: u32) -> f64 {
        let depth = match self.game.turn(state) {
            Turn::Over(outcome) => return BySeat::of(&outcome)[self.seat].get(),
            Turn::Chance => return self.expected(state, depth),
            Turn::One(seat) if seat == self.seat => depth,
            Turn::One(_) | Turn::Any(_) => 0,
        };
        let key = fingerprint(&[self.game.key(state), u64::from(depth)]);
        if let Some(value) = self.table.get(key) {
            return f64::from_bits(value);
        }
        self.watch.spend(1);
        let value = match depth {
            0 => self.judge.evaluate(self.game, state)[self.seat].get(),
            _ => self.best(state, depth),
        };
        // The caller throws an unfinished depth away.
        if depth == 0 || !self.watch.is_up() {
            self.table.put(key, value.to_bits());
        }
        value
    }

    fn best(&mut self, state: &G::State, depth: u32) -> f64 {
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        self.game.actions(state, self.seat, &mut list);
        let mut best = 0.0_f64;
        let game = self.game;
        for action in list.each(|action, amount| game.with_amount(action, amount)) {
            let mut child = state.clone();
            self.game.act(&mut child, self.seat, action);
            best = best.max(self.value(&child, depth - 1));
            if self.watch.is_up() {
                break;
            }
        }
        self.lists.push(list);
        best
    }

    /// The mean over all results.
    fn expected(&mut self, state: &G::State, depth: u32) -> f64 {
        let mut results = self.results.pop().unwrap_or_default();
        results.clear();
        self.game.chances(state, &mut results);
        let (mut sum, mut total) = (0.0, 0.0);
        for &(chance, weight) in &results {
            let mut child = state.clone();
            self.game.settle(&mut child, chance);
            sum += f64::from(weight) * self.value(&child, depth);
            total += f64::from(weight);
            // As above: nobody will look at this mean. Without an action to come every result is judged.
            if depth > 0 && self.watch.is_up() {
                break;
            }
        }
        self.results.push(results);
        sum / total
    }
}
