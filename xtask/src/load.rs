//! The load test: the release build, and a second program that keeps matches open on it and measures.

use std::path::PathBuf;

use crate::{
    Trouble,
    command::{self, cargo},
    tree::Tree,
};

pub(crate) const HELP: &str = "\
Measures how long a command takes to be durable while thousands of matches are live.

Usage: cargo xtask load [--matches N] [--sockets N] [--rate N] [--seconds N] [--spectators N]
                        [--programs N] [--attacks N] [--finished N] [--nodes N] [--before COMMIT]

Builds the program with the profile `release` and starts it on a new store in the system's temporary
folder; a second program keeps 2,000 matches open on 4,000 sockets and sends 400 commands a second
for 60 s. Prints p50, p99 and p99.9 from sending to acknowledgement, the server's memory, and the
times of the same commits without a server. docs/bench.md explains how we measure.

  --spectators N   100 matches receive 100 commands a second while N spectators from ten addresses
                   watch one of them
  --programs N     somebody plays against the weakest program while N matches between the strongest
                   are watched; prints how long an answer takes
  --attacks N      N of the longest files are imported while somebody plays; prints how long imports,
                   pages of earlier steps, moves and restarts take
  --finished N     one guest has N finished matches; prints how long a start, lists, and moves in
                   matches that are not in memory take, and the same with 200
  --nodes N        the same load on SQLite, on one node with PostgreSQL, and on N nodes with it
  --before COMMIT  also builds the program of that commit, in target/before, and opens 1,000 and
                   3,000 matches on both: memory, moves a second, latency, start

Examples:
  cargo xtask load
  cargo xtask load --spectators 5000
  cargo xtask load --programs 200
  cargo xtask load --attacks 15
  cargo xtask load --finished 1000000
  cargo xtask load --nodes 3 --seconds 30
  cargo xtask load --before v0.1.0
  cargo xtask load --matches 100 --sockets 200 --rate 50 --seconds 10
";

pub(crate) fn run(tree: &Tree, args: &[&str]) -> Result<(), Trouble> {
    let build = "build --release -p vauban-cli -p vauban-driver";
    command::run(&mut cargo(tree, &build.split(' ').collect::<Vec<_>>()))?;
    let programs = command::target()?.join("release");
    let mut load = std::process::Command::new(programs.join("load"));
    load.current_dir(tree.root())
        .arg("--server")
        .arg(programs.join("vauban"));
    match args {
        ["--before", commit] => load.arg("--compare").arg(older(tree, commit)?),
        _ => load.args(args),
    };
    command::run(&mut load).map_err(Trouble::from)
}

/// The released program of an older commit, built in a folder of its own, which later runs use again.
fn older(tree: &Tree, commit: &str) -> Result<PathBuf, String> {
    let folder = command::target()?.join("before");
    let (source, built) = (folder.join("source"), folder.join("target"));
    let git = |args: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.current_dir(tree.root()).args(args);
        git
    };
    let path = source
        .to_str()
        .ok_or("the target folder has no name in UTF-8")?;
    match source.exists() {
        true => command::run(git(&["checkout", "--detach", commit]).current_dir(&source))?,
        false => command::run(&mut git(&[
            "worktree", "add", "--force", "--detach", path, commit,
        ]))?,
    }
    let mut build = cargo(tree, &["build", "--release", "-p", "vauban-cli"]);
    build.current_dir(&source).env("CARGO_TARGET_DIR", &built);
    command::run(&mut build)?;
    Ok(built.join("release").join("vauban"))
}
