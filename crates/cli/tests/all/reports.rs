//! The commands in docs/reports.md, typed as they stand there.

use std::collections::BTreeSet;

use crate::program::{feed, parse};

/// `vauban console …`, then what is typed there: `, then *go* or *show*`.
fn typed(after: &str) -> Vec<&str> {
    let Some(then) = after.strip_prefix(", then ") else {
        return Vec::new();
    };
    let lines = then.split('*').skip(1).step_by(2);
    // A file is the reader's own.
    lines.filter(|line| !line.contains("FILE")).collect()
}

#[test]
fn every_command_that_shows_a_line_of_the_reports_does_what_it_says() {
    let page = include_str!("../../../../docs/reports.md");
    let mut tried = BTreeSet::new();
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let mut parts = line.split('`').skip(1);
        while let Some(code) = parts.next() {
            let after = parts.next().unwrap_or_default();
            let Some(command) = code.strip_prefix("vauban ") else {
                continue;
            };
            let script = typed(after);
            // The others need a terminal or files.
            let subject = command.split(' ').next().unwrap_or_default();
            let ends = ["console", "perft", "games", "--version"].contains(&subject);
            if !ends || !tried.insert((command, script.clone())) {
                continue;
            }
            let mut words: Vec<&str> = command.split_whitespace().collect();
            let is_console = subject == "console" && !words.contains(&"--json");
            if is_console {
                words.extend(["--json", "--seed", "7"]);
            }
            let output = feed(&words, script.join("\n").as_bytes());
            let refused = after.starts_with(" is refused");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.success(), !refused, "`{command}`: {errors}");
            if is_console {
                let answers = parse(&output.stdout);
                assert!(answers.len() >= script.len(), "`{command}`: {answers:?}");
                let wrong = answers.iter().find(|answer| answer["ok"] != true);
                assert_eq!(wrong, None, "`{command}`{after}");
            }
        }
    }
    assert!(tried.len() > 25, "{tried:?}");
}
