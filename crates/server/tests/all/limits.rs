//! Who hammers is told when to come again; who plays never notices. And which names are answered.

use std::{net::IpAddr, sync::Arc};

use hyper::header::{HeaderMap, HeaderName};
use serde_json::{Value, json};
use tokio::{io::AsyncReadExt, net::TcpStream};
use vauban_server::{Options, Rates, Registry};
use vauban_store::{MatchId, MemoryStore};

use crate::{
    client::{Answer, Client, answers},
    host::{Host, catalogue},
};

/// A server as people run it.
async fn kept() -> Host {
    Host::run(catalogue(), Options::default()).await
}

/// Sends until something is refused; how many were not, and the refusal.
async fn until_refused(
    client: &mut Client,
    most: usize,
    path: &str,
    body: Value,
) -> (usize, Answer) {
    for number in 0..=most {
        let answer = client.post(path, body.clone()).await;
        if answer.status == 429 {
            return (number, answer);
        }
    }
    panic!("{path}: {most} were not too many");
}

async fn jungle(host: &Host) -> (Client, String) {
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let room = guest.post("/matches", body).await.ok();
    (guest, room["id"].as_str().expect("an id").to_owned())
}

#[tokio::test]
async fn who_makes_too_many_guests_is_told_when_to_come_again() {
    let host = kept().await;
    let mut client = Client::new(host.address);
    let body = json!({"name": "Guest", "keep": "bearer"});
    let (made, refused) = until_refused(&mut client, 300, "/guests", body.clone()).await;
    assert!(made >= 100, "a whole club comes in at once: {made}");
    assert_eq!(refused.headers["content-type"], "application/problem+json");
    let wait: u64 = refused.headers["retry-after"]
        .to_str()
        .expect("text")
        .parse()
        .expect("seconds");
    assert!((1..=3).contains(&wait), "{wait}");
    let problem = refused.json();
    assert_eq!(problem["code"], "too-many");
    assert_eq!(problem["retry_after"], wait);
    let french = client.post("/guests?lang=fr", body).await;
    let title = french.json()["title"].as_str().expect("a title").to_owned();
    assert!(title.starts_with("trop de requêtes"), "{title}");
    // Everything else goes on.
    client.get("/games").await.ok();
    assert_eq!(host.counted("limited_total").await, 2);
    host.stop().await;
}

#[tokio::test]
async fn matches_recoveries_and_remarks_have_limits_of_their_own() {
    let host = kept().await;
    let (mut guest, id) = jungle(&host).await;
    let open = json!({"game": "jungle", "seats": ["me"]});
    let (opened, _) = until_refused(&mut guest, 40, "/matches", open.clone()).await;
    assert!(opened >= 29, "{opened}");
    // Of one guest, not of all.
    let mut other = Client::guest(host.address, "Other").await;
    other.post("/matches", open).await.ok();
    let guess = json!({"secret": "0".repeat(64)});
    let (tried, _) = until_refused(&mut other, 40, "/recoveries", guess).await;
    assert!(tried >= 20, "{tried}");

    // By one door or the other.
    let path = format!("/matches/{id}/commands");
    let mut said = 0;
    for number in 0..6 {
        let line = json!({"command_id": format!("a{number}"), "do": "say", "text": "hello"});
        said += usize::from(guest.post(&path, line).await.status == 200);
    }
    let mut live = guest.live(&id, "").await;
    live.page().await;
    for number in 0..12 {
        let line = json!({"command_id": format!("b{number}"), "do": "say", "text": "hello"});
        assert!(live.send(&line).await);
        let reply = loop {
            let frame = live.page().await;
            if frame["type"] == "reply" {
                break frame;
            }
        };
        match reply["status"].as_u64() {
            Some(200) => said += 1,
            _ => assert_eq!(reply["body"]["code"], "too-many", "{reply}"),
        }
    }
    assert!((10..18).contains(&said), "{said}");
    // Not said, so it can be said later under the same name; playing goes on meanwhile.
    let go = json!({"command_id": "go", "ask": 1, "text": "j3j4"});
    guest
        .post(&format!("/matches/{id}/commands"), go)
        .await
        .ok();
    host.stop().await;
}

