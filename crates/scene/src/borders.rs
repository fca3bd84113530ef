//! Borders as lines of characters, for maps without colours.

use crate::terminal::Drawn;
use crate::{Form, Point, Raster};

/// The line through a character, by the sides that it meets: up 1, right 2, down 4, left 8.
const LINES: [char; 16] = [
    ' ', ' ', ' ', '╰', ' ', '│', '╭', '├', ' ', '╯', '─', '┴', '╮', '┤', '┬', '┼',
];

impl Raster {
    /// Hints at the borders of lands.
    ///
    /// What lies at the four corners of a character says which of its sides a border crosses. A
    /// side has the same corners seen from both of its characters, so the lines never break.
    pub(crate) fn hint_borders(&mut self, drawn: &[Drawn<'_>]) {
        let (columns, rows) = (usize::from(self.columns()), usize::from(self.rows()));
        let corners = self.corners(drawn);
        let at = |column: usize, row: usize| corners[row * (columns + 1) + column];
        for row in 0..rows {
            for column in 0..columns {
                let (upper_left, upper_right) = (at(column, row), at(column + 1, row));
                let (lower_left, lower_right) = (at(column, row + 1), at(column + 1, row + 1));
                let sides = [
                    upper_left != upper_right,
                    upper_right != lower_right,
                    lower_left != lower_right,
                    upper_left != lower_left,
                ];
                let crossed = (0..4).map(|side| usize::from(sides[side]) << side);
                self.cells[row * columns + column].hint = LINES[crossed.sum::<usize>()];
            }
        }
    }

    /// The land at each corner of the characters, as the number of its shape.
    fn corners(&self, drawn: &[Drawn<'_>]) -> Vec<Option<usize>> {
        let (columns, rows) = (usize::from(self.columns()), usize::from(self.rows()));
        let mut corners = vec![None; (columns + 1) * (rows + 1)];
        for (index, one) in drawn.iter().enumerate() {
            let is_land = matches!(one.shape.form, Form::Area { .. }) && one.shape.spot.is_some();
            let Some(bounds) = one.shape.bounds().filter(|_| is_land) else {
                continue;
            };
            let span = |from: f32, to: f32, scale: f32, end: usize| {
                let cell = |at: f32| (at * scale).clamp(0.0, end as f32) as usize;
                cell(from)..=(cell(to) + 1).min(end)
            };
            for row in span(bounds.min.y, bounds.max.y, self.scale.1, rows) {
                for column in span(bounds.min.x, bounds.max.x, self.scale.0, columns) {
                    let corner = &mut corners[row * (columns + 1) + column];
                    let point = Point::new(column as f32 / self.scale.0, row as f32 / self.scale.1);
                    if corner.is_none() && one.shape.contains(point) {
                        *corner = Some(index);
                    }
                }
            }
        }
        corners
    }
}
