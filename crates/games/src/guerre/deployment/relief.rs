//! Mountains and passes that were agreed on or drawn, and the field that comes of them.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use vauban_game::Seat;

use super::{Camps, Deployed, map::wanted};
use crate::guerre::{
    Board, Guerre, NORTH, SOUTH, Square,
    area::Area,
    board::{Feature, Terrain},
};

/// Mountains and passes.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Relief {
    pub mountains: Area,
    pub passes: Area,
}

impl Default for Relief {
    fn default() -> Relief {
        Relief {
            mountains: Area::EMPTY,
            passes: Area::EMPTY,
        }
    }
}

impl Relief {
    /// How many pieces it has.
    pub fn len(&self) -> usize {
        self.mountains.len() + self.passes.len()
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// What it has on a square.
    pub fn terrain(&self, square: Square) -> Option<Terrain> {
        if self.mountains.contains(square) {
            Some(Terrain::Mountain)
        } else if self.passes.contains(square) {
            Some(Terrain::Pass)
        } else {
            None
        }
    }
    /// The same with one piece more; only mountains and passes are part of it.
    #[must_use]
    pub fn with(mut self, terrain: Terrain, square: Square) -> Relief {
        match terrain {
            Terrain::Mountain => self.mountains.insert(square),
            Terrain::Pass => self.passes.insert(square),
            Terrain::Fort | Terrain::Arsenal => {}
        }
        self
    }
    /// The same with nothing on a square.
    #[must_use]
    pub fn without(mut self, square: Square) -> Relief {
        let here: Area = [square].into_iter().collect();
        self.mountains.remove(&here);
        self.passes.remove(&here);
        self
    }
    /// How many pieces of one kind are still to come in a half.
    pub fn left(&self, board: &Board, terrain: Terrain, half: Seat) -> usize {
        let there = match terrain {
            Terrain::Mountain => self.mountains,
            Terrain::Pass => self.passes,
            Terrain::Fort | Terrain::Arsenal => return 0,
        };
        let placed = there.iter().filter(|&square| board.half(square) == half);
        wanted(terrain).saturating_sub(placed.count())
    }
    /// What is placed next: mountains first, passes last; nothing if all is there.
    pub fn next(&self, board: &Board) -> Option<Terrain> {
        [Terrain::Mountain, Terrain::Pass]
            .into_iter()
            .find(|&terrain| {
                [NORTH, SOUTH]
                    .into_iter()
                    .any(|half| self.left(board, terrain, half) > 0)
            })
    }
    /// What is seen from each square along the eight lines: only mountains are in the way.
    pub fn sights(&self, board: &Board) -> Vec<Area> {
        board.sights_among(&self.mountains)
    }
}

/// The open game's ground: the one that was given, or the one that came of the set-up.
#[derive(Clone, Debug, Default)]
pub struct Field(Option<Arc<Guerre>>);

impl Field {
    fn features(&self) -> Option<&[Feature]> {
        Some(self.0.as_ref()?.board().features())
    }
}

impl PartialEq for Field {
    fn eq(&self, other: &Field) -> bool {
        self.features() == other.features()
    }
}
impl Eq for Field {}

impl Hash for Field {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.features().hash(state);
    }
}

impl Deployed {
    /// The open game on a field.
    pub(super) fn on<'a>(&'a self, field: &'a Field) -> &'a Guerre {
        field.0.as_deref().unwrap_or(&self.game)
    }

    /// The field with these features, in an order that depends on nothing but where they lie.
    pub(super) fn field(&self, mut features: Vec<Feature>) -> Field {
        features.sort_unstable_by_key(|feature| (feature.owner, feature.square));
        let (width, height) = (self.game.board().width(), self.game.board().height());
        let board = Board::new(width, height, features)
            .expect("a set-up puts nothing beside the board or on other terrain");
        Field(Some(Arc::new(self.game.on(board))))
    }

    /// What lies on the ground: mountains and passes, and what the camps have built.
    pub(super) fn features(&self, relief: &Relief, camps: &Camps) -> Vec<Feature> {
        let board = self.game.board();
        let feature = |terrain, square| Feature {
            terrain,
            square,
            owner: board.half(square),
        };
        let mut features: Vec<Feature> = Vec::new();
        features.extend(
            relief
                .mountains
                .iter()
                .map(|at| feature(Terrain::Mountain, at)),
        );
        features.extend(relief.passes.iter().map(|at| feature(Terrain::Pass, at)));
        for seat in [NORTH, SOUTH] {
            let works = camps.of(seat).works();
            features.extend(works.map(|(terrain, at)| feature(terrain, at)));
        }
        features
    }

    /// The field that a relief and two camps make; without a relief, the one that is given.
    pub(super) fn field_of(&self, relief: Option<&Relief>, camps: &Camps) -> Field {
        match relief {
            Some(relief) => self.field(self.features(relief, camps)),
            None => Field::default(),
        }
    }
}
