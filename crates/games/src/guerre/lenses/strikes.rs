//! The best attack that a side can launch on a square in a turn: branch and bound over its moves.
//!
//! A strike is a list of moves and an attack after them. Its value depends only on where the moved units
//! end up, so that orders which lead to the same places are one node. A move either *joins* (from there
//! the unit bears on the target, or rides in a line that may charge) or *serves*: it clears a way, brings
//! communications, or cuts the enemy's. Strikes without serving moves are searched first, then those
//! with one, with two, and so on, because each serving move costs one that joins.
//!
//! Whether a branch can still lead to something better is told by a bound that is never too low: every
//! unit that has not moved counts as if it went to its best square, communications reach everywhere they
//! might, and the enemy defends with no more than what cannot be cut off. A search that has tried or
//! ruled out everything is exact; one that has run out of nodes says so, and its value is a least one.

use std::collections::HashMap;

use vauban_game::{Seat, mix};

use super::{
    maps::Strength,
    prospects::{Hope, Prospect, ready},
    theatre::Theatre,
};
use crate::guerre::{Guerre, Square, State, Unit, area::Area, doctrine::AttackTiming, state::Flag};

/// An order to move, from and to.
pub(super) type March = (Square, Square);

/// An attack on one unit, with the moves before it.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::guerre) struct Strike {
    pub(super) attack: i32,
    pub(super) defence: i32,
    pub(super) moves: Vec<March>,
    /// Who launches it, where it stands by then.
    pub(super) from: Square,
}

/// What is wanted of a strike.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Aim {
    /// The highest attack on the unit there.
    Attack,
    /// The highest surplus over its defence, which moves may weaken too.
    Surplus,
    /// The highest attack on a square where nobody need stand: it is never launched, and has no charge.
    Bare,
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::guerre) struct Found {
    pub(super) strike: Option<Strike>,
    /// Whether nothing better exists.
    pub(super) exact: bool,
}

impl Aim {
    /// Whether the unit that moved last must launch the attack.
    pub(super) fn must_launch(self, game: &Guerre) -> bool {
        self != Aim::Bare && game.doctrine.attack_timing == AttackTiming::EachMove
    }
}

impl Strike {
    pub(super) fn surplus(&self) -> i32 {
        self.attack - self.defence
    }
    pub(super) fn value(&self, aim: Aim) -> i32 {
        match aim {
            Aim::Attack | Aim::Bare => self.attack,
            Aim::Surplus => self.surplus(),
        }
    }
}

pub(super) struct Search<'a> {
    pub(super) game: &'a Guerre,
    pub(super) theatre: &'a Theatre,
    pub(super) prospect: Prospect<'a>,
    pub(super) target: Square,
    pub(super) aim: Aim,
    /// The least defence, whatever moves; and if all moves join.
    pub(super) floor: i32,
    floor_joining: i32,
    /// Where the side's fighting units might stand if all moves join.
    wall_joining: Area,
    pub(super) best: i32,
    strike: Option<Strike>,
    path: Vec<March>,
    /// The places of the units that have moved, and the most that any of them could launch there.
    seen: HashMap<u64, i32>,
    nodes: u32,
    budget: u32,
}

impl Guerre {
    /// The best strike at `target` that is worth more than `least`, after at most `budget` moves tried;
    /// and how many were.
    pub(super) fn best_strike(
        &self,
        theatre: &Theatre,
        target: Square,
        aim: Aim,
        least: i32,
        budget: u32,
    ) -> (Found, u32) {
        let mut search = Search::new(self, theatre, target, aim, least, budget);
        let exact = search.run();
        let mut nodes = search.nodes;
        let strike = search.strike.map(|strike| {
            let (shorter, more) = self.shortened(theatre, target, aim, &strike);
            nodes += more;
            shorter.unwrap_or(strike)
        });
        (Found { exact, strike }, nodes)
    }

    /// A strike that is as good with fewer moves, if one is found soon.
    fn shortened(
        &self,
        theatre: &Theatre,
        target: Square,
        aim: Aim,
        strike: &Strike,
    ) -> (Option<Strike>, u32) {
        let mut nodes = 0;
        if aim == Aim::Bare || theatre.state.retreat_pending() {
            return (None, nodes);
        }
        let mut theatre = theatre.clone();
        for moves in 1..strike.moves.len() {
            theatre.state.moves_left = moves as u8;
            let least = strike.value(aim) - 1;
            let mut search = Search::new(self, &theatre, target, aim, least, SHORTENED);
            search.run();
            nodes += search.nodes;
            if search.strike.is_some() {
                return (search.strike, nodes);
            }
        }
        (None, nodes)
    }
}

