//! Maps: the properties of §1 over many numbers.

use std::collections::BTreeSet;

use vauban_game::{Settings, Setup};

use super::*;
use crate::landbuster::{
    Connection, NoMap, Place,
    growth::{CELLS, Growth, SIDE, beside, normal},
};

/// The first names, all soldiers and the number of lands of map 7.
const MAP_SEVEN: ([&str; 3], u32, usize) = (["Irmont", "Halinra", "Calata"], 1_346, 58);

/// Ten times as many under `cargo xtask test --thorough`.
fn numbers() -> u64 {
    match std::env::var_os("VAUBAN_THOROUGH") {
        Some(_) => 10_000,
        None => 1_000,
    }
}

fn lands_at(map: &Map, cell: usize) -> Option<Land> {
    match map.places()[cell] {
        Place::Land(land) => Some(land),
        Place::Sea(_) => None,
    }
}

#[test]
fn maps_have_the_properties_of_the_rules() {
    let (mut lands, mut soldiers, mut squares, mut empty) = (0_u64, 0_u64, 0_u64, 0_u64);
    let (mut types, mut inland, mut fortresses) = ([0_u64; 5], 0_u64, 0_u64);
    for number in 0..numbers() {
        let players = 2 + (number % 5) as u8;
        let map = Map::new(number, players).unwrap();
        let count = map.count();
        assert!(count >= 6 * usize::from(players) && count <= 64, "{number}");
        assert!(!map.fortresses().is_empty(), "{number}");
        check_places(&map);
        check_borders(&map);
        let names: BTreeSet<&str> = map.lands().iter().map(|land| map.name(land)).collect();
        assert_eq!(names.len(), count, "{number}");
        assert!(names.iter().all(|name| (4..=11).contains(&name.len())));
        for land in map.lands().iter() {
            let troops = u64::from(map.troops(land));
            assert!(troops <= 100);
            lands += 1;
            soldiers += troops;
            squares += troops * troops;
            empty += u64::from(troops == 0);
            let coastal = map.terrain(land) == Terrain::Coastal;
            assert!(!coastal || map.coast().contains(land), "{number}");
            if !map.coast().contains(land) {
                types[map.terrain(land) as usize] += 1;
                inland += 1;
            }
            fortresses += u64::from(map.fortresses().contains(land));
        }
    }
    // §1.4 Of N(25, 12), what is below 0 becomes 0: 1.8% of all, and the mean moves to 25.1.
    let mean = soldiers as f64 / lands as f64;
    let deviation = (squares as f64 / lands as f64 - mean * mean).sqrt();
    assert!((mean - 25.08).abs() < 0.3, "{mean}");
    assert!((deviation - 11.8).abs() < 0.3, "{deviation}");
    let none = empty as f64 / lands as f64;
    assert!((0.01..0.035).contains(&none), "{none}");
    // §1.5 Lands that border no sea.
    let share = |count: u64| count as f64 / inland as f64;
    for (terrain, wanted) in [0.4, 0.3, 0.2, 0.1, 0.0].into_iter().enumerate() {
        let found = share(types[terrain]);
        assert!((found - wanted).abs() < 0.02, "{terrain}: {found}");
    }
    // §1.6
    let found = fortresses as f64 / lands as f64;
    assert!((found - 0.1).abs() < 0.01, "{found}");
}

