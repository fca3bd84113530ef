//! The client that tests drive the server with.

#[allow(unused_imports, reason = "each test uses a part of it")]
pub use vauban_driver::{Answer, Client, Live, answers};
