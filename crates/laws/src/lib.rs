//! What must hold for every game, and the tools that prove it.
//!
//! [`hold`] plays a game at random and looks at every state with every [`Law`]; the first breach is
//! told by the law's name. Beside it are the runners for a game's `perft.txt` and `play.golden`, a
//! source of broken texts, a second generator of Jungle War, and toy games that have everything a
//! game may have.

pub mod garbage;
pub mod golden;
mod hold;
mod law;
pub mod lessons;
mod moment;
pub mod naive_jungle;
pub mod perft;
mod player;
mod times;
pub mod toys;
mod variants;

pub use garbage::garbage;
pub use golden::playthrough;
pub use hold::{Breach, Limits, Summary, hold, hold_from, hold_laws};
pub use law::{Law, Verdict};
pub use moment::{Memory, Moment, Next, Sight};
pub use player::{Curiosity, Player};
pub use times::times;
pub use variants::{Variant, variants};
