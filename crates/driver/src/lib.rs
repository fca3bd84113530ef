//! Drives a server from outside, over real sockets. For tests and for `cargo xtask load` only: nothing
//! depends on it, and what must not happen ends the driver.

mod battle;
mod client;

pub use battle::endless_battle;
pub use client::{Answer, Client, Live, Socket, answers};
