//! What every store can do, in seven parts.

use std::{fmt, future::Future, pin::Pin};

use crate::{
    Account, AddError, Append, Appended, Archiving, CommandId, Deletion, Due, Duty, Event, Head,
    Hint, Joined, Joining, Lease, Line, Listing, Match, MatchId, Millis, NewMatch, NewToken,
    NodeId, Player, PlayerId, Pulse, Recorded, Refused, Report, Session, SessionId, Sighting,
    StoreError, StoreId, Summary, Token, TokenHash, Usage, UsageOf,
};

/// Counts the events of a match from 1; 0 is before the first.
pub type Seq = u64;

/// A result that comes later. Written so that a store can be a `dyn Store`.
///
/// A write that has been polled goes on when its future is dropped; its command
/// can be sent again to learn how it ended.
pub type Pending<'a, T, E = StoreError> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// A time when nobody ran the matches of a store: from the last sign of life to the next start. Clocks
/// do not run in it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Outage {
    pub since: Millis,
    pub until: Millis,
}

/// A last beat further ahead than a day was noted by a wrong clock.
pub const WRONG_CLOCK: Millis = 24 * 60 * 60 * 1_000;

/// How busy a store has been since it was opened, for whoever watches it.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Counts {
    /// Writes that were answered, refused ones too.
    pub writes: u64,
    /// Transactions that it took.
    pub commits: u64,
    /// Writes that wait now.
    pub waiting: usize,
    /// Nothing can be written any more: nobody knows what is on the disk, and only opening the store
    /// again tells.
    pub broken: bool,
}

/// Matches, their events, and the commands that made them. Each write is one transaction and is durable
/// when it answers; a read sees all writes that were answered before it began.
pub trait Log: Send + Sync + fmt::Debug {
    /// The id of a deleted match is taken, too.
    fn create(&self, new: NewMatch) -> Pending<'_, Head, AddError>;
    fn find(&self, id: MatchId) -> Pending<'_, Option<Match>>;
    /// Newest first; of those created in the same millisecond the greater id first.
    fn list(&self, listing: Listing) -> Pending<'_, Vec<Match>>;
    /// Matches with a deadline before `before`, the earliest first.
    fn due(&self, before: Millis, limit: usize) -> Pending<'_, Vec<Due>>;
    /// Writes the summary alone, if the match still ends with event `at`; for
    /// summaries that are computed again. Otherwise a summary goes with [`Log::append`].
    fn summarise(&self, id: MatchId, at: Seq, summary: Summary) -> Pending<'_, (), Refused>;
    /// Writes events, command and summary in one transaction, or nothing.
    fn append(&self, append: Append) -> Pending<'_, Appended, Refused>;
    /// What became of a command.
    fn recall(
        &self,
        id: MatchId,
        session: SessionId,
        command: CommandId,
    ) -> Pending<'_, Option<Recorded>>;
    /// Up to `limit` events after the one numbered `seq`, in order; none if there is no such match.
    fn since(&self, id: MatchId, seq: Seq, limit: usize) -> Pending<'_, Vec<Event>>;
    /// What the matches of somebody come to.
    fn usage(&self, of: UsageOf) -> Pending<'_, Usage>;
    /// Deletes a match with its events and commands at `at` and leaves a marker; nothing if there is no
    /// such match.
    fn delete(&self, id: MatchId, at: Millis) -> Pending<'_, Option<Deletion>>;
    /// The marker of a deleted match.
    fn deletion(&self, id: MatchId) -> Pending<'_, Option<Deletion>>;
    /// Up to `limit` finished matches with ids after `after` in which nothing has happened since `before`, and which
    /// are not archived, in the order of their ids.
    fn finished(
        &self,
        before: Millis,
        after: Option<MatchId>,
        limit: usize,
    ) -> Pending<'_, Vec<MatchId>>;
    /// Puts the events and commands of a finished match into one small row. Everything is answered as before; what is
    /// appended to it brings the rows back.
    fn archive(&self, id: MatchId) -> Pending<'_, Archiving>;
}

/// Players and their sessions.
pub trait People: Send + Sync + fmt::Debug {
    fn add_player(&self, player: Player) -> Pending<'_, (), AddError>;
    fn player(&self, id: PlayerId) -> Pending<'_, Option<Player>>;
    /// Whether there is such a player.
    fn rename_player(&self, id: PlayerId, name: Line) -> Pending<'_, bool>;
    fn add_session(&self, session: Session) -> Pending<'_, (), AddError>;
    /// Up to `limit` players with ids after `after`, in the order of their ids.
    fn players(&self, after: Option<PlayerId>, limit: usize) -> Pending<'_, Vec<Account>>;
    /// From `at` on nothing opens a session of the player's; a ban that is there stays as it is. Whether
    /// there is such a player.
    fn ban_player(&self, id: PlayerId, at: Millis) -> Pending<'_, bool>;
    /// Lifts a ban: what opened a session before opens it again. Whether there was one.
    fn unban_player(&self, id: PlayerId) -> Pending<'_, bool>;
}

