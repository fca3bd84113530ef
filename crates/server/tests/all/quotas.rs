//! How much one account and one address may have at a time, across restarts and however many ask at once.

use std::sync::Arc;

use hyper::header::{HeaderMap, HeaderName};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use vauban_server::{Options, QuotaChange, Quotas, Registry};
use vauban_store::{SqliteStore, Upkeep};

use crate::{
    client::{Answer, Client},
    host::{Host, TOYS, options},
};

fn with(changes: &[&str]) -> Options {
    let changes: Vec<QuotaChange> = changes
        .iter()
        .map(|change| change.parse().expect("a quota"))
        .collect();
    Options {
        quotas: Quotas::OFF.changed(&changes),
        proxies: vec!["127.0.0.1".parse().expect("an address")],
        ..options()
    }
}

/// Creates a match as if from another machine.
async fn create_from(client: &mut Client, address: &str, body: Value) -> Answer {
    let headers: HeaderMap = [
        ("x-forwarded-for", address),
        ("content-type", "application/json"),
    ]
    .into_iter()
    .map(|(name, value)| {
        let name: HeaderName = name.parse().expect("a name");
        (name, value.parse().expect("a value"))
    })
    .collect();
    let body = body.to_string().into_bytes();
    let answer = client.raw("POST", "/api/v1/matches", headers, body).await;
    answer.expect("an answer")
}

fn hotseat() -> Value {
    json!({"game": "breakthrough", "seats": ["me", "me"]})
}

fn against_a_program() -> Value {
    json!({"game": "breakthrough", "seats": ["me", "agent:1"]})
}

fn id_of(answer: &Answer) -> String {
    answer.ok()["id"].as_str().expect("an id").to_owned()
}

fn is_refused(answer: &Answer, code: &str) {
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert_eq!(answer.json()["code"], code);
}

