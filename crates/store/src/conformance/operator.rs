//! What operators and quotas rest on: usage, deletions, bans, and revoking everything at once.

use super::{
    Home,
    samples::{
        append, command, command_id, event, match_id, new_match, open, open_with_match, origin,
        player, player_id, session, session_id, token, token_hash,
    },
};
use crate::{
    Account, AddError, Deletion, Listing, NewMatch, Refused, Stage, Store, Summary, Usage, UsageOf,
};

async fn of_ada(store: &dyn Store) -> Usage {
    let of = UsageOf::Owner(player_id("ada"));
    store.usage(of).await.unwrap()
}

fn adas(id: &str) -> NewMatch {
    NewMatch {
        owner: Some(player_id("ada")),
        ..new_match(id)
    }
}

fn summary(stage: Stage, programs: u8) -> Summary {
    Summary {
        stage,
        programs,
        ..Summary::open("")
    }
}

pub(super) async fn usage_is_counted_by_owner(home: &dyn Home) {
    let store = open(home).await;
    assert_eq!(of_ada(&*store).await, Usage::default());
    store.create(adas("a")).await.unwrap();
    let mut with_program = adas("b");
    with_program.summary.programs = 1;
    store.create(with_program).await.unwrap();
    store.create(new_match("nobodys")).await.unwrap();
    let mut bobs = new_match("bobs");
    bobs.owner = Some(player_id("bob"));
    store.create(bobs).await.unwrap();
    let usage = of_ada(&*store).await;
    assert_eq!((usage.open, usage.with_programs), (2, 1));
    // A summary says what it is from now on, whichever way it comes.
    let mut begun = append("a", 0, "c1");
    begun.summary = Some(summary(Stage::Running, 2));
    store.append(begun).await.unwrap();
    let usage = of_ada(&*store).await;
    assert_eq!((usage.open, usage.with_programs), (2, 2));
    let over = summary(Stage::Over, 2);
    store.summarise(match_id("a"), 1, over).await.unwrap();
    let usage = of_ada(&*store).await;
    assert_eq!((usage.open, usage.with_programs), (1, 1));
    let report = store.verify().await.unwrap();
    assert!(report.is_sound(), "{report}");
}

pub(super) async fn bytes_grow_with_events_and_answers(home: &dyn Home) {
    let store = open(home).await;
    store.create(adas("m")).await.unwrap();
    let bytes = async || store.find(match_id("m")).await.unwrap().unwrap().bytes;
    let empty = bytes().await;
    let mut large = append("m", 0, "c1");
    large.events = vec![event(&"x".repeat(5_000)), event("y")];
    large.command.as_mut().unwrap().reply = vec![1; 3_000];
    store.append(large.clone()).await.unwrap();
    let grown = bytes().await;
    assert!(
        (8_001..9_000).contains(&(grown - empty)),
        "{}",
        grown - empty
    );
    // What is refused takes up nothing, what is only answered does.
    store.append(large).await.unwrap_err();
    store.append(append("m", 0, "stale")).await.unwrap_err();
    assert_eq!(bytes().await, grown);
    let mut refusal = append("m", 2, "c2");
    refusal.events.clear();
    store.append(refusal).await.unwrap();
    let answered = bytes().await;
    assert!(answered > grown);
    assert_eq!(of_ada(&*store).await.bytes, answered);
    let over = summary(Stage::Over, 0);
    store.summarise(match_id("m"), 2, over).await.unwrap();
    assert_eq!(of_ada(&*store).await.bytes, answered, "finished ones count");
}

pub(super) async fn usage_of_an_origin_forgets_what_nobody_plays(home: &dyn Home) {
    let store = open(home).await;
    for (id, created_at) in [("old", 1_000), ("new", 2_000)] {
        let mut new = new_match(id);
        (new.created_at, new.origin) = (created_at, Some(origin("here")));
        new.summary.programs = 1;
        store.create(new).await.unwrap();
    }
    let usage = async |name, since| {
        let origin = origin(name);
        let of = UsageOf::Origin { origin, since };
        store.usage(of).await.unwrap()
    };
    let all = usage("here", 0).await;
    assert_eq!((all.open, all.with_programs), (2, 2));
    let recent = usage("here", 1_500).await;
    assert_eq!((recent.open, recent.with_programs), (1, 1));
    assert_eq!(recent.bytes, all.bytes, "all bytes count");
    assert_eq!(usage("here", u64::MAX).await.open, 0);
    assert_eq!(usage("elsewhere", 0).await, Usage::default());
    // Whatever happens in it brings it back.
    let mut played = append("old", 0, "c");
    played.events[0].at = 3_000;
    store.append(played).await.unwrap();
    let found = store.find(match_id("old")).await.unwrap().unwrap();
    assert_eq!(found.last_at, 3_000);
    assert_eq!(usage("here", 1_500).await.open, 2);
}

