//! Files: what is saved reads back, and what is wrong is said in one line with exit status 1.

mod program;

use std::{fs, path::Path};

use program::{feed, json_lines, parse};

fn failure_of(arguments: &[&str]) -> String {
    let output = feed(arguments, b"");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let line = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}

const SAMPLE: &str = r#"{
  "commands" :
  [
    { "animalID" : 7, "orderID" : 1, "player" : false, "xDestination" : 9, "yDestination" : 3 },
    { "animalID" : 4, "orderID" : 1, "player" : true, "xDestination" : 6, "yDestination" : 10 },
  ],
  "length" : 2
}"#;

#[test]
fn the_seeds_replay_becomes_a_record_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let [replay, record, back] =
        ["replay.txt", "match.vauban", "back.txt"].map(|name| folder.path().join(name));
    fs::write(&replay, SAMPLE).unwrap();
    let there = feed(
        &[
            "convert",
            text(&replay),
            text(&record),
            "--date",
            "2020-01-17",
        ],
        b"",
    );
    assert!(there.status.success(), "{there:?}");
    let written = fs::read_to_string(&record).unwrap();
    assert!(written.contains("1. j3j4 h11g11"), "{written}");
    assert!(written.contains("[Date \"2020-01-17\"]"), "{written}");
    assert!(
        feed(&["convert", text(&record), text(&back)], b"")
            .status
            .success()
    );
    let value: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&back).unwrap()).unwrap();
    assert_eq!(value["length"], 2);
    assert_eq!(value["commands"][0]["animalID"], 7);
    // Normalised on standard output.
    let normal = feed(&["convert", text(&record), "-"], b"");
    assert_eq!(String::from_utf8(normal.stdout).unwrap(), written);
}

#[test]
fn a_picture_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let [replay, picture] = ["replay.txt", "board.svg"].map(|name| folder.path().join(name));
    fs::write(&replay, SAMPLE).unwrap();
    assert!(
        feed(&["convert", text(&replay), text(&picture)], b"")
            .status
            .success()
    );
    assert!(fs::read_to_string(&picture).unwrap().contains("<svg"));
}

#[test]
fn a_saved_match_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.vauban");
    let arguments = ["--seat", "1=random", "--seat", "2=random", "--seed", "3"];
    let script = format!("{}save {}\nhash\n", "go\n".repeat(45), text(&file));
    let answers = json_lines("jungle", &arguments, &script);
    let written = fs::read_to_string(&file).unwrap();
    assert_eq!(written.matches('#').count(), 2, "a hash every 20 steps");
    let loaded = json_lines("jungle", &[], &format!("load {}\nhash\n", text(&file)));
    assert_eq!(loaded[1]["hash"], answers.last().unwrap()["hash"]);
    // Saved again, it is the same file.
    let again = folder.path().join("again.vauban");
    let script = format!("load {}\nsave {}\n", text(&file), text(&again));
    json_lines("jungle", &[], &script);
    assert_eq!(fs::read_to_string(&again).unwrap(), written);
}

#[test]
fn two_equal_matches_give_equal_records() {
    let folder = tempfile::tempdir().unwrap();
    let records = ["a.vauban", "b.vauban"].map(|name| {
        let file = folder.path().join(name);
        let arguments = [
            "--seat",
            "1=2",
            "--seat",
            "2=random",
            "--seed",
            "9",
            "--date",
            "2026-01-01",
        ];
        json_lines(
            "jungle",
            &arguments,
            &format!("{}save {}\n", "go\n".repeat(6), text(&file)),
        );
        fs::read_to_string(file).unwrap()
    });
    assert_eq!(records[0], records[1]);
}

#[test]
fn what_cannot_be_opened_is_one_clear_line() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let head = "[Game \"jungle\"]\n";
    let cases = [
        (text(folder.path()).to_owned(), "directory"),
        (
            text(&folder.path().join("missing")).to_owned(),
            "No such file",
        ),
        (
            write("newer", &format!("{head}[Rules \"jungle 99\"]\n\n")),
            "newer",
        ),
        (write("other", "[Game \"chess\"]\n"), "chess"),
        (write("illegal", &format!("{head}\n1. j3j9\n")), "step 1"),
        (
            write("hash", &format!("{head}\n1. j3j4 #0000000000000000\n")),
            "hash",
        ),
        (write("broken", "[Game \"jungle"), "line 1"),
        (
            write(
                "result",
                &format!("{head}[Result \"1/-1 throne\"]\n\nj3j4\n"),
            ),
            "throne",
        ),
        (write("hidden", &format!("{head}\nj3j4 ?\n")), "hidden"),
        (write("nonsense", "hello\nworld\n"), "neither"),
        (
            write(
                "length",
                &SAMPLE.replace("\"length\" : 2", "\"length\" : 3"),
            ),
            "length",
        ),
        (
            write(
                "order",
                &SAMPLE.replacen("\"orderID\" : 1", "\"orderID\" : 2", 1),
            ),
            "orderID",
        ),
        (write("empty", ""), ""),
    ];
    for (file, reason) in &cases {
        let line = failure_of(&["console", "jungle", "--load", file]);
        assert!(line.contains(reason), "{file}: {line}");
    }
    // The same files, loaded into a running match, leave it as it was.
    for (file, _) in &cases {
        let answers = json_lines("jungle", &[], &format!("j3j4\nhash\nload {file}\nhash\n"));
        assert_eq!(answers[2]["ok"], false, "{file}");
        assert_eq!(answers[1], answers[3], "{file}");
    }
}

#[test]
fn what_cannot_be_written_is_one_clear_line_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let replay = folder.path().join("replay.txt");
    fs::write(&replay, SAMPLE).unwrap();
    failure_of(&["convert", text(&replay), text(folder.path())]);
    failure_of(&["convert", text(&replay), "/nowhere/at/all.vauban"]);
    failure_of(&["convert", text(&folder.path().join("missing")), "-"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn unknown_names_are_told_with_what_there_is() {
    for (arguments, reason) in [
        (&["console", "chess"][..], "jungle"),
        (&["console", "jungle", "--set", "colour=red"], "powers"),
        (
            &["console", "jungle", "--set", "powers=none"],
            "traditional",
        ),
        (&["console", "jungle", "--position", "zzz"], "position"),
        (&["console", "jungle", "--seat", "1=nobody"], "random"),
        (&["console", "jungle", "--seat", "3=random"], "seat 3"),
        (&["console", "jungle", "--seat", "1=9"], "level"),
        (&["perft", "jungle", "99"], "deep"),
        (&["play", "jungle"], "terminal"),
    ] {
        let line = failure_of(arguments);
        assert!(line.contains(reason), "{arguments:?}: {line}");
    }
}

#[test]
fn perft_prints_only_the_count() {
    let output = feed(&["perft", "jungle", "3"], b"");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "30528\n");
    let output = feed(&["perft", "jungle", "2", "--divide"], b"");
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), 33);
    assert_eq!(lines.lines().last(), Some("1024"));
}

#[test]
fn the_catalogue_is_listed_for_people_and_for_programs() {
    let games = parse(&feed(&["games", "--json"], b"").stdout);
    let jungle = &games[0][0];
    assert_eq!(jungle["name"], "jungle");
    assert_eq!(jungle["levels"].as_array().unwrap().len(), 3);
    assert!(feed(&["games"], b"").status.success());
    assert!(feed(&["--help"], b"").status.success());
    assert!(feed(&["completions", "bash"], b"").status.success());
    assert_eq!(feed(&["nonsense"], b"").status.code(), Some(2));
}
