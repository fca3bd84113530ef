//! A part of the test command that runs in the background of another one, because it mostly waits.

use std::{
    fs::{self, File},
    io::Write,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::{scratch::Scratch, test::Tally, tree::Tree};

/// A background part: its own process, with its output in a file until it ends.
pub(crate) struct Background {
    pub(crate) name: &'static str,
    child: Child,
    scratch: Scratch,
    start: Instant,
}

impl Background {
    pub(crate) fn start(name: &'static str, tree: &Tree) -> Result<Background, String> {
        let failed = |error| format!("cannot start the part `{name}`: {error}");
        let scratch = Scratch::new()?;
        let output = File::create(output(&scratch)).map_err(failed)?;
        let mut command = Command::new(std::env::current_exe().map_err(failed)?);
        command
            .args(["test", "--only", name])
            .args(tree.is_thorough().then_some("--thorough"))
            .stdin(Stdio::null())
            .stdout(output.try_clone().map_err(failed)?)
            .stderr(output);
        Ok(Background {
            name,
            child: command.spawn().map_err(failed)?,
            scratch,
            start: Instant::now(),
        })
    }

    /// Waits for its end and shows what it printed.
    pub(crate) fn end(mut self) -> Result<(Tally, Duration), String> {
        let failed = |error| format!("the part `{}` was lost: {error}", self.name);
        let status = self.child.wait().map_err(failed)?;
        let time = self.start.elapsed();
        let bytes = fs::read(output(&self.scratch)).map_err(failed)?;
        let _ = std::io::stdout().write_all(&bytes);
        let told = Tally::of_run(&String::from_utf8_lossy(&bytes));
        let tally = told.filter(|tally| status.success() == (tally.failed == 0));
        let lost = || Tally::of(Err(format!("the part `{}` failed ({status})", self.name)));
        Ok((tally.unwrap_or_else(lost), time))
    }
}

fn output(scratch: &Scratch) -> PathBuf {
    scratch.path().join("output.txt")
}
