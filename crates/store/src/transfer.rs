//! Everything in a store, in pieces, and how it gets into another one.
//!
//! A copy can be interrupted at any time and started again: what is already there is not written twice. Until it is
//! complete, the new store has an id that says so, and cannot be served.

use std::{
    collections::{BTreeSet, VecDeque},
    fmt,
};

use crate::{
    Account, Command, Deletion, Event, Hash, Head, Match, MatchId, Millis, Outage, Pending, People,
    Report, Seq, Session, SessionId, StoreError, StoreId, Token, TokenHash, Upkeep,
};

/// Rows that are read at a time.
const ROWS: usize = 500;

/// What the name of an unfinished copy begins with.
const UNFINISHED: &str = "copying-";

/// A store that can be moved. Lists are in the order of their keys.
pub trait Transfer: People + Upkeep {
    fn sessions(&self, after: Option<SessionId>, limit: usize) -> Pending<'_, Vec<Session>>;
    fn sealed_tokens(
        &self,
        after: Option<TokenHash>,
        limit: usize,
    ) -> Pending<'_, Vec<SealedToken>>;
    fn deletions(&self, after: Option<MatchId>, limit: usize) -> Pending<'_, Vec<Deletion>>;
    /// Where each match ends, and the checksum of what lists show of it.
    fn ends(&self, after: Option<MatchId>, limit: usize) -> Pending<'_, Vec<MatchEnd>>;
    fn whole_match(&self, id: MatchId) -> Pending<'_, Option<WholeMatch>>;
    fn last_beat(&self) -> Pending<'_, Option<Millis>>;
    /// Writes pieces as they are, in one transaction, over what is there of them.
    fn take_in(&self, pieces: Vec<Piece>) -> Pending<'_, ()>;
    /// Takes another name.
    fn rename(&self, id: StoreId) -> Pending<'_, ()>;
}

/// A part of a store that belongs together.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Piece {
    Account(Account),
    Session(Session),
    Token(SealedToken),
    Deletion(Deletion),
    Match(Box<WholeMatch>),
    /// When matches were run.
    Life {
        last_beat: Option<Millis>,
        outages: Vec<Outage>,
    },
}

/// A token with its checksum. Those of 0.1 have none.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SealedToken {
    pub token: Token,
    pub checksum: Option<Hash>,
}

/// Where a match ends.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct MatchEnd {
    pub id: MatchId,
    pub head: Head,
    pub checksum: Option<Hash>,
}

/// A match with everything that belongs to it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct WholeMatch {
    pub shown: Match,
    pub checksum: Option<Hash>,
    pub events: Vec<Event>,
    pub commands: Vec<SealedCommand>,
    /// Its events and commands are in one row.
    pub is_archived: bool,
}

/// A command with its checksum, and the last event of the match when it had been carried out.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SealedCommand {
    pub command: Command,
    pub seq: Seq,
    pub checksum: Option<Hash>,
}

/// What was copied and is there now.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Copied {
    pub accounts: u64,
    pub sessions: u64,
    pub tokens: u64,
    pub matches: u64,
    pub deletions: u64,
    /// Matches that this run had to write; the others were there.
    pub written: u64,
    /// What a look through the new store found.
    pub report: Report,
}

/// Why a store was not copied.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum CopyError {
    /// There is something else in the new store.
    NotEmpty,
    /// The new store was a complete copy, and has been used since.
    Used,
    /// The old store has flaws of its own, or the new one has.
    Flawed(Report),
    /// The two are not the same; somebody is still writing to one of them.
    Different(&'static str),
    Storage(StoreError),
}

