//! The long runs: what the tests do a few hundred times, as often as you like.

use crate::{
    Trouble,
    command::{self, PROFILE, cargo},
    tree::Tree,
};

pub(crate) const HELP: &str = "\
Runs the randomised tests of `cargo xtask test` many more times.

Usage: cargo xtask soak [--kills N] [--cuts N] [--faults N [--nodes N]] [--attacks N] [--commands N] [--texts N]

  --kills N      kills the server N times during play and checks that nothing acknowledged is lost
  --cuts N       simulates N power cuts of the store's machine, losing what was not synced
  --faults N     kills, stops or cuts off one of several nodes, or restarts their database, N times
  --nodes N      the number of nodes for --faults; 3 by default
  --attacks N    imports N of the longest records, with programs in all seats, under a limit of 1 GB
  --commands N   sends N commands, many of them repeated, late or unanswered, and compares with a model
  --texts N      gives N broken texts to every reader of every game

Without options: 2,000 kills, 2,000 cuts, 200 faults, 15 attacks, 1,000,000 commands, 1,000,000 texts.

Examples:
  cargo xtask soak --kills 2000
  cargo xtask soak --nodes 3 --faults 200
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

const RUNS: [Run; 6] = [
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
        program: "all",
        test: "power_loss::",
    },
    Run {
        flag: "--faults",
        usual: 200,
        variable: "VAUBAN_FAULTS",
        package: "vauban-cli",
        program: "all",
        test: "nodes::whatever_fails",
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

/// How many nodes there are, for the run that has several: no run of its own.
const NODES: (&str, &str) = ("--nodes", "VAUBAN_NODES");

pub(crate) fn run(tree: &Tree, args: &[&str]) -> Result<(), Trouble> {
    let (args, nodes) = without_nodes(args).map_err(Trouble::Usage)?;
    for (run, times) in asked(&args).map_err(Trouble::Usage)? {
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
        if let Some(nodes) = nodes {
            test.env(NODES.1, nodes.to_string());
        }
        command::run(&mut test)?;
    }
    Ok(())
}

/// The rest of the command line, and how many nodes it asks for.
fn without_nodes<'a>(args: &[&'a str]) -> Result<(Vec<&'a str>, Option<u64>), String> {
    let Some(at) = args.iter().position(|arg| *arg == NODES.0) else {
        return Ok((args.to_vec(), None));
    };
    let nodes = args.get(at + 1).and_then(|nodes| nodes.parse().ok());
    let nodes = nodes.filter(|&nodes: &u64| nodes > 1);
    let nodes = nodes.ok_or_else(|| format!("{} needs a number, from 2", NODES.0))?;
    let rest = args[..at].iter().chain(&args[at + 2..]);
    Ok((rest.copied().collect(), Some(nodes)))
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
    fn nodes_go_with_the_rest() {
        let read = |args: &[&'static str]| without_nodes(args);
        let both = ["--nodes", "5", "--faults", "9"];
        assert_eq!(read(&both), Ok((vec!["--faults", "9"], Some(5))));
        assert_eq!(read(&["--faults", "9"]), Ok((vec!["--faults", "9"], None)));
        assert!(read(&["--faults", "9", "--nodes"]).is_err());
        assert!(read(&["--nodes", "1"]).is_err());
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
