//! Pictures and animations of matches, through the eyes of whoever asks.

use serde_json::json;
use vauban_driver::{Client, answers};

use crate::host::{Host, TOYS, catalogue};

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_drawn_as_a_picture_and_as_an_animation() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    for game in catalogue().games() {
        let name = game.card().name;
        let body = json!({"game": name, "seats": ["me", "me"]});
        let room = guest.post("/matches", body).await.ok();
        let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
        let mut pictures = vec![guest.get(&format!("{path}/picture.png?side=200")).await];
        for number in 0..3 {
            let page = guest.get(&format!("{path}/page")).await.ok();
            let text = answers(&page).into_iter().next().expect("an answer");
            let answer =
                json!({"command_id": format!("c{number}"), "ask": page["ask"]["id"], "text": text});
            guest.post(&format!("{path}/commands"), answer).await.ok();
        }
        pictures.push(guest.get(&format!("{path}/picture.png?side=200")).await);
        let dark = format!("{path}/picture.png?side=200&theme=dark");
        pictures.push(guest.get(&dark).await);
        for (number, picture) in pictures.iter().enumerate() {
            assert_eq!(picture.status, 200, "{name}: {}", picture.text());
            assert_eq!(picture.headers["content-type"], "image/png");
            assert_eq!(picture.headers["cache-control"], "private, no-store");
            assert!(picture.body.starts_with(b"\x89PNG\r\n"), "{name}");
            let others = &pictures[..number];
            let is_other = others.iter().all(|other| other.body != picture.body);
            assert!(is_other, "{name}: picture {number} shows what another does");
        }
        let first = format!("{path}/picture.png?side=200&step=0");
        assert_eq!(guest.get(&first).await.body, pictures[0].body, "{name}");
        let animation = guest.get(&format!("{path}/picture.gif?side=120")).await;
        assert_eq!(animation.headers["content-type"], "image/gif", "{name}");
        assert!(animation.body.starts_with(b"GIF89a"), "{name}");
        for beyond in ["picture.png?step=9999", "picture.gif?step=9999"] {
            assert_eq!(guest.get(&format!("{path}/{beyond}")).await.status, 404);
        }
        let unreadable = guest.get(&format!("{path}/picture.png?side=x")).await;
        assert_eq!(unreadable.status, 400);
    }
    host.stop().await;
}

/// What somebody hides is in its own picture and in nobody else's.
#[tokio::test(flavor = "multi_thread")]
async fn a_picture_shows_what_its_viewer_sees() {
    let host = Host::new(TOYS).await;
    let mut owner = Client::guest(host.address, "Owner").await;
    let body = json!({"game": "stash", "seat_count": 2, "seats": ["me", "open"]});
    let room = owner.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let mut other = Client::guest(host.address, "Other").await;
    let join = json!({"command_id": "j", "do": "join"});
    other.post(&format!("{path}/commands"), join).await.ok();
    let question = format!("{path}/picture.png?side=200");
    let before = [
        owner.get(&question).await.body,
        other.get(&question).await.body,
    ];
    let hide = json!({"command_id": "h", "ask": 1, "text": "hide-1"});
    owner.post(&format!("{path}/commands"), hide).await.ok();
    let own = owner.get(&question).await.body;
    assert_ne!(own, before[0], "one's own is seen");
    let (theirs, public) = (
        other.get(&question).await.body,
        owner.get(&format!("{question}&eye=0")).await.body,
    );
    let nobody = Client::new(host.address).get(&question).await.body;
    assert_eq!(theirs, before[1], "nobody else's is");
    assert_eq!(public, nobody);
    assert_ne!(own, public);
    let frames = format!("{path}/picture.gif?side=64");
    let [own, theirs] = [owner.get(&frames).await, other.get(&frames).await];
    assert!(
        own.body.len() > theirs.body.len(),
        "an unseen step has no frame"
    );
    host.stop().await;
}
