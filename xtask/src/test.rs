//! The one test command: every part in order, each with its seconds; the first that fails ends it.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use crate::{
    Trouble,
    background::Background,
    command,
    command::{FEATURES, PROFILE, cargo, watch},
    needs, new_game, readme, tidy,
    tree::Tree,
    web,
};

pub(crate) const HELP: &str = "\
Runs every check that must pass before a change is shared, the fastest first.

Usage: cargo xtask test [--only PART]… [--skip PART]… [--thorough]

Parts, in order:
  format    cargo fmt --all --check
  tidy      the source tree: game folders, dependencies, catalogue, links (cargo xtask tidy)
  clippy    all targets, with warnings as errors
  tests     cargo test, the whole workspace
  web       the page in a real Chromium, while the tests run: types, every game played, axe-core
  docs      rustdoc, with warnings as errors
  readme    runs the `sh run` blocks of README.md and docs/tour.md, which must print the `text output` below them
  new-game  adds a new game to a copy of the tree, which must compile and stay tidy and formatted

--thorough makes the long runs longer: 200 kills of the server, 100,000 commands compared with a
model, 30,000 broken texts for each reader and game, and every game played to its end in the browser
both by mouse and by keyboard. `cargo xtask soak` runs as many as you ask for.

Everything is built with the profile `ci`. Missing programs are installed (as root on Debian,
or through rustup) or listed. The first part that fails ends the run with status 1.

Examples:
  cargo xtask test
  cargo xtask test --only format --only tidy
  cargo xtask test --skip new-game
  cargo xtask test --thorough
";

/// One part of the whole.
struct Part {
    name: &'static str,
    run: fn(&Tree) -> Tally,
    /// Runs while the part before it does, in a process of its own, because it mostly waits.
    background: bool,
}

/// What a part found. A part without tests of its own counts as one.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub(crate) struct Tally {
    pub passed: usize,
    pub failed: usize,
    /// What went wrong, unless the output says it already.
    pub error: Option<String>,
}

/// In order: what refuses fastest comes first.
const PARTS: &[Part] = &[
    Part {
        name: "format",
        run: |tree| simple(tree, &["fmt", "--all", "--check"]),
        background: false,
    },
    Part {
        name: "tidy",
        run: tidy::part,
        background: false,
    },
    Part {
        name: "clippy",
        run: clippy,
        background: false,
    },
    Part {
        name: "tests",
        run: tests,
        background: false,
    },
    Part {
        name: "web",
        run: web::part,
        background: true,
    },
    Part {
        name: "docs",
        run: docs,
        background: false,
    },
    Part {
        name: "readme",
        run: readme::part,
        background: false,
    },
    Part {
        name: "new-game",
        run: new_game::part,
        background: false,
    },
];

pub(crate) fn run(tree: &Tree, args: &[&str]) -> Result<(), Trouble> {
    let (thorough, args): (Vec<&str>, Vec<&str>) =
        args.iter().partition(|arg| **arg == "--thorough");
    let parts = choose(&args).map_err(Trouble::Usage)?;
    let thorough = (!thorough.is_empty()).then(|| tree.thorough());
    let tree = thorough.as_ref().unwrap_or(tree);
    needs::meet(needs::NEEDS)?;

    let mut lines = Vec::new();
    let mut sum = Tally::default();
    let begin = Instant::now();
    let mut parts = parts.into_iter().peekable();
    while let Some(part) = parts.next() {
        let next = parts.next_if(|next| next.background);
        let background = next
            .map(|next| Background::start(next.name, tree))
            .transpose()?;
        println!("── {}", part.name);
        let start = Instant::now();
        let tally = (part.run)(tree);
        let mut close = |name: &str, tally: Tally, time: Duration| {
            if let Some(error) = &tally.error {
                println!("{error}");
            }
            let line = report(name, &tally, time);
            println!("{line}\n");
            lines.push(line);
            sum.passed += tally.passed;
            sum.failed += tally.failed;
        };
        close(part.name, tally, start.elapsed());
        if let Some(background) = background {
            println!("── {}, while {} ran", background.name, part.name);
            let name = background.name;
            let (tally, time) = background.end()?;
            close(name, tally, time);
        }
        if !sum.is_good() {
            break;
        }
    }
    println!("── summary");
    for line in &lines {
        println!("{line}");
    }
    println!("{:<10} {:>7.1} s", "all", begin.elapsed().as_secs_f64());
    println!("{} passed, {} failed", sum.passed, sum.failed);
    match sum.failed {
        0 => Ok(()),
        _ => Err(Trouble::Told),
    }
}

fn report(name: &str, tally: &Tally, time: Duration) -> String {
    let word = if tally.is_good() { "passed" } else { "FAILED" };
    let Tally { passed, failed, .. } = tally;
    format!(
        "{name:<10} {:>7.1} s  {word}  ({passed} passed, {failed} failed)",
        time.as_secs_f64()
    )
}

/// The parts that the command line asks for, in their own order.
fn choose(args: &[&str]) -> Result<Vec<&'static Part>, String> {
    let (mut only, mut skip) = (Vec::new(), Vec::new());
    let mut args = args.iter();
    while let Some(&arg) = args.next() {
        let (flag, value) = match arg.split_once('=') {
            Some((flag, value)) => (flag, Some(value)),
            None => (arg, None),
        };
        let list = match flag {
            "--only" => &mut only,
            "--skip" => &mut skip,
            _ => return Err(format!("test does not take `{arg}`")),
        };
        let name = value
            .or_else(|| args.next().copied())
            .ok_or_else(|| format!("{flag} needs the name of a part"))?;
        if !PARTS.iter().any(|part| part.name == name) {
            let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
            return Err(format!(
                "there is no part `{name}`; there are {}",
                names.join(", ")
            ));
        }
        list.push(name);
    }
    Ok(PARTS
        .iter()
        .filter(|part| only.is_empty() || only.contains(&part.name))
        .filter(|part| !skip.contains(&part.name))
        .collect())
}

