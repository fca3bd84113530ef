//! Switches and set-ups as people meet them: the real program, line by line.

use serde_json::Value;

use crate::program::{console, json_lines};

fn paragraph(answer: &Value) -> &str {
    answer["paragraph"].as_str().expect("a paragraph is a text")
}

#[test]
fn the_rules_of_a_match_mark_the_values_in_force() {
    let script = "rules 3.8\nrules 9.7\nrules 4.2\nrules 6.10\n";
    let chosen = [
        "--set",
        "rules=rsg",
        "--set",
        "moves=7",
        "--set",
        "offline_cuts=no",
    ];
    let answers = json_lines("guerre", &chosen, script);
    let marked = |index: usize, code: &str| {
        let text = paragraph(&answers[index]);
        text.contains(&format!("`{code}` **(in force)**"))
    };
    assert!(marked(0, "offline_cuts=no") && !marked(0, "offline_cuts=yes"));
    assert!(marked(1, "relays_lost=yes") && !marked(1, "relays_lost=no"));
    assert!(paragraph(&answers[2]).contains("`moves` **(here 7)**"));
    assert!(marked(3, "relay_support=0"));
}

#[test]
fn a_switch_is_refused_with_the_values_that_it_has() {
    let output = crate::program::feed(&["console", "guerre", "--set", "moves=11"], b"");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert!(
        text.contains("`moves` is a number from 1 to 10, not `11`"),
        "{text}"
    );
}

/// The published ground, in the order in which a map is drawn.
const DRAWING: &str = "M C10 C11 C12 C13 D10 E10 G10 H10 I10 N11 N12 N13 N14 N15 N16 P16 Q16 R16|CO F10 O16|\
    AR D8 B15 T3 T23|F B8 I13 H21 M3 L15 O23";

/// The commands that draw it, one piece a line.
fn drawing() -> Vec<String> {
    let group = |group: &'static str| {
        let (piece, squares) = group.split_once(' ').expect("a piece and squares");
        squares
            .split(' ')
            .map(move |square| format!("place {piece} {square}"))
    };
    DRAWING.split('|').flat_map(group).collect()
}

#[test]
fn a_map_is_drawn_saved_and_played_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.map");
    let file = file.to_str().expect("a path");
    let script = format!("{}\nsave {file}\n", drawing().join("\n"));
    let answers = json_lines("guerre", &["--set", "setup=editor"], &script);
    let last = &answers[answers.len() - 2];
    let map = last["events"][1]["map"]
        .as_str()
        .expect("the map as a word");
    assert!(
        answers.iter().all(|answer| answer["ok"] == true),
        "{answers:?}"
    );
    // One seat draws both halves, and each half is told as its side's.
    let texts: Vec<&str> = answers
        .iter()
        .filter_map(|answer| answer["events"][0]["text"].as_str())
        .collect();
    for text in [
        "North places a mountain on C10.",
        "South places a pass on O16.",
        "North places an arsenal on D8.",
        "South places a fort on O23.",
    ] {
        assert!(texts.contains(&text), "{texts:?}");
    }
    // The same ground by file and by word.
    for arguments in [
        vec!["--reveal", "--load", file],
        vec![
            "--reveal",
            "--set",
            "setup=hidden",
            "--set",
            &format!("map={map}"),
        ],
    ] {
        let answers = json_lines(
            "guerre",
            &arguments,
            "position\n1: place I A1\n1: place I C10\n",
        );
        assert_eq!(answers[0]["position"], "place_-_-~-");
        assert_eq!(answers[1]["ok"], true);
        assert_eq!(answers[2]["refusals"][0]["code"], "mountain");
    }
}

#[test]
fn whoever_draws_a_map_may_know_and_save_all_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("drawing.vauban");
    let file = file.to_str().expect("a path");
    let script = format!("place M C10\nplace M N11\nposition\nhash\nsave {file}\n");
    let answers = json_lines("guerre", &["--set", "setup=editor"], &script);
    let position = answers[2]["position"].as_str().expect("a position");
    assert!(position.contains("mC10.mN11"), "{position}");
    let record = std::fs::read_to_string(file).expect("it was saved");
    assert!(
        !record.contains('?') && !record.contains("[Whole"),
        "{record}"
    );
    let again = json_lines("guerre", &["--load", file], "hash\nplace M C11\n");
    assert_eq!(again[0]["hash"], answers[3]["hash"]);
    assert_eq!(again[1]["ok"], true);
    // Where two sides place in secret, it is another matter.
    let script = format!("1: place I H5\nposition\nsave {file}\n");
    let hidden = ["--set", "setup=hidden", "--seat", "2=1"];
    let answers = json_lines("guerre", &hidden, &script);
    assert_eq!(answers[1]["refusals"][0]["code"], "hidden");
    let record = std::fs::read_to_string(file).expect("it was saved");
    assert!(
        record.contains('?') && record.contains("[Whole"),
        "{record}"
    );
    let told = console("guerre", &hidden, &script);
    assert!(told.contains("so that the match can be resumed"), "{told}");
}

#[test]
fn the_sides_agree_on_the_ground_in_the_console() {
    let mut script =
        String::from("place M C10\nreject\nplace M C9\nplace M N11\naccept\nplace CO C10\n");
    script.push_str("place M A26\nposition\n");
    let answers = json_lines("guerre", &["--set", "setup=terrain"], &script);
    assert_eq!(answers[0]["events"][0]["kind"], "propose");
    assert_eq!(answers[1]["events"][0]["kind"], "reject");
    assert_eq!(answers[2]["events"][0]["kind"], "place");
    assert_eq!(answers[4]["turn"]["seats"], serde_json::json!([1]));
    assert_eq!(answers[5]["refusals"][0]["code"], "not-yet");
    assert_eq!(answers[6]["refusals"][0]["code"], "off-board");
    assert_eq!(answers[7]["position"], "ground_-_mC9.mN11");
}

#[test]
fn a_map_has_a_number() {
    let answers = json_lines(
        "guerre",
        &["--reveal", "--set", "map=12", "--set", "setup=hidden"],
        "position\n",
    );
    let position = answers[0]["position"].as_str().expect("a position");
    assert!(position.starts_with("place_-_-~-_25x20~"), "{position}");
}
