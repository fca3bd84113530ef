//! Orders, standing answers and plans, over real sockets and across a restart.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;
use vauban_store::{Event, SqliteStore};

use crate::{
    client,
    client::Client,
    host::{Host, catalogue},
};

/// A match in which a turn has several moves, between two guests: its address and the guests.
async fn guerre(host: &Host) -> (String, [Client; 2]) {
    let mut first = Client::guest(host.address, "First").await;
    let mut second = Client::guest(host.address, "Second").await;
    let wish = json!({"game": "guerre", "seats": ["me"], "undo": "own"});
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
    let huge = json!({"actions": vec!["x"; 129]});
    assert_eq!(first.post(&format!("{path}/plan"), huge).await.status, 400);
    let page = first.get(&format!("{path}/page")).await.ok();
    assert_eq!((&page["seq"], &page["ask"]["id"]), (&json!(0), &json!(1)));
}

/// The first seat, with 40 armies, may attack the 30 of the second as often as it likes.
const BATTLE: &str = "1.1.attacker.0.0._a40b30n1n1n1n1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1\
    _0-0-0.0-0-0.0-0-0.0-0-0.0-0-0.0-0-0_14-14-14.0-0-0_-.-.0.0.00000";

/// A match that begins at [`BATTLE`], against a guest or a program.
pub(crate) async fn battle(host: &Host, against: Option<&str>) -> (String, [Client; 2]) {
    let mut first = Client::guest(host.address, "First").await;
    let mut second = Client::guest(host.address, "Second").await;
    let mut seats = vec![json!("me")];
    seats.extend(against.map(|agent| json!(agent)));
    let options = json!({"rules": "classic"});
    let wish = json!({"game": "risk", "options": options, "position": BATTLE, "seats": seats});
    let room = first.post("/matches", wish).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    if against.is_none() {
        let join = json!({"command_id": "join", "do": "join"});
        second.post(&format!("{path}/commands"), join).await.ok();
    }
    (path, [first, second])
}

/// Attacks until no more than `left` are left.
pub(crate) fn attack(id: &str, ask: u64, left: u32) -> Value {
    json!({"command_id": id, "ask": ask, "text": "101", "then": ["x102", "d3"], "repeat": {"left": left}})
}

pub(crate) async fn stand(
    client: &mut Client,
    path: &str,
    id: &str,
    answer: Value,
) -> client::Answer {
    let body = json!({"command_id": id, "do": "stand", "answer": answer});
    client.post(&format!("{path}/commands"), body).await
}

/// What the guest is told of itself.
pub(crate) async fn you(client: &mut Client, path: &str) -> Value {
    client.get(path).await.ok()["you"].take()
}

/// The guest's order, once it has ended.
pub(crate) async fn ended(client: &mut Client, path: &str) -> Value {
    for _ in 0..2_400 {
        let order = you(client, path).await["order"].take();
        if !order["stopped"].is_null() {
            return order;
        }
        sleep(Duration::from_millis(25)).await;
    }
    panic!("the order does not end");
}

pub(crate) async fn seq(client: &mut Client, path: &str) -> u64 {
    let page = client.get(&format!("{path}/page")).await.ok();
    page["seq"].as_u64().expect("a number")
}

/// The open question of a guest, once there is one (`true`) or none (`false`) any more. Answers that were left are
/// given after the command that asks for them.
pub(crate) async fn asked(client: &mut Client, path: &str, is_asked: bool) -> Value {
    for _ in 0..2_400 {
        let page = client.get(&format!("{path}/page")).await.ok();
        if page["ask"].is_object() == is_asked {
            return page["ask"]["id"].clone();
        }
        sleep(Duration::from_millis(25)).await;
    }
    panic!("{path}: still the same");
}

