//! Decisive points: where communications break, and the valleys that lead to the arsenals.

use std::{cmp::Reverse, collections::BinaryHeap};

use vauban_game::Seat;

use super::maps::{Field, Strength};
use crate::guerre::{Guerre, Square, State, Unit, area::Area, board::DIRECTIONS};

/// The cheapest way to one arsenal.
#[derive(Clone, Debug)]
pub(super) struct Valley {
    pub(super) arsenal: Square,
    /// The unit that is nearest, and its way to the arsenal.
    pub(super) path: Vec<Square>,
    /// Steps plus the enemy's defence on the way.
    pub(super) cost: i32,
}

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

    /// How many of the side's fighting units one enemy unit on each empty square would cut off.
    pub(super) fn fragile_squares(&self, state: &State, seat: Seat) -> Field {
        let mut field = self.blank();
        let wall = self.fighters(state, seat.other());
        state.communication(seat).each(|square| {
            if state.occupant(square).is_some() {
                return;
            }
            let mut wall = wall;
            wall.insert(square);
            let area = self.supply(state, seat, &wall);
            let cut = self.cut_off(state, seat, &area);
            let fighters = cut
                .iter()
                .filter(|unit| self.doctrine.is_fighter(unit.class()));
            field[square.index()] = fighters.count() as i32;
        });
        field
    }

    /// The side's units whose loss cuts off others, with those others.
    pub(super) fn fragile_units(&self, state: &State, seat: Seat) -> Vec<(Unit, Vec<Unit>)> {
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
        let arsenals = self.board.arsenals(seat).iter().enumerate();
        arsenals
            .filter(|&(_, &arsenal)| self.is_arsenal_of(state, seat, arsenal))
            .map(|(index, &arsenal)| {
                let mut rest = state.clone();
                rest.standing[seat.index()] &= !(1 << index);
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

    /// For every enemy arsenal that stands the cheapest way of a fighting unit to it, the cheapest first.
    pub(super) fn valleys(&self, state: &State, seat: Seat) -> Vec<Valley> {
        let defence = self.static_map(state, seat.other(), Strength::Defence);
        let foe = seat.other();
        let mut valleys: Vec<Valley> = self
            .board
            .arsenals(foe)
            .iter()
            .filter(|&&arsenal| self.is_arsenal_of(state, foe, arsenal))
            .filter_map(|&arsenal| self.valley(state, seat, arsenal, &defence))
            .collect();
        valleys.sort_by_key(|valley| (valley.cost, valley.arsenal));
        valleys
    }

    fn valley(
        &self,
        state: &State,
        seat: Seat,
        arsenal: Square,
        defence: &Field,
    ) -> Option<Valley> {
        let (costs, next) = self.descend(state, seat, arsenal, defence);
        let start = state
            .units(seat)
            .filter(|unit| self.doctrine.is_fighter(unit.class()))
            .filter(|unit| state.communication(seat).contains(unit.square()))
            .map(|unit| unit.square())
            .filter(|square| costs[square.index()] < UNREACHED)
            .min_by_key(|square| (costs[square.index()], *square))?;
        let mut path = vec![start];
        let mut here = start;
        while let Some(step) = next[here.index()] {
            path.push(step);
            here = step;
        }
        Some(Valley {
            arsenal,
            path,
            cost: costs[start.index()],
        })
    }

    /// What it costs to come from each square to `arsenal`, and where to step next: Dijkstra's way from
    /// the arsenal outwards. Entering a square costs a step and the enemy's defence there.
    fn descend(
        &self,
        state: &State,
        seat: Seat,
        arsenal: Square,
        defence: &Field,
    ) -> (Field, Vec<Option<Square>>) {
        let squares = defence.len();
        let mut costs = vec![UNREACHED; squares];
        let mut next = vec![None; squares];
        let mut edge = BinaryHeap::from([(Reverse(0), arsenal)]);
        costs[arsenal.index()] = 0;
        while let Some((Reverse(cost), here)) = edge.pop() {
            if cost > costs[here.index()] {
                continue;
            }
            let enter = cost + 1 + defence[here.index()];
            for step in DIRECTIONS {
                let Some(before) = self.board.step(here, step) else {
                    continue;
                };
                let closed =
                    self.board.is_mountain(before) || state.unit(seat.other(), before).is_some();
                if !closed && enter < costs[before.index()] {
                    costs[before.index()] = enter;
                    next[before.index()] = Some(here);
                    edge.push((Reverse(enter), before));
                }
            }
        }
        (costs, next)
    }

    /// What it costs from each square to the enemy arsenal that is cheapest from there.
    pub(super) fn valley_map(&self, state: &State, seat: Seat) -> Field {
        let defence = self.static_map(state, seat.other(), Strength::Defence);
        let mut best = vec![UNREACHED; defence.len()];
        for &arsenal in self.board.arsenals(seat.other()) {
            if self.is_arsenal_of(state, seat.other(), arsenal) {
                let (costs, _) = self.descend(state, seat, arsenal, &defence);
                for (value, cost) in best.iter_mut().zip(costs) {
                    *value = cost.min(*value);
                }
            }
        }
        best.into_iter()
            .map(|cost| if cost == UNREACHED { 0 } else { cost })
            .collect()
    }
}

/// No way leads there.
const UNREACHED: i32 = i32::MAX / 2;
