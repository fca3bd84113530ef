//! How regions grow on the grid: from random cells to sizes of a normal law. §1.2
//!
//! Whole numbers only, so that every machine grows the same regions.

use vauban_game::Dice;

/// §1.1 The side of the map, in cells.
pub const SIDE: usize = 64;
/// §1.1
pub const CELLS: usize = SIDE * SIDE;

/// §1.2 How many regions begin to grow.
const SEEDS: usize = 68;
/// §1.2 The size that a region grows to: mean and standard deviation, in cells.
const SIZE: (i64, i64) = (60, 10);
/// §1.2 Smaller regions join another one.
const SMALLEST: usize = 20;
/// Of so many random cells the one farthest from all other seeds becomes the next, so that most
/// regions have room to reach their size.
const CANDIDATES: usize = 6;
/// Of so many cells at its border a region takes the one it surrounds most: the larger, the rounder.
const TRIES: usize = 3;

/// No region, while regions grow.
const FREE: u8 = u8::MAX;

/// One scale of the even numbers whose sum is nearly normal.
const EVEN: i64 = 1 << 16;

/// §1.4 A whole number by a normal law: the sum of 12 even ones has a variance of their range.
pub fn normal(dice: &mut Dice, mean: i64, deviation: i64) -> i64 {
    let sum: i64 = (0..12).map(|_| i64::from(dice.below(EVEN as u32))).sum();
    // Twice the mean of the sum is whole.
    let twice = 2 * sum - 12 * (EVEN - 1);
    (2 * mean * EVEN + deviation * twice + EVEN).div_euclid(2 * EVEN)
}

/// The cells beside a cell, by their sides.
pub fn beside(cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / SIDE, cell % SIDE);
    let up = (row > 0).then(|| cell - SIDE);
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < SIDE).then(|| cell + 1);
    let down = (row + 1 < SIDE).then(|| cell + SIDE);
    [up, left, right, down].into_iter().flatten()
}

/// Regions, each in one piece, that fill the grid.
pub struct Growth {
    /// By cell.
    pub regions: Vec<u8>,
    /// By region: how many cells it has.
    pub sizes: Vec<usize>,
}

impl Growth {
    /// §1.2
    pub fn new(dice: &mut Dice) -> Growth {
        let mut growth = Growth {
            regions: vec![FREE; CELLS],
            sizes: vec![0; SEEDS],
        };
        growth.grow(dice);
        growth.fill();
        growth.merge();
        growth
    }

    /// §1.2 Which regions are adjacent, as bits.
    pub fn borders(&self) -> Vec<u128> {
        let mut borders = vec![0; self.sizes.len()];
        for cell in 0..CELLS {
            for other in beside(cell) {
                let (one, two) = (self.regions[cell], self.regions[other]);
                if one != two {
                    borders[usize::from(one)] |= 1 << two;
                }
            }
        }
        borders
    }

    fn take(&mut self, cell: usize, region: usize, edges: &mut [Vec<u16>]) {
        self.regions[cell] = region as u8;
        self.sizes[region] += 1;
        let free = beside(cell).filter(|&other| self.regions[other] == FREE);
        edges[region].extend(free.map(|other| other as u16));
    }

    /// Every region grows by one cell at a time, whichever is next by chance, until it has its size
    /// or no room.
    fn grow(&mut self, dice: &mut Dice) {
        let mut edges: Vec<Vec<u16>> = vec![Vec::new(); SEEDS];
        let mut seeds: Vec<usize> = Vec::with_capacity(SEEDS);
        for region in 0..SEEDS {
            let far = |cell: usize| {
                let apart = |&seed: &usize| {
                    let rows = (cell / SIDE).abs_diff(seed / SIDE);
                    let columns = (cell % SIDE).abs_diff(seed % SIDE);
                    rows * rows + columns * columns
                };
                seeds.iter().map(apart).min().unwrap_or(usize::MAX)
            };
            let mut best = dice.below(CELLS as u32) as usize;
            for _ in 1..CANDIDATES {
                let other = dice.below(CELLS as u32) as usize;
                if far(other) > far(best) {
                    best = other;
                }
            }
            // All candidates may be seeds already, though it never happens on a grid this large.
            while self.regions[best] != FREE {
                best = (best + 1) % CELLS;
            }
            seeds.push(best);
            self.take(best, region, &mut edges);
        }
        let wanted: Vec<usize> = (0..SEEDS)
            .map(|_| normal(dice, SIZE.0, SIZE.1).max(1) as usize)
            .collect();
        let mut growing: Vec<usize> = (0..SEEDS).collect();
        while !growing.is_empty() {
            let place = dice.below(growing.len() as u32) as usize;
            let region = growing[place];
            let next = match self.sizes[region] < wanted[region] {
                true => self.next_cell(region, &mut edges[region], dice),
                false => None,
            };
            match next {
                Some(cell) => self.take(cell, region, &mut edges),
                None => {
                    growing.swap_remove(place);
                }
            }
        }
    }

    /// A free cell at the border of a region.
    fn next_cell(&self, region: usize, edge: &mut Vec<u16>, dice: &mut Dice) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        let mut tries = 0;
        while tries < TRIES && !edge.is_empty() {
            let place = dice.below(edge.len() as u32) as usize;
            let cell = usize::from(edge[place]);
            if self.regions[cell] != FREE {
                edge.swap_remove(place);
                continue;
            }
            let own = |&other: &usize| self.regions[other] == region as u8;
            let hold = beside(cell).filter(own).count();
            if best.is_none_or(|(most, _)| hold > most) {
                best = Some((hold, cell));
            }
            tries += 1;
        }
        best.map(|(_, cell)| cell)
    }

    /// Cells that are left join the smallest region beside them, from the borders inwards.
    fn fill(&mut self) {
        loop {
            let mut left = false;
            for cell in 0..CELLS {
                if self.regions[cell] != FREE {
                    continue;
                }
                let around = beside(cell).map(|other| self.regions[other]);
                let known = around.filter(|&region| region != FREE);
                let best = known.min_by_key(|&region| (self.sizes[usize::from(region)], region));
                match best {
                    Some(region) => {
                        self.regions[cell] = region;
                        self.sizes[usize::from(region)] += 1;
                    }
                    None => left = true,
                }
            }
            if !left {
                return;
            }
        }
    }

    /// Small regions join the smallest one beside them, the smallest first; then regions are numbered
    /// from the top row to the bottom one.
    fn merge(&mut self) {
        loop {
            let small = (0..self.sizes.len())
                .filter(|&region| (1..SMALLEST).contains(&self.sizes[region]))
                .min_by_key(|&region| (self.sizes[region], region));
            let Some(small) = small else { break };
            let borders = self.borders()[small];
            let beside = (0..self.sizes.len()).filter(|&other| borders >> other & 1 == 1);
            let Some(other) = beside.min_by_key(|&other| (self.sizes[other], other)) else {
                break;
            };
            for region in &mut self.regions {
                if usize::from(*region) == small {
                    *region = other as u8;
                }
            }
            self.sizes[other] += std::mem::take(&mut self.sizes[small]);
        }
        let mut numbers = [FREE; SEEDS];
        let mut sizes = Vec::new();
        for region in &mut self.regions {
            let old = usize::from(*region);
            if numbers[old] == FREE {
                numbers[old] = sizes.len() as u8;
                sizes.push(self.sizes[old]);
            }
            *region = numbers[old];
        }
        self.sizes = sizes;
    }
}
