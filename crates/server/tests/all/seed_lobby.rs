//! The lobby of the first Jungle War: every status that its report describes, over a real socket.

use hyper::header::HeaderMap;
use serde_json::{Value, json};

use crate::{
    client::{Answer, Client},
    host::{Host, catalogue},
};

async fn send(client: &mut Client, method: &str, path: &str, body: &str) -> Answer {
    client
        .raw(method, path, HeaderMap::new(), body.as_bytes().to_vec())
        .await
        .expect("an answer")
}

async fn add(client: &mut Client, name: &str) -> Answer {
    send(client, "PUT", "/player", &json!({"name": name}).to_string()).await
}

/// The status, when nothing else may be sent.
fn bare(answer: &Answer) -> u16 {
    assert!(answer.body.is_empty(), "{}", answer.text());
    answer.status.as_u16()
}

#[tokio::test]
async fn two_players_come_are_known_and_renamed_and_go() {
    let host = Host::with_seed_lobby(catalogue(), "jungle").await;
    let mut client = Client::new(host.address);

    // GET: 404 with nothing.
    for id in ["1", "2", "0", "3", "x", "01", "-1", "18446744073709551617"] {
        let nobody = send(&mut client, "GET", &format!("/player/{id}"), "").await;
        assert_eq!(bare(&nobody), 404, "{id}");
    }
    // PUT: 201 with the id, the lowest that is free; 503 with nothing when it is full.
    for (name, id) in [("Ann", 1), ("Bob", 2)] {
        let added = add(&mut client, name).await;
        assert_eq!(added.status, 201);
        assert_eq!(added.json(), json!({"id": id}));
    }
    assert_eq!(bare(&add(&mut client, "Cid").await), 503);
    // GET: 200 with the name.
    let ann = send(&mut client, "GET", "/player/1", "").await;
    assert_eq!(
        (ann.status.as_u16(), ann.json()),
        (200, json!({"name": "Ann"}))
    );
    // POST: 200 with nothing, 404 with nothing.
    let renamed = send(&mut client, "POST", "/player/2", r#"{"name": "Benoît"}"#).await;
    assert_eq!(bare(&renamed), 200);
    let bob = send(&mut client, "GET", "/player/2", "").await;
    assert_eq!(bob.json(), json!({"name": "Benoît"}));
    assert_eq!(
        bare(&send(&mut client, "POST", "/player/3", r#"{"name": "x"}"#).await),
        404
    );
    // DELETE: 200 with nothing, then 404 with nothing; the place is free again.
    assert_eq!(
        bare(&send(&mut client, "DELETE", "/player/1", "").await),
        200
    );
    assert_eq!(
        bare(&send(&mut client, "DELETE", "/player/1", "").await),
        404
    );
    assert_eq!(bare(&send(&mut client, "GET", "/player/1", "").await), 404);
    assert_eq!(
        bare(&send(&mut client, "POST", "/player/1", r#"{"name": "x"}"#).await),
        404
    );
    assert_eq!(add(&mut client, "Dan").await.json(), json!({"id": 1}));
    host.stop().await;
}

#[tokio::test]
async fn a_body_without_a_name_is_refused() {
    let host = Host::with_seed_lobby(catalogue(), "jungle").await;
    let mut client = Client::new(host.address);
    let long = json!({"name": "x".repeat(41)}).to_string();
    for body in [
        "",
        "{",
        "{}",
        "[]",
        r#"{"name": 3}"#,
        r#"{"name": ""}"#,
        &long,
    ] {
        assert_eq!(
            bare(&send(&mut client, "PUT", "/player", body).await),
            400,
            "{body}"
        );
    }
    add(&mut client, "Ann").await;
    assert_eq!(
        bare(&send(&mut client, "POST", "/player/1", "{}").await),
        400
    );
    let huge = json!({"name": "x".repeat(20_000)}).to_string();
    assert_eq!(send(&mut client, "PUT", "/player", &huge).await.status, 413);
    for (method, path) in [
        ("GET", "/player"),
        ("POST", "/player"),
        ("PUT", "/player/1"),
    ] {
        assert_eq!(
            send(&mut client, method, path, "").await.status,
            405,
            "{method} {path}"
        );
    }
    host.stop().await;
}

#[tokio::test]
async fn the_players_of_the_lobby_sit_at_a_match_and_can_play_it() {
    let host = Host::with_seed_lobby(catalogue(), "jungle").await;
    let mut client = Client::new(host.address);
    let header =
        |answer: &Answer, name: &str| answer.headers[name].to_str().expect("text").to_owned();
    let (first, second) = (add(&mut client, "Ann").await, add(&mut client, "Bob").await);
    let id = header(&first, "vauban-match");
    assert_eq!(header(&second, "vauban-match"), id, "one table");
    assert_eq!(header(&second, "location"), "/player/2");
    let room = client.get(&format!("/matches/{id}")).await.ok();
    assert_eq!(
        (&room["game"], &room["stage"]),
        (&json!("jungle"), &json!("running"))
    );
    let names: Vec<&Value> = room["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .map(|seat| &seat["player"]["name"])
        .collect();
    assert_eq!(names, ["Ann", "Bob"]);

    let mut ann = Client::new(host.address);
    ann.token = Some(header(&first, "vauban-token"));
    let go = json!({"command_id": "1", "ask": 1, "text": "j3j4"});
    ann.post(&format!("/matches/{id}/commands"), go).await.ok();

    // When the match is over, whoever stays sits at a new one with whoever comes.
    ann.post(
        &format!("/matches/{id}/commands"),
        json!({"command_id": "r", "do": "resign"}),
    )
    .await
    .ok();
    assert_eq!(
        bare(&add(&mut client, "Cid").await),
        503,
        "both are still there"
    );
    send(&mut client, "DELETE", "/player/1", "").await;
    let third = add(&mut client, "Cid").await;
    assert_eq!(third.json(), json!({"id": 1}));
    let next = header(&third, "vauban-match");
    assert_ne!(next, id);
    let bob = send(&mut client, "GET", "/player/2", "").await;
    assert_eq!(bob.json(), json!({"name": "Bob"}));
    // When both have gone, the next begins anew.
    for id in ["1", "2"] {
        send(&mut client, "DELETE", &format!("/player/{id}"), "").await;
    }
    let fourth = add(&mut client, "Dan").await;
    assert_ne!(header(&fourth, "vauban-match"), next);
    host.stop().await;
}

#[tokio::test]
async fn without_being_asked_for_there_is_no_lobby() {
    let host = Host::new(catalogue()).await;
    let mut client = Client::new(host.address);
    assert_eq!(add(&mut client, "Ann").await.status, 404);
    for method in ["GET", "POST", "DELETE"] {
        let answer = send(&mut client, method, "/player/1", r#"{"name": "x"}"#).await;
        assert_eq!(answer.status, 404, "{method}");
    }
    host.stop().await;
}

#[tokio::test]
async fn a_page_of_another_site_cannot_use_the_lobby() {
    let host = Host::with_seed_lobby(catalogue(), "jungle").await;
    let mut client = Client::new(host.address);
    let mut headers = HeaderMap::new();
    headers.insert("sec-fetch-site", "cross-site".parse().expect("a header"));
    let forged = client
        .raw("PUT", "/player", headers, br#"{"name": "Eve"}"#.to_vec())
        .await
        .expect("an answer");
    assert_eq!(forged.status, 403);
    host.stop().await;
}
