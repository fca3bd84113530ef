//! The grid of cells: which region each belongs to, and where the borders run between them.

/// A corner of the grid, by column and row; the last ones lie on the right and lower edge.
pub(super) type Corner = (i32, i32);

/// The ways along the grid, clockwise from the right.
pub(super) const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Cells by rows.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    columns: u16,
    rows: u16,
    ids: Vec<u8>,
}

/// One side of a cell that lies on a border.
#[derive(Copy, Clone, Debug)]
pub(super) struct Side {
    pub from: Corner,
    pub to: Corner,
    /// The cell beyond it.
    cell: Corner,
}

impl Side {
    /// Its middle, in half cells.
    pub fn middle(&self) -> (i32, i32) {
        (self.from.0 + self.to.0, self.from.1 + self.to.1)
    }

    /// The middle of the cell beyond it, in half cells.
    pub fn beyond(&self) -> (i32, i32) {
        (2 * self.cell.0 + 1, 2 * self.cell.1 + 1)
    }
}

impl Grid {
    pub fn new(columns: u16, cells: &[u8]) -> Grid {
        let rows = match columns {
            0 => 0,
            columns => cells.len() / usize::from(columns),
        };
        let rows = u16::try_from(rows).unwrap_or(u16::MAX);
        let count = usize::from(columns) * usize::from(rows);
        Grid {
            columns,
            rows,
            ids: cells[..count].to_vec(),
        }
    }

    pub fn columns(&self) -> u16 {
        self.columns
    }

    pub fn rows(&self) -> u16 {
        self.rows
    }

    pub fn ids(&self) -> &[u8] {
        &self.ids
    }

    /// The region of a cell; beyond the edge there is none.
    pub fn id(&self, x: i32, y: i32) -> Option<u8> {
        let (columns, rows) = (i32::from(self.columns), i32::from(self.rows));
        let inside = (0..columns).contains(&x) && (0..rows).contains(&y);
        inside.then(|| self.ids[(y * columns + x) as usize])
    }

    /// Every corner, row by row.
    pub fn corners(&self) -> impl Iterator<Item = Corner> + use<> {
        let (columns, rows) = (i32::from(self.columns), i32::from(self.rows));
        (0..=rows).flat_map(move |y| (0..=columns).map(move |x| (x, y)))
    }

    /// The number of a corner in [`Grid::corners`].
    pub fn index(&self, (x, y): Corner) -> usize {
        (y * (i32::from(self.columns) + 1) + x) as usize
    }

    /// The regions to the left and to the right of one who leaves a corner.
    pub fn beside(&self, (x, y): Corner, way: usize) -> (Option<u8>, Option<u8>) {
        let (above_left, above_right) = (self.id(x - 1, y - 1), self.id(x, y - 1));
        let (below_left, below_right) = (self.id(x - 1, y), self.id(x, y));
        match way {
            0 => (above_right, below_right),
            1 => (below_right, below_left),
            2 => (below_left, above_left),
            _ => (above_left, above_right),
        }
    }

    /// Whether a border leaves a corner this way.
    pub fn is_border(&self, corner: Corner, way: usize) -> bool {
        let (left, right) = self.beside(corner, way);
        left != right
    }

    /// The ways that borders leave a corner.
    pub fn ways(&self, corner: Corner) -> impl Iterator<Item = usize> + '_ {
        (0..WAYS.len()).filter(move |&way| self.is_border(corner, way))
    }

    /// Whether a corner lies on the edge of the grid.
    pub fn is_edge(&self, (x, y): Corner) -> bool {
        x == 0 || y == 0 || x == i32::from(self.columns) || y == i32::from(self.rows)
    }

    /// Whether stretches of border end at a corner: three or four meet, or the edge turns.
    pub fn is_junction(&self, corner: Corner) -> bool {
        let (x, y) = corner;
        let turns =
            (x == 0 || x == i32::from(self.columns)) && (y == 0 || y == i32::from(self.rows));
        turns || self.ways(corner).count() > 2
    }

    /// The sides of cells of `one` beyond which lies `two`.
    pub fn sides(&self, one: u8, two: u8) -> Vec<Side> {
        let mut sides = Vec::new();
        for corner in self.corners() {
            for way in 0..2 {
                let to = stepped(corner, way);
                let (left, right) = self.beside(corner, way);
                // Leaving to the right the cell on the left lies above, leaving downwards beside.
                let left_cell = if way == 0 {
                    (corner.0, corner.1 - 1)
                } else {
                    corner
                };
                let right_cell = if way == 0 {
                    corner
                } else {
                    (corner.0 - 1, corner.1)
                };
                let beyond = match (left, right) {
                    (Some(left), Some(right)) if (left, right) == (one, two) => right_cell,
                    (Some(left), Some(right)) if (left, right) == (two, one) => left_cell,
                    _ => continue,
                };
                sides.push(Side {
                    from: corner,
                    to,
                    cell: beyond,
                });
            }
        }
        sides
    }
}

/// The corner that a way leads to.
pub(super) fn stepped((x, y): Corner, way: usize) -> Corner {
    let (right, down) = WAYS[way];
    (x + right, y + down)
}