impl From<StoreError> for CopyError {
    fn from(error: StoreError) -> CopyError {
        CopyError::Storage(error)
    }
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CopyError::NotEmpty => f.write_str("the new store is not empty"),
            CopyError::Used => f.write_str("the new store has been used since it was copied"),
            CopyError::Flawed(report) => write!(f, "the copy is not sound: {report}"),
            CopyError::Different(what) => write!(f, "the {what} of the two stores differ"),
            CopyError::Storage(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CopyError {}

impl StoreId {
    /// Whether this is the name of a copy that was not finished.
    pub fn is_unfinished_copy(&self) -> bool {
        self.as_str().starts_with(UNFINISHED)
    }
}

/// Copies everything from one store, to which nobody writes, to another, and compares the two.
pub async fn copy(from: &dyn Transfer, to: &dyn Transfer) -> Result<Copied, CopyError> {
    // 1. The new store says whose copy it is.
    let name = from.store_id();
    let unfinished = format!("{UNFINISHED}{name}");
    let unfinished = StoreId::new(unfinished).map_err(|_| CopyError::Different("names"))?;
    let found = to.store_id();
    if found != name && found != unfinished && !is_empty(to).await? {
        return Err(CopyError::NotEmpty);
    }
    // What was played there must not be lost.
    if found == name && is_used(from, to).await? {
        return Err(CopyError::Used);
    }
    to.rename(unfinished).await?;
    // 2. Everything, in an order in which whatever is referred to is there.
    let mut copied = people(from, to).await?;
    (copied.matches, copied.written) = matches(from, to).await?;
    // 3. Both are the same, and what is there is sound.
    compare(from, to).await?;
    copied.report = to.verify().await?;
    if !copied.report.is_sound() {
        return Err(CopyError::Flawed(copied.report));
    }
    to.rename(name).await?;
    Ok(copied)
}

async fn is_empty(store: &dyn Transfer) -> Result<bool, StoreError> {
    let players = store.players(None, 1).await?;
    let (matches, deletions) = (store.ends(None, 1).await?, store.deletions(None, 1).await?);
    Ok(players.is_empty() && matches.is_empty() && deletions.is_empty())
}

/// Whether a complete copy has anything that the old store has not: then it was used, and must not be written over.
async fn is_used(old: &dyn Transfer, copy: &dyn Transfer) -> Result<bool, CopyError> {
    if copy.last_beat().await? > old.last_beat().await? {
        return Ok(true);
    }
    let mut used = false;
    macro_rules! all_known {
        ($list:ident, $key:expr) => {
            let pairs = pairs(
                async |after| copy.$list(after, ROWS).await,
                async |after| old.$list(after, ROWS).await,
                $key,
                async |_, known| {
                    used |= known.is_none();
                    Ok(())
                },
            );
            pairs.await?;
        };
    }
    all_known!(players, |it: &Account| it.player.id.clone());
    all_known!(sessions, |it: &Session| it.id.clone());
    all_known!(deletions, |it: &Deletion| it.id.clone());
    let mut unknown = BTreeSet::new();
    let ends = pairs(
        async |after| copy.ends(after, ROWS).await,
        async |after| old.ends(after, ROWS).await,
        |end| end.id.clone(),
        async |end, known| {
            match known {
                Some(known) if known.head == end.head => (),
                Some(_) => used |= !has_reached(old, &end).await?,
                None => {
                    unknown.insert(end.id);
                }
            }
            Ok(())
        },
    );
    ends.await?;
    // Those that the old store has deleted since are no news.
    let deleted = walk(
        async |after| old.deletions(after, ROWS).await,
        |deletion| deletion.id.clone(),
        async |_, page| {
            for deletion in page {
                unknown.remove(&deletion.id);
            }
            Ok(())
        },
    );
    deleted.await?;
    Ok(used || !unknown.is_empty())
}

/// Whether a match of the store once ended there.
async fn has_reached(store: &dyn Transfer, end: &MatchEnd) -> Result<bool, StoreError> {
    let Some(whole) = store.whole_match(end.id.clone()).await? else {
        return Ok(false);
    };
    let shown = &whole.shown;
    Ok(match end.head.seq {
        0 => Hash::of_header(&shown.id, shown.created_at, &shown.header) == end.head.hash,
        seq => whole
            .events
            .iter()
            .any(|event| event.seq == seq && event.hash == end.head.hash),
    })
}

/// Every row of one list with that of another list which has the same key.
async fn pairs<K: Clone + Ord, T>(
    list: impl AsyncFn(Option<K>) -> Result<Vec<T>, StoreError>,
    other: impl AsyncFn(Option<K>) -> Result<Vec<T>, StoreError>,
    key: impl Fn(&T) -> K,
    mut see: impl AsyncFnMut(T, Option<&T>) -> Result<(), CopyError>,
) -> Result<(), CopyError> {
    let mut others = VecDeque::from(other(None).await?);
    let rows = walk(list, &key, async |_, page| {
        for row in page {
            let wanted = key(&row);
            while let Some(first) = others.front()
                && key(first) < wanted
            {
                let passed = key(first);
                others.pop_front();
                if others.is_empty() {
                    others.extend(other(Some(passed)).await?);
                }
            }
            let twin = others.front().filter(|first| key(first) == wanted);
            see(row, twin).await?;
        }
        Ok(())
    });
    rows.await.map(drop)
}

/// Every page of a list, one after the other; how many rows there were.
async fn walk<K: Clone, T>(
    list: impl AsyncFn(Option<K>) -> Result<Vec<T>, StoreError>,
    key: impl Fn(&T) -> K,
    mut see: impl AsyncFnMut(Option<K>, Vec<T>) -> Result<(), CopyError>,
) -> Result<u64, CopyError> {
    let (mut after, mut rows) = (None, 0);
    loop {
        let page = list(after.clone()).await?;
        let Some(last) = page.last() else {
            return Ok(rows);
        };
        let next = Some(key(last));
        rows += count(page.len());
        see(after, page).await?;
        after = next;
    }
}

/// What is small, whether or not it is there.
async fn people(from: &dyn Transfer, to: &dyn Transfer) -> Result<Copied, CopyError> {
    let accounts = walk(
        async |after| from.players(after, ROWS).await,
        |account| account.player.id.clone(),
        async |_, page| take_in(to, page, Piece::Account).await,
    );
    let accounts = accounts.await?;
    let sessions = walk(
        async |after| from.sessions(after, ROWS).await,
        |session| session.id.clone(),
        async |_, page| take_in(to, page, Piece::Session).await,
    );
    let sessions = sessions.await?;
    let tokens = walk(
        async |after| from.sealed_tokens(after, ROWS).await,
        |sealed| sealed.token.token.hash,
        async |_, page| take_in(to, page, Piece::Token).await,
    );
    let tokens = tokens.await?;
    let deletions = walk(
        async |after| from.deletions(after, ROWS).await,
        |deletion| deletion.id.clone(),
        async |_, page| take_in(to, page, Piece::Deletion).await,
    );
    let deletions = deletions.await?;
    let last_beat = from.last_beat().await?;
    let outages = from.outages().await?;
    let life = Piece::Life { last_beat, outages };
    to.take_in(vec![life]).await?;
    Ok(Copied {
        accounts,
        sessions,
        tokens,
        deletions,
        ..Copied::default()
    })
}

async fn take_in<T>(
    to: &dyn Transfer,
    page: Vec<T>,
    piece: impl Fn(T) -> Piece,
) -> Result<(), CopyError> {
    let pieces = page.into_iter().map(piece).collect();
    Ok(to.take_in(pieces).await?)
}

/// The matches that are not there, or end elsewhere: how many there are, and how many were written.
async fn matches(from: &dyn Transfer, to: &dyn Transfer) -> Result<(u64, u64), CopyError> {
    let mut written = 0;
    let all = walk(
        async |after| from.ends(after, ROWS).await,
        |end| end.id.clone(),
        async |after, page| {
            let there = to.ends(after, ROWS).await?;
            for end in page.into_iter().filter(|end| !there.contains(end)) {
                if let Some(whole) = from.whole_match(end.id).await? {
                    written += 1;
                    to.take_in(vec![Piece::Match(Box::new(whole))]).await?;
                }
            }
            Ok(())
        },
    );
    let all = all.await?;
    Ok((all, written))
}

/// Page by page: what is equal has the same pages.
async fn compare(from: &dyn Transfer, to: &dyn Transfer) -> Result<(), CopyError> {
    macro_rules! same {
        ($what:literal, $list:ident, $key:expr) => {
            let rows = walk(
                async |after| from.$list(after, ROWS).await,
                $key,
                async |after, page| match to.$list(after, ROWS).await? == page {
                    true => Ok(()),
                    false => Err(CopyError::Different($what)),
                },
            );
            let rows = rows.await?;
            // Nor is there anything more.
            let there = walk(
                async |after| to.$list(after, ROWS).await,
                $key,
                async |_, _| Ok(()),
            );
            if there.await? != rows {
                return Err(CopyError::Different($what));
            }
        };
    }
    same!("accounts", players, |it: &Account| it.player.id.clone());
    same!("sessions", sessions, |it: &Session| it.id.clone());
    same!("tokens", sealed_tokens, |it: &SealedToken| it
        .token
        .token
        .hash);
    same!("deleted matches", deletions, |it: &Deletion| it.id.clone());
    same!("matches", ends, |it: &MatchEnd| it.id.clone());
    let outages = from.outages().await? == to.outages().await?;
    match outages && from.last_beat().await? == to.last_beat().await? {
        true => Ok(()),
        false => Err(CopyError::Different("outages")),
    }
}

fn count(rows: usize) -> u64 {
    u64::try_from(rows).expect("no machine has more than 64 bits")
}
