//! Clocks over real sockets, with a time that the test moves on: each tempo, flags that fall,
//! restarts, downtime, and programs.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::time::{Duration, timeout};
use vauban_server::{Registry, Time, replay_all};
use vauban_store::{MemoryStore, SqliteStore, Upkeep};

use crate::{
    client::{Client, Live},
    host::{Host, TOYS, catalogue, options},
};

/// Some day in 2026.
const START: u64 = 1_790_000_000_000;
const SECOND: u64 = 1_000;
const DAY: u64 = 86_400 * SECOND;

/// A match of Jungle War between two guests, both of whom have sat down.
async fn jungle(host: &Host, tempo: Value) -> (String, [Client; 2]) {
    let mut first = Client::guest(host.address, "First").await;
    let mut second = Client::guest(host.address, "Second").await;
    let body = json!({"game": "jungle", "seats": ["me"], "undo": "own", "tempo": tempo});
    let room = first.post("/matches", body).await.ok();
    assert_eq!(room["tempo"], tempo);
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let join = json!({"command_id": "join", "do": "join"});
    second.post(&format!("{path}/commands"), join).await.ok();
    (path, [first, second])
}

fn increment(stock: u64, increment: u64) -> Value {
    json!({"kind": "increment", "stock": stock, "increment": increment})
}

async fn clocks(client: &mut Client, path: &str) -> Value {
    client.get(&format!("{path}/page")).await.ok()["clocks"].clone()
}

async fn act(client: &mut Client, path: &str, ask: u64, text: &str) -> Value {
    let body = json!({"command_id": format!("{ask}-{text}"), "ask": ask, "text": text});
    client.post(&format!("{path}/commands"), body).await.ok()
}

/// The first page on which `fits` holds.
async fn seen(live: &mut Live, fits: impl Fn(&Value) -> bool) -> Value {
    loop {
        let frame = live.page().await;
        if fits(&frame) {
            return frame;
        }
    }
}

/// Asks for the match until `fits` holds.
async fn until(client: &mut Client, path: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let asking = async {
        loop {
            let room = client.get(path).await.ok();
            if fits(&room) {
                return room;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(60), asking)
        .await
        .expect("it comes")
}

fn live_id(path: &str) -> &str {
    path.strip_prefix("/matches/").expect("a match")
}

#[tokio::test]
async fn a_stock_runs_down_on_ones_turn_and_grows_after_it() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let (path, [mut first, mut second]) = jungle(&host, increment(60, 5)).await;
    time.advance(3 * SECOND);
    let read = clocks(&mut second, &path).await;
    let expected = json!({"now": START + 3_000, "left": [57_000, 60_000], "running": [1]});
    assert_eq!(read, expected);
    act(&mut first, &path, 1, "j3j4").await;
    time.advance(10 * SECOND);
    let read = clocks(&mut first, &path).await;
    assert_eq!(read["left"], json!([62_000, 50_000]));
    assert_eq!(read["running"], json!([2]));
    // Taking back wins nobody an increment.
    let undo = json!({"command_id": "u", "do": "undo"});
    first.post(&format!("{path}/commands"), undo).await.ok();
    let read = clocks(&mut first, &path).await;
    assert_eq!(read["left"], json!([57_000, 50_000]));
    assert_eq!(read["running"], json!([1]));
    // Nobody's clock runs in what has ended.
    let resign = json!({"command_id": "r", "do": "resign"});
    second.post(&format!("{path}/commands"), resign).await.ok();
    assert_eq!(clocks(&mut first, &path).await["running"], json!([]));
    host.stop().await;
}

#[tokio::test]
async fn clocks_begin_when_every_seat_is_taken() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let mut first = Client::guest(host.address, "First").await;
    let body = json!({"game": "jungle", "seats": ["me"], "tempo": increment(30, 0)});
    let room = first.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    time.advance(DAY);
    let waiting = clocks(&mut first, &path).await;
    assert_eq!(
        (&waiting["left"], &waiting["running"]),
        (&json!([30_000, 30_000]), &json!([]))
    );
    let mut second = Client::guest(host.address, "Second").await;
    let join = json!({"command_id": "join", "do": "join"});
    second.post(&format!("{path}/commands"), join).await.ok();
    time.advance(4 * SECOND);
    assert_eq!(
        clocks(&mut first, &path).await["left"],
        json!([26_000, 30_000])
    );
    host.stop().await;
}

