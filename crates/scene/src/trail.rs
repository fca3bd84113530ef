//! Lines through several points: where they are, where an arrow's head begins, and arrows that bow.

use crate::Point;
use crate::polygon::to_side;

/// A clicked trail is at least this wide: nobody hits a hair.
const HANDY: f32 = 0.24;

/// A curve from one point to another that bows to its left, so that the way back is another line.
///
/// It leaves `gaps` free at its two ends, for what stands there.
fn bow(from: Point, to: Point, gaps: (f32, f32)) -> Vec<Point> {
    bent(from, to, gaps, 1.0)
}

/// What an arrow goes around: a number on the way, with so much room on both sides, above and below.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Obstacle {
    pub middle: Point,
    pub half: (f32, f32),
}

impl Obstacle {
    /// Whether a disc touches it.
    pub fn touches(&self, point: Point, radius: f32) -> bool {
        (point.x - self.middle.x).abs() < self.half.0 + radius
            && (point.y - self.middle.y).abs() < self.half.1 + radius
    }
}

/// A bow that crosses as few `obstacles` as can be by bending more or less, always to the same side.
pub fn bow_around(
    from: Point,
    to: Point,
    gaps: (f32, f32),
    width: f32,
    obstacles: &[Obstacle],
) -> Vec<Point> {
    /// How much more or less than usual it bends, the likeliest first.
    const BENDS: [f32; 7] = [1.0, 1.35, 0.65, 1.8, 0.35, 2.4, 3.0];
    /// How many points of each stretch are looked at.
    const PARTS: u8 = 4;
    let crossed = |points: &[Point]| {
        let on_the_way = |obstacle: &&Obstacle| {
            points.windows(2).any(|pair| {
                (0..=PARTS).any(|part| {
                    let part = f32::from(part) / f32::from(PARTS);
                    let mix = |from: f32, to: f32| from + (to - from) * part;
                    let point = Point::new(mix(pair[0].x, pair[1].x), mix(pair[0].y, pair[1].y));
                    obstacle.touches(point, width / 2.0)
                })
            })
        };
        obstacles.iter().filter(on_the_way).count()
    };
    let mut best = bow(from, to, gaps);
    let mut least = crossed(&best);
    for bend in &BENDS[1..] {
        if least == 0 {
            break;
        }
        let points = bent(from, to, gaps, *bend);
        let crossings = crossed(&points);
        if crossings < least {
            (best, least) = (points, crossings);
        }
    }
    best
}

/// A bow that bends so many times as far as usual.
fn bent(from: Point, to: Point, gaps: (f32, f32), times: f32) -> Vec<Point> {
    /// How far the curve leaves the straight line, in shares of its length, and at least and at most in units.
    const BEND: f32 = 0.18;
    const NEAREST: f32 = 0.26;
    const FARTHEST: f32 = 0.9;
    const STEPS: u8 = 12;
    let (wide, high) = (to.x - from.x, to.y - from.y);
    let length = (wide * wide + high * high).sqrt();
    // `max` and `min` also turn what is no number into one.
    let bend = (BEND * length).max(NEAREST);
    let bend = 2.0 * times * bend.min(FARTHEST) / length.max(0.001);
    let control = Point::new(
        from.x + wide / 2.0 + high * bend,
        from.y + high / 2.0 - wide * bend,
    );
    let free = |gap: f32| (gap / length.max(0.001)).clamp(0.0, 0.4);
    let (first, last) = (free(gaps.0), 1.0 - free(gaps.1));
    let rounded = |value: f32| (value * 1000.0).round() / 1000.0;
    (0..=STEPS)
        .map(|step| {
            let along = first + (last - first) * f32::from(step) / f32::from(STEPS);
            let back = 1.0 - along;
            let mix = |from: f32, control: f32, to: f32| {
                rounded(back * back * from + 2.0 * back * along * control + along * along * to)
            };
            Point::new(mix(from.x, control.x, to.x), mix(from.y, control.y, to.y))
        })
        .collect()
}

/// A trail without a piece of each end, so that a wide line ends where the trail did. One that is closed has no
/// ends; nothing is left of one that is too short.
pub fn trimmed(points: &[Point], piece: f32) -> Vec<Point> {
    if points.first() == points.last() {
        return points.to_vec();
    }
    let whole: f32 = points.windows(2).map(length).sum();
    let ends = (along(points, piece), along(points, whole - piece));
    let (Some((before, first)), Some((last_before, last))) = ends else {
        return Vec::new();
    };
    if whole <= 2.0 * piece {
        return Vec::new();
    }
    let between = &points[before + 1..=last_before];
    std::iter::once(first)
        .chain(between.iter().copied())
        .chain([last])
        .collect()
}

/// How far from a trail's middle a click still hits it.
pub(crate) fn reach(width: f32) -> f32 {
    width.max(HANDY) / 2.0
}

/// Whether a point lies on a trail.
pub(crate) fn contains(points: &[Point], width: f32, point: Point) -> bool {
    let mut stretches = points.windows(2);
    stretches.any(|pair| to_side(point, pair[0], pair[1]) <= reach(width))
}

/// The point halfway along a trail.
pub(crate) fn middle(points: &[Point]) -> Option<Point> {
    let whole: f32 = points.windows(2).map(length).sum();
    Some(along(points, whole / 2.0)?.1)
}

