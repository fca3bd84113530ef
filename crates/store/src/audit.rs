//! What a look through a store compares, row by row, however the rows are kept.

use std::collections::BTreeSet;

use crate::{
    Command, Deletion, Event, Flaw, Hash, Match, MatchId, Millis, PlayerId, Report, Seq, Token,
    WholeMatch,
    report::Walk,
    usage::{bytes_of_command, bytes_of_event, bytes_of_match},
};

impl Report {
    /// A match's summary with its checksum. Rows of 0.1 have none.
    pub(crate) fn see_summary(&mut self, found: &Match, stored: Option<Hash>) {
        let computed = Hash::of_summary(&found.id, found.visibility, &found.summary);
        if stored.is_some_and(|stored| stored != computed) {
            let id = found.id.clone();
            self.flaws.push(Flaw::WrongSummary { id });
        }
    }

    /// A match with everything that belongs to it, by itself.
    pub(crate) fn see_whole(&mut self, whole: &WholeMatch) {
        let (shown, id) = (&whole.shown, &whole.shown.id);
        self.see_summary(shown, whole.checksum);
        let mut bytes = bytes_of_match(&shown.header);
        // 1. The commands, each once.
        let (mut answered, mut known) = (BTreeSet::new(), BTreeSet::new());
        for sealed in &whole.commands {
            let command = &sealed.command;
            self.commands += 1;
            bytes += bytes_of_command(id, command);
            if let Some(stored) = sealed.checksum {
                answered.insert(stored);
                self.see_command(id, sealed.seq, command, stored);
            }
            if !known.insert((&command.session, &command.id)) {
                let session = command.session.as_str();
                self.see_repeated(id.clone(), session, command.id.as_str(), 2);
            }
            if sealed.seq > shown.head.seq {
                self.see_beyond(id.clone(), command.id.as_str(), sealed.seq);
            }
        }
        // 2. The chain.
        let begin = Hash::of_header(id, shown.created_at, &shown.header);
        let mut walk = Walk::new(id.clone(), begin);
        for event in &whole.events {
            bytes += bytes_of_event(id, &event.event);
            walk.see(event, self);
            if event.command.is_some_and(|it| !answered.contains(&it)) {
                self.miss_command(id, event);
            }
        }
        walk.end(shown.head, self);
        // 3. What it says that it takes up.
        if bytes != shown.bytes {
            self.see_wrong_usage(vec![id.clone()]);
        }
    }

    /// Something is wrong with the archive of a match.
    pub(crate) fn see_archive(&mut self, id: MatchId, text: &str) {
        let text = text.to_owned();
        self.flaws.push(Flaw::WrongArchive { id, text });
    }

    /// What the finished matches of somebody come to is not what is written.
    pub(crate) fn see_wrong_total(&mut self, whose: String) {
        self.flaws.push(Flaw::WrongTotal { whose });
    }

    /// A command that says that its match ended with `seq`.
    pub(crate) fn see_command(&mut self, id: &MatchId, seq: Seq, command: &Command, stored: Hash) {
        if stored != Hash::of_command(id, seq, command) {
            let text = format!(
                "command {} of session {}, or the answer to it, is not what was written",
                command.id, command.session
            );
            let id = id.clone();
            self.flaws.push(Flaw::WrongCommand { id, text });
        }
    }

    /// An event whose command is not among those that were answered.
    pub(crate) fn miss_command(&mut self, id: &MatchId, event: &Event) {
        self.flaws.push(Flaw::WrongCommand {
            id: id.clone(),
            text: format!("the command of event {} is missing", event.seq),
        });
    }

    /// A command that is there more than once.
    pub(crate) fn see_repeated(&mut self, id: MatchId, session: &str, command: &str, times: u64) {
        let text = format!("command {command} of session {session} is recorded {times} times");
        self.flaws.push(Flaw::WrongCommand { id, text });
    }

    /// A command that speaks of an event after the last one.
    pub(crate) fn see_beyond(&mut self, id: MatchId, command: &str, seq: Seq) {
        let text = format!("command {command} refers to event {seq}, which does not exist");
        self.flaws.push(Flaw::WrongCommand { id, text });
    }

    pub(crate) fn see_token(&mut self, token: &Token, stored: Option<Hash>) {
        let computed = Hash::of_token(&token.token, &token.player, token.revoked_at);
        if stored.is_some_and(|stored| stored != computed) {
            let session = token.token.session.to_string();
            self.flaws.push(Flaw::WrongToken { session });
        }
    }

    pub(crate) fn see_ban(&mut self, player: PlayerId, at: Millis, stored: Hash) {
        if Hash::of_ban(&player, at) != stored {
            self.flaws.push(Flaw::WrongBan { player });
        }
    }

    /// The marker of a deleted match; whether there is such a match all the same.
    pub(crate) fn see_deletion(&mut self, deletion: Deletion, stored: Hash, is_there: bool) {
        if is_there || stored != Hash::of_deletion(&deletion) {
            let id = deletion.id;
            self.flaws.push(Flaw::WrongDeletion { id });
        }
    }

    /// How many matches were ever created, when all matches and markers have been counted.
    pub(crate) fn see_created(&mut self, created: u64) {
        let found = self.matches + self.deleted;
        if created != found {
            self.flaws.push(Flaw::WrongCount { created, found });
        }
    }

    /// Matches that do not take up what they say. Where something else is wrong, it follows from that.
    pub(crate) fn see_wrong_usage(&mut self, mut wrong: Vec<MatchId>) {
        wrong.retain(|id| self.flaws.iter().all(|flaw| flaw.id() != Some(id)));
        let wrong = wrong.into_iter().map(|id| Flaw::WrongUsage { id });
        self.flaws.extend(wrong);
    }

    /// Matches that one's own list would show at another place. Where something else is wrong, it follows from that.
    pub(crate) fn see_wrong_places(&mut self, mut wrong: Vec<MatchId>) {
        wrong.retain(|id| self.flaws.iter().all(|flaw| flaw.id() != Some(id)));
        let wrong = wrong.into_iter().map(|id| Flaw::WrongSummary { id });
        self.flaws.extend(wrong);
    }

    /// A row that cannot be read.
    pub(crate) fn see_unreadable(&mut self, what: &str, error: impl std::fmt::Display) {
        self.flaws
            .push(Flaw::Unreadable(format!("{what}: {error}")));
    }
}