#[tokio::test]
async fn who_hammers_an_address_or_a_socket_is_slowed_down() {
    let host = kept().await;
    let (guest, id) = jungle(&host).await;
    // Frames that nobody could click so fast.
    let mut live = guest.live(&id, "").await;
    live.page().await;
    let (mut answered, mut limited) = (0, 0);
    for number in 0..2_000 {
        let frame = json!({"command_id": format!("n{number}"), "ask": 99, "text": "j3j4"});
        if !live.send(&frame).await {
            break;
        }
        let Some(reply) = live.next().await else {
            break;
        };
        match reply.contains("too-many") {
            true => limited += 1,
            false => answered += 1,
        }
    }
    assert!(answered >= 299, "{answered}");
    assert!(limited >= 50, "{limited}");
    assert!(live.next().await.is_none(), "the socket was closed");

    // Requests of nobody in particular.
    let mut nobody = Client::new(host.address);
    let mut limited = false;
    for _ in 0..20_000 {
        limited = nobody.get("/games/none").await.status == 429;
        if limited {
            break;
        }
    }
    assert!(limited, "20,000 requests at once are too many");
    host.stop().await;
}

#[tokio::test]
async fn questions_count_for_who_asks_them_from_wherever() {
    let host = kept().await;
    let (mut guest, id) = jungle(&host).await;
    for path in ["legal", "page", "lens"] {
        let path = format!("/matches/{id}/{path}");
        let mut asked = 0;
        while guest.get(&path).await.status != 429 {
            asked += 1;
            assert!(asked < 1_000, "{path}");
        }
    }
    // Of one guest, not of the address.
    let mut other = Client::guest(host.address, "Other").await;
    other.get(&format!("/matches/{id}/page")).await.ok();
    host.stop().await;
}

/// What refusals take up in the store is the owner's of the match, whoever is refused.
#[tokio::test]
async fn who_is_refused_again_and_again_leaves_little_behind() {
    let registry = Registry::new(catalogue(), Arc::new(MemoryStore::new()));
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let host = Host::with(Arc::clone(&registry), Options::default(), folder).await;
    let (mut guest, id) = jungle(&host).await;
    let path = format!("/matches/{id}/commands");
    let id = MatchId::new(id).expect("an id");
    let stored = async || {
        let found = registry.store().find(id.clone()).await;
        found.expect("a store").expect("a match").bytes
    };
    let refuse = async |guest: &mut Client, number: usize| {
        let command = json!({"command_id": format!("n{number}"), "ask": 1, "text": "j3j9"});
        let answer = guest.post(&path, command).await;
        assert_eq!(answer.status, 422, "{}", answer.text());
        answer
    };
    let empty = stored().await;
    let first = refuse(&mut guest, 0).await;
    for number in 1..100 {
        refuse(&mut guest, number).await;
    }
    let kept = stored().await - empty;
    for number in 100..180 {
        let told = refuse(&mut guest, number).await;
        assert_eq!(told.body, first.body, "the reason is told all the same");
    }
    let more = stored().await - empty - kept;
    assert!(more <= kept / 20, "{more} bytes after {kept}");
    // What was kept is told again to the byte.
    assert_eq!(refuse(&mut guest, 0).await.body, first.body);
    host.stop().await;
}

/// Asks until it is too much; how often it was not.
async fn asked_until_refused(guest: &mut Client, path: &str) -> usize {
    for number in 0..400 {
        if guest.get(path).await.status == 429 {
            return number;
        }
    }
    panic!("{path} is never too much");
}

/// An account has room for 300 requests at once. What costs more counts for more.
#[tokio::test]
async fn what_takes_long_counts_as_many_requests() {
    let host = kept().await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "risk", "text": vauban_driver::endless_battle(600)});
    let room = guest.post("/imports", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let share = guest.post(&format!("{path}/shares"), json!({})).await.ok();
    let key = share["key"].as_str().expect("a key");
    for (question, most) in [
        // Three requests each.
        ("page?step=7", 200),
        // A thousand entries: nine.
        ("events", 60),
        // 3,000 steps: two.
        ("record", 200),
    ] {
        let mut other = Client::guest(host.address, "Other").await;
        other.key = Some(key.to_owned());
        let asked = asked_until_refused(&mut other, &format!("{path}/{question}")).await;
        assert!((10..=most).contains(&asked), "{question}: {asked}");
    }
    // 80 requests each, whatever is in them; from an address that has asked for nothing yet.
    host.stop().await;
    let host = kept().await;
    let text = format!("[Game \"jungle\"]\n[Event \"{}\"]\n\n", "x".repeat(400_000));
    let body = json!({"game": "jungle", "text": text});
    let mut other = Client::guest(host.address, "Other").await;
    let (brought, refused) = until_refused(&mut other, 10, "/imports", body).await;
    assert!((3..=5).contains(&brought), "{brought}");
    assert_eq!(refused.json()["code"], "too-many");
    host.stop().await;
}

