//! The best that a side can do on a square in a whole turn, and what hangs because of it.
//!
//! Two plans are made and the better one is kept: a chain of moves that each add most, and as many
//! strong units as find a square each. Both are played move by move by the rules, so that a plan's
//! value is never too high, though a cleverer plan may exist.

use vauban_game::Seat;

use super::maps::{Field, Strength};
use crate::guerre::{Guerre, Square, State, Unit};

/// Moves of one turn that bear on one square.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) value: i32,
    pub(super) moves: Vec<(Square, Square)>,
}

impl Guerre {
    /// The best strength on `square` that was found for one turn of `seat`.
    pub(super) fn plan(
        &self,
        state: &State,
        seat: Seat,
        square: Square,
        strength: Strength,
    ) -> Plan {
        let state = self.on_turn_of(state, seat);
        let chain = self.chain(&state, seat, square, strength);
        let muster = self.muster_on(&state, seat, square, strength);
        if muster.value > chain.value {
            muster
        } else {
            chain
        }
    }

    /// Moves that each add most.
    fn chain(&self, state: &State, seat: Seat, square: Square, strength: Strength) -> Plan {
        let mut state = state.clone();
        let mut plan = Plan {
            // Nobody has moved yet: only lines that charge without an initiator do.
            value: self.bearing(&state, seat, square, square, strength),
            moves: Vec::new(),
        };
        while state.moves_left > 0 && state.verdict.is_none() {
            let Some((value, step, next)) = self.best_step(&state, seat, square, strength) else {
                break;
            };
            if value <= plan.value {
                break;
            }
            plan.value = value;
            plan.moves.push(step);
            state = next;
        }
        plan
    }

    /// The strongest units that do not bear on the square yet, each on a square of its own from which
    /// it does: an assignment by augmenting paths, the strongest first, which is the best there is as
    /// long as the moves do not change the communications.
    fn muster_on(&self, state: &State, seat: Seat, square: Square, strength: Strength) -> Plan {
        let mut goals: Vec<(Unit, Vec<Square>)> = Vec::new();
        for (from, to) in self.moves(state) {
            let Some(unit) = state.unit(seat, from) else {
                continue;
            };
            let bears =
                self.covers(unit, square, strength) && self.worth(state, seat, unit, strength) > 0;
            if bears || !self.covers(unit.at(to), square, strength) {
                continue;
            }
            match goals.last_mut() {
                Some((last, squares)) if *last == unit => squares.push(to),
                _ => goals.push((unit, vec![to])),
            }
        }
        let worth = |unit: Unit| {
            let corps = self.doctrine.corps(unit.class());
            match strength {
                Strength::Attack => corps.attack,
                Strength::Defence => corps.defence,
            }
        };
        goals.sort_by_key(|(unit, _)| (std::cmp::Reverse(worth(*unit)), unit.square()));
        // Squares that are in communication already come first: there a unit counts in any case. Of the
        // others those near the target, where friends will pass communications on.
        let target = self.board.place(square);
        for (_, squares) in &mut goals {
            squares.sort_by_key(|&to| {
                let cut_off = !state.communication(seat).contains(to);
                (cut_off, target.distance(self.board.place(to)))
            });
        }
        let mut posts: Vec<(Square, usize)> = Vec::new();
        for index in 0..goals.len() {
            if posts.len() < usize::from(state.moves_left) {
                post(&goals, index, &mut posts, &mut Vec::new());
            }
        }
        let orders = posts
            .iter()
            .map(|&(to, index)| (goals[index].0.square(), to))
            .collect();
        self.execute(state, seat, square, strength, orders)
    }

