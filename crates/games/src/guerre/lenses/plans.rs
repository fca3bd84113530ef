//! The best that a side can do on a square in a whole turn, and what hangs because of it.
//!
//! A plan is a chain of legal moves, each the one that adds most on the square; it can be played as it
//! is, so its value is never too high, though a cleverer plan may exist.

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
    /// The best strength on `square` that `seat` can bring about in one turn.
    pub(super) fn plan(&self, state: &State, seat: Seat, square: Square, strength: Strength) -> Plan {
        let mut state = self.on_turn_of(state, seat);
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
            let bears = self.covers(unit, square, strength)
                && self.worth(state, seat, unit, strength) > 0;
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
                if self.board.is_mountain(square) || most <= now && state.occupant(square).is_none() {
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