/// §1.1, §1.2 Every cell is of one place; a land is in one piece of at least 20 cells; all join up.
fn check_places(map: &Map) {
    assert_eq!(map.places().len(), CELLS);
    let mut seen = vec![false; CELLS];
    let mut pieces = Vec::new();
    for cell in 0..CELLS {
        let Some(land) = lands_at(map, cell).filter(|_| !seen[cell]) else {
            continue;
        };
        let mut open = vec![cell];
        seen[cell] = true;
        let mut size = 0;
        while let Some(here) = open.pop() {
            size += 1;
            for next in beside(here) {
                if lands_at(map, next) == Some(land) && !seen[next] {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        assert!(size >= 20, "{land} has {size} cells");
        assert_eq!(map.size(land), size);
        pieces.push(land);
    }
    let expected: Vec<Land> = map.lands().iter().collect();
    assert_eq!(pieces, expected, "one piece each, numbered from the top");
    let mut reach = Lands::of(Land(0));
    for _ in 0..map.count() {
        reach = reach.iter().fold(reach, |all, land| {
            all.or(map.near(land)).or(map.over_sea(land))
        });
    }
    assert_eq!(reach, map.lands(), "every land can be reached");
}

/// §3.1 Borders as the cells have them.
fn check_borders(map: &Map) {
    let mut near = vec![Lands::NONE; map.count()];
    let mut shores = vec![Lands::NONE; map.seas()];
    for cell in 0..CELLS {
        for next in beside(cell) {
            match (map.places()[cell], map.places()[next]) {
                (Place::Land(one), Place::Land(two)) if one != two => {
                    near[one.index()] = near[one.index()].with(two);
                }
                (Place::Land(land), Place::Sea(stretch)) => {
                    let shore = &mut shores[usize::from(stretch)];
                    *shore = shore.with(land);
                }
                (Place::Sea(one), Place::Sea(two)) => assert_eq!(one, two, "one stretch"),
                _ => {}
            }
        }
    }
    assert!(!shores.is_empty(), "there is a sea");
    for land in map.lands().iter() {
        assert_eq!(map.near(land), near[land.index()]);
        for other in map.lands().iter() {
            let both = |shore: &Lands| shore.contains(land) && shore.contains(other);
            let found = match (near[land.index()].contains(other), shores.iter().any(both)) {
                (true, _) => Some(Connection::Land),
                (false, true) if land != other => Some(Connection::Sea),
                _ => None,
            };
            assert_eq!(map.connection(land, other), found, "{land} {other}");
        }
    }
    for (stretch, &shore) in shores.iter().enumerate() {
        assert_eq!(map.shore(stretch), shore);
    }
}

#[test]
fn regions_have_the_sizes_of_the_law() {
    let mut sizes = Vec::new();
    for seed in 0..200 {
        let growth = Growth::new(&mut Dice::seeded(seed));
        assert_eq!(growth.sizes.iter().sum::<usize>(), CELLS);
        assert!(
            (60..=68).contains(&growth.sizes.len()),
            "{}",
            growth.sizes.len()
        );
        sizes.extend(growth.sizes);
    }
    let count = sizes.len() as f64;
    let mean = sizes.iter().sum::<usize>() as f64 / count;
    let apart = |&size: &usize| (size as f64 - mean).powi(2);
    let deviation = (sizes.iter().map(apart).sum::<f64>() / count).sqrt();
    // Regions that have no room to grow and cells that are left spread the sizes beyond 10.
    assert!((mean - 61.0).abs() < 2.0, "{mean}");
    assert!((8.0..16.0).contains(&deviation), "{deviation}");
    assert!(sizes.iter().all(|&size| size >= 20));
}

#[test]
fn normal_draws_have_their_mean_and_deviation() {
    let mut dice = Dice::seeded(3);
    let draws: Vec<i64> = (0..100_000).map(|_| normal(&mut dice, 60, 10)).collect();
    let count = draws.len() as f64;
    let mean = draws.iter().sum::<i64>() as f64 / count;
    let apart = |&draw: &i64| (draw as f64 - mean).powi(2);
    let deviation = (draws.iter().map(apart).sum::<f64>() / count).sqrt();
    assert!((mean - 60.0).abs() < 0.1, "{mean}");
    assert!((deviation - 10.0).abs() < 0.1, "{deviation}");
    let within = draws
        .iter()
        .filter(|draw| (50..=70).contains(*draw))
        .count();
    assert!((0.68..0.73).contains(&(within as f64 / count)), "{within}");
}

#[test]
fn the_same_number_gives_the_same_map_and_others_differ() {
    assert_eq!(Map::new(7, 2), Map::new(7, 2));
    assert_ne!(Map::new(7, 2), Map::new(8, 2));
    // The number of players matters only for maps with few lands.
    assert_eq!(Map::new(7, 2), Map::new(7, 6));
    // A map is the same in every release of these rules.
    let map = Map::new(7, 6).unwrap();
    let names = [0, 1, 2].map(|index| map.name(Land(index)));
    let troops = map.lands().iter().map(|land| u32::from(map.troops(land)));
    assert_eq!((names, troops.sum::<u32>(), map.count()), MAP_SEVEN);
    assert_eq!(SIDE, 64);
}

#[test]
fn a_map_that_cannot_be_found_is_refused_with_its_number() {
    // Sixty-six lands are more than a map may have.
    assert_eq!(Map::new(7, 11), Err(NoMap));
    let settings = Settings::from([("map".to_owned(), "7".to_owned())]);
    let errors = LandBuster::setup(&settings, 11).unwrap_err();
    assert_eq!(errors[0].name, "map");
    assert!(errors[0].text.en.contains("after 1000 attempts"));
}

#[test]
fn a_position_brings_the_number_of_its_map() {
    let new = |number| LandBuster::new(number, 2).unwrap();
    let (here, other) = (new(3), new(4));
    assert_ne!(here.in_force(), other.in_force());
    let position = here.write_position(&here.start());
    let (game, _) = other.resume(&position).unwrap();
    assert_eq!(game.in_force(), here.in_force());
}
