//! `vauban perft`: counting the ways.

use std::{fmt::Display, io::Write};

use vauban_game::Lang;
use vauban_table::Opening;

use crate::{arguments::Perft, failure::Failure, opening};

pub fn run(arguments: &Perft, lang: Lang) -> Result<(), Failure> {
    let mut opening = Opening::seeded(0);
    opening.settings = arguments.start.settings();
    opening.position = arguments.start.position.clone();
    let (_, table) = opening::open_at(&arguments.start, opening, lang)?;
    let kind = arguments.kind.as_deref();
    let refused = |refusals| Failure::refused(&refusals, lang);
    if !arguments.divide {
        let leaves = table.perft(arguments.depth, kind).map_err(refused)?;
        return print(&format!("{leaves}\n"));
    }
    let divided = table.divide(arguments.depth, kind).map_err(refused)?;
    let lines: String = divided
        .iter()
        .map(|(action, leaves)| format!("{action} {leaves}\n"))
        .collect();
    let sum: u64 = divided.iter().map(|(_, leaves)| leaves).sum();
    print(&format!("{lines}{sum}\n"))
}

/// Writes to standard output; a reader that has gone is no failure.
pub fn print(text: &impl Display) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    write!(out, "{text}")
        .and_then(|()| out.flush())
        .map_err(|error| Failure::output(&error))
}
