//! The 29 hexagons of the garden, and sets of them.
//!
//! A cell is named by its row and its place in it, `a1` to `e5`; its neighbours come from the
//! slanted coordinates (i, j) in which every step is one of six. A set of cells is a word with a bit
//! for each.

use std::fmt;

use vauban_game::scene::{Hexes, Spot};

/// §1.1 How many cells each row has, from the top.
const ROWS: [u8; 5] = [5, 6, 7, 6, 5];
/// The slanted column in which each row begins.
const BEGINS: [u8; 5] = [2, 1, 0, 0, 0];

/// A hexagon, row by row from the top left. No value lies off the board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Cell(u8);

/// A set of cells.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Default)]
pub struct Area(pub(super) u32);

/// §1.2 By cell.
static NEIGHBOURS: [Area; Cell::COUNT as usize] = neighbours();
/// Steps between any two cells.
static STEPS: [[u8; Cell::COUNT as usize]; Cell::COUNT as usize] = steps();

impl Cell {
    pub const COUNT: u8 = 29;

    pub const fn new(index: u8) -> Option<Cell> {
        if index < Cell::COUNT {
            return Some(Cell(index));
        }
        None
    }
    /// The cell of a row, both counted from 0.
    pub const fn at(row: u8, place: u8) -> Option<Cell> {
        if row as usize >= ROWS.len() || place >= ROWS[row as usize] {
            return None;
        }
        let (mut index, mut above) = (place, 0);
        while above < row {
            index += ROWS[above as usize];
            above += 1;
        }
        Some(Cell(index))
    }
    /// The cell at slanted coordinates: row `i`, column `j`.
    pub const fn slanted(i: i8, j: i8) -> Option<Cell> {
        if i < 0 || i as usize >= ROWS.len() || j < BEGINS[i as usize] as i8 {
            return None;
        }
        Cell::at(i as u8, j as u8 - BEGINS[i as usize])
    }
    /// The cell with this very name.
    pub(super) fn named(name: &str) -> Option<Cell> {
        let &[row, place] = name.as_bytes() else {
            return None;
        };
        Cell::at(row.checked_sub(b'a')?, place.checked_sub(b'1')?)
    }
    pub(super) fn spot(self) -> Spot {
        Spot(self.to_string())
    }
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> {
        (0..Cell::COUNT).map(Cell)
    }
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    const fn row_and_place(self) -> (u8, u8) {
        let (mut row, mut place) = (0, self.0);
        while place >= ROWS[row as usize] {
            place -= ROWS[row as usize];
            row += 1;
        }
        (row, place)
    }
    pub const fn row(self) -> u8 {
        self.row_and_place().0
    }
    /// Its slanted coordinates, as [`Hexes`] draws them.
    pub const fn coordinates(self) -> (i8, i8) {
        let (row, place) = self.row_and_place();
        (row as i8, (place + BEGINS[row as usize]) as i8)
    }
    /// §1.2 The cells that share a side with it.
    #[inline]
    pub fn neighbours(self) -> Area {
        NEIGHBOURS[self.index()]
    }
    #[inline]
    pub fn touches(self, other: Cell) -> bool {
        self.neighbours().holds(other)
    }
    /// How many steps it takes from here to there.
    pub fn steps_to(self, other: Cell) -> u8 {
        STEPS[self.index()][other.index()]
    }
}

const fn neighbours() -> [Area; Cell::COUNT as usize] {
    let mut all = [Area::EMPTY; Cell::COUNT as usize];
    let mut index = 0;
    while index < Cell::COUNT {
        let (i, j) = Cell(index).coordinates();
        let mut way = 0;
        while way < Hexes::NEIGHBOURS.len() {
            let (down, right) = Hexes::NEIGHBOURS[way];
            if let Some(there) = Cell::slanted(i + down, j + right) {
                all[index as usize].0 |= 1 << there.0;
            }
            way += 1;
        }
        index += 1;
    }
    all
}

const fn steps() -> [[u8; Cell::COUNT as usize]; Cell::COUNT as usize] {
    let mut steps = [[0; Cell::COUNT as usize]; Cell::COUNT as usize];
    let mut from = 0;
    while from < Cell::COUNT {
        let mut to = 0;
        while to < Cell::COUNT {
            let ((i, j), (k, l)) = (Cell(from).coordinates(), Cell(to).coordinates());
            let (down, right) = (k - i, l - j);
            // The farthest of the three directions of a hexagon.
            let across = (down + right).unsigned_abs();
            let mut most = down.unsigned_abs();
            if right.unsigned_abs() > most {
                most = right.unsigned_abs();
            }
            if across > most {
                most = across;
            }
            steps[from as usize][to as usize] = most;
            to += 1;
        }
        from += 1;
    }
    steps
}

/// `a1` to `e5`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, place) = self.row_and_place();
        write!(f, "{}{}", char::from(b'a' + row), place + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Area {
    pub const EMPTY: Area = Area(0);
    pub const ALL: Area = Area((1 << Cell::COUNT) - 1);

    #[inline]
    pub const fn of(cell: Cell) -> Area {
        Area(1 << cell.0)
    }
    #[inline]
    pub const fn holds(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 != 0
    }
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    #[inline]
    pub const fn and(self, other: Area) -> Area {
        Area(self.0 & other.0)
    }
    #[inline]
    pub const fn or(self, other: Area) -> Area {
        Area(self.0 | other.0)
    }
    #[inline]
    pub const fn without(self, other: Area) -> Area {
        Area(self.0 & !other.0)
    }
    /// All cells next to one of these, and these themselves where they touch.
    pub fn border(self) -> Area {
        self.fold(Area::EMPTY, |border, cell| border.or(cell.neighbours()))
    }
}

/// From the first cell to the last.
impl Iterator for Area {
    type Item = Cell;
    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        let cell = Cell(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

impl FromIterator<Cell> for Area {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Area {
        cells
            .into_iter()
            .fold(Area::EMPTY, |area, cell| area.or(Area::of(cell)))
    }
}

impl fmt::Debug for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