fn payload(event: &Event) -> Value {
    serde_json::from_slice(&event.event.payload).expect("an event is JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_repeats_in_rounds_that_are_commands_of_their_own() {
    let host = Host::new(catalogue()).await;
    let (path, [mut first, mut second]) = battle(&host, None).await;
    let commands = format!("{path}/commands");
    stand(&mut second, &path, "s", json!("most")).await.ok();
    let page = first.get(&format!("{path}/page")).await.ok();
    assert_eq!(page["ask"]["id"], 1);

    let answer = first.post(&commands, attack("o", 1, 20)).await;
    assert_eq!(answer.ok()["taken"], 3, "{}", answer.text());
    assert!(answer.ok()["stopped"].is_null());
    let order = ended(&mut first, &path).await;
    assert_eq!(order["command_id"], "o");
    let (rounds, code) = (order["rounds"].as_u64().unwrap(), &order["stopped"]["code"]);
    assert!(*code == "reached" || *code == "won", "{order}");
    assert!(rounds >= 7, "twenty armies do not fall in {rounds} rounds");
    assert!(order["stopped"]["text"].is_string());

    // Sent again it does nothing twice, and does not begin anew.
    let before = seq(&mut first, &path).await;
    let again = first.post(&commands, attack("o", 1, 20)).await;
    assert_eq!(again.body, answer.body);
    // A round is known by a name of its own.
    let other = json!({"command_id": "o~2", "do": "resign"});
    assert_eq!(
        first.post(&commands, other).await.json()["code"],
        "command-id-reused"
    );
    sleep(Duration::from_millis(400)).await;
    assert_eq!(seq(&mut first, &path).await, before);

    // Each round is a transaction: its three actions carry one state, and no other round has it.
    let file = host.file().clone();
    let (_, _folder) = host.stop().await;
    let store = SqliteStore::open(&file).expect("a store");
    let id = vauban_store::MatchId::new(path.trim_start_matches("/matches/")).expect("an id");
    let events = vauban_store::Log::since(&store, id, 0, 10_000)
        .await
        .expect("a log");
    let texts: Vec<Value> = events.iter().map(payload).collect();
    let starts: Vec<usize> = (0..texts.len())
        .filter(|&at| texts[at]["text"] == "101")
        .collect();
    assert_eq!(starts.len() as u64, rounds);
    let mut states = std::collections::HashSet::new();
    for &at in &starts {
        let state = |at: usize| events[at].event.state_hash;
        assert!(
            state(at) == state(at + 1) && state(at) == state(at + 2),
            "{:?}",
            texts[at]
        );
        assert!(states.insert(state(at)), "two rounds have one state");
        assert_eq!(
            texts[at + 3]["text"].as_str().map(|text| &text[..1]),
            Some("v")
        );
        assert_ne!(state(at), state(at + 3));
    }
    let replayed = vauban_server::replay_all(catalogue(), std::sync::Arc::new(store)).await;
    let replayed = replayed.expect("every match is played again");
    assert!(replayed.mismatches.is_empty(), "{:?}", replayed.mismatches);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_stopped_by_another_command_and_by_a_restart() {
    let host = Host::new(catalogue()).await;
    let (path, [mut first, mut second]) = battle(&host, None).await;
    let commands = format!("{path}/commands");
    stand(&mut second, &path, "s", json!("most")).await.ok();

    first.post(&commands, attack("o", 1, 0)).await.ok();
    let running = you(&mut first, &path).await;
    assert!(running["order"]["stopped"].is_null(), "{running}");
    // To speak is no other command.
    let say = json!({"command_id": "t", "do": "say", "text": "On!"});
    first.post(&commands, say).await.ok();
    assert!(you(&mut first, &path).await["order"]["stopped"].is_null());
    let stop = json!({"command_id": "x", "do": "stop"});
    first.post(&commands, stop).await.ok();
    let order = ended(&mut first, &path).await;
    assert_eq!(order["stopped"]["code"], "interrupted", "{order}");
    assert!(
        you(&mut second, &path).await["order"].is_null(),
        "others are not told"
    );
    asked(&mut first, &path, true).await;
    let still = seq(&mut first, &path).await;
    sleep(Duration::from_millis(400)).await;
    assert_eq!(seq(&mut first, &path).await, still);

    // The order goes with the server; what was acknowledged stays.
    let ask = asked(&mut first, &path, true).await;
    let order = attack("p", ask.as_u64().expect("a number"), 0);
    let answer = first.post(&commands, order.clone()).await;
    answer.ok();
    sleep(Duration::from_millis(300)).await;
    let before = seq(&mut first, &path).await;
    let host = host.restart().await;
    let (mut first, mut second) = (first.at(host.address), second.at(host.address));
    assert!(seq(&mut first, &path).await >= before);
    // What the second has left as its answer is given when somebody comes.
    drop(second.live(path.trim_start_matches("/matches/"), "").await);
    asked(&mut first, &path, true).await;
    let kept = seq(&mut first, &path).await;
    assert_eq!(first.post(&commands, order).await.body, answer.body);
    sleep(Duration::from_millis(500)).await;
    assert_eq!(seq(&mut first, &path).await, kept);
    assert!(you(&mut first, &path).await["order"].is_null());
    assert_eq!(you(&mut second, &path).await["standing"], "most");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_waits_for_programs_but_not_for_people() {
    let host = Host::new(catalogue()).await;
    let (path, [mut first, mut second]) = battle(&host, None).await;
    let commands = format!("{path}/commands");
    first.post(&commands, attack("o", 1, 30)).await.ok();
    let order = ended(&mut first, &path).await;
    assert_eq!(
        (&order["rounds"], &order["stopped"]["code"]),
        (&json!(1), &json!("other-seat"))
    );

    // What cannot be repeated is refused, and nothing is done.
    let page = second.get(&format!("{path}/page")).await.ok();
    let ask = &page["ask"]["id"];
    let guard = json!({"command_id": "g", "ask": ask, "text": "v2", "repeat": {}});
    let refused = second.post(&commands, guard).await;
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(refused.json()["refusals"][0]["code"], "not-repeatable");
    let long = json!({"command_id": "g".repeat(128), "ask": ask, "text": "v2", "repeat": {}});
    assert_eq!(second.post(&commands, long).await.status, 400);

    let (path, [mut first, _]) = battle(&host, Some("agent:1")).await;
    let commands = format!("{path}/commands");
    first.post(&commands, attack("o", 1, 34)).await.ok();
    let order = ended(&mut first, &path).await;
    assert_ne!(order["stopped"]["code"], "other-seat", "{order}");
    assert!(order["rounds"].as_u64() > Some(2), "{order}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standing_answer_is_kept_given_and_withdrawn() {
    let host = Host::new(catalogue()).await;
    let (path, [first, mut second]) = battle(&host, None).await;
    let refused = stand(&mut second, &path, "a", json!("only")).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["refusals"][0]["code"], "tells-secrets");
    assert_eq!(
        stand(&mut second, &path, "b", json!("all")).await.status,
        400
    );
    assert_eq!(you(&mut second, &path).await["may_stand"], json!(["most"]));
    stand(&mut second, &path, "c", json!("most")).await.ok();

    let host = host.restart().await;
    let (mut first, mut second) = (first.at(host.address), second.at(host.address));
    assert_eq!(you(&mut second, &path).await["standing"], "most");
    assert!(you(&mut first, &path).await["standing"].is_null());
    let commands = format!("{path}/commands");
    let once = |id: &str, ask: &Value| json!({"command_id": id, "ask": ask, "text": "101", "then": ["x102", "d3"]});
    first.post(&commands, once("d", &json!(1))).await.ok();
    let ask = asked(&mut first, &path, true).await;
    let log = first.get(&format!("{path}/page")).await.ok()["log"].to_string();
    assert!(log.contains("v2"), "{log}");

    stand(&mut second, &path, "e", Value::Null).await.ok();
    assert!(you(&mut second, &path).await["standing"].is_null());
    first.post(&commands, once("f", &ask)).await.ok();
    sleep(Duration::from_millis(300)).await;
    let page = second.get(&format!("{path}/page")).await.ok();
    assert!(
        page["ask"].is_object(),
        "the second seat answers for itself"
    );

    // It is given to what is open already, too.
    stand(&mut second, &path, "g", json!("most")).await.ok();
    asked(&mut second, &path, false).await;
}

/// Holds both seats of [`BATTLE`], each with a card that the other does not know, and gives the second's
/// answer; the match's address.
async fn shared(client: &mut Client, answer: Value) -> String {
    let position = BATTLE.replace("_0-0-0.0-0-0.", "_1-0-0.0-1-0.");
    let position = position.replace("_14-14-14.", "_13-13-14.");
    let options = json!({"rules": "classic"});
    let wish =
        json!({"game": "risk", "options": options, "position": position, "seats": ["me", "me"]});
    let room = client.post("/matches", wish).await.ok();
    assert_eq!(room["you"]["curtain"], true, "{room}");
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let stand = json!({"command_id": "s", "do": "stand", "answer": answer, "seat": 2});
    client.post(&format!("{path}/commands"), stand).await.ok();
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shared_screen_stays_with_who_gave_the_order() {
    let host = Host::new(catalogue()).await;
    let mut client = Client::guest(host.address, "Both").await;
    let path = shared(&mut client, json!("most")).await;
    let mut live = client.live(path.trim_start_matches("/matches/"), "").await;
    let first = live.page().await;
    assert_eq!(first["room"]["you"]["eye"], 1, "{first}");

    let order = attack("o", 1, 34);
    client.post(&format!("{path}/commands"), order).await.ok();
    let mut told = 0;
    loop {
        let frame = live.page().await;
        let you = &frame["room"]["you"];
        assert_eq!(you["eye"], 1, "the second has left its answer: {you}");
        told += 1;
        if you["order"]["stopped"].is_object() {
            break;
        }
    }
    assert!(told > 3, "every round is shown");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_next_on_a_shared_screen_is_told_why_an_order_ended() {
    let host = Host::new(catalogue()).await;
    let mut client = Client::guest(host.address, "Both").await;
    let path = shared(&mut client, Value::Null).await;
    client
        .post(&format!("{path}/commands"), attack("o", 1, 30))
        .await
        .ok();
    let order = ended(&mut client, &path).await;
    assert_eq!(order["stopped"]["code"], "other-seat", "{order}");
    let you = you(&mut client, &path).await;
    assert_eq!(you["eye"], 2, "{you}");
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
        let before = host.counted("pages_rendered_total").await;
        let answer = json!({"command_id": format!("m{number}"), "ask": number + 1, "text": text});
        first.post(&format!("{path}/commands"), answer).await.ok();
        for live in &mut lives {
            while live.page().await["seq"] != number + 1 {}
        }
        assert_eq!(host.counted("pages_rendered_total").await - before, 3);
    }
}
