//! Finished matches that are archived: everything is answered as before.

use super::{
    Home,
    samples::{
        append, command_id, event, match_id, new_match, open, origin, player_id, session_id,
    },
};
use crate::{
    Archiving, Event, Listing, Match, MatchId, Recorded, Refused, Stage, Store, Summary, Usage,
    UsageOf,
};

fn over() -> Summary {
    Summary {
        stage: Stage::Over,
        players: vec![player_id("ada")],
        ..Summary::open("won")
    }
}

/// A finished match of Ada's with three events of two commands, and an answer that did nothing.
async fn finish(store: &dyn Store, id: &str) {
    let mut new = new_match(id);
    new.owner = Some(player_id("ada"));
    new.origin = Some(origin("here"));
    new.command = Some(super::command("s", "open"));
    store.create(new).await.unwrap();
    let mut first = append(id, 0, "c1");
    first.events.push(event("second"));
    store.append(first).await.unwrap();
    let mut refusal = append(id, 2, "refused");
    refusal.events.clear();
    store.append(refusal).await.unwrap();
    let mut last = append(id, 2, "c2");
    last.summary = Some(over());
    store.append(last).await.unwrap();
}

async fn archive(store: &dyn Store, id: &str) -> Archiving {
    store.archive(match_id(id)).await.unwrap()
}

/// All that can be asked about a match and those around it.
#[derive(Eq, PartialEq, Debug)]
struct Answers {
    found: Option<Match>,
    pages: [Vec<Event>; 4],
    recalled: Vec<Option<Recorded>>,
    listed: Vec<Vec<Match>>,
    usage: [Usage; 2],
}

async fn answers(store: &dyn Store, id: &str) -> Answers {
    let since = async |seq, limit| store.since(match_id(id), seq, limit).await.unwrap();
    let mut recalled = Vec::new();
    for command in ["open", "c1", "refused", "c2", "never"] {
        let found = store.recall(match_id(id), session_id("s"), command_id(command));
        recalled.push(found.await.unwrap());
    }
    let mut listed = Vec::new();
    for (stage, player) in [(None, None), (Some(Stage::Over), Some(player_id("ada")))] {
        let listing = Listing {
            stage,
            player,
            ..Listing::all(10)
        };
        listed.push(store.list(listing).await.unwrap());
    }
    let owner = UsageOf::Owner(player_id("ada"));
    let origin = UsageOf::Origin {
        origin: origin("here"),
        since: 0,
    };
    Answers {
        found: store.find(match_id(id)).await.unwrap(),
        pages: [
            since(0, 10).await,
            since(1, 1).await,
            since(3, 10).await,
            since(0, 0).await,
        ],
        recalled,
        listed,
        usage: [
            store.usage(owner).await.unwrap(),
            store.usage(origin).await.unwrap(),
        ],
    }
}

pub(super) async fn an_archived_match_answers_as_before(home: &dyn Home) {
    let store = open(home).await;
    finish(&*store, "m").await;
    finish(&*store, "n").await;
    let before = answers(&*store, "m").await;
    assert_eq!(before.pages.each_ref().map(Vec::len), [3, 1, 0, 0]);
    assert_eq!(before.recalled.iter().flatten().count(), 4);
    let report = store.verify().await.unwrap();
    let Archiving::Archived(archived) = archive(&*store, "m").await else {
        panic!("it is over, and nothing is wrong with it");
    };
    assert_eq!(archived.rows, 7);
    assert_eq!(answers(&*store, "m").await, before);
    assert_eq!(store.verify().await.unwrap(), report);
    // What was sent before is known, and nothing new is written by it.
    let reply = b"done c1".to_vec();
    let again = store.append(append("m", 0, "c1")).await;
    assert_eq!(again, Err(Refused::Repeated { reply }));
    let mut reused = append("m", 3, "c1");
    reused.command.as_mut().unwrap().body = crate::Hash::of(b"another");
    assert_eq!(store.append(reused).await, Err(Refused::Reused));
    let current_seq = 3;
    let stale = store.append(append("m", 2, "stale")).await;
    assert_eq!(stale, Err(Refused::Conflict { current_seq }));
    assert_eq!(answers(&*store, "m").await, before);
    assert_eq!(archive(&*store, "m").await, Archiving::Left);
    store.close().await.unwrap();
    let store = home.open().await.unwrap();
    assert_eq!(answers(&*store, "m").await, before);
    assert_eq!(store.verify().await.unwrap(), report);
}

