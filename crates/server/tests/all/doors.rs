//! Who may do and see what: sessions, links, forged requests, limits, agents, and the description of the API.

use std::{collections::BTreeSet, time::Duration};

use hyper::header::{HeaderMap, HeaderName};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};
use vauban_server::Options;

use crate::{
    client,
    client::Client,
    host::{Host, catalogue, options},
};

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    let pairs = pairs.iter().map(|(name, value)| {
        let value = value.parse().expect("a header");
        (HeaderName::from_static(name), value)
    });
    let json = ("content-type", "application/json");
    let mut headers: HeaderMap = pairs.collect();
    headers.insert(json.0, json.1.parse().expect("a header"));
    headers
}

async fn raw(
    client: &mut Client,
    path: &str,
    with: &[(&'static str, &str)],
    body: Value,
) -> client::Answer {
    let path = format!("/api/v1{path}");
    let body = body.to_string().into_bytes();
    client
        .raw("POST", &path, headers(with), body)
        .await
        .expect("an answer")
}

#[tokio::test]
async fn a_browser_is_known_by_a_cookie_that_no_other_site_can_use() {
    let host = Host::new(catalogue()).await;
    let mut browser = Client::new(host.address);
    let welcome = browser.post("/guests", json!({"name": " Élise "})).await;
    assert_eq!(welcome.status, 201);
    assert_eq!(welcome.json()["player"]["name"], "Élise");
    assert!(welcome.json().get("token").is_none());
    let cookie = welcome.headers["set-cookie"].to_str().expect("text");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let pair = cookie.split(';').next().expect("a pair").to_owned();
    let create = json!({"game": "jungle", "seats": ["me", "me"]});
    let ours = [("cookie", pair.as_str()), ("sec-fetch-site", "same-origin")];
    assert_eq!(
        raw(&mut browser, "/matches", &ours, create.clone())
            .await
            .status,
        201
    );
    let forged = [("cookie", pair.as_str()), ("sec-fetch-site", "cross-site")];
    let refused = raw(&mut browser, "/matches", &forged, create.clone()).await;
    assert_eq!(refused.json()["code"], "foreign-origin");
    let forged = [("cookie", pair.as_str()), ("origin", "http://evil.example")];
    assert_eq!(
        raw(&mut browser, "/matches", &forged, create.clone())
            .await
            .status,
        403
    );

    // A recovery link works once.
    let link = raw(&mut browser, "/me/recovery", &ours, json!({}))
        .await
        .ok();
    let mut phone = Client::new(host.address);
    let moved = phone.post("/recoveries", link.clone()).await;
    assert_eq!(moved.json()["player"]["name"], "Élise");
    assert!(moved.headers.contains_key("set-cookie"));
    assert_eq!(phone.post("/recoveries", link.clone()).await.status, 404);
    // Nor is it a session itself.
    phone.token = link["secret"].as_str().map(str::to_owned);
    assert_eq!(phone.get("/me").await.status, 401);
    host.stop().await;
}

#[tokio::test]
async fn a_session_ends_when_its_guest_leaves() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let token = guest.post("/me/tokens", json!({})).await.ok();
    let mut program = Client::new(host.address);
    program.token = token["secret"].as_str().map(str::to_owned);
    assert_eq!(program.get("/me").await.ok()["name"], "Guest");
    let gone = guest.send("DELETE", "/me", None).await.expect("an answer");
    assert_eq!(gone.status, 204);
    assert_eq!(guest.get("/me").await.status, 401);
    // The program has a session of its own.
    program.get("/me").await.ok();
    host.stop().await;
}

#[tokio::test]
async fn a_private_match_is_there_only_for_who_has_its_link() {
    let host = Host::new(catalogue()).await;
    let mut owner = Client::guest(host.address, "Owner").await;
    let body = json!({"game": "jungle", "seats": ["me"], "private": true});
    let room = owner.post("/matches", body).await.ok();
    let id = room["id"].as_str().expect("an id");
    let join = room["links"]["join"].as_str().expect("a key").to_owned();
    let mut other = Client::guest(host.address, "Other").await;
    for path in [
        "", "/page", "/events", "/record", "/chat", "/stream", "/legal",
    ] {
        let answer = other.get(&format!("/matches/{id}{path}")).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.json()["code"], "no-such-match");
    }
    assert!(other.try_live(id, "", &[]).await.is_err());
    let listed = other.get("/matches").await.ok();
    assert_eq!(listed["matches"], json!([]));
    let own = owner.get("/me/matches").await.ok();
    assert_eq!(own["matches"][0]["id"], id);
    let path = format!("/matches/{id}/commands?key={join}");
    other
        .post(&path, json!({"command_id": "j", "do": "join"}))
        .await
        .ok();
    other.get(&format!("/matches/{id}/page")).await.ok();
    host.stop().await;
}

