//! What a plan and an overlay say of a position, over HTTP.

use serde_json::json;

use crate::{
    client::Client,
    host::{Host, catalogue},
};

/// Cavalry beside infantry that has one friend, and more cavalry that can fall in behind it.
const BEFORE_A_CHARGE: &str = "n5.0.0_B15.D8~T3.T23_cJ11.cK12.iD8.rE12~iK13.iK14.iT3";

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_reckons_up_an_attack_before_it_is_made() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "guerre", "position": BEFORE_A_CHARGE, "seats": ["me", "me"]});
    let made = guest.post("/matches", body).await.ok();
    let path = format!("/matches/{}", made["id"].as_str().expect("an id"));
    let plan = json!({"actions": ["J11-K11", "K11xK13"], "spot": "K13"});
    let plan = guest.post(&format!("{path}/plan?seat=1"), plan).await.ok();
    let [moved, attack] = &plan["steps"].as_array().expect("steps")[..] else {
        panic!("{plan}")
    };
    assert_eq!(moved["odds"], json!([]));
    assert!(
        moved.get("attack").is_none(),
        "a move weighs nothing: {moved}"
    );
    assert_eq!(
        attack["odds"],
        json!([{"result": "destroyed", "text": "destroyed", "ways": 1, "of": 1}])
    );
    assert_eq!(
        (&attack["attack"], &attack["defence"]),
        (&json!(14), &json!(12))
    );
    let part = |side: &str, spot: &str, value: i32, why: &str| json!({"side": side, "spot": spot, "value": value, "why": why});
    assert_eq!(
        attack["parts"],
        json!([
            part("attack", "K11", 7, "cavalry, charging"),
            part("attack", "K12", 7, "cavalry, charging"),
            part("defence", "K13", 6, "infantry"),
            part("defence", "K14", 6, "infantry"),
        ])
    );
    // The card says it too, of what stands there now.
    let card = plan["card"]["lines"].to_string();
    assert!(card.contains("from K12 7 against 12"), "{card}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_shows_where_it_leads_and_is_told_in_words() {
    let host = Host::new(catalogue()).await;
    let mut guest = Client::guest(host.address, "Guest").await;
    let body = json!({"game": "guerre", "position": BEFORE_A_CHARGE, "seats": ["me", "me"]});
    let made = guest.post("/matches", body).await.ok();
    let path = format!("/matches/{}", made["id"].as_str().expect("an id"));
    let wish = json!({
        "actions": ["J11-K11", "K11xK13"], "show": true, "spot": "K11", "planned": 1,
        "lenses": [{"lens": "communication"}],
    });
    let plan = guest.post(&format!("{path}/plan?seat=1"), wish).await.ok();
    let [moved, attack] = &plan["steps"].as_array().expect("steps")[..] else {
        panic!("{plan}")
    };
    assert_eq!((&moved["by"], &moved["of"]), (&json!(1), &json!(0)));
    assert_eq!(moved["events"][0]["to"], "K11");
    assert_eq!(attack["effect"], "destroys K13: 14 − 12 ≥ 2");
    // The card is of the position after the first of them, the board of that after both.
    let title = plan["card"]["title"].as_str().expect("a title");
    assert!(title.contains("cavalry"), "{title}");
    let spots = plan["after"]["layers"].to_string();
    assert!(
        spots.contains("\"K11\"") && !spots.contains("\"K13\""),
        "{spots}"
    );
    assert!(plan["after"]["titles"].get("J11").is_some(), "{plan}");
    let legend = plan["lenses"][0]["then"]["legend"].as_str();
    let legend = legend.expect("a sentence");
    assert!(legend.starts_with("North reaches "), "{legend}");
    // Nothing has happened, and the position after no step is the one before all of them.
    let page = guest.get(&format!("{path}/page")).await.ok();
    assert_eq!(page["seq"], 0);
    let nothing = json!({"actions": []});
    let now = guest
        .post(&format!("{path}/plan?seat=1"), nothing)
        .await
        .ok();
    assert_eq!(now["position"], plan["position"]);
    assert_ne!(now["position"], moved["position"]);
    assert!(now.get("after").is_none(), "it was not wanted");
}
