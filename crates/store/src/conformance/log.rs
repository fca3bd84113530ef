//! Events and commands, one writer at a time.

use super::{
    Home,
    samples::{
        append, command, command_id, event, match_id, new_match, open_with_match, player_id,
        session_id,
    },
};
use crate::{
    Append, Event, EventKind, Hash, Head, NewEvent, Recorded, Refused, Stage, Store, StoreError,
    Summary,
};

async fn events(store: &dyn Store, id: &str) -> Vec<Event> {
    store.since(match_id(id), 0, 1_000).await.unwrap()
}

async fn head(store: &dyn Store) -> Head {
    store.find(match_id("m")).await.unwrap().unwrap().head
}

pub(super) async fn events_are_numbered_and_chained(home: &dyn Home) {
    let store = open_with_match(home).await;
    let mut head = head(&*store).await;
    let kinds = EventKind::ALL.into_iter();
    let new: Vec<NewEvent> = kinds
        .map(|kind| NewEvent {
            kind,
            ..event(kind.name())
        })
        .collect();
    let mut seq = 0;
    for chunk in new.chunks(3) {
        let append = Append {
            events: chunk.to_vec(),
            ..append("m", seq, &format!("c{seq}"))
        };
        let chained = append.chained(head);
        let appended = store.append(append).await.unwrap();
        let read = store.since(match_id("m"), seq, 10).await.unwrap();
        assert_eq!(read, chained);
        let last = chained.last().unwrap();
        assert!(last.command.is_some(), "it covers the answer");
        head = Head {
            seq: last.seq,
            hash: last.hash,
        };
        seq = last.seq;
        assert_eq!((appended.seq, appended.hash), (head.seq, head.hash));
    }
    let read = events(&*store, "m").await;
    let read_new: Vec<NewEvent> = read.iter().map(|event| event.event.clone()).collect();
    assert_eq!(read_new, new);
    assert!(read.iter().map(|event| event.seq).eq(1..=seq));
    assert_eq!(read.last().map(|event| event.hash), Some(head.hash));
    let report = store.verify().await.unwrap();
    assert!(report.is_sound(), "{report}");
    assert_eq!((report.matches, report.events, report.commands), (1, 7, 3));
}

pub(super) async fn events_are_read_in_pages(home: &dyn Home) {
    let store = open_with_match(home).await;
    let mut all = append("m", 0, "c");
    all.events = (1..=5).map(|number| event(&number.to_string())).collect();
    store.append(all).await.unwrap();
    let page = async |seq, limit| {
        let events = store.since(match_id("m"), seq, limit).await.unwrap();
        events.iter().map(|event| event.seq).collect::<Vec<_>>()
    };
    assert_eq!(page(0, 2).await, [1, 2]);
    assert_eq!(page(2, 2).await, [3, 4]);
    assert_eq!(page(4, 2).await, [5]);
    assert_eq!(page(3, usize::MAX).await, [4, 5]);
    assert!(page(5, 2).await.is_empty());
    assert!(page(u64::MAX, 2).await.is_empty());
    assert!(page(0, 0).await.is_empty());
    let nowhere = store.since(match_id("other"), 0, 10).await;
    assert_eq!(nowhere, Ok(Vec::new()));
}

pub(super) async fn a_stale_writer_is_told_where_the_match_is(home: &dyn Home) {
    let store = open_with_match(home).await;
    store.append(append("m", 0, "c1")).await.unwrap();
    let before = events(&*store, "m").await;
    let conflict = Err(Refused::Conflict { current_seq: 1 });
    assert_eq!(store.append(append("m", 0, "c2")).await, conflict);
    // One that is ahead has seen what never was.
    assert_eq!(store.append(append("m", 2, "c2")).await, conflict);
    assert_eq!(store.append(append("m", u64::MAX, "c2")).await, conflict);
    assert_eq!(events(&*store, "m").await, before);
    // The id of a refused command is still free.
    assert_eq!(store.append(append("m", 1, "c2")).await.unwrap().seq, 2);
}

