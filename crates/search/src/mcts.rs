//! Monte Carlo tree search over imagined worlds: for games with chance, secrets and any number of seats.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use vauban_game::{
    Actions, Agent, Budget, BySeat, Choice, Dice, Evaluate, Game, Policy, Position, Reach,
    SearchMemory, Seat, Thought, Turn, Viewer, WinShare, reasons_for,
};

use crate::{
    Playout, Watch,
    rollouts::{ENOUGH_TRIES, Spread, shuffle},
};

/// Each try imagines a world that fits the view and follows the tree through it: whoever acts takes what
/// did best for itself among states that look alike to it. Where the tree ends, the seats go on by a policy
/// for some steps; then a judge speaks.
#[derive(Copy, Clone, Debug)]
pub struct Mcts<J, P> {
    /// Judges the state at the horizon; its promises put actions in order.
    pub judge: J,
    pub policy: P,
    /// Steps by the policy.
    pub horizon: u64,
}

/// How much an action that was seldom tried is preferred: UCB1's constant, in spreads of the shares.
const CURIOSITY: f64 = 1.0;
/// Of the actions, the most promising first, so many are looked at after n tries: this times the root of n.
const WIDENING: f64 = 2.0;
/// Nodes when the budget names neither nodes nor time.
const DEFAULT_NODES: u64 = 50_000;
/// Nodes of the tree at most: about 20 MB.
const MOST_NODES: usize = 1 << 16;

impl<G: Game, J: Evaluate<G>, P: Policy<G> + Copy> Agent<G> for Mcts<J, P> {
    fn think(
        &mut self,
        position: &Position<'_, G>,
        budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<G::Action> {
        let (game, seat) = (position.game, position.seat);
        let mut dice = position.dice.clone();
        let mut tree = Tree {
            game,
            judge: &self.judge,
            policy: self.policy,
            watch: Watch::start(budget, DEFAULT_NODES),
            nodes: Vec::new(),
            places: HashMap::new(),
            seen: Spread::default(),
            list: Actions::new(),
            path: Vec::new(),
        };
        let mut playout = Playout::by(self.policy);
        let world = game.imagine(position.view, &mut dice);
        let root = tree.open(&world, seat, &mut dice);
        // A lone action needs no thought.
        while tree.nodes[root].edges.len() > 1 && !tree.watch.is_up() {
            // Step 1. A world, and the way through the tree in it.
            let mut world = game.imagine(position.view, &mut dice);
            tree.descend(&mut world, &mut dice);
            // Step 2. On by the policy, no further than the budget goes; then the judge.
            let steps = self.horizon.min(tree.watch.left());
            let (outcome, steps) = playout.run(game, &mut world, &mut dice, steps);
            tree.watch.spend(steps);
            let shares = match outcome {
                Some(outcome) => BySeat::of(&outcome),
                None => self.judge.evaluate(game, &world),
            };
            // Step 3. What came of it, for everybody who chose on the way.
            tree.learn(&shares, seat);
        }
        let edges = &tree.nodes[root].edges;
        let tried = |edge: &Edge<G::Action>| (edge.tries, edge.mean());
        let best = edges.iter().reduce(|best, edge| {
            let better = tried(edge).partial_cmp(&tried(best)) == Some(std::cmp::Ordering::Greater);
            if better { edge } else { best }
        });
        let best = best.expect("a seat on turn has an action");
        // Those that are nearly as good, if they were tried often enough to know.
        let slack = budget.slack.map_or(0.0, WinShare::get);
        let near = |edge: &&Edge<G::Action>| {
            edge.action != best.action
                && edge.tries >= ENOUGH_TRIES
                && edge.mean() >= best.mean() - slack
        };
        let others = edges.iter().filter(|_| budget.slack.is_some()).filter(near);
        Thought {
            share: (best.tries > 0.0).then(|| WinShare::new(best.mean())),
            nodes: tree.watch.nodes(),
            reach: (best.tries > 0.0).then_some(Reach::Visits(best.tries as u64)),
            others: others
                .map(|edge| (edge.action, WinShare::new(edge.mean())))
                .collect(),
            reasons: reasons_for(&self.judge, game, &world, seat, best.action),
            ..Thought::plain(best.action)
        }
    }
}

struct Tree<'a, G: Game, J, P> {
    game: &'a G,
    judge: &'a J,
    policy: P,
    watch: Watch<'a>,
    nodes: Vec<Node<G::Action>>,
    /// By what the seat on turn sees.
    places: HashMap<u64, usize>,
    seen: Spread,
    /// Scratch space.
    list: Actions<G::Action>,
    /// The nodes and edges of this try, with who chose.
    path: Vec<(usize, usize, Seat)>,
}

/// States that look alike to the seat on turn.
struct Node<A> {
    tries: f64,
    /// The most promising first.
    edges: Vec<Edge<A>>,
}

