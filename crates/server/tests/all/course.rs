//! How a match went: numbers over time, and overlays and cards of the past, through the viewer's eyes.

use serde_json::{Value, json};
use vauban_driver::{Client, answers};

use crate::host::{Host, catalogue};

/// Plays so many actions on one screen, and gives back the match's address.
async fn played(client: &mut Client, game: &str, actions: usize) -> String {
    let body = json!({"game": game, "seats": ["me", "me"]});
    let room = client.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    for number in 0..actions {
        let page = client.get(&format!("{path}/page")).await.ok();
        let Some(text) = answers(&page).into_iter().nth(number % 3) else {
            break;
        };
        let body =
            json!({"command_id": format!("c{number}"), "ask": page["ask"]["id"], "text": text});
        client.post(&format!("{path}/commands"), body).await.ok();
    }
    path
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_course_of_a_match_ends_with_the_numbers_of_its_page() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    for game in catalogue().games() {
        let name = game.card().name;
        let path = played(&mut guest, name, 9).await;
        let page = guest.get(&format!("{path}/page")).await.ok();
        let past = guest.get(&format!("{path}/page?step=0")).await.ok();
        let course = guest.get(&format!("{path}/course")).await.ok();
        let steps = list(&course["steps"]);
        assert_eq!((&steps[0], steps.last()), (&json!(0), Some(&past["steps"])));
        let statistics = list(&page["status"]["statistics"]);
        let lines = list(&course["lines"]);
        assert_eq!(lines.len(), statistics.len(), "{name}");
        for (line, statistic) in lines.iter().zip(statistics) {
            assert_eq!(line["name"], statistic["name"], "{name}");
            let last: Vec<&Value> = list(&line["values"])
                .iter()
                .map(|values| {
                    assert_eq!(list(values).len(), steps.len(), "{name}");
                    list(values).last().expect("a moment")
                })
                .collect();
            let now: Vec<&Value> = list(&statistic["values"]).iter().collect();
            assert_eq!(last, now, "{name}");
        }
        assert_eq!(list(&course["turns"]).len(), steps.len());
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_judge_expects_is_told_when_it_helps_nobody() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    for game in catalogue().games() {
        let name = game.card().name;
        let path = played(&mut guest, name, 6).await;
        let running = guest.get(&format!("{path}/course")).await.ok();
        // One person sits alone before the screen, so only secrets stand against it.
        let secrets = guest.get(&path).await.ok()["you"]["curtain"] == json!(true);
        if secrets {
            assert!(running["shares"].is_null(), "{name}");
        }
        guest
            .post(
                &format!("{path}/commands"),
                json!({"command_id": "r", "do": "resign"}),
            )
            .await
            .ok();
        for question in ["/course", "/course?eye=0", "/course?eye=2"] {
            let over = guest.get(&format!("{path}{question}")).await.ok();
            let shares = list(&over["shares"]);
            let moments = list(&over["steps"]).len();
            for moment in 0..moments {
                let sum: f64 = shares
                    .iter()
                    .map(|line| line[moment].as_f64().expect("a share"))
                    .sum();
                assert!((sum - 1.0).abs() < 0.01, "{name} {moment}: {sum}");
            }
            // The last moment is the result: one side has won.
            let won = shares.iter().filter(|line| line[moments - 1] == json!(1.0));
            assert_eq!(won.count(), 1, "{name}");
        }
    }
    // Between people nobody is told.
    let body = json!({"game": "jungle", "seats": ["me", "open"]});
    let room = guest.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let mut other = Client::guest(host.address, "Other").await;
    let sit = json!({"command_id": "s", "do": "join", "seat": 2});
    other.post(&format!("{path}/commands"), sit).await.ok();
    let course = other.get(&format!("{path}/course")).await.ok();
    assert!(course["shares"].is_null());
    assert_eq!(list(&course["steps"]).len(), 1);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn overlays_and_cards_of_the_past_are_those_of_its_position() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let path = played(&mut guest, "jungle", 1).await;
    let first = guest.get(&format!("{path}/spots?step=0")).await.ok();
    let last = guest.get(&format!("{path}/spots")).await.ok();
    assert_ne!(first, last);
    assert_eq!(guest.get(&format!("{path}/spots?step=1")).await.ok(), last);
    let now = guest.get(&format!("{path}/lens?step=1")).await.ok();
    assert_eq!(guest.get(&format!("{path}/lens")).await.ok(), now);
    let then = guest.get(&format!("{path}/lens?step=0")).await.ok();
    assert_eq!(then["lens"], now["lens"]);
    let spot = list(&last)
        .iter()
        .find(|spot| spot["title"].as_str().is_some_and(|it| it.contains("lion")))
        .expect("a lion");
    assert!(spot["lines"].is_null());
    let name = spot["spot"].as_str().expect("a name");
    let card = guest.get(&format!("{path}/spots?spot={name}")).await.ok();
    assert_eq!((list(&card).len(), &card[0]["title"]), (1, &spot["title"]));
    assert!(!list(&card[0]["lines"]).is_empty());
    let missing = guest.get(&format!("{path}/spots?step=99")).await;
    assert_eq!(missing.status.as_u16(), 404);
    host.stop().await;
}