/// A trail with an arrow's head: the shaft, cut short where the head begins, and the head's corners.
pub(crate) fn arrow(points: &[Point], width: f32) -> Option<(Vec<Point>, [Point; 3])> {
    let whole: f32 = points.windows(2).map(length).sum();
    let head = (width * 3.5).min(whole);
    let tip = *points.last()?;
    let (before, base) = along(points, whole - head)?;
    let mut shaft = points[..=before].to_vec();
    shaft.push(base);
    let (wide, high) = (tip.x - base.x, tip.y - base.y);
    // Half the head's width, across its direction.
    let across = Point::new(-high / 2.0, wide / 2.0);
    let corners = [
        tip,
        Point::new(base.x + across.x, base.y + across.y),
        Point::new(base.x - across.x, base.y - across.y),
    ];
    (head > 0.0).then_some((shaft, corners))
}

/// The point at a distance along a trail, and the number of the point before it.
fn along(points: &[Point], distance: f32) -> Option<(usize, Point)> {
    let mut left = distance;
    for (at, pair) in points.windows(2).enumerate() {
        let long = length(pair);
        if long >= left && long > 0.0 {
            let part = left / long;
            let mix = |from: f32, to: f32| from + (to - from) * part;
            let point = Point::new(mix(pair[0].x, pair[1].x), mix(pair[0].y, pair[1].y));
            return Some((at, point));
        }
        left -= long;
    }
    // Rounding left a trifle over.
    let last = points.len().checked_sub(1)?;
    Some((last.saturating_sub(1), points[last]))
}

fn length(pair: &[Point]) -> f32 {
    let (wide, high) = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
    (wide * wide + high * high).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Point = Point::new(1.0, 2.0);
    const TWO: Point = Point::new(5.0, 2.0);

    #[test]
    fn a_trimmed_trail_ends_a_piece_earlier_unless_it_is_closed() {
        let at = Point::new;
        let bent = [at(0.0, 0.0), at(2.0, 0.0), at(2.0, 3.0)];
        let cut = [at(0.5, 0.0), at(2.0, 0.0), at(2.0, 2.5)];
        assert_eq!(trimmed(&bent, 0.5), cut);
        assert_eq!(trimmed(&bent, 2.25), [at(2.0, 0.25), at(2.0, 0.75)]);
        assert_eq!(trimmed(&bent, 2.5), []);
        let closed = [bent[0], bent[1], bent[2], bent[0]];
        assert_eq!(trimmed(&closed, 0.5), closed);
        assert_eq!(trimmed(&[], 0.5), []);
    }

    #[test]
    fn the_way_there_and_the_way_back_lie_on_both_sides() {
        let there = bow(ONE, TWO, (0.0, 0.0));
        let back = bow(TWO, ONE, (0.0, 0.0));
        assert_eq!((there[0], there[12]), (ONE, TWO));
        assert!(there[1..12].iter().all(|point| point.y < 2.0));
        assert!(back[1..12].iter().all(|point| point.y > 2.0));
        // Where one can be clicked the other cannot.
        let (one, two) = (middle(&there).unwrap(), middle(&back).unwrap());
        assert!(contains(&there, 0.1, one) && !contains(&back, 0.1, one));
        assert!(contains(&back, 0.1, two) && !contains(&there, 0.1, two));
    }

    #[test]
    fn a_bow_goes_around_the_numbers_of_the_places_between() {
        let usual = bow(ONE, TWO, (0.0, 0.0));
        let token = |middle: Point| Obstacle {
            middle,
            half: (0.3, 0.2),
        };
        let free = bow_around(ONE, TWO, (0.0, 0.0), 0.1, &[token(Point::new(3.0, 4.0))]);
        assert_eq!(free, usual, "what is not in the way changes nothing");
        let between = token(usual[6]);
        let around = bow_around(ONE, TWO, (0.0, 0.0), 0.1, &[between]);
        assert!(usual.iter().any(|&point| between.touches(point, 0.05)));
        assert!(!around.iter().any(|&point| between.touches(point, 0.05)));
        assert_eq!((around[0], around[12]), (ONE, TWO));
        assert!(
            around[1..12].iter().all(|point| point.y < 2.0),
            "the way back lies on the other side still"
        );
        // Where everything is full, it is drawn all the same.
        let wall = Obstacle {
            middle: Point::new(3.0, 2.0),
            half: (0.5, 9.0),
        };
        assert_eq!(bow_around(ONE, TWO, (0.0, 0.0), 0.1, &[wall]), usual);
    }

    #[test]
    fn a_bow_keeps_away_from_what_stands_at_its_ends() {
        let curve = bow(ONE, TWO, (0.5, 0.5));
        let far = |one: Point, two: Point| length(&[one, two]);
        assert!(curve.iter().all(|&point| far(point, ONE) > 0.4));
        assert!(curve.iter().all(|&point| far(point, TWO) > 0.4));
    }

    #[test]
    fn an_arrow_ends_at_its_tip_and_its_shaft_where_the_head_begins() {
        let bent = [
            Point::new(0.0, 0.0),
            Point::new(2.0, 0.0),
            Point::new(2.0, 2.0),
        ];
        let (shaft, head) = arrow(&bent, 0.2).unwrap();
        assert_eq!(head[0], bent[2]);
        assert_eq!(shaft[..2], bent[..2]);
        assert!((shaft[2].y - 1.3).abs() < 1e-5);
        assert_eq!(middle(&bent), Some(bent[1]));
    }

    #[test]
    fn odd_trails_do_not_panic() {
        let odd = [f32::NAN, f32::INFINITY, f32::MAX, 0.0];
        for x in odd {
            for y in odd {
                let curve = bow(Point::new(x, y), Point::new(y, x), (x, y));
                arrow(&curve, x);
                middle(&curve);
                contains(&curve, y, ONE);
            }
        }
        assert_eq!((middle(&[]), arrow(&[], 1.0)), (None, None));
        assert_eq!(middle(&[ONE]), Some(ONE));
    }
}
