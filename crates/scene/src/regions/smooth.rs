//! Smooth borders: corners of the grid are moved, bends are cut, and points that say nothing dropped.
//!
//! Two sides of cells that have no corner in common are at least a cell apart, across or down. A
//! corner moves by less than [`LIMIT`], a cut by less than an eighth of a cell and a dropped point
//! by less than [`STRAIGHT`]: together less than half a cell, so borders never cross.

use super::grid::{Corner, Grid, stepped};
use super::{Place, STEPS};

/// How far a corner may be moved, across and down.
const LIMIT: i32 = STEPS * 5 / 16;

/// A point that lies less far from the line between its neighbours is dropped: on a screen, about half a pixel.
const STRAIGHT: i64 = STEPS as i64 / 18;

/// Rounds of smoothing. Each pulls every corner towards its neighbours and then pushes it back by a
/// little more than half: stairs vanish, and small regions keep their size.
const ROUNDS: usize = 3;

/// Where every corner of the grid is moved to.
pub(super) fn relaxed(grid: &Grid) -> Vec<Place> {
    let corners: Vec<Corner> = grid.corners().collect();
    let home = |&(x, y): &Corner| (x * STEPS, y * STEPS);
    let mut places: Vec<Place> = corners.iter().map(home).collect();
    let movable: Vec<(usize, Vec<usize>)> = corners
        .iter()
        .enumerate()
        .filter_map(|(index, &corner)| {
            let near: Vec<usize> = grid
                .ways(corner)
                .map(|way| grid.index(stepped(corner, way)))
                .collect();
            // Where four meet, two of them are the same region's, and touch there only.
            let fixed = grid.is_edge(corner) || !matches!(near.len(), 2 | 3);
            (!fixed).then_some((index, near))
        })
        .collect();
    // Shares of the way to the middle of the neighbours, in hundredths.
    for share in [50, -32].repeat(ROUNDS) {
        let before = places.clone();
        for (index, near) in &movable {
            let count = near.len() as i32;
            let pull = |of: fn(&Place) -> i32| {
                let sum: i32 = near.iter().map(|&other| of(&before[other])).sum();
                let here = of(&before[*index]);
                let from = of(&home(&corners[*index]));
                let to = here + divided((sum - count * here) * share, count * 100);
                to.clamp(from - LIMIT, from + LIMIT)
            };
            places[*index] = (pull(|place| place.0), pull(|place| place.1));
        }
    }
    places
}

/// A line with its bends cut, without the points that say nothing. Its ends stay.
pub(super) fn line(points: &[Place]) -> Vec<Place> {
    let mut cut = cut(points);
    if let ([first, ..], [.., last]) = (points, points)
        && let [start, .., end] = &mut cut[..]
    {
        (*start, *end) = (*first, *last);
    }
    simplified(&cut)
}

/// The same for a line that closes. It repeats its first point.
pub(super) fn ring(points: &[Place]) -> Vec<Place> {
    let mut cut = cut(points);
    cut.extend(cut.first().copied());
    simplified(&cut)
}

/// Each stretch from a quarter to three quarters of its length.
fn cut(points: &[Place]) -> Vec<Place> {
    let quarter = |near: Place, far: Place| {
        (
            divided(3 * near.0 + far.0, 4),
            divided(3 * near.1 + far.1, 4),
        )
    };
    let stretches = points.windows(2);
    stretches
        .flat_map(|pair| [quarter(pair[0], pair[1]), quarter(pair[1], pair[0])])
        .collect()
}

/// The line without the points that lie on it nearly, by Douglas and Peucker.
fn simplified(line: &[Place]) -> Vec<Place> {
    let Some(last) = line.len().checked_sub(1).filter(|&last| last > 1) else {
        return line.to_vec();
    };
    let mut kept = vec![false; line.len()];
    (kept[0], kept[last]) = (true, true);
    let mut open = vec![(0, last)];
    while let Some((from, to)) = open.pop() {
        let farthest = (from + 1..to)
            .map(|at| (deviation(line[from], line[to], line[at]), at))
            // Of equally far points the first: the order of the line decides.
            .max_by_key(|&(far, at)| (far, std::cmp::Reverse(at)));
        if let Some((far, at)) = farthest
            && far > STRAIGHT * STRAIGHT
        {
            kept[at] = true;
            open.extend([(from, at), (at, to)]);
        }
    }
    let points = line.iter().zip(kept);
    points
        .filter_map(|(&place, kept)| kept.then_some(place))
        .collect()
}

/// The square of the distance of a point from the stretch between two others, rounded down.
fn deviation(from: Place, to: Place, point: Place) -> i64 {
    let wide = |one: Place, two: Place| i64::from(two.0 - one.0);
    let high = |one: Place, two: Place| i64::from(two.1 - one.1);
    let square = |one: Place, two: Place| wide(one, two).pow(2) + high(one, two).pow(2);
    let length = square(from, to);
    let along = wide(from, to) * wide(from, point) + high(from, to) * high(from, point);
    if along <= 0 {
        return square(from, point);
    }
    if along >= length {
        return square(to, point);
    }
    let across = wide(from, to) * high(from, point) - high(from, to) * wide(from, point);
    across.pow(2) / length
}

/// The nearest whole quotient.
fn divided(sum: i32, by: i32) -> i32 {
    (sum + by / 2).div_euclid(by)
}
