//! The `vauban` program: every command, its help, and how it ends.
//!
//! A library, so that the console can be tested and fuzzed without a process.

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

mod arguments;
pub mod console;
mod convert;
mod failure;
mod files;
mod games;
mod opening;
mod perft;
mod play;
mod serve;
mod upkeep;

use arguments::{Arguments, Command};
use failure::Failure;

/// Does what the command line says.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    let lang = arguments.lang();
    match arguments.command {
        None => play::default_match(lang),
        Some(Command::Console(console)) => console::run(&console, lang),
        Some(Command::Play(play)) => play::run(&play, lang),
        Some(Command::Perft(perft)) => perft::run(&perft, lang),
        Some(Command::Convert(convert)) => convert::run(&convert, lang),
        Some(Command::Games(games)) => games::run(&games, lang),
        Some(Command::Serve(serve)) => serve::run(&serve, lang),
        Some(Command::Backup(backup)) => upkeep::backup(&backup, lang),
        Some(Command::Verify(verify)) => upkeep::verify(&verify, lang),
        Some(Command::Completions { shell }) => {
            clap_complete::generate(
                shell,
                &mut Arguments::command(),
                "vauban",
                &mut std::io::stdout(),
            );
            Ok(())
        }
    }
}
