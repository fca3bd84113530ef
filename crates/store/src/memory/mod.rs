//! A store in memory, for tests: the same answers, without the disk.

mod rows;

use std::sync::{
    Arc, Mutex, PoisonError, Weak,
    atomic::{AtomicBool, Ordering},
};

use self::rows::Rows;
use crate::{
    Account, AddError, Append, Appended, Archiving, CommandId, Counts, Deletion, Due, Duty, Event,
    Head, Hint, Hints, Joined, Joining, Lease, Leases, Line, Listing, Log, Match, MatchId, Millis,
    NewMatch, NewToken, NodeId, Nodes, Outage, Pending, People, Player, PlayerId, Pulse, Recorded,
    Refused, Report, Seq, Session, SessionId, Sighting, StoreError, StoreId, Summary, Token,
    TokenHash, Tokens, Upkeep, Usage, UsageOf, hint::Mailbox,
};

/// Everything is gone when the last handle is dropped.
#[derive(Debug)]
pub struct MemoryStore {
    rows: Arc<Mutex<Rows>>,
    closed: AtomicBool,
    /// Other handles stand for other processes.
    is_shared: bool,
    mailbox: Arc<Mailbox>,
}

impl Default for MemoryStore {
    fn default() -> MemoryStore {
        MemoryStore::over(Arc::default(), false)
    }
}

impl MemoryStore {
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// One whose handles stand for processes that use it at the same time.
    pub fn for_nodes() -> MemoryStore {
        MemoryStore::over(Arc::default(), true)
    }

    /// A new handle on the same rows, as if a file were opened again.
    pub fn reopen(&self) -> MemoryStore {
        MemoryStore::over(Arc::clone(&self.rows), self.is_shared)
    }

    fn over(rows: Arc<Mutex<Rows>>, is_shared: bool) -> MemoryStore {
        let mailbox = Arc::<Mailbox>::default();
        let mut locked = rows.lock().unwrap_or_else(PoisonError::into_inner);
        locked.mailboxes.push(Arc::downgrade(&mailbox));
        drop(locked);
        MemoryStore {
            rows,
            closed: AtomicBool::new(false),
            is_shared,
            mailbox,
        }
    }

    fn with<T: Send, E: From<StoreError> + Send>(
        &self,
        work: impl FnOnce(&mut Rows) -> Result<T, E> + Send + 'static,
    ) -> Pending<'_, T, E> {
        Box::pin(async move {
            if self.closed.load(Ordering::Acquire) {
                return Err(StoreError::Closed.into());
            }
            work(&mut self.rows.lock().unwrap_or_else(PoisonError::into_inner))
        })
    }
}

impl Log for MemoryStore {
    fn create(&self, new: NewMatch) -> Pending<'_, Head, AddError> {
        self.with(|rows| rows.create(new))
    }

    fn find(&self, id: MatchId) -> Pending<'_, Option<Match>> {
        self.with(move |rows| Ok(rows.matches.get(&id).map(|entry| entry.shown.clone())))
    }

    fn list(&self, listing: Listing) -> Pending<'_, Vec<Match>> {
        self.with(move |rows| Ok(rows.list(&listing)))
    }

    fn due(&self, before: Millis, limit: usize) -> Pending<'_, Vec<Due>> {
        self.with(move |rows| Ok(rows.due(before, limit)))
    }

    fn summarise(&self, id: MatchId, at: Seq, summary: Summary) -> Pending<'_, (), Refused> {
        self.with(move |rows| rows.summarise(&id, at, summary))
    }

    fn append(&self, append: Append) -> Pending<'_, Appended, Refused> {
        self.with(|rows| rows.append(append))
    }

    fn recall(
        &self,
        id: MatchId,
        session: SessionId,
        command: CommandId,
    ) -> Pending<'_, Option<Recorded>> {
        self.with(move |rows| {
            let entry = rows.matches.get(&id);
            Ok(entry.and_then(|entry| entry.commands.get(&(session, command)).cloned()))
        })
    }

    fn since(&self, id: MatchId, seq: Seq, limit: usize) -> Pending<'_, Vec<Event>> {
        self.with(move |rows| Ok(rows.since(&id, seq, limit)))
    }

    fn usage(&self, of: UsageOf) -> Pending<'_, Usage> {
        self.with(move |rows| Ok(rows.usage(&of)))
    }

    fn delete(&self, id: MatchId, at: Millis) -> Pending<'_, Option<Deletion>> {
        self.with(move |rows| Ok(rows.delete(&id, at)))
    }

    fn finished(
        &self,
        before: Millis,
        after: Option<MatchId>,
        limit: usize,
    ) -> Pending<'_, Vec<MatchId>> {
        self.with(move |rows| Ok(rows.finished(before, after.as_ref(), limit)))
    }

    fn archive(&self, id: MatchId) -> Pending<'_, Archiving> {
        self.with(move |rows| Ok(rows.archive(&id)))
    }

    fn deletion(&self, id: MatchId) -> Pending<'_, Option<Deletion>> {
        self.with(move |rows| Ok(rows.deletions.get(&id).cloned()))
    }
}

