//! The players: one by rules of thumb, one that looks ahead.

mod deep;
pub(super) mod heuristic;

pub use deep::Deep;
pub use heuristic::Heuristic;
