//! Programs by name, what they think, and hints: only against programs, at the asker's expense.

use serde_json::{Value, json};
use vauban_driver::Client;

use crate::host::{Host, catalogue};

async fn open(client: &mut Client, seats: Value) -> String {
    let body = json!({"game": "jungle", "seats": seats});
    let room = client.post("/matches", body).await.ok();
    room["id"].as_str().expect("an id").to_owned()
}

/// Plays the first action there is, and waits for the program's answer.
async fn exchange(client: &mut Client, id: &str) {
    let mut live = client.live(id, "").await;
    let page = live.page().await;
    let text = vauban_driver::answers(&page["page"]).swap_remove(0);
    let body = json!({"command_id": "x", "ask": page["page"]["ask"]["id"], "text": text});
    let path = format!("/matches/{id}/commands");
    client.post(&path, body).await.ok();
    let before = page["seq"].as_u64().expect("a number");
    while live.page().await["seq"].as_u64() < Some(before + 2) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_sits_down_by_its_name_and_tells_what_it_thought() {
    let mut host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    for wrong in [
        "agent:nobody",
        "agent:uniform:nodes=5",
        "agent:99",
        "agent:",
        "agent:uniform:x",
    ] {
        let body = json!({"game": "jungle", "seats": ["me", wrong]});
        let refused = guest.post("/matches", body).await;
        assert!(refused.status.is_client_error(), "{wrong}");
    }
    let id = open(&mut guest, json!(["me", "agent:rollouts"])).await;
    let path = format!("/matches/{id}");
    let room = guest.get(&path).await.ok();
    assert_eq!(room["seats"][1]["agent"], "rollouts");
    assert!(room["seats"][1]["level"].is_null());
    let none = guest.get(&format!("{path}/thoughts")).await.ok();
    assert_eq!(none, json!([]));
    exchange(&mut guest, &id).await;
    let thoughts = guest.get(&format!("{path}/thoughts")).await.ok();
    assert_eq!(thoughts[0]["seat"], 2);
    assert!(thoughts[0]["nodes"].as_u64() > Some(0), "{thoughts}");
    assert!(thoughts[0]["share"].as_f64().is_some(), "{thoughts}");
    // It is kept with the match, by its name.
    host = host.restart().await;
    let mut guest = guest.at(host.address);
    let room = guest.get(&path).await.ok();
    assert_eq!(room["seats"][1]["agent"], "rollouts");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_given_against_programs_and_never_between_people() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let id = open(&mut guest, json!(["me", "agent:1"])).await;
    let path = format!("/matches/{id}");
    let hint = guest.post(&format!("{path}/hint"), json!({})).await.ok();
    assert_eq!(hint["seat"], 1);
    let legal = guest.get(&format!("{path}/legal")).await.ok();
    let legal = legal["actions"].as_array().expect("a list");
    assert!(legal.contains(&hint["action"]), "{hint}");
    // A hint is not an answer: it is still the person's turn.
    assert_eq!(guest.get(&path).await.ok()["stage"], "running");
    assert!(guest.get(&format!("{path}/page")).await.ok()["ask"].is_object());
    // Who only watches gets none.
    let mut other = Client::guest(host.address, "Other").await;
    let refused = other.post(&format!("{path}/hint"), json!({})).await;
    assert_eq!(refused.status.as_u16(), 403);

    let id = open(&mut guest, json!(["me", "open"])).await;
    let path = format!("/matches/{id}");
    let join = json!({"command_id": "j", "do": "join"});
    other.post(&format!("{path}/commands"), join).await.ok();
    let refused = guest.post(&format!("{path}/hint"), json!({})).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(refused.text().contains("hint-between-people"));
    host.stop().await;
}
