//! Getting up and sitting down again: secrets stay with who had them, what is over stays as it was, and a
//! session that ended sees nothing more.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    client::{Answer, Client},
    host::{Host, catalogue},
};

async fn order(client: &mut Client, id: &str, body: Value) -> Answer {
    client.post(&format!("/matches/{id}/commands"), body).await
}

/// A match that the first one opened and the second one sits at.
async fn opened(host: &Host, body: Value) -> (String, Client, Client) {
    let mut first = Client::guest(host.address, "First").await;
    let mut second = Client::guest(host.address, "Second").await;
    let room = first.post("/matches", body).await.ok();
    let id = room["id"].as_str().expect("an id").to_owned();
    let join = json!({"command_id": "j", "do": "join"});
    order(&mut second, &id, join).await.ok();
    (id, first, second)
}

fn code(answer: &Answer) -> Value {
    answer.json()["refusals"][0]["code"].clone()
}

#[tokio::test]
async fn a_seat_with_secrets_is_taken_again_by_who_left_it_or_by_a_program() {
    let host = Host::new(catalogue()).await;
    let body = json!({"game": "guerre", "options": {"setup": "hidden"}, "seats": ["me"]});
    let (id, mut first, mut second) = opened(&host, body).await;
    let place = json!({"command_id": "p", "ask": 1, "text": "place=I@A1"});
    order(&mut first, &id, place).await.ok();
    order(&mut first, &id, json!({"command_id": "l", "do": "leave"}))
        .await
        .ok();
    // Neither who sits opposite nor who comes from outside sees what was placed.
    let mut stranger = Client::guest(host.address, "Stranger").await;
    for client in [&mut second, &mut stranger] {
        for join in [
            json!({"command_id": "a", "do": "join", "seat": 1}),
            json!({"command_id": "b", "do": "join"}),
        ] {
            let refused = order(client, &id, join).await;
            assert_eq!(refused.status, 422);
            assert_eq!(code(&refused), "seat-has-secrets");
        }
    }
    order(&mut first, &id, json!({"command_id": "k", "do": "join"}))
        .await
        .ok();
    let record = first.get(&format!("/matches/{id}/record")).await.text();
    assert!(record.contains("place=I@A1"), "{record}");
    // A program tells nobody.
    order(&mut first, &id, json!({"command_id": "m", "do": "leave"}))
        .await
        .ok();
    let path = format!("/matches/{id}/commands");
    let appoint = json!({"command_id": "s", "do": "appoint", "seat": 1, "level": 1});
    second.post(&path, appoint).await.ok();
    host.stop().await;
}

#[tokio::test]
async fn nobody_gets_up_from_what_is_over_and_nobody_sits_down_at_it() {
    let host = Host::new(catalogue()).await;
    let (id, mut first, mut second) =
        opened(&host, json!({"game": "jungle", "seats": ["me"]})).await;
    // Nothing is played again before it was played.
    let early = first
        .post(&format!("/matches/{id}/rematch"), json!({}))
        .await;
    assert_eq!(code(&early), "match-running");
    order(&mut second, &id, json!({"command_id": "r", "do": "resign"}))
        .await
        .ok();
    let record = first.get(&format!("/matches/{id}/record")).await.text();
    for (verb, name) in [("leave", "l"), ("join", "m"), ("appoint", "n")] {
        let body = json!({"command_id": name, "do": verb, "seat": 1, "level": 1});
        let refused = order(&mut first, &id, body).await;
        assert_eq!(code(&refused), "match-over", "{verb}");
    }
    assert_eq!(
        first.get(&format!("/matches/{id}/record")).await.text(),
        record
    );
    let own = first.get("/me/matches").await.ok();
    assert_eq!(own["matches"][0]["id"], id);
    first
        .post(&format!("/matches/{id}/rematch"), json!({}))
        .await
        .ok();
    host.stop().await;
}

#[tokio::test]
async fn a_record_that_was_over_is_looked_at_as_it_was_written() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let text = "[Game \"jungle\"]\n[Seats \"Vercingétorix; César\"]\n[Date \"1997-05-11\"]\n\n1. j3j4 h11g11 2:resign\n";
    let body = json!({"game": "jungle", "text": text});
    let room = guest.post("/imports", body).await.ok();
    assert_eq!(room["visibility"], "private");
    let id = room["id"].as_str().expect("an id");
    let record = guest.get(&format!("/matches/{id}/record")).await.text();
    for tag in ["[Seats \"Vercingétorix; César\"]", "[Date \"1997-05-11\"]"] {
        assert!(record.contains(tag), "{record}");
    }
    // Who brought it finds it again.
    let own = guest.get("/me/matches").await.ok();
    assert_eq!(own["matches"][0]["id"], id);
    host.stop().await;
}

