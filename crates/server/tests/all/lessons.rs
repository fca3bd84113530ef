//! Lessons and diagrams over HTTP: nothing is stored, and nobody need be known.

use serde_json::{Value, json};

use crate::{
    client::Client,
    host::{Host, TOYS, catalogue},
};

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_can_be_learnt_by_who_has_no_session() {
    let shelf = catalogue();
    let host = Host::new(shelf).await;
    let mut nobody = Client::new(host.address);
    for game in shelf.games() {
        let name = game.card().name;
        let path = format!("/games/{name}/lesson");
        let mut frame = nobody.get(&path).await.ok();
        let mut played: Vec<String> = Vec::new();
        let solution = |frame: &Value| {
            let next = frame["page"]["lesson"]["solution"][0].as_str();
            next.map(str::to_owned)
        };
        while let Some(next) = solution(&frame) {
            played.push(next.clone());
            let since = frame["seq"].as_u64().expect("a number");
            let walk = played.join(";").replace('+', "%2B").replace('=', "%3D");
            frame = nobody
                .get(&format!("{path}?played={walk}&since={since}"))
                .await
                .ok();
            let news = frame["news"].as_array().expect("news");
            assert_eq!(news[0]["seq"], since + 1, "{name}, {next}");
        }
        let lesson = &frame["page"]["lesson"];
        assert_eq!(lesson["done"], lesson["tasks"], "{name}");
        assert_eq!(frame["page"]["ask"], json!(null), "{name}");
        assert_eq!(frame["match"], format!("lesson-{name}"));
    }
    // Nobody was made a guest, and no match was opened.
    assert_eq!(nobody.token, None);
    let all = nobody.get("/matches").await.ok();
    assert_eq!(all["matches"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_refused_with_its_reasons() {
    let host = Host::new(catalogue()).await;
    let mut nobody = Client::new(host.address);
    for (played, code, cites) in [
        ("k10l10", "not-the-task", false),
        ("f4f2", "", true),
        ("up", "unreadable", false),
        ("f4f3;k10k9;f4f3", "", true),
    ] {
        let path = format!("/games/jungle/lesson?played={played}");
        let answer = nobody.get(&path).await;
        assert_eq!(answer.status, 422, "{played}");
        let refusal = &answer.json()["refusals"][0];
        assert_eq!(refusal["rule"].is_string(), cites, "{played}: {refusal}");
        assert!(cites || refusal["code"] == code, "{played}: {refusal}");
    }
    let long = "f4f3;".repeat(65);
    let answer = nobody
        .get(&format!("/games/jungle/lesson?played={long}"))
        .await;
    assert_eq!(answer.status, 400);
    assert_eq!(nobody.get("/games/chess/lesson").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_about_a_lesson_are_those_of_a_match() {
    let host = Host::new(catalogue()).await;
    let mut nobody = Client::new(host.address);
    let path = "/matches/lesson-jungle";
    let legal = nobody.get(&format!("{path}/legal?played=f4f3")).await.ok();
    let actions = legal["actions"].as_array().expect("actions");
    assert!(actions.contains(&json!("k10k9")));
    let plan = json!({"actions": ["k10k9"], "spot": "k9"});
    let plan = nobody
        .post(&format!("{path}/plan?played=f4f3"), plan)
        .await
        .ok();
    assert_eq!(plan["allowed"], true);
    let page = nobody.get(&format!("{path}/page?played=f4f3")).await.ok();
    assert_eq!(page["lesson"]["done"], 1);
    let hint = nobody.post(&format!("{path}/hint"), json!({})).await;
    assert_eq!(hint.status, 422);
    // It is no match: nothing can be sent to it, and nobody watches it.
    let mut guest = Client::guest(host.address, "Guest").await;
    let answer = json!({"command_id": "a", "ask": 1, "text": "f4f3"});
    let answer = guest.post(&format!("{path}/commands"), answer).await;
    assert_eq!(answer.status, 404);
    assert_eq!(guest.get("/matches/lesson-chess/page").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_a_lesson_offers_none() {
    let host = Host::new(TOYS).await;
    let mut nobody = Client::new(host.address);
    let games = nobody.get("/games").await.ok();
    let of = |name: &str| {
        let games = games.as_array().expect("games");
        let game = games.iter().find(|game| game["name"] == name);
        game.and_then(|game| game.get("lesson")).cloned()
    };
    assert_eq!(of("stash"), None);
    assert_eq!(
        of("breakthrough"),
        Some(json!({"title": "Break through", "tasks": 5}))
    );
    assert_eq!(nobody.get("/games/stash/lesson").await.status, 404);
    assert_eq!(nobody.get("/matches/lesson-stash/page").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_diagram_is_drawn_in_both_themes() {
    let shelf = catalogue();
    let host = Host::new(shelf).await;
    let mut nobody = Client::new(host.address);
    for game in shelf.games() {
        let name = game.card().name;
        assert!(!game.diagrams().is_empty(), "{name}");
        for diagram in game.diagrams() {
            let path = format!("/games/{name}/diagrams/{diagram}");
            let light = nobody.get(&path).await;
            let dark = nobody.get(&format!("{path}?theme=dark")).await;
            assert!(
                light.status.is_success() && dark.status.is_success(),
                "{path}"
            );
            assert!(light.text().starts_with("<svg"), "{path}");
            assert_ne!(light.text(), dark.text(), "{path}");
        }
        let other = nobody.get(&format!("/games/{name}/diagrams/none")).await;
        assert_eq!(other.status, 404);
    }
}
