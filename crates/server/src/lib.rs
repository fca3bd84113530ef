//! Matches on the net: one write path, a REST API, live pages, agents in any seat.
//!
//! A [`Hall`] holds the matches that are being played; each is rebuilt from its
//! events when it is needed. Everything that changes a match goes the one write
//! path (`write`): order → rules → one transaction → answer → publish.
//!
//! **Invariant:** nothing is answered or shown before it is committed.
//! **Invariant:** the seat comes from the session, never from the body.
//! **Invariant:** the store's own sequence and hash never leave the server.

mod agents;
mod clock;
mod deed;
mod dice;
mod encoder;
mod examples;
mod extract;
mod gate;
mod guard;
mod hall;
mod header;
mod holder;
mod hosts;
mod keeper;
mod limits;
mod live;
mod metrics;
mod openapi;
mod order;
mod past;
mod plan;
mod presence;
mod problem;
mod rebuild;
mod routes;
mod secret;
mod serve;
mod session;
mod site;
mod summary;
mod table;
mod tempo;
mod verify;
mod write;

pub use clock::Time;
pub use hall::Hall;
pub use limits::Rates;
pub use problem::Problem;
pub use routes::{description, router};
pub use serve::{Options, interrupted, serve};
pub use verify::{Replayed, replay_all};
