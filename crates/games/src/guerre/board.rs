//! The ground: its size, what stands on it, and the tables that follow from it.

use vauban_game::Seat;

use super::{
    NORTH, SOUTH,
    area::{Area, MOST_SQUARES},
    place::Place,
};

/// A square of a board, counted row by row from 0.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Square(pub u16);

impl Square {
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a square may bear.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Terrain {
    Mountain,
    Pass,
    Fort,
    Arsenal,
}

impl Terrain {
    pub const ALL: [Terrain; 4] = [
        Terrain::Mountain,
        Terrain::Pass,
        Terrain::Fort,
        Terrain::Arsenal,
    ];
    /// Its name in save files.
    pub fn code(self) -> &'static str {
        match self {
            Terrain::Mountain => "M",
            Terrain::Pass => "CO",
            Terrain::Fort => "F",
            Terrain::Arsenal => "AR",
        }
    }
    /// Its letter in position texts.
    pub fn letter(self) -> char {
        match self {
            Terrain::Mountain => 'm',
            Terrain::Pass => 'p',
            Terrain::Fort => 'f',
            Terrain::Arsenal => 'a',
        }
    }
}

/// One piece of terrain. Its owner matters for arsenals; for the others it says in whose half they lie.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Feature {
    pub terrain: Terrain,
    pub square: Square,
    pub owner: Seat,
}

/// A board has at most this many arsenals on each side.
pub const MOST_ARSENALS: usize = 32;

/// The eight directions, as (row, column); their index is `direction`.
pub const DIRECTIONS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// The index in [`DIRECTIONS`] of the way from one place to another on the same line.
#[inline]
fn direction(from: Place, to: Place) -> usize {
    let sign = |a: u16, b: u16| usize::from(b >= a) + usize::from(b > a);
    let nine = 3 * sign(from.row, to.row) + sign(from.column, to.column);
    nine - usize::from(nine > 4)
}

/// Size and terrain, with everything that can be worked out before the first move.
#[derive(Debug)]
pub struct Board {
    width: u16,
    height: u16,
    features: Vec<Feature>,
    ground: Vec<Option<Feature>>,
    arsenals: [Vec<Square>; 2],
    places: Vec<Place>,
    /// The eight neighbours without mountains.
    around: Vec<Area>,
    /// All eight lines, each up to a mountain or the edge.
    sight: Vec<Area>,
    /// For each square and direction: the square itself and its line, up to a mountain or the edge.
    rays: Vec<Area>,
    /// All squares without mountains.
    open: Area,
    /// All squares but those of the first column, and but those of the last.
    not_first: Area,
    not_last: Area,
    standard: bool,
}

/// Why a board cannot be.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum BadBoard {
    /// No squares, or more than [`MOST_SQUARES`].
    Size,
    /// A feature lies beside the board.
    Outside(usize),
    /// Two features lie on one square; the second is told.
    Overlap(usize),
    /// More than [`MOST_ARSENALS`] of one side.
    Arsenals(usize),
}

impl Board {
    /// A board of this size with these features, whose squares are counted by this `width`.
    pub fn new(width: u16, height: u16, features: Vec<Feature>) -> Result<Board, BadBoard> {
        let squares = usize::from(width) * usize::from(height);
        if squares == 0 || squares > MOST_SQUARES {
            return Err(BadBoard::Size);
        }
        let mut ground: Vec<Option<Feature>> = vec![None; squares];
        let mut arsenals = [Vec::new(), Vec::new()];
        for (index, &feature) in features.iter().enumerate() {
            let place = ground
                .get_mut(feature.square.index())
                .ok_or(BadBoard::Outside(index))?;
            if place.replace(feature).is_some() {
                return Err(BadBoard::Overlap(index));
            }
            if feature.terrain == Terrain::Arsenal {
                let own: &mut Vec<Square> = &mut arsenals[feature.owner.index() & 1];
                own.push(feature.square);
                if own.len() > MOST_ARSENALS {
                    return Err(BadBoard::Arsenals(index));
                }
            }
        }
        let places = (0..height)
            .flat_map(|row| (0..width).map(move |column| Place { row, column }))
            .collect();
        let sorted = |mut features: Vec<Feature>| {
            features.sort_unstable();
            features
        };
        let standard = (width, height) == (WIDTH, HEIGHT)
            && sorted(features.clone()) == sorted(standard_features());
        let mut board = Board {
            width,
            height,
            features,
            ground,
            arsenals,
            places,
            around: Vec::new(),
            sight: Vec::new(),
            rays: Vec::new(),
            open: Area::EMPTY,
            not_first: Area::EMPTY,
            not_last: Area::EMPTY,
            standard,
        };
        board.survey();
        Ok(board)
    }

