//! The long runs: what the tests do a few hundred times, as often as one likes.

use crate::{
    Trouble,
    command::{self, PROFILE, cargo},
    tree::Tree,
};

pub(crate) const HELP: &str = "\
Runs again and again what `cargo xtask test` tries only as often as there is time for.

Usage: cargo xtask soak [--kills N] [--cuts N] [--attacks N] [--commands N] [--texts N]

  --kills N      kills the server N times in the middle of play and audits what it acknowledged
  --cuts N       cuts the power of the store's machine N times, losing what was not synced
  --attacks N    imports N of the longest records, with programs in all seats, under a limit of 1 GB
  --commands N   sends N commands, many of them doubled, late or unanswered, beside a model
  --texts N      gives N broken texts to every reader of every game

Without any: 2,000 kills, 2,000 cuts, 15 attacks, 1,000,000 commands, 1,000,000 texts.

Examples:
  cargo xtask soak --kills 2000
  cargo xtask soak --commands 500000 --texts 50000
";

/// A flag, how often without it, the variable that the test reads, and which test program it is in.
struct Run {
    flag: &'static str,
    usual: u64,
    variable: &'static str,
    package: &'static str,
    program: &'static str,
    /// Which of its tests.
    test: &'static str,
}

const RUNS: [Run; 5] = [
    Run {
        flag: "--kills",
        usual: 2_000,
        variable: "VAUBAN_KILLS",
        package: "vauban-cli",
        program: "all",
        test: "crash::",
    },
    Run {
        flag: "--cuts",
        usual: 2_000,
        variable: "VAUBAN_CUTS",
        package: "vauban-store",
        program: "power_loss",
        test: "",
    },
    Run {
        flag: "--attacks",
        usual: 15,
        variable: "VAUBAN_ATTACKS",
        package: "vauban-cli",
        program: "all",
        test: "memory::",
    },
    Run {
        flag: "--commands",
        usual: 1_000_000,
        variable: "VAUBAN_COMMANDS",
        package: "vauban-server",
        program: "all",
        test: "idempotence::",
    },
    Run {
        flag: "--texts",
        usual: 1_000_000,
        variable: "VAUBAN_GARBAGE",
        package: "vauban-cli",
        program: "all",
        test: "garbage::",
    },
];

pub(crate) fn run(tree: &Tree, args: &[&str]) -> Result<(), Trouble> {
    for (run, times) in asked(args).map_err(Trouble::Usage)? {
        println!("{} {times}", run.flag);
        let test = [
            "test",
            "--profile",
            PROFILE,
            "-p",
            run.package,
            "--test",
            run.program,
            run.test,
        ];
        let mut test = cargo(tree, &test);
        test.args(["--", "--nocapture"])
            .env(run.variable, times.to_string());
        command::run(&mut test)?;
    }
    Ok(())
}

/// What the command line asks for, and how often.
fn asked(args: &[&str]) -> Result<Vec<(&'static Run, u64)>, String> {
    if args.is_empty() {
        return Ok(RUNS.iter().map(|run| (run, run.usual)).collect());
    }
    let one = |pair: &[&str]| {
        let run = RUNS.iter().find(|run| run.flag == pair[0]);
        let run = run.ok_or_else(|| format!("soak does not take `{}`", pair[0]))?;
        let times = pair.get(1).and_then(|times| times.parse().ok());
        match times {
            Some(times) if times > 0 => Ok((run, times)),
            _ => Err(format!("{} needs a number, from 1", run.flag)),
        }
    };
    args.chunks(2).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(args: &[&str]) -> Result<Vec<(&'static str, u64)>, String> {
        let runs = asked(args)?.into_iter();
        Ok(runs.map(|(run, times)| (run.flag, times)).collect())
    }

    #[test]
    fn flags_say_what_and_how_often() {
        assert_eq!(read(&["--kills", "7"]), Ok(vec![("--kills", 7)]));
        assert_eq!(
            read(&["--texts", "1", "--kills", "2"]),
            Ok(vec![("--texts", 1), ("--kills", 2)])
        );
        assert_eq!(read(&[]).expect("the usual").len(), RUNS.len());
    }

    #[test]
    fn what_is_not_understood_is_told() {
        for wrong in [
            &["--kill", "7"][..],
            &["--kills"],
            &["--kills", "0"],
            &["--kills", "many"],
        ] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }
}
