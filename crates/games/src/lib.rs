//! The rules of every game, one folder each, all with the same files.
//!
//! ARCHITECTURE.md lists the files and what stands in each; `cargo xtask tidy` checks it.

pub mod garden;
pub mod guerre;
pub mod jungle;
pub mod landbuster;
pub mod risk;

#[cfg(test)]
mod tactics;
