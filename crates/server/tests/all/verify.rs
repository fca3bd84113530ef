//! Playing a store again finds what its own checks cannot: a summary that its events do not give,
//! and a match whose last events are missing.

use std::sync::Arc;

use serde_json::json;
use vauban_server::replay_all;
use vauban_store::*;

use crate::{
    client::Client,
    host::{Host, catalogue},
};

/// A match with two actions, in a store in memory.
async fn sample() -> (MemoryStore, Match) {
    let store = MemoryStore::new();
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let host = Host::on(catalogue(), folder, Arc::new(store.reopen())).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let room = guest.post("/matches", body).await.ok();
    let id = room["id"].as_str().expect("an id").to_owned();
    for text in ["j3j4", "j11j10"] {
        let answer = json!({"command_id": text, "ask": 1, "text": text});
        let path = format!("/matches/{id}/commands");
        guest.post(&path, answer).await.ok();
    }
    host.stop().await;
    let store = store.reopen();
    let found = store.find(MatchId::new(&id).expect("an id")).await;
    (store.reopen(), found.expect("a store").expect("a match"))
}

async fn mismatch(store: Arc<dyn Store>) -> Option<String> {
    let replayed = replay_all(catalogue(), store).await.expect("it is read");
    assert_eq!(replayed.matches, 1);
    replayed.mismatches.into_iter().next().map(|(_, why)| why)
}

#[tokio::test]
async fn a_summary_that_the_events_do_not_give_is_found() {
    let (store, found) = sample().await;
    assert_eq!(mismatch(Arc::new(store.reopen())).await, None);
    type Change = fn(&mut Summary);
    let changes: [(&str, Change); 4] = [
        ("stage", |summary| summary.stage = Stage::Over),
        ("players", |summary| summary.players.clear()),
        ("deadline", |summary| summary.deadline = Some(5)),
        ("text", |summary| {
            let text = String::from_utf8(summary.text.clone()).expect("JSON");
            summary.text = text.replace("\"turn\":[1]", "\"turn\":[2]").into_bytes();
        }),
    ];
    for (part, change) in changes {
        let mut summary = found.summary.clone();
        change(&mut summary);
        assert_ne!(summary, found.summary);
        let (id, seq) = (found.id.clone(), found.head.seq);
        let written = store.summarise(id, seq, summary).await;
        assert_eq!(written, Ok(()));
        let why = mismatch(Arc::new(store.reopen()))
            .await
            .expect("it is found");
        assert!(why.contains(part), "{why}");
    }
}

/// A store that has lost the last event of every match.
#[derive(Debug)]
struct Short {
    store: MemoryStore,
}

impl Log for Short {
    delegate!(store: create find list due summarise append recall usage delete deletion finished archive);

    fn since(&self, id: MatchId, seq: Seq, limit: usize) -> Pending<'_, Vec<Event>> {
        Box::pin(async move {
            let mut events = self.store.since(id, seq, limit).await?;
            events.pop();
            Ok(events)
        })
    }
}

impl People for Short {
    delegate!(store: add_player player rename_player add_session players ban_player unban_player);
}

impl Tokens for Short {
    delegate!(store: issue find_token tokens touch exchange revoke_session revoke_player ban_of);
}

delegate_nodes!(Short: store);

impl Upkeep for Short {
    delegate!(store: beat wake outages verify counts health store_id schema_version close);
}

#[tokio::test]
async fn a_match_that_ends_before_its_head_is_found() {
    let (store, _) = sample().await;
    let why = mismatch(Arc::new(Short { store }))
        .await
        .expect("it is found");
    assert!(why.contains("event 2, which is missing"), "{why}");
}
