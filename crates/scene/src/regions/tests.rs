//! Outlines hold for every grid: shared, closed, without crossings, and with labels inside.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::polygon;

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

/// A grid of regions that grew from seeds, with some stray cells.
fn grown(numbers: &mut Numbers, columns: u16, rows: u16, regions: u8) -> Vec<u8> {
    let count = usize::from(columns) * usize::from(rows);
    let mut cells: Vec<Option<u8>> = vec![None; count];
    for id in 0..regions {
        cells[numbers.below(count as u64) as usize] = Some(id);
    }
    while cells.contains(&None) {
        let before = cells.clone();
        for (at, cell) in cells.iter_mut().enumerate() {
            let (x, y) = (at % usize::from(columns), at / usize::from(columns));
            let near = [
                (x > 0).then(|| at - 1),
                (x + 1 < usize::from(columns)).then(|| at + 1),
                (y > 0).then(|| at - usize::from(columns)),
                (y + 1 < usize::from(rows)).then(|| at + usize::from(columns)),
            ];
            let from = near[numbers.below(4) as usize];
            *cell = cell.or(from.and_then(|from| before[from]));
        }
    }
    let strays = numbers.below(4);
    let mut cells: Vec<u8> = cells.into_iter().flatten().collect();
    for _ in 0..strays {
        cells[numbers.below(count as u64) as usize] = regions;
    }
    cells
}

/// Maps of every kind: noise, stripes, large regions, many and few.
fn grids() -> Vec<(u16, Vec<u8>)> {
    let mut numbers = Numbers(7);
    let mut grids = vec![
        (1, vec![3]),
        (2, vec![0, 1, 1, 0]),
        (3, vec![0, 0, 0, 0, 1, 0, 0, 0, 0]),
    ];
    for round in 0..40u64 {
        let columns = 2 + numbers.below(15) as u16;
        let rows = 2 + numbers.below(15) as u16;
        let regions = 1 + numbers.below(9) as u8;
        let count = u64::from(columns) * u64::from(rows);
        grids.push(match round % 2 {
            0 => (columns, grown(&mut numbers, columns, rows, regions)),
            _ => (
                columns,
                (0..count)
                    .map(|_| numbers.below(regions.into()) as u8)
                    .collect(),
            ),
        });
    }
    grids.push((64, grown(&mut numbers, 64, 64, 64)));
    grids
}

/// A point as a key: pictures have three decimals.
fn key(point: Point) -> (i32, i32) {
    let thousandths = |value: f32| (value * 1000.0).round() as i32;
    (thousandths(point.x), thousandths(point.y))
}

fn sides(points: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let next = points.iter().cycle().skip(1);
    points.iter().copied().zip(next.copied())
}

#[test]
fn every_cell_lies_in_the_outline_of_its_region_and_in_no_other() {
    for (columns, cells) in grids() {
        let regions = Regions::new(columns, &cells, 0.5);
        let outlines: BTreeMap<u8, Vec<Vec<Point>>> = regions
            .ids()
            .into_iter()
            .map(|id| (id, regions.outlines(id)))
            .collect();
        for (at, &id) in cells.iter().enumerate() {
            let (x, y) = (at % usize::from(columns), at / usize::from(columns));
            let middle = Point::new(x as f32 * 0.5 + 0.25, y as f32 * 0.5 + 0.25);
            assert_eq!(regions.at(middle), Some(id));
            let holding: Vec<u8> = outlines
                .iter()
                .filter(|(_, loops)| polygon::contained(loops, middle))
                .map(|(&id, _)| id)
                .collect();
            assert_eq!(holding, [id], "cell {x}:{y} of {columns} columns");
        }
    }
}

#[test]
fn each_side_is_shared_by_two_neighbours_or_lies_on_the_edge() {
    for (columns, cells) in grids() {
        let regions = Regions::new(columns, &cells, 1.0);
        let mut owners: BTreeMap<_, Vec<u8>> = BTreeMap::new();
        for id in regions.ids() {
            for points in regions.outlines(id) {
                assert!(points.len() > 2);
                for (from, to) in sides(&points) {
                    // One runs along it this way, the other the opposite way.
                    owners.entry((key(from), key(to))).or_default().push(id);
                }
            }
        }
        for (&(from, to), ids) in &owners {
            assert_eq!(ids.len(), 1, "a side is used twice in one direction");
            let edge = |one: i32, two: i32, end: f32| {
                one == two && (one == 0 || one == (end * 1000.0) as i32)
            };
            let on_edge =
                edge(from.0, to.0, regions.width()) || edge(from.1, to.1, regions.height());
            assert_eq!(
                owners.contains_key(&(to, from)),
                !on_edge,
                "{from:?} {to:?}"
            );
        }
    }
}

