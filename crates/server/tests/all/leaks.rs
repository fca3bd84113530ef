//! Nobody is told what it may not know: in two worlds that differ only in that, every byte is the same.
//! Every game of the catalogue that has secrets, and the toys; a new game is under this by itself.

use std::collections::BTreeMap;

use vauban_table::Shelf;

use crate::{
    host::{TOYS, catalogue},
    worlds::{Pair, has_secrets, listen::differences, pair, scripted::Leak, variants},
};

/// Pairs that are played for each game under each of its options.
const PAIRS: usize = 2;

/// Seeds that are tried to find them.
const SEEDS: u64 = 40;

async fn tells_nothing(shelf: Shelf) {
    // Whether two worlds were found for each game that may have secrets: not every option has them.
    let mut found: BTreeMap<&str, bool> = BTreeMap::new();
    for (game, settings) in variants(shelf) {
        if !has_secrets(game, &settings) {
            continue;
        }
        let name = game.card().name;
        let mut pairs: Vec<Pair> = Vec::new();
        for seed in 0..SEEDS {
            pairs.extend(pair(game, &settings, seed));
            // Some options leave nothing to hide.
            let hopeless = pairs.is_empty() && seed >= SEEDS / 4;
            if pairs.len() == PAIRS || hopeless {
                break;
            }
        }
        *found.entry(name).or_default() |= pairs.len() == PAIRS;
        for pair in &pairs {
            let differences = differences(game, pair, None, None).await;
            assert!(
                differences.is_empty(),
                "{name} {settings:?}, as {:?} sees it:\n{}\n{pair:?}",
                pair.viewer,
                differences[0],
            );
        }
        let uneven = pairs.iter().filter(|pair| pair.uneven).count();
        let beats: Vec<usize> = pairs.iter().map(|pair| pair.beats.len()).collect();
        println!("{name} {settings:?}: beats {beats:?}, {uneven} uneven");
    }
    let blind: Vec<_> = found.iter().filter(|(_, found)| !**found).collect();
    assert!(
        blind.is_empty(),
        "have secrets, but no two worlds were found: {blind:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn no_game_of_the_catalogue_tells_what_is_hidden() {
    tells_nothing(catalogue()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_toy_tells_what_is_hidden() {
    tells_nothing(TOYS).await;
}

/// A test of the test: each of these leaks makes a difference that it sees.
#[tokio::test(flavor = "multi_thread")]
async fn planted_leaks_are_found() {
    for leak in Leak::ALL {
        let mut found = None;
        'search: for (game, settings) in variants(TOYS) {
            if !has_secrets(game, &settings) {
                continue;
            }
            for pair in (0..SEEDS)
                .filter_map(|seed| pair(game, &settings, seed))
                .take(4)
            {
                let differences = differences(game, &pair, Some(leak), None).await;
                if let Some(first) = differences.first() {
                    found = Some(first.chars().take(160).collect::<String>());
                    break 'search;
                }
            }
        }
        let found = found.unwrap_or_else(|| panic!("{leak:?} was not noticed"));
        println!("{leak:?}: {found}");
    }
}
