//! Random operations on a store and on a model so simple that it cannot be wrong; every answer must agree.
//!
//! `VAUBAN_STORE_SEEDS=1000` runs that many seeds instead of a few; the seed of a failure is printed.

use std::sync::Arc;

use fastrand::Rng;

use super::{
    Home,
    samples::{
        command_id, line, match_id, new_match, origin, player, player_id, session, session_id,
        token, token_hash,
    },
};
use crate::{
    Account, AddError, Append, Appended, Command, Cursor, Deletion, Event, EventKind, Hash, Head,
    Listing, Match, MatchId, Millis, NewEvent, NewMatch, PlayerId, Recorded, Refused, Seq, Stage,
    Store, Summary, Token, Usage, UsageOf, Visibility,
    usage::{bytes_of_command, bytes_of_event, bytes_of_match},
};

const SEEDS: u64 = 4;
const OPERATIONS: usize = 250;

pub(super) async fn random_operations_agree_with_a_model(home: &dyn Home) {
    let seeds = std::env::var("VAUBAN_STORE_SEEDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(SEEDS);
    // One home for all seeds: each has names of its own.
    let mut store = home.open().await.unwrap();
    for seed in 0..seeds {
        eprintln!("  seed {seed}");
        store = one(home, store, seed).await;
    }
    store.close().await.unwrap();
}

/// What was told, in plain lists.
#[derive(Default)]
struct Model {
    matches: Vec<Match>,
    events: Vec<(usize, NewEvent, Hash)>,
    commands: Vec<(usize, Command, Seq)>,
    tokens: Vec<Token>,
    deletions: Vec<Deletion>,
    bans: Vec<(PlayerId, Millis)>,
}

/// Names of this seed, few enough to meet again and again.
struct Names {
    seed: u64,
    rng: Rng,
}

impl Names {
    fn pick(&mut self, kind: &str, among: u32) -> String {
        format!("{kind}{}-{}", self.seed, self.rng.u32(0..among))
    }

    fn summary(&mut self) -> Summary {
        let players = (0..self.rng.usize(0..3))
            .map(|_| self.pick("p", 4))
            .map(|name| player_id(&name))
            .collect();
        Summary {
            stage: self.rng.choice(Stage::ALL).expect("there are some"),
            players,
            deadline: self.rng.bool().then(|| self.rng.u64(0..5)),
            programs: self.rng.u8(0..3),
            text: self.bytes(),
        }
    }

    fn bytes(&mut self) -> Vec<u8> {
        (0..self.rng.usize(0..20))
            .map(|_| self.rng.u8(..))
            .collect()
    }

    fn command(&mut self) -> Command {
        Command {
            session: session_id(&self.pick("s", 3)),
            id: command_id(&self.pick("c", 12)),
            body: Hash::of(&[self.rng.u8(0..3)]),
            reply: self.bytes(),
        }
    }

    fn event(&mut self) -> NewEvent {
        NewEvent {
            rule_set: line("toy 1"),
            kind: self.rng.choice(EventKind::ALL).expect("there are some"),
            payload: self.bytes(),
            state_hash: self.rng.u64(..),
            at: self.rng.u64(0..1_000),
        }
    }
}

async fn one(home: &dyn Home, mut store: Arc<dyn Store>, seed: u64) -> Arc<dyn Store> {
    let rng = Rng::with_seed(seed);
    let mut names = Names { seed, rng };
    let mut model = Model::default();
    // Player 3 and session 3 do not exist.
    for number in 0..3 {
        let name = format!("p{seed}-{number}");
        store.add_player(player(&name)).await.unwrap();
        let session = session(&format!("s{seed}-{number}"), &name);
        store.add_session(session).await.unwrap();
    }
    for operation in 0..OPERATIONS {
        let context = format!("seed {seed}, operation {operation}");
        match names.rng.u32(0..100) {
            0..=9 => create(&*store, &mut model, &mut names, &context).await,
            10..=54 => append(&*store, &mut model, &mut names, &context).await,
            55..=64 => recall(&*store, &model, &mut names, &context).await,
            65..=76 => read(&*store, &model, &mut names, &context).await,
            77..=84 => list(&*store, &model, &mut names, &context).await,
            85..=93 => tokens(&*store, &mut model, &mut names, &context).await,
            94 | 95 => usage(&*store, &model, &mut names, &context).await,
            96 if names.rng.bool() => delete(&*store, &mut model, &mut names, &context).await,
            96 => archive(&*store, &mut names).await,
            97 | 98 => bans(&*store, &mut model, &mut names, &context).await,
            _ => {
                store.close().await.unwrap();
                store = home.open().await.unwrap();
            }
        }
    }
    let report = store.verify().await.unwrap();
    assert!(report.is_sound(), "seed {seed}: {report}");
    store
}

/// Whatever comes of it, no answer changes.
async fn archive(store: &dyn Store, names: &mut Names) {
    let id = match_id(&names.pick("m", 6));
    store.archive(id).await.unwrap();
}

async fn create(store: &dyn Store, model: &mut Model, names: &mut Names, context: &str) {
    let visibility = match names.rng.bool() {
        true => Visibility::Listed,
        false => Visibility::Private,
    };
    let new = NewMatch {
        created_at: names.rng.u64(0..4),
        visibility,
        summary: names.summary(),
        owner: names.rng.bool().then(|| player_id(&names.pick("p", 4))),
        origin: names.rng.bool().then(|| origin(&names.pick("o", 2))),
        command: names.rng.bool().then(|| names.command()),
        ..new_match(&names.pick("m", 5))
    };
    let head = crate::Head {
        seq: 0,
        hash: Hash::of_header(&new.id, new.created_at, &new.header),
    };
    let deleted = model.deletions.iter().any(|known| known.id == new.id);
    let expected = if deleted || model.matches.iter().any(|known| known.id == new.id) {
        Err(AddError::Taken)
    } else if unknown(&new.summary) || new.owner.as_ref().is_some_and(is_unknown) {
        Err(AddError::NoSuch("player"))
    } else {
        let place = model.matches.len();
        let command = new.command.clone();
        model
            .commands
            .extend(command.map(|command| (place, command, 0)));
        model.matches.push(Match {
            id: new.id.clone(),
            header: new.header.clone(),
            created_at: new.created_at,
            visibility,
            summary: sorted(new.summary.clone()),
            head,
            owner: new.owner.clone(),
            origin: new.origin.clone(),
            bytes: bytes_of_match(&new.header) + command_bytes(&new.id, new.command.as_ref()),
            last_at: new.created_at,
        });
        Ok(head)
    };
    assert_eq!(store.create(new).await, expected, "{context}");
}

async fn append(store: &dyn Store, model: &mut Model, names: &mut Names, context: &str) {
    let id = match_id(&names.pick("m", 6));
    let place = model.matches.iter().position(|known| known.id == id);
    let now = place.map_or(0, |place| model.matches[place].head.seq);
    let expected_seq = match names.rng.u32(0..10) {
        0 => now + 1,
        1 | 2 => now.saturating_sub(1),
        _ => now,
    };
    let command = names.rng.u32(0..10).gt(&0).then(|| names.command());
    let events = (0..names.rng.usize(0..4)).map(|_| names.event()).collect();
    let summary = names.rng.bool().then(|| names.summary());
    let append = Append {
        match_id: id,
        expected_seq,
        command,
        events,
        summary,
        lease: None,
        ends_orders_of: None,
    };
    let expected = model.append(place, append.clone());
    assert_eq!(store.append(append).await, expected, "{context}");
}

impl Model {
    fn append(&mut self, place: Option<usize>, append: Append) -> Result<Appended, Refused> {
        let Some(place) = place else {
            return Err(Refused::NoSuchMatch);
        };
        if let Some(command) = &append.command {
            for (known_place, known, _) in &self.commands {
                if (*known_place, &known.session, &known.id)
                    == (place, &command.session, &command.id)
                {
                    let reply = known.reply.clone();
                    return Err(match known.body == command.body {
                        true => Refused::Repeated { reply },
                        false => Refused::Reused,
                    });
                }
            }
        }
        let known = &mut self.matches[place];
        if known.head.seq != append.expected_seq {
            let current_seq = known.head.seq;
            return Err(Refused::Conflict { current_seq });
        }
        if append.summary.as_ref().is_some_and(unknown) {
            return Err(Refused::NoSuchPlayer);
        }
        for Event {
            seq, event, hash, ..
        } in append.chained(known.head)
        {
            known.head = Head { seq, hash };
            known.bytes += bytes_of_event(&known.id, &event);
            known.last_at = event.at;
            self.events.push((place, event, hash));
        }
        if let Some(summary) = append.summary {
            known.summary = sorted(summary);
        }
        known.bytes += command_bytes(&known.id, append.command.as_ref());
        if let Some(command) = append.command {
            self.commands.push((place, command, known.head.seq));
        }
        Ok(Appended {
            seq: known.head.seq,
            hash: known.head.hash,
        })
    }
}

async fn recall(store: &dyn Store, model: &Model, names: &mut Names, context: &str) {
    let id = match_id(&names.pick("m", 6));
    let session = session_id(&names.pick("s", 3));
    let command = command_id(&names.pick("c", 12));
    let known = model.commands.iter().find(|(place, known, _)| {
        model.matches[*place].id == id && known.session == session && known.id == command
    });
    let expected = known.map(|(_, known, seq)| Recorded {
        body: known.body,
        reply: known.reply.clone(),
        seq: *seq,
    });
    let recalled = store.recall(id, session, command).await;
    assert_eq!(recalled, Ok(expected), "{context}");
}

async fn read(store: &dyn Store, model: &Model, names: &mut Names, context: &str) {
    let id = match_id(&names.pick("m", 6));
    let place = model.matches.iter().position(|known| known.id == id);
    let found = store.find(id.clone()).await.unwrap();
    let known = place.map(|place| &model.matches[place]);
    assert_eq!(found.as_ref(), known, "{context}");
    let (seq, limit) = (names.rng.u64(0..8), names.rng.usize(0..8));
    let all = model.events.iter().filter(|event| Some(event.0) == place);
    let expected = (1..)
        .zip(all)
        .filter(|(number, _)| *number > seq)
        .take(limit)
        .map(|(number, (_, event, hash))| (number, event.clone(), *hash));
    let read = store.since(id, seq, limit).await.unwrap().into_iter();
    let read = read.map(|event| (event.seq, event.event, event.hash));
    assert!(read.eq(expected), "{context}");
}

async fn list(store: &dyn Store, model: &Model, names: &mut Names, context: &str) {
    // Lists and deadlines go over all seeds; a player's list is of this seed alone.
    let of = player_id(&names.pick("p", 4));
    let listing = Listing {
        stage: names
            .rng
            .bool()
            .then(|| names.rng.choice(Stage::ALL).expect("there are some")),
        player: Some(of.clone()),
        visibility: names.rng.bool().then_some(Visibility::Listed),
        after: names.rng.bool().then(|| Cursor {
            created_at: names.rng.u64(0..5),
            id: match_id(&names.pick("m", 6)),
        }),
        limit: names.rng.usize(0..5),
    };
    let mut expected: Vec<Match> = model.matches.clone();
    expected.retain(|known| known.summary.players.contains(&of));
    expected.retain(|known| {
        listing
            .stage
            .is_none_or(|stage| known.summary.stage == stage)
    });
    expected.retain(|known| listing.visibility.is_none_or(|it| known.visibility == it));
    expected.retain(|known| listing.after.as_ref().is_none_or(|it| known.cursor() < *it));
    expected.sort_by_key(|known| std::cmp::Reverse(known.cursor()));
    expected.truncate(listing.limit);
    assert_eq!(store.list(listing).await, Ok(expected), "{context}");

    let mine = format!("m{}-", names.seed);
    let due = store.due(3, usize::MAX).await.unwrap().into_iter();
    let due = due.filter(|due| due.id.as_str().starts_with(&mine));
    let known = model.matches.iter();
    let mut expected: Vec<_> = known
        .filter_map(|known| Some((known.summary.deadline?, known.id.clone())))
        .filter(|(deadline, _)| *deadline < 3)
        .collect();
    expected.sort();
    assert!(
        due.map(|due| (due.deadline, due.id)).eq(expected),
        "{context}"
    );
}

async fn tokens(store: &dyn Store, model: &mut Model, names: &mut Names, context: &str) {
    // The secrets of a seed are its own.
    let base = u8::try_from(names.seed % 40).expect("it is below 40") * 6;
    let session = names.rng.u32(0..4);
    let session_name = format!("s{}-{session}", names.seed);
    let new = token(base + names.rng.u8(0..6), &session_name);
    let hash = token_hash(base + names.rng.u8(0..6));
    let at = names.rng.u64(0..100);
    let banned: Vec<PlayerId> = model.bans.iter().map(|(id, _)| id.clone()).collect();
    let live = |token: &Token| token.revoked_at.is_none();
    let opens = |token: &Token| live(token) && !banned.contains(&token.player);
    // Past the fortieth seed secrets come again, and only reading stays comparable.
    if names.seed >= 40 {
        return;
    }
    match names.rng.u32(0..7) {
        0 => {
            let expected = model.issue(&new, session, names.seed);
            assert_eq!(store.issue(new).await, expected, "{context}");
        }
        1 => {
            let of = session_id(&session_name);
            let known = model.tokens.iter_mut();
            let live = known.filter(|it| it.token.session == of && live(it));
            let mut expected = 0;
            for token in live {
                token.revoked_at = Some(at);
                expected += 1;
            }
            let revoked = store.revoke_session(of, at).await;
            assert_eq!(revoked, Ok(expected), "{context}");
        }
        2 => {
            if let Some(known) = model.tokens.iter_mut().find(|it| it.token.hash == hash) {
                known.last_used_at = known.last_used_at.max(Some(at));
            }
            assert_eq!(store.touch(hash, at).await, Ok(()), "{context}");
        }
        3 => {
            let old = model.tokens.iter().position(|it| it.token.hash == hash);
            let owner = player_id(&format!("p{}-{session}", names.seed));
            let expected = match old.filter(|old| opens(&model.tokens[*old])) {
                None => Ok(false),
                Some(_) if session == 3 => Err(AddError::NoSuch("session")),
                Some(old) if model.tokens[old].player != owner => Ok(false),
                Some(old) => model.issue(&new, session, names.seed).map(|()| {
                    model.tokens[old].revoked_at = Some(at);
                    true
                }),
            };
            let exchanged = store.exchange(hash, new, at).await;
            assert_eq!(exchanged, expected, "{context}");
        }
        4 => {
            let of = player_id(&names.pick("p", 4));
            let mut expected = Vec::new();
            for token in &mut model.tokens {
                if token.player == of && live(token) {
                    token.revoked_at = Some(at);
                    expected.push(token.token.session.clone());
                }
            }
            expected.sort();
            expected.dedup();
            let revoked = store.revoke_player(of, at).await;
            assert_eq!(revoked, Ok(expected), "{context}");
        }
        5 => {
            let known = model.tokens.iter().find(|it| it.token.hash == hash);
            let ban = |token: &Token| model.bans.iter().find(|(id, _)| *id == token.player);
            let expected = known.and_then(ban).map(|(_, at)| *at);
            assert_eq!(store.ban_of(hash).await, Ok(expected), "{context}");
        }
        _ => {
            let known = model.tokens.iter().find(|it| it.token.hash == hash);
            let expected = known.filter(|it| opens(it)).cloned();
            let found = store.find_token(hash, at).await;
            assert_eq!(found, Ok(expected), "{context}");
        }
    }
}

async fn usage(store: &dyn Store, model: &Model, names: &mut Names, context: &str) {
    let since = names.rng.u64(0..1_000);
    let of = match names.rng.bool() {
        true => UsageOf::Owner(player_id(&names.pick("p", 4))),
        false => UsageOf::Origin {
            origin: origin(&names.pick("o", 2)),
            since,
        },
    };
    let mut expected = Usage::default();
    for known in &model.matches {
        let counts = match &of {
            UsageOf::Owner(player) => known.owner.as_ref() == Some(player),
            UsageOf::Origin { origin, .. } => known.origin.as_ref() == Some(origin),
        };
        let recent = matches!(of, UsageOf::Owner(_)) || known.last_at >= since;
        let open = counts && recent && known.summary.stage != Stage::Over;
        expected.bytes += if counts { known.bytes } else { 0 };
        expected.open += u64::from(open);
        expected.with_programs += u64::from(open && known.summary.programs > 0);
    }
    assert_eq!(store.usage(of).await, Ok(expected), "{context}");
}

async fn delete(store: &dyn Store, model: &mut Model, names: &mut Names, context: &str) {
    let id = match_id(&names.pick("m", 6));
    let known = model.deletions.iter().find(|known| known.id == id);
    let marker = store.deletion(id.clone()).await;
    assert_eq!(marker, Ok(known.cloned()), "{context}");
    let deleted_at = names.rng.u64(0..1_000);
    let gone = format!("gone{}-{}", names.seed, model.deletions.len());
    let known = model.matches.iter_mut().find(|known| known.id == id);
    let expected = known.map(|known| {
        let deletion = Deletion {
            id: known.id.clone(),
            created_at: known.created_at,
            deleted_at,
            head: known.head,
        };
        // Its place stays, so that the places of the others do; nothing finds it any more.
        known.id = match_id(&gone);
        known.summary = Summary::open("");
        (known.owner, known.origin) = (None, None);
        deletion
    });
    model.deletions.extend(expected.clone());
    let deleted = store.delete(id, deleted_at).await;
    assert_eq!(deleted, Ok(expected), "{context}");
}

async fn bans(store: &dyn Store, model: &mut Model, names: &mut Names, context: &str) {
    let id = player_id(&names.pick("p", 4));
    let at = names.rng.u64(0..1_000);
    let known = model.bans.iter().position(|(banned, _)| *banned == id);
    match names.rng.u32(0..3) {
        0 => {
            let exists = !is_unknown(&id);
            if exists && known.is_none() {
                model.bans.push((id.clone(), at));
            }
            let banned = store.ban_player(id, at).await;
            assert_eq!(banned, Ok(exists), "{context}");
        }
        1 => {
            let lifted = known.map(|place| model.bans.remove(place)).is_some();
            assert_eq!(store.unban_player(id).await, Ok(lifted), "{context}");
        }
        _ => {
            let limit = names.rng.usize(0..5);
            // Only the first few of those after it: players of other seeds may follow.
            let expected = (0..3)
                .map(|number| player_id(&format!("p{}-{number}", names.seed)))
                .filter(|player| *player > id)
                .map(|player| Account {
                    banned_at: model.bans.iter().find(|it| it.0 == player).map(|it| it.1),
                    player: super::samples::player(player.as_str()),
                });
            let expected: Vec<Account> = expected.take(limit).collect();
            let mut found = store.players(Some(id), limit).await.unwrap();
            found.truncate(expected.len());
            assert_eq!(found, expected, "{context}");
        }
    }
}

impl Model {
    fn issue(&mut self, new: &crate::NewToken, session: u32, seed: u64) -> Result<(), AddError> {
        if session == 3 {
            return Err(AddError::NoSuch("session"));
        }
        if self.tokens.iter().any(|known| known.token.hash == new.hash) {
            return Err(AddError::Taken);
        }
        self.tokens.push(Token {
            token: new.clone(),
            player: player_id(&format!("p{seed}-{session}")),
            last_used_at: None,
            revoked_at: None,
        });
        Ok(())
    }
}

/// Whether a summary names the player who does not exist.
fn unknown(summary: &Summary) -> bool {
    let mut players = summary.players.iter();
    players.any(is_unknown)
}

fn is_unknown(player: &PlayerId) -> bool {
    player.as_str().ends_with("-3")
}

fn command_bytes(id: &MatchId, command: Option<&Command>) -> u64 {
    command.map_or(0, |command| bytes_of_command(id, command))
}

fn sorted(mut summary: Summary) -> Summary {
    summary.players.sort();
    summary.players.dedup();
    summary
}
