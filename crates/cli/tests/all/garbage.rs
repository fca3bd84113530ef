//! Broken texts for everything that reads one: no panic, and what is refused changes nothing.
//!
//! `cargo xtask soak --texts 1000000` is the long run.

use vauban_catalog::CATALOG;
use vauban_cli::console::Console;
use vauban_game::{Dice, Lang};
use vauban_laws::garbage;
use vauban_table::{Opening, Record};

/// How many texts each reader gets for each game.
fn inputs() -> u64 {
    vauban_laws::times("VAUBAN_GARBAGE", 10_000, 30_000)
}

/// A short match of random play: its record, its positions, its actions.
struct Sample {
    record: String,
    positions: Vec<String>,
    actions: Vec<String>,
}

fn sample(name: &str) -> Sample {
    let mut console =
        Console::open(&[name, "--seed", "1", "--date", "2026-01-01"]).expect("it opens");
    let mut dice = Dice::seeded(7);
    let mut sample = Sample {
        record: String::new(),
        positions: Vec::new(),
        actions: Vec::new(),
    };
    for _ in 0..60 {
        let Some(seat) = console.table().turn().seats().iter().next() else {
            break;
        };
        let legal = console.table().questions().legal(seat);
        let action = legal[dice.below(legal.len() as u32) as usize].clone();
        console.line(&action);
        sample.positions.push(console.table().position());
        sample.actions.push(action);
    }
    sample.record = console.table().record().to_string();
    sample
}

fn texts(items: &[String]) -> Vec<&str> {
    items.iter().map(String::as_str).collect()
}

const COMMANDS: [&str; 20] = [
    "legal",
    "why a1",
    "odds a1",
    "show",
    "position",
    "lens",
    "lens reach 2 after a1",
    "perft 1",
    "perft 1 move",
    "hash",
    "events",
    "go",
    "go all",
    "revert",
    "rules",
    "help",
    "draw",
    "resign",
    "2: legal",
    "!6,5/4",
];

#[test]
fn the_console_survives_and_refused_lines_change_nothing() {
    for game in CATALOG.games() {
        let name = game.card().name;
        let mut seeds = sample(name).actions;
        seeds.extend(COMMANDS.map(str::to_owned));
        let seeds = texts(&seeds);
        let mut dice = Dice::seeded(11);
        let mut console = Console::open(&[name, "--seed", "1"]).expect("it opens");
        for number in 0..inputs() {
            let line = garbage(&mut dice, &seeds);
            // Files are read and written elsewhere; deep counts would only take long.
            let word = line.trim_start();
            if ["save", "load", "perft"]
                .iter()
                .any(|command| word.contains(command))
            {
                continue;
            }
            let before = console.table().hash();
            let Some(answer) = console.line(&line) else {
                continue;
            };
            let json: serde_json::Value =
                serde_json::from_str(&answer.json(Lang::Fr)).expect("an answer is JSON");
            answer.text(Lang::En);
            if json["ok"] == false {
                assert_eq!(console.table().hash(), before, "{name}: {line:?}");
            }
            if number % 500 == 0 || console.table().turn().over().is_some() {
                console = Console::open(&[name, "--seed", "1"]).expect("it opens");
            }
        }
    }
}

#[test]
fn the_record_reader_survives_and_normalises() {
    for game in CATALOG.games() {
        let record = sample(game.card().name).record;
        let lines: Vec<&str> = record.lines().chain([record.as_str()]).collect();
        let mut dice = Dice::seeded(12);
        for _ in 0..inputs() {
            let text = garbage(&mut dice, &lines);
            let Ok(records) = Record::read_all(&text) else {
                continue;
            };
            for record in records {
                let written = record.to_string();
                let again = Record::read(&written).expect("what we wrote can be read");
                assert_eq!(again.to_string(), written, "{text:?}");
                // Whatever it says, replaying it answers.
                let _ = game.replay(&record, Opening::seeded(1), Some(200));
            }
        }
    }
}

#[test]
fn the_position_reader_survives_and_is_canonical() {
    for game in CATALOG.games() {
        let positions = sample(game.card().name).positions;
        let positions = texts(&positions);
        let mut dice = Dice::seeded(13);
        for _ in 0..inputs() {
            let mut opening = Opening::seeded(1);
            opening.position = Some(garbage(&mut dice, &positions));
            let Ok(table) = game.open(opening) else {
                continue;
            };
            let written = table.position();
            let mut again = Opening::seeded(1);
            again.position = Some(written.clone());
            let table = game.open(again).expect("what we wrote can be read");
            assert_eq!(table.position(), written);
        }
    }
}
