//! Coasts as wind and water leave them: bends between the points of outlines that were placed by
//! hand. Neighbours still share their points, and every machine finds the same ones.

use std::collections::BTreeMap;

use crate::Point;

/// How far a bend may leave its side: a share of the side's length, for a coast and for a border.
const COAST: f32 = 0.24;
const BORDER: f32 = 0.15;
/// And a share of the room there is beside it, so that two bends never meet.
const ROOM: f32 = 0.4;

/// Points, and between which of them further ones lie.
#[derive(Debug)]
pub struct Weathered {
    pub points: Vec<Point>,
    /// For each side, from its lower to its higher point.
    between: BTreeMap<(usize, usize), Vec<usize>>,
}

/// Bends every side of `outlines` that is longer than `least`: twice where only one area has it,
/// which is a coast, and once where two share it. A number beyond the points is left out.
pub fn weathered(points: &[Point], outlines: &[&[usize]], least: f32) -> Weathered {
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for side in outlines.iter().flat_map(|outline| sides(outline)) {
        if side.1 < points.len() {
            *shared.entry(side).or_default() += 1;
        }
    }
    let mut weathered = Weathered {
        points: points.to_vec(),
        between: BTreeMap::new(),
    };
    for (&side, &areas) in &shared {
        let (share, depth) = match areas {
            1 => (COAST, 2),
            _ => (BORDER, 1),
        };
        let ends = (points[side.0], points[side.1]);
        let middle = mixed(ends.0, ends.1, 0.5);
        let others = shared.keys().filter(|&&other| other != side);
        let room = others
            .map(|&(one, two)| distance(middle, points[one], points[two]))
            .fold(f32::MAX, f32::min);
        let mut bends = Bends {
            hash: (side.0 as u64) << 32 | side.1 as u64,
            share,
            least,
            found: Vec::new(),
        };
        bends.split(ends, room * ROOM, depth);
        let first = weathered.points.len();
        let names = (first..first + bends.found.len()).collect();
        weathered.points.append(&mut bends.found);
        weathered.between.insert(side, names);
    }
    weathered
}

impl Weathered {
    /// An outline with the points that lie between its own.
    pub fn along(&self, outline: &[usize]) -> Vec<usize> {
        let next = outline.iter().cycle().skip(1);
        let mut all = Vec::new();
        for (&one, &two) in outline.iter().zip(next) {
            all.push(one);
            let between = self.between.get(&(one.min(two), one.max(two)));
            let between = between.map_or(&[][..], Vec::as_slice);
            match one < two {
                true => all.extend(between),
                false => all.extend(between.iter().rev()),
            }
        }
        all
    }
}

/// The outlines of several areas taken together: loops of the sides that only one of them has.
pub fn outer(outlines: &[&[usize]]) -> Vec<Vec<usize>> {
    let mut sides: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for outline in outlines {
        for (&one, &two) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            *sides.entry((one.min(two), one.max(two))).or_default() += 1;
        }
    }
    let mut ways: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for ((one, two), _) in sides.into_iter().filter(|&(_, count)| count == 1) {
        ways.entry(one).or_default().push(two);
        ways.entry(two).or_default().push(one);
    }
    let mut loops = Vec::new();
    while let Some((&start, _)) = ways.iter().find(|(_, ways)| !ways.is_empty()) {
        let mut outline = vec![start];
        let mut here = start;
        while let Some(next) = ways.get_mut(&here).and_then(Vec::pop) {
            if let Some(back) = ways.get_mut(&next) {
                back.retain(|&one| one != here);
            }
            if next == start {
                break;
            }
            outline.push(next);
            here = next;
        }
        loops.push(outline);
    }
    loops
}

fn sides(outline: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let next = outline.iter().cycle().skip(1);
    let pairs = outline.iter().zip(next);
    pairs.map(|(&one, &two)| (one.min(two), one.max(two)))
}

/// The bends of one side.
struct Bends {
    /// What they hang on: the side's two numbers, and how many were asked for.
    hash: u64,
    share: f32,
    least: f32,
    found: Vec<Point>,
}

impl Bends {
    /// A bend leaves its side by `most` at most: near a corner there is less room.
    fn split(&mut self, (from, to): (Point, Point), most: f32, depth: u8) {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let length = (dx * dx + dy * dy).sqrt();
        if depth == 0 || length < self.least {
            return;
        }
        let along = mixed(from, to, 0.5 + 0.12 * self.next());
        let off = (self.share * length).min(most) * self.next();
        let bend = Point::new(
            hundredths(along.x - dy / length * off),
            hundredths(along.y + dx / length * off),
        );
        self.split((from, bend), most / 2.0, depth - 1);
        self.found.push(bend);
        self.split((bend, to), most / 2.0, depth - 1);
    }

