//! The units that a side has placed so far.

use vauban_game::{Dice, Seat, fingerprint};

use super::Deployed;
use crate::guerre::{Army, Class, NORTH, Place, SOUTH, Square, Unit, state::MOST_UNITS};

/// One side's units, in order of class and square, so that the order of placing leaves no trace.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Camp([Unit; MOST_UNITS]);

impl Default for Camp {
    fn default() -> Camp {
        Camp([Unit::NONE; MOST_UNITS])
    }
}

impl Camp {
    pub fn units(&self) -> impl Iterator<Item = Unit> + '_ {
        self.0.iter().copied().filter(|unit| unit.stands())
    }
    pub fn unit(&self, square: Square) -> Option<Unit> {
        self.units().find(|unit| unit.square() == square)
    }
    /// How many units of a class are still to be placed.
    pub fn left(&self, army: &Army, class: Class) -> u8 {
        let placed = self.units().filter(|unit| unit.class() == class).count() as u8;
        army.of(class).saturating_sub(placed)
    }
    /// How many units are placed.
    pub fn len(&self) -> usize {
        self.units().count()
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn is_complete(&self, army: &Army) -> bool {
        self.len() >= army.len()
    }
    pub(super) fn place(&mut self, class: Class, square: Square) {
        if let Some(slot) = self.0.iter_mut().find(|unit| !unit.stands()) {
            *slot = Unit::new(class, square);
        }
        self.sort();
    }
    pub(super) fn remove(&mut self, square: Square) {
        for unit in &mut self.0 {
            if unit.stands() && unit.square() == square {
                *unit = Unit::NONE;
            }
        }
        self.sort();
    }
    fn sort(&mut self) {
        self.0.sort_unstable_by_key(|unit| unit.bits());
    }
}

/// Both sides' camps.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Camps([Camp; 2]);

impl Camps {
    pub fn of(&self, seat: Seat) -> &Camp {
        &self.0[seat.index() & 1]
    }
    pub(super) fn of_mut(&mut self, seat: Seat) -> &mut Camp {
        &mut self.0[seat.index() & 1]
    }
    pub(super) fn of_units(units: &[Vec<Unit>; 2]) -> Camps {
        let mut camps = Camps::default();
        for seat in [NORTH, SOUTH] {
            for unit in &units[seat.index()] {
                camps.of_mut(seat).place(unit.class(), unit.square());
            }
        }
        camps
    }
    pub(super) fn key(&self) -> u64 {
        let words: Vec<u64> = self
            .0
            .iter()
            .flat_map(|camp| camp.0.iter().map(|unit| u64::from(unit.bits())))
            .collect();
        fingerprint(&words)
    }
}

impl Deployed {
    /// The places where a side may put a unit, row by row.
    pub(super) fn free<'a>(
        &'a self,
        camp: &'a Camp,
        seat: Seat,
    ) -> impl Iterator<Item = Place> + 'a {
        let board = self.game.board();
        board
            .squares()
            .filter(move |&square| {
                board.half(square) == seat
                    && !board.is_mountain(square)
                    && camp.unit(square).is_none()
            })
            .map(|square| board.place(square))
    }

    /// A camp of at most `units` units, drawn at random.
    pub(super) fn random_camp(&self, seat: Seat, units: u32, dice: &mut Dice) -> Camp {
        let mut camp = Camp::default();
        let army = &self.game.army;
        for _ in 0..units.min(army.len() as u32) {
            let weighted: Vec<(Class, u32)> = Class::ALL
                .into_iter()
                .map(|class| (class, u32::from(camp.left(army, class))))
                .filter(|(_, left)| *left > 0)
                .collect();
            let places: Vec<Place> = self.free(&camp, seat).collect();
            if weighted.is_empty() || places.is_empty() {
                break;
            }
            let class = dice.pick(&weighted);
            let at = dice.choose(&places);
            camp.place(class, self.game.board().known(at));
        }
        camp
    }
}
