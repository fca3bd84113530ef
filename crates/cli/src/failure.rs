//! Why the program could not do what it was asked to.

use std::{fmt::Display, io, path::Path, process::ExitCode};

use vauban_game::Lang;
use vauban_table::{Refusals, ReplayError};

/// One readable line for standard error.
#[derive(Debug)]
pub struct Failure {
    line: String,
    /// The reader of our output has gone: nobody is there to be told.
    unheard: bool,
}

impl Failure {
    pub fn new(line: impl Display) -> Failure {
        // Whatever it says, it stays one line.
        let words: Vec<String> = line.to_string().lines().map(str::to_owned).collect();
        Failure {
            line: words.join(" "),
            unheard: false,
        }
    }
    pub fn file(path: &Path, error: impl Display) -> Failure {
        Failure::new(format!("{}: {error}", path.display()))
    }
    pub fn refused(refusals: &Refusals, lang: Lang) -> Failure {
        Failure::new(refusals.line(lang))
    }
    pub fn replay(path: &Path, error: &ReplayError, lang: Lang) -> Failure {
        Failure::file(path, error.text.of(lang))
    }
    /// Our own output could not be written.
    pub fn output(error: &io::Error) -> Failure {
        Failure {
            line: format!("cannot write the output: {error}"),
            unheard: error.kind() == io::ErrorKind::BrokenPipe,
        }
    }

    pub fn report(&self) -> ExitCode {
        if self.unheard {
            return ExitCode::SUCCESS;
        }
        eprintln!("vauban: {}", self.line);
        ExitCode::FAILURE
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.line)
    }
}
