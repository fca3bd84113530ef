//! The best strength that a side can gather on a square in a whole turn.
//!
//! Two plans are made and the better one is kept: a chain of moves that each add most, and as many
//! strong units as find a square each. Both are played move by move by the rules, so that a plan's
//! value is never too high, though a cleverer plan may exist. What can be gathered with one move is
//! always found. Attacks on a unit are another matter, see [`super::strikes`].

use vauban_game::Seat;

use super::{
    maps::{Field, Strength},
    strikes::March,
};
use crate::guerre::{Class, Guerre, Square, State, Unit};

impl Guerre {
    /// The best over a whole turn on every square.
    pub(super) fn turn_map(&self, state: &State, seat: Seat, strength: Strength) -> Field {
        let ready = self.with_mover(state, seat);
        let one_move = self.after_move_map(state, seat, strength);
        let most = self.most(&ready, seat, strength);
        self.board
            .squares()
            .map(|square| {
                let (found, most) = (one_move[square.index()], most[square.index()]);
                // Where not even an army without obstacles could do more, nothing need be planned.
                if self.board.is_mountain(square) || most <= found {
                    return found;
                }
                found.max(self.gathered(&ready, seat, square, strength))
            })
            .collect()
    }

    /// What nobody can exceed in one turn: everybody who might come near, in the best shelter.
    fn most(&self, state: &State, seat: Seat, strength: Strength) -> Field {
        self.radius_map(state, seat, |class| {
            let corps = self.doctrine.corps(class);
            match strength {
                Strength::Attack => corps.attack.into(),
                Strength::Defence if corps.shelter => {
                    i32::from(corps.defence) + i32::from(self.doctrine.fort.max(self.doctrine.pass))
                }
                Strength::Defence => corps.defence.into(),
            }
        })
    }

    /// The best strength on `square` that was found for one turn of `seat`, who is on turn.
    fn gathered(&self, state: &State, seat: Seat, square: Square, strength: Strength) -> i32 {
        let value = |state: &State| self.static_at(state, seat, square, strength);
        let chain = self.chain(state, seat, square, strength);
        let orders = self.posts(state, seat, square, strength);
        let (mustered, _) = self.execute(state, orders);
        chain.max(value(&mustered))
    }

    /// Moves that each add most.
    fn chain(&self, state: &State, seat: Seat, square: Square, strength: Strength) -> i32 {
        let mut state = state.clone();
        let mut value = self.static_at(&state, seat, square, strength);
        while state.moves_left > 0 && state.end.is_none() {
            let steps = self.moves(&state).into_iter();
            let next = steps
                .filter(|&step| self.helps(&state, seat, step, square, strength))
                .map(|step| self.moved(&state, step))
                .max_by_key(|next| self.static_at(next, seat, square, strength));
            let Some(next) = next else {
                break;
            };
            let more = self.static_at(&next, seat, square, strength);
            if more <= value {
                break;
            }
            (value, state) = (more, next);
        }
        value
    }

    /// Whether a move may add to the strength on a square: of a unit that comes to bear on it, or that
    /// goes on bearing on it from a shelter.
    fn helps(
        &self,
        state: &State,
        seat: Seat,
        (from, to): March,
        square: Square,
        strength: Strength,
    ) -> bool {
        let Some(unit) = state.unit(seat, from) else {
            return false;
        };
        let there = unit.at(to);
        let better = strength == Strength::Defence && self.defence(there).0 > self.defence(unit).0;
        self.covers(there, square, strength)
            && (better || !self.bears(state, seat, unit, square, strength))
    }

    /// Whether a unit adds to the strength on a square as it stands.
    pub(super) fn bears(
        &self,
        state: &State,
        seat: Seat,
        unit: Unit,
        square: Square,
        strength: Strength,
    ) -> bool {
        self.covers(unit, square, strength) && self.worth(state, seat, unit, strength) > 0
    }

    /// The strongest units that do not bear on the square yet, each on a square of its own from which
    /// it does: an assignment by augmenting paths, the strongest first, which is the best there is as
    /// long as the moves do not change the communications.
    pub(super) fn posts(
        &self,
        state: &State,
        seat: Seat,
        square: Square,
        strength: Strength,
    ) -> Vec<March> {
        let mut goals: Vec<(Unit, Vec<Square>)> = Vec::new();
        for (from, to) in self.moves(state) {
            let Some(unit) = state.unit(seat, from) else {
                continue;
            };
            let comes = self.covers(unit.at(to), square, strength)
                && !self.bears(state, seat, unit, square, strength);
            if !comes {
                continue;
            }
            match goals.last_mut() {
                Some((last, squares)) if *last == unit => squares.push(to),
                _ => goals.push((unit, vec![to])),
            }
        }
        let worth = |class: Class| {
            let corps = self.doctrine.corps(class);
            match strength {
                Strength::Attack => corps.attack,
                Strength::Defence => corps.defence,
            }
        };
        goals.sort_by_key(|(unit, _)| (std::cmp::Reverse(worth(unit.class())), unit.square()));
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
        let orders = posts.into_iter();
        orders
            .map(|(to, index)| (goals[index].0.square(), to))
            .collect()
    }

    /// Plays orders in whatever sequence the rules allow; those that they do not allow are left out.
    pub(super) fn execute(&self, state: &State, mut orders: Vec<March>) -> (State, Vec<March>) {
        let mut state = state.clone();
        let mut played = Vec::new();
        while state.moves_left > 0 && state.end.is_none() {
            let legal = self.moves(&state);
            let Some(next) = orders.iter().position(|order| legal.contains(order)) else {
                break;
            };
            let order = orders.remove(next);
            state = self.moved(&state, order);
            played.push(order);
        }
        (state, played)
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