#[tokio::test]
async fn what_is_said_is_text_and_can_be_muted() {
    let host = Host::new(catalogue()).await;
    let mut first = Client::guest(host.address, "First").await;
    let body = json!({"game": "jungle", "seats": ["me", "agent:1"]});
    let room = first.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let (chat, commands) = (format!("{path}/chat"), format!("{path}/commands"));
    let line = json!({"command_id": "s", "do": "say", "text": "<b>Bonjour</b>"});
    first.post(&commands, line).await.ok();
    let mut watcher = Client::guest(host.address, "Watcher").await;
    watcher
        .post(
            &commands,
            json!({"command_id": "s", "do": "say", "text": "psst"}),
        )
        .await
        .ok();
    // Who watches does not disturb who plays.
    let heard = first.get(&chat).await.ok();
    assert_eq!(heard.as_array().map(Vec::len), Some(1));
    assert_eq!(heard[0]["text"], "<b>Bonjour</b>");
    assert_eq!(
        watcher.get(&chat).await.ok().as_array().map(Vec::len),
        Some(2)
    );
    let player = heard[0]["by"]["id"].clone();
    let mute = json!({"command_id": "m", "do": "mute", "player": player, "muted": true});
    watcher.post(&commands, mute).await.ok();
    let heard = watcher.get(&chat).await.ok();
    assert_eq!(heard.as_array().map(Vec::len), Some(1));
    assert_eq!(heard[0]["text"], "psst");
    for bad in ["", "two\nlines", &"x".repeat(501)] {
        let line = json!({"command_id": bad.len().to_string(), "do": "say", "text": bad});
        assert_eq!(first.post(&commands, line).await.status, 422, "{bad:?}");
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_play_by_themselves_and_go_on_after_a_restart() {
    let mut host = Host::new(catalogue()).await;
    let mut owner = Client::guest(host.address, "Owner").await;
    let body = json!({"game": "jungle", "seats": ["agent:1", "agent:1"]});
    let room = owner.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    sleep(Duration::from_millis(50)).await;
    host = host.restart().await;
    let mut owner = owner.at(host.address);
    let over = async {
        while owner.get(&path).await.ok()["stage"] != "over" {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(60), over)
        .await
        .expect("it ends");

    // A person who leaves can be replaced by a program.
    let mut second = Client::guest(host.address, "Second").await;
    let room = owner
        .post("/matches", json!({"game": "jungle", "seats": ["me"]}))
        .await
        .ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    second
        .post(
            &format!("{path}/commands"),
            json!({"command_id": "j", "do": "join"}),
        )
        .await
        .ok();
    let commands = format!("{path}/commands");
    let appoint = json!({"command_id": "a", "do": "appoint", "seat": 2, "level": 1});
    let taken = owner.post(&commands, appoint).await;
    assert_eq!(taken.json()["refusals"][0]["code"], "seat-taken");
    second
        .post(
            &format!("{path}/commands"),
            json!({"command_id": "l", "do": "leave"}),
        )
        .await
        .ok();
    let go = json!({"command_id": "1", "ask": 1, "text": "j3j4"});
    owner.post(&format!("{path}/commands"), go).await.ok();
    let appoint = json!({"command_id": "b", "do": "appoint", "seat": 2, "level": 1});
    owner.post(&commands, appoint).await.ok();
    let answered = async {
        while owner.get(&format!("{path}/page")).await.ok()["ask"].is_null() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(30), answered)
        .await
        .expect("it answers");
    host.stop().await;
}

#[tokio::test]
async fn files_are_imported_and_played_on_from_any_step() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let record = "[Game \"jungle\"]\n\n1. j3j4 j11j10 2. c3c4 c11c10\n";
    let body = json!({"game": "jungle", "text": record, "step": 2, "seats": ["me", "me"]});
    let room = guest.post("/imports", body.clone()).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let legal = guest.get(&format!("{path}/legal")).await.ok();
    assert_eq!(legal["seat"], 1);
    let go = json!({"command_id": "1", "ask": legal["ask"], "text": "c3c4"});
    guest.post(&format!("{path}/commands"), go).await.ok();
    let text = guest.get(&format!("{path}/record")).await.text();
    assert!(
        text.contains("j3j4 j11j10") && text.contains("c3c4") && !text.contains("c11c10"),
        "{text}"
    );
    let far = json!({"game": "jungle", "text": record, "step": 9, "seats": ["me", "me"]});
    assert_eq!(
        guest.post("/imports", far).await.json()["code"],
        "no-such-step"
    );
    let bad = json!({"game": "jungle", "text": "[Game \"jungle\"]\n\nj3j9", "seats": []});
    assert_eq!(guest.post("/imports", bad).await.status, 422);
    // It comes back after a restart, and still knows its past.
    let host = host.restart().await;
    let mut guest = guest.at(host.address);
    assert_eq!(guest.get(&format!("{path}/record")).await.text(), text);
    guest.get(&format!("{path}/page?step=1&eye=0")).await.ok();
    host.stop().await;
}

#[tokio::test]
async fn questions_have_answers() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "jungle", "seats": ["me", "agent:1"]});
    let room = guest.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let page = guest.get(&format!("{path}/page?lang=fr")).await;
    assert_eq!(page.headers["cache-control"], "no-store");
    let page = page.ok();
    let backdrop = format!(
        "{path}/backdrops/{}",
        page["backdrop"].as_str().expect("a hash")
    );
    let backdrop = guest.get(&backdrop).await;
    assert!(
        backdrop.headers["cache-control"]
            .to_str()
            .expect("text")
            .contains("immutable")
    );
    assert_eq!(backdrop.ok()["hash"], page["backdrop"]);
    assert_eq!(guest.get(&format!("{path}/backdrops/x")).await.status, 404);
    let plan = format!("{path}/plan");
    let why = guest.post(&plan, json!({"actions": ["j3j9"]})).await.ok();
    assert_eq!(why["allowed"], false);
    assert!(why["refusals"][0]["rule"].is_string());
    let body = json!({"path": ["j3", "j4"], "spot": "j3", "lenses": [{"lens": "reach"}]});
    let planned = guest.post(&plan, body).await.ok();
    assert_eq!(
        (&planned["meant"], &planned["allowed"]),
        (&json!("j3j4"), &json!(true))
    );
    assert_eq!(
        planned["steps"][0]["odds"],
        json!([]),
        "chance has no part in it"
    );
    let after = &planned["lenses"][0]["after"];
    assert!(
        after["values"].is_object() && after["change"] == true,
        "{after}"
    );
    let card = &planned["card"];
    assert!(card["title"].is_string());
    let nothing = guest.post(&plan, json!({"path": ["zz"]})).await.ok();
    assert_eq!(
        (&nothing["meant"], &nothing["allowed"]),
        (&Value::Null, &json!(false))
    );
    let unknown = guest.post(&plan, json!({"spot": "zz"})).await;
    assert_eq!(unknown.status, 404);
    assert_eq!(unknown.json()["title"], "unknown spot `zz`");
    let unknown = guest.post(&format!("{plan}?seat=9"), json!({})).await;
    assert_eq!(unknown.status, 422);
    assert_eq!(
        unknown.json()["title"],
        "unknown seat 9; this match has seats 1 to 2"
    );
    let mut watcher = Client::guest(host.address, "Watcher").await;
    let seen = watcher.post(&plan, json!({"spot": "j3"})).await.ok();
    assert_eq!(seen["card"]["title"], card["title"], "anybody may look");
    let tried = watcher.post(&plan, json!({"actions": ["j3j4"]})).await;
    assert_eq!(tried.status, 403, "only a seat can plan");
    let looked = watcher.get(&format!("{path}/page?seat=1")).await;
    assert_eq!(looked.status, 403, "nobody looks through another's eyes");
    let spots = guest.get(&format!("{path}/spots")).await.ok();
    let spots = spots.as_array().expect("a list");
    let there: Vec<&Value> = spots.iter().filter(|spot| spot["spot"] == "j3").collect();
    assert_eq!(there.len(), 1, "each spot is told once");
    assert_eq!(there[0]["title"], card["title"]);
    let legal = guest.get(&format!("{path}/legal")).await.ok();
    assert!(legal["grammar"].as_str().expect("words").contains("j3j4"));
    let lens = guest.get(&format!("{path}/lens")).await.ok();
    assert!(lens["about"].is_string());
    let rules = guest.get("/games/guerre/rules?two_arsenals=no").await;
    let book = rules.text();
    assert!(book.contains("`two_arsenals=no` **(in force)**"));
    assert!(book.contains("`attack_timing=each_move` **(in force)**"));
    let plain = guest.get("/games/guerre/rules").await;
    assert!(!plain.text().contains("(in force)"));
    let wrong = guest.get("/games/guerre/rules?moves=0").await;
    assert_eq!(wrong.status, 422);
    let rules = guest.get("/games/jungle/rules?lang=fr").await;
    assert_eq!(rules.status, 200);
    host.stop().await;
}

