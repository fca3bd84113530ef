//! Alpha-beta for open games of two seats: the agent, and what it may leave out.
//!
//! The search itself is `tree`, written as numbered steps, and `calm` beyond its depth; `order` says which action is tried first,
//! `entry` what the table holds of a state, and `past` which states have been passed.

mod calm;
mod entry;
mod order;
mod past;
mod tree;

use std::thread;

use vauban_game::{
    Agent, Budget, Evaluate, MOST_LEAD, Open, Position, Reach, SearchMemory, SearchTable, Stop,
    Thought, WinShare, every_action, reasons_for,
};

use crate::{Watch, rollouts::shuffle};
use past::Past;
use tree::{Root, Tree};

/// Searches all lines to a depth, deeper as the budget allows, and judges where they end.
#[derive(Clone, Debug)]
pub struct AlphaBeta<J> {
    judge: J,
    deepest: u32,
    cuts: Cuts,
}

/// What a search does beyond plain minimax to a depth. Each may find another value than minimax would.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Cuts {
    /// A state that came before counts as even, at its second time already.
    pub repetition: bool,
    /// What was found for a key holds wherever the key comes again.
    pub table: bool,
    /// What was found with a greater depth holds too.
    pub deeper: bool,
    /// Forcing actions are followed beyond the depth, and states that are not quiet are searched deeper.
    pub quiescence: bool,
    /// What [`Evaluate::foresee`] says is believed.
    pub foresight: bool,
    /// A seat that is ahead even if it passes need not be searched as deep.
    pub null_moves: bool,
    /// Actions that come late in the order are searched less deep at first.
    pub reductions: bool,
}

impl Cuts {
    pub const ALL: Cuts = Cuts {
        repetition: true,
        table: true,
        deeper: true,
        quiescence: true,
        foresight: true,
        null_moves: true,
        reductions: true,
    };
    /// Minimax, and nothing else.
    pub const NONE: Cuts = Cuts {
        repetition: false,
        table: false,
        deeper: false,
        quiescence: false,
        foresight: false,
        null_moves: false,
        reductions: false,
    };
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found<A> {
    /// How far the seat on turn is ahead: the judge's points, or [`win_in`] some steps.
    pub value: i32,
    /// The last depth that was searched to its end.
    pub depth: u32,
    /// What it expects to follow, its own action first.
    pub line: Vec<A>,
    /// Other actions that are worth no less than the budget's slack allows, with their values.
    pub others: Vec<(A, i32)>,
    pub nodes: u64,
}

/// The value of a win in `steps`: above every lead, and the sooner the better. A loss is the same below 0.
pub const fn win_in(steps: u32) -> i32 {
    WIN - steps as i32
}

/// In how many steps the seat on turn wins, or loses if the number is negative, if `value` says so.
pub const fn steps_to_end(value: i32) -> Option<i32> {
    match value {
        MOST_LEAD.. => Some(WIN - value),
        ..=LOST => Some(-(WIN + value)),
        _ => None,
    }
}

const WIN: i32 = 1_000_000;
const LOST: i32 = -MOST_LEAD;

/// Nodes when the budget names neither nodes nor time.
const DEFAULT_NODES: u64 = 1_000_000;
/// No deeper than this, whatever the budget.
const DEEPEST: u32 = 64;
/// Entries of the table of what was found, at most, and for each node of the budget: a small search needs
/// no large table. 8 MiB; larger ones were not better within two seconds.
const MOST_ENTRIES: usize = 1 << 19;
const ENTRIES_PER_NODE: u64 = 1;

impl<J> AlphaBeta<J> {
    /// With all that makes it strong.
    pub fn new(judge: J) -> AlphaBeta<J> {
        AlphaBeta {
            judge,
            deepest: DEEPEST,
            cuts: Cuts::ALL,
        }
    }

    /// The same, but no deeper than `depth`.
    #[must_use]
    pub fn to_depth(self, depth: u32) -> AlphaBeta<J> {
        AlphaBeta {
            deepest: depth.clamp(1, DEEPEST),
            ..self
        }
    }

    /// The same with other cuts.
    #[must_use]
    pub fn with_cuts(self, cuts: Cuts) -> AlphaBeta<J> {
        AlphaBeta { cuts, ..self }
    }

