//! Several actions in one command, and plans, over real sockets and across a restart.

use std::time::Duration;

use hyper::header::HeaderMap;
use serde_json::{Value, json};

mod client;
mod host;

use client::Client;
use host::{Host, catalogue};

/// A match in which a turn has several moves, between two guests: its address and the guests.
async fn guerre(host: &Host) -> (String, [Client; 2]) {
    let mut first = Client::guest(host.address, "First").await;
    let mut second = Client::guest(host.address, "Second").await;
    let wish = json!({"game": "guerre", "seats": ["me"]});
    let room = first.post("/matches", wish).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let join = json!({"command_id": "join", "do": "join"});
    second.post(&format!("{path}/commands"), join).await.ok();
    (path, [first, second])
}

/// Two moves of different units that do not hinder each other.
async fn two_moves(client: &mut Client, path: &str) -> [String; 2] {
    let legal = client.get(&format!("{path}/legal")).await.ok();
    let legal: Vec<&str> = legal["actions"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_str)
        .filter(|text| text.contains('-'))
        .collect();
    let first = legal[0];
    let (from, to) = first.split_once('-').expect("a move");
    let apart = |text: &&&str| !text.starts_with(&format!("{from}-")) && !text.ends_with(to);
    let second = legal.iter().rev().find(apart).expect("another unit");
    [first.to_owned(), (*second).to_owned()]
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_goes_as_far_as_it_can_and_is_taken_back_whole() {
    let host = Host::new(catalogue()).await;
    let (path, [mut first, _second]) = guerre(&host).await;
    let commands = format!("{path}/commands");
    let [one, two] = two_moves(&mut first, &path).await;
    let before = first.get(&format!("{path}/legal")).await.ok();

    let plan = json!({"actions": [one, two], "lenses": [{"lens": "communication"}]});
    let plan = first.post(&format!("{path}/plan"), plan).await.ok();
    assert_eq!(plan["allowed"], true, "{plan}");
    assert_eq!(plan["steps"].as_array().map(Vec::len), Some(2));
    assert_eq!(plan["lenses"][0]["before"]["change"], false);
    assert_eq!(plan["lenses"][0]["after"]["change"], true);
    let page = first.get(&format!("{path}/page")).await.ok();
    assert_eq!(page["seq"], 0, "a plan tells nobody anything");

    let mut live = first.live(path.trim_start_matches("/matches/"), "").await;
    live.page().await;
    let order = json!({"command_id": "o", "ask": 1, "text": one, "then": [two, "nonsense", two]});
    let answer = first.post(&commands, order.clone()).await;
    let done = answer.json();
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(
        (&done["taken"], &done["seq"]),
        (&json!(2), &json!(2)),
        "{done}"
    );
    assert_eq!(done["stopped"]["code"], "refused");
    assert_eq!(
        done["stopped"]["refused"]["refusals"][0]["code"],
        "unreadable"
    );
    assert_eq!(first.post(&commands, order).await.body, answer.body);

    // The frame shows the two steps one by one, each with the shapes that it changed.
    let frame = live.page().await;
    let news = frame["news"].as_array().expect("a list");
    assert_eq!(news.len(), 2, "{frame}");
    for step in news {
        let changed = step["changed"].as_array().expect("layers");
        assert!(!changed.is_empty(), "{step}");
    }

    // Played again from its events, it is the same match, and the order is still one.
    let file = host.file().clone();
    let host = host.restart().await;
    let mut first = first.at(host.address);
    let undo = json!({"command_id": "u", "do": "undo"});
    first.post(&commands, undo).await.ok();
    let after = first.get(&format!("{path}/legal")).await.ok();
    assert_eq!(after["actions"], before["actions"]);
    let (_, _folder) = host.stop().await;
    let store = vauban_store::SqliteStore::open(&file).expect("a store");
    let replayed = vauban_server::replay_all(catalogue(), std::sync::Arc::new(store)).await;
    let replayed = replayed.expect("every match is played again");
    assert!(replayed.mismatches.is_empty(), "{:?}", replayed.mismatches);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_is_too_long_or_begins_badly_changes_nothing() {
    let host = Host::new(catalogue()).await;
    let (path, [mut first, _second]) = guerre(&host).await;
    let commands = format!("{path}/commands");
    let [one, two] = two_moves(&mut first, &path).await;
    let then = vec![two.clone(); 64];
    let long = json!({"command_id": "a", "ask": 1, "text": one, "then": then});
    assert_eq!(first.post(&commands, long).await.status, 400);
    let bad = json!({"command_id": "b", "ask": 1, "text": "nonsense", "then": [two]});
    assert_eq!(first.post(&commands, bad).await.status, 422);
    let huge = json!({"actions": vec!["x"; 65]});
    assert_eq!(first.post(&format!("{path}/plan"), huge).await.status, 400);
    let page = first.get(&format!("{path}/page")).await.ok();
    assert_eq!((&page["seq"], &page["ask"]["id"]), (&json!(0), &json!(1)));
}

/// Pages rendered for live connections so far.
async fn rendered(client: &mut Client) -> u64 {
    let metrics = client
        .raw("GET", "/metrics", HeaderMap::new(), Vec::new())
        .await
        .expect("an answer");
    let text = metrics.text();
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("vauban_pages_rendered_total "));
    line.and_then(|number| number.parse().ok())
        .expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_is_rendered_once_for_each_kind_of_viewer() {
    let host = Host::new(catalogue()).await;
    let (path, [mut first, second]) = guerre(&host).await;
    let id = path.trim_start_matches("/matches/").to_owned();
    // Two sessions of one seat, the other seat, and five who watch: three kinds.
    let mut lives = vec![
        first.live(&id, "").await,
        first.live(&id, "").await,
        second.live(&id, "").await,
    ];
    for _ in 0..5 {
        let watcher = Client::guest(host.address, "Watcher").await;
        lives.push(watcher.live(&id, "").await);
    }
    for live in &mut lives {
        live.page().await;
    }
    // That they came is told, too; then nothing more happens by itself.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let [one, two] = two_moves(&mut first, &path).await;
    for (number, text) in [one, two].into_iter().enumerate() {
        let before = rendered(&mut first).await;
        let answer = json!({"command_id": format!("m{number}"), "ask": number + 1, "text": text});
        first.post(&format!("{path}/commands"), answer).await.ok();
        for live in &mut lives {
            while live.page().await["seq"] != number + 1 {}
        }
        assert_eq!(rendered(&mut first).await - before, 3);
    }
}
