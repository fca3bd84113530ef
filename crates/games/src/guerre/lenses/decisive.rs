//! Decisive points: where a side is weakest, by what a loss would cut and by what can strike there.

use vauban_game::Seat;

use super::strikes::Strike;
use crate::guerre::{Guerre, Square, State, Unit, area::Area, combat::Fate};

/// A unit whose loss would hurt.
#[derive(Clone, Debug)]
pub(super) struct WeakUnit {
    pub(super) unit: Unit,
    /// The units that would be cut off without it.
    pub(super) cut: usize,
    /// What the enemy can do to it in its turn, and what would come of it.
    pub(super) strike: Option<(Strike, Fate)>,
}

/// A square that the enemy must not enter.
#[derive(Copy, Clone, Debug)]
pub(super) struct WeakSquare {
    pub(super) square: Square,
    /// The fighting units that would be cut off.
    pub(super) cut: i32,
    /// From where an enemy fighting unit can go there at once.
    pub(super) from: Option<Square>,
}

impl WeakUnit {
    /// How much it matters: what is lost with it, more if it can be driven off, most if it can be
    /// destroyed.
    pub(super) fn weight(&self) -> i32 {
        let risk = match &self.strike {
            None => 0,
            Some((_, fate)) if fate.destroys() => 2,
            Some(_) => 1,
        };
        (1 + self.cut as i32) * (1 + risk) - 1
    }
}

impl WeakSquare {
    pub(super) fn weight(&self) -> i32 {
        match self.from {
            Some(_) => 3 * self.cut,
            None => self.cut,
        }
    }
}

impl Guerre {
    /// The side's units that matter, the weakest first.
    pub(super) fn weak_units(&self, state: &State, seat: Seat, zone: &Area) -> Vec<WeakUnit> {
        let cut = self.fragile_units(state, seat);
        let mut weak: Vec<WeakUnit> = self
            .threats(state, seat, zone)
            .iter()
            .map(|threat| {
                let unit = threat.unit;
                let cut = cut.iter().find(|(other, _)| *other == unit);
                let strike = threat.found.strike.clone().map(|strike| {
                    let fate = self.fate(state, seat, unit.square(), strike.surplus());
                    (strike, fate)
                });
                WeakUnit {
                    unit,
                    cut: cut.map_or(0, |(_, units)| units.len()),
                    strike,
                }
            })
            .filter(|unit| unit.weight() > 0)
            .collect();
        // Of those that matter as much, the one that is beaten by most.
        let surplus = |weak: &WeakUnit| {
            let strike = weak.strike.as_ref();
            strike.map_or(0, |(strike, _)| strike.surplus())
        };
        weak.sort_by_key(|weak| (-weak.weight(), -surplus(weak), weak.unit.square()));
        weak
    }

    /// The empty squares that matter to the side, the weakest first.
    pub(super) fn weak_squares(&self, state: &State, seat: Seat, zone: &Area) -> Vec<WeakSquare> {
        let field = self.fragile_squares(state, seat);
        let foe = seat.other();
        let enemy = self.with_mover(state, foe);
        let fights = |from: Square| {
            let unit = enemy.unit(foe, from);
            unit.is_some_and(|unit| self.doctrine.is_fighter(unit.class()))
        };
        let mut from: Vec<Option<Square>> = vec![None; field.len()];
        for (start, to) in self.moves(&enemy) {
            if fights(start) && from[to.index()].is_none() {
                from[to.index()] = Some(start);
            }
        }
        let mut weak: Vec<WeakSquare> = zone
            .iter()
            .map(|square| WeakSquare {
                square,
                cut: field[square.index()],
                from: from[square.index()],
            })
            .filter(|weak| weak.cut > 0)
            .collect();
        weak.sort_by_key(|weak| (-weak.weight(), weak.square));
        weak
    }
}
