//! Files: what is saved reads back, and what is wrong is said in one line with exit status 1.

use std::{fs, path::Path};

use crate::program::{feed, json_lines, parse};

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

/// The width and height that a PNG or a GIF says it has.
fn size_of_picture(bytes: &[u8]) -> (u32, u32) {
    match bytes {
        [0x89, b'P', b'N', b'G', rest @ ..] => {
            let number =
                |at: usize| u32::from_be_bytes(rest[at..at + 4].try_into().expect("four bytes"));
            (number(12), number(16))
        }
        [b'G', b'I', b'F', b'8', b'9', b'a', rest @ ..] => {
            let number =
                |at: usize| u16::from_le_bytes(rest[at..at + 2].try_into().expect("two bytes"));
            (number(0).into(), number(2).into())
        }
        _ => panic!("neither a PNG nor a GIF"),
    }
}

#[test]
fn pixels_are_written_for_a_position_and_for_a_whole_match() {
    let folder = tempfile::tempdir().unwrap();
    let [replay, last, first, film] =
        ["replay.txt", "last.png", "first.PNG", "match.gif"].map(|name| folder.path().join(name));
    fs::write(&replay, SAMPLE).unwrap();
    let start = ["convert", text(&replay), text(&first), "--steps", "0"];
    for arguments in [
        &["convert", text(&replay), text(&last)][..],
        &["convert", text(&replay), text(&film)],
        &start,
    ] {
        let done = feed(arguments, b"");
        assert!(done.status.success(), "{arguments:?}: {done:?}");
    }
    let [last, first, film] = [&last, &first, &film].map(|file| fs::read(file).unwrap());
    assert_ne!(last, first, "another position");
    let (width, height) = size_of_picture(&last);
    assert_eq!(width.max(height), 1_200);
    assert_eq!(size_of_picture(&first), (width, height));
    let (width, height) = size_of_picture(&film);
    assert_eq!(width.max(height), 720);
    // The same again, to the byte.
    let again = folder.path().join("again.gif");
    feed(&["convert", text(&replay), text(&again)], b"");
    assert_eq!(fs::read(&again).unwrap(), film);
    let line = failure_of(&["convert", text(&replay), text(&again), "--steps", "9"]);
    assert!(line.contains("has only 2 steps"), "{line}");
    let line = failure_of(&["convert", text(&replay), text(&again), "--lens", "reach"]);
    assert!(line.contains(".svg or .png"), "{line}");
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
        (&["console", "jungle", "--seat", "1=nobody"], "uniform"),
        (&["console", "jungle", "--seat", "3=random"], "seat 3"),
        (&["console", "jungle", "--seat", "1=9"], "level"),
        // Also for a seat that is not on turn yet, and for one that chance comes before.
        (&["console", "jungle", "--seat", "2=nobody"], "uniform"),
        (&["console", "jungle", "--seat", "2=9"], "level"),
        (
            &[
                "console",
                "guerre",
                "--set",
                "first=lot",
                "--dice",
                "manual",
                "--seat",
                "1=nobody",
            ],
            "uniform",
        ),
        (
            &["console", "jungle", "--seat", "1=1", "--seat", "1=2"],
            "twice",
        ),
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
    assert_eq!(jungle["levels"].as_array().unwrap().len(), 8);
    // Every level tells what makes it weaker: its nodes and its slack.
    for level in games[0]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|game| game["levels"].as_array().unwrap())
    {
        assert!(
            level["nodes"].is_u64() && level["slack"].is_u64(),
            "{level}"
        );
    }
    let risk = games[0]
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["name"] == "risk");
    let slacks = risk.unwrap()["levels"].as_array().unwrap().iter();
    let slacks: Vec<u64> = slacks
        .map(|level| level["slack"].as_u64().unwrap())
        .collect();
    assert!(
        slacks.is_sorted_by(|one, next| one >= next) && slacks[0] > 0,
        "{slacks:?}"
    );
    assert!(feed(&["games"], b"").status.success());
    assert!(feed(&["--help"], b"").status.success());
    assert!(feed(&["completions", "bash"], b"").status.success());
}

