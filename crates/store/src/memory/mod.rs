//! A store in memory, for tests: the same answers, without the disk.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::{
    Account, AddError, Append, Appended, Archived, Archiving, CommandId, Counts, Cursor, Deletion,
    Due, Duty, Event, Hash, Head, Hint, Hints, Joined, Joining, Lease, Leases, Line, Listing, Log,
    Match, MatchId, Millis, NewMatch, NewToken, NodeId, Nodes, Outage, Pending, People, Player,
    PlayerId, Pulse, Recorded, Refused, Report, Seq, Session, SessionId, Sighting, Stage,
    StoreError, StoreId, Summary, Token, TokenHash, Tokens, Upkeep, Usage, UsageOf, WRONG_CLOCK,
    hint::Mailbox,
    lease_book::LeaseBook,
    report::Walk,
    usage::{bytes_of_command, bytes_of_event, bytes_of_match},
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

#[derive(Debug, Default)]
struct Rows {
    matches: BTreeMap<MatchId, Entry>,
    deletions: BTreeMap<MatchId, Deletion>,
    bans: BTreeMap<PlayerId, Millis>,
    players: BTreeMap<PlayerId, Player>,
    sessions: BTreeMap<SessionId, Session>,
    tokens: BTreeMap<TokenHash, Token>,
    last_beat: Option<Millis>,
    outages: Vec<Outage>,
    book: LeaseBook,
    /// Of every handle.
    mailboxes: Vec<Weak<Mailbox>>,
}

#[derive(Debug)]
struct Entry {
    shown: Match,
    events: Vec<Event>,
    commands: BTreeMap<(SessionId, CommandId), Recorded>,
    is_archived: bool,
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

impl Rows {
    fn create(&mut self, new: NewMatch) -> Result<Head, AddError> {
        if self.matches.contains_key(&new.id) || self.deletions.contains_key(&new.id) {
            return Err(AddError::Taken);
        }
        let owner = new.owner.as_ref();
        let known = owner.is_none_or(|owner| self.players.contains_key(owner));
        if !known || !self.know(&new.summary) {
            return Err(AddError::NoSuch("player"));
        }
        let command = new.command.as_ref();
        let command = command.map_or(0, |command| bytes_of_command(&new.id, command));
        let bytes = bytes_of_match(&new.header) + command;
        let head = Head {
            seq: 0,
            hash: Hash::of_header(&new.id, new.created_at, &new.header),
        };
        let shown = Match {
            id: new.id.clone(),
            header: new.header,
            created_at: new.created_at,
            visibility: new.visibility,
            summary: new.summary.in_order(),
            head,
            owner: new.owner,
            origin: new.origin,
            bytes,
            last_at: new.created_at,
        };
        let commands = new.command.map(|command| {
            let recorded = Recorded {
                body: command.body,
                reply: command.reply,
                seq: 0,
            };
            ((command.session, command.id), recorded)
        });
        let entry = Entry {
            shown,
            events: Vec::new(),
            commands: commands.into_iter().collect(),
            is_archived: false,
        };
        self.matches.insert(new.id, entry);
        Ok(head)
    }

    fn append(&mut self, append: Append) -> Result<Appended, Refused> {
        let known = append.summary.as_ref().is_none_or(|it| self.know(it));
        let id = &append.match_id;
        let entry = self.matches.get_mut(id).ok_or(Refused::NoSuchMatch)?;
        if let Some(command) = &append.command {
            let key = (command.session.clone(), command.id.clone());
            match entry.commands.get(&key) {
                Some(first) if first.body == command.body => {
                    let reply = first.reply.clone();
                    return Err(Refused::Repeated { reply });
                }
                Some(_) => return Err(Refused::Reused),
                None => {}
            }
        }
        if let Some(lease) = &append.lease
            && !self.book.holds(lease)
        {
            return Err(Refused::TakenOver);
        }
        let current_seq = entry.shown.head.seq;
        if current_seq != append.expected_seq {
            return Err(Refused::Conflict { current_seq });
        }
        if !known {
            return Err(Refused::NoSuchPlayer);
        }
        entry.is_archived = false;
        let events = append.chained(entry.shown.head);
        if let Some(Event { seq, hash, .. }) = events.last() {
            let (seq, hash) = (*seq, *hash);
            entry.shown.head = Head { seq, hash };
        }
        let Head { seq, hash } = entry.shown.head;
        let shown = &mut entry.shown;
        let new = events.iter().map(|event| bytes_of_event(id, &event.event));
        let command = append.command.as_ref();
        shown.bytes += new.sum::<u64>() + command.map_or(0, |it| bytes_of_command(id, it));
        shown.last_at = events.last().map_or(shown.last_at, |last| last.event.at);
        entry.events.extend(events);
        if let Some(summary) = append.summary {
            entry.shown.summary = summary.in_order();
        }
        if let Some(command) = append.command {
            let recorded = Recorded {
                body: command.body,
                reply: command.reply,
                seq,
            };
            entry
                .commands
                .insert((command.session, command.id), recorded);
        }
        Ok(Appended { seq, hash })
    }