#[tokio::test]
async fn sockets_are_connections_as_long_as_they_are_open() {
    let host = kept().await;
    let (mut guest, id) = jungle(&host).await;
    let mut live = Vec::new();
    while let Ok(socket) = Client::new(host.address).try_live(&id, "", &[]).await {
        live.push(socket);
        assert!(live.len() < 600, "an address has only so many sockets");
    }
    assert!(live.len() > 400, "{}", live.len());
    // Places that are given back are there for others.
    live.truncate(100);
    loop {
        let answer = guest.send("GET", "/games", None).await;
        if answer.is_ok_and(|answer| answer.status == 200) {
            break;
        }
        tokio::task::yield_now().await;
    }
    host.stop().await;
}

/// Thirty people behind one address come at once, open their pages, watch and play.
#[tokio::test(flavor = "multi_thread")]
async fn a_club_behind_one_address_never_notices() {
    let host = kept().await;
    let address = host.address;
    let playing: Vec<_> = (0..15)
        .map(|_| {
            tokio::spawn(async move {
                let mut first = Client::guest(address, "First").await;
                let mut second = Client::guest(address, "Second").await;
                let body = json!({"game": "jungle", "seats": ["me"]});
                let room = first.post("/matches", body).await.ok();
                let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
                let join = format!("{path}/commands");
                second
                    .post(&join, json!({"command_id": "j", "do": "join"}))
                    .await
                    .ok();
                let id = room["id"].as_str().expect("an id");
                let mut people = [
                    (first.live(id, "").await, first),
                    (second.live(id, "").await, second),
                ];
                for turn in 0..8 {
                    let (live, client) = &mut people[turn % 2];
                    let page = client.get(&format!("{path}/page")).await.ok();
                    let text = answers(&page).swap_remove(turn);
                    let ask = &page["ask"]["id"];
                    let command =
                        json!({"command_id": format!("{turn}"), "ask": ask, "text": text});
                    assert!(live.send(&command).await);
                    loop {
                        let frame = live.page().await;
                        if frame["type"] == "reply" {
                            assert_eq!(frame["status"], 200, "{frame}");
                            break;
                        }
                    }
                }
            })
        })
        .collect();
    for played in playing {
        played.await.expect("nobody was turned away");
    }
    host.stop().await;
}

#[tokio::test]
async fn limits_can_be_switched_off() {
    let options = Options {
        rates: Rates::Off,
        ..Options::default()
    };
    let host = Host::run(catalogue(), options).await;
    let mut client = Client::new(host.address);
    for _ in 0..150 {
        client.post("/guests", json!({"name": "Guest"})).await.ok();
    }
    host.stop().await;
}

#[tokio::test]
async fn an_address_has_only_so_many_connections() {
    let host = kept().await;
    let mut held = Vec::new();
    let mut told = Vec::new();
    for _ in 0..600 {
        let stream = TcpStream::connect(host.address)
            .await
            .expect("a connection");
        held.push(stream);
    }
    // The last ones were sent away with a word.
    let last = held.last_mut().expect("600 of them");
    last.read_to_end(&mut told).await.expect("an answer");
    let told = String::from_utf8_lossy(&told).into_owned();
    assert!(
        told.starts_with("HTTP/1.1 429") && told.contains("too-many"),
        "{told}"
    );
    // Places that are given back are there for others.
    drop(held);
    let mut client = Client::new(host.address);
    loop {
        let answer = client.send("GET", "/games", None).await;
        if answer.is_ok_and(|answer| answer.status == 200) {
            break;
        }
        tokio::task::yield_now().await;
    }
    host.stop().await;
}