/// The hashes of the secrets that open sessions.
pub trait Tokens: Send + Sync + fmt::Debug {
    fn issue(&self, token: NewToken) -> Pending<'_, (), AddError>;
    /// The token, if it opens its session at `now`; those of a banned player open nothing.
    fn find_token(&self, hash: TokenHash, now: Millis) -> Pending<'_, Option<Token>>;
    /// All tokens of a player, dead ones too, the oldest first.
    fn tokens(&self, player: PlayerId) -> Pending<'_, Vec<Token>>;
    /// Notes when a token was used; earlier than what is noted changes nothing.
    fn touch(&self, hash: TokenHash, at: Millis) -> Pending<'_, ()>;
    /// Trades a live token for another one of the same player's: the first is
    /// revoked and the second issued at once, so that a link works only one time.
    /// `false` if the first is not live, or the player of the second is another.
    fn exchange(&self, old: TokenHash, new: NewToken, at: Millis) -> Pending<'_, bool, AddError>;
    /// Revokes all tokens of a session and says how many were not revoked before.
    fn revoke_session(&self, session: SessionId, at: Millis) -> Pending<'_, u64>;
    /// Revokes all tokens of a player, and names the sessions that had one which was not revoked before,
    /// in order.
    fn revoke_player(&self, player: PlayerId, at: Millis) -> Pending<'_, Vec<SessionId>>;
    /// Since when the player whose token this is has been banned.
    fn ban_of(&self, hash: TokenHash) -> Pending<'_, Option<Millis>>;
}

/// When matches were run on this store, and the store itself.
pub trait Upkeep: Send + Sync + fmt::Debug {
    /// Somebody is running matches at `at`; earlier than what is noted changes nothing. One process at
    /// a time runs matches.
    fn beat(&self, at: Millis) -> Pending<'_, ()>;
    /// Somebody begins to run matches at `at`. The time since the last beat is noted as an outage,
    /// if there is any. Says when the last beat was: time must not go back behind it, unless that lies
    /// ahead by more than [`WRONG_CLOCK`]. Then it is forgotten, with the outages after `at` if no
    /// event is as late.
    fn wake(&self, at: Millis) -> Pending<'_, Option<Millis>>;
    /// Every outage, the oldest first.
    fn outages(&self) -> Pending<'_, Vec<Outage>>;
    /// Looks through everything.
    fn verify(&self) -> Pending<'_, Report>;
    fn counts(&self) -> Counts;
    /// Why writes fail now, if they do. Once [`Counts::broken`] is true it stays so.
    fn health(&self) -> Result<(), StoreError>;
    fn store_id(&self) -> StoreId;
    fn schema_version(&self) -> Pending<'_, u32>;
    /// Writes what has been accepted, then lets go of the files. Later calls are answered with
    /// [`StoreError::Closed`].
    fn close(&self) -> Pending<'_, ()>;
}

/// What several processes, the nodes, need to run matches on one store side by side. A store that only one
/// process can use does the same for that one.
pub trait Nodes: Send + Sync + fmt::Debug {
    /// Whether other processes may be using this store.
    fn is_shared(&self) -> bool;
    /// All nodes that have not left, by their leases, also dead ones.
    fn nodes(&self) -> Pending<'_, Vec<Lease>>;
    /// A node begins to run matches, as by [`Upkeep::wake`] if no other does. Of several that join at once one is
    /// the first.
    fn join(&self, joining: Joining) -> Pending<'_, Joined>;
    /// Renews the lease of `node`, at `now`, and those of `duties` that it has. What it does not name ends by itself:
    /// it may have taken it without having learnt so.
    fn pulse(
        &self,
        node: NodeId,
        now: Millis,
        until: Millis,
        duties: Vec<Duty>,
    ) -> Pending<'_, Pulse>;
    /// A node runs matches no more. What it held is anybody's.
    fn leave(&self, node: NodeId) -> Pending<'_, ()>;
    /// The numbers of the last events of these matches; nothing for those that do not exist.
    fn heads(&self, ids: Vec<MatchId>) -> Pending<'_, Vec<(MatchId, Seq)>>;
    /// Those of these sessions that something opens at `now`.
    fn open_sessions(&self, sessions: Vec<SessionId>, now: Millis) -> Pending<'_, Vec<SessionId>>;
    /// Notes whom `node` saw, instead of what it noted of them before.
    fn note_presence(&self, node: NodeId, seen: Vec<Sighting>) -> Pending<'_, ()>;
    /// Who was seen at these matches by any node, as known at `now`: one line for each player of a match.
    fn presence(&self, ids: Vec<MatchId>, now: Millis) -> Pending<'_, Vec<Sighting>>;
}

/// What one node does at a time, for as long as it renews its lease.
pub trait Leases: Send + Sync + fmt::Debug {
    /// Takes a duty until `until`; nothing if another node has it at `now`. Whoever has it already keeps its
    /// fencing number.
    fn take(
        &self,
        duty: Duty,
        holder: NodeId,
        now: Millis,
        until: Millis,
    ) -> Pending<'_, Option<Lease>>;
    /// It is done. Nothing happens if another node has taken it over.
    fn end(&self, lease: Lease) -> Pending<'_, ()>;
    /// Up to `limit` duties that were not done and that nobody has at `now`, other than being a node. Orders that repeat
    /// are among them for a minute after the first pulse that found their leases ended: from then on nobody goes on
    /// with them.
    fn abandoned(&self, now: Millis, limit: usize) -> Pending<'_, Vec<Duty>>;
}

/// What nodes tell each other: that there may be something to read. A hint may be lost, and nothing is believed
/// because of one.
pub trait Hints: Send + Sync + fmt::Debug {
    /// Tells all other nodes, in one message.
    fn hint(&self, matches: Vec<MatchId>) -> Pending<'_, ()>;
    /// Ready when another node has told something. One waits at a time.
    fn hinted(&self) -> Pending<'_, Hint>;
}

/// A whole store.
pub trait Store: Log + People + Tokens + Upkeep + Nodes + Leases + Hints {}

impl<S: Log + People + Tokens + Upkeep + Nodes + Leases + Hints + ?Sized> Store for S {}