#[tokio::test]
async fn a_curtain_falls_only_between_seats_that_know_different_things() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let hidden = json!({"setup": "hidden"});
    for (options, seats, curtain) in [
        (hidden.clone(), ["me", "me"], true),
        (json!({}), ["me", "me"], false),
        (hidden, ["me", "open"], false),
    ] {
        let body = json!({"game": "guerre", "options": options, "seats": seats});
        let room = guest.post("/matches", body).await.ok();
        assert_eq!(room["you"]["curtain"], curtain, "{options} {seats:?}");
    }
    host.stop().await;
}

#[tokio::test]
async fn requests_have_limits() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let huge = json!({"name": "x".repeat(20_000)});
    let answer = guest.post("/guests", huge).await;
    assert_eq!(answer.status, 413);
    assert_eq!(answer.json()["code"], "too-large");
    let file = json!({"game": "jungle", "text": "x".repeat(20_000)});
    assert_eq!(guest.post("/imports", file).await.status, 422);
    for (method, path, status) in [
        ("GET", "/nothing", 404),
        ("DELETE", "/games", 405),
        ("GET", "/matches/%00", 404),
        ("GET", "/matches?stage=odd", 400),
        ("POST", "/guests", 400),
    ] {
        let answer = guest.send(method, path, None).await.expect("an answer");
        assert_eq!(answer.status, status, "{method} {path}");
        assert_eq!(answer.headers["content-type"], "application/problem+json");
        assert!(answer.headers.contains_key("content-security-policy"));
    }
    let well = guest
        .raw("GET", "/healthz", HeaderMap::new(), Vec::new())
        .await;
    assert_eq!(well.expect("an answer").text(), "ok\n");
    // A socket of another site is not opened, and a large frame ends one.
    let room = guest
        .post("/matches", json!({"game": "jungle", "seats": ["me"]}))
        .await
        .ok();
    let id = room["id"].as_str().expect("an id");
    let foreign = [("origin", "http://evil.example")];
    assert!(guest.try_live(id, "", &foreign).await.is_err());
    let mut live = guest.live(id, "").await;
    live.page().await;
    live.send(&json!({"command_id": "x".repeat(20_000)})).await;
    assert!(live.next().await.is_none());
    host.stop().await;
}