pub(super) async fn a_deleted_match_is_gone_and_leaves_a_marker(home: &dyn Home) {
    let store = open(home).await;
    let mut new = adas("m");
    new.summary.players = vec![player_id("ada")];
    new.summary.deadline = Some(5);
    new.command = Some(command("s", "open"));
    store.create(new).await.unwrap();
    store.create(new_match("n")).await.unwrap();
    let appended = store.append(append("m", 0, "c1")).await.unwrap();
    store.append(append("n", 0, "c1")).await.unwrap();
    assert_eq!(store.deletion(match_id("m")).await, Ok(None));
    let deletion = store.delete(match_id("m"), 9_000).await.unwrap().unwrap();
    let expected = Deletion {
        id: match_id("m"),
        created_at: 1_000,
        deleted_at: 9_000,
        head: crate::Head {
            seq: appended.seq,
            hash: appended.hash,
        },
    };
    assert_eq!(deletion, expected);
    // Nothing of it is left.
    assert_eq!(store.find(match_id("m")).await, Ok(None));
    assert_eq!(store.since(match_id("m"), 0, 10).await, Ok(Vec::new()));
    let listed = store.list(Listing::all(10)).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(store.due(u64::MAX, 10).await, Ok(Vec::new()));
    for id in ["open", "c1"] {
        let recalled = store.recall(match_id("m"), session_id("s"), command_id(id));
        assert_eq!(recalled.await, Ok(None));
    }
    assert_eq!(of_ada(&*store).await, Usage::default());
    let late = store.append(append("m", 1, "late")).await;
    assert_eq!(late, Err(Refused::NoSuchMatch));
    // The marker stays, and the id is never used again.
    assert_eq!(store.create(new_match("m")).await, Err(AddError::Taken));
    assert_eq!(store.delete(match_id("m"), 9_500).await, Ok(None));
    assert_eq!(store.delete(match_id("never"), 9_500).await, Ok(None));
    store.close().await.unwrap();
    let store = home.open().await.unwrap();
    assert_eq!(store.deletion(match_id("m")).await, Ok(Some(expected)));
    let report = store.verify().await.unwrap();
    assert!(report.is_sound(), "{report}");
    let counted = (
        report.matches,
        report.deleted,
        report.events,
        report.commands,
    );
    assert_eq!(counted, (1, 1, 1, 1));
}

pub(super) async fn nothing_opens_a_session_of_a_banned_player(home: &dyn Home) {
    let store = open(home).await;
    for (name, owner, secret) in [("s", "ada", 1), ("t", "bob", 2)] {
        store.add_session(session(name, owner)).await.unwrap();
        store.issue(token(secret, name)).await.unwrap();
    }
    let opens = async |secret| {
        let found = store.find_token(token_hash(secret), 10).await;
        found.unwrap().is_some()
    };
    assert_eq!(store.ban_of(token_hash(1)).await, Ok(None));
    assert_eq!(store.ban_player(player_id("ada"), 50).await, Ok(true));
    assert_eq!(store.ban_player(player_id("ada"), 70).await, Ok(true));
    assert_eq!(store.ban_player(player_id("nobody"), 50).await, Ok(false));
    assert!(!opens(1).await && opens(2).await);
    assert_eq!(store.ban_of(token_hash(1)).await, Ok(Some(50)));
    assert_eq!(store.ban_of(token_hash(2)).await, Ok(None));
    assert_eq!(store.ban_of(token_hash(9)).await, Ok(None));
    // What is made later opens nothing either, and links neither.
    store.issue(token(3, "s")).await.unwrap();
    assert!(!opens(3).await);
    let exchanged = store.exchange(token_hash(1), token(4, "s"), 10).await;
    assert_eq!(exchanged, Ok(false));
    store.close().await.unwrap();

    let store = home.open().await.unwrap();
    assert_eq!(store.find_token(token_hash(1), 10).await, Ok(None));
    assert!(store.verify().await.unwrap().is_sound());
    assert_eq!(store.unban_player(player_id("ada")).await, Ok(true));
    assert_eq!(store.unban_player(player_id("ada")).await, Ok(false));
    assert!(store.find_token(token_hash(1), 10).await.unwrap().is_some());
}

pub(super) async fn players_are_listed_with_their_bans(home: &dyn Home) {
    let store = open(home).await;
    store.add_player(player("cyd")).await.unwrap();
    store.ban_player(player_id("bob"), 50).await.unwrap();
    let account = |name: &str, banned_at| Account {
        player: player(name),
        banned_at,
    };
    let all = [
        account("ada", None),
        account("bob", Some(50)),
        account("cyd", None),
    ];
    assert_eq!(store.players(None, 10).await.unwrap(), all);
    assert_eq!(store.players(None, 1).await.unwrap(), all[..1]);
    let after = store.players(Some(player_id("ada")), 1).await.unwrap();
    assert_eq!(after, all[1..2]);
    assert_eq!(store.players(Some(player_id("cyd")), 10).await, Ok(vec![]));
}

pub(super) async fn everything_of_a_player_is_revoked_at_once(home: &dyn Home) {
    let store = open_with_match(home).await;
    for (name, owner, secrets) in [
        ("t", "ada", &[1, 2][..]),
        ("s", "ada", &[3]),
        ("u", "ada", &[4]),
        ("v", "bob", &[5]),
    ] {
        store.add_session(session(name, owner)).await.unwrap();
        for secret in secrets {
            store.issue(token(*secret, name)).await.unwrap();
        }
    }
    store.revoke_session(session_id("u"), 10).await.unwrap();
    let revoked = store.revoke_player(player_id("ada"), 20).await.unwrap();
    assert_eq!(revoked, [session_id("s"), session_id("t")]);
    let again = store.revoke_player(player_id("ada"), 30).await;
    assert_eq!(again, Ok(Vec::new()));
    let nobody = store.revoke_player(player_id("nobody"), 30).await;
    assert_eq!(nobody, Ok(Vec::new()));
    for secret in 1..=4 {
        assert_eq!(store.find_token(token_hash(secret), 10).await, Ok(None));
    }
    assert!(store.find_token(token_hash(5), 10).await.unwrap().is_some());
    let tokens = store.tokens(player_id("ada")).await.unwrap();
    let mut revoked: Vec<_> = tokens.iter().map(|token| token.revoked_at).collect();
    revoked.sort();
    assert_eq!(revoked, [Some(10), Some(20), Some(20), Some(20)]);
    assert!(store.verify().await.unwrap().is_sound());
}