/// A file with two records, of one action and of two.
fn two_records(folder: &Path) -> std::path::PathBuf {
    let [one, two] = ["one.vauban", "two.vauban"].map(|name| folder.join(name));
    let script = format!("j3j4\nsave {}\nh11g11\nsave {}\n", text(&one), text(&two));
    json_lines("jungle", &["--date", "2026-01-01"], &script);
    let both = folder.join("both.vauban");
    let texts = [one, two].map(|file| fs::read_to_string(file).expect("it was saved"));
    fs::write(&both, texts.concat()).expect("the folder is ours");
    both
}

#[test]
fn no_record_of_a_file_is_lost_when_it_is_converted() {
    let folder = tempfile::tempdir().unwrap();
    let both = two_records(folder.path());
    let written = fs::read_to_string(&both).unwrap();
    let printed = feed(&["convert", text(&both), "-"], b"");
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), written);
    let copy = folder.path().join("COPY.VAUBAN");
    feed(&["convert", text(&both), text(&copy)], b"");
    assert_eq!(fs::read_to_string(&copy).unwrap(), written);
    // One of them, by its number.
    let second = feed(&["convert", text(&both), "-", "--record", "2"], b"");
    let second = String::from_utf8(second.stdout).unwrap();
    assert!(written.ends_with(&second) && second.contains("j3j4 h11g11"));
}

#[test]
fn one_of_several_records_must_be_chosen_where_only_one_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let both = two_records(folder.path());
    for target in ["last.svg", "replay.txt"] {
        let target = folder.path().join(target);
        let line = failure_of(&["convert", text(&both), text(&target)]);
        assert!(
            line.contains("2 records") && line.contains("--record"),
            "{line}"
        );
        assert!(!target.exists());
        let chosen = feed(
            &["convert", text(&both), text(&target), "--record", "1"],
            b"",
        );
        assert!(chosen.status.success() && target.exists());
    }
    let line = failure_of(&["console", "jungle", "--load", text(&both)]);
    assert!(line.contains("2 records"), "{line}");
    let line = failure_of(&["console", "jungle", "--load", text(&both), "--record", "3"]);
    assert!(line.contains("1 to 2"), "{line}");
    let arguments = ["--load", text(&both), "--record", "2"];
    let file = text(&both);
    let script = format!("position\nload {file}\nload {file} 1\nposition\nload {file} 9\n");
    let answers = json_lines("jungle", &arguments, &script);
    assert!(answers[0]["position"].as_str().unwrap().ends_with(".2"));
    assert_eq!(answers[1]["ok"], false);
    assert_eq!(answers[2]["ok"], true);
    assert!(answers[3]["position"].as_str().unwrap().ends_with(".1"));
    assert_eq!(answers[4]["ok"], false);
}

#[test]
fn convert_says_in_which_line_a_record_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("broken.vauban");
    let lines = [
        ("[Game \"jungle\"]\n[Date 2020]\n\n1. j3j4\n", "line 2"),
        ("[Game \"jungle\"]\n\n1. j3j4 {open\n", "line 3"),
        ("[Event \"none\"]\n\n1. j3j4\n", "Game"),
        (
            "[Game \"jungle\"]\n\nj3j4\n\n[Game \"jungle\"]\n\nj3j9\n",
            "record 2: step 1",
        ),
    ];
    for (content, reason) in lines {
        fs::write(&file, content).unwrap();
        let line = failure_of(&["convert", text(&file), "-"]);
        assert!(line.contains(reason), "{line}");
    }
}

#[test]
fn seats_and_presets_are_chosen_by_every_command_that_opens_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.vauban");
    let options = |arguments: &[&str]| {
        json_lines("risk", arguments, &format!("save {}\n", text(&file)));
        let record = std::fs::read_to_string(&file).unwrap();
        let line = record.lines().find(|line| line.starts_with("[Options"));
        line.expect("options").to_owned()
    };
    assert_eq!(
        options(&[]),
        "[Options \"players=2 rules=seed stagnation=30\"]"
    );
    let classic = "[Options \"players=4 rules=classic stagnation=30\"]";
    assert_eq!(options(&["--preset", "classic", "--seats", "4"]), classic);
    // As release 0.1 had it.
    assert_eq!(
        options(&["--set", "players=4", "--set", "rules=classic"]),
        classic
    );
    let quick = ["--preset", "quick", "--set", "win=20"];
    assert_eq!(
        options(&quick),
        "[Options \"players=2 rules=classic stagnation=30 win=20\"]"
    );
    let leaves = feed(
        &["perft", "risk", "2", "--preset", "classic", "--seats", "6"],
        b"",
    );
    assert_eq!(leaves.stdout, b"6\n");
    for (arguments, part) in [
        (
            &["perft", "risk", "1", "--seats", "9"][..],
            "risk has 2 to 6 seats, not 9",
        ),
        (
            &["perft", "risk", "1", "--set", "players=x"],
            "risk has 2 to 6 seats, not x",
        ),
        (
            &["perft", "jungle", "1", "--seats", "3"],
            "jungle has 2 seats, not 3",
        ),
        (
            &["perft", "risk", "1", "--seats", "3"],
            "choose the rules `classic` for 3",
        ),
        (
            &["console", "risk", "--preset", "x"],
            "available: seed, duel, classic, quick",
        ),
        (
            &["perft", "jungle", "2", "foo"],
            "unknown kind of action `foo`; available: move",
        ),
    ] {
        let line = failure_of(arguments);
        assert!(line.contains(part), "{line}");
    }
}

