//! Programs are fair: people first, nobody at another's expense, and no thought for what nobody watches.

use serde_json::{Value, json};
use vauban_driver::{Client, Live};

use crate::host::{Host, catalogue};

/// Opens a match with these seats; its id.
async fn open(client: &mut Client, seats: [&str; 2]) -> String {
    let body = json!({"game": "jungle", "seats": seats});
    let room = client.post("/matches", body).await.ok();
    room["id"].as_str().expect("an id").to_owned()
}

/// Plays one action against a program, and waits for its answer.
async fn exchange(client: &mut Client, id: &str, number: usize) {
    let path = format!("/matches/{id}");
    let mut live = client.live(id, "").await;
    let page = live.page().await;
    let text = vauban_driver::answers(&page["page"]).swap_remove(0);
    let body = json!({
        "command_id": format!("x{number}"),
        "ask": page["page"]["ask"]["id"],
        "text": text,
    });
    client.post(&format!("{path}/commands"), body).await.ok();
    let before = page["seq"].as_u64().expect("a number");
    while live.page().await["seq"].as_u64() < Some(before + 2) {}
}

/// Whose turn a list says it is.
async fn turn(client: &mut Client, id: &str) -> Value {
    let list = client.get("/me/matches").await.ok();
    let matches = list["matches"].as_array().expect("a list").iter();
    let mut matches = matches.filter(|one| one["id"] == id);
    matches.next().expect("it is listed")["turn"].clone()
}

async fn until_over(live: &mut Live) -> Value {
    loop {
        let frame = live.page().await;
        if frame["room"]["stage"] == "over" {
            return frame;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_that_nobody_watches_wait_also_after_a_restart() {
    let mut host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let alone = open(&mut guest, ["agent:1", "agent:1"]).await;
    let own = open(&mut guest, ["me", "agent:1"]).await;
    // Had the other one been asked, it would have answered first: there is one thread.
    exchange(&mut guest, &own, 0).await;
    host.until_counted("agent_thoughts_total", 1).await;
    host = host.restart().await;
    let mut guest = guest.at(host.address);
    exchange(&mut guest, &own, 1).await;
    host.until_counted("agent_thoughts_total", 1).await;
    // As when it was opened. A list looks at nothing.
    assert_eq!(turn(&mut guest, &alone).await, json!([1]));
    assert_eq!(host.counted("agent_thoughts_total").await, 1);
    // Whoever watches sees them play; and whoever comes back.
    let mut live = guest.live(&alone, "").await;
    while live.page().await["seq"].as_u64() < Some(4) {}
    drop(live);
    host = host.restart().await;
    let mut guest = guest.at(host.address);
    exchange(&mut guest, &own, 2).await;
    host.until_counted("agent_thoughts_total", 1).await;
    let mut live = guest.live(&alone, "").await;
    let seq = until_over(&mut live).await["seq"].as_u64();
    assert!(seq > Some(4));
    host.stop().await;
}

/// A program that thinks long for a match without any person gives way at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_does_not_wait_for_programs_among_themselves() {
    let host = Host::new(catalogue()).await;
    let mut greedy = Client::guest(host.address, "Greedy").await;
    let mut watched = Vec::new();
    for _ in 0..20 {
        let id = open(&mut greedy, ["agent:8", "agent:8"]).await;
        watched.push(greedy.live(&id, "").await);
    }
    let mut person = Client::guest(host.address, "Person").await;
    let own = open(&mut person, ["me", "agent:1"]).await;
    let before = host.counted("agent_thoughts_total").await;
    for number in 0..5 {
        exchange(&mut person, &own, number).await;
    }
    // Its own five, and at most as many that were just being finished; not those of twenty matches.
    let thoughts = host.counted("agent_thoughts_total").await - before;
    assert!((4..=10).contains(&thoughts), "{thoughts} thoughts");
    drop(watched);
    host.stop().await;
}