    /// Plays orders in whatever sequence the rules allow.
    fn execute(
        &self,
        state: &State,
        seat: Seat,
        square: Square,
        strength: Strength,
        mut orders: Vec<(Square, Square)>,
    ) -> Plan {
        let mut state = state.clone();
        let mut plan = Plan::default();
        while state.moves_left > 0 && state.verdict.is_none() {
            let legal = self.moves(&state);
            let Some(next) = orders.iter().position(|order| legal.contains(order)) else {
                break;
            };
            let order = orders.remove(next);
            state = self.moved(&state, order);
            plan.moves.push(order);
            plan.value = self.bearing(&state, seat, order.1, square, strength);
        }
        plan
    }

    /// The move that gives most on `square`, among those of units that do not bear on it yet.
    fn best_step(
        &self,
        state: &State,
        seat: Seat,
        square: Square,
        strength: Strength,
    ) -> Option<(i32, (Square, Square), State)> {
        let mut best: Option<(i32, (Square, Square), State)> = None;
        for step in self.moves(state) {
            let Some(unit) = state.unit(seat, step.0) else {
                continue;
            };
            let bears =
                self.covers(unit, square, strength) && self.worth(state, seat, unit, strength) > 0;
            if bears || !self.covers(unit.at(step.1), square, strength) {
                continue;
            }
            let next = self.moved(state, step);
            let value = self.bearing(&next, seat, step.1, square, strength);
            if best.as_ref().is_none_or(|(most, ..)| value > *most) {
                best = Some((value, step, next));
            }
        }
        best
    }

    /// The strength on a square after a move: an attack on an enemy there counts its charges.
    fn bearing(
        &self,
        state: &State,
        seat: Seat,
        mover: Square,
        square: Square,
        strength: Strength,
    ) -> i32 {
        let enemy = state.unit(seat.other(), square).is_some();
        match strength {
            Strength::Attack if enemy => self.totals(state, seat, mover, square).0,
            Strength::Attack | Strength::Defence => self.static_at(state, seat, square, strength),
        }
    }

    /// The best over a whole turn on every square.
    pub(super) fn turn_map(&self, state: &State, seat: Seat, strength: Strength) -> Field {
        let now = self.static_map(&self.on_turn_of(state, seat), seat, strength);
        // Where not even an army without obstacles could do more, nothing need be planned.
        let most = self.fast_map(state, seat, strength);
        self.board
            .squares()
            .map(|square| {
                let (now, most) = (now[square.index()], most[square.index()]);
                if self.board.is_mountain(square) || most <= now && state.occupant(square).is_none()
                {
                    return now;
                }
                self.plan(state, seat, square, strength).value
            })
            .collect()
    }

    /// The side's units that the enemy can drive off or destroy in its next turn, by how much.
    pub(super) fn hanging(&self, state: &State, seat: Seat) -> Vec<(Unit, i32, Plan)> {
        let foe = seat.other();
        let mut hanging: Vec<(Unit, i32, Plan)> = state
            .units(seat)
            .filter_map(|unit| {
                let plan = self.plan(state, foe, unit.square(), Strength::Attack);
                let defence = self.static_at(state, seat, unit.square(), Strength::Defence);
                let surplus = plan.value - defence;
                (surplus >= self.doctrine.retreat_at).then_some((unit, surplus, plan))
            })
            .collect();
        hanging.sort_by_key(|(unit, surplus, _)| (-surplus, unit.square()));
        hanging
    }
}

/// Finds a square for the unit with this index, if need be by sending others elsewhere.
fn post(
    goals: &[(Unit, Vec<Square>)],
    index: usize,
    posts: &mut Vec<(Square, usize)>,
    tried: &mut Vec<Square>,
) -> bool {
    for &goal in &goals[index].1 {
        if tried.contains(&goal) {
            continue;
        }
        tried.push(goal);
        let holder = posts.iter().position(|(square, _)| *square == goal);
        let Some(holder) = holder else {
            posts.push((goal, index));
            return true;
        };
        let other = posts[holder].1;
        if post(goals, other, posts, tried) {
            // The other unit has found another square: this one is free now.
            posts.retain(|post| *post != (goal, other));
            posts.push((goal, index));
            return true;
        }
    }
    false
}
