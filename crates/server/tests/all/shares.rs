//! Links by which others watch a private match, and which can be withdrawn.

use serde_json::{Value, json};
use vauban_driver::Client;

use crate::host::{Host, TOYS, catalogue};

/// A private match of a game with secrets, whose owner has the first seat and another the second.
struct Scene {
    path: String,
    owner: Client,
    other: Client,
}

impl Scene {
    async fn set(host: &Host) -> Scene {
        let mut owner = Client::guest(host.address, "Owner").await;
        let body = json!({"game": "stash", "seat_count": 2, "seats": ["me"], "private": true});
        let room = owner.post("/matches", body).await.ok();
        let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
        let mut other = Client::guest(host.address, "Other").await;
        other.key = room["links"]["join"].as_str().map(str::to_owned);
        let join = json!({"command_id": "j", "do": "join"});
        other.post(&format!("{path}/commands"), join).await.ok();
        other.key = None;
        Scene { path, owner, other }
    }

    fn id(&self) -> &str {
        self.path.trim_start_matches("/matches/")
    }

    fn at(&self, question: &str) -> String {
        format!("{}{question}", self.path)
    }

    /// A link: its name and its key.
    async fn share(&mut self) -> (String, String) {
        let path = self.at("/shares");
        let made = self.owner.post(&path, json!({})).await.ok();
        let part = |name: &str| made[name].as_str().expect("a text").to_owned();
        (part("share"), part("key"))
    }

    async fn withdraw(&mut self, share: &str) -> u16 {
        let path = self.at("/commands");
        let body = json!({"command_id": format!("w-{share}"), "do": "withdraw", "share": share});
        self.owner.post(&path, body).await.status.as_u16()
    }
}