pub(super) async fn a_repeated_command_gets_the_first_answer(home: &dyn Home) {
    let store = open_with_match(home).await;
    let mut first = append("m", 0, "c1");
    let reply: Vec<u8> = (0..=255).collect();
    first.command.as_mut().unwrap().reply = reply.clone();
    store.append(first).await.unwrap();
    store.append(append("m", 1, "c2")).await.unwrap();
    let before = events(&*store, "m").await;
    // Whatever else it says, and however old it is.
    for expected_seq in [0, 1, 2] {
        let mut again = append("m", expected_seq, "c1");
        again.command.as_mut().unwrap().reply = b"another answer".to_vec();
        again.events.clear();
        let reply = reply.clone();
        assert_eq!(store.append(again).await, Err(Refused::Repeated { reply }));
    }
    assert_eq!(events(&*store, "m").await, before);
    let recalled = store.recall(match_id("m"), session_id("s"), command_id("c1"));
    let recorded = Recorded {
        body: Hash::of(b"c1"),
        reply,
        seq: 1,
    };
    assert_eq!(recalled.await, Ok(Some(recorded)));
}

pub(super) async fn a_command_id_for_another_body_is_refused(home: &dyn Home) {
    let store = open_with_match(home).await;
    store.append(append("m", 0, "c1")).await.unwrap();
    let before = events(&*store, "m").await;
    for expected_seq in [0, 1] {
        let mut other = append("m", expected_seq, "c1");
        other.command.as_mut().unwrap().body = Hash::of(b"another body");
        assert_eq!(store.append(other).await, Err(Refused::Reused));
    }
    assert_eq!(events(&*store, "m").await, before);
}

pub(super) async fn command_ids_are_apart_by_session_and_match(home: &dyn Home) {
    let store = open_with_match(home).await;
    store.create(new_match("n")).await.unwrap();
    store.append(append("m", 0, "c1")).await.unwrap();
    store.append(append("n", 0, "c1")).await.unwrap();
    let mut other = append("m", 1, "c1");
    other.command = Some(command("t", "c1"));
    store.append(other).await.unwrap();
    let recall = |id, session| {
        let (id, session) = (match_id(id), session_id(session));
        store.recall(id, session, command_id("c1"))
    };
    assert_eq!(recall("m", "s").await.unwrap().unwrap().seq, 1);
    assert_eq!(recall("m", "t").await.unwrap().unwrap().seq, 2);
    assert_eq!(recall("n", "s").await.unwrap().unwrap().seq, 1);
    assert_eq!(recall("n", "t").await, Ok(None));
    assert_eq!(recall("o", "s").await, Ok(None));
}

pub(super) async fn a_refused_append_leaves_nothing(home: &dyn Home) {
    let store = open_with_match(home).await;
    let before = store.find(match_id("m")).await;
    let mut summary = Summary::open("changed");
    summary.players = vec![player_id("ada"), player_id("nobody")];
    let mut refused = append("m", 0, "c1");
    refused.summary = Some(summary);
    assert_eq!(store.append(refused).await, Err(Refused::NoSuchPlayer));
    assert_eq!(store.find(match_id("m")).await, before);
    assert!(events(&*store, "m").await.is_empty());
    let recalled = store.recall(match_id("m"), session_id("s"), command_id("c1"));
    assert_eq!(recalled.await, Ok(None));
    store.append(append("m", 0, "c1")).await.unwrap();
}

pub(super) async fn an_answer_without_events_is_kept(home: &dyn Home) {
    let store = open_with_match(home).await;
    let first = head(&*store).await;
    let mut refusal = append("m", 0, "c1");
    refusal.events.clear();
    let appended = store.append(refusal.clone()).await.unwrap();
    assert_eq!((appended.seq, appended.hash), (first.seq, first.hash));
    store.append(append("m", 0, "c2")).await.unwrap();
    let reply = b"done c1".to_vec();
    let repeated = store.append(refusal).await;
    assert_eq!(repeated, Err(Refused::Repeated { reply }));
}

