//! The search of one thread, as numbered steps.
//!
//! A value is always that of the seat on turn; its sign changes where another seat acts next, and only
//! there, so that a turn of several actions is searched as one seat's. The same actions in another order
//! meet again in the table.

use vauban_game::{Actions, CLASSES, Evaluate, Open, Outcome, SearchTable, Seat, Turn, WinShare};

use super::{
    Cuts, Found, LOST, MOST_LEAD,
    entry::{Bound, Entry, from_here, from_root},
    order::{Candidate, Order, bring_best},
    past::Past,
    win_in,
};
use crate::Watch;

/// An action at the root.
#[derive(Copy, Clone, Debug)]
pub(super) struct Root<A> {
    pub(super) action: A,
    pub(super) class: u16,
    pub(super) promise: i32,
    /// What this round found, and what the last one did that came to its end; none if it is not nearly as good
    /// as the best.
    pub(super) value: Option<i32>,
    pub(super) settled: Option<i32>,
}

pub(super) struct Tree<'a, G: Open, J> {
    pub(super) game: &'a G,
    pub(super) judge: &'a J,
    pub(super) cuts: Cuts,
    table: SearchTable<'a>,
    past: &'a Past,
    pub(super) watch: Watch<'a>,
    /// How much less than the best an action at the root may be worth to be told.
    slack: Option<WinShare>,
    /// How deep this round goes.
    depth: u32,
    /// The keys from the root to here; 0 for states that do not count for repetition.
    path: Vec<u64>,
    order: Order<G::Action>,
    /// One stack for the whole search: each node pushes its list and takes it away again.
    pub(super) candidates: Vec<Candidate<G::Action>>,
    list: Actions<G::Action>,
    /// By ply: the best line from there.
    lines: Vec<Vec<G::Action>>,
}

/// What a node is asked: is its value above `alpha`, is it below `beta`, and if both, what is it?
#[derive(Copy, Clone, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

/// Where a node is.
#[derive(Copy, Clone, Debug)]
struct Place {
    depth: u32,
    /// Steps from the root.
    ply: u32,
    /// The class of the action that led here; none if the seat before passed.
    before: Option<u16>,
}

/// Beyond every value.
pub(super) const INFINITE: i32 = 2_000_000;
/// No line is longer.
pub(super) const LAST_PLY: u32 = 126;
/// A found value that looked so many steps less far than a counter reaches does not depend on it: some
/// lines are searched deeper than the depth says.
const COUNTER_MARGIN: u32 = 8;
/// From this depth on a round begins with a window around the value of the one before.
const ASPIRATION_DEPTH: u32 = 4;
/// Half of that window, in the judge's points; it opens fourfold each time the value falls outside.
const ASPIRATION: i32 = 40;
/// From this depth on a pass is tried, and late actions are searched less deep.
const NULL_DEPTH: u32 = 3;
const REDUCTION_DEPTH: u32 = 3;
/// How many actions are searched to the full depth first.
const UNREDUCED: usize = 3;