/// Somebody who comes by a link.
fn watcher(host: &Host, key: &str) -> Client {
    let mut watcher = Client::new(host.address);
    watcher.key = Some(key.to_owned());
    watcher
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_lets_others_watch_until_it_is_withdrawn() {
    let host = Host::new(TOYS).await;
    let mut scene = Scene::set(&host).await;
    let mut stranger = watcher(&host, &"0".repeat(64));
    // Before, and with a wrong key.
    assert_eq!(stranger.get(&scene.at("/page")).await.status, 404);
    let (share, key) = scene.share().await;
    let (kept, other_key) = scene.share().await;
    assert_eq!((key.len(), share.len()), (64, 16));
    assert_eq!(stranger.get(&scene.at("/page")).await.status, 404);
    // The name of the link opens nothing, and neither does a part of the key.
    for wrong in [share.as_str(), &key[..63], &key[1..], ""] {
        let answer = watcher(&host, wrong).get(&scene.at("")).await;
        assert_eq!(answer.status, 404, "{wrong}");
    }
    let mut viewer = watcher(&host, &key);
    let room = viewer.get(&scene.at("")).await.ok();
    assert_eq!(room["you"]["seats"], json!([]));
    let mut live = viewer.live(scene.id(), "").await;
    let mut kept_live = watcher(&host, &other_key).live(scene.id(), "").await;
    for live in [&mut live, &mut kept_live] {
        assert_eq!(live.page().await["room"]["you"]["eye"], Value::Null);
    }
    // Who sits there sees who shares it, and no key.
    let seen = scene.other.get(&scene.path.clone()).await;
    assert!(!seen.text().contains(&key));
    let shares = seen.ok()["shares"].clone();
    assert_eq!(shares[0]["share"], share.as_str());
    assert_eq!(shares[0]["by"]["name"], "Owner");
    // Withdrawn: the socket ends, and nothing is seen any more; the other link is as good as before.
    assert_eq!(scene.withdraw(&share).await, 200);
    while live.next().await.is_some() {}
    assert_eq!(viewer.get(&scene.at("/page")).await.status, 404);
    assert!(viewer.try_live(scene.id(), "", &[]).await.is_err());
    assert_eq!(
        watcher(&host, &other_key)
            .get(&scene.at("/page"))
            .await
            .status,
        200
    );
    let hide = json!({"command_id": "h", "ask": 1, "text": "hide-1"});
    let commands = scene.at("/commands");
    scene.owner.post(&commands, hide).await.ok();
    assert_eq!(scene.withdraw(&kept).await, 200);
    while kept_live.next().await.is_some() {}
    assert_eq!(scene.withdraw(&kept).await, 200, "the same answer again");
    assert_eq!(scene.withdraw("0000000000000000").await, 422);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_by_a_link_sees_what_a_spectator_sees_and_does_nothing() {
    let host = Host::new(TOYS).await;
    let mut scene = Scene::set(&host).await;
    let commands = scene.at("/commands");
    let hide = json!({"command_id": "h", "ask": 1, "text": "hide-1"});
    scene.owner.post(&commands, hide).await.ok();
    let (_, key) = scene.share().await;
    let mut viewer = watcher(&host, &key).welcomed("Viewer").await;
    let room = viewer.get(&scene.at("")).await.ok();
    for secret in ["links", "shares"] {
        assert!(room.get(secret).is_none(), "{secret}");
    }
    for offered in ["may_join", "may_close"] {
        assert!(room["you"].get(offered).is_none(), "{offered}");
    }
    // As somebody sees it who asks for the spectator's eyes.
    let page = viewer.get(&scene.at("/page")).await.ok();
    let public = scene.at("/page?eye=0");
    let expected = scene.owner.get(&public).await.ok();
    assert_eq!(page["layers"], expected["layers"]);
    assert_eq!(page["hash"], expected["hash"]);
    assert_eq!(page["ask"], Value::Null);
    let own = scene.owner.get(&scene.path.clone()).await.ok();
    assert_eq!(own["you"]["eye"], 1);
    for question in [
        "/page?eye=1",
        "/picture.png?eye=1",
        "/picture.gif?eye=2",
        "/legal",
    ] {
        assert_eq!(
            viewer.get(&scene.at(question)).await.status,
            403,
            "{question}"
        );
    }
    for body in [
        json!({"command_id": "a", "do": "join"}),
        json!({"command_id": "b", "do": "resign", "seat": 1}),
        json!({"command_id": "c", "ask": 1, "text": "hide-1"}),
    ] {
        let answer = viewer.post(&commands, body.clone()).await;
        assert_eq!(answer.status, 403, "{body}");
    }
    assert_eq!(
        viewer.post(&scene.at("/shares"), json!({})).await.status,
        403
    );
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_keeps_the_key_in_a_cookie_for_that_match_alone() {
    let host = Host::new(TOYS).await;
    let mut scene = Scene::set(&host).await;
    let (share, key) = scene.share().await;
    let mut browser = Client::new(host.address);
    let wrong = json!({"key": "0".repeat(64)});
    assert_eq!(browser.post(&scene.at("/key"), wrong).await.status, 404);
    let answer = browser.post(&scene.at("/key"), json!({"key": key})).await;
    assert_eq!(answer.status, 204, "{}", answer.text());
    let cookie = answer.headers["set-cookie"].to_str().expect("a text");
    let path = format!("Path=/api/v1{};", scene.path);
    for part in ["HttpOnly", "SameSite=Lax", &path] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let (pair, _) = cookie.split_once(';').expect("attributes");
    let headers = || {
        let mut headers = axum_headers();
        headers.insert("cookie", pair.parse().expect("a header"));
        headers
    };
    let page = format!("/api/v1{}/page", scene.path);
    let seen = browser.raw("GET", &page, headers(), Vec::new()).await;
    assert_eq!(seen.expect("an answer").status, 200);
    assert_eq!(scene.withdraw(&share).await, 200);
    let gone = browser.raw("GET", &page, headers(), Vec::new()).await;
    assert_eq!(gone.expect("an answer").status, 404);
    host.stop().await;
}

fn axum_headers() -> hyper::HeaderMap {
    hyper::HeaderMap::new()
}

#[tokio::test(flavor = "multi_thread")]
async fn links_are_few_and_withdrawn_by_who_made_them_or_by_the_owner() {
    let host = Host::new(TOYS).await;
    let mut scene = Scene::set(&host).await;
    let (first, _) = scene.share().await;
    let (shares, commands) = (scene.at("/shares"), scene.at("/commands"));
    let made = scene.other.post(&shares, json!({})).await.ok();
    let theirs = made["share"].as_str().expect("a name").to_owned();
    let take = |id: &str, share: &str| json!({"command_id": id, "do": "withdraw", "share": share});
    let refused = scene.other.post(&commands, take("x", &first)).await;
    assert_eq!(refused.json()["refusals"][0]["code"], "no-such-share");
    for _ in 0..6 {
        scene.share().await;
    }
    let more = scene.owner.post(&shares, json!({})).await;
    assert_eq!(more.status, 422);
    assert_eq!(more.json()["refusals"][0]["code"], "too-many-shares");
    assert_eq!(scene.withdraw(&theirs).await, 200);
    scene.share().await;
    // Everybody may watch a listed match anyway.
    let body = json!({"game": "stash", "seat_count": 2, "seats": ["me"]});
    let listed = scene.owner.post("/matches", body).await.ok();
    let path = format!("/matches/{}/shares", listed["id"].as_str().expect("an id"));
    let answer = scene.owner.post(&path, json!({})).await;
    assert_eq!(answer.json()["refusals"][0]["code"], "is-listed");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_outlive_a_restart_and_the_store_holds_their_hashes_alone() {
    let host = Host::new(catalogue()).await;
    let mut owner = Client::guest(host.address, "Owner").await;
    let body = json!({"game": "jungle", "seats": ["me", "agent:1"], "private": true});
    let room = owner.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let mut keys = Vec::new();
    for _ in 0..2 {
        let made = owner.post(&format!("{path}/shares"), json!({})).await.ok();
        let part = |name: &str| made[name].as_str().expect("a text").to_owned();
        keys.push((part("share"), part("key")));
    }
    let take = json!({"command_id": "w", "do": "withdraw", "share": keys[0].0});
    owner.post(&format!("{path}/commands"), take).await.ok();
    let host = host.restart().await;
    for ((_, key), status) in keys.iter().zip([404, 200]) {
        let answer = watcher(&host, key).get(&format!("{path}/page")).await;
        assert_eq!(answer.status, status);
    }
    let file = host.file().clone();
    let (_, _folder) = host.stop().await;
    let names = std::fs::read_dir(file.parent().expect("a folder")).expect("a folder");
    let mut read = 0;
    for name in names {
        let bytes = std::fs::read(name.expect("a file").path()).unwrap_or_default();
        read += bytes.len();
        for (_, key) in &keys {
            let found = bytes.windows(key.len()).any(|part| part == key.as_bytes());
            assert!(!found, "a key is in the store");
        }
    }
    assert!(read > 10_000, "{read}");
}
