//! Where communications break: squares, units and arsenals by what their loss would cut off.

use vauban_game::Seat;

use super::maps::Field;
use crate::guerre::{Guerre, Square, State, Unit, area::Area};

/// What a side loses when one of its arsenals falls.
#[derive(Clone, Debug)]
pub(super) struct ArsenalLoss {
    pub(super) arsenal: Square,
    pub(super) units: Vec<Unit>,
    pub(super) squares: i32,
}

impl Guerre {
    /// The units of `seat` that are in communication now and would not be in `area`.
    fn cut_off(&self, state: &State, seat: Seat, area: &Area) -> Vec<Unit> {
        let now = *state.communication(seat);
        state
            .units(seat)
            .filter(|unit| now.contains(unit.square()) && !area.contains(unit.square()))
            .collect()
    }

    /// How many of the side's fighting units one enemy fighting unit on each empty square would cut off:
    /// by standing in the way, and in an arsenal by destroying it.
    pub(super) fn fragile_squares(&self, state: &State, seat: Seat) -> Field {
        let mut field = self.blank();
        let wall = self.wall(state, seat);
        state.communication(seat).each(|square| {
            if state.occupant(square).is_some() {
                return;
            }
            let mut wall = wall;
            wall.insert(square);
            let area = self.supply(&self.without_arsenal(state, seat, square), seat, &wall);
            let cut = self.cut_off(state, seat, &area);
            let fighters = cut
                .iter()
                .filter(|unit| self.doctrine.is_fighter(unit.class()));
            field[square.index()] = fighters.count() as i32;
        });
        field
    }

    /// The state in which no arsenal of `seat` stands on `square`; communications are left as they were.
    fn without_arsenal(&self, state: &State, seat: Seat, square: Square) -> State {
        let mut rest = state.clone();
        for (index, &arsenal) in self.board.arsenals(seat).iter().enumerate() {
            if arsenal == square {
                rest.standing[seat.index()] &= !(1 << index);
            }
        }
        rest
    }

    /// The side's units whose loss cuts off others, with those others.
    pub(in crate::guerre) fn fragile_units(
        &self,
        state: &State,
        seat: Seat,
    ) -> Vec<(Unit, Vec<Unit>)> {
        let without = |slot: usize| {
            let mut rest = state.clone();
            rest.units[seat.index()][slot] = Unit::NONE;
            let area = self.communications(&rest, seat);
            self.cut_off(&rest, seat, &area)
        };
        state
            .slots(seat)
            .map(|(slot, unit)| (unit, without(slot)))
            .filter(|(_, cut)| !cut.is_empty())
            .collect()
    }

    /// What the loss of each arsenal of the side would cut.
    pub(super) fn arsenal_losses(&self, state: &State, seat: Seat) -> Vec<ArsenalLoss> {
        let arsenals = self.board.arsenals(seat).iter();
        arsenals
            .filter(|&&arsenal| self.is_arsenal_of(state, seat, arsenal))
            .map(|&arsenal| {
                let rest = self.without_arsenal(state, seat, arsenal);
                let area = self.communications(&rest, seat);
                let before = state.communication(seat).len() as i32;
                ArsenalLoss {
                    arsenal,
                    units: self.cut_off(state, seat, &area),
                    squares: before - area.len() as i32,
                }
            })
            .collect()
    }
}