impl Tally {
    /// One thing that went well or did not.
    pub(crate) fn of(result: Result<(), String>) -> Tally {
        Tally {
            passed: usize::from(result.is_ok()),
            failed: usize::from(result.is_err()),
            error: result.err(),
        }
    }

    /// Adds what another part of the same run found.
    pub(crate) fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        if let Some(error) = other.error {
            match &mut self.error {
                Some(errors) => {
                    errors.push('\n');
                    errors.push_str(&error);
                }
                None => self.error = Some(error),
            }
        }
    }

    fn is_good(&self) -> bool {
        self.failed == 0
    }

    /// What a whole run of this command counted, by the line that ends its output.
    pub(crate) fn of_run(output: &str) -> Option<Tally> {
        let (passed, failed) = output
            .trim_end()
            .lines()
            .next_back()?
            .split_once(" passed, ")?;
        Some(Tally {
            passed: passed.parse().ok()?,
            failed: failed.strip_suffix(" failed")?.parse().ok()?,
            error: None,
        })
    }

    /// Counts a line such as `test result: ok. 12 passed; 0 failed; 0 ignored; …`.
    fn count(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else {
            return;
        };
        let numbers = result.split(['.', ';']).filter_map(|part| {
            let (number, word) = part.trim().split_once(' ')?;
            Some((number.parse::<usize>().ok()?, word))
        });
        for (number, word) in numbers {
            match word {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                _ => (),
            }
        }
    }
}

/// What cargo would link for every run of the tests, though nothing runs it; here it is only checked.
const EXAMPLES: &str = "--features=vauban-terminal/sit";

/// A cargo command that succeeds or fails as a whole.
fn simple(tree: &Tree, args: &[&str]) -> Tally {
    Tally::of(command::run(&mut cargo(tree, args)))
}

fn clippy(tree: &Tree) -> Tally {
    let args = [
        "clippy",
        "--workspace",
        FEATURES,
        EXAMPLES,
        "--all-targets",
        "--profile",
        PROFILE,
        "--",
        "-D",
        "warnings",
    ];
    simple(tree, &args)
}

/// Every test of the workspace, each test program to its end, so that one run tells all.
fn tests(tree: &Tree) -> Tally {
    cargo_test(
        tree,
        &[
            "test",
            "--workspace",
            FEATURES,
            "--profile",
            PROFILE,
            "--no-fail-fast",
        ],
    )
}

/// Runs `cargo test` with `args` and counts what its test programs report.
pub(crate) fn cargo_test(tree: &Tree, args: &[&str]) -> Tally {
    let _ = std::io::stdout().flush();
    let mut tally = Tally::default();
    let mut command = cargo(tree, args);
    match watch(&mut command, |line| tally.count(line)) {
        // It did not build, or a test program fell over before it could count.
        Ok(false) if tally.failed == 0 => {
            tally.failed = 1;
            tally.error = Some(format!("`{}` failed", command::shown(&command)));
        }
        Ok(_) => (),
        Err(error) => {
            tally.failed += 1;
            tally.error = Some(error);
        }
    }
    tally
}

fn docs(tree: &Tree) -> Tally {
    let args = [
        "doc",
        "--workspace",
        FEATURES,
        "--no-deps",
        "--profile",
        PROFILE,
    ];
    let mut command = cargo(tree, &args);
    command.env("RUSTDOCFLAGS", "-D warnings");
    Tally::of(command::run(&mut command))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(args: &[&str]) -> Vec<&'static str> {
        let parts = choose(args).unwrap();
        parts.iter().map(|part| part.name).collect()
    }

    #[test]
    fn parts_are_chosen_and_left_out_in_their_own_order() {
        assert_eq!(names(&[]).len(), PARTS.len());
        assert_eq!(names(&["--only", "docs"]), ["docs"]);
        assert_eq!(
            names(&["--only", "tidy", "--only=format"]),
            ["format", "tidy"]
        );
        assert!(!names(&["--skip", "clippy"]).contains(&"clippy"));
        assert!(choose(&["--only", "nonsense"]).is_err());
        assert!(choose(&["--only"]).is_err());
        assert!(choose(&["nonsense"]).is_err());
    }

    #[test]
    fn the_help_names_every_part() {
        for part in PARTS {
            assert!(
                HELP.contains(&format!("\n  {:<9} ", part.name)),
                "{}",
                part.name
            );
        }
    }

    #[test]
    fn a_run_is_counted_by_its_last_line() {
        let count = |output| Tally::of_run(output).map(|tally| (tally.passed, tally.failed));
        assert_eq!(count("── summary\n89 passed, 2 failed\n"), Some((89, 2)));
        assert_eq!(count("89 passed, 2 failed\nkilled"), None);
        assert_eq!(count(""), None);
    }

    #[test]
    fn results_of_test_programs_add_up() {
        let mut tally = Tally::default();
        for line in [
            "running 3 tests",
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
        ] {
            tally.count(line);
        }
        assert_eq!((tally.passed, tally.failed), (15, 2));
    }
}
