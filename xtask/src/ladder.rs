//! The ladder: every level of every game against the one below it, in the release build.

use crate::{
    Trouble,
    command::{self, cargo},
    tree::Tree,
};

pub(crate) const HELP: &str = "\
Plays the ladder of every game at full strength, and writes docs/strength.md and the catalogue's ratings.

Usage: cargo xtask ladder [--game NAME]… [--minutes N] [--games N] [--concurrency K] [--seed S]
                          [--divide N] [--players N] [--state FILE] [--out FILE]

Every level plays the one below it; the players that the rules describe and the strongest level play `uniform`; and the
strongest level plays those players. Budgets are in nodes, games are played in pairs, for at most 60 minutes per game and
200 games per comparison. A comparison ends when it is clear which player is stronger; looking often does not distort it.
Results are appended to docs/strength.txt as they come, so you can stop at any time and start again. Results of a level
that has changed are dropped.
--divide 10 plays with a tenth of the nodes and needs its own files.
--players N instead plays N matches of every player and level against `uniform` with a hundredth of the nodes, and 4 of
levels 7 and 8 with all of them: every action must be legal, no answer may use more nodes than allowed, and memory must
stay constant.

Examples:
  cargo xtask ladder
  cargo xtask ladder --game jungle --minutes 20
  cargo xtask ladder --players 100
";

pub(crate) fn run(tree: &Tree, args: &[&str]) -> Result<(), Trouble> {
    run_released(tree, "ladder", args)
}

/// Builds the released programs of the arena and runs one of them.
pub(crate) fn run_released(tree: &Tree, program: &str, args: &[&str]) -> Result<(), Trouble> {
    let build = "build --release -p vauban-arena";
    command::run(&mut cargo(tree, &build.split(' ').collect::<Vec<_>>()))?;
    let programs = command::target()?.join("release");
    let mut command = std::process::Command::new(programs.join(program));
    command.current_dir(tree.root()).args(args);
    command::run(&mut command).map_err(Trouble::from)
}