#[tokio::test]
async fn a_turn_by_letter_has_its_days() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let (path, [mut first, mut second]) = jungle(&host, json!({"kind": "days", "days": 2})).await;
    time.advance(2 * DAY - 1);
    act(&mut first, &path, 1, "j3j4").await;
    let read = clocks(&mut second, &path).await;
    assert_eq!(read["left"], json!([2 * DAY, 2 * DAY]));
    let mut live = first.live(live_id(&path), "").await;
    time.advance(2 * DAY);
    let over = seen(&mut live, |frame| !frame["page"]["result"].is_null()).await;
    assert_eq!(over["page"]["result"]["reason"], "timeout");
    assert_eq!(over["page"]["result"]["winner"], 1);
    host.stop().await;
}

#[tokio::test]
async fn without_a_tempo_nobody_has_a_clock() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let (path, [mut first, _]) = jungle(&host, json!({"kind": "untimed"})).await;
    time.advance(300 * DAY);
    assert!(clocks(&mut first, &path).await.is_null());
    assert_eq!(first.get(&path).await.ok()["stage"], "running");
    let bad = json!({"game": "jungle", "tempo": {"kind": "days", "days": 0}});
    let refused = first.post("/matches?lang=fr", bad).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["refusals"][0]["code"], "bad-tempo");
    assert!(
        refused.json()["title"]
            .as_str()
            .expect("text")
            .contains("jours")
    );
    host.stop().await;
}

#[tokio::test]
async fn a_flag_falls_by_itself_and_a_late_answer_finds_it_fallen() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let (path, [mut first, second]) = jungle(&host, increment(10, 0)).await;
    let mut live = second.live(live_id(&path), "").await;
    time.advance(10 * SECOND - 1);
    assert_eq!(clocks(&mut first, &path).await["left"], json!([1, 10_000]));
    time.advance(1);
    let late = json!({"command_id": "late", "ask": 1, "text": "j3j4"});
    let stale = first.post(&format!("{path}/commands"), late).await;
    assert_eq!(stale.status, 409, "{}", stale.text());
    assert_eq!(stale.json()["page"]["result"]["reason"], "timeout");
    let over = seen(&mut live, |frame| !frame["page"]["result"].is_null()).await;
    assert_eq!(over["room"]["stage"], "over");
    let record = first.get(&format!("{path}/record")).await.text();
    assert!(record.contains("1:timeout"), "{record}");
    host.stop().await;
}

#[tokio::test]
async fn in_a_match_of_many_the_others_play_on_without_who_ran_out_of_time() {
    let time = Time::by_hand(START);
    let host = Host::timed(TOYS, &time).await;
    let mut owner = Client::guest(host.address, "Owner").await;
    let body = json!({"game": "muster", "seats": vec!["me"; 6], "tempo": increment(10, 0)});
    let room = owner.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let before = clocks(&mut owner, &path).await["running"].clone();
    time.advance(10 * SECOND);
    let mut live = owner.live(live_id(&path), "").await;
    let after = seen(&mut live, |frame| {
        frame["page"]["clocks"]["running"] != before
    })
    .await;
    assert!(after["page"]["result"].is_null(), "the others play on");
    let record = owner.get(&format!("{path}/record")).await.text();
    assert!(record.contains(":timeout"), "{record}");
    host.stop().await;
}

#[tokio::test]
async fn a_restart_changes_no_clock_and_no_deadline() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let (path, [mut first, mut second]) = jungle(&host, increment(60, 5)).await;
    time.advance(7 * SECOND);
    act(&mut first, &path, 1, "j3j4").await;
    time.advance(20 * SECOND);
    let page = format!("{path}/page");
    let before = second.get(&page).await.text();
    let host = host.restart().await;
    let mut second = second.at(host.address);
    assert_eq!(second.get(&page).await.text(), before);
    // Nobody looks at it: it is the store that knows when it is time.
    let host = host.restart().await;
    let mut second = second.at(host.address);
    second.get("/games").await.ok();
    time.advance(40 * SECOND);
    let list = "/matches?stage=over";
    let listed = until(&mut second, list, |found| found["matches"][0].is_object()).await;
    assert_eq!(listed["matches"][0]["result"]["reason"], "timeout");
    assert_eq!(listed["matches"][0]["tempo"], increment(60, 5));
    sound(host).await;
}

