//! Closed outlines: what lies inside, where to write a name, and the outline of a set of cells.
//!
//! A polygon is its corners in order, without repeating the first one. Y grows downwards. All
//! functions take any numbers, even those that are none: an answer may be `None`, never a panic.

use std::collections::BTreeMap;

use crate::Point;

/// The smallest upright rectangle around something.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bounds {
    pub min: Point,
    pub max: Point,
}

impl Bounds {
    pub fn width(self) -> f32 {
        self.max.x - self.min.x
    }

    pub fn height(self) -> f32 {
        self.max.y - self.min.y
    }

    /// The bounds around this and another.
    pub fn with(self, other: Bounds) -> Bounds {
        Bounds {
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Point::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    /// The bounds with this much more on every side.
    pub fn grown(self, by: f32) -> Bounds {
        Bounds {
            min: Point::new(self.min.x - by, self.min.y - by),
            max: Point::new(self.max.x + by, self.max.y + by),
        }
    }

    pub fn centre(self) -> Point {
        Point::new(
            self.min.x + self.width() / 2.0,
            self.min.y + self.height() / 2.0,
        )
    }
}

/// The corners of an oblong around the origin, itself with cut corners.
pub fn plate(width: f32, height: f32, cut: f32) -> [Point; 8] {
    let (wide, high) = (width / 2.0, height / 2.0);
    let (aside, above) = (wide - cut, high - cut);
    [
        (-wide, -above),
        (-aside, -high),
        (aside, -high),
        (wide, -above),
        (wide, above),
        (aside, high),
        (-aside, high),
        (-wide, above),
    ]
    .map(|(x, y)| Point::new(x, y))
}

/// The bounds of the finite points; `None` if there are none.
pub fn bounds(points: &[Point]) -> Option<Bounds> {
    points
        .iter()
        .filter(|point| point.x.is_finite() && point.y.is_finite())
        .map(|&point| Bounds {
            min: point,
            max: point,
        })
        .reduce(Bounds::with)
}

/// Whether a point lies inside.
///
/// Of two polygons that share a side, exactly one holds a point of that side, so a map leaves no
/// gap and counts nothing twice.
pub fn contains(points: &[Point], point: Point) -> bool {
    contained(std::slice::from_ref(&points), point)
}

/// Whether a point lies inside several outlines taken together: in a part, and not in its hole.
pub fn contained<L: AsRef<[Point]>>(loops: &[L], point: Point) -> bool {
    // Count the sides that a ray to the right crosses.
    let sides = loops.iter().flat_map(|points| sides(points.as_ref()));
    sides
        .filter(|(from, to)| {
            (from.y > point.y) != (to.y > point.y)
                && point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y)
        })
        .count()
        % 2
        == 1
}

/// The area: positive if the corners run clockwise on the screen, negative if they run against it.
pub fn area(points: &[Point]) -> f32 {
    let twice: f32 = sides(points)
        .map(|(from, to)| from.x * to.y - to.x * from.y)
        .sum();
    twice / 2.0
}

/// A good point for a label: well inside, and the centre of anything regular.
///
/// That is the centre of gravity where it lies nearly as deep inside as any point does, and else
/// the point farthest from the outline.
pub fn centre(points: &[Point]) -> Option<Point> {
    let bounds = bounds(points)?;
    let gravity = gravity(points, bounds);
    let deepest = deepest(points, bounds);
    if depth(points, gravity) >= 0.9 * depth(points, deepest) {
        return Some(gravity);
    }
    Some(deepest)
}

/// How far a point is from the outline: positive inside, negative outside.
pub fn depth(points: &[Point], point: Point) -> f32 {
    let distance = sides(points)
        .map(|(from, to)| to_side(point, from, to))
        .fold(f32::INFINITY, f32::min);
    if contains(points, point) {
        distance
    } else {
        -distance
    }
}

/// The outlines of a set of unit cells (column, row): loops around each part and each hole.
///
/// Loops around parts run clockwise on the screen and come first, the largest ahead; loops around
/// holes run against the clock. Corners in a straight line are left out. Cells that only touch at
/// a corner belong to different parts.
pub fn outlines(cells: impl IntoIterator<Item = (u8, u8)>) -> Vec<Vec<Point>> {
    // Step 1. The sides of all cells, clockwise; those that two cells share cancel each other.
    let mut open: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    let cells: std::collections::BTreeSet<(u8, u8)> = cells.into_iter().collect();
    let holds = |x: i16, y: i16| {
        let cell = u8::try_from(x).ok().zip(u8::try_from(y).ok());
        cell.is_some_and(|cell| cells.contains(&cell))
    };
    for &(column, row) in &cells {
        let (x, y) = (i16::from(column), i16::from(row));
        let sides = [
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ];
        for (beyond, from, to) in sides {
            if !holds(beyond.0, beyond.1) {
                open.entry(from).or_default().push(to);
            }
        }
    }
    // Step 2. Follow the sides until a loop closes, keeping to the right where two ways part.
    let mut loops = Vec::new();
    while let Some((&start, _)) = open.first_key_value() {
        let mut corners = vec![start];
        let (mut before, mut here) = (start, take_side(&mut open, start, start));
        while here != start {
            corners.push(here);
            let next = take_side(&mut open, before, here);
            (before, here) = (here, next);
        }
        loops.push(straightened(&corners));
    }
    // Step 3. Parts before holes, the largest first.
    loops.sort_by(|one, two| area(two).total_cmp(&area(one)));
    loops
}

/// A corner of the grid of cells.
type Corner = (i16, i16);

fn sides(points: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    let next = points.iter().cycle().skip(1);
    points.iter().copied().zip(next.copied())
}

/// Takes the side that leaves `here` most to the right for one who comes from `before`.
fn take_side(open: &mut BTreeMap<Corner, Vec<Corner>>, before: Corner, here: Corner) -> Corner {
    let ways = open
        .get_mut(&here)
        .expect("as many sides leave a corner as enter it");
    let (ahead_x, ahead_y) = (here.0 - before.0, here.1 - before.1);
    let rightward = |way: &Corner| ahead_x * (way.1 - here.1) - ahead_y * (way.0 - here.0);
    let best = (0..ways.len())
        .max_by_key(|&way| rightward(&ways[way]))
        .expect("an empty list of ways is removed");
    let next = ways.swap_remove(best);
    if ways.is_empty() {
        open.remove(&here);
    }
    next
}

/// The corners at which a loop turns.
fn straightened(corners: &[Corner]) -> Vec<Point> {
    let count = corners.len();
    (0..count)
        .filter(|&at| {
            let (before, here, after) = (
                corners[(at + count - 1) % count],
                corners[at],
                corners[(at + 1) % count],
            );
            (here.0 - before.0, here.1 - before.1) != (after.0 - here.0, after.1 - here.1)
        })
        .map(|at| Point::new(f32::from(corners[at].0), f32::from(corners[at].1)))
        .collect()
}

fn gravity(points: &[Point], bounds: Bounds) -> Point {
    // Measured from the bounds' corner: far from the origin the products would lose their digits.
    let origin = bounds.min;
    let (mut x, mut y, mut twice) = (0.0, 0.0, 0.0);
    for (from, to) in sides(points) {
        let (from_x, from_y) = (from.x - origin.x, from.y - origin.y);
        let (to_x, to_y) = (to.x - origin.x, to.y - origin.y);
        let cross = from_x * to_y - to_x * from_y;
        x += (from_x + to_x) * cross;
        y += (from_y + to_y) * cross;
        twice += cross;
    }
    let gravity = Point::new(origin.x + x / (3.0 * twice), origin.y + y / (3.0 * twice));
    // A polygon without area has no centre of gravity.
    if !(gravity.x.is_finite() && gravity.y.is_finite()) {
        return bounds.centre();
    }
    gravity
}

/// The point farthest from the outline: the best of a grid, then of ever finer grids around it.
fn deepest(points: &[Point], bounds: Bounds) -> Point {
    const STEPS: i16 = 8;
    const ROUNDS: usize = 6;
    let mut best = bounds.centre();
    let mut best_depth = depth(points, best);
    let (mut wide, mut high) = (bounds.width() / 2.0, bounds.height() / 2.0);
    let mut middle = best;
    for _ in 0..ROUNDS {
        for row in -STEPS..=STEPS {
            for column in -STEPS..=STEPS {
                let point = Point::new(
                    middle.x + wide * f32::from(column) / f32::from(STEPS),
                    middle.y + high * f32::from(row) / f32::from(STEPS),
                );
                let depth = depth(points, point);
                if depth > best_depth {
                    (best, best_depth) = (point, depth);
                }
            }
        }
        middle = best;
        (wide, high) = (wide / 4.0, high / 4.0);
    }
    best
}

/// The distance from a point to the nearest point of a side.
pub(crate) fn to_side(point: Point, from: Point, to: Point) -> f32 {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x * x + y * y;
    let along = if length > 0.0 {
        (((point.x - from.x) * x + (point.y - from.y) * y) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (point.x - from.x - along * x).hypot(point.y - from.y - along * y)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn points(corners: &[(f32, f32)]) -> Vec<Point> {
        corners.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    /// A small generator of our own: equal numbers on every machine.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, end: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) % end
        }
    }

    #[test]
    fn a_square_holds_its_inside_and_one_of_two_shared_sides() {
        let left = points(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
        let right = points(&[(1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0)]);
        assert!(contains(&left, Point::new(0.5, 0.5)));
        assert!(!contains(&left, Point::new(1.5, 0.5)));
        let shared = Point::new(1.0, 0.5);
        assert!(contains(&left, shared) != contains(&right, shared));
    }

    #[test]
    fn the_centre_of_anything_regular_is_its_middle() {
        for sides in 3..12 {
            let corners: Vec<Point> = (0..sides)
                .map(|side| {
                    let turn = std::f32::consts::TAU * side as f32 / sides as f32;
                    Point::new(3.0 + turn.cos(), -2.0 + turn.sin())
                })
                .collect();
            let centre = centre(&corners).unwrap();
            assert!((centre.x - 3.0).abs() < 1e-4 && (centre.y + 2.0).abs() < 1e-4);
        }
    }

    #[test]
    fn the_centre_of_a_hook_lies_in_the_hook() {
        // The centre of gravity of this C lies in its mouth.
        let hook = points(&[
            (0.0, 0.0),
            (9.0, 0.0),
            (9.0, 1.0),
            (2.0, 1.0),
            (2.0, 8.0),
            (9.0, 8.0),
            (9.0, 9.0),
            (0.0, 9.0),
        ]);
        let centre = centre(&hook).unwrap();
        assert!(contains(&hook, centre));
        assert!(depth(&hook, centre) > 0.95);
    }

    #[test]
    fn odd_polygons_do_not_panic() {
        let odd = [f32::NAN, f32::INFINITY, f32::MAX, f32::MIN, 0.0];
        for x in odd {
            for y in odd {
                let corners = points(&[(x, y), (0.0, 1.0), (y, x)]);
                centre(&corners);
                contains(&corners, Point::new(x, y));
            }
        }
        assert_eq!(centre(&[]), None);
        assert_eq!(centre(&points(&[(1.0, 2.0)])), Some(Point::new(1.0, 2.0)));
        assert_eq!(bounds(&points(&[(f32::NAN, 2.0)])), None);
    }

    #[test]
    fn two_joined_cells_have_four_corners() {
        let loops = outlines([(1, 1), (2, 1)]);
        assert_eq!(
            loops,
            [points(&[(1.0, 1.0), (3.0, 1.0), (3.0, 2.0), (1.0, 2.0)])]
        );
    }

    #[test]
    fn a_ring_has_an_outer_and_an_inner_loop() {
        let ring = (0..3)
            .flat_map(|x| (0..3).map(move |y| (x, y)))
            .filter(|&cell| cell != (1, 1));
        let loops = outlines(ring);
        assert_eq!(
            loops.iter().map(|one| area(one)).collect::<Vec<_>>(),
            [9.0, -1.0]
        );
    }

    #[test]
    fn cells_that_touch_at_a_corner_are_two_parts() {
        let loops = outlines([(0, 0), (1, 1)]);
        assert_eq!(
            loops.iter().map(|one| area(one)).collect::<Vec<_>>(),
            [1.0, 1.0]
        );
    }

    #[test]
    fn no_cells_and_the_last_cell_have_outlines_too() {
        assert!(outlines([]).is_empty());
        assert_eq!(area(&outlines([(255, 255)])[0]), 1.0);
    }

    #[test]
    fn outlines_hold_exactly_their_cells() {
        let mut numbers = Numbers(1);
        for round in 0..60 {
            let (size, share) = (4 + round % 13, 1 + numbers.below(9));
            let cells: BTreeSet<(u8, u8)> = (0..size)
                .flat_map(|x| (0..size).map(move |y| (x, y)))
                .filter(|_| numbers.below(10) < share)
                .collect();
            let loops = outlines(cells.iter().copied());
            let whole: f32 = loops.iter().map(|one| area(one)).sum();
            assert_eq!(whole, cells.len() as f32);
            for x in 0..size {
                for y in 0..size {
                    let middle = Point::new(f32::from(x) + 0.5, f32::from(y) + 0.5);
                    let around = loops.iter().filter(|one| contains(one, middle)).count();
                    assert_eq!(around % 2 == 1, cells.contains(&(x, y)));
                }
            }
            for outline in &loops {
                let label = centre(outline).unwrap();
                assert!(contains(outline, label) && depth(outline, label) > 0.2);
            }
        }
    }
}
