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