impl<'a, G: Open, J: Evaluate<G>> Tree<'a, G, J> {
    pub(super) fn new(
        game: &'a G,
        judge: &'a J,
        cuts: Cuts,
        table: SearchTable<'a>,
        past: &'a Past,
        watch: Watch<'a>,
        slack: Option<WinShare>,
    ) -> Self {
        let plies = LAST_PLY as usize + 2;
        Tree {
            game,
            judge,
            cuts,
            table,
            past,
            watch,
            slack,
            depth: 0,
            path: Vec::with_capacity(plies),
            order: Order::new(plies),
            candidates: Vec::with_capacity(64 * plies),
            list: Actions::new(),
            lines: vec![Vec::with_capacity(plies); plies],
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.watch.nodes()
    }

    /// Whether it is time to answer. The first depth is always finished.
    #[inline]
    pub(super) fn is_up(&mut self) -> bool {
        self.depth > 1 && self.watch.is_up()
    }

    /// One round to `depth`. Writes what it finds into `found`, and returns whether it came to its end.
    pub(super) fn widen(
        &mut self,
        state: &G::State,
        seat: Seat,
        depth: u32,
        roots: &mut [Root<G::Action>],
        found: &mut Found<G::Action>,
    ) -> bool {
        self.depth = depth;
        let narrow = depth >= ASPIRATION_DEPTH && found.depth > 0 && self.slack.is_none();
        let mut half = match narrow {
            true => ASPIRATION,
            false => 2 * INFINITE,
        };
        let mut window = Window {
            alpha: (found.value - half).max(-INFINITE),
            beta: (found.value + half).min(INFINITE),
        };
        loop {
            let Some(value) = self.root(state, seat, window, roots, found) else {
                return false;
            };
            half = half.saturating_mul(4);
            if value <= window.alpha && window.alpha > -INFINITE {
                window.alpha = (value - half).max(-INFINITE);
            } else if value >= window.beta && window.beta < INFINITE {
                window.beta = (value + half).min(INFINITE);
            } else {
                found.value = value;
                for root in roots {
                    root.settled = root.value;
                }
                return true;
            }
        }
    }

    /// The best of `roots`, which comes first afterwards. `None`: it was broken off.
    fn root(
        &mut self,
        state: &G::State,
        seat: Seat,
        window: Window,
        roots: &mut [Root<G::Action>],
        found: &mut Found<G::Action>,
    ) -> Option<i32> {
        self.path.clear();
        self.path.push(self.path_key(state, self.game.key(state)));
        let Window { alpha, beta } = window;
        roots.iter_mut().for_each(|root| root.value = None);
        let (mut best, mut least) = (-INFINITE, alpha);
        for tried in 0..roots.len() {
            let root = roots[tried];
            let mut child = state.clone();
            self.game.act(&mut child, seat, root.action);
            self.watch.spend(1);
            let place = Place {
                depth: self.depth - 1,
                ply: 1,
                before: Some(root.class % CLASSES),
            };
            let reduction = self.reduction(self.depth, tried, root.promise);
            let window = Window { alpha: least, beta };
            let value = self.try_action(&child, seat, window, place, tried, reduction);
            if self.is_up() {
                return None;
            }
            roots[tried].value = (value > least).then_some(value);
            if value <= best {
                continue;
            }
            best = value;
            if value > alpha {
                least = self.nearly(value).max(alpha);
                found.value = value;
                found.line.clear();
                found.line.push(root.action);
                found.line.extend_from_slice(&self.lines[1]);
                roots[..=tried].rotate_right(1);
            }
            if value >= beta {
                break;
            }
        }
        Some(best)
    }

    /// The highest value that is not nearly as good as `best`: without slack, `best` itself.
    fn nearly(&self, best: i32) -> i32 {
        let Some(slack) = self.slack else {
            return best;
        };
        // Nobody wavers about a sure end.
        if !(LOST + 1..MOST_LEAD).contains(&best) {
            return best;
        }
        let enough = self.judge.share(best).get() - slack.get();
        let (mut below, mut near) = (LOST, best);
        while near - below > 1 {
            let middle = below.midpoint(near);
            match self.judge.share(middle).get() >= enough {
                true => near = middle,
                false => below = middle,
            }
        }
        below
    }

    /// The value for `seat` of `child`, to which its action led. All but the first are only asked whether they
    /// are better than that (principal variation search), and perhaps less deep at first.
    #[inline]
    fn try_action(
        &mut self,
        child: &G::State,
        seat: Seat,
        window: Window,
        place: Place,
        tried: usize,
        reduction: u32,
    ) -> i32 {
        if tried == 0 {
            return self.after(child, seat, window, place);
        }
        let Window { alpha, beta } = window;
        let narrow = Window {
            alpha,
            beta: alpha + 1,
        };
        let less_deep = Place {
            depth: place.depth.saturating_sub(reduction),
            ..place
        };
        let mut value = self.after(child, seat, narrow, less_deep);
        if value > alpha && less_deep.depth < place.depth {
            value = self.after(child, seat, narrow, place);
        }
        if value > alpha && value < beta {
            value = self.after(child, seat, window, place);
        }
        value
    }

    /// The value for `seat`, which has just acted or passed.
    #[inline]
    fn after(&mut self, child: &G::State, seat: Seat, window: Window, place: Place) -> i32 {
        if window.is_open() {
            self.lines[place.ply as usize].clear();
        }
        match self.game.turn(child) {
            Turn::Over(outcome) => value_of(&outcome, seat, place.ply),
            Turn::One(next) if next == seat => self.node(child, next, window, place),
            Turn::One(next) => -self.node(child, next, window.turned(), place),
            // No open game has them: what nature or several seats decide is nobody's.
            Turn::Any(_) | Turn::Chance => 0,
        }
    }

    fn node(&mut self, state: &G::State, seat: Seat, window: Window, place: Place) -> i32 {
        let Window {
            mut alpha,
            mut beta,
        } = window;
        let Place {
            mut depth,
            ply,
            before,
        } = place;

        // Step 1. Out of time: what is returned counts for nothing.
        if self.is_up() {
            return 0;
        }

        // Step 2. A state that came before is even: whoever is not ahead could make it come again.
        let key = self.game.key(state);
        let path_key = self.path_key(state, key);
        if path_key != 0 && (self.path.contains(&path_key) || self.past.contains(path_key)) {
            return 0;
        }

        // Step 3. What can be seen without search.
        if self.cuts.foresight
            && let Some(steps) = self.judge.foresee(self.game, state, seat)
        {
            return foreseen(steps, ply);
        }

        // Step 4. Nothing is better than to win with the next step, or worse than to have lost.
        alpha = alpha.max(-win_in(ply));
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 5. A state that is not quiet is searched one step deeper. At the end of the depth it is judged.
        let quiet = !self.cuts.quiescence || self.judge.is_quiet(self.game, state);
        if !quiet && ply < 2 * self.depth {
            depth += 1;
        }
        let window = Window { alpha, beta };
        if depth == 0 || ply >= LAST_PLY {
            return self.calm(state, seat, window, ply, 0, quiet);
        }

        // Step 6. What was found before, if it looked as deep and no counter comes in between. Repetition
        // was looked at first; that a value may depend on the way to it is the price of the table.
        let left = self.game.steps_to_count_out(state);
        let mut known_best = None;
        if self.cuts.table
            && let Some(entry) = self.table.get(key).map(Entry::unpack)
        {
            known_best = entry.best;
            let deep_enough = match self.cuts.deeper {
                true => entry.depth >= depth,
                false => entry.depth == depth,
            };
            if deep_enough && !window.is_open() && left > entry.depth + COUNTER_MARGIN {
                let value = from_root(entry.value, ply);
                let decides = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => value >= beta,
                    Bound::Upper => value <= alpha,
                };
                if decides {
                    return value;
                }
            }
        }

        // Step 7. If the seat is ahead even when it passes, an action will do no worse.
        if self.cuts.null_moves
            && quiet
            && depth >= NULL_DEPTH
            && before.is_some()
            && !window.is_open()
            && (LOST + 1..MOST_LEAD).contains(&beta)
            && self.judge.lead(self.game, state, seat) >= beta
            && let Some(passed) = self.judge.passed(self.game, state)
        {
            let place = Place {
                depth: depth.saturating_sub(3 + depth / 4),
                ply: ply + 1,
                before: None,
            };
            self.path.push(path_key);
            let value = self.after(&passed, seat, window, place);
            self.path.pop();
            if value >= beta {
                // A win after a pass is not proven.
                return value.min(MOST_LEAD - 1);
            }
        }

        // Step 8. The list, in the order in which it will be tried.
        let base = self.candidates.len();
        self.append_candidates(state, seat, i32::MIN);
        let end = self.candidates.len();
        for candidate in &mut self.candidates[base..end] {
            let score = self
                .order
                .score(candidate, seat, ply as usize, known_best, before);
            candidate.score = score;
        }

        // Step 9. One after the other, until one is so good that the seat before will avoid this node.
        self.path.push(path_key);
        let (mut best, mut best_place) = (-INFINITE, None);
        let mut last = base;
        for tried in base..end {
            last = tried;
            bring_best(&mut self.candidates[tried..end]);
            let candidate = self.candidates[tried];
            let mut child = state.clone();
            self.game.act(&mut child, seat, candidate.action);
            self.watch.spend(1);
            let place = Place {
                depth: depth - 1,
                ply: ply + 1,
                before: Some(candidate.class),
            };
            let reduction = match quiet {
                true => self.reduction(depth, tried - base, candidate.promise),
                false => 0,
            };
            let open = Window { alpha, beta };
            let value = self.try_action(&child, seat, open, place, tried - base, reduction);
            if self.is_up() {
                break;
            }
            if value <= best {
                continue;
            }
            best = value;
            if value > alpha {
                alpha = value;
                best_place = Some(candidate.place);
                if window.is_open() {
                    self.keep_line(ply as usize, candidate.action);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        self.path.pop();
        if self.is_up() {
            self.candidates.truncate(base);
            return 0;
        }

        // Step 10. What was learnt, for the next time.
        if best >= beta {
            let tried = &self.candidates[base..=last];
            self.order.refuted(tried, seat, ply as usize, depth, before);
        }
        self.candidates.truncate(base);
        if self.cuts.table && left > depth + COUNTER_MARGIN {
            let entry = Entry {
                value: from_here(best, ply),
                depth,
                bound: match best {
                    _ if best >= beta => Bound::Lower,
                    _ if best_place.is_some() => Bound::Exact,
                    _ => Bound::Upper,
                },
                best: best_place.or(known_best),
            };
            self.table
                .put_beside(key, entry.pack(), |old| Entry::depth(old) > depth);
        }
        best
    }

    /// Pushes what `seat` may do and what promises at least `least`.
    #[inline]
    pub(super) fn append_candidates(&mut self, state: &G::State, seat: Seat, least: i32) {
        let Tree {
            game,
            judge,
            list,
            candidates,
            ..
        } = self;
        list.clear();
        game.actions(state, seat, list);
        let add = |(place, action): (usize, G::Action)| {
            let promise = judge.promise(game, state, seat, action);
            if promise >= least {
                candidates.push(Candidate {
                    action,
                    score: promise,
                    promise,
                    class: judge.class(game, state, seat, action) % CLASSES,
                    place: place.min(usize::from(u16::MAX) - 1) as u16,
                });
            }
        };
        // Most lists have no ranges.
        match list.count() == list.len() as u64 {
            true => list.iter().copied().enumerate().for_each(add),
            false => list
                .each(|action, amount| game.with_amount(action, amount))
                .enumerate()
                .for_each(add),
        }
    }

    /// What stands for a state in the path: 0 if the game does not mind that it comes again.
    #[inline]
    fn path_key(&self, state: &G::State, key: u64) -> u64 {
        match self.cuts.repetition && self.past.counts() && self.game.landmark(state) {
            true => key,
            false => 0,
        }
    }

    /// How much less deep an action is searched that comes late.
    #[inline]
    fn reduction(&self, depth: u32, tried: usize, promise: i32) -> u32 {
        if !self.cuts.reductions || depth < REDUCTION_DEPTH || tried < UNREDUCED || promise > 0 {
            return 0;
        }
        REDUCTIONS[depth.min(31) as usize][tried.min(63)]
    }

    fn keep_line(&mut self, ply: usize, action: G::Action) {
        let (line, rest) = self.lines.split_at_mut(ply + 1);
        let line = &mut line[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&rest[0]);
    }
}

impl Window {
    /// Whether the exact value is asked for.
    #[inline]
    fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
    /// As the other seat sees it.
    #[inline]
    pub(super) fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// What a finished match is worth to `seat`.
pub(super) fn value_of(outcome: &Outcome, seat: Seat, ply: u32) -> i32 {
    match outcome.score(seat).cmp(&outcome.score(seat.other())) {
        std::cmp::Ordering::Less => -win_in(ply),
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => win_in(ply),
    }
}

/// What a judge foresees at `ply` steps from the root.
pub(super) fn foreseen(steps: i32, ply: u32) -> i32 {
    steps.signum() * win_in(ply + steps.unsigned_abs())
}

/// By depth and by how many actions were tried before: 0.4 + ln depth · ln tried / 1.5.
static REDUCTIONS: std::sync::LazyLock<[[u32; 64]; 32]> = std::sync::LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|tried| {
            let (depth, tried) = (depth.max(1) as f64, (tried + 1) as f64);
            (0.4 + depth.ln() * tried.ln() / 1.5) as u32
        })
    })
});
