//! What a side could do in a turn at best: the bounds of the search for its strongest attack.
//!
//! Everything here is too hopeful and never too modest: friends stand in nobody's way, everybody moves
//! at once, and communications follow wherever somebody might pass them on.

use vauban_game::Seat;

use crate::guerre::{
    Guerre, Square, State,
    area::Area,
    state::{Flag, MOST_UNITS},
};

/// One side, ready for its turn, with everything that does not depend on a target.
#[derive(Clone, Debug)]
pub(super) struct Theatre {
    /// The position with this side on turn; whoever must retreat and cannot is gone.
    pub(super) state: State,
    pub(super) seat: Seat,
    /// Where each unit might come to with a move.
    pub(super) reach: [Area; MOST_UNITS],
    /// The squares that might be in communication by the end of the turn.
    pub(super) hope: Area,
    /// Where the side's fighting units might stand, all at once.
    pub(super) front: Area,
}

impl Guerre {
    /// The theatre of `seat`, now if it is on turn, else as it would be with the next turn.
    pub(super) fn theatre(&self, state: &State, seat: Seat) -> Theatre {
        let mut state = self.with_mover(state, seat);
        self.strand(&mut state);
        let mut reach = [Area::EMPTY; MOST_UNITS];
        for (slot, unit) in state.slots(seat) {
            if !unit.is(Flag::Moved) {
                let steps = self.doctrine.corps(unit.class()).steps;
                reach[slot] = self.hopeful_reach(&state, seat, unit.square(), steps);
            }
        }
        let hope = self.hope(&state, seat, &reach);
        let mut front = self.fighters(&state, seat);
        for (slot, unit) in state.slots(seat) {
            if !self.doctrine.is_fighter(unit.class()) {
                continue;
            }
            if !hope.contains(unit.square()) {
                reach[slot] = Area::EMPTY;
            }
            front.join(&reach[slot]);
        }
        Theatre {
            state,
            seat,
            reach,
            hope,
            front,
        }
    }

    /// King's steps around mountains and enemies; friends may have gone by then.
    fn hopeful_reach(&self, state: &State, seat: Seat, from: Square, steps: u8) -> Area {
        let mut closed: Area = state
            .units(seat.other())
            .map(|unit| unit.square())
            .collect();
        closed.insert(from);
        let mut reach = Area::EMPTY;
        let mut edge: Area = [from].into_iter().collect();
        for _ in 0..steps {
            let mut next = Area::EMPTY;
            edge.each(|square| next.join(self.board.around(square)));
            next.remove(&closed);
            reach.join(&next);
            edge = next;
        }
        reach
    }

    /// The squares that might be in communication, with every unit on all its squares at once.
    fn hope(&self, state: &State, seat: Seat, reach: &[Area; MOST_UNITS]) -> Area {
        // §3.8 An enemy that might be cut off might stop nothing.
        let wall = match self.doctrine.offline_cuts {
            true => self.fighters(state, seat.other()),
            false => Area::EMPTY,
        };
        let mut reached = Area::EMPTY;
        for &arsenal in self.board.arsenals(seat) {
            if self.is_arsenal_of(state, seat, arsenal) {
                reached.insert(arsenal);
                self.radiate(arsenal, &wall, &mut reached);
            }
        }
        let mut open: Vec<(bool, Area)> = state
            .slots(seat)
            .map(|(slot, unit)| {
                let mut squares = reach[slot];
                squares.insert(unit.square());
                (self.doctrine.is_fighter(unit.class()), squares)
            })
            .collect();
        loop {
            let mut changed = false;
            for (fights, squares) in &mut open {
                let fed = squares.common(&reached);
                squares.remove(&fed);
                changed |= !fed.is_empty();
                fed.each(|square| match fights {
                    true => reached.join(self.board.around(square)),
                    false => self.radiate(square, &wall, &mut reached),
                });
            }
            if !changed {
                break;
            }
        }
        reached.remove(&self.fighters(state, seat.other()));
        reached
    }

    /// The defence on `target` if the enemy's fighting units stood on all of `wall`, and had destroyed
    /// every arsenal there: what is left however few of them do.
    pub(super) fn defence_behind(
        &self,
        state: &State,
        seat: Seat,
        target: Square,
        wall: &Area,
    ) -> i32 {
        let mut state = state.clone();
        for (index, &arsenal) in self.board.arsenals(seat).iter().enumerate() {
            if wall.contains(arsenal) {
                state.standing[seat.index()] &= !(1 << index);
            }
        }
        state.communications[seat.index()] = self.supply(&state, seat, wall);
        self.defence_of(&state, seat, target)
    }

    /// The defence of the side's unit on `target` with everybody who helps it.
    pub(super) fn defence_of(&self, state: &State, seat: Seat, target: Square) -> i32 {
        let mut defence = 0;
        self.defenders(state, seat, target, |share| {
            defence += i32::from(share.value);
        });
        defence
    }
}