impl People for MemoryStore {
    fn add_player(&self, player: Player) -> Pending<'_, (), AddError> {
        self.with(|rows| {
            if rows.players.contains_key(&player.id) {
                return Err(AddError::Taken);
            }
            rows.players.insert(player.id.clone(), player);
            Ok(())
        })
    }

    fn player(&self, id: PlayerId) -> Pending<'_, Option<Player>> {
        self.with(move |rows| Ok(rows.players.get(&id).cloned()))
    }

    fn rename_player(&self, id: PlayerId, name: Line) -> Pending<'_, bool> {
        self.with(move |rows| {
            let player = rows.players.get_mut(&id);
            Ok(player.map(|player| player.name = name).is_some())
        })
    }

    fn add_session(&self, session: Session) -> Pending<'_, (), AddError> {
        self.with(|rows| {
            if !rows.players.contains_key(&session.player) {
                return Err(AddError::NoSuch("player"));
            }
            if rows.sessions.contains_key(&session.id) {
                return Err(AddError::Taken);
            }
            rows.sessions.insert(session.id.clone(), session);
            Ok(())
        })
    }

    fn players(&self, after: Option<PlayerId>, limit: usize) -> Pending<'_, Vec<Account>> {
        self.with(move |rows| Ok(rows.players(after.as_ref(), limit)))
    }

    fn ban_player(&self, id: PlayerId, at: Millis) -> Pending<'_, bool> {
        self.with(move |rows| {
            let known = rows.players.contains_key(&id);
            if known {
                rows.bans.entry(id).or_insert(at);
                rows.book.revocations += 1;
            }
            Ok(known)
        })
    }

    fn unban_player(&self, id: PlayerId) -> Pending<'_, bool> {
        self.with(move |rows| Ok(rows.bans.remove(&id).is_some()))
    }
}

impl Tokens for MemoryStore {
    fn issue(&self, token: NewToken) -> Pending<'_, (), AddError> {
        self.with(|rows| rows.issue(token))
    }

    fn find_token(&self, hash: TokenHash, now: Millis) -> Pending<'_, Option<Token>> {
        self.with(move |rows| Ok(rows.live_token(hash, now).cloned()))
    }

    fn tokens(&self, player: PlayerId) -> Pending<'_, Vec<Token>> {
        self.with(move |rows| {
            let tokens = rows.tokens.values().filter(|token| token.player == player);
            let mut tokens: Vec<Token> = tokens.cloned().collect();
            tokens.sort_by_key(|token| (token.token.created_at, token.token.hash));
            Ok(tokens)
        })
    }

    fn touch(&self, hash: TokenHash, at: Millis) -> Pending<'_, ()> {
        self.with(move |rows| {
            if let Some(token) = rows.tokens.get_mut(&hash) {
                token.last_used_at = token.last_used_at.max(Some(at));
            }
            Ok(())
        })
    }

    fn exchange(&self, old: TokenHash, new: NewToken, at: Millis) -> Pending<'_, bool, AddError> {
        self.with(move |rows| rows.exchange(old, new, at))
    }

    fn revoke_session(&self, session: SessionId, at: Millis) -> Pending<'_, u64> {
        self.with(move |rows| {
            let revoked = rows.revoke(at, |token| token.token.session == session);
            Ok(u64::try_from(revoked.len()).expect("no machine has more than 64 bits"))
        })
    }

    fn revoke_player(&self, player: PlayerId, at: Millis) -> Pending<'_, Vec<SessionId>> {
        self.with(move |rows| {
            let mut sessions = rows.revoke(at, |token| token.player == player);
            sessions.sort();
            sessions.dedup();
            Ok(sessions)
        })
    }

    fn ban_of(&self, hash: TokenHash) -> Pending<'_, Option<Millis>> {
        self.with(move |rows| {
            let token = rows.tokens.get(&hash);
            Ok(token.and_then(|token| rows.bans.get(&token.player).copied()))
        })
    }
}