pub(super) async fn an_append_without_a_command_needs_the_last_event(home: &dyn Home) {
    let store = open_with_match(home).await;
    let mut own = append("m", 0, "clock");
    own.command = None;
    assert_eq!(store.append(own.clone()).await.unwrap().seq, 1);
    let conflict = Err(Refused::Conflict { current_seq: 1 });
    assert_eq!(store.append(own).await, conflict);
    assert_eq!(store.verify().await.unwrap().commands, 0);
}

pub(super) async fn there_is_no_appending_to_no_match(home: &dyn Home) {
    let store = open_with_match(home).await;
    let nowhere = store.append(append("other", 0, "c1")).await;
    assert_eq!(nowhere, Err(Refused::NoSuchMatch));
    let report = store.verify().await.unwrap();
    assert!(report.is_sound() && report.commands == 0, "{report}");
}

pub(super) async fn the_summary_goes_with_the_events(home: &dyn Home) {
    let store = open_with_match(home).await;
    let mut joined = append("m", 0, "c1");
    let summary = Summary {
        stage: Stage::Running,
        players: vec![player_id("ada"), player_id("bob")],
        deadline: Some(5_000),
        programs: 2,
        text: b"ada v bob".to_vec(),
    };
    joined.summary = Some(summary.clone());
    let appended = store.append(joined).await.unwrap();
    let found = store.find(match_id("m")).await.unwrap().unwrap();
    assert_eq!((found.head.seq, found.head.hash), (1, appended.hash));
    assert_eq!(found.summary, summary);
    store.append(append("m", 1, "c2")).await.unwrap();
    let found = store.find(match_id("m")).await.unwrap().unwrap();
    assert_eq!(found.summary, summary, "no summary leaves it");
}

pub(super) async fn bytes_come_back_as_they_were(home: &dyn Home) {
    let store = open_with_match(home).await;
    let payloads = [Vec::new(), vec![0], vec![0xff; 100_000], b"'; --".to_vec()];
    let state_hashes = [0, 1, u64::MAX, 1 << 63];
    let mut all = append("m", 0, "c");
    all.events = payloads
        .into_iter()
        .zip(state_hashes)
        .map(|(payload, state_hash)| NewEvent {
            payload,
            state_hash,
            ..event("")
        })
        .collect();
    store.append(all.clone()).await.unwrap();
    let read = events(&*store, "m").await.into_iter();
    let read: Vec<NewEvent> = read.map(|event| event.event).collect();
    assert_eq!(read, all.events);
}

pub(super) async fn everything_is_there_after_opening_again(home: &dyn Home) {
    let store = open_with_match(home).await;
    let mut seen = Vec::new();
    for seq in 0..5 {
        let appended = store.append(append("m", seq, &format!("c{seq}")));
        seen.push(appended.await.unwrap().hash);
    }
    let before = store.find(match_id("m")).await.unwrap();
    store.close().await.unwrap();
    assert_eq!(store.find(match_id("m")).await, Err(StoreError::Closed));
    let refused = store.append(append("m", 5, "late")).await;
    assert_eq!(refused, Err(Refused::Storage(StoreError::Closed)));
    assert_eq!(store.close().await, Ok(()), "closing twice is no fault");

    let store = home.open().await.unwrap();
    assert_eq!(store.find(match_id("m")).await, Ok(before));
    let events = events(&*store, "m").await.into_iter();
    assert!(events.map(|event| event.hash).eq(seen));
    let repeated = store.append(append("m", 0, "c3")).await;
    let reply = b"done c3".to_vec();
    assert_eq!(repeated, Err(Refused::Repeated { reply }));
    assert_eq!(store.append(append("m", 5, "late")).await.unwrap().seq, 6);
    assert!(store.verify().await.unwrap().is_sound());
    assert!(store.schema_version().await.unwrap() > 0);
}
