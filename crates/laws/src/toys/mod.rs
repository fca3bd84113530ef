//! Small whole games on which the core is proven before the large ones exist: between them they
//! have an open board with repetition ([`Breakthrough`]), secret simultaneous placement and dice
//! ([`Stash`]), and six seats, hidden cards, amounts and a map drawn at random ([`Muster`]).
//! [`Faulty`] is any game with one fault planted in it.

pub mod breakthrough;
mod fault;
mod faulty;
pub mod muster;
mod plain;
pub mod stash;

pub use breakthrough::Breakthrough;
pub use fault::Fault;
pub use faulty::{Faulty, FaultyReason};
pub use muster::Muster;
pub use plain::Plain;
pub use stash::Stash;