impl Upkeep for MemoryStore {
    fn beat(&self, at: Millis) -> Pending<'_, ()> {
        self.with(move |rows| {
            rows.last_beat = rows.last_beat.max(Some(at));
            Ok(())
        })
    }

    fn wake(&self, at: Millis) -> Pending<'_, Option<Millis>> {
        self.with(move |rows| Ok(rows.wake(at)))
    }

    fn outages(&self) -> Pending<'_, Vec<Outage>> {
        self.with(|rows| Ok(rows.outages.clone()))
    }

    fn verify(&self) -> Pending<'_, Report> {
        self.with(|rows| Ok(rows.verify()))
    }

    /// Nothing waits for a disk here.
    fn counts(&self) -> Counts {
        Counts::default()
    }

    fn health(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn store_id(&self) -> StoreId {
        StoreId::new("memory").expect("it is one word")
    }

    fn schema_version(&self) -> Pending<'_, u32> {
        self.with(|_| Ok(1))
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            self.closed.store(true, Ordering::Release);
            Ok(())
        })
    }
}

impl Nodes for MemoryStore {
    fn is_shared(&self) -> bool {
        self.is_shared
    }

    fn nodes(&self) -> Pending<'_, Vec<Lease>> {
        self.with(|rows| Ok(rows.book.nodes()))
    }

    fn join(&self, joining: Joining) -> Pending<'_, Joined> {
        self.with(move |rows| {
            let (lease, alone) = rows.book.join(&joining);
            let last_beat = match alone {
                true => rows.wake(joining.at),
                false => rows.last_beat,
            };
            Ok(Joined {
                lease,
                alone,
                last_beat,
            })
        })
    }

    fn pulse(
        &self,
        node: NodeId,
        now: Millis,
        until: Millis,
        duties: Vec<Duty>,
    ) -> Pending<'_, Pulse> {
        self.with(move |rows| Ok(rows.book.pulse(&node, now, until, &duties)))
    }

    fn leave(&self, node: NodeId) -> Pending<'_, ()> {
        self.with(move |rows| {
            rows.book.forget(&node);
            Ok(())
        })
    }

    fn heads(&self, ids: Vec<MatchId>) -> Pending<'_, Vec<(MatchId, Seq)>> {
        self.with(move |rows| {
            let head = |id: MatchId| Some((rows.matches.get(&id)?.shown.head.seq, id));
            let heads = ids.into_iter().filter_map(head);
            Ok(heads.map(|(seq, id)| (id, seq)).collect())
        })
    }

    fn open_sessions(&self, sessions: Vec<SessionId>, now: Millis) -> Pending<'_, Vec<SessionId>> {
        self.with(move |rows| {
            let opens = |session: &SessionId| {
                let mut tokens = rows.tokens.values();
                tokens.any(|token| {
                    token.token.session == *session
                        && token.is_live(now)
                        && !rows.bans.contains_key(&token.player)
                })
            };
            Ok(sessions.into_iter().filter(opens).collect())
        })
    }

    fn note_presence(&self, node: NodeId, seen: Vec<Sighting>) -> Pending<'_, ()> {
        self.with(move |rows| {
            rows.book.note(&node, seen);
            Ok(())
        })
    }

    fn presence(&self, ids: Vec<MatchId>, now: Millis) -> Pending<'_, Vec<Sighting>> {
        self.with(move |rows| Ok(rows.book.presence(&ids, now)))
    }
}

impl Leases for MemoryStore {
    fn take(
        &self,
        duty: Duty,
        holder: NodeId,
        now: Millis,
        until: Millis,
    ) -> Pending<'_, Option<Lease>> {
        self.with(move |rows| Ok(rows.book.take(duty, &holder, now, until)))
    }

    fn end(&self, lease: Lease) -> Pending<'_, ()> {
        self.with(move |rows| {
            rows.book.end(&lease);
            Ok(())
        })
    }

    fn abandoned(&self, now: Millis, limit: usize) -> Pending<'_, Vec<Duty>> {
        self.with(move |rows| Ok(rows.book.abandoned(now, limit)))
    }
}

impl Hints for MemoryStore {
    fn hint(&self, matches: Vec<MatchId>) -> Pending<'_, ()> {
        let own = Arc::as_ptr(&self.mailbox);
        let own = own as usize;
        self.with(move |rows| {
            rows.mailboxes.retain(|mailbox| mailbox.strong_count() > 0);
            let others = rows.mailboxes.iter().filter_map(Weak::upgrade);
            for mailbox in others.filter(|mailbox| Arc::as_ptr(mailbox) as usize != own) {
                mailbox.put(matches.iter().cloned());
            }
            Ok(())
        })
    }

    fn hinted(&self) -> Pending<'_, Hint> {
        Box::pin(async move { Ok(self.mailbox.take().await) })
    }
}
