//! What browsers get: the page at its addresses, files that are kept, pictures.

use hyper::{
    StatusCode,
    header::{self, HeaderMap, HeaderName},
};
use serde_json::json;

use crate::{
    client::{Answer, Client},
    host::{Host, catalogue},
};

async fn get(client: &mut Client, path: &str, headers: &[(HeaderName, &str)]) -> Answer {
    let headers: HeaderMap = headers
        .iter()
        .map(|(name, value)| (name.clone(), value.parse().expect("a header")))
        .collect();
    let answer = client.raw("GET", path, headers, Vec::new()).await;
    answer.expect("an answer")
}

fn told<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer
        .headers
        .get(name)
        .map_or("", |value| value.to_str().expect("plain words"))
}

#[tokio::test]
async fn every_address_of_the_page_answers_with_it() {
    let host = Host::new(catalogue()).await;
    let mut client = Client::new(host.address);
    let first = get(&mut client, "/", &[]).await;
    assert!(
        first.text().contains("<main id=\"page\""),
        "{}",
        first.text()
    );
    for path in [
        "/lobby",
        "/mine",
        "/match/abc",
        "/match/abc?key=d",
        "/replay/abc?step=3",
        "/rules/a",
        "/import",
    ] {
        let answer = get(&mut client, path, &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.body, first.body, "{path}");
        assert!(told(&answer, "content-security-policy").contains("script-src 'self';"));
    }
    host.stop().await;
}

#[tokio::test]
async fn what_the_index_names_is_there_and_kept_for_ever() {
    let host = Host::new(catalogue()).await;
    let mut client = Client::new(host.address);
    let index = get(&mut client, "/", &[]).await.text();
    let named: Vec<&str> = index
        .split('"')
        .filter(|word| word.starts_with("/assets/"))
        .collect();
    assert!(named.len() > 5, "{index}");
    for path in named {
        let answer = get(&mut client, path, &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(
            told(&answer, "cache-control").contains("immutable"),
            "{path}"
        );
    }
    // Another version's address is answered with what there is now, and that is not kept.
    let answer = get(&mut client, "/assets/older/js/main.js", &[]).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(told(&answer, "cache-control"), "no-cache");
    host.stop().await;
}

#[tokio::test]
async fn files_are_compressed_for_who_understands_it_and_not_sent_twice() {
    let host = Host::new(catalogue()).await;
    let mut client = Client::new(host.address);
    let plain = get(&mut client, "/js/main.js", &[]).await;
    assert_eq!(told(&plain, "content-encoding"), "");
    let mut least = plain.body.len();
    // Each is smaller than the one before.
    for (accepted, coding) in [("gzip, deflate", "gzip"), ("br;q=1, gzip;q=0.8", "br")] {
        let accepted = [(header::ACCEPT_ENCODING, accepted)];
        let packed = get(&mut client, "/js/main.js", &accepted).await;
        assert_eq!(told(&packed, "content-encoding"), coding);
        assert!(packed.body.len() < least, "{coding}");
        least = packed.body.len();
    }
    let etag = told(&plain, "etag").to_owned();
    let again = get(
        &mut client,
        "/js/main.js",
        &[(header::IF_NONE_MATCH, &etag)],
    )
    .await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert!(again.body.is_empty());
    host.stop().await;
}

#[tokio::test]
async fn a_person_who_went_astray_gets_a_page_and_a_program_a_problem() {
    let host = Host::new(catalogue()).await;
    let mut client = Client::new(host.address);
    let html = [(header::ACCEPT, "text/html,*/*")];
    let page = get(&mut client, "/nowhere", &html).await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(told(&page, "content-type").starts_with("text/html"));
    for (path, headers) in [
        ("/nowhere", &[][..]),
        ("/api/v1/nowhere", &html[..]),
        ("/js/nowhere.js", &[][..]),
        ("/js/..%2f..%2fCargo.toml", &[][..]),
        ("/assets/x/../../Cargo.toml", &[][..]),
    ] {
        let answer = get(&mut client, path, headers).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(told(&answer, "content-type"), "application/problem+json");
    }
    host.stop().await;
}

#[tokio::test]
async fn every_game_has_a_picture_of_its_beginning_in_both_themes() {
    let host = Host::new(catalogue()).await;
    let mut client = Client::new(host.address);
    for game in catalogue().games() {
        let name = game.card().name;
        let path = format!("/api/v1/games/{name}/picture.svg");
        let light = get(&mut client, &path, &[]).await;
        let dark = get(&mut client, &format!("{path}?theme=dark"), &[]).await;
        assert_eq!(told(&light, "content-type"), "image/svg+xml");
        assert!(light.text().starts_with("<svg "));
        assert_ne!(light.body, dark.body);
        let wrong = get(&mut client, &format!("{path}?no_such_option=1"), &[]).await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let missing = get(&mut client, "/api/v1/games/none/picture.svg", &[]).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    host.stop().await;
}

#[tokio::test]
async fn links_to_this_server_are_drawn_and_no_others() {
    let host = Host::new(catalogue()).await;
    let mut client = Client::new(host.address);
    let own = format!("http://{}/match/abc?key=d", host.address);
    let answer = client.post("/qr", json!({"text": own})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(told(&answer, "content-type"), "image/svg+xml");
    assert_eq!(told(&answer, "cache-control"), "no-store");
    let foreign = json!({"text": "https://elsewhere/"});
    let foreign = client.post("/qr", foreign).await;
    assert_eq!(foreign.status, StatusCode::UNPROCESSABLE_ENTITY);
    // Whoever writes addresses into a log sees no link.
    let logged = format!("/api/v1/qr?text={own}");
    let logged = get(&mut client, &logged, &[]).await;
    assert_eq!(logged.status, StatusCode::METHOD_NOT_ALLOWED);
    host.stop().await;
}
