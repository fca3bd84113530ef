//! The template of `cargo xtask new-game` is a game like any other: it compiles, passes its own tests
//! and keeps the laws.

#[path = "../templates/game/mod.rs"]
pub mod towpath;

use towpath::Towpath;
use vauban_laws::{Limits, golden, hold, perft, playthrough, variants};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/game");

#[test]
fn the_template_keeps_all_laws() {
    for variant in variants::<Towpath>() {
        for seed in 0..40 {
            if let Err(breach) = hold(&variant.game, seed, Limits::default()) {
                panic!("{:?}, seed {seed}: {breach}", variant.settings);
            }
        }
    }
}

#[test]
fn the_template_counts_as_its_table_says() {
    let table = std::fs::read_to_string(format!("{FOLDER}/perft.txt")).unwrap();
    perft::run::<Towpath>(&table, u32::MAX).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn the_template_plays_as_its_golden_file_says() {
    let variant = &variants::<Towpath>()[0];
    let text = playthrough(&variant.game, &variant.settings, 1);
    golden::compare(format!("{FOLDER}/play.golden"), &text)
        .unwrap_or_else(|wrong| panic!("{wrong}"));
}
