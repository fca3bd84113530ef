//! Nature's results, typed: as when real dice, or lots, lie on the table.

mod program;

use program::{console, json_lines};
use serde_json::{Value, json};

const LOT: [&str; 4] = ["--set", "first=lot", "--dice", "manual"];

fn code(answer: &Value) -> &str {
    answer["refusals"][0]["code"]
        .as_str()
        .expect("a refused answer has a code")
}

#[test]
fn a_typed_lot_decides_who_begins() {
    for (result, seat) in [("!north", 1), ("!south", 2)] {
        let answers = json_lines("guerre", &LOT, &format!("{result}\nlegal\n"));
        assert_eq!(answers[0]["ok"], true, "{}", answers[0]);
        assert_eq!(answers[0]["turn"], json!({"seats": [seat]}));
        assert!(!answers[1]["actions"].as_array().unwrap().is_empty());
    }
}

#[test]
fn nobody_acts_before_chance_and_an_impossible_result_changes_nothing() {
    let script = "hash\nevents\nlegal\nF10-E9\n!east\n! \nF10-E9\n!north\n";
    let answers = json_lines("guerre", &[&LOT[..], &["--seed", "1"]].concat(), script);
    assert_eq!(answers[2]["actions"], json!([]));
    assert_eq!(code(&answers[3]), "chance-first");
    assert_eq!(code(&answers[4]), "unreadable");
    // A bare `!` lets the seed roll.
    assert_eq!(answers[5]["ok"], true);
    assert_eq!(code(&answers[7]), "no-chance-now");
    let words = console("guerre", &LOT, "F10-E9\nnonsense\n");
    assert!(words.starts_with("✗ chance decides first"), "{words}");
}

#[test]
fn a_seeded_lot_needs_no_typing_and_the_seed_rolls_the_same_for_a_bare_mark() {
    let seeded = ["--set", "first=lot", "--seed", "5"];
    let rolled = json_lines("guerre", &seeded, "hash\n");
    let marked = [&LOT[..], &["--seed", "5"]].concat();
    let typed = json_lines("guerre", &marked, "!\nhash\n");
    assert_eq!(rolled[0], typed[1]);
}

#[test]
fn a_typed_lot_is_in_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.vauban");
    let file = file.to_str().unwrap();
    let answers = json_lines("guerre", &LOT, &format!("!south\nsave {file}\nhash\n"));
    assert!(std::fs::read_to_string(file).unwrap().contains("!south"));
    let loaded = json_lines("guerre", &[], &format!("load {file}\nhash\n"));
    assert_eq!(loaded[1], answers[2]);
}