    /// Works out neighbours and lines.
    fn survey(&mut self) {
        for square in self.squares() {
            let column = self.place(square).column;
            if !self.is_mountain(square) {
                self.open.insert(square);
            }
            if column > 0 {
                self.not_first.insert(square);
            }
            if column + 1 < self.width {
                self.not_last.insert(square);
            }
            let mut around = Area::EMPTY;
            for step in DIRECTIONS {
                let neighbour = self.step(square, step);
                if let Some(next) = neighbour.filter(|&next| !self.is_mountain(next)) {
                    around.insert(next);
                }
            }
            self.around.push(around);
        }
        let all: Area = self.squares().collect();
        let mut mountains = all;
        mountains.remove(&self.open);
        self.rays = self.rays(&mountains);
        self.sight = self.sights(&self.rays);
    }

    /// For each square and direction: the square itself and its line, up to a mountain or the edge.
    fn rays(&self, mountains: &Area) -> Vec<Area> {
        let mut rays = vec![Area::EMPTY; 8 * self.places.len()];
        for (way, &step) in DIRECTIONS.iter().enumerate() {
            let mut extend = |square: Square| {
                let next = self.step(square, step);
                let next = next.filter(|&next| !mountains.contains(next));
                // The line of the next square is known already.
                let mut ray = next.map_or(Area::EMPTY, |next| rays[8 * next.index() + way]);
                ray.insert(square);
                rays[8 * square.index() + way] = ray;
            };
            match step < (0, 0) {
                true => self.squares().for_each(&mut extend),
                false => self.squares().rev().for_each(&mut extend),
            }
        }
        rays
    }

    /// What is seen from each square along its eight lines.
    fn sights(&self, rays: &[Area]) -> Vec<Area> {
        let lines = self.squares().zip(rays.chunks_exact(8));
        lines
            .map(|(square, lines)| {
                let mut sight = Area::EMPTY;
                lines.iter().for_each(|line| sight.join(line));
                sight.take(square);
                sight
            })
            .collect()
    }

    /// What would be seen from each square if these were the mountains.
    pub fn sights_among(&self, mountains: &Area) -> Vec<Area> {
        self.sights(&self.rays(mountains))
    }

    /// The board of the published game.
    pub fn standard() -> Board {
        Board::new(WIDTH, HEIGHT, standard_features()).expect("the standard board fits")
    }

    /// What the published board has, and where.
    pub fn published() -> impl Iterator<Item = (Terrain, Place)> {
        STANDARD.iter().flat_map(|(_, terrain, places)| {
            let places = places.split(' ').filter_map(Place::read);
            places.map(|place| (*terrain, place))
        })
    }

    pub fn width(&self) -> u16 {
        self.width
    }
    pub fn height(&self) -> u16 {
        self.height
    }
    pub fn features(&self) -> &[Feature] {
        &self.features
    }
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        (0..self.width * self.height).map(Square)
    }
    #[inline]
    pub fn place(&self, square: Square) -> Place {
        self.places[square.index()]
    }
    /// The square at a place, if it is on the board.
    #[inline]
    pub fn square(&self, place: Place) -> Option<Square> {
        (place.row < self.height && place.column < self.width)
            .then(|| Square(place.row * self.width + place.column))
    }
    /// The square at a place that is known to be on the board.
    #[inline]
    pub fn known(&self, place: Place) -> Square {
        debug_assert!(self.square(place).is_some(), "{place} is not on the board");
        Square(place.row * self.width + place.column)
    }
    /// The square one step away, unless the edge is in the way.
    pub fn step(&self, square: Square, (rows, columns): (i32, i32)) -> Option<Square> {
        let place = self.place(square);
        let row = u16::try_from(i32::from(place.row) + rows).ok()?;
        let column = u16::try_from(i32::from(place.column) + columns).ok()?;
        self.square(Place { row, column })
    }
    #[inline]
    pub fn feature(&self, square: Square) -> Option<Feature> {
        self.ground[square.index()]
    }
    #[inline]
    pub fn terrain(&self, square: Square) -> Option<Terrain> {
        self.ground[square.index()].map(|feature| feature.terrain)
    }
    #[inline]
    pub fn is_mountain(&self, square: Square) -> bool {
        self.terrain(square) == Some(Terrain::Mountain)
    }
    /// A side's arsenals, whether or not they still stand.
    #[inline]
    pub fn arsenals(&self, owner: Seat) -> &[Square] {
        &self.arsenals[owner.index()]
    }
    #[inline]
    pub fn around(&self, square: Square) -> &Area {
        &self.around[square.index()]
    }
    /// All squares without mountains.
    #[inline]
    pub fn open(&self) -> &Area {
        &self.open
    }
    /// An area and all neighbours of its squares, mountains and what lies below the board included.
    #[inline]
    pub fn spread(&self, area: &Area) -> Area {
        let mut wide = *area;
        wide.join(&area.common(&self.not_last).later(1));
        wide.join(&area.common(&self.not_first).earlier(1));
        let mut tall = wide;
        tall.join(&wide.later(usize::from(self.width)));
        tall.join(&wide.earlier(usize::from(self.width)));
        tall
    }
    /// What can be seen along the eight lines; only mountains are in the way.
    #[inline]
    pub fn sight(&self, square: Square) -> &Area {
        &self.sight[square.index()]
    }
    /// What lies behind `blocker` as seen from `from` on one line, the blocker with it.
    #[inline]
    pub fn shadow(&self, from: Square, blocker: Square) -> &Area {
        let direction = direction(self.place(from), self.place(blocker));
        &self.rays[blocker.index() * 8 + direction]
    }

    /// In whose half a square lies: the upper rows are North's.
    pub fn half(&self, square: Square) -> Seat {
        if self.place(square).row * 2 < self.height {
            NORTH
        } else {
            SOUTH
        }
    }

    /// Whether this is the ground of the published game.
    pub fn is_standard(&self) -> bool {
        self.standard
    }
}

