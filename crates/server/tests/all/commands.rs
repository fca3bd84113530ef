//! Commands happen once: repeated, reordered, reused, refused and stale ones, over real sockets.

use serde_json::{Value, json};

use crate::{
    client::{Answer, Client},
    host::{Host, catalogue},
};

/// A match of Jungle War between two guests.
async fn jungle(host: &Host) -> (String, [Client; 2]) {
    let mut first = Client::guest(host.address, "First").await;
    let mut second = Client::guest(host.address, "Second").await;
    let room = first
        .post(
            "/matches",
            json!({"game": "jungle", "seats": ["me"], "undo": "own"}),
        )
        .await
        .ok();
    let id = room["id"].as_str().expect("an id").to_owned();
    let join = format!("/matches/{id}/commands");
    second
        .post(&join, json!({"command_id": "join", "do": "join"}))
        .await
        .ok();
    (id, [first, second])
}

async fn page(client: &mut Client, id: &str) -> Value {
    client.get(&format!("/matches/{id}/page")).await.ok()
}

async fn command(client: &mut Client, id: &str, body: Value) -> Answer {
    client.post(&format!("/matches/{id}/commands"), body).await
}

#[tokio::test]
async fn a_repeated_command_has_the_same_answer_to_the_byte() {
    let host = Host::new(catalogue()).await;
    let (id, [mut first, mut second]) = jungle(&host).await;
    let body = json!({"command_id": "a", "ask": 1, "text": "j3j4"});
    let answer = command(&mut first, &id, body.clone()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let now = page(&mut first, &id).await;
    assert_eq!(answer.json()["seq"], now["seq"]);
    assert_eq!(answer.json()["hash"], now["hash"]);

    // Again, by another door, and much later.
    let mut live = first.live(&id, "").await;
    live.page().await;
    assert!(live.send(&body).await);
    let reply = live.next().await.expect("a reply");
    assert!(
        reply.contains(&answer.text()),
        "{reply} holds {}",
        answer.text()
    );
    command(
        &mut second,
        &id,
        json!({"command_id": "a", "ask": 1, "text": "j11j10"}),
    )
    .await
    .ok();
    let again = command(&mut first, &id, body).await;
    assert_eq!(again.body, answer.body);
    assert_eq!(page(&mut first, &id).await["seq"], 2);

    // The same id for something else.
    let other = json!({"command_id": "a", "ask": 1, "text": "j3i3"});
    let reused = command(&mut first, &id, other).await;
    assert_eq!(reused.status, 422);
    assert_eq!(reused.json()["code"], "command-id-reused");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_command_sent_many_times_at_once_is_done_once() {
    let host = Host::new(catalogue()).await;
    let (id, [mut first, _]) = jungle(&host).await;
    let sending: Vec<_> = (0..12)
        .map(|_| {
            let mut tab = first.at(host.address);
            let id = id.clone();
            tokio::spawn(async move {
                let body = json!({"command_id": "x", "ask": 1, "text": "j3j4"});
                command(&mut tab, &id, body).await.body
            })
        })
        .collect();
    let mut bodies = Vec::new();
    for task in sending {
        bodies.push(task.await.expect("no panic"));
    }
    assert!(
        bodies.windows(2).all(|pair| pair[0] == pair[1]),
        "{bodies:?}"
    );
    assert_eq!(page(&mut first, &id).await["seq"], 1);
    host.stop().await;
}

#[tokio::test]
async fn a_refusal_is_whole_and_stays_the_answer() {
    let host = Host::new(catalogue()).await;
    let (id, [mut first, mut second]) = jungle(&host).await;
    let body = json!({"command_id": "a", "ask": 1, "text": "j3j9"});
    let refused = command(&mut first, &id, body.clone()).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.headers["content-type"], "application/problem+json");
    let problem = refused.json();
    assert_eq!(problem["code"], "refused");
    let refusal = &problem["refusals"][0];
    for field in ["code", "text", "rule", "spots"] {
        assert!(!refusal[field].is_null(), "{problem}");
    }
    assert!(problem["unchecked"].is_array());
    // In French, for a new id; the old id keeps its answer.
    let french = first
        .post(
            &format!("/matches/{id}/commands?lang=fr"),
            json!({"command_id": "b", "ask": 1, "text": "j3j9"}),
        )
        .await;
    assert_ne!(french.json()["title"], problem["title"]);
    let again = command(&mut first, &id, body).await;
    assert_eq!(again.body, refused.body);
    // Nobody was told, and nothing moved.
    assert_eq!(page(&mut second, &id).await["seq"], 0);

    // Not on turn, and not even seated.
    let early = json!({"command_id": "a", "ask": 1, "text": "j11j10"});
    assert_eq!(command(&mut second, &id, early.clone()).await.status, 409);
    let mut stranger = Client::guest(host.address, "Stranger").await;
    assert_eq!(command(&mut stranger, &id, early.clone()).await.status, 403);
    let mut nobody = Client::new(host.address);
    assert_eq!(command(&mut nobody, &id, early).await.status, 401);
    host.stop().await;
}

#[tokio::test]
async fn an_answer_to_an_old_question_gets_the_current_page() {
    let host = Host::new(catalogue()).await;
    let (id, [mut first, mut second]) = jungle(&host).await;
    let body = json!({"command_id": "a", "ask": 1, "text": "j3j4"});
    command(&mut first, &id, body).await.ok();
    let late = json!({"command_id": "b", "ask": 1, "text": "c3c4"});
    let stale = command(&mut first, &id, late.clone()).await;
    assert_eq!(stale.status, 409);
    assert_eq!(stale.json()["code"], "not-your-turn");
    assert_eq!(stale.json()["page"], page(&mut first, &id).await);
    // The question is not open when the seat is asked again, either.
    let reply = json!({"command_id": "a", "ask": 1, "text": "j11j10"});
    command(&mut second, &id, reply).await.ok();
    let stale = command(&mut first, &id, late).await;
    assert_eq!(
        (stale.status.as_u16(), &stale.json()["code"]),
        (409, &json!("stale"))
    );
    host.stop().await;
}

#[tokio::test]
async fn taking_back_drawing_and_resigning_need_who_they_need() {
    let host = Host::new(catalogue()).await;
    let (id, [mut first, mut second]) = jungle(&host).await;
    let path = |what: &str| format!("/matches/{id}/{what}");
    let go = json!({"command_id": "a", "ask": 1, "text": "j3j4"});
    command(&mut first, &id, go).await.ok();
    // One's own last action may be taken back; then it is asked anew.
    first
        .post(&path("commands"), json!({"command_id": "u1", "do": "undo"}))
        .await
        .ok();
    let now = page(&mut first, &id).await;
    assert_eq!(now["ask"]["id"], 2);
    let go = json!({"command_id": "b", "ask": 2, "text": "j3j4"});
    command(&mut first, &id, go).await.ok();
    let ask = page(&mut second, &id).await["ask"]["id"].clone();
    let go = json!({"command_id": "a", "ask": ask, "text": "j11j10"});
    command(&mut second, &id, go).await.ok();
    // Not across what another did, but with consent.
    let alone = first
        .post(&path("commands"), json!({"command_id": "u2", "do": "undo"}))
        .await;
    assert_eq!(alone.json()["refusals"][0]["code"], "undo-needs-consent");
    first
        .post(
            &path("commands"),
            json!({"command_id": "u3", "do": "ask-undo"}),
        )
        .await
        .ok();
    assert_eq!(page(&mut second, &id).await["offers"]["undo"]["by"], 1);
    let consent = json!({"command_id": "u3", "do": "consent", "agrees": true});
    second.post(&path("commands"), consent).await.ok();
    assert!(!page(&mut first, &id).await["ask"].is_null());

    second
        .post(&path("commands"), json!({"command_id": "d", "do": "draw"}))
        .await
        .ok();
    assert_eq!(page(&mut first, &id).await["offers"]["draw"], json!([2]));
    first
        .post(
            &path("commands"),
            json!({"command_id": "r", "do": "resign"}),
        )
        .await
        .ok();
    let end = page(&mut second, &id).await;
    assert_eq!(end["result"]["reason"], "resignation");
    assert_eq!(end["result"]["winner"], 2);
    let record = second.get(&path("record")).await.text();
    assert!(
        record.contains("undone: j3j4 j11j10") && record.contains("1:resign"),
        "{record}"
    );

    // The same again, with the seats changed; the second one finds it and sits down.
    let rematch = second.post(&path("rematch"), json!({})).await.ok();
    assert_eq!(rematch["you"]["seats"], json!([1]));
    let found = first.get(&format!("/matches/{id}")).await.ok();
    assert_eq!(found["rematch"], rematch["id"]);
    let join = format!(
        "/matches/{}/commands",
        rematch["id"].as_str().expect("an id")
    );
    let joined = first
        .post(&join, json!({"command_id": "j", "do": "join"}))
        .await
        .ok();
    assert_eq!(joined["seat"], 2);

    // All of it comes back from the log.
    let host = host.restart().await;
    let mut second = second.at(host.address);
    assert_eq!(second.get(&path("record")).await.text(), record);
    assert_eq!(page(&mut second, &id).await, end);
    host.stop().await;
}
