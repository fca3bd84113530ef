//! The event log behind the server: acknowledged means durable.
//!
//! A store keeps matches as append-only chains of events, the commands that
//! made them with the answers that were given, and the players with the hashes
//! of their tokens. It knows nothing about rules, games or HTTP: headers,
//! payloads and replies are bytes to it.
//!
//! Seven traits ([`Log`], [`People`], [`Tokens`], [`Upkeep`], and for several processes on one store [`Nodes`],
//! [`Leases`] and [`Hints`]) make a [`Store`], and there are three: [`SqliteStore`] in one file, [`PostgresStore`] for several machines, and [`MemoryStore`]
//! for tests. All pass the same suite, `conformance`.
//!
//! **Invariant:** no answer is given before what it speaks of is committed. **Invariant:** an event is never changed, and never
//! removed but with its whole match, in whose place a marker stays;
//! those of a finished match may move into its archive as they are. **Invariant:** the checkpoint beside a store is never ahead of it.

mod append;
mod archive;
mod audit;
mod chain;
mod checksum;
#[cfg(feature = "conformance")]
pub mod conformance;
mod deletion;
mod error;
mod event;
mod hint;
mod id;
mod lease_book;
mod matches;
mod memory;
mod node;
mod player;
mod postgres;
mod report;
mod sqlite;
mod store;
mod token;
mod transfer;
mod usage;

pub use append::{Append, Appended, Command, Recorded, Refused};
pub use archive::{Archived, Archiving};
pub use chain::Hash;
pub use deletion::Deletion;
pub use error::{AddError, StoreError};
pub use event::{Event, EventKind, NewEvent};
pub use hint::Hint;
pub use id::{CommandId, IdError, Line, MatchId, NodeId, Origin, PlayerId, SessionId, StoreId};
pub use matches::{Cursor, Due, Head, Listing, Match, NewMatch, Stage, Summary, Visibility};
pub use memory::MemoryStore;
pub use node::{Duty, Joined, Joining, Lease, Pulse, Sighting};
pub use player::{Account, Player, Session};
pub use postgres::{AddressError, PostgresAddress, PostgresOptions, PostgresStore};
pub use report::{Flaw, Report};
pub use sqlite::{SqliteOptions, SqliteStore, backup_file, set_aside, verify_file};
pub use store::{
    Counts, Hints, Leases, Log, Nodes, Outage, Pending, People, Seq, Store, Tokens, Upkeep,
    WRONG_CLOCK,
};
pub use token::{NewToken, Token, TokenHash, TokenKind};
pub use transfer::{
    Copied, CopyError, MatchEnd, Piece, SealedCommand, SealedToken, Transfer, WholeMatch, copy,
};
pub use usage::{Usage, UsageOf};

/// Milliseconds since the Unix epoch. The store reads no clock: callers say when.
pub type Millis = u64;