#[test]
fn borders_never_cross() {
    for (columns, cells) in grids() {
        let regions = Regions::new(columns, &cells, 1.0);
        let lines = regions.lines(|_, _| true);
        let stretches: Vec<(Place, Place)> = lines
            .iter()
            .flat_map(|line| line.windows(2).map(|pair| (key(pair[0]), key(pair[1]))))
            .collect();
        // Only what is near can cross: by squares of four cells.
        let mut near: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
        for (at, (from, to)) in stretches.iter().enumerate() {
            for x in from.0.min(to.0) / 4000..=from.0.max(to.0) / 4000 {
                for y in from.1.min(to.1) / 4000..=from.1.max(to.1) / 4000 {
                    near.entry((x, y)).or_default().push(at);
                }
            }
        }
        for group in near.values() {
            for (number, &one) in group.iter().enumerate() {
                for &two in &group[number + 1..] {
                    assert!(
                        !cross(stretches[one], stretches[two]),
                        "{:?} {:?}",
                        stretches[one],
                        stretches[two]
                    );
                }
            }
        }
    }
}

/// Whether two stretches have a point in common that is not an end of both.
fn cross((a, b): (Place, Place), (c, d): (Place, Place)) -> bool {
    let turn = |one: Place, two: Place, three: Place| {
        let (x, y) = (i64::from(two.0 - one.0), i64::from(two.1 - one.1));
        let (right, down) = (i64::from(three.0 - one.0), i64::from(three.1 - one.1));
        (x * down - y * right).signum()
    };
    let shared = [a, b].iter().filter(|&&end| end == c || end == d).count();
    if shared > 0 {
        // From a common end they part, or one would lie on the other.
        let (end, one) = if a == c || a == d { (a, b) } else { (b, a) };
        let two = if c == end { d } else { c };
        let along = |one: Place, two: Place| {
            i64::from(one.0 - end.0) * i64::from(two.0 - end.0)
                + i64::from(one.1 - end.1) * i64::from(two.1 - end.1)
        };
        return turn(end, one, two) == 0 && along(one, two) > 0;
    }
    let (one, two) = (turn(a, b, c) * turn(a, b, d), turn(c, d, a) * turn(c, d, b));
    one < 0 && two < 0
}

#[test]
fn labels_lie_well_inside() {
    for (columns, cells) in grids() {
        let regions = Regions::new(columns, &cells, 1.0);
        for id in regions.ids() {
            let label = regions.label(id).expect("a region with a cell has a label");
            let loops = regions.outlines(id);
            assert!(polygon::contained(&loops, label.at), "{id} {label:?}");
            assert!(label.room >= 0.5);
            // Nothing foreign within the room, but for what smoothing moved.
            for (at, _) in cells.iter().enumerate().filter(|(_, other)| **other != id) {
                let (x, y) = (at % usize::from(columns), at / usize::from(columns));
                let wide = ((x as f32 + 0.5 - label.at.x).abs() - 0.5).max(0.0);
                let high = ((y as f32 + 0.5 - label.at.y).abs() - 0.5).max(0.0);
                // The measure of 3 to 4 is up to 8 % off.
                assert!(
                    wide.hypot(high) >= label.room * 0.92 - 0.001,
                    "{id} {label:?}"
                );
            }
        }
    }
}

