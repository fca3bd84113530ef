//! What a side has placed so far: its units, and in some set-ups its forts and arsenals.

use vauban_game::{Dice, Seat, fingerprint};

use super::{Deployed, Piece, Relief, map::wanted};
use crate::guerre::{
    Army, Class, NORTH, Place, SOUTH, Square, Unit, area::Area, board::Terrain, state::MOST_UNITS,
};

/// How many forts and arsenals a side builds.
const WORKS: usize = 5;

/// One side's units and buildings, in order of kind and square, so that the order of placing leaves no trace.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Camp {
    units: [Unit; MOST_UNITS],
    works: [Option<(Terrain, Square)>; WORKS],
}

impl Default for Camp {
    fn default() -> Camp {
        Camp {
            units: [Unit::NONE; MOST_UNITS],
            works: [None; WORKS],
        }
    }
}

impl Camp {
    pub fn units(&self) -> impl Iterator<Item = Unit> + '_ {
        self.units.iter().copied().filter(|unit| unit.stands())
    }
    pub fn unit(&self, square: Square) -> Option<Unit> {
        self.units().find(|unit| unit.square() == square)
    }
    /// Its forts and arsenals.
    pub fn works(&self) -> impl Iterator<Item = (Terrain, Square)> + '_ {
        self.works.iter().copied().flatten()
    }
    /// Where its buildings of one kind are.
    pub fn built(&self, terrain: Terrain) -> impl Iterator<Item = Square> + '_ {
        self.works()
            .filter(move |(kind, _)| *kind == terrain)
            .map(|(_, square)| square)
    }
    /// What it has built on a square.
    pub fn work(&self, square: Square) -> Option<Terrain> {
        let mut works = self.works();
        works
            .find(|(_, at)| *at == square)
            .map(|(terrain, _)| terrain)
    }
    /// How many units of a class are still to be placed.
    pub fn left(&self, army: &Army, class: Class) -> u8 {
        let placed = self.units().filter(|unit| unit.class() == class).count() as u8;
        army.of(class).saturating_sub(placed)
    }
    /// How many forts or arsenals are still to be built.
    pub fn works_left(&self, terrain: Terrain) -> usize {
        match terrain {
            Terrain::Fort | Terrain::Arsenal => {
                wanted(terrain).saturating_sub(self.built(terrain).count())
            }
            Terrain::Mountain | Terrain::Pass => 0,
        }
    }
    /// How many units are placed.
    pub fn len(&self) -> usize {
        self.units().count()
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0 && self.works().next().is_none()
    }
    /// Whether all its units stand.
    pub fn is_complete(&self, army: &Army) -> bool {
        self.len() >= army.len()
    }
    /// Whether all its forts and arsenals are built.
    pub fn is_built(&self) -> bool {
        self.works().count() >= WORKS
    }
    pub(super) fn place(&mut self, class: Class, square: Square) {
        if let Some(slot) = self.units.iter_mut().find(|unit| !unit.stands()) {
            *slot = Unit::new(class, square);
        }
        self.sort();
    }
    pub(super) fn build(&mut self, terrain: Terrain, square: Square) {
        if let Some(slot) = self.works.iter_mut().find(|work| work.is_none()) {
            *slot = Some((terrain, square));
        }
        self.sort();
    }
    /// Takes back the unit on a square, or what is built there if nobody stands on it.
    pub(super) fn remove(&mut self, square: Square) {
        let unit = self
            .units
            .iter_mut()
            .find(|unit| unit.stands() && unit.square() == square);
        if let Some(unit) = unit {
            *unit = Unit::NONE;
        } else {
            for work in &mut self.works {
                if work.is_some_and(|(_, at)| at == square) {
                    *work = None;
                }
            }
        }
        self.sort();
    }
    fn sort(&mut self) {
        self.units.sort_unstable_by_key(|unit| unit.bits());
        self.works.sort_unstable();
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
    /// Where anything is built.
    pub(super) fn built(&self) -> Area {
        let works = self.0.iter().flat_map(Camp::works);
        works.map(|(_, square)| square).collect()
    }
    pub(super) fn key(&self) -> u64 {
        let units = |camp: &Camp| camp.units.map(|unit| u64::from(unit.bits())).to_vec();
        let works = |camp: &Camp| {
            let word = |(terrain, square): (Terrain, Square)| {
                1 << 20 | (terrain as u64) << 16 | u64::from(square.0)
            };
            camp.works().map(word).collect::<Vec<u64>>()
        };
        let words: Vec<u64> = self
            .0
            .iter()
            .flat_map(|camp| units(camp).into_iter().chain(works(camp)))
            .collect();
        fingerprint(&words)
    }
}

