//! The project's own commands: test everything, check the source tree, rewrite the golden files, measure the levels, tune
//! judges, put load on the server, and create a new game. It uses only the standard library, so it builds quickly.

mod background;
mod bless;
mod command;
mod ladder;
mod load;
mod markdown;
mod needs;
mod new_game;
mod readme;
mod scratch;
mod soak;
mod test;
mod tidy;
mod tree;
mod tune;
mod web;

use std::process::ExitCode;

use tree::Tree;

const HELP: &str = "\
Vauban's own commands.

Usage: cargo xtask COMMAND

  test [--only PART]… [--skip PART]…   runs all checks, the fastest first
  tidy                                 checks the source tree: game folders, dependencies, links
  bless                                rewrites the golden files and shows what changed
  ladder [--game NAME] [--minutes N] … measures how strong the levels are; writes docs/strength.md
  tune NAME [--matches N] …            tunes a judge (an evaluation function) by self-play
  load [--matches N] [--rate N] …      measures latency while thousands of matches are live
  soak [--kills N] [--commands N] …    runs the randomised tests as often as you like
  new-game NAME                        creates a new game in crates/games/src/NAME
  help                                 this page

`cargo xtask COMMAND --help` says more. Exit status: 0 success, 1 a check failed,
2 wrong usage.
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Trouble::Usage(text)) => {
            eprintln!("error: {text}\nSee `cargo xtask help`.");
            ExitCode::from(2)
        }
        Err(Trouble::Failed(text)) => {
            eprintln!("error: {text}");
            ExitCode::FAILURE
        }
        Err(Trouble::Told) => ExitCode::FAILURE,
    }
}

/// Why a command did not succeed.
enum Trouble {
    /// The command line was not understood.
    Usage(String),
    /// Something went wrong, in one readable line.
    Failed(String),
    /// Something is wrong, and the output says it already.
    Told,
}

impl From<String> for Trouble {
    fn from(text: String) -> Trouble {
        Trouble::Failed(text)
    }
}

fn run(args: &[&str]) -> Result<(), Trouble> {
    let (command, rest) = match args {
        [] => ("help", args),
        [command, rest @ ..] => (*command, rest),
    };
    let help = match command {
        "help" | "--help" | "-h" => HELP,
        "test" => test::HELP,
        "tidy" => tidy::HELP,
        "bless" => bless::HELP,
        "ladder" => ladder::HELP,
        "tune" => tune::HELP,
        "load" => load::HELP,
        "soak" => soak::HELP,
        "new-game" => new_game::HELP,
        _ => return Err(Trouble::Usage(format!("there is no command `{command}`"))),
    };
    if help == HELP || rest.iter().any(|arg| ["--help", "-h"].contains(arg)) {
        print!("{help}");
        return Ok(());
    }
    let tree = Tree::find()?;
    match (command, rest) {
        ("test", _) => test::run(&tree, rest),
        ("tidy", []) => tidy::run(&tree),
        ("bless", []) => bless::run(&tree),
        ("ladder", _) => ladder::run(&tree, rest),
        ("tune", _) => tune::run(&tree, rest),
        ("load", _) => load::run(&tree, rest),
        ("soak", _) => soak::run(&tree, rest),
        ("new-game", [name]) => new_game::run(&tree, name),
        ("new-game", _) => Err(Trouble::Usage("new-game takes one name".into())),
        (_, [extra, ..]) => Err(Trouble::Usage(format!("{command} does not take `{extra}`"))),
        (_, []) => unreachable!("commands without arguments are matched above"),
    }
}