#[tokio::test]
async fn who_never_ends_a_request_is_sent_away() {
    let host = Host::run(
        catalogue(),
        Options {
            head: Duration::from_millis(700),
            ..options()
        },
    )
    .await;
    // Also who never begins one, or begins another protocol.
    for begun in [
        "GET / HTTP/1.1\r\nhost: x\r\n",
        "",
        "G",
        "PRI * HTTP/2.0\r\n",
    ] {
        let mut slow = TcpStream::connect(host.address)
            .await
            .expect("a connection");
        slow.write_all(begun.as_bytes()).await.expect("sent");
        let mut rest = Vec::new();
        let ended = timeout(Duration::from_secs(60), slow.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "{begun:?}: the connection is ended");
    }
    host.stop().await;
}

#[tokio::test]
async fn the_description_names_every_door_once() {
    let host = Host::new(catalogue()).await;
    let document = Client::new(host.address).get("/openapi.json").await.ok();
    assert_eq!(
        document["openapi"].as_str().map(|version| &version[..3]),
        Some("3.1")
    );
    let mut names = BTreeSet::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            let name = operation["operationId"].as_str().expect("a name");
            assert!(
                names.insert(name.to_owned()),
                "{method} {path}: {name} stands twice"
            );
            assert!(operation["summary"].is_string(), "{method} {path}");
        }
    }
    assert!(names.len() > 30, "{names:?}");
    host.stop().await;
}