impl Deployed {
    /// What the ground has on a square, apart from what the camps have built.
    pub(super) fn ground(&self, relief: Option<&Relief>, square: Square) -> Option<Terrain> {
        match relief {
            Some(relief) => relief.terrain(square),
            None => self.game.board().terrain(square),
        }
    }

    /// The squares where a side may put a unit, row by row.
    pub(super) fn free<'a>(
        &'a self,
        relief: Option<&'a Relief>,
        camp: &'a Camp,
        seat: Seat,
    ) -> impl Iterator<Item = Square> + 'a {
        let board = self.game.board();
        board.squares().filter(move |&square| {
            board.half(square) == seat
                && self.ground(relief, square) != Some(Terrain::Mountain)
                && camp.unit(square).is_none()
        })
    }

    /// Everything that a side may place next in its own half, each with its places.
    pub(super) fn placements(
        &self,
        relief: Option<&Relief>,
        camp: &Camp,
        seat: Seat,
    ) -> Vec<(Piece, Vec<Place>)> {
        let board = self.game.board();
        let places = |squares: Vec<Square>| -> Vec<Place> {
            squares.iter().map(|&square| board.place(square)).collect()
        };
        let mut all = Vec::new();
        if let Some(relief) = relief {
            for terrain in [Terrain::Fort, Terrain::Arsenal] {
                if camp.works_left(terrain) > 0 {
                    let squares = self.building_ground(relief, camp, seat, terrain);
                    all.push((Piece::Terrain(terrain), places(squares)));
                }
            }
        }
        let free = places(self.free(relief, camp, seat).collect());
        for class in Class::ALL {
            if camp.left(&self.game.army, class) > 0 {
                all.push((Piece::Unit(class), free.clone()));
            }
        }
        all
    }

    /// A camp with at most `pieces` pieces, drawn at random.
    pub(super) fn random_camp(
        &self,
        relief: Option<&Relief>,
        seat: Seat,
        pieces: u32,
        dice: &mut Dice,
    ) -> Camp {
        let board = self.game.board();
        let sights = relief.map_or_else(Vec::new, |relief| relief.sights(board));
        let mut camp = Camp::default();
        for _ in 0..pieces {
            let weight = |piece: &Piece| match *piece {
                Piece::Terrain(terrain) => relief.map_or(0, |_| camp.works_left(terrain) as u32),
                Piece::Unit(class) => u32::from(camp.left(&self.game.army, class)),
            };
            let weighted: Vec<(Piece, u32)> = Piece::ALL
                .iter()
                .map(|piece| (*piece, weight(piece)))
                .filter(|(_, weight)| *weight > 0)
                .collect();
            if weighted.is_empty() {
                break;
            }
            let piece = dice.pick(&weighted);
            let free: Vec<Square> = match (piece, relief) {
                (Piece::Terrain(_), Some(relief)) => {
                    self.unbuilt(relief, &camp, seat).iter().collect()
                }
                _ => self.free(relief, &camp, seat).collect(),
            };
            // Most squares will do, so that they are asked one by one.
            for _ in 0..free.len() * 4 {
                let square = dice.choose(&free);
                let mut after = camp;
                match piece {
                    Piece::Terrain(terrain) => after.build(terrain, square),
                    Piece::Unit(class) => after.place(class, square),
                }
                let cut_off = relief
                    .filter(|_| matches!(piece, Piece::Terrain(_)))
                    .and_then(|relief| self.forts_unseen(relief, &sights, &after, seat));
                if cut_off.is_none() {
                    camp = after;
                    break;
                }
            }
        }
        camp
    }

    /// How many pieces a side places.
    pub(super) fn camp_size(&self, relief: Option<&Relief>) -> u32 {
        let works = if relief.is_some() { WORKS } else { 0 };
        (self.game.army.len() + works) as u32
    }
}
