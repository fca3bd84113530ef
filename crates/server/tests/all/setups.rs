//! The map editor over real sockets: draw a map, copy it as text, play on it.

use serde_json::{Value, json};

use crate::{
    client::Client,
    host::{Host, catalogue},
};

/// The published ground, in the order in which a map is drawn.
const DRAWING: &str = "M C10 C11 C12 C13 D10 E10 G10 H10 I10 N11 N12 N13 N14 N15 N16 P16 Q16 R16|CO F10 O16|\
    AR D8 B15 T3 T23|F B8 I13 H21 M3 L15 O23";

#[tokio::test]
async fn a_map_is_drawn_copied_as_text_and_played_on() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "guerre", "preset": "editor", "seats": ["me", "me"]});
    let room = guest.post("/matches", body).await.ok();
    let path = format!("/matches/{}", room["id"].as_str().expect("an id"));
    let mut number = 0;
    let mut order = async |guest: &mut Client, text: String| {
        number += 1;
        let page = guest.get(&format!("{path}/page?seat=1")).await.ok();
        let ask = page["ask"]["id"].clone();
        let command = json!({"command_id": format!("c{number}"), "ask": ask, "text": text});
        guest
            .post(&format!("{path}/commands?seat=1"), command)
            .await
    };
    let refused = order(&mut guest, "place CO F10".to_owned()).await;
    assert_eq!(refused.status, 422);
    let codes = |answer: &Value| -> Vec<String> {
        let refusals = answer["refusals"].as_array().expect("a list").iter();
        refusals
            .map(|refusal| refusal["code"].as_str().expect("a code").to_owned())
            .collect()
    };
    assert_eq!(codes(&refused.json()), ["not-yet", "pass-in-the-open"]);
    for group in DRAWING.split('|') {
        let mut words = group.split(' ');
        let piece = words.next().expect("a piece");
        for square in words {
            order(&mut guest, format!("place {piece} {square}"))
                .await
                .ok();
        }
    }
    let events = guest.get(&format!("{path}/events")).await.ok();
    let entries = events["events"].as_array().expect("a list").iter();
    let told = entries
        .flat_map(|entry| entry["events"].as_array().expect("a list"))
        .filter(|event| event["kind"] == "map")
        .collect::<Vec<_>>();
    assert_eq!(told.len(), 1);
    let map = told[0]["map"].as_str().expect("a word").to_owned();
    assert!(map.starts_with("25x20~fB8.aB15.mC10."), "{map}");
    // Nothing of it is hidden from anybody: it is downloaded whole while the match runs.
    let record = guest.get(&format!("{path}/record?seat=1")).await;
    let record = record.text();
    assert!(
        record.contains("mC10") || record.contains("C10"),
        "{record}"
    );
    assert!(!record.contains('?'), "{record}");
    let own = guest.get(&format!("{path}/record?seat=1&format=own")).await;
    assert_eq!(own.status, 200);
    assert!(own.text().starts_with("25;20\n"), "{}", own.text());
    // The word is all that another match needs.
    let other = map.replacen("fB8", "fA8", 1);
    let options = json!({"setup": "hidden", "map": other});
    let body = json!({"game": "guerre", "options": options, "seats": ["me", "agent:1"]});
    let room = guest.post("/matches", body).await.ok();
    assert_eq!(room["options"]["map"], other);
    let options = json!({"setup": "hidden", "map": map.replacen("mC10.", "", 1)});
    let body = json!({"game": "guerre", "options": options, "seats": ["me", "agent:1"]});
    let refused = guest.post("/matches", body).await;
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("North has 8 mountains, not 9"));
    host.stop().await;
}