#[tokio::test]
async fn while_the_server_is_down_nobodys_clock_runs() {
    let time = Time::by_hand(START);
    let mut host = Host::timed(catalogue(), &time).await;
    let (path, [mut first, mut second]) = jungle(&host, increment(60, 0)).await;
    time.advance(10 * SECOND);
    for _ in 0..3 {
        let (shelf, folder) = host.stop().await;
        time.advance(DAY);
        host = Host::start(shelf, folder, time.clone()).await;
        // It runs when it answers.
        Client::new(host.address).get("/games").await.ok();
        time.advance(5 * SECOND);
    }
    (first, second) = (first.at(host.address), second.at(host.address));
    let read = clocks(&mut first, &path).await;
    assert_eq!(read["left"], json!([35_000, 60_000]));
    act(&mut first, &path, 1, "j3j4").await;
    time.advance(SECOND);
    let read = clocks(&mut first, &path).await;
    assert_eq!(read["left"], json!([35_000, 59_000]));
    // The deadline that was stored before is put right, and holds.
    let host = host.restart().await;
    second = second.at(host.address);
    second.get("/games").await.ok();
    time.advance(58 * SECOND);
    assert_eq!(
        clocks(&mut second, &path).await["left"],
        json!([35_000, 1_000])
    );
    time.advance(SECOND);
    let over = until(&mut second, &path, |room| room["stage"] == "over").await;
    assert_eq!(over["stage"], "over");
    sound(host).await;
}

#[tokio::test]
async fn after_a_crash_the_time_since_the_last_sign_of_life_is_given_back() {
    let time = Time::by_hand(START);
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let store = Arc::new(MemoryStore::new());
    let registry = Registry::with_time(catalogue(), store.clone(), time.clone());
    let host = Host::with(registry, options(), Arc::clone(&folder)).await;
    let (path, [mut first, _]) = jungle(&host, increment(3_600, 0)).await;
    time.advance(20 * SECOND);
    let left = clocks(&mut first, &path).await["left"][0]
        .as_u64()
        .expect("a number");
    assert_eq!(left, 3_580_000);
    // Nothing can be written any more, as when the process is killed.
    store.close().await.expect("it closes");
    time.advance(DAY);
    let again = Arc::new(store.reopen());
    let registry = Registry::with_time(catalogue(), again.clone(), time.clone());
    let host = Host::with(registry, options(), folder).await;
    let mut first = first.at(host.address);
    let credited = clocks(&mut first, &path).await["left"][0]
        .as_u64()
        .expect("a number");
    // The day is given back, and at most what passed since the last beat.
    let outages = again.outages().await.expect("they are read");
    let [outage] = outages[..] else {
        panic!("{outages:?}");
    };
    assert_eq!(outage.until, START + DAY + 20 * SECOND);
    assert_eq!(credited, 3_600_000 - (outage.since - START));
    assert!(credited >= left, "{credited}");
    host.stop().await;
}

#[tokio::test]
async fn while_the_machine_is_asleep_nobodys_clock_runs() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let (path, [mut first, second]) = jungle(&host, increment(60, 0)).await;
    let mut live = second.live(live_id(&path), "").await;
    live.page().await;
    time.advance(10 * SECOND);
    time.oversleep(DAY);
    // The keeper tells everybody to look again when it has noticed.
    let woken = seen(&mut live, |frame| {
        frame["page"]["clocks"]["now"].as_u64() >= Some(START + DAY)
    })
    .await;
    assert_eq!(woken["room"]["stage"], "running");
    let left = clocks(&mut first, &path).await["left"][0]
        .as_u64()
        .expect("a number");
    assert!((50_000..=60_000).contains(&left), "{left}");
    sound(host).await;
}

/// Whoever is on turn pays for what has passed, not for what the machine's clock says.
#[tokio::test]
async fn a_jump_of_the_machines_clock_is_charged_to_nobody() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let (path, [mut first, second]) = jungle(&host, increment(60, 0)).await;
    let left = async |first: &mut Client| {
        let left = clocks(first, &path).await["left"][0].clone();
        left.as_u64().expect("a number")
    };
    time.advance(5 * SECOND);
    assert_eq!(left(&mut first).await, 55_000);
    // Forward by less than what is taken for sleep, and back by far.
    time.oversleep(9 * SECOND);
    assert_eq!(left(&mut first).await, 55_000);
    time.set_back(40 * DAY);
    time.advance(5 * SECOND);
    assert_eq!(left(&mut first).await, 50_000);
    // Forward again, by far: the keeper tells everybody to look again when it has noticed.
    let mut live = second.live(live_id(&path), "").await;
    live.page().await;
    time.oversleep(90 * DAY);
    seen(&mut live, |frame| {
        frame["page"]["clocks"]["now"].as_u64() >= Some(START + DAY)
    })
    .await;
    assert_eq!(left(&mut first).await, 50_000);
    time.advance(10 * SECOND);
    assert_eq!(left(&mut first).await, 40_000);
    act(&mut first, &path, 1, "j3j4").await;
    sound(host).await;
}

