//! The players that the first Jeu de la Guerre describes: the expert and the strategist.

mod expert;
mod strategist;

pub use expert::{Expert, Order};
pub use strategist::{Plan, Strategist};
