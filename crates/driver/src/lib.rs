//! Drives a server from outside, over real sockets. For tests and for `cargo xtask load` only: nothing
//! depends on it, and the driver stops at anything unexpected.

mod battle;
mod client;

pub use battle::endless_battle;
pub use client::{Answer, Client, Live, Socket, answers};
