//! Outlines that share their points, with round corners: neighbours still share theirs exactly.

use std::collections::{BTreeMap, BTreeSet};

use crate::Point;

/// How much of each side is rounded away at one of its ends.
const SHARE: f32 = 0.34;

/// Outlines by the numbers of their points, with every corner rounded at which only one line goes
/// on. Where three or more sides meet, the corner stays.
///
/// Y grows downwards. A number beyond the points is left out.
pub fn rounded(points: &[Point], outlines: &[&[usize]]) -> Vec<Vec<Point>> {
    let mut near: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for outline in outlines {
        for (&one, &two) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            near.entry(one).or_default().insert(two);
            near.entry(two).or_default().insert(one);
        }
    }
    let around = |outline: &&[usize]| -> Vec<Point> {
        let count = outline.len();
        (0..count)
            .flat_map(|at| {
                let before = outline[(at + count - 1) % count];
                let (here, after) = (outline[at], outline[(at + 1) % count]);
                match near[&here].len() {
                    2 => corner(points, before, here, after),
                    _ => points
                        .get(here)
                        .map(|&point| vec![point])
                        .unwrap_or_default(),
                }
            })
            .collect()
    };
    outlines.iter().map(around).collect()
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

/// The curve that replaces a corner. It is made in one direction only, whoever asks.
fn corner(points: &[Point], before: usize, here: usize, after: usize) -> Vec<Point> {
    if before > after {
        let mut curve = corner(points, after, here, before);
        curve.reverse();
        return curve;
    }
    let (Some(&from), Some(&bend), Some(&to)) =
        (points.get(before), points.get(here), points.get(after))
    else {
        return Vec::new();
    };
    let toward = |end: Point| {
        Point::new(
            bend.x + (end.x - bend.x) * SHARE,
            bend.y + (end.y - bend.y) * SHARE,
        )
    };
    let (first, last) = (toward(from), toward(to));
    let rounded = |value: f32| (value * 1000.0).round() / 1000.0;
    [0.0, 0.5, 1.0]
        .map(|along: f32| {
            let back = 1.0 - along;
            let mix = |first: f32, bend: f32, last: f32| {
                rounded(back * back * first + 2.0 * back * along * bend + along * along * last)
            };
            Point::new(mix(first.x, bend.x, last.x), mix(first.y, bend.y, last.y))
        })
        .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polygon;

    /// Two squares side by side, and what they share.
    const POINTS: [Point; 7] = [
        Point::new(0.0, 0.0),
        Point::new(1.0, 0.0),
        Point::new(2.0, 0.0),
        Point::new(2.0, 1.0),
        Point::new(1.0, 1.0),
        Point::new(0.0, 1.0),
        Point::new(1.2, 0.5),
    ];

    #[test]
    fn neighbours_share_their_points_and_junctions_stay() {
        let (left, right) = ([0, 1, 6, 4, 5], [1, 2, 3, 4, 6]);
        let outlines = rounded(&POINTS, &[&left, &right]);
        for junction in [POINTS[1], POINTS[4]] {
            assert!(outlines.iter().all(|outline| outline.contains(&junction)));
        }
        let bend: Vec<Point> = outlines[0]
            .iter()
            .filter(|point| point.x > 1.0)
            .copied()
            .collect();
        assert_eq!(bend.len(), 3);
        let mut shared: Vec<Point> = outlines[1]
            .iter()
            .filter(|point| bend.contains(point))
            .copied()
            .collect();
        shared.reverse();
        assert_eq!(shared, bend);
        // Corners are cut: what is left is a little less, and nothing is lost between the two.
        let whole: f32 = outlines.iter().map(|outline| polygon::area(outline)).sum();
        assert!(whole > 1.8 && whole < 2.0);
        assert_eq!(rounded(&POINTS, &[&[0, 1, 99]])[0].len(), 0);
    }

    #[test]
    fn two_areas_together_have_the_sides_that_they_do_not_share() {
        let loops = outer(&[&[0, 1, 6, 4, 5], &[4, 6, 1, 2, 3]]);
        assert_eq!(loops.len(), 1);
        let points: BTreeSet<usize> = loops[0].iter().copied().collect();
        assert_eq!((loops[0].len(), points), (6, (0..6).collect()));
        assert_eq!(outer(&[&[0, 1, 5], &[2, 3, 4]]).len(), 2);
        assert!(outer(&[]).is_empty());
    }
}