    /// A number between −1 and 1 that follows from those before it (splitmix64).
    fn next(&mut self) -> f32 {
        self.hash = self.hash.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.hash;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
    }
}

/// Nobody sees less, and whoever loads the picture loads fewer digits.
fn hundredths(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

fn mixed(one: Point, two: Point, part: f32) -> Point {
    Point::new(
        one.x + (two.x - one.x) * part,
        one.y + (two.y - one.y) * part,
    )
}

/// How far a point is from a side.
fn distance(at: Point, one: Point, two: Point) -> f32 {
    let (dx, dy) = (two.x - one.x, two.y - one.y);
    let square = dx * dx + dy * dy;
    let part = match square > 0.0 {
        true => (((at.x - one.x) * dx + (at.y - one.y) * dy) / square).clamp(0.0, 1.0),
        false => 0.0,
    };
    let near = mixed(one, two, part);
    let (x, y) = (near.x - at.x, near.y - at.y);
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Two squares side by side.
    const POINTS: [Point; 6] = [
        Point::new(0.0, 0.0),
        Point::new(1.0, 0.0),
        Point::new(2.0, 0.0),
        Point::new(2.0, 1.0),
        Point::new(1.0, 1.0),
        Point::new(0.0, 1.0),
    ];
    const LEFT: [usize; 4] = [0, 1, 4, 5];
    const RIGHT: [usize; 4] = [2, 3, 4, 1];

    #[test]
    fn a_coast_has_three_bends_a_side_and_a_border_one_that_both_share() {
        let weathered = weathered(&POINTS, &[&LEFT, &RIGHT], 0.1);
        let (left, right) = (weathered.along(&LEFT), weathered.along(&RIGHT));
        assert_eq!((left.len(), right.len()), (4 + 3 * 3 + 1, 4 + 3 * 3 + 1));
        let shared = |one: &usize| left.contains(one) && right.contains(one);
        let shared: Vec<usize> = (0..weathered.points.len()).filter(shared).collect();
        assert_eq!(shared.len(), 3);
        let bend = weathered.points[shared[2]];
        assert!(bend.x != 1.0 && (bend.x - 1.0).abs() < 0.16, "{bend:?}");
        assert_eq!(weathered.points[..6], POINTS);
    }

    #[test]
    fn short_sides_stay_and_what_lies_close_together_does_not_meet() {
        let long = weathered(&POINTS, &[&LEFT, &RIGHT], 1.5);
        assert_eq!(long.along(&LEFT), LEFT);
        assert_eq!(
            weathered(&POINTS, &[&[0, 1, 99]], 0.1).along(&[0, 1]).len(),
            8
        );
        // A strait between two shores, a twentieth of their length wide.
        let strait = [
            (0.0, 0.0),
            (8.0, 0.0),
            (4.0, -3.0),
            (0.0, 0.4),
            (8.0, 0.4),
            (4.0, 3.0),
        ];
        let strait = strait.map(|(x, y)| Point::new(x, y));
        let shores: [[usize; 3]; 2] = [[0, 1, 2], [3, 4, 5]];
        let bent = weathered(&strait, &[&shores[0], &shores[1]], 0.1);
        let heights = |shore: usize| {
            let names = bent.along(&shores[shore]);
            let names: Vec<usize> = names.into_iter().take(5).collect();
            names
                .into_iter()
                .map(|name| bent.points[name].y)
                .collect::<Vec<f32>>()
        };
        let lowest = heights(0).into_iter().fold(f32::MIN, f32::max);
        let highest = heights(1).into_iter().fold(f32::MAX, f32::min);
        assert!(lowest < highest, "{lowest} {highest}");
    }

    #[test]
    fn two_areas_together_have_the_sides_that_they_do_not_share() {
        let loops = outer(&[&LEFT, &RIGHT]);
        assert_eq!(loops.len(), 1);
        let points: BTreeSet<usize> = loops[0].iter().copied().collect();
        assert_eq!((loops[0].len(), points), (6, (0..6).collect()));
        assert_eq!(outer(&[&[0, 1, 5], &[2, 3, 4]]).len(), 2);
        assert!(outer(&[]).is_empty());
    }
}
