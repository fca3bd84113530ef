//! A test of the tests for leaks: what the server itself could tell too much is seen by them.
//!
//! `cargo test -p vauban-server --features faults --test faults`

mod host;
mod worlds;

use host::TOYS;
use vauban_server::Fault;
use vauban_table::Shelf;
use worlds::{has_secrets, listen::differences, pair, variants};

/// Seeds that are tried to find pairs of worlds.
const SEEDS: u64 = 40;

async fn is_found(shelf: Shelf, fault: Fault) {
    for (game, settings) in variants(shelf) {
        if !has_secrets(game, &settings) {
            continue;
        }
        // A hidden step without a counterpart shows most.
        let pairs = (0..SEEDS).filter_map(|seed| pair(game, &settings, seed));
        let mut pairs: Vec<_> = pairs.take(8).collect();
        pairs.sort_by_key(|pair| !pair.uneven);
        for pair in pairs.iter().take(4) {
            let differences = differences(game, pair, None, |hall| hall.plant(fault)).await;
            if let Some(first) = differences.first() {
                println!(
                    "{}: {}",
                    fault.name(),
                    first.chars().take(160).collect::<String>()
                );
                return;
            }
        }
    }
    panic!("{} was not noticed", fault.name());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_for_what_was_not_seen_is_noticed() {
    is_found(host::catalogue(), Fault::FrameForUnseen).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_through_anothers_eyes_is_noticed() {
    is_found(TOYS, Fault::AnyEye).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_count_of_hidden_steps_is_noticed() {
    is_found(host::catalogue(), Fault::CountUnseen).await;
}