pub(super) async fn what_is_appended_brings_an_archived_match_back(home: &dyn Home) {
    let store = open(home).await;
    for id in ["m", "n"] {
        finish(&*store, id).await;
        assert!(matches!(archive(&*store, id).await, Archiving::Archived(_)));
    }
    // Somebody says something after the end, and the chain goes on.
    let before = store.since(match_id("m"), 0, 10).await.unwrap();
    let appended = store.append(append("m", 3, "thanks")).await.unwrap();
    assert_eq!(appended.seq, 4);
    let events = store.since(match_id("m"), 0, 10).await.unwrap();
    assert_eq!(events[..3], before[..]);
    assert_eq!(events[3].hash, appended.hash);
    // A summary that is computed again changes nothing of it; one by which it is not over brings it back.
    store.summarise(match_id("n"), 3, over()).await.unwrap();
    assert_eq!(archive(&*store, "n").await, Archiving::Left);
    let open = Summary::open("not over");
    store.summarise(match_id("n"), 3, open).await.unwrap();
    assert_eq!(store.since(match_id("n"), 0, 10).await.unwrap().len(), 3);
    assert_eq!(archive(&*store, "n").await, Archiving::Left, "not over");
    let report = store.verify().await.unwrap();
    assert!(report.is_sound(), "{report}");
    // It can be archived and deleted again.
    assert!(matches!(archive(&*store, "m").await, Archiving::Archived(it) if it.rows == 9));
    store.delete(match_id("m"), 9_000).await.unwrap().unwrap();
    assert_eq!(store.since(match_id("m"), 0, 10).await, Ok(Vec::new()));
    let recalled = store.recall(match_id("m"), session_id("s"), command_id("c1"));
    assert_eq!(recalled.await, Ok(None));
    let of = UsageOf::Owner(player_id("ada"));
    let found = store.find(match_id("n")).await.unwrap().unwrap();
    assert_eq!(store.usage(of).await.unwrap().bytes, found.bytes);
    let report = store.verify().await.unwrap();
    assert!(report.is_sound(), "{report}");
}

pub(super) async fn finished_matches_are_found_by_their_last_event(home: &dyn Home) {
    let store = open(home).await;
    store.create(new_match("running")).await.unwrap();
    for (id, at) in [("a", 100), ("b", 300), ("c", 200), ("d", 400)] {
        store.create(new_match(id)).await.unwrap();
        let mut last = append(id, 0, "c");
        last.events[0].at = at;
        last.summary = Some(over());
        store.append(last).await.unwrap();
    }
    let finished = async |before, after: Option<&'static str>, limit| -> Vec<String> {
        let after = after.map(match_id);
        let found = store.finished(before, after, limit).await.unwrap();
        found.iter().map(MatchId::to_string).collect()
    };
    assert_eq!(finished(u64::MAX, None, 10).await, ["a", "b", "c", "d"]);
    assert_eq!(finished(300, None, 10).await, ["a", "c"]);
    assert_eq!(finished(u64::MAX, Some("a"), 2).await, ["b", "c"]);
    archive(&*store, "b").await;
    assert_eq!(finished(u64::MAX, None, 10).await, ["a", "c", "d"]);
    assert_eq!(archive(&*store, "running").await, Archiving::Left);
    assert_eq!(archive(&*store, "never").await, Archiving::Left);
}