/// Sessions end by the machine's clock: a wrong one ends them only as long as it is wrong.
#[tokio::test]
async fn a_clock_that_is_wrong_for_a_while_ends_no_session_for_good() {
    let time = Time::by_hand(START);
    let host = Host::timed(TOYS, &time).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    time.oversleep(500 * DAY);
    assert_eq!(guest.get("/me").await.status, 401);
    time.set_back(500 * DAY);
    assert_eq!(guest.get("/me").await.status, 200);
    time.advance(401 * DAY);
    assert_eq!(guest.get("/me").await.status, 401);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_is_not_charged_for_the_queue_and_never_loses_on_time() {
    let time = Time::by_hand(START);
    // Nobody serves the queue.
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let file = folder.path().join("vauban.db");
    let store = Arc::new(SqliteStore::open(&file).expect("a store"));
    let registry = Registry::with_time(catalogue(), store, time.clone());
    let mut nobody = options();
    nobody.agent_cores = 0;
    let host = Host::with(registry, nobody, folder).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "jungle", "seats": ["me", "agent:2"], "tempo": increment(60, 0)});
    let room = guest.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    act(&mut guest, &path, 1, "j3j4").await;
    time.advance(DAY);
    let read = clocks(&mut guest, &path).await;
    assert_eq!(read["left"], json!([60_000, 60_000]));
    assert_eq!(read["running"], json!([]));
    assert_eq!(guest.get(&path).await.ok()["stage"], "running");
    // After a restart somebody does, and the person's clock runs again.
    let (shelf, folder) = host.stop().await;
    let host = Host::start(shelf, folder, time.clone()).await;
    let mut guest = guest.at(host.address);
    let page = format!("{path}/page");
    let asked = until(&mut guest, &page, |page| !page["ask"].is_null()).await;
    assert_eq!(asked["clocks"]["running"], json!([1]));
    assert_eq!(asked["clocks"]["left"], json!([60_000, 60_000]));
    time.advance(60 * SECOND);
    until(&mut guest, &path, |room| room["stage"] == "over").await;
    sound(host).await;
}

#[tokio::test]
async fn what_others_do_unseen_sends_nothing_though_clocks_run() {
    let time = Time::by_hand(START);
    let host = Host::timed(catalogue(), &time).await;
    let mut first = Client::guest(host.address, "First").await;
    let mut second = Client::guest(host.address, "Second").await;
    let hidden = json!({"setup": "hidden"});
    let body =
        json!({"game": "guerre", "options": hidden, "seats": ["me"], "tempo": increment(600, 0)});
    let room = first.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let join = json!({"command_id": "join", "do": "join"});
    second.post(&format!("{path}/commands"), join).await.ok();
    let mut watching = Client::new(host.address).live(live_id(&path), "").await;
    watching.page().await;
    // Both are still there; only the clocks have gone on.
    time.advance(20 * SECOND);
    let legal = first.get(&format!("{path}/legal")).await.ok();
    let text = legal["actions"][0].as_str().expect("an action").to_owned();
    let running = clocks(&mut second, &path).await["running"].clone();
    act(&mut first, &path, 1, &text).await;
    assert_eq!(clocks(&mut second, &path).await["running"], running);
    assert_eq!(watching.soon(Duration::from_millis(300)).await, None);
    host.stop().await;
}

/// Stops, and plays every match of the file again: clocks and all must come out as they were.
async fn sound(host: Host) {
    let file = host.file().clone();
    let (shelf, _folder) = host.stop().await;
    let report = vauban_store::verify_file(&file).expect("a report");
    assert!(report.is_sound(), "{report}");
    let store = Arc::new(SqliteStore::open(&file).expect("a store"));
    let replayed = replay_all(shelf, store).await.expect("it is played again");
    assert!(
        replayed.matches > 0 && replayed.mismatches.is_empty(),
        "{:?}",
        replayed.mismatches
    );
}

#[tokio::test]
async fn a_start_with_a_clock_500_days_ahead_ends_no_session_for_good() {
    let mut host = Host::timed(TOYS, &Time::by_hand(START)).await;
    let guest = Client::guest(host.address, "Guest").await;
    for (time, status) in [(START + 500 * DAY, 401), (START + 60 * SECOND, 200)] {
        let (_, folder) = host.stop().await;
        host = Host::start(TOYS, folder, Time::by_hand(time)).await;
        assert_eq!(guest.at(host.address).get("/me").await.status, status);
    }
    host.stop().await;
}