async fn resign(client: &mut Client, id: &str) {
    let path = format!("/matches/{id}/commands");
    let resign = json!({"command_id": "r", "do": "resign", "seat": 1});
    client.post(&path, resign).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_has_only_so_many_unfinished_matches() {
    let host = Host::run(TOYS, with(&["matches=3/off"])).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let first = id_of(&guest.post("/matches", hotseat()).await);
    for _ in 0..2 {
        guest.post("/matches", hotseat()).await.ok();
    }
    let refused = guest.post("/matches", hotseat()).await;
    is_refused(&refused, "too-many-matches");
    assert!(refused.text().contains("you have 3 unfinished matches"));
    let french = guest.post("/matches?lang=fr", hotseat()).await;
    assert!(french.text().contains("vous avez 3 parties inachevées"));
    let import = json!({"game": "breakthrough", "text": "[Game \"breakthrough\"]\n\n"});
    is_refused(&guest.post("/imports", import).await, "too-many-matches");
    // What was answered is answered again, and somebody else has room.
    Client::guest(host.address, "Other")
        .await
        .post("/matches", hotseat())
        .await
        .ok();
    resign(&mut guest, &first).await;
    guest.post("/matches", hotseat()).await.ok();
    // The same again is a match more.
    let rematch = guest
        .post(&format!("/matches/{first}/rematch"), json!({}))
        .await;
    is_refused(&rematch, "too-many-matches");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_only_so_many_unfinished_matches() {
    let host = Host::run(TOYS, with(&["matches=off/3"])).await;
    for name in ["Ann", "Bob", "Cyd"] {
        let mut guest = Client::guest(host.address, name).await;
        create_from(&mut guest, "10.0.0.1", hotseat()).await.ok();
    }
    let mut guest = Client::guest(host.address, "Dan").await;
    let refused = create_from(&mut guest, "10.0.0.1", hotseat()).await;
    is_refused(&refused, "too-many-matches-here");
    create_from(&mut guest, "10.0.0.2", hotseat()).await.ok();
    // A network of version 6 is one address.
    for last in 1..=3 {
        let address = format!("2001:db8:1:2::{last}");
        create_from(&mut guest, &address, hotseat()).await.ok();
    }
    let refused = create_from(&mut guest, "2001:db8:1:2::4", hotseat()).await;
    is_refused(&refused, "too-many-matches-here");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_has_only_so_many_matches_with_programs_whichever_way_they_come() {
    let host = Host::run(TOYS, with(&["programs=2/off"])).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let played = id_of(&guest.post("/matches", against_a_program()).await);
    resign(&mut guest, &played).await;
    let first = id_of(&guest.post("/matches", against_a_program()).await);
    guest.post("/matches", against_a_program()).await.ok();
    let refused = guest.post("/matches", against_a_program()).await;
    is_refused(&refused, "too-many-programs");
    let rematch = guest
        .post(&format!("/matches/{played}/rematch"), json!({}))
        .await;
    is_refused(&rematch, "too-many-programs");
    // Without a program there is room, and none for a program that comes later.
    let open = json!({"game": "breakthrough", "seats": ["me"]});
    let open = id_of(&guest.post("/matches", open).await);
    let path = format!("/matches/{open}/commands");
    let appoint = json!({"command_id": "a", "do": "appoint", "seat": 2, "level": 1});
    is_refused(
        &guest.post(&path, appoint.clone()).await,
        "too-many-programs",
    );
    resign(&mut guest, &first).await;
    // It was not the rules that said no: the same command may be sent again.
    let accepted = guest.post(&path, appoint.clone()).await;
    assert_eq!(accepted.status, 200, "{}", accepted.text());
    let again = guest.post(&path, appoint).await;
    assert_eq!(again.body, accepted.body);
    is_refused(
        &guest.post("/matches", against_a_program()).await,
        "too-many-programs",
    );
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_stores_only_so_many_bytes() {
    let host = Host::run(TOYS, with(&["bytes=64K/off"])).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    guest.post("/matches", hotseat()).await.ok();
    let text = format!(
        "[Game \"breakthrough\"]\n[Event \"{}\"]\n\n",
        "x".repeat(40_000)
    );
    let import = json!({"game": "breakthrough", "text": text});
    guest.post("/imports", import.clone()).await.ok();
    let refused = guest.post("/imports", import).await;
    is_refused(&refused, "too-many-bytes");
    assert!(refused.text().contains("64 kB"), "{}", refused.text());
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_requests_at_once_no_more_pass_than_fit() {
    let host = Host::run(TOYS, with(&["matches=5/off"])).await;
    let guest = Client::guest(host.address, "Guest").await;
    let mut requests = JoinSet::new();
    for _ in 0..25 {
        let mut client = guest.at(host.address);
        requests.spawn(async move { client.post("/matches", hotseat()).await.status });
    }
    let answers = requests.join_all().await;
    let created = answers.iter().filter(|status| **status == 201).count();
    assert!((1..=5).contains(&created), "{answers:?}");
    assert!(
        answers
            .iter()
            .all(|status| [201, 422].contains(&status.as_u16()))
    );
    // Whoever was turned away because others were ahead finds the places that are left.
    let mut guest = guest.at(host.address);
    for _ in created..5 {
        guest.post("/matches", hotseat()).await.ok();
    }
    is_refused(&guest.post("/matches", hotseat()).await, "too-many-matches");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn quotas_forget_nothing_at_a_restart() {
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let start = async || {
        let store = SqliteStore::open(folder.path().join("vauban.db")).expect("a store");
        let registry = Registry::new(TOYS, Arc::new(store));
        Host::with(
            registry,
            with(&["matches=2/3", "programs=1/off"]),
            Arc::clone(&folder),
        )
        .await
    };
    let host = start().await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let mut other = Client::guest(host.address, "Other").await;
    guest.post("/matches", hotseat()).await.ok();
    guest.post("/matches", against_a_program()).await.ok();
    other.post("/matches", hotseat()).await.ok();
    host.stop().await;
    let host = start().await;
    let mut guest = guest.at(host.address);
    is_refused(&guest.post("/matches", hotseat()).await, "too-many-matches");
    let mut other = other.at(host.address);
    is_refused(
        &other.post("/matches", hotseat()).await,
        "too-many-matches-here",
    );
    host.stop().await;
    let store = SqliteStore::open(folder.path().join("vauban.db")).expect("a store");
    let report = store.verify().await.expect("a report");
    assert!(report.is_sound(), "{report}");
}

/// Acts and takes it back, again and again, `rounds` times at most; the answer that was refused.
async fn grow(client: &mut Client, id: &str, rounds: usize) -> Option<Answer> {
    let path = format!("/matches/{id}");
    for _ in 0..rounds {
        let page = client.get(&format!("{path}/page")).await.ok();
        let text = vauban_driver::answers(&page).swap_remove(0);
        let ask = &page["ask"]["id"];
        let act = json!({"command_id": format!("a{ask}"), "ask": ask, "text": text});
        let undo = json!({"command_id": format!("u{ask}"), "do": "undo", "seat": 1});
        for command in [act, undo] {
            let answer = client.post(&format!("{path}/commands"), command).await;
            if answer.status != 200 {
                return Some(answer);
            }
        }
    }
    None
}

/// One account plays in one match for ever.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_grows_only_within_the_bytes_of_its_owner() {
    let host = Host::run(TOYS, with(&["bytes=128K/off"])).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let id = id_of(&guest.post("/matches", hotseat()).await);
    let refused = grow(&mut guest, &id, 1_000)
        .await
        .expect("there is no room");
    is_refused(&refused, "no-room");
    let page = guest.get(&format!("/matches/{id}/page")).await.ok();
    let seq = page["seq"].as_u64().expect("a number");
    assert!((256..800).contains(&seq), "{seq}");
    // Nothing more is written, by whichever way, and it can be ended.
    let again = grow(&mut guest, &id, 1).await.expect("there is no room");
    is_refused(&again, "no-room");
    assert!(again.text().contains("end it"), "{}", again.text());
    resign(&mut guest, &id).await;
    host.stop().await;
}

/// What somebody else behind the same address stores stops no ordinary match.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_within_its_even_part_always_goes_on() {
    let host = Host::run(TOYS, with(&["bytes=off/256K", "matches=off/2"])).await;
    let mut greedy = Client::guest(host.address, "Greedy").await;
    let mut other = Client::guest(host.address, "Other").await;
    let large = id_of(&greedy.post("/matches", hotseat()).await);
    let small = id_of(&other.post("/matches", hotseat()).await);
    let refused = grow(&mut greedy, &large, 1_000).await.expect("no room");
    is_refused(&refused, "no-room");
    // Looked at twice, and larger than nothing.
    assert!(grow(&mut other, &small, 140).await.is_none());
    host.stop().await;
}
