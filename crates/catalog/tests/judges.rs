//! What the judges of the catalogue say to people.

use vauban_catalog::CATALOG;
use vauban_game::{Lang, Viewer};
use vauban_table::{Judged, Opening};

/// Nobody begins a match that is half decided: a graph of the expected result would say little.
#[test]
fn every_match_begins_about_even() {
    for game in CATALOG.games() {
        for seed in 1..=8 {
            let opened = game.open(Opening::seeded(seed));
            let table = opened.expect("nothing is chosen");
            let course = table.course(Viewer::Spectator, Judged::Yes, Lang::En);
            let name = game.card().name;
            let Some(shares) = course.shares else {
                panic!("{name} has no judge");
            };
            let fair = 1.0 / shares.len() as f64;
            for share in shares.iter().map(|line| line[0]) {
                assert!(
                    (0.7 * fair..=1.3 * fair).contains(&share),
                    "{name}, seed {seed}: {share} where {fair} is fair"
                );
            }
        }
    }
}