async fn with_headers(client: &mut Client, pairs: &[(&'static str, &str)]) -> Answer {
    let headers: HeaderMap = pairs
        .iter()
        .map(|(name, value)| {
            let name = HeaderName::from_static(name);
            (name, value.parse().expect("a header"))
        })
        .collect();
    client
        .raw("GET", "/api/v1/games?lang=fr", headers, Vec::new())
        .await
        .expect("an answer")
}

#[tokio::test]
async fn only_names_that_were_allowed_are_answered() {
    let options = Options {
        hosts: vec!["club.example".into()],
        ..Options::default()
    };
    let host = Host::run(catalogue(), options).await;
    let mut client = Client::new(host.address);
    for good in ["localhost", "localhost:1", "[::1]:8470", "Club.Example:443"] {
        with_headers(&mut client, &[("host", good)]).await.ok();
    }
    for bad in ["evil.example", "192.0.2.1", "club.example.evil.example"] {
        // As when a page of another site has made its own name lead here.
        let origin = format!("http://{bad}");
        let pairs = [("host", bad), ("origin", origin.as_str())];
        let refused = with_headers(&mut client, &pairs).await;
        assert_eq!(refused.status, 421, "{bad}");
        let problem = refused.json();
        assert_eq!(problem["code"], "unknown-host");
        let title = problem["title"].as_str().expect("a title");
        assert!(title.contains(&format!("--host {bad}")), "{title}");
    }
    host.stop().await;
}

/// Posts as a proxy does, with a word about where it came from.
async fn forward(
    proxy: &mut Client,
    path: &str,
    body: Value,
    name: &'static str,
    said: &str,
) -> Answer {
    let headers = [(name, said), ("content-type", "application/json")];
    let headers = headers.map(|(name, value)| {
        let value = value.parse().expect("a header");
        (HeaderName::from_static(name), value)
    });
    let body = body.to_string().into_bytes();
    let path = format!("/api/v1{path}");
    let answer = proxy.raw("POST", &path, headers.into_iter().collect(), body);
    answer.await.expect("an answer")
}

#[tokio::test]
async fn behind_a_proxy_everybody_has_limits_of_their_own() {
    let options = Options {
        proxies: vec![IpAddr::from([127, 0, 0, 1])],
        ..Options::default()
    };
    let host = Host::run(catalogue(), options).await;
    let mut proxy = Client::new(host.address);
    let mut guess = async |from: &str| {
        let body = json!({"secret": "0".repeat(64)});
        let answer = forward(&mut proxy, "/recoveries", body, "x-forwarded-for", from);
        answer.await.status.as_u16()
    };
    for _ in 0..20 {
        assert_eq!(guess("192.0.2.1").await, 404);
    }
    assert_eq!(guess("192.0.2.1").await, 429);
    // Whoever it says it is: the address that the proxy saw stands last.
    assert_eq!(guess("203.0.113.9, 192.0.2.1").await, 429);
    assert_eq!(guess("192.0.2.2").await, 404);
    host.stop().await;
}

#[tokio::test]
async fn a_cookie_that_came_over_a_sealed_line_stays_there() {
    let proxied = Options {
        proxies: vec![IpAddr::from([127, 0, 0, 1])],
        ..Options::default()
    };
    for (options, said, sealed) in [
        (proxied.clone(), "https", true),
        (proxied.clone(), "http, HTTPS", true),
        (proxied.clone(), "https, http", false),
        (proxied, "", false),
        (Options::default(), "https", false),
    ] {
        let host = Host::run(catalogue(), options).await;
        let mut client = Client::new(host.address);
        let body = json!({"name": "Guest"});
        let answer = forward(&mut client, "/guests", body, "x-forwarded-proto", said).await;
        assert_eq!(answer.status, 201);
        let cookie = answer.headers["set-cookie"].to_str().expect("text");
        assert_eq!(cookie.ends_with("; Secure"), sealed, "{said}: {cookie}");
        let name = if sealed { "__Host-vauban-" } else { "vauban-" };
        assert!(cookie.starts_with(name), "{said}: {cookie}");
        host.stop().await;
    }
}

/// Each counts as eleven requests when it comes, whether or not it has been drawn yet.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_count_as_many_requests() {
    let host = kept().await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "jungle", "seats": ["me", "me"]});
    let room = guest.post("/matches", body).await.ok();
    let id = room["id"].as_str().expect("an id");
    let path = format!("/matches/{id}/picture.png?side=64");
    let asked = (0..80).map(|_| {
        let (mut guest, path) = (guest.at(host.address), path.clone());
        tokio::spawn(async move { guest.get(&path).await.status.as_u16() })
    });
    let asked: Vec<_> = asked.collect();
    let mut statuses = std::collections::BTreeMap::new();
    for status in asked {
        *statuses
            .entry(status.await.expect("an answer"))
            .or_insert(0) += 1;
    }
    // Drawn, told to wait for others, or told to come less often.
    assert!(
        statuses
            .keys()
            .all(|status| [200, 429, 503].contains(status)),
        "{statuses:?}"
    );
    assert!(statuses[&200] > 0 && statuses[&429] > 20, "{statuses:?}");
    host.stop().await;
}
