//! Agents that can sit in a seat of any game, and perft.

mod expectimax;
mod perft;
mod playout;
mod random;
mod rollouts;
mod watch;

pub use expectimax::Expectimax;
pub use perft::{divide, perft, walk};
pub use playout::Playout;
pub use random::Random;
pub use rollouts::Rollouts;
pub use watch::Watch;
