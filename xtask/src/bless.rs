//! Rewrites the golden files and shows what changed, so that a person can look before committing.

use std::process::Command;

use crate::{
    Trouble, command,
    command::{PROFILE, cargo},
    tree::Tree,
};

pub(crate) const HELP: &str = "\
Rewrites the golden files and shows which of them changed.

Usage: cargo xtask bless

Runs the golden tests with VAUBAN_BLESS=1. Look at `git diff` before you commit:
if a golden file changes, the game, its pictures or its texts have changed.
";

/// What blessing may write.
const GOLDEN: [&str; 2] = ["*.golden", "*.golden.*"];

pub(crate) fn run(tree: &Tree) -> Result<(), Trouble> {
    let mut command = cargo(
        tree,
        &[
            "test",
            "-p",
            "vauban-laws",
            "-p",
            "xtask",
            "--profile",
            PROFILE,
            "golden",
        ],
    );
    command::run(command.env("VAUBAN_BLESS", "1"))?;
    // A test that has just written its file has not compared it: see that it holds without a blessing.
    let mut command = cargo(
        tree,
        &[
            "test",
            "--quiet",
            "-p",
            "vauban-laws",
            "-p",
            "xtask",
            "--profile",
            PROFILE,
            "golden",
        ],
    );
    command::run(command.env_remove("VAUBAN_BLESS"))?;

    let changed = lines(tree, &["diff", "--stat", "HEAD", "--"])?;
    let new = lines(tree, &["ls-files", "--others", "--exclude-standard", "--"])?;
    if changed.is_empty() && new.is_empty() {
        println!("no golden file changed");
    }
    for line in changed {
        println!("{line}");
    }
    for name in new {
        println!(" {name} | new");
    }
    Ok(())
}

/// What a git command prints about the golden files.
fn lines(tree: &Tree, args: &[&str]) -> Result<Vec<String>, String> {
    let output = Command::new("git")
        .current_dir(tree.root())
        .arg("--no-pager")
        .args(args)
        .args(GOLDEN)
        .output()
        .map_err(|error| format!("cannot run git: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().map(str::to_owned).collect())
}
