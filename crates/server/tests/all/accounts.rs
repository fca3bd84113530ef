//! People's accounts: cookies of two servers on one host, names, and how much one person may leave behind.

use hyper::header::{COOKIE, HeaderMap, SET_COOKIE};
use serde_json::json;

use crate::{
    client::{Answer, Client},
    host::{Host, TOYS},
};

/// Every `name=value` that the browser is told to keep.
fn cookies(answer: &Answer) -> Vec<String> {
    let told = answer.headers.get_all(SET_COOKIE).iter();
    told.map(|value| value.to_str().expect("text"))
        .map(|value| value.split(';').next().expect("a pair").to_owned())
        .collect()
}

async fn me(host: &Host, cookies: &[String]) -> Answer {
    let mut headers = HeaderMap::new();
    headers.insert(COOKIE, cookies.join("; ").parse().expect("a header"));
    let mut browser = Client::new(host.address);
    let answer = browser.raw("GET", "/api/v1/me", headers, Vec::new());
    answer.await.expect("an answer")
}

#[tokio::test]
async fn two_servers_on_one_host_keep_their_guests() {
    let hosts = [Host::new(TOYS).await, Host::new(TOYS).await];
    let mut kept = Vec::new();
    for (host, name) in hosts.iter().zip(["Here", "There"]) {
        let body = json!({"name": name});
        let welcome = Client::new(host.address).post("/guests", body).await;
        kept.extend(cookies(&welcome));
    }
    let names: Vec<&str> = kept
        .iter()
        .filter_map(|pair| pair.split('=').next())
        .collect();
    assert_ne!(names[0], names[1], "a browser keeps both");
    for (host, name) in hosts.iter().zip(["Here", "There"]) {
        let answer = me(host, &kept).await;
        assert_eq!(answer.ok()["name"], name);
        assert_eq!(cookies(&answer), [""; 0], "nothing is renewed");
    }
    for host in hosts {
        host.stop().await;
    }
}

#[tokio::test]
async fn a_cookie_of_an_older_release_is_taken_once_and_gives_way() {
    let host = Host::new(TOYS).await;
    let welcome = Client::new(host.address)
        .post("/guests", json!({"name": "Guest"}))
        .await;
    let new = cookies(&welcome).remove(0);
    let (_, secret) = new.split_once('=').expect("a pair");
    let old = format!("vauban_session={secret}");
    let answer = me(&host, &[old]).await;
    assert_eq!(answer.ok()["name"], "Guest");
    assert_eq!(
        cookies(&answer),
        [new.clone(), "vauban_session=".to_owned()]
    );
    // That of another server says nothing here, and stays.
    let other = format!("vauban_session={}", "0".repeat(64));
    let answer = me(&host, std::slice::from_ref(&other)).await;
    assert_eq!((answer.status.as_u16(), cookies(&answer).len()), (401, 0));
    let answer = me(&host, &[other, new]).await;
    assert_eq!((answer.status.as_u16(), cookies(&answer).len()), (200, 0));
    host.stop().await;
}

#[tokio::test]
async fn a_guest_cannot_call_itself_a_program() {
    let host = Host::new(TOYS).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    for name in ["level\u{a0}3", "ОРЕN", "Programme, niveau 2"] {
        let answer = guest.post("/guests", json!({"name": name})).await;
        assert_eq!(answer.status, 422, "{name}");
        assert_eq!(answer.json()["code"], "reserved-name", "{name}");
        let body = Some(json!({"name": name}));
        let renamed = guest.send("PATCH", "/me", body).await.expect("an answer");
        assert_eq!(renamed.json()["code"], "reserved-name", "{name}");
    }
    host.stop().await;
}

#[tokio::test]
async fn an_account_has_only_so_many_tokens() {
    let host = Host::new(TOYS).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    for _ in 0..31 {
        guest.post("/me/tokens", json!({})).await.ok();
    }
    for door in ["/me/tokens", "/me/recovery"] {
        let refused = guest.post(door, json!({})).await;
        assert_eq!(refused.json()["code"], "too-many-tokens", "{door}");
    }
    let tokens = guest.get("/me/tokens").await.ok();
    let last = tokens[31]["id"].as_str().expect("an id").to_owned();
    let path = format!("/me/tokens/{last}");
    guest.send("DELETE", &path, None).await.expect("an answer");
    guest.post("/me/recovery", json!({})).await.ok();
    // Whoever makes and revokes them all day is stopped, too.
    let mut made = 33;
    let refused = loop {
        let tokens = guest.get("/me/tokens").await.ok();
        let last = tokens[31]["id"].as_str().expect("an id").to_owned();
        let path = format!("/me/tokens/{last}");
        guest.send("DELETE", &path, None).await.expect("an answer");
        let answer = guest.post("/me/tokens", json!({})).await;
        if answer.status != 201 {
            break answer;
        }
        made += 1;
    };
    assert_eq!(refused.json()["code"], "too-many-tokens");
    assert_eq!(made, 200);
    host.stop().await;
}

#[tokio::test]
async fn a_stranger_leaves_only_so_much_behind_in_a_match() {
    let host = Host::new(TOYS).await;
    let mut owner = Client::guest(host.address, "Owner").await;
    let room = owner.post("/matches", json!({"game": "stash", "seats": ["me"]}));
    let room = room.await.ok();
    let path = format!("/matches/{}/commands", room["id"].as_str().expect("an id"));
    let mut stranger = Client::guest(host.address, "Stranger").await;
    let line = json!({"command_id": "s", "do": "say", "text": "hello"});
    owner.post(&path, line).await.ok();
    let other = &room["seats"][0]["player"]["id"];
    let mut changes = 0;
    let refused = loop {
        let body = json!({"command_id": format!("m{changes}"), "do": "mute", "player": other, "muted": changes % 2 == 0});
        let answer = stranger.post(&path, body).await;
        if answer.status != 200 {
            break answer;
        }
        changes += 1;
    };
    assert_eq!(changes, 100);
    let first = |answer: &Answer| answer.json()["refusals"][0]["code"].clone();
    assert_eq!(first(&refused), "too-many-changes");
    let join = json!({"command_id": "j", "do": "join"});
    let refused = stranger.post(&path, join.clone()).await;
    assert_eq!(first(&refused), "too-many-changes");
    // Somebody else still finds the seat free.
    let mut friend = Client::guest(host.address, "Friend").await;
    friend.post(&path, join).await.ok();
    host.stop().await;
}
