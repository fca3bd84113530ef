//! The load: the released program, and another one that holds matches on it and measures.

use crate::{
    Trouble,
    command::{self, cargo},
    tree::Tree,
};

pub(crate) const HELP: &str = "\
Measures how long a command takes to be durable while thousands of matches are live.

Usage: cargo xtask load [--matches N] [--sockets N] [--rate N] [--seconds N] [--spectators N]
                        [--programs N]

Builds the program with the profile `release` and starts it on a new store in the system's folder
for temporary files; another program holds 2,000 matches with 4,000 sockets and sends 400 commands
a second for 60 s. Prints p50, p99 and p99.9 from sending to acknowledgement, the server's memory,
and the same commits without a server. With --spectators, 100 matches take 100 commands a second while
N spectators from ten addresses watch one of them. With --programs, somebody plays against the weakest
program while N matches between the strongest are watched; prints how long an answer takes. How figures are taken: docs/bench.md.

Examples:
  cargo xtask load
  cargo xtask load --spectators 5000
  cargo xtask load --programs 200
  cargo xtask load --matches 100 --sockets 200 --rate 50 --seconds 10
";

pub(crate) fn run(tree: &Tree, args: &[&str]) -> Result<(), Trouble> {
    let build = "build --release -p vauban-cli -p vauban-driver";
    command::run(&mut cargo(tree, &build.split(' ').collect::<Vec<_>>()))?;
    let programs = command::target()?.join("release");
    let mut load = std::process::Command::new(programs.join("load"));
    load.current_dir(tree.root())
        .arg("--server")
        .arg(programs.join("vauban"))
        .args(args);
    command::run(&mut load).map_err(Trouble::from)
}