    /// Searches as deep as the budget allows; the first depth is always finished.
    pub fn search<G: Open>(
        &self,
        position: &Position<'_, G>,
        budget: &Budget,
        memory: &mut SearchMemory,
    ) -> Found<G::Action>
    where
        J: Evaluate<G>,
    {
        let nodes = match (budget.nodes, budget.time) {
            (Some(nodes), _) => nodes,
            (None, Some(_)) => u64::MAX,
            (None, None) => DEFAULT_NODES,
        };
        let entries = nodes.saturating_mul(ENTRIES_PER_NODE).max(1);
        let table = memory.table(entries.min(MOST_ENTRIES as u64).next_power_of_two() as usize);
        let past = Past::of(position);
        let threads = budget.threads.max(1);
        if threads == 1 {
            return self.deepen(position, budget, table, &past, 0);
        }
        // Lazy SMP: all threads search the same, each with an order of its own, and tell each other what
        // they find through the table alone.
        let done = Stop::default();
        let share = |stop: &Stop| Budget {
            time: budget.time,
            nodes: (budget.nodes.is_some() || budget.time.is_none())
                .then(|| nodes / threads as u64),
            slack: budget.slack,
            threads: 1,
            stop: stop.clone(),
        };
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .map(|helper| {
                    let (budget, past) = (share(&done), &past);
                    scope.spawn(move || self.deepen(position, &budget, table, past, helper).nodes)
                })
                .collect();
            let mut found = self.deepen(position, &share(&budget.stop), table, &past, 0);
            done.raise();
            for helper in helpers {
                // A helper that failed has found nothing.
                found.nodes += helper.join().unwrap_or(0);
            }
            found
        })
    }

    /// One thread's search, one step deeper each time.
    fn deepen<G: Open>(
        &self,
        position: &Position<'_, G>,
        budget: &Budget,
        table: SearchTable<'_>,
        past: &Past,
        helper: usize,
    ) -> Found<G::Action>
    where
        J: Evaluate<G>,
    {
        let (game, state, seat) = (position.game, position.view, position.seat);
        // Step 1. Of equal actions any may be the first, so that a match is not always the same.
        let mut dice = position.dice.clone();
        let mut actions = every_action(game, state, seat);
        for _ in 0..=helper {
            shuffle(&mut actions, &mut dice);
        }
        let mut roots: Vec<Root<G::Action>> = actions
            .into_iter()
            .map(|action| Root {
                action,
                class: self.judge.class(game, state, seat, action),
                promise: self.judge.promise(game, state, seat, action),
                value: None,
                settled: None,
            })
            .collect();
        roots.sort_by_key(|root| std::cmp::Reverse(root.promise));
        let watch = Watch::start(budget, DEFAULT_NODES);
        let slack = budget.slack;
        let mut tree = Tree::new(game, &self.judge, self.cuts, table, past, watch, slack);
        let mut found = Found {
            value: 0,
            depth: 0,
            line: vec![roots[0].action],
            others: Vec::new(),
            nodes: 0,
        };
        // Step 2. A lone action needs no thought. Helpers begin at other depths, to be ahead of the first.
        let deepest = if roots.len() > 1 { self.deepest } else { 0 };
        for depth in 1 + helper as u32 % 2..=deepest {
            // Step 3. A depth that was broken off counts as far as it came.
            let finished = tree.widen(state, seat, depth, &mut roots, &mut found);
            if !finished {
                break;
            }
            found.depth = depth;
            // Step 4. A sure end needs no deeper look.
            let proven =
                steps_to_end(found.value).is_some_and(|steps| steps.unsigned_abs() <= depth);
            if proven || tree.is_up() {
                break;
            }
        }
        // Step 5. Those that are nearly as good, if somebody asks.
        if slack.is_some() {
            let others = roots.iter().filter(|root| root.action != found.line[0]);
            let settled = others.filter_map(|root| Some((root.action, root.settled?)));
            found.others = settled.collect();
        }
        found.nodes = tree.nodes();
        found
    }

    /// The share of a win that a value stands for.
    fn share<G: Open>(&self, value: i32) -> WinShare
    where
        J: Evaluate<G>,
    {
        match steps_to_end(value) {
            Some(steps) => WinShare::new(f64::from(u8::from(steps > 0))),
            None => self.judge.share(value),
        }
    }
}

impl<G: Open, J: Evaluate<G>> Agent<G> for AlphaBeta<J> {
    fn think(
        &mut self,
        position: &Position<'_, G>,
        budget: &Budget,
        memory: &mut SearchMemory,
    ) -> Thought<G::Action> {
        let found = self.search(position, budget, memory);
        let action = found.line[0];
        let others = found.others.into_iter();
        let (game, state) = (position.game, position.view);
        Thought {
            share: (found.depth > 0).then(|| self.share::<G>(found.value)),
            line: found.line,
            nodes: found.nodes,
            reach: (found.depth > 0).then_some(Reach::Depth(found.depth)),
            others: others
                .map(|(action, value)| (action, self.share::<G>(value)))
                .collect(),
            reasons: reasons_for(&self.judge, game, state, position.seat, action),
            ..Thought::plain(action)
        }
    }
}
