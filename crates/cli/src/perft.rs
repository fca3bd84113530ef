//! `vauban perft`: counting the ways.

use crate::{arguments::Perft, failure::Failure, opening, output::print};

pub fn run(arguments: &Perft) -> Result<(), Failure> {
    let table = opening::study(&arguments.start)?;
    let kind = arguments.kind.as_deref();
    if !arguments.divide {
        let leaves = table.questions().perft(arguments.depth, kind)?;
        return print(&format!("{leaves}\n"));
    }
    let divided = table.questions().divide(arguments.depth, kind)?;
    let lines: String = divided
        .iter()
        .map(|(action, leaves)| format!("{action} {leaves}\n"))
        .collect();
    let sum: u64 = divided.iter().map(|(_, leaves)| leaves).sum();
    print(&format!("{lines}{sum}\n"))
}
