//! Agents that can sit in a seat of any game, and perft.

mod alphabeta;
mod expectimax;
mod minimax;
mod perft;
mod playout;
mod rollouts;
mod uniform;
mod watch;
mod why;

pub use alphabeta::{AlphaBeta, Cuts, Found, steps_to_end, win_in};
pub use expectimax::Expectimax;
pub use minimax::{Minimax, Pruning};
pub use perft::{divide, perft, walk};
pub use playout::{Playout, Policy};
pub use rollouts::Rollouts;
pub use uniform::Uniform;
pub use watch::Watch;
pub use why::why;
