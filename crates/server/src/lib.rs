//! Matches on the net: one write path, a REST API, live pages, agents in any seat.
//!
//! A [`Registry`] holds the matches that are being played; each is rebuilt from its
//! events when it is needed. Everything that changes a match goes the one write
//! path (`write`): command → rules → one transaction → answer → publish.
//!
//! **Invariant:** nothing is answered or shown before it is committed.
//! **Invariant:** the seat comes from the session, never from the body.
//! **Invariant:** the store's own sequence and hash never leave the server.

mod access;
mod agent_queue;
mod agents;
mod answers;
mod audience;
mod clock;
mod coding;
mod command;
mod conditions;
mod decide;
mod dice;
mod duties;
mod encoder;
mod event;
mod examples;
mod extract;
mod freshness;
mod growth;
mod guarded;
mod header;
mod hints;
mod hosts;
mod ingress;
mod key;
mod lesson;
mod live;
mod machine;
mod memory;
mod metrics;
mod middleware;
mod name;
mod node;
mod occupant;
mod openapi;
pub mod operator;
mod orders;
mod places;
mod presence;
mod problem;
mod quotas;
mod rate_limit;
mod registry;
mod rendered;
mod replay;
mod room;
mod routes;
mod schema;
mod seated_agents;
mod secret;
mod serve;
mod session;
mod share;
mod site;
mod summary;
mod table;
mod tempo;
mod timeouts;
mod transport;
mod verify;
mod write;

pub use clock::Time;
pub use machine::{address_space, memory as machine_memory};
pub use memory::InMemory;
pub use places::{MOST_CONNECTIONS, connections_within, raise_file_limit};
pub use problem::Problem;
pub use quotas::{Quota, QuotaChange, QuotaKind, Quotas, Size};
pub use rate_limit::Rates;
pub use registry::{IMPORT_STEPS, Registry};
pub use routes::{description, router};
pub use serve::{Options, interrupted, serve, serve_metrics};
pub use verify::{Replayed, replay_all};
