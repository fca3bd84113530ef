//! The rows of a store in memory, and what is done with them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Weak,
};

use crate::{
    Account, AddError, Append, Appended, Archived, Archiving, CommandId, Cursor, Deletion, Due,
    Event, Hash, Head, Listing, Match, MatchId, Millis, NewMatch, NewToken, Outage, Player,
    PlayerId, Recorded, Refused, Report, Seq, Session, SessionId, Stage, Summary, Token, TokenHash,
    Usage, UsageOf, WRONG_CLOCK,
    hint::Mailbox,
    lease_book::LeaseBook,
    report::Walk,
    usage::{bytes_of_command, bytes_of_event, bytes_of_match},
};

#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) matches: BTreeMap<MatchId, Entry>,
    pub(super) deletions: BTreeMap<MatchId, Deletion>,
    pub(super) bans: BTreeMap<PlayerId, Millis>,
    pub(super) players: BTreeMap<PlayerId, Player>,
    pub(super) sessions: BTreeMap<SessionId, Session>,
    pub(super) tokens: BTreeMap<TokenHash, Token>,
    pub(super) last_beat: Option<Millis>,
    pub(super) outages: Vec<Outage>,
    pub(super) book: LeaseBook,
    /// Of every handle.
    pub(super) mailboxes: Vec<Weak<Mailbox>>,
}

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) shown: Match,
    pub(super) events: Vec<Event>,
    pub(super) commands: BTreeMap<(SessionId, CommandId), Recorded>,
    pub(super) is_archived: bool,
}

impl Rows {
    pub(super) fn create(&mut self, new: NewMatch) -> Result<Head, AddError> {
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

    pub(super) fn append(&mut self, append: Append) -> Result<Appended, Refused> {
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
        if let Some(player) = &append.ends_orders_of {
            self.book.end_orders(id, player, append.lease.as_ref());
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

    pub(super) fn summarise(
        &mut self,
        id: &MatchId,
        at: Seq,
        summary: Summary,
    ) -> Result<(), Refused> {
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

    pub(super) fn list(&self, listing: &Listing) -> Vec<Match> {
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

    pub(super) fn due(&self, before: Millis, limit: usize) -> Vec<Due> {
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

    pub(super) fn since(&self, id: &MatchId, seq: Seq, limit: usize) -> Vec<Event> {
        let events = self.matches.get(id).map_or(&[][..], |entry| &entry.events);
        let later = events.iter().filter(|event| event.seq > seq);
        later.take(limit).cloned().collect()
    }

    pub(super) fn usage(&self, of: &UsageOf) -> Usage {
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

    pub(super) fn delete(&mut self, id: &MatchId, deleted_at: Millis) -> Option<Deletion> {
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

    pub(super) fn finished(
        &self,
        before: Millis,
        after: Option<&MatchId>,
        limit: usize,
    ) -> Vec<MatchId> {
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
    pub(super) fn archive(&mut self, id: &MatchId) -> Archiving {
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

    pub(super) fn players(&self, after: Option<&PlayerId>, limit: usize) -> Vec<Account> {
        let players = self.players.values();
        let later = players.filter(|player| after.is_none_or(|after| player.id > *after));
        let accounts = later.map(|player| Account {
            player: player.clone(),
            banned_at: self.bans.get(&player.id).copied(),
        });
        accounts.take(limit).collect()
    }

    /// The token, if it opens its session.
    pub(super) fn live_token(&self, hash: TokenHash, now: Millis) -> Option<&Token> {
        let token = self.tokens.get(&hash);
        token.filter(|token| token.is_live(now) && !self.bans.contains_key(&token.player))
    }

    pub(super) fn issue(&mut self, token: NewToken) -> Result<(), AddError> {
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

    pub(super) fn exchange(
        &mut self,
        old: TokenHash,
        new: NewToken,
        at: Millis,
    ) -> Result<bool, AddError> {
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
    pub(super) fn revoke(&mut self, at: Millis, chosen: impl Fn(&Token) -> bool) -> Vec<SessionId> {
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

    pub(super) fn wake(&mut self, at: Millis) -> Option<Millis> {
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

    pub(super) fn verify(&self) -> Report {
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