#[test]
fn borders_and_boundaries_run_between_what_they_part() {
    let mut numbers = Numbers(11);
    let cells = grown(&mut numbers, 20, 20, 8);
    let regions = Regions::new(20, &cells, 1.0);
    let of = |id: u8| -> BTreeSet<(i32, i32)> {
        regions.outlines(id).concat().into_iter().map(key).collect()
    };
    let mut parted = 0;
    for one in regions.ids() {
        for two in regions.ids().into_iter().filter(|&two| two != one) {
            let (first, second) = (of(one), of(two));
            for line in regions.borders(one, two) {
                parted += 1;
                assert!(line.len() > 1);
                for point in line.into_iter().map(key) {
                    assert!(first.contains(&point) && second.contains(&point));
                }
            }
            assert_eq!(
                regions.borders(one, two).len(),
                regions.borders(two, one).len()
            );
        }
    }
    assert!(parted > 8);
    // A coast leaves the sea or goes around it: its ends lie on the edge.
    for line in regions.boundary(|id| id < 4) {
        let (first, last) = (line[0], line[line.len() - 1]);
        let edge =
            |point: Point| point.x == 0.0 || point.y == 0.0 || point.x == 20.0 || point.y == 20.0;
        let pinched =
            |point: Point| regions.grid.ways((point.x as i32, point.y as i32)).count() > 3;
        let ends = |point: Point| edge(point) || pinched(point);
        assert!(
            first == last || (ends(first) && ends(last)),
            "{first:?} {last:?}"
        );
    }
}

#[test]
fn a_quay_begins_at_the_border_and_ends_on_the_water() {
    let mut quays = 0;
    for (columns, cells) in grids() {
        let regions = Regions::new(columns, &cells, 1.0);
        for land in regions.ids() {
            for water in regions.ids().into_iter().filter(|&water| water != land) {
                let quay = regions.quay(land, water);
                assert_eq!(quay.is_some(), !regions.borders(land, water).is_empty());
                let Some(Quay { shore, end }) = quay else {
                    continue;
                };
                quays += 1;
                assert_eq!(regions.at(end), Some(water));
                assert!(polygon::contained(&regions.outlines(water), end));
                let near = regions.borders(land, water).into_iter().any(|line| {
                    let mut stretches = line.windows(2);
                    stretches.any(|pair| polygon::to_side(shore, pair[0], pair[1]) < 0.2)
                });
                assert!(near, "{shore:?}");
                assert!((end.x - shore.x).abs() < 1.0 && (end.y - shore.y).abs() < 1.0);
            }
        }
    }
    assert!(quays > 100);
}

#[test]
fn a_lake_is_a_hole_and_an_island_a_part() {
    #[rustfmt::skip]
    let cells = [
        0, 0, 0, 0, 0, 0,
        0, 1, 1, 1, 0, 0,
        0, 1, 2, 1, 0, 1,
        0, 1, 1, 1, 0, 0,
        0, 0, 0, 0, 0, 0,
    ];
    let regions = Regions::new(6, &cells, 1.0);
    let signs = |id| -> Vec<f32> {
        let outlines = regions.outlines(id);
        outlines
            .iter()
            .map(|one| polygon::area(one).signum())
            .collect()
    };
    assert_eq!(signs(0), [1.0, -1.0]);
    assert_eq!(signs(1), [1.0, 1.0, -1.0]);
    assert_eq!(signs(2), [1.0]);
    let coast = regions.borders(1, 2);
    assert_eq!((coast.len(), coast[0].first()), (1, coast[0].last()));
}

/// The same bytes on every machine: a sum over every point of a map.
#[test]
fn a_map_is_the_same_everywhere() {
    let mut numbers = Numbers(3);
    let cells = grown(&mut numbers, 64, 64, 60);
    let regions = Regions::new(64, &cells, 0.25);
    let mut sum = 0u64;
    let mut count = 0;
    for id in regions.ids() {
        let label = regions.label(id).unwrap();
        for point in regions.outlines(id).concat().into_iter().chain([label.at]) {
            let (x, y) = key(point);
            sum = sum
                .wrapping_mul(31)
                .wrapping_add(x as u64 * 100_000 + y as u64);
            count += 1;
        }
    }
    assert_eq!((count, sum), (1962, 18_112_391_818_520_530_707));
}

#[test]
fn odd_grids_have_no_regions_and_do_not_panic() {
    for (columns, cells) in [(0, vec![1, 2]), (3, vec![1, 2]), (0, vec![])] {
        let regions = Regions::new(columns, &cells, 1.0);
        assert!(regions.ids().is_empty() && regions.lines(|_, _| true).is_empty());
        assert!(regions.outlines(1).is_empty());
        assert_eq!((regions.label(1), regions.quay(1, 2)), (None, None));
        assert_eq!(regions.at(Point::new(0.5, f32::NAN)), None);
    }
    // A row that is not whole is left out.
    assert_eq!(Regions::new(2, &[1, 1, 2], 1.0).ids(), BTreeSet::from([1]));
}