#[test]
fn a_record_keeps_its_seats() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("three.vauban");
    // As release 0.1 wrote it.
    let record = "[Game \"risk\"]\n[Rules \"risk-classic 1\"]\n\
                  [Options \"players=3 rules=classic\"]\n[Result \"*\"]\n\n1. deal\n\n";
    std::fs::write(&file, record).unwrap();
    let load = ["perft", "risk", "1", "--load", text(&file)];
    assert!(feed(&load, b"").status.success());
    let same = feed(&[&load[..], &["--seats", "3"]].concat(), b"");
    assert!(same.status.success(), "{same:?}");
    let line = failure_of(&[&load[..], &["--seats", "4"]].concat());
    assert!(line.contains("was played with 3 seats, not 4"), "{line}");
    // An option that came later means in an old record what was played.
    let without = feed(&[&load[..], &["--set", "stagnation=0"]].concat(), b"");
    assert!(without.status.success(), "{without:?}");
    let line = failure_of(&[&load[..], &["--set", "stagnation=30"]].concat());
    assert!(line.contains("was played with stagnation=0, not"), "{line}");
    let output = feed(&["convert", text(&file), "-"], b"");
    let again = String::from_utf8(output.stdout).unwrap();
    assert!(
        again.contains("[Options \"players=3 rules=classic\"]"),
        "{again}"
    );
}

#[test]
fn options_that_a_record_contradicts_are_not_silently_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.vauban");
    json_lines("jungle", &[], &format!("j3j4\nsave {}\n", text(&file)));
    let other = ["--set", "powers=traditional"];
    for command in [
        &["console", "jungle", "--load", text(&file)][..],
        &["perft", "jungle", "1", "--load", text(&file)],
        &["convert", text(&file), "-"],
    ] {
        let line = failure_of(&[command, &other].concat());
        assert!(line.contains("remove that option"), "{line}");
        let same = feed(&[command, &["--set", "powers=seed"]].concat(), b"");
        assert!(same.status.success(), "{same:?}");
    }
}

#[test]
fn a_picture_is_saved_from_the_console_and_a_dash_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("Board.SVG");
    let script = format!("save {}\nsave -\nload -\n", text(&picture));
    let answers = json_lines("jungle", &[], &script);
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg"));
    assert_eq!(answers[0]["ok"], true);
    assert_eq!(answers[1]["refusals"][0]["code"], "file");
    assert_eq!(answers[2]["refusals"][0]["code"], "file");
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let replay = folder.path().join("replay.txt");
    fs::write(&replay, SAMPLE).unwrap();
    let done = feed(&["convert", text(&replay), "/dev/null"], b"");
    assert!(done.status.success(), "{done:?}");
    if Path::new("/dev/full").exists() {
        let line = failure_of(&["convert", text(&replay), "/dev/full"]);
        assert!(line.contains("cannot be written"), "{line}");
    }
}

#[test]
fn failures_are_told_in_french() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    for (arguments, reason) in [
        (
            &["console", "jungle", "--load", text(folder.path())][..],
            "dossier",
        ),
        (&["convert", text(&missing), "-"], " : "),
        (
            &["console", "jungle", "--seat", "3=random"],
            "il n'y a pas de place 3",
        ),
        (&["console", "chess"], "jeu inconnu"),
    ] {
        let line = failure_of(&[arguments, &["--lang", "fr"]].concat());
        assert!(line.contains(reason), "{line}");
    }
}
