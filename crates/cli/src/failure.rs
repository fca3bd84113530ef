//! Why the program could not do what it was asked to.

use std::{fmt::Display, io, path::Path, process::ExitCode};

use vauban_game::{Lang, Text};
use vauban_table::{Refusals, ReplayError};

/// One readable line for standard error, in every language.
#[derive(Debug)]
pub struct Failure {
    text: Text,
    /// The reader of our output has gone: nobody is there to be told.
    unheard: bool,
}

impl Failure {
    pub fn new(text: Text) -> Failure {
        // Whatever it says, it stays one line.
        let line = |text: &str| text.lines().collect::<Vec<_>>().join(" ");
        Failure {
            text: Text::new(line(&text.en), line(&text.fr)),
            unheard: false,
        }
    }
    /// What another part said, in its own words.
    pub fn plain(error: impl Display) -> Failure {
        Failure::new(Text::same(error.to_string()))
    }
    /// What is wrong with a file.
    pub fn file(path: &Path, text: &Text) -> Failure {
        let path = path.display();
        Failure::new(Text::new(
            format!("{path}: {}", text.en),
            format!("{path} : {}", text.fr),
        ))
    }
    pub fn replay(path: &Path, error: &ReplayError) -> Failure {
        Failure::file(path, &error.text)
    }
    /// Our own output could not be written.
    pub fn output(error: &io::Error) -> Failure {
        Failure {
            unheard: error.kind() == io::ErrorKind::BrokenPipe,
            ..Failure::new(Text::new(
                format!("cannot write the output: {error}"),
                format!("impossible d'écrire la sortie : {error}"),
            ))
        }
    }

    pub fn text(&self) -> &Text {
        &self.text
    }

    pub fn report(&self, lang: Lang) -> ExitCode {
        if self.unheard {
            return ExitCode::SUCCESS;
        }
        complain(self.text.of(lang));
        ExitCode::FAILURE
    }
}

/// Says one line on standard error. If that is closed as well, nobody can be told.
pub fn complain(line: impl Display) {
    use std::io::Write;
    let _ = writeln!(io::stderr(), "vauban: {line}");
}

impl From<Refusals> for Failure {
    fn from(refusals: Refusals) -> Failure {
        Failure::new(Text::new(refusals.line(Lang::En), refusals.line(Lang::Fr)))
    }
}
