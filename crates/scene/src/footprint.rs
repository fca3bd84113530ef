//! What a shape covers: its middle, its bounds, and whether a point lies on it.

use crate::polygon::{self, Bounds};
use crate::{Form, Point, Shape, trail};

impl Shape {
    /// Whether it covers what lies under it, unlike words, lines and drawings.
    pub fn is_surface(&self) -> bool {
        match self.form {
            Form::Rect { .. } | Form::Disc { .. } | Form::Plate { .. } => true,
            Form::Polygon { .. } | Form::Area { .. } | Form::Place {} => true,
            Form::Line { .. } | Form::Trail { .. } => false,
            Form::Text { .. } | Form::Symbol { .. } => false,
        }
    }

    /// Whether it can be the ground of its spot: a surface with an outline of its own.
    pub(crate) fn is_ground(&self) -> bool {
        self.is_surface() && !matches!(self.form, Form::Place {})
    }

    /// The shape's own middle: for a polygon a good point for a label, inside it.
    pub fn middle(&self) -> Option<Point> {
        let offset = match &self.form {
            Form::Rect { width, height, .. } => Point::new(width / 2.0, height / 2.0),
            Form::Polygon { points } => polygon::centre(points)?,
            Form::Area { middle, .. } => *middle,
            Form::Line { to, .. } => Point::new(to.x / 2.0, to.y / 2.0),
            Form::Trail { points, .. } => trail::middle(points)?,
            Form::Place {} => return None,
            Form::Disc { .. } | Form::Plate { .. } => Point::default(),
            Form::Text { .. } | Form::Symbol { .. } => Point::default(),
        };
        Some(Point::new(self.at.x + offset.x, self.at.y + offset.y))
    }

    /// The upright box around what can be painted or clicked; a line has no inside.
    pub fn bounds(&self) -> Option<Bounds> {
        let inner = match &self.form {
            Form::Rect { width, height, .. } => Bounds {
                min: Point::default(),
                max: Point::new(*width, *height),
            },
            Form::Disc { radius } => around_origin(*radius),
            Form::Plate { width, height, .. } => Bounds {
                min: Point::new(-width / 2.0, -height / 2.0),
                max: Point::new(width / 2.0, height / 2.0),
            },
            Form::Polygon { points } => polygon::bounds(points)?,
            Form::Area { loops, .. } => {
                let bounds = loops.iter().filter_map(|points| polygon::bounds(points));
                bounds.reduce(Bounds::with)?
            }
            Form::Trail { points, width, .. } => {
                polygon::bounds(points)?.grown(trail::reach(*width))
            }
            Form::Text { size, .. } | Form::Symbol { size, .. } => around_origin(size / 2.0),
            Form::Line { .. } | Form::Place {} => return None,
        };
        let Point { x, y } = self.at;
        Some(Bounds {
            min: Point::new(x + inner.min.x, y + inner.min.y),
            max: Point::new(x + inner.max.x, y + inner.max.y),
        })
    }

    /// Whether a point of the picture lies on the shape; words and drawings count as their box.
    pub fn contains(&self, point: Point) -> bool {
        let (x, y) = (point.x - self.at.x, point.y - self.at.y);
        match &self.form {
            Form::Rect { width, height, .. } => {
                (0.0..*width).contains(&x) && (0.0..*height).contains(&y)
            }
            Form::Disc { radius } => x * x + y * y <= radius * radius,
            Form::Plate { width, height, cut } => {
                polygon::contains(&polygon::plate(*width, *height, *cut), Point::new(x, y))
            }
            Form::Polygon { points } => polygon::contains(points, Point::new(x, y)),
            Form::Area { loops, .. } => polygon::contained(loops, Point::new(x, y)),
            Form::Trail { points, width, .. } => trail::contains(points, *width, Point::new(x, y)),
            Form::Text { size, .. } | Form::Symbol { size, .. } => {
                x.abs() <= size / 2.0 && y.abs() <= size / 2.0
            }
            Form::Line { .. } | Form::Place {} => false,
        }
    }
}

fn around_origin(half: f32) -> Bounds {
    Bounds {
        min: Point::new(-half, -half),
        max: Point::new(half, half),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Paint;

    #[test]
    fn the_middle_of_a_form_lies_on_it() {
        let size = 1.5;
        let corners = [(0.0, 0.0), (2.0, 0.5), (1.0, 3.0)];
        let forms = [
            Form::Rect {
                width: 2.0,
                height: 1.0,
                round: 0.1,
            },
            Form::Disc { radius: 0.4 },
            Form::Plate {
                width: 2.0,
                height: 1.0,
                cut: 0.3,
            },
            Form::Polygon {
                points: corners.map(|(x, y)| Point::new(x, y)).to_vec(),
            },
            Form::Text {
                text: "five".to_owned(),
                size,
            },
            Form::Symbol { name: "rat", size },
        ];
        for form in forms {
            let shape = Shape::new("one", Point::new(7.0, -3.0), form, Paint::Ink);
            let (middle, bounds) = (shape.middle().unwrap(), shape.bounds().unwrap());
            assert!(shape.contains(middle), "{:?}", shape.form);
            assert!(middle.x > bounds.min.x && middle.x < bounds.max.x);
            assert!(middle.y > bounds.min.y && middle.y < bounds.max.y);
            assert!(!shape.contains(Point::new(bounds.max.x + 0.1, middle.y)));
        }
    }

    #[test]
    fn a_line_has_a_middle_but_no_inside() {
        let form = Form::Line {
            to: Point::new(2.0, 2.0),
            width: 0.5,
            arrow: true,
        };
        let line = Shape::new("one", Point::default(), form, Paint::Ink);
        assert_eq!(line.middle(), Some(Point::new(1.0, 1.0)));
        assert!(line.bounds().is_none() && !line.contains(Point::new(1.0, 1.0)));
    }
}