struct Edge<A> {
    action: A,
    tries: f64,
    /// The sum of what the seat that chose got.
    share: f64,
}

impl<A> Edge<A> {
    fn mean(&self) -> f64 {
        self.share / self.tries.max(1.0)
    }
}

impl<G: Game, J: Evaluate<G>, P: Policy<G>> Tree<'_, G, J, P> {
    /// Follows the tree from its root, and adds the first node that is missing.
    fn descend(&mut self, world: &mut G::State, dice: &mut Dice) {
        self.path.clear();
        while !self.watch.is_up() {
            let seat = match self.game.turn(world) {
                Turn::Over(_) => return,
                Turn::Chance => {
                    let chance = self.game.roll(world, dice);
                    self.game.settle(world, chance);
                    self.watch.spend(1);
                    continue;
                }
                Turn::One(seat) => seat,
                Turn::Any(seats) => {
                    let seats: Vec<Seat> = seats.iter().collect();
                    dice.choose(&seats)
                }
            };
            let place = match self.path.is_empty() {
                true => 0,
                false => {
                    let key = look(self.game, world, seat);
                    match self.places.get(&key) {
                        Some(&place) => place,
                        None => {
                            if self.nodes.len() < MOST_NODES {
                                let place = self.open(world, seat, dice);
                                self.places.insert(key, place);
                            }
                            return;
                        }
                    }
                }
            };
            let chosen = self.choose(place);
            let action = self.nodes[place].edges[chosen].action;
            self.path.push((place, chosen, seat));
            self.game.act(world, seat, action);
            self.watch.spend(1);
        }
    }

    /// A new node for what `seat` sees of `world`.
    fn open(&mut self, world: &G::State, seat: Seat, dice: &mut Dice) -> usize {
        let game = self.game;
        self.list.clear();
        game.actions(world, seat, &mut self.list);
        let mut actions: Vec<G::Action> = Vec::with_capacity(self.list.len());
        for choice in self.list.choices() {
            telling(game, choice, &mut actions);
        }
        // A place in the list says nothing.
        shuffle(&mut actions, dice);
        let promise = |action: &G::Action| self.judge.promise(game, world, seat, *action);
        actions.sort_by_cached_key(|action| std::cmp::Reverse(promise(action)));
        // What the policy would do is tried first.
        let usual = self.policy.sample(game, world, seat, &mut self.list, dice);
        match actions.iter().position(|&action| action == usual) {
            Some(at) => actions[..=at].rotate_right(1),
            // An amount that is not among those that are tried.
            None if game.check(world, seat, usual).is_ok() => actions.insert(0, usual),
            None => (),
        }
        let edges = actions.into_iter().map(|action| Edge {
            action,
            tries: 0.0,
            share: 0.0,
        });
        self.nodes.push(Node {
            tries: 0.0,
            edges: edges.collect(),
        });
        self.nodes.len() - 1
    }

    /// The edge to follow: an untried one if the node has earned it, else the most promising.
    fn choose(&self, place: usize) -> usize {
        let node = &self.nodes[place];
        let wide = 1.0 + WIDENING * node.tries.sqrt();
        let open = node.edges.len().min(wide as usize).max(1);
        let curiosity = CURIOSITY * self.seen.size() * f64::ln(node.tries + 1.0).sqrt();
        let mut best = (0, f64::NEG_INFINITY);
        for (at, edge) in node.edges[..open].iter().enumerate() {
            if edge.tries == 0.0 {
                return at;
            }
            let value = edge.mean() + curiosity / edge.tries.sqrt();
            if value > best.1 {
                best = (at, value);
            }
        }
        best.0
    }

    fn learn(&mut self, shares: &BySeat<WinShare>, seat: Seat) {
        self.seen.add(shares[seat].get());
        for &(place, chosen, seat) in &self.path {
            let node = &mut self.nodes[place];
            node.tries += 1.0;
            let edge = &mut node.edges[chosen];
            edge.tries += 1.0;
            edge.share += shares[seat].get();
        }
    }
}

/// A number for what `seat` sees of a world.
fn look<G: Game>(game: &G, world: &G::State, seat: Seat) -> u64 {
    // The same keys in every run, unlike those of a map.
    let mut hasher = DefaultHasher::new();
    seat.0.hash(&mut hasher);
    game.view(world, Viewer::Seat(seat)).hash(&mut hasher);
    hasher.finish()
}

/// The action, or of its amounts the least, the most and three between.
fn telling<G: Game>(game: &G, choice: Choice<G::Action>, out: &mut Vec<G::Action>) {
    let Choice { action, amounts } = choice;
    let Some(amounts) = amounts else {
        out.push(action);
        return;
    };
    let (least, most) = amounts.into_inner();
    let mut last = None;
    for quarter in 0..=4 {
        let amount = least + (most - least) * quarter / 4;
        if last != Some(amount) {
            out.push(game.with_amount(action, amount));
        }
        last = Some(amount);
    }
}
