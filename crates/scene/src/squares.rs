//! Boards of squares: where a square lies, and the letters and numbers around it.

use crate::{Form, Paint, Point, Scene, Shape};

/// A board of unit squares with room for coordinates on its left and below it.
///
/// Column 0 is on the left and row 0 at the top; what a square is called is up to the game.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Squares {
    pub columns: u8,
    pub rows: u8,
}

impl Squares {
    /// The room on the left and below: two thirds of a unit hold a number of two digits even
    /// where the terminal gives a unit three columns.
    pub const MARGIN: f32 = 2.0 / 3.0;
    /// The room above and on the right: enough for an outline, too little for a terminal's line.
    pub const EDGE: f32 = 0.08;

    pub const fn new(columns: u8, rows: u8) -> Squares {
        Squares { columns, rows }
    }

    /// The width of the whole picture.
    pub fn width(self) -> f32 {
        Squares::MARGIN + f32::from(self.columns) + Squares::EDGE
    }

    /// The height of the whole picture.
    pub fn height(self) -> f32 {
        Squares::EDGE + f32::from(self.rows) + Squares::MARGIN
    }

    /// An empty picture of the right size.
    pub fn scene(self) -> Scene {
        Scene {
            width: self.width(),
            height: self.height(),
            turns: true,
            ..Scene::default()
        }
    }

    /// The top left corner of a square.
    pub fn corner(self, column: u8, row: u8) -> Point {
        Point::new(
            Squares::MARGIN + f32::from(column),
            Squares::EDGE + f32::from(row),
        )
    }

    /// The middle of a square.
    pub fn centre(self, column: u8, row: u8) -> Point {
        let corner = self.corner(column, row);
        Point::new(corner.x + 0.5, corner.y + 0.5)
    }

    /// The square that holds a point.
    pub fn square(self, point: Point) -> Option<(u8, u8)> {
        let column = (point.x - Squares::MARGIN).floor();
        let row = (point.y - Squares::EDGE).floor();
        let inside = (0.0..f32::from(self.columns)).contains(&column)
            && (0.0..f32::from(self.rows)).contains(&row);
        inside.then_some((column as u8, row as u8))
    }

    /// Every square as (column, row), row by row.
    pub fn all(self) -> impl Iterator<Item = (u8, u8)> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| (column, row)))
    }

    /// One square of the ground, whose key and spot are `name`.
    pub fn shape(self, column: u8, row: u8, name: impl Into<String>, fill: Paint) -> Shape {
        let form = Form::Rect {
            width: 1.0,
            height: 1.0,
            round: 0.0,
        };
        let name = name.into();
        Shape::new(name.clone(), self.corner(column, row), form, fill).with_spot(name)
    }

    /// The whole ground: a square for each place, named and painted by the caller.
    pub fn ground(
        self,
        name: impl Fn(u8, u8) -> String,
        fill: impl Fn(u8, u8) -> Paint,
    ) -> Vec<Shape> {
        self.all()
            .map(|(column, row)| {
                self.shape(column, row, name(column, row), fill(column, row))
                    .with_line(Paint::Grid)
            })
            .collect()
    }

    /// The outline of all squares together, to be drawn with a line.
    pub fn frame(self, key: impl Into<String>, line: Paint) -> Shape {
        let form = Form::Rect {
            width: f32::from(self.columns),
            height: f32::from(self.rows),
            round: 0.0,
        };
        Shape::new(key, self.corner(0, 0), form, Paint::Clear).with_line(line)
    }

    /// The names of the columns below the board and of the rows on its left.
    pub fn coordinates(
        self,
        column_name: impl Fn(u8) -> String,
        row_name: impl Fn(u8) -> String,
    ) -> Vec<Shape> {
        let label = |key: String, at: Point, text: String| {
            Shape::new(key, at, Form::Text { text, size: 0.3 }, Paint::Faint)
        };
        let below = Squares::EDGE + f32::from(self.rows) + Squares::MARGIN / 2.0;
        let columns = (0..self.columns).map(|column| {
            let at = Point::new(self.centre(column, 0).x, below);
            label(format!("column-{column}"), at, column_name(column))
        });
        let rows = (0..self.rows).map(|row| {
            let at = Point::new(Squares::MARGIN / 2.0, self.centre(0, row).y);
            label(format!("row-{row}"), at, row_name(row))
        });
        columns.chain(rows).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_square_lies_in_that_square() {
        for (columns, rows) in [(1, 1), (7, 9), (25, 20), (64, 64), (255, 255)] {
            let squares = Squares::new(columns, rows);
            for (column, row) in squares.all() {
                let centre = squares.centre(column, row);
                assert_eq!(squares.square(centre), Some((column, row)));
                assert!(centre.x < squares.width() && centre.y < squares.height());
            }
        }
    }

    #[test]
    fn a_point_beside_the_board_is_in_no_square() {
        let squares = Squares::new(7, 9);
        for point in [
            Point::new(0.3, 1.0),
            Point::new(squares.width(), 1.0),
            Point::new(1.0, squares.height() - 0.1),
            Point::new(f32::NAN, 1.0),
            Point::new(f32::INFINITY, 1.0),
        ] {
            assert_eq!(squares.square(point), None);
        }
    }

    #[test]
    fn every_square_is_drawn_once_with_its_name() {
        let squares = Squares::new(3, 2);
        let shapes = squares.ground(|column, row| format!("{column}:{row}"), |_, _| Paint::Paper);
        let names: Vec<_> = shapes.iter().map(|shape| shape.key.as_str()).collect();
        assert_eq!(names, ["0:0", "1:0", "2:0", "0:1", "1:1", "2:1"]);
        assert_eq!(squares.coordinates(|_| "a".into(), |_| "1".into()).len(), 5);
    }
}
