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

#[test]
fn the_overlay_of_hanging_units_finds_the_kill_of_turn_43_with_its_moves() {
    let found = answers(
        "before-turn-43",
        "lens hanging 2\nlens hanging 2 in G12-I14\n",
    );
    for answer in &found {
        let surplus = answer["values"]["H13"].as_i64().expect("H13 hangs");
        assert!(surplus >= 6, "{answer}");
    }
    let plan = found[0]["plans"]["H13"].as_array().expect("with its moves");
    let plan: Vec<&str> = plan.iter().filter_map(Value::as_str).collect();
    let (attack, moves) = plan.split_last().expect("an attack");
    assert!(moves.len() <= 5 && attack.ends_with("xH13"), "{plan:?}");
    // The console plays it.
    let script: String = plan.iter().map(|action| format!("{action}\n")).collect();
    let played = answers("before-turn-43", &script);
    assert!(played.iter().all(|answer| answer["ok"] == true));
    let last = played.last().expect("an answer")["events"].to_string();
    assert!(last.contains("destroyed"), "{last}");
}

#[test]
fn the_overlay_of_valleys_proposes_the_ride_down_column_3() {
    let answers = json_lines("guerre", &[], "lens valleys 1\n");
    let ride = json!(["H3-J3", "J3-L3", "L3-N3", "N3-P3", "P3-R3", "R3-T3"]);
    assert_eq!(answers[0]["plans"]["T3"], ride);
    let note = answers[0]["notes"][0].as_str().expect("a sentence");
    assert!(note.contains("relay D3"), "{note}");
}

#[test]
fn the_overlay_of_decisive_points_says_them_in_words() {
    let script = format!("load {}\nlens decisive 2\n", save("before-turn-43"));
    let words = console("guerre", &[], &script);
    assert!(
        words.contains("South's weakest unit is its infantry I14"),
        "{words}"
    );
    assert!(words.contains("North can destroy it next turn"), "{words}");
    assert!(words.contains("South's weakest square is "), "{words}");
    // And on the board.
    let map = &answers("before-turn-43", "lens decisive 2\n")[0];
    assert!(
        map["values"]
            .as_object()
            .is_some_and(|spots| spots.len() > 1)
    );
    let paths = map["paths"]
        .as_array()
        .expect("how the weakest unit is struck");
    assert!(!paths.is_empty(), "{map}");
}

#[test]
fn a_zone_that_is_not_on_the_board_is_refused() {
    let answers = json_lines(
        "guerre",
        &[],
        "lens hanging 1 in Z99\nlens reach in G3-H4\n",
    );
    assert_eq!(answers[0]["refusals"][0]["code"], "no-such-zone");
    assert!(answers[1]["values"].as_object().expect("values").len() <= 4);
}

#[test]
fn five_kinds_of_kills_are_found_and_played_in_the_console() {
    let kills = [
        // With a charge of two.
        ("cI16.cI17.iD8.rI15~iK14.iT3", "K14", 8),
        // Of a unit in a fort.
        ("iI13.iI15.aI17.cI16.iD8.rH15~iL15.iT3", "L15", 7),
        // With a relay that must come along.
        ("cB20.cB19.rC17.iD8~iE20.rE23.iT3", "E20", 8),
        // By artillery across a friend.
        ("aD15.iF15.iG14.iG15.iD8~iH15.iH16.rH23.iT3", "H15", 5),
        // With a line of cavalry that the last move makes.
        ("cI16.cH17.cI13.iD8.rI15~iK14.iT3", "K14", 15),
    ];
    for (units, target, surplus) in kills {
        let position = format!("n5.0.0_B15.D8~T3.T23_{units}");
        let arguments = ["--position", &position];
        let script = format!("lens hanging 2\nlens hanging 2 in {target}\n");
        let found = json_lines("guerre", &arguments, &script);
        for map in &found {
            assert_eq!(map["values"][target], surplus, "{units}: {map}");
            let unsure = map["at_least"].as_array();
            assert!(unsure.is_none_or(|spots| !spots.contains(&json!(target))));
        }
        let plan = found[0]["plans"][target].as_array().expect("its moves");
        let plan: Vec<&str> = plan.iter().filter_map(Value::as_str).collect();
        let last = plan.last().expect("an attack");
        let moves = plan[..plan.len() - 1].join("\n");
        let played = json_lines(
            "guerre",
            &arguments,
            &format!("{moves}\nodds {last}\n{last}\n"),
        );
        assert!(played.iter().all(|answer| answer["ok"] == true), "{plan:?}");
        let odds = &played[plan.len() - 1];
        let total = |side: &str| odds[side].as_i64().expect("a total");
        assert_eq!(total("attack") - total("defence"), surplus, "{plan:?}");
        assert_eq!(odds["odds"][0]["result"], "destroyed", "{plan:?}");
    }
}