impl<'a> Search<'a> {
    fn new(
        game: &'a Guerre,
        theatre: &'a Theatre,
        target: Square,
        aim: Aim,
        least: i32,
        budget: u32,
    ) -> Search<'a> {
        let mut search = Search {
            game,
            theatre,
            prospect: Prospect::new(game, theatre, target, aim),
            target,
            aim,
            floor: 0,
            floor_joining: 0,
            wall_joining: Area::EMPTY,
            best: least,
            strike: None,
            path: Vec::new(),
            seen: HashMap::new(),
            nodes: 0,
            budget,
        };
        if aim == Aim::Surplus {
            search.lay_floors();
        }
        search
    }

    pub(super) fn seat(&self) -> Seat {
        self.theatre.seat
    }

    /// Works out which part of the defence nobody can take away.
    fn lay_floors(&mut self) {
        let (game, state, seat) = (self.game, &self.theatre.state, self.seat());
        let mut wall = game.fighters(state, seat);
        for (slot, unit) in state.slots(seat) {
            if game.doctrine.is_fighter(unit.class()) {
                wall.join(&self.theatre.reach[slot].common(&self.prospect.posts));
            }
        }
        let behind = |wall: &Area| game.defence_behind(state, seat.other(), self.target, wall);
        (self.floor, self.floor_joining) = (behind(&self.theatre.front), behind(&wall));
        self.wall_joining = wall;
    }

    /// Searches; whether nothing was left out.
    fn run(&mut self) -> bool {
        let root = self.theatre.state.clone();
        if root.end.is_some() {
            return true;
        }
        self.judge(&root);
        // Step 1: where the first lines that come to mind meet the bound, nothing more need be done.
        let budget = self.budget;
        self.budget = budget.min(PROBED);
        if self.deepen(&root) {
            return true;
        }
        // Step 2: something better to begin with.
        self.budget = budget;
        self.sweep(&root);
        // Step 3: everything.
        self.nodes <= self.budget && self.deepen(&root)
    }

    /// Strikes without serving moves, then with one, and so on; false if the nodes have run out.
    fn deepen(&mut self, root: &State) -> bool {
        let moves = usize::from(root.moves_left);
        // The last move must be one that joins, or nobody could launch the attack.
        let most_serving = match self.aim.must_launch(self.game) {
            true => moves.saturating_sub(1),
            false => moves,
        };
        let hopes = self.prospect.hopes(root);
        for serving in 0..=most_serving {
            let floor = if serving == 0 {
                self.floor_joining
            } else {
                self.floor
            };
            let hopes = self.alive(root, &hopes, moves - serving, floor);
            if hopes.is_empty() {
                // With more serving moves it gets lower still, but for the first of them, which may cut.
                if serving > 0 {
                    break;
                }
                continue;
            }
            self.seen.clear();
            self.dive(root, 0, &hopes, serving, floor);
            if self.nodes > self.budget {
                return false;
            }
        }
        true
    }

    /// The designs that may still lead to something better with so many more moves that join.
    fn alive(&self, state: &State, hopes: &[Hope], joins: usize, floor: i32) -> Vec<Hope> {
        let ready = ready(state, self.seat());
        let hopes = hopes.iter().copied();
        hopes
            .filter(|&hope| {
                let most = self.prospect.most(hope, ready, joins);
                most.is_some_and(|most| most - floor > self.best)
            })
            .collect()
    }

    /// A quick look ahead along the most promising lines, so that the search begins with something to
    /// beat. It rules nothing out.
    fn sweep(&mut self, root: &State) {
        let mut front: Vec<(State, Vec<March>)> = vec![(root.clone(), Vec::new())];
        for _ in 0..root.moves_left {
            let mut next: Vec<(i32, u64, State, Vec<March>)> = Vec::new();
            for (state, moves) in front {
                let hopes = self.prospect.hopes(&state);
                for step in self.steps(&state, &hopes, 0, self.floor_joining) {
                    self.nodes += 1;
                    if self.nodes > self.budget {
                        return;
                    }
                    let after = self.game.moved(&state, step.march);
                    if after.end.is_some() {
                        continue;
                    }
                    let mut moves = moves.clone();
                    moves.push(step.march);
                    self.path.clone_from(&moves);
                    self.judge(&after);
                    let key = after.key();
                    if next.iter().all(|(_, other, ..)| *other != key) {
                        next.push((self.promise(&after), key, after, moves));
                    }
                }
            }
            self.path.clear();
            next.sort_by_key(|(promise, ..)| std::cmp::Reverse(*promise));
            next.truncate(SWEPT);
            front = next
                .into_iter()
                .map(|(_, _, state, moves)| (state, moves))
                .collect();
        }
    }

    /// What the attack would be worth if anybody could launch it.
    fn promise(&self, state: &State) -> i32 {
        let (game, seat) = (self.game, self.seat());
        let launched = state
            .units(seat)
            .filter(|unit| self.aim != Aim::Bare && self.launches(state, *unit))
            .map(|unit| game.totals(state, seat, unit.square(), self.target).0)
            .max();
        let attack =
            launched.unwrap_or_else(|| game.static_at(state, seat, self.target, Strength::Attack));
        let defence = match self.aim {
            Aim::Surplus => game.defence_of(state, seat.other(), self.target),
            Aim::Attack | Aim::Bare => 0,
        };
        attack - defence
    }

    /// Tries every move that may lead to more, `serving` of those to come being serving ones.
    fn dive(&mut self, state: &State, key: u64, hopes: &[Hope], serving: usize, floor: i32) {
        let forced = state.retreat_pending();
        for step in self.steps(state, hopes, serving, floor) {
            if step.bound <= self.best {
                continue;
            }
            let place = (step.slot as u64) << 32 | u64::from(step.march.1.0) | 1 << 40;
            let key = key.wrapping_add(mix(place));
            // Reached by another order: only who moved last is new.
            let known = self.seen.get(&key).copied().filter(|_| !forced);
            if known.is_some_and(|most| most <= self.best) {
                continue;
            }
            self.nodes += 1;
            if self.nodes > self.budget {
                return;
            }
            let next = self.game.moved(state, step.march);
            if next.end.is_some() {
                continue;
            }
            self.path.push(step.march);
            self.judge(&next);
            if known.is_none() {
                let most = self.most(&next);
                self.seen.insert(key, most);
                let hopes = match forced {
                    // Somebody may have been lost.
                    true => self.prospect.hopes(&next),
                    false => {
                        let unit = state.units[self.seat().index()][step.slot];
                        let moved = |&hope| self.prospect.moved(hope, unit, step.march.1);
                        hopes.iter().map(moved).collect()
                    }
                };
                self.go_on(&next, key, &hopes, (serving, step.serves), floor);
            }
            self.path.pop();
            if self.nodes > self.budget {
                return;
            }
        }
    }

    /// Goes on from a new node, if its own bound allows.
    fn go_on(
        &mut self,
        next: &State,
        key: u64,
        hopes: &[Hope],
        (before, serves): (usize, usize),
        floor: i32,
    ) {
        let moves = usize::from(next.moves_left);
        if moves == 0 || moves < serves {
            return;
        }
        // Once nobody cuts on purpose any more, more of the defence is certain.
        let floor = match serves == 0 && before > 0 && self.aim == Aim::Surplus {
            true => {
                let mut wall = self.game.fighters(next, self.seat());
                wall.join(&self.wall_joining);
                let foe = self.seat().other();
                self.game.defence_behind(next, foe, self.target, &wall)
            }
            false => floor,
        };
        let hopes = self.alive(next, hopes, moves - serves, floor);
        if !hopes.is_empty() {
            self.dive(next, key, &hopes, serves, floor);
        }
    }

    /// Takes what the state is worth, if it is the best so far.
    fn judge(&mut self, state: &State) {
        let (game, seat) = (self.game, self.seat());
        if self.aim == Aim::Bare {
            let attack = game.static_at(state, seat, self.target, Strength::Attack);
            self.take(attack, 0, self.target);
            return;
        }
        if state.unit(seat.other(), self.target).is_none() {
            return;
        }
        let may_start = |unit: &Unit| match game.doctrine.attack_timing {
            AttackTiming::EachMove => unit.is(Flag::Last) && !unit.is(Flag::Spent),
            AttackTiming::EndOfTurn => !state.spent(),
        };
        if state.retreat_pending() && game.doctrine.attack_timing == AttackTiming::EndOfTurn {
            return;
        }
        for unit in state.units(seat).filter(may_start) {
            if self.launches(state, unit) {
                let (attack, defence) = game.totals(state, seat, unit.square(), self.target);
                self.take(attack, defence, unit.square());
            }
        }
    }

    fn launches(&self, state: &State, unit: Unit) -> bool {
        let (game, seat) = (self.game, self.seat());
        game.strikes(state, seat, unit)
            && game.board.sight(unit.square()).contains(self.target)
            && game.hits(state, seat, unit, self.target)
    }

    /// The most that anybody who has moved could launch here, had it moved last.
    fn most(&self, state: &State) -> i32 {
        if !self.aim.must_launch(self.game) {
            return i32::MIN;
        }
        let (game, seat) = (self.game, self.seat());
        state
            .units(seat)
            .filter(|unit| unit.is(Flag::Moved) && self.launches(state, *unit))
            .map(|unit| {
                let (attack, defence) = game.totals(state, seat, unit.square(), self.target);
                match self.aim {
                    Aim::Attack | Aim::Bare => attack,
                    Aim::Surplus => attack - defence,
                }
            })
            .max()
            .unwrap_or(i32::MIN)
    }

    fn take(&mut self, attack: i32, defence: i32, from: Square) {
        let strike = Strike {
            attack,
            defence,
            moves: self.path.clone(),
            from,
        };
        let value = strike.value(self.aim);
        if value > self.best {
            self.best = value;
            self.strike = Some(strike);
        }
    }
}

/// So many positions are followed in the first look ahead.
const SWEPT: usize = 6;

/// So many moves are tried before that look.
const PROBED: u32 = 60;

/// So many are tried for the same with fewer moves.
const SHORTENED: u32 = 400;
