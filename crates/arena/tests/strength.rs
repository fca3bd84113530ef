//! What is written about the strength of programs is what the results of the ladder say. After a level has changed,
//! `VAUBAN_BLESS=1` leaves its old results out; `cargo xtask ladder` plays new ones.

use std::{fs, path::PathBuf};

use vauban_arena::{Ladder, Strength};
use vauban_catalog::{CATALOG, described};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn document_and_ratings_follow_from_the_results() {
    let strength = Strength::read(CATALOG, &read("docs/strength.txt"));
    for (name, text) in [
        ("docs/strength.txt", strength.results()),
        ("docs/strength.md", strength.document()),
        ("crates/catalog/src/ratings.txt", strength.ratings()),
    ] {
        if std::env::var_os("VAUBAN_BLESS").is_some() {
            fs::write(file(name), &text).expect("it can be written");
        }
        assert!(
            read(name) == text,
            "{name} is not what docs/strength.txt says: a level has changed, or somebody edited it; \
             VAUBAN_BLESS=1 writes it again"
        );
    }
}

#[test]
fn the_catalogue_shows_the_ratings_of_the_ladder() {
    let ratings = read("crates/catalog/src/ratings.txt");
    for game in CATALOG.games() {
        for level in game.levels() {
            let (name, agent) = (game.card().name, level.agent);
            let (nodes, slack) = (level.nodes, level.slack);
            let begin = format!("{name} {agent} {nodes} {slack} ");
            let line = ratings.lines().find_map(|line| line.strip_prefix(&begin));
            let rating = line.map_or("0", |rest| rest.split(' ').next().unwrap_or_default());
            assert_eq!(level.rating.to_string(), rating, "{begin}");
        }
    }
}

#[test]
fn everybody_whom_the_rules_describe_can_be_seated_and_is_on_the_ladder() {
    for game in CATALOG.games() {
        let name = game.card().name;
        assert!(!described(name).is_empty(), "{name}");
        let steps = Ladder::of(game).steps();
        for player in described(name) {
            let spec = player.parse().expect("it is well written");
            assert!(game.seats_agent(&spec).is_ok(), "{name}: {player}");
            let met = steps.iter().map(|step| &step.meeting);
            let met = met.filter(|meeting| meeting.one == *player || meeting.other == *player);
            assert!(met.count() >= 2, "{name}: {player}");
        }
    }
}
