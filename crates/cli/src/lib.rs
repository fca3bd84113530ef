//! The `vauban` program: every command, its help, and how it ends.
//!
//! A library, so that the console can be tested and fuzzed without a process.

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

mod address_space;
mod arena;
mod arguments;
mod bench;
pub mod console;
mod convert;
mod copy;
mod failure;
mod files;
mod format;
mod games;
mod lens;
mod loading;
mod opening;
mod operator;
mod output;
mod perft;
mod play;
mod serve;
mod storage;
mod unfinished;
mod upkeep;
mod usage;
mod verify_dice;

use arguments::{Arguments, Command};
use failure::Failure;

/// Does what the command line says.
pub fn main() -> ExitCode {
    let words = std::env::args_os();
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => {
            let words: Vec<String> = std::env::args_os()
                .map(|word| word.to_string_lossy().into_owned())
                .collect();
            return usage::report(&error, &words);
        }
    };
    let lang = arguments.lang();
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(lang),
    }
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    let lang = arguments.lang();
    match arguments.command {
        None => serve::by_default(lang),
        Some(Command::Console(console)) => console::run(&console, lang),
        Some(Command::Play(play)) => play::run(&play, lang),
        Some(Command::Learn(mut play)) => {
            play.start.lesson = true;
            play::run(&play, lang)
        }
        Some(Command::Arena(arena)) => arena::run(&arena, lang),
        Some(Command::Bench(_)) => bench::run(lang),
        Some(Command::Perft(perft)) => perft::run(&perft),
        Some(Command::Convert(convert)) => convert::run(&convert, lang),
        Some(Command::Games(games)) => games::run(&games, lang),
        Some(Command::Serve(serve)) => serve::run(&serve, lang),
        Some(Command::Backup(backup)) => upkeep::backup(&backup, lang),
        Some(Command::Verify(verify)) => upkeep::verify(&verify, lang),
        Some(Command::Copy(arguments)) => copy::run(&arguments, lang),
        Some(Command::Matches(matches)) => operator::matches(&matches, lang),
        Some(Command::Accounts(accounts)) => operator::accounts(&accounts, lang),
        Some(Command::VerifyDice(dice)) => verify_dice::run(&dice, lang),
        Some(Command::Openapi(_)) => {
            let document = serde_json::to_string_pretty(&vauban_server::description());
            output::print(&(document.expect("the description is plain data") + "\n"))
        }
        Some(Command::Completions(completions)) => {
            // Into memory first: what writes the script does not expect that output can fail.
            let mut script = Vec::new();
            let mut command = Arguments::command();
            clap_complete::generate(completions.shell, &mut command, "vauban", &mut script);
            output::print(&String::from_utf8_lossy(&script))
        }
    }
}
