//! Stretches of border from junction to junction, each made once for both of its regions.

use std::collections::BTreeMap;

use super::grid::{Corner, Grid, WAYS, stepped};
use super::{Place, smooth};

/// A stretch of border without a junction on its way.
#[derive(Clone, Debug)]
pub(super) struct Arc {
    /// The regions beside one who goes along it; beyond the edge there is none.
    pub left: Option<u8>,
    pub right: Option<u8>,
    from: End,
    to: End,
    /// Smoothed, with both ends; one that closes repeats its first point.
    pub places: Vec<Place>,
}

/// A corner at which a stretch ends, and the way in which it leads through it.
#[derive(Copy, Clone, Debug)]
struct End {
    corner: Corner,
    way: usize,
}

/// Follows every border once.
pub(super) fn trace(grid: &Grid, moved: &[Place]) -> Vec<Arc> {
    let mut done = vec![[false; WAYS.len()]; moved.len()];
    let mut arcs = Vec::new();
    // From the junctions first: what is left after that are loops without any.
    for junctions in [true, false] {
        for start in grid.corners() {
            if junctions && !grid.is_junction(start) {
                continue;
            }
            for way in grid.ways(start) {
                if !done[grid.index(start)][way] {
                    arcs.push(follow(grid, moved, start, way, &mut done));
                }
            }
        }
    }
    arcs
}

fn follow(
    grid: &Grid,
    moved: &[Place],
    start: Corner,
    first: usize,
    done: &mut [[bool; WAYS.len()]],
) -> Arc {
    let (left, right) = grid.beside(start, first);
    let mut line = vec![moved[grid.index(start)]];
    let (mut here, mut way) = (start, first);
    loop {
        done[grid.index(here)][way] = true;
        here = stepped(here, way);
        let back = (way + 2) % WAYS.len();
        done[grid.index(here)][back] = true;
        line.push(moved[grid.index(here)]);
        if here == start || grid.is_junction(here) {
            break;
        }
        let ahead = grid.ways(here).find(|&ahead| ahead != back);
        way = ahead.expect("a border that is no junction goes on");
    }
    Arc {
        left,
        right,
        from: End {
            corner: start,
            way: first,
        },
        to: End { corner: here, way },
        places: match grid.is_junction(start) {
            true => smooth::line(&line),
            false => smooth::ring(&line),
        },
    }
}

/// The outlines of a region, without repeating their first points: parts before holes, the largest first.
pub(super) fn loops(grid: &Grid, arcs: &[Arc], id: u8) -> Vec<Vec<Place>> {
    // Each stretch in the direction that has the region on its right.
    let mut open: BTreeMap<(i32, i32, usize), (End, Vec<Place>)> = BTreeMap::new();
    for arc in arcs {
        if arc.right == Some(id) {
            let End { corner, way } = arc.from;
            open.insert((corner.1, corner.0, way), (arc.to, arc.places.clone()));
        }
        if arc.left == Some(id) {
            let back = |end: End| End {
                corner: end.corner,
                way: (end.way + 2) % WAYS.len(),
            };
            let End { corner, way } = back(arc.to);
            let places = arc.places.iter().rev().copied().collect();
            open.insert((corner.1, corner.0, way), (back(arc.from), places));
        }
    }
    let mut loops = Vec::new();
    while let Some((start, (mut end, mut outline))) = open.pop_first() {
        loop {
            // Keep to the right, around one's own cells: what touches at a corner only is apart.
            let way = [1, 0, 3]
                .map(|turn| (end.way + turn) % WAYS.len())
                .into_iter()
                .find(|&way| {
                    grid.is_border(end.corner, way) && grid.beside(end.corner, way).1 == Some(id)
                })
                .expect("an outline goes on until it closes");
            let key = (end.corner.1, end.corner.0, way);
            if key == start {
                break;
            }
            let next = open.remove(&key);
            let (next, places) = next.expect("no stretch belongs to two outlines");
            outline.extend(&places[1..]);
            end = next;
        }
        outline.pop();
        loops.push(outline);
    }
    loops.sort_by_key(|outline| std::cmp::Reverse(area(outline)));
    loops
}

/// Lines joined where exactly two of them end.
pub(super) fn joined(lines: Vec<Vec<Place>>) -> Vec<Vec<Place>> {
    let mut ends: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate() {
        if let (Some(first), Some(last)) = (line.first(), line.last()) {
            ends.entry(*first).or_default().push(index);
            ends.entry(*last).or_default().push(index);
        }
    }
    let mut left: Vec<Option<Vec<Place>>> = lines.into_iter().map(Some).collect();
    let mut whole = Vec::new();
    for index in 0..left.len() {
        let Some(mut line) = left[index].take() else {
            continue;
        };
        // From one end as far as it goes, then from the other.
        for _ in 0..2 {
            while line.first() != line.last()
                && let Some(&end) = line.last()
                && let [one, two] = ends[&end][..]
                && let Some(mut next) = left[one].take().or_else(|| left[two].take())
            {
                if next[0] != end {
                    next.reverse();
                }
                line.extend(&next[1..]);
            }
            line.reverse();
        }
        whole.push(line);
    }
    whole
}

/// Twice the area: positive if the outline runs clockwise on the screen.
fn area(outline: &[Place]) -> i64 {
    let next = outline.iter().cycle().skip(1);
    let cross = |(one, two): (&Place, &Place)| {
        i64::from(one.0) * i64::from(two.1) - i64::from(two.0) * i64::from(one.1)
    };
    outline.iter().zip(next).map(cross).sum()
}
