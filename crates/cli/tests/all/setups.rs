//! Switches and set-ups as people meet them: the real program, line by line.

use serde_json::Value;

use crate::program::json_lines;

fn paragraph(answer: &Value) -> &str {
    answer["paragraph"].as_str().expect("a paragraph is a text")
}

#[test]
fn the_rules_of_a_match_mark_the_values_in_force() {
    let script = "rules 3.8\nrules 9.7\nrules 4.2\nrules 6.10\n";
    let chosen = [
        "--set",
        "rules=rsg",
        "--set",
        "moves=7",
        "--set",
        "offline_cuts=no",
    ];
    let answers = json_lines("guerre", &chosen, script);
    let marked = |index: usize, code: &str| {
        let text = paragraph(&answers[index]);
        text.contains(&format!("`{code}` **(in force)**"))
    };
    assert!(marked(0, "offline_cuts=no") && !marked(0, "offline_cuts=yes"));
    assert!(marked(1, "relays_lost=yes") && !marked(1, "relays_lost=no"));
    assert!(paragraph(&answers[2]).contains("`moves` **(here 7)**"));
    assert!(marked(3, "relay_support=0"));
}

#[test]
fn a_switch_is_refused_with_the_values_that_it_has() {
    let output = crate::program::feed(&["console", "guerre", "--set", "moves=11"], b"");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert!(
        text.contains("`moves` is a number from 1 to 10, not `11`"),
        "{text}"
    );
}
