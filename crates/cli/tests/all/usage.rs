//! The command line itself: what is not understood is one line with exit status 2, and help is help.

use std::process::{Command, Stdio};

use crate::program::feed;

fn refused(arguments: &[&str]) -> String {
    let output = feed(arguments, b"");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let line = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.starts_with("vauban: "), "{line}");
    line
}

#[test]
fn wrong_usage_is_one_line_that_says_where_help_is() {
    for (arguments, reason, help) in [
        (&["nonsense"][..], "`nonsense`", "vauban --help"),
        (&["consol"], "console", "vauban --help"),
        (&["console"], "<GAME>", "vauban console --help"),
        (
            &["console", "jungle", "--frob"],
            "--frob",
            "vauban console --help",
        ),
        (
            &["console", "jungle", "--seat", "x"],
            "2=uniform",
            "vauban console --help",
        ),
        (
            &["console", "jungle", "--seat", "0=random"],
            "from 1",
            "vauban console --help",
        ),
        (
            &["console", "jungle", "--set", "powers"],
            "NAME=VALUE",
            "vauban console --help",
        ),
        (
            &["console", "jungle", "--dice", "d6"],
            "manual",
            "vauban console --help",
        ),
        (
            &["console", "jungle", "--undo", "me"],
            "ask",
            "vauban console --help",
        ),
        (
            &["console", "jungle", "--seed"],
            "value",
            "vauban console --help",
        ),
        (
            &["console", "jungle", "--record", "2"],
            "--load",
            "vauban console --help",
        ),
        (
            &["console", "jungle", "--load", "a", "--position", "b"],
            "cannot be combined with",
            "vauban console --help",
        ),
        (&["perft", "jungle", "x"], "number", "vauban perft --help"),
        (&["convert", "a"], "<OUTPUT>", "vauban convert --help"),
        (&["--lang", "xx", "games"], "fr", "vauban games --help"),
    ] {
        let line = refused(arguments);
        assert!(line.contains(reason), "{line}");
        assert!(line.ends_with(&format!("(see {help})\n")), "{line}");
    }
}

#[test]
fn wrong_usage_is_told_in_french() {
    for (arguments, reason) in [
        (&["--lang", "fr", "nonsense"][..], "commande inconnue"),
        (&["console", "--lang=fr"], "il manque <GAME>"),
        (
            &["console", "jungle", "--seat", "x", "--lang", "fr"],
            "une place s'écrit",
        ),
        (&["perft", "jungle", "x", "--lang", "fr"], "nombre entier"),
        (
            &["arena", "jungle", "1", "deep::2", "--lang", "fr"],
            "il manque quelque chose après un deux-points dans « deep::2 »",
        ),
        (
            &["arena", "risk", "1", "deep:slack=2000", "--lang", "fr"],
            "slack=2000 est trop",
        ),
    ] {
        let line = refused(arguments);
        assert!(
            line.contains(reason) && line.contains("(voir vauban"),
            "{line}"
        );
    }
}

#[test]
fn a_date_is_a_day_of_the_calendar() {
    for date in [
        "yesterday",
        "2026-1-1",
        "2026-02-30",
        "2026-13-01",
        "20260101",
        "2026-01-01-01",
    ] {
        let line = refused(&["console", "jungle", "--date", date]);
        assert!(line.contains("YYYY-MM-DD"), "{line}");
    }
    let leap = feed(&["console", "jungle", "--date", "2024-02-29"], b"");
    assert!(leap.status.success());
}

#[test]
fn help_has_examples_everywhere() {
    for command in [
        "console",
        "play",
        "perft",
        "convert",
        "games",
        "serve",
        "backup",
        "verify",
        "matches",
        "matches close",
        "matches delete",
        "matches archive",
        "accounts",
        "accounts revoke",
        "accounts ban",
        "accounts unban",
        "verify-dice",
        "openapi",
        "completions",
    ] {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let output = feed(&words, b"");
        assert!(output.status.success() && output.stderr.is_empty());
        let help = String::from_utf8(output.stdout).unwrap();
        assert!(
            help.contains(&format!("Examples:\n  vauban {command} "))
                || help.contains("Examples:\n  printf"),
            "{help}"
        );
    }
    assert!(feed(&["--version"], b"").status.success());
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_or_a_full_disk_is_no_panic() {
    let program = env!("CARGO_BIN_EXE_vauban");
    for command in [
        "completions fish",
        "openapi",
        "games",
        "--help",
        "perft jungle 2 --divide",
    ] {
        let piped = Command::new("sh")
            .args(["-c", &format!("{program} {command} | head -c 1")])
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&piped.stderr).into_owned();
        assert!(said.is_empty(), "{command}: {said}");
        if !std::path::Path::new("/dev/full").exists() {
            continue;
        }
        let full = Command::new("sh")
            .args(["-c", &format!("{program} {command} > /dev/full")])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&full.stderr).into_owned();
        assert_eq!(full.status.code(), Some(1), "{command}: {said}");
        assert_eq!(said.lines().count(), 1, "{command}: {said}");
    }
}

#[test]
fn the_catalogue_explains_every_value_and_every_level() {
    let text = |lang: &str| {
        let output = feed(&["games", "--lang", lang], b"");
        String::from_utf8(output.stdout).unwrap()
    };
    let (english, french) = (text("en"), text("fr"));
    for words in [
        "traditional  as tradition has it",
        "Recruit: ",
        "Marshal: ",
        "(2 seats, 15–40 minutes)",
        "Goal: Be the first to reach the enemy throne",
        "A turn: retreat, moves, attack",
        "--preset quick    Quick classic. The classic rules, but 28 countries",
        "--seats 2..6  The number of seats",
    ] {
        assert!(english.contains(words), "{words}\n{english}");
    }
    for words in [
        "Recrue : ",
        "(par défaut)",
        "(2 places, 15–40 minutes)",
        "But : Tenez 28",
    ] {
        assert!(french.contains(words), "{words}\n{french}");
    }
    let one = String::from_utf8(feed(&["games", "risk"], b"").stdout).unwrap();
    assert!(one.starts_with("risk — Risk (2–6 seats"), "{one}");
    assert!(!one.contains("jungle —"), "{one}");
}