const WIDTH: u16 = 25;
const HEIGHT: u16 = 20;

fn standard_features() -> Vec<Feature> {
    let line = |&(owner, terrain, places): &(Seat, Terrain, &'static str)| {
        places.split(' ').map(move |place| {
            let place = Place::read(place).expect("the table is well written");
            Feature {
                terrain,
                square: Square(place.row * WIDTH + place.column),
                owner,
            }
        })
    };
    STANDARD.iter().flat_map(line).collect()
}

/// In the order in which the published save file lists it.
const STANDARD: [(Seat, Terrain, &str); 8] = [
    (NORTH, Terrain::Fort, "B8 H21 I13"),
    (NORTH, Terrain::Arsenal, "B15 D8"),
    (
        NORTH,
        Terrain::Mountain,
        "C10 D10 E10 G10 H10 I10 C11 C12 C13",
    ),
    (NORTH, Terrain::Pass, "F10"),
    (SOUTH, Terrain::Fort, "M3 L15 O23"),
    (SOUTH, Terrain::Arsenal, "T3 T23"),
    (
        SOUTH,
        Terrain::Mountain,
        "N11 N12 N13 N14 N15 N16 P16 Q16 R16",
    ),
    (SOUTH, Terrain::Pass, "O16"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn at(board: &Board, text: &str) -> Square {
        board.known(Place::read(text).unwrap())
    }

    #[test]
    fn the_standard_board_is_the_published_one() {
        let board = Board::standard();
        assert!(board.is_standard());
        assert_eq!((board.width(), board.height()), (25, 20));
        for (terrain, count) in Terrain::ALL.into_iter().zip([18, 2, 6, 4]) {
            let found = board
                .squares()
                .filter(|&square| board.terrain(square) == Some(terrain))
                .count();
            assert_eq!(found, count, "{terrain:?}");
        }
        assert!(
            board
                .features()
                .iter()
                .all(|f| board.half(f.square) == f.owner)
        );
    }

    #[test]
    fn lines_stop_before_mountains() {
        let board = Board::standard();
        let sight = board.sight(at(&board, "D8"));
        assert!(sight.contains(at(&board, "I13")));
        assert!(sight.contains(at(&board, "D9")) && !sight.contains(at(&board, "D10")));
        assert!(!sight.contains(at(&board, "D11")) && !sight.contains(at(&board, "D8")));
        let shadow = board.shadow(at(&board, "D8"), at(&board, "G11"));
        assert!(shadow.contains(at(&board, "G11")) && shadow.contains(at(&board, "M17")));
        assert!(!shadow.contains(at(&board, "F10")));
        assert_eq!(board.around(at(&board, "F10")).len(), 6);
    }

    #[test]
    fn an_area_spreads_to_all_neighbours() {
        let boards = [(25, 20), (7, 3), (1, 30), (64, 8), (70, 7), (512, 1)];
        for (width, height) in boards {
            let board = Board::new(width, height, Vec::new()).unwrap();
            for square in board.squares() {
                let mut area = Area::EMPTY;
                area.insert(square);
                let mut expected = *board.around(square);
                expected.insert(square);
                let spread = board.spread(&area).common(board.open());
                assert_eq!(spread, expected, "{width}x{height} {square:?}");
            }
        }
    }

    #[test]
    fn a_board_that_cannot_be_is_refused() {
        let fort = |square| Feature {
            terrain: Terrain::Fort,
            square: Square(square),
            owner: NORTH,
        };
        assert_eq!(Board::new(0, 5, vec![]).unwrap_err(), BadBoard::Size);
        assert_eq!(Board::new(513, 1, vec![]).unwrap_err(), BadBoard::Size);
        assert_eq!(
            Board::new(5, 5, vec![fort(25)]).unwrap_err(),
            BadBoard::Outside(0)
        );
        assert_eq!(
            Board::new(5, 5, vec![fort(2), fort(2)]).unwrap_err(),
            BadBoard::Overlap(1)
        );
        assert!(Board::new(512, 1, vec![fort(511)]).is_ok());
    }
}
