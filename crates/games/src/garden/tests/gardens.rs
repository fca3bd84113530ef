//! The garden: cells, neighbours, grounds, specials, homes. §1, §2.4

use std::collections::BTreeMap;

use super::*;
use crate::garden::{Area, HOMES_APART, Land, Map, Soil};

#[test]
fn there_are_29_cells_and_68_pairs_of_neighbours() {
    let mut degrees = BTreeMap::new();
    let mut pairs = 0;
    for one in Cell::all() {
        *degrees.entry(one.neighbours().len()).or_insert(0) += 1;
        for other in one.neighbours() {
            assert!(other.touches(one) && one != other);
            assert_eq!(one.steps_to(other), 1);
            pairs += 1;
        }
    }
    assert_eq!(Cell::all().count(), 29);
    assert_eq!(pairs, 2 * 68);
    assert_eq!(degrees, BTreeMap::from([(3, 6), (4, 10), (6, 13)]));
}

#[test]
fn rows_have_5_6_7_6_5_cells_and_names_from_the_left() {
    let names: Vec<String> = Cell::all().map(|cell| cell.to_string()).collect();
    let rows = ["a", "b", "c", "d", "e"].map(|row| {
        let in_row = names.iter().filter(|name| name.starts_with(row));
        in_row.count()
    });
    assert_eq!(rows, [5, 6, 7, 6, 5]);
    assert_eq!((names[0].as_str(), names[28].as_str()), ("a1", "e5"));
    assert_eq!(Cell::at(0, 5), None);
    assert_eq!(Cell::at(5, 0), None);
    assert_eq!(Cell::new(29), None);
    for name in names {
        assert_eq!(cell(&name).to_string(), name);
    }
}

#[test]
fn the_neighbours_are_those_of_the_slanted_coordinates() {
    // (i, j) of the middle cell is (2, 3).
    assert_eq!(cell("c4").coordinates(), (2, 3));
    let around: Area = ["b3", "b4", "c5", "d4", "d3", "c3"]
        .into_iter()
        .map(cell)
        .collect();
    assert_eq!(cell("c4").neighbours(), around);
    let corner: Area = ["a2", "b1", "b2"].into_iter().map(cell).collect();
    assert_eq!(cell("a1").neighbours(), corner);
    assert_eq!(cell("c1").steps_to(cell("c7")), 6);
    assert_eq!(cell("a1").steps_to(cell("e5")), 6);
}

#[test]
fn steps_are_the_shortest_way_over_neighbours() {
    for from in Cell::all() {
        let mut reached = Area::of(from);
        for steps in 1..=6 {
            reached = reached.or(reached.border());
            for to in Cell::all() {
                assert_eq!(reached.holds(to), from.steps_to(to) <= steps, "{from} {to}");
            }
        }
    }
}

#[test]
fn every_garden_has_four_specials_all_grounds_and_homes_apart() {
    for number in 0..500 {
        let map = Map::new(number);
        let lands: Vec<Land> = Cell::all().map(|cell| map.land(cell)).collect();
        for special in Special::ALL {
            let there = lands.iter().filter(|land| **land == Land::Special(special));
            assert_eq!(there.count(), 1, "{number}");
            assert_eq!(map.land(map.cell_of(special)), Land::Special(special));
        }
        let zones = Soil::ALL.map(|soil| map.zone(soil));
        assert!(zones.iter().all(|zone| !zone.is_empty()), "{number}");
        assert_eq!(zones.iter().map(|zone| zone.len()).sum::<u32>(), 25);
        let [blue, red] = [BLUE, RED].map(|seat| map.home(seat));
        assert!(blue.steps_to(red) >= HOMES_APART);
        for home in [blue, red] {
            assert!(matches!(
                map.land(home),
                Land::Ordinary {
                    production: 0..=2,
                    ..
                }
            ));
        }
    }
}

#[test]
fn gardens_are_drawn_evenly() {
    let (mut soils, mut resources, mut yields) = ([0u32; 3], [0u32; 4], [0u32; 3]);
    let mut specials = [0u32; 29];
    const GARDENS: u32 = 4_000;
    for number in 0..u64::from(GARDENS) {
        let map = Map::new(number);
        for cell in Cell::all() {
            match map.land(cell) {
                Land::Special(_) => specials[cell.index()] += 1,
                Land::Ordinary {
                    soil,
                    resource,
                    production,
                } => {
                    soils[soil as usize] += 1;
                    resources[resource as usize] += 1;
                    yields[usize::from(production)] += 1;
                }
            }
        }
    }
    // The square of the deviation over what is expected: the 99.99th percentiles.
    for (counts, bound) in [
        (&soils[..], 18.4),
        (&resources[..], 21.1),
        (&yields[..], 18.4),
        (&specials[..], 66.0),
    ] {
        let total: u32 = counts.iter().sum();
        let expected = f64::from(total) / counts.len() as f64;
        let chi: f64 = counts
            .iter()
            .map(|&count| (f64::from(count) - expected).powi(2) / expected)
            .sum();
        assert!(chi < bound, "{counts:?}: {chi}");
    }
}

#[test]
fn the_same_number_gives_the_same_garden_and_others_differ() {
    assert_eq!(Map::new(42), Map::new(42));
    let start = |number| Garden::new(number).start();
    let different = (0..50).filter(|&number| start(number) != start(number + 1));
    assert!(different.count() > 40);
}

#[test]
fn each_side_begins_with_three_creatures_and_nothing_else() {
    let start = garden().start();
    assert_eq!(
        garden().write_position(&start),
        format!(
            "7.11.0.lot.-.-0,0,0,0,0,0.-0,0,0,0,0,0.{}",
            board("a2=r3 d4=b3")
        )
    );
    assert_eq!(start.army(BLUE), 3);
    assert_eq!(start.cells(RED).len(), 1);
}