    fn summarise(&mut self, id: &MatchId, at: Seq, summary: Summary) -> Result<(), Refused> {
        let known = self.know(&summary);
        let entry = self.matches.get_mut(id).ok_or(Refused::NoSuchMatch)?;
        let current_seq = entry.shown.head.seq;
        if current_seq != at {
            return Err(Refused::Conflict { current_seq });
        }
        if !known {
            return Err(Refused::NoSuchPlayer);
        }
        entry.is_archived &= summary.stage == Stage::Over;
        entry.shown.summary = summary.in_order();
        Ok(())
    }

    /// Whether all players of a summary exist.
    fn know(&self, summary: &Summary) -> bool {
        let mut players = summary.players.iter();
        players.all(|player| self.players.contains_key(player))
    }

    fn list(&self, listing: &Listing) -> Vec<Match> {
        let mut found: Vec<(Cursor, &Match)> = self
            .matches
            .values()
            .map(|entry| (entry.shown.cursor(), &entry.shown))
            .filter(|(cursor, shown)| {
                let summary = &shown.summary;
                listing.stage.is_none_or(|stage| summary.stage == stage)
                    && listing.visibility.is_none_or(|it| shown.visibility == it)
                    && listing
                        .player
                        .as_ref()
                        .is_none_or(|player| summary.players.contains(player))
                    && listing.after.as_ref().is_none_or(|after| cursor < after)
            })
            .collect();
        found.sort_by(|(a, _), (b, _)| b.cmp(a));
        let found = found.into_iter().take(listing.limit);
        found.map(|(_, shown)| shown.clone()).collect()
    }

    fn due(&self, before: Millis, limit: usize) -> Vec<Due> {
        let deadlines: BTreeSet<(Millis, &MatchId)> = self
            .matches
            .iter()
            .filter_map(|(id, entry)| Some((entry.shown.summary.deadline?, id)))
            .filter(|(deadline, _)| *deadline < before)
            .collect();
        let soonest = deadlines.into_iter().take(limit);
        let due = soonest.map(|(deadline, id)| Due {
            id: id.clone(),
            deadline,
        });
        due.collect()
    }

    fn since(&self, id: &MatchId, seq: Seq, limit: usize) -> Vec<Event> {
        let events = self.matches.get(id).map_or(&[][..], |entry| &entry.events);
        let later = events.iter().filter(|event| event.seq > seq);
        later.take(limit).cloned().collect()
    }

    fn usage(&self, of: &UsageOf) -> Usage {
        let mut usage = Usage::default();
        for Entry { shown, .. } in self.matches.values() {
            let (counts, since) = match of {
                UsageOf::Owner(player) => (shown.owner.as_ref() == Some(player), 0),
                UsageOf::Origin { origin, since } => {
                    (shown.origin.as_ref() == Some(origin), *since)
                }
            };
            if !counts {
                continue;
            }
            usage.bytes += shown.bytes;
            if shown.summary.stage != Stage::Over && shown.last_at >= since {
                usage.open += 1;
                usage.with_programs += u64::from(shown.summary.programs > 0);
            }
        }
        usage
    }

    fn delete(&mut self, id: &MatchId, deleted_at: Millis) -> Option<Deletion> {
        let Entry { shown, .. } = self.matches.remove(id)?;
        let deletion = Deletion {
            id: shown.id,
            created_at: shown.created_at,
            deleted_at,
            head: shown.head,
        };
        self.deletions.insert(id.clone(), deletion.clone());
        Some(deletion)
    }

