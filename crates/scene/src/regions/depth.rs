//! How deep inside its region each place lies, measured over the grid in half cells.

use super::grid::Grid;
use super::{Place, STEPS};

/// A depth of two cells: enough for whatever is to stand there.
pub(super) const WIDE: i32 = 4 * STRAIGHT;

/// Lengths of a step of half a cell ahead and across, as 3 to 4: nearly as 1 to √2.
const STRAIGHT: i32 = 3;
const ACROSS: i32 = 4;

/// The depth of every half cell: 0 on a border.
#[derive(Clone, Debug)]
pub(super) struct Depths {
    /// How many places a row has: twice the columns of the grid, and one.
    across: i32,
    depths: Vec<i32>,
    /// By region, in half cells.
    deepest: Vec<Option<(i32, i32)>>,
}

/// As many as can be told apart.
const REGIONS: usize = u8::MAX as usize + 1;

impl Depths {
    pub fn of(grid: &Grid) -> Depths {
        let across = 2 * i32::from(grid.columns()) + 1;
        let down = 2 * i32::from(grid.rows()) + 1;
        let far = i32::MAX / 2;
        let places = (0..down).flat_map(|y| (0..across).map(move |x| (x, y)));
        let owners: Vec<Option<u8>> = places.map(|(x, y)| inside(grid, x, y)).collect();
        let depth = |owner: &Option<u8>| if owner.is_some() { far } else { 0 };
        let mut depths = Depths {
            across,
            depths: owners.iter().map(depth).collect(),
            deepest: Vec::new(),
        };
        // Once from the upper left and once from the lower right, each place from those passed.
        let passed = [
            (-1, 0, STRAIGHT),
            (0, -1, STRAIGHT),
            (-1, -1, ACROSS),
            (1, -1, ACROSS),
        ];
        for y in 0..down {
            for x in 0..across {
                depths.take(x, y, &passed);
            }
        }
        let coming = passed.map(|(right, below, length)| (-right, -below, length));
        for y in (0..down).rev() {
            for x in (0..across).rev() {
                depths.take(x, y, &coming);
            }
        }
        depths.find(&owners);
        depths
    }

    /// The depth of a place, given in half cells; 0 beyond the edge.
    pub fn at(&self, (x, y): (i32, i32)) -> i32 {
        if !(0..self.across).contains(&x) || y < 0 {
            return 0;
        }
        let index = (y * self.across + x) as usize;
        self.depths.get(index).copied().unwrap_or(0)
    }

    /// The deepest place of a region and its depth, both in steps.
    pub fn deepest(&self, id: u8) -> Option<(Place, i32)> {
        let (x, y) = self.deepest.get(usize::from(id)).copied().flatten()?;
        let depth = self.at((x, y)) * STEPS / (2 * STRAIGHT);
        Some(((x * STEPS / 2, y * STEPS / 2), depth))
    }

    /// The deepest place of every region, and of those the nearest to its middle: one look at the grid for all.
    fn find(&mut self, owners: &[Option<u8>]) {
        let across = self.across as usize;
        let places = || {
            let own = owners.iter().enumerate();
            own.filter_map(|(index, owner)| {
                let place = ((index % across) as i32, (index / across) as i32);
                owner.map(|id| (usize::from(id), place))
            })
        };
        let mut sums = [(0i64, 0i64, 0i64); REGIONS];
        for (id, (x, y)) in places() {
            let (right, below, count) = sums[id];
            sums[id] = (right + i64::from(x), below + i64::from(y), count + 1);
        }
        let mut best = [None; REGIONS];
        for (id, (x, y)) in places() {
            let (right, below, count) = sums[id];
            let (right, below) = (i64::from(x) * count - right, i64::from(y) * count - below);
            let aside = right.pow(2) + below.pow(2);
            let rank = (-self.at((x, y)), aside, y, x);
            if best[id].is_none_or(|other| rank < other) {
                best[id] = Some(rank);
            }
        }
        self.deepest = best.map(|rank| rank.map(|(.., y, x)| (x, y))).to_vec();
    }

    fn take(&mut self, x: i32, y: i32, from: &[(i32, i32, i32)]) {
        let index = (y * self.across + x) as usize;
        let nearest = from
            .iter()
            .map(|&(right, below, length)| self.at((x + right, y + below)) + length)
            .min();
        self.depths[index] = self.depths[index].min(nearest.unwrap_or(0));
    }
}

/// The region that has all cells around a place; none on a border.
fn inside(grid: &Grid, x: i32, y: i32) -> Option<u8> {
    // A place with an odd number lies in the middle of a cell, else between two.
    let cells = |at: i32| [(at - 1).div_euclid(2), at.div_euclid(2)];
    let id = grid.id(cells(x)[1], cells(y)[1])?;
    let same = |x: i32, y: i32| grid.id(x, y) == Some(id);
    let whole = cells(x)
        .iter()
        .all(|&x| cells(y).iter().all(|&y| same(x, y)));
    whole.then_some(id)
}
