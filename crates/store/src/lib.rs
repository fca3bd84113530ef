//! The event log behind the server: acknowledged means durable.
//!
//! A store keeps matches as append-only chains of events, the commands that
//! made them with the answers that were given, and the players with the hashes
//! of their tokens. It knows nothing about rules, games or HTTP: headers,
//! payloads and replies are bytes to it.
//!
//! One trait, [`Store`], and two stores: [`SqliteStore`] in one file, and
//! [`MemoryStore`] for tests. Both pass the same suite, `conformance`.
//!
//! **Invariant:** no answer is given and no hint is sent before what it speaks
//! of is committed. **Invariant:** an event is never changed or removed.

mod append;
mod chain;
#[cfg(feature = "conformance")]
pub mod conformance;
mod error;
mod event;
#[cfg(feature = "faults")]
mod fault;
mod hint;
mod id;
mod matches;
mod memory;
mod outage;
mod player;
mod report;
mod sqlite;
mod store;
mod token;

pub use append::{Append, Appended, Command, Recorded, Refused};
pub use chain::Hash;
pub use error::{AddError, StoreError};
pub use event::{Event, EventKind, NewEvent};
#[cfg(feature = "faults")]
pub use fault::Fault;
pub use hint::{Hint, Hints};
pub use id::{CommandId, IdError, Line, MatchId, PlayerId, SessionId};
pub use matches::{Cursor, Due, Head, Listing, Match, NewMatch, Stage, Summary, Visibility};
pub use memory::MemoryStore;
pub use outage::Outage;
pub use player::{Player, Session};
pub use report::{Flaw, Report};
pub use sqlite::{SqliteOptions, SqliteStore, backup_file, verify_file};
pub use store::{Counts, Pending, Seq, Store};
pub use token::{NewToken, Token, TokenHash, TokenKind};

/// Milliseconds since the Unix epoch. The store reads no clock: callers say when.
pub type Millis = u64;