    fn finished(&self, before: Millis, after: Option<&MatchId>, limit: usize) -> Vec<MatchId> {
        let entries = self.matches.iter();
        let later = entries.filter(|(id, _)| after.is_none_or(|after| *id > after));
        let finished = later.filter(
            |(
                _,
                Entry {
                    shown, is_archived, ..
                },
            )| {
                !is_archived && shown.summary.stage == Stage::Over && shown.last_at < before
            },
        );
        finished.map(|(id, _)| id.clone()).take(limit).collect()
    }

    /// Only notes it: in memory there is nothing to be saved.
    fn archive(&mut self, id: &MatchId) -> Archiving {
        match self.matches.get_mut(id) {
            Some(entry) if entry.shown.summary.stage == Stage::Over && !entry.is_archived => {
                entry.is_archived = true;
                let rows = entry.events.len() + entry.commands.len();
                let bytes = entry.shown.bytes;
                Archiving::Archived(Archived {
                    rows: u64::try_from(rows).unwrap_or(u64::MAX),
                    bytes,
                    packed: bytes,
                })
            }
            _ => Archiving::Left,
        }
    }

    fn players(&self, after: Option<&PlayerId>, limit: usize) -> Vec<Account> {
        let players = self.players.values();
        let later = players.filter(|player| after.is_none_or(|after| player.id > *after));
        let accounts = later.map(|player| Account {
            player: player.clone(),
            banned_at: self.bans.get(&player.id).copied(),
        });
        accounts.take(limit).collect()
    }

    /// The token, if it opens its session.
    fn live_token(&self, hash: TokenHash, now: Millis) -> Option<&Token> {
        let token = self.tokens.get(&hash);
        token.filter(|token| token.is_live(now) && !self.bans.contains_key(&token.player))
    }

    fn issue(&mut self, token: NewToken) -> Result<(), AddError> {
        let session = self.sessions.get(&token.session);
        let player = session.ok_or(AddError::NoSuch("session"))?.player.clone();
        if self.tokens.contains_key(&token.hash) {
            return Err(AddError::Taken);
        }
        let hash = token.hash;
        let token = Token {
            token,
            player,
            last_used_at: None,
            revoked_at: None,
        };
        self.tokens.insert(hash, token);
        Ok(())
    }

    fn exchange(&mut self, old: TokenHash, new: NewToken, at: Millis) -> Result<bool, AddError> {
        let Some(old_token) = self.live_token(old, at) else {
            return Ok(false);
        };
        let session = self.sessions.get(&new.session);
        if session.ok_or(AddError::NoSuch("session"))?.player != old_token.player {
            return Ok(false);
        }
        self.issue(new)?;
        self.revoke(at, |token| token.token.hash == old);
        Ok(true)
    }

    /// The sessions of those chosen that were not revoked before, one for each.
    fn revoke(&mut self, at: Millis, chosen: impl Fn(&Token) -> bool) -> Vec<SessionId> {
        let live = self
            .tokens
            .values_mut()
            .filter(|it| it.revoked_at.is_none());
        let mut revoked = Vec::new();
        for token in live.filter(|token| chosen(token)) {
            token.revoked_at = Some(at);
            revoked.push(token.token.session.clone());
        }
        self.book.revocations += 1;
        revoked
    }

    fn wake(&mut self, at: Millis) -> Option<Millis> {
        let before = self.last_beat;
        if let Some(since) = before.filter(|&since| since < at) {
            self.outages.push(Outage { since, until: at });
        }
        if before.is_some_and(|before| before > at.saturating_add(WRONG_CLOCK)) {
            self.last_beat = None;
            let mut played = self.matches.values().map(|entry| &entry.shown);
            if played.all(|shown| shown.head.seq == 0 || shown.last_at <= at) {
                self.outages.retain(|outage| outage.since < at);
                for outage in &mut self.outages {
                    outage.until = outage.until.min(at);
                }
            }
        }
        self.last_beat = self.last_beat.max(Some(at));
        before
    }

    fn verify(&self) -> Report {
        let mut report = Report {
            deleted: u64::try_from(self.deletions.len()).unwrap_or(u64::MAX),
            ..Report::default()
        };
        for (id, entry) in &self.matches {
            let Match {
                created_at,
                header,
                head,
                ..
            } = &entry.shown;
            let mut walk = Walk::new(id.clone(), Hash::of_header(id, *created_at, header));
            for event in &entry.events {
                walk.see(event, &mut report);
            }
            walk.end(*head, &mut report);
            report.matches += 1;
            report.commands += u64::try_from(entry.commands.len()).unwrap_or(u64::MAX);
        }
        report
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
