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
}

impl Depths {
    pub fn of(grid: &Grid) -> Depths {
        let across = 2 * i32::from(grid.columns()) + 1;
        let down = 2 * i32::from(grid.rows()) + 1;
        let far = i32::MAX / 2;
        let depths = (0..down).flat_map(|y| (0..across).map(move |x| (x, y)));
        let depths = depths
            .map(|(x, y)| if inside(grid, x, y).is_some() { far } else { 0 })
            .collect();
        let mut depths = Depths { across, depths };
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
    pub fn deepest(&self, grid: &Grid, id: u8) -> Option<(Place, i32)> {
        let rows = self.depths.len() as i32 / self.across;
        let own = (0..rows)
            .flat_map(|y| (0..self.across).map(move |x| (x, y)))
            .filter(|&(x, y)| inside(grid, x, y) == Some(id));
        let (mut sum, mut count) = ((0i64, 0i64), 0i64);
        for (x, y) in own.clone() {
            sum = (sum.0 + i64::from(x), sum.1 + i64::from(y));
            count += 1;
        }
        let aside = |x: i32, y: i32| {
            let (right, below) = (i64::from(x) * count - sum.0, i64::from(y) * count - sum.1);
            right.pow(2) + below.pow(2)
        };
        let (x, y) = own.min_by_key(|&(x, y)| (-self.at((x, y)), aside(x, y), y, x))?;
        let depth = self.at((x, y)) * STEPS / (2 * STRAIGHT);
        Some(((x * STEPS / 2, y * STEPS / 2), depth))
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
