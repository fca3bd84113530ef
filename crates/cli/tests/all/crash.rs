//! The crash oracle: a driver outside the server plays matches, kills it at random instants,
//! starts it again, and audits that nothing that was acknowledged or seen is lost or doubled.
//!
//! `cargo xtask soak --kills 2000` kills more often.

use std::{path::Path, time::Duration};

use serde_json::json;

use crate::{client::Client, oracle, program::server::Server};

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_being_killed() {
    let kills = vauban_laws::times("VAUBAN_KILLS", 40, 200) as usize;
    let start = |folder: &Path| {
        let data = folder.to_str().expect("a plain name");
        Server::start(&["serve", "--port", "0", "--data", data], &[])
    };
    oracle::driver::run(kills, start).await;
}

/// An order that repeats goes with the server; the rounds that anybody saw stay.
#[tokio::test(flavor = "multi_thread")]
async fn a_kill_between_two_rounds_keeps_those_that_were_seen() {
    const BATTLE: &str = "1.1.attacker.0.0._a40b30n1n1n1n1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1\
        _0-0-0.0-0-0.0-0-0.0-0-0.0-0-0.0-0-0_14-14-14.0-0-0_-.-.0.0.00000";
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a plain name");
    let start = || Server::start(&["serve", "--port", "0", "--data", data], &[]);
    let server = start();
    let mut client = Client::guest(server.address, "Somebody").await;
    let wish = json!({"game": "risk", "options": {"rules": "classic"}, "position": BATTLE, "seats": ["me", "agent:1"]});
    let room = client.post("/matches", wish).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let order =
        json!({"command_id": "o", "ask": 1, "text": "101", "then": ["x102", "d3"], "repeat": {}});
    let commands = format!("{path}/commands");
    let answer = client.post(&commands, order.clone()).await;
    answer.ok();
    let (mut rounds, mut seen) = (0, 0);
    while rounds < 3 {
        let room = client.get(&path).await.ok();
        rounds = room["you"]["order"]["rounds"].as_u64().expect("it is told");
        let page = client.get(&format!("{path}/page")).await.ok();
        seen = page["seq"].as_u64().expect("a number");
        // Whoever asks without a pause is limited.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.kill();

    let server = start();
    let mut client = client.at(server.address);
    let record = client.get(&format!("{path}/record")).await.text();
    assert!(record.matches(" d3 ").count() >= 3, "{record}");
    assert_eq!(client.post(&commands, order).await.body, answer.body);
    let page = async |client: &mut Client| client.get(&format!("{path}/page")).await.ok();
    // The program may still owe its answer to the last round; then nothing is left but to ask the person.
    let mut asked = page(&mut client).await;
    while asked["ask"].is_null() {
        tokio::time::sleep(Duration::from_millis(50)).await;
        asked = page(&mut client).await;
    }
    let kept = asked["seq"].as_u64().expect("a number");
    assert!(kept >= seen, "{kept} of {seen}");
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(page(&mut client).await["seq"], kept);
    assert!(client.get(&path).await.ok()["you"]["order"].is_null());
}
