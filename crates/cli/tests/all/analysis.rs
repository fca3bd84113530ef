//! What the console says about a position before anything is done in it.

use serde_json::{Value, json};

use crate::program::{console, feed, json_lines};

/// A save of the game's tests.
fn save(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/src/guerre/tests");
    format!("{folder}/{name}.txt")
}

/// The answers to `script` in a saved position, without the one to `load`.
fn answers(name: &str, script: &str) -> Vec<Value> {
    let script = format!("load {}\n{script}", save(name));
    let mut answers = json_lines("guerre", &[], &script);
    assert_eq!(answers.remove(0)["ok"], true, "{name} is loaded");
    answers
}

#[test]
fn an_attack_is_reckoned_up_before_it_is_made_with_its_charge() {
    let answers = answers(
        "attack-board",
        "K10-K11\nodds K11xK13\nwhy K11xK13\nK11xK13\n",
    );
    for answer in &answers[1..3] {
        let line = &answer["odds"][0];
        assert_eq!(
            (&line["result"], &line["ways"], &line["of"]),
            (&json!("destroyed"), &json!(1), &json!(1))
        );
        assert_eq!(
            (&answer["attack"], &answer["defence"]),
            (&json!(14), &json!(12))
        );
        let parts = answer["parts"].as_array().expect("parts");
        let of = |side: &str| -> Vec<(&str, i64, &str)> {
            let parts = parts.iter().filter(|part| part["side"] == side);
            parts
                .map(|part| {
                    let text = |name: &str| part[name].as_str().expect("a text");
                    (
                        text("spot"),
                        part["value"].as_i64().expect("a number"),
                        text("why"),
                    )
                })
                .collect()
        };
        assert_eq!(
            of("attack"),
            [
                ("K11", 7, "cavalry, charging"),
                ("K12", 7, "cavalry, charging")
            ]
        );
        assert_eq!(
            of("defence"),
            [("I13", 6, "infantry"), ("K13", 6, "infantry")]
        );
    }
    // And so it comes.
    let told: Vec<&str> = answers[3]["events"]
        .as_array()
        .expect("events")
        .iter()
        .filter_map(|event| event["text"].as_str())
        .collect();
    assert!(
        told.iter()
            .any(|text| text.contains("14") && text.contains("12")),
        "{told:?}"
    );

    let script = format!("load {}\nK10-K11\nwhy K11xK13\n", save("attack-board"));
    let words = console("guerre", &[], &script);
    assert!(
        words.contains("attack 14: K11 7 (cavalry, charging) and K12 7 (cavalry, charging)"),
        "{words}"
    );
    assert!(
        words.contains("defence 12: I13 6 (infantry) and K13 6 (infantry)"),
        "{words}"
    );
}

#[test]
fn an_enemy_unit_is_not_called_out_of_communication() {
    let answers = answers("attack-board", "attack I13 I8\n");
    let codes: Vec<&str> = answers[0]["refusals"]
        .as_array()
        .expect("refusals")
        .iter()
        .filter_map(|one| one["code"].as_str())
        .collect();
    assert!(codes.contains(&"not-your-unit"), "{codes:?}");
    assert!(!codes.contains(&"not-in-communication"), "{codes:?}");
}

#[test]
fn a_fighting_unit_in_a_standing_enemy_arsenal_is_refused_with_its_line() {
    let words = console(
        "guerre",
        &[],
        &format!("load {}\nposition\n", save("enemy-on-arsenal")),
    );
    assert!(
        words.contains("line 33") && words.contains("T23"),
        "{words}"
    );
    // The game is as it was.
    let start = console("guerre", &[], "position\n");
    assert!(words.ends_with(&start), "{words}");
    let position = "n5.0.0_B15.D8~T3.T23_iD7.cT23~iT5";
    let output = feed(&["console", "guerre", "--position", position], b"");
    assert!(!output.status.success());
}

#[test]
fn what_a_unit_stands_on_is_seen_beside_it() {
    let board = |script: &str| -> String { console("guerre", &[], script) };
    // At the start: infantry on North's pass F10 and in South's fort L15, mounted artillery on the pass
    // O16, a relay in the fort O23.
    let start = board("show\n");
    for glyph in ["▲I=", "▼i#", "=ac", "▼r#"] {
        assert!(start.contains(glyph), "{glyph}\n{start}");
    }
    // South's arsenal I13 under its own infantry.
    let words = board(&format!("load {}\nshow\n", save("attack-board")));
    assert!(words.contains("▼i*"), "{words}");
}
