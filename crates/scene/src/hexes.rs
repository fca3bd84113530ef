//! Boards of hexagons that stand on a point, counted by row and slanted column.

use crate::{Form, Paint, Point, Scene, Shape, polygon};

const SQRT_3: f32 = 1.732_050_8;

/// A board of hexagons: row `i` goes down, `j` goes right, and each row is shifted by half a
/// hexagon for every row above it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Hexes {
    /// The centre of hexagon (0, 0).
    pub origin: Point,
    /// From the centre to a corner, which is also the length of a side.
    pub radius: f32,
    /// The size of the whole picture.
    pub width: f32,
    pub height: f32,
}

impl Hexes {
    /// Rows lie exactly one unit apart, so that each has lines of its own in the terminal.
    pub const RADIUS: f32 = 2.0 / 3.0;
    /// The room around the board.
    pub const MARGIN: f32 = 0.1;
    /// The six neighbours as (i, j), clockwise from the upper left one.
    pub const NEIGHBOURS: [(i8, i8); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

    /// The board that just holds these cells.
    pub fn around(cells: impl IntoIterator<Item = (i8, i8)>) -> Hexes {
        let mut hexes = Hexes {
            origin: Point::default(),
            radius: Hexes::RADIUS,
            width: 0.0,
            height: 0.0,
        };
        let corners: Vec<Point> = cells
            .into_iter()
            .flat_map(|(i, j)| {
                let centre = hexes.centre(i, j);
                hexes
                    .corners()
                    .map(|corner| Point::new(centre.x + corner.x, centre.y + corner.y))
            })
            .collect();
        let Some(bounds) = polygon::bounds(&corners) else {
            return hexes;
        };
        hexes.origin = Point::new(Hexes::MARGIN - bounds.min.x, Hexes::MARGIN - bounds.min.y);
        hexes.width = bounds.width() + 2.0 * Hexes::MARGIN;
        hexes.height = bounds.height() + 2.0 * Hexes::MARGIN;
        hexes
    }

    /// An empty picture of the right size.
    pub fn scene(self) -> Scene {
        Scene {
            width: self.width,
            height: self.height,
            ..Scene::default()
        }
    }

    /// The middle of a hexagon.
    pub fn centre(self, i: i8, j: i8) -> Point {
        let (i, j) = (f32::from(i), f32::from(j));
        Point::new(
            self.origin.x + (j + i / 2.0) * SQRT_3 * self.radius,
            self.origin.y + 1.5 * i * self.radius,
        )
    }

    /// The corners around a centre, clockwise from the top.
    pub fn corners(self) -> [Point; 6] {
        let (tall, half, wide) = (self.radius, self.radius / 2.0, self.radius * SQRT_3 / 2.0);
        [
            Point::new(0.0, -tall),
            Point::new(wide, -half),
            Point::new(wide, half),
            Point::new(0.0, tall),
            Point::new(-wide, half),
            Point::new(-wide, -half),
        ]
    }

    /// The outline of a hexagon around its centre.
    pub fn form(self) -> Form {
        Form::Polygon {
            points: self.corners().to_vec(),
        }
    }

    /// One hexagon of the ground, whose key and spot are `name`.
    pub fn shape(self, i: i8, j: i8, name: impl Into<String>, fill: Paint) -> Shape {
        let name = name.into();
        Shape::new(name.clone(), self.centre(i, j), self.form(), fill)
            .with_spot(name)
            .with_line(Paint::Grid)
    }

    /// The hexagon of the endless board that holds a point.
    pub fn cell(self, point: Point) -> (i8, i8) {
        let row = (point.y - self.origin.y) / (1.5 * self.radius);
        let column = (point.x - self.origin.x) / (SQRT_3 * self.radius) - row / 2.0;
        // In cube coordinates the three parts sum to 0: round each, then mend the worst one.
        let third = -row - column;
        let (mut i, mut j, k) = (row.round(), column.round(), third.round());
        let (off_i, off_j, off_k) = ((i - row).abs(), (j - column).abs(), (k - third).abs());
        if off_i > off_j && off_i > off_k {
            i = -j - k;
        } else if off_j > off_k {
            j = -i - k;
        }
        (i as i8, j as i8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rhombus() -> Vec<(i8, i8)> {
        (-4..5).flat_map(|i| (-4..5).map(move |j| (i, j))).collect()
    }

    #[test]
    fn the_middle_and_the_inside_of_a_hexagon_lie_in_it() {
        let hexes = Hexes::around(rhombus());
        for (i, j) in rhombus() {
            let centre = hexes.centre(i, j);
            assert_eq!(hexes.cell(centre), (i, j));
            for corner in hexes.corners() {
                let near = Point::new(centre.x + 0.95 * corner.x, centre.y + 0.95 * corner.y);
                assert_eq!(hexes.cell(near), (i, j));
            }
        }
    }

    #[test]
    fn neighbours_are_one_hexagon_away() {
        let hexes = Hexes::around(rhombus());
        let (here, wide) = (hexes.centre(0, 0), SQRT_3 * hexes.radius);
        for (i, j) in Hexes::NEIGHBOURS {
            let there = hexes.centre(i, j);
            let distance = (there.x - here.x).hypot(there.y - here.y);
            assert!((distance - wide).abs() < 1e-5);
        }
    }

    #[test]
    fn all_corners_lie_in_the_picture() {
        let hexes = Hexes::around(rhombus());
        for (i, j) in rhombus() {
            let centre = hexes.centre(i, j);
            for corner in hexes.corners() {
                let (x, y) = (centre.x + corner.x, centre.y + corner.y);
                assert!(x > 0.0 && x < hexes.width && y > 0.0 && y < hexes.height);
            }
        }
    }

    #[test]
    fn no_cells_make_an_empty_board() {
        assert_eq!(Hexes::around([]).scene().width, 0.0);
    }
}
