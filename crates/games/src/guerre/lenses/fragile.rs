//! Decisive points: where communications break, and the valleys that lead to the arsenals.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
};

use vauban_game::Seat;

use super::maps::{Field, Strength};
use crate::guerre::{Guerre, Square, State, Unit, area::Area, board::DIRECTIONS};

/// The cheapest way to one arsenal.
#[derive(Clone, Debug)]
pub(in crate::guerre) struct Valley {
    pub(in crate::guerre) arsenal: Square,
    /// Where the unit with the cheapest way stands, and its way to the arsenal, step by step.
    pub(super) path: Vec<Square>,
    /// How many moves the way takes this unit.
    pub(in crate::guerre) moves: usize,
    /// The moves plus the enemy's defence on the way.
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

    /// For every enemy arsenal that stands the cheapest way of a fighting unit to it, the cheapest first.
    pub(in crate::guerre) fn valleys(&self, state: &State, seat: Seat) -> Vec<Valley> {
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
        // The same ground for units of different speed: one map for each speed.
        let mut maps: BTreeMap<u8, Descent> = BTreeMap::new();
        let mut best: Option<(i32, Square, u8)> = None;
        for unit in self.raiders(state, seat) {
            let speed = self.doctrine.corps(unit.class()).steps;
            let map = maps
                .entry(speed)
                .or_insert_with(|| self.descend(state, seat, arsenal, defence, speed));
            let way = map
                .cost(unit.square())
                .map(|cost| (cost, unit.square(), speed));
            best = match (best, way) {
                (Some(best), Some(way)) => Some(best.min(way)),
                (best, way) => best.or(way),
            };
        }
        let (cost, start, speed) = best?;
        let path = maps[&speed].path(start);
        let steps = path.len() - 1;
        Some(Valley {
            arsenal,
            path,
            moves: steps.div_ceil(usize::from(speed.max(1))),
            cost,
        })
    }

    /// The side's fighting units that can move.
    fn raiders(&self, state: &State, seat: Seat) -> impl Iterator<Item = Unit> {
        state.units(seat).filter(move |unit| {
            self.doctrine.is_fighter(unit.class())
                && state.communication(seat).contains(unit.square())
        })
    }

    /// What it costs a unit of this speed to come from each square to `arsenal`, and where to step next:
    /// Dijkstra's way from the arsenal outwards. Every move costs 1, and every square that is entered
    /// the enemy's defence there. Units of one's own are not in the way: they move on.
    fn descend(
        &self,
        state: &State,
        seat: Seat,
        arsenal: Square,
        defence: &Field,
        speed: u8,
    ) -> Descent {
        let speed = usize::from(speed.max(1));
        let squares = defence.len();
        let mut descent = Descent {
            speed,
            costs: vec![UNREACHED; squares * speed],
            next: vec![None; squares * speed],
        };
        let goal = descent.node(arsenal, 0);
        descent.costs[goal] = 0;
        let mut edge = BinaryHeap::from([(Reverse(0), arsenal, 0)]);
        while let Some((Reverse(cost), here, steps)) = edge.pop() {
            let node = descent.node(here, steps);
            if cost > descent.costs[node] {
                continue;
            }
            // Every so many steps a new move begins.
            let enter = cost + i32::from(steps == 0) + defence[here.index()];
            let steps = (steps + 1) % speed;
            for step in DIRECTIONS {
                let Some(before) = self.board.step(here, step) else {
                    continue;
                };
                let closed =
                    self.board.is_mountain(before) || state.unit(seat.other(), before).is_some();
                let earlier = descent.node(before, steps);
                if !closed && enter < descent.costs[earlier] {
                    descent.costs[earlier] = enter;
                    descent.next[earlier] = Some((here, node));
                    edge.push((Reverse(enter), before, steps));
                }
            }
        }
        descent
    }

    /// What it costs the side's fastest fighting unit to come from each square to the enemy arsenal that
    /// is cheapest from there; nothing where no way leads.
    pub(super) fn valley_map(&self, state: &State, seat: Seat) -> Vec<(Square, i32)> {
        let defence = self.static_map(state, seat.other(), Strength::Defence);
        let speeds = self
            .raiders(state, seat)
            .map(|unit| self.doctrine.corps(unit.class()).steps);
        let Some(speed) = speeds.max() else {
            return Vec::new();
        };
        let foe = seat.other();
        let maps: Vec<Descent> = self
            .board
            .arsenals(foe)
            .iter()
            .filter(|&&arsenal| self.is_arsenal_of(state, foe, arsenal))
            .map(|&arsenal| self.descend(state, seat, arsenal, &defence, speed))
            .collect();
        self.board
            .squares()
            .filter_map(|square| {
                let cost = maps.iter().filter_map(|map| map.cost(square)).min()?;
                Some((square, cost))
            })
            .collect()
    }
}

/// The ways that lead to one arsenal, for units of one speed. A node is a square with the steps of the
/// last move that have been walked there.
#[derive(Clone, Debug)]
struct Descent {
    speed: usize,
    costs: Vec<i32>,
    /// Where the way goes on: the square, and its node.
    next: Vec<Option<(Square, usize)>>,
}

impl Descent {
    fn node(&self, square: Square, steps: usize) -> usize {
        square.index() * self.speed + steps
    }
    /// The cheapest node of a square, if a way leads on from there.
    fn start(&self, square: Square) -> Option<usize> {
        let nodes = (0..self.speed).map(|steps| self.node(square, steps));
        nodes
            .filter(|&node| self.costs[node] < UNREACHED)
            .min_by_key(|&node| self.costs[node])
    }
    fn cost(&self, square: Square) -> Option<i32> {
        self.start(square).map(|node| self.costs[node])
    }
    fn path(&self, square: Square) -> Vec<Square> {
        let mut path = vec![square];
        let mut node = self.start(square);
        while let Some((step, on)) = node.and_then(|node| self.next[node]) {
            path.push(step);
            node = Some(on);
        }
        path
    }
}

/// No way leads there.
const UNREACHED: i32 = i32::MAX / 2;
