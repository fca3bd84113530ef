//! Standard output, for every command that prints a text and ends.

use std::{fmt::Display, io::Write};

use crate::failure::Failure;

/// Writes to standard output; a reader that has gone is no failure.
pub fn print(text: &impl Display) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    write!(out, "{text}")
        .and_then(|()| out.flush())
        .map_err(|error| Failure::output(&error))
}