#[tokio::test]
async fn a_session_that_ended_sees_nothing_more() {
    let host = Host::new(catalogue()).await;
    let (id, mut first, mut second) =
        opened(&host, json!({"game": "jungle", "seats": ["me"]})).await;
    let mut live = second.live(&id, "").await;
    live.page().await;
    // A link for another device outlives the session that made it.
    let link = second.post("/me/recovery", json!({})).await.ok();
    let left = second.send("DELETE", "/me", None).await.expect("an answer");
    assert_eq!(left.status, 204);
    assert!(live.next().await.is_none(), "the socket is closed");
    let go = json!({"command_id": "g", "ask": 1, "text": "j3j4"});
    order(&mut first, &id, go).await.ok();
    let mut phone = Client::new(host.address);
    let secret = json!({"secret": link["secret"]});
    phone.post("/recoveries", secret).await.ok();
    host.stop().await;
}

#[tokio::test]
async fn tokens_are_listed_and_taken_away() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let made = guest.post("/me/tokens", json!({})).await.json();
    let mut program = Client::new(host.address);
    program.token = made["secret"].as_str().map(str::to_owned);
    program.get("/me").await.ok();
    let listed = guest.get("/me/tokens").await.ok();
    let tokens = listed.as_array().expect("a list");
    assert_eq!(tokens.len(), 2);
    let (own, other): (Vec<&Value>, Vec<&Value>) =
        tokens.iter().partition(|token| token["is_this"] == true);
    assert_eq!((own.len(), other.len()), (1, 1));
    assert_eq!(other[0]["kind"], "bearer");
    let path = format!("/me/tokens/{}", other[0]["id"].as_str().expect("an id"));
    // Only one's own.
    let mut stranger = Client::guest(host.address, "Stranger").await;
    let answer = stranger
        .send("DELETE", &path, None)
        .await
        .expect("an answer");
    assert_eq!(answer.status, 404);
    let answer = guest.send("DELETE", &path, None).await.expect("an answer");
    assert_eq!(answer.status, 204);
    assert_eq!(program.get("/me").await.status, 401);
    guest.get("/me").await.ok();
    host.stop().await;
}

#[tokio::test]
async fn who_holds_both_seats_says_in_the_address_which_one_is_meant() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let room = guest.post("/matches", body).await.ok();
    let path = format!(
        "/matches/{}/commands?seat=2",
        room["id"].as_str().expect("an id")
    );
    let told = guest
        .post(&path, json!({"command_id": "r", "do": "resign"}))
        .await
        .ok();
    assert_eq!(told["seat"], 2);
    host.stop().await;
}

#[tokio::test]
async fn who_watches_cannot_fill_the_talk_nor_mute_at_random() {
    let host = Host::new(catalogue()).await;
    let (id, mut first, _second) = opened(&host, json!({"game": "jungle", "seats": ["me"]})).await;
    let mut watcher = Client::guest(host.address, "Watcher").await;
    let mute = |name: &str, player: &Value, muted: bool| json!({"command_id": name, "do": "mute", "player": player, "muted": muted});
    let nobody = json!("nobody-here");
    let refused = order(&mut watcher, &id, mute("m1", &nobody, true)).await;
    assert_eq!(code(&refused), "nothing-to-mute");
    let hello = json!({"command_id": "s", "do": "say", "text": "hello"});
    order(&mut first, &id, hello).await.ok();
    let me = first.get("/me").await.ok()["id"].clone();
    order(&mut watcher, &id, mute("m2", &me, true)).await.ok();
    let twice = order(&mut watcher, &id, mute("m3", &me, true)).await;
    assert_eq!(code(&twice), "nothing-to-mute");
    let turned = json!({"command_id": "t", "do": "say", "text": "a\u{202e}b"});
    assert_eq!(code(&order(&mut first, &id, turned).await), "bad-remark");
    host.stop().await;
}

#[tokio::test]
async fn an_event_stream_is_kept_by_nobody() {
    let host = Host::new(catalogue()).await;
    let (id, ..) = opened(&host, json!({"game": "jungle", "seats": ["me"]})).await;
    let head = tokio::time::timeout(Duration::from_secs(10), async {
        use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
        let mut socket = tokio::net::TcpStream::connect(host.address).await?;
        let ask = format!("GET /api/v1/matches/{id}/stream HTTP/1.1\r\nhost: localhost\r\n\r\n");
        socket.write_all(ask.as_bytes()).await?;
        let mut lines = BufReader::new(socket).lines();
        let mut head = Vec::new();
        while let Some(line) = lines.next_line().await?.filter(|line| !line.is_empty()) {
            head.push(line.to_lowercase());
        }
        Ok::<_, std::io::Error>(head)
    });
    let head = head.await.expect("in time").expect("an answer");
    assert!(
        head.contains(&"cache-control: no-store".to_owned()),
        "{head:?}"
    );
    host.stop().await;
}

#[tokio::test]
async fn whoever_is_out_cannot_resign_again() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "landbuster", "seat_count": 3, "seats": ["me", "me", "me"]});
    let room = guest.post("/matches", body).await.ok();
    let path = format!("/matches/{}/commands", room["id"].as_str().expect("an id"));
    let resign = |id: &str, seat: u8| json!({"command_id": id, "do": "resign", "seat": seat});
    guest.post(&path, resign("a", 2)).await.ok();
    let refused = guest.post(&path, resign("b", 2)).await;
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(refused.json()["refusals"][0]["code"], "out");
    // The others still can.
    guest.post(&path, resign("c", 1)).await.ok();
    host.stop().await;
}
