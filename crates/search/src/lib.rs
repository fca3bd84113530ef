//! Agents that can sit in a seat of any game, and perft.

mod alphabeta;
mod beam;
mod expectimax;
mod mcts;
mod minimax;
mod minmax;
mod perft;
mod playout;
mod rollouts;
mod trials;
pub mod tuning;
mod uniform;
mod watch;

pub use alphabeta::{AlphaBeta, Cuts, Found, steps_to_end, win_in};
pub use beam::Beam;
pub use expectimax::Expectimax;
pub use mcts::Mcts;
pub use minimax::{Minimax, Pruning};
pub use minmax::Minmax;
pub use perft::{divide, perft, walk};
pub use playout::Playout;
pub use rollouts::Rollouts;
pub use trials::Trials;
pub use uniform::Uniform;
pub use vauban_game::Policy;
pub use watch::Watch;
