//! Watching is cheap: one frame for all spectators of one kind, and only the end of the chat.

use serde_json::{Value, json};
use vauban_driver::{Client, Live};

use crate::host::{Host, catalogue};

/// A guest who holds both seats of a match, and its address.
async fn alone(host: &Host) -> (Client, String) {
    let mut guest = Client::guest(host.address, "Both").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let room = guest.post("/matches", body).await.ok();
    let id = room["id"].as_str().expect("an id");
    (guest, format!("/matches/{id}"))
}

fn id(path: &str) -> &str {
    path.trim_start_matches("/matches/")
}

async fn say(guest: &mut Client, path: &str, number: usize, text: &str) -> u16 {
    let line = json!({"command_id": format!("say-{number}"), "do": "say", "text": text});
    let answer = guest.post(&format!("{path}/commands"), line).await;
    answer.status.as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_spectators_of_one_kind_are_sent_one_frame() {
    let host = Host::new(catalogue()).await;
    let (mut guest, path) = alone(&host).await;
    let mut player = guest.live(id(&path), "").await;
    player.page().await;
    // Known and unknown alike; some of them read French.
    let known = Client::guest(host.address, "Known").await;
    let nobody = Client::new(host.address);
    let mut spectators: Vec<Live> = Vec::new();
    for number in 0..200 {
        let client = if number % 2 == 0 { &known } else { &nobody };
        let lang = if number % 4 < 2 {
            "?lang=en"
        } else {
            "?lang=fr"
        };
        let mut live = client.live(id(&path), lang).await;
        live.page().await;
        spectators.push(live);
    }
    for (number, text) in ["j3j4", "j11j10", "c3c4", "c11c10"].into_iter().enumerate() {
        let legal = guest.get(&format!("{path}/legal")).await.ok();
        let before = host.counted("frames_written_total").await;
        let body = json!({"command_id": format!("m{number}"), "ask": legal["ask"], "text": text});
        guest.post(&format!("{path}/commands"), body).await.ok();
        player.page().await;
        let mut sent: [Vec<String>; 2] = Default::default();
        for (number, live) in spectators.iter_mut().enumerate() {
            sent[usize::from(number % 4 >= 2)].push(live.next().await.expect("a frame"));
        }
        // The player's own, and one for each language.
        let written = host.counted("frames_written_total").await - before;
        assert_eq!(written, 3, "step {number}");
        for frames in &sent {
            assert_eq!(frames.len(), 100);
            assert!(frames.iter().all(|frame| *frame == frames[0]));
            let frame: Value = serde_json::from_str(&frames[0]).expect("JSON");
            assert_eq!(frame["seq"], number + 1);
            assert_eq!(frame["news"].as_array().map(Vec::len), Some(1));
        }
    }
    host.stop().await;
}

/// Somebody who takes a seat, or does not want to read somebody, sees something else at once.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_no_mere_spectator_any_more_gets_frames_of_its_own() {
    let host = Host::new(catalogue()).await;
    let mut first = Client::guest(host.address, "First").await;
    let body = json!({"game": "jungle", "seats": ["me"]});
    let room = first.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let commands = format!("{path}/commands");
    let mut second = Client::guest(host.address, "Second").await;
    let mut third = Client::guest(host.address, "Third").await;
    let mut lives = Vec::new();
    for client in [&second, &third] {
        let mut live = client.live(id(&path), "").await;
        assert_eq!(live.page().await["room"]["you"]["seats"], json!([]));
        lives.push(live);
    }
    let join = json!({"command_id": "j", "do": "join"});
    second.post(&commands, join).await.ok();
    for (live, seats) in lives.iter_mut().zip([json!([2]), json!([])]) {
        let frame = loop {
            let frame = live.page().await;
            if frame["room"]["stage"] == "running" {
                break frame;
            }
        };
        assert_eq!(frame["room"]["you"]["seats"], seats);
        // Its socket is open, so it is there.
        assert_eq!(frame["room"]["seats"][1]["presence"]["here"], true);
    }
    // It goes on as such: what one of them mutes the other still reads.
    assert_eq!(say(&mut first, &path, 1, "one").await, 200);
    let heard = async |live: &mut Live| loop {
        let frame = live.page().await;
        if let Some(line) = frame["chat"].as_array().and_then(|chat| chat.last()) {
            break line["text"].clone();
        }
    };
    for live in &mut lives {
        assert_eq!(heard(live).await, "one");
    }
    let chat = third.get(&format!("{path}/chat")).await.ok();
    let mute =
        json!({"command_id": "m", "do": "mute", "player": chat[0]["by"]["id"], "muted": true});
    third.post(&commands, mute).await.ok();
    assert_eq!(say(&mut first, &path, 2, "two").await, 200);
    assert_eq!(say(&mut second, &path, 3, "three").await, 200);
    assert_eq!(heard(&mut lives[1]).await, "three");
    host.stop().await;
}

#[tokio::test]
async fn of_the_chat_the_last_fifty_lines_are_sent() {
    let host = Host::new(catalogue()).await;
    let (mut guest, path) = alone(&host).await;
    for number in 1..=120 {
        let said = say(&mut guest, &path, number, &format!("line {number}")).await;
        assert_eq!(said, 200);
    }
    let numbers = |lines: &Value| -> Vec<u64> {
        let lines = lines.as_array().expect("a list").iter();
        lines.filter_map(|line| line["number"].as_u64()).collect()
    };
    let last: Vec<u64> = (71..=120).collect();
    for client in [&mut guest, &mut Client::new(host.address)] {
        assert_eq!(
            numbers(&client.get(&format!("{path}/chat")).await.ok()),
            last
        );
        let since = client.get(&format!("{path}/chat?since=117")).await.ok();
        assert_eq!(numbers(&since), [118, 119, 120]);
        let frame = client.live(id(&path), "").await.page().await;
        assert_eq!(numbers(&frame["chat"]), last);
    }
    host.stop().await;
}

#[tokio::test]
async fn a_chat_has_only_so_many_bytes() {
    let host = Host::new(catalogue()).await;
    let (mut guest, path) = alone(&host).await;
    let long = "🐘".repeat(500);
    // 2,000 bytes each: 65 of them are kept, and eight are sent at once.
    for number in 0..65 {
        assert_eq!(say(&mut guest, &path, number, &long).await, 200, "{number}");
    }
    assert_eq!(say(&mut guest, &path, 65, &long).await, 422);
    let chat = guest.get(&format!("{path}/chat")).await.ok();
    assert_eq!(chat.as_array().map(Vec::len), Some(8));
    assert_eq!(chat[7]["number"], 65);
    host.stop().await;
}
