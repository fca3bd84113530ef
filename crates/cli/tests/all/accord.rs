//! Giving up, draws and taking back: the console speaks for people, never for a program.

use serde_json::{Value, json};

use crate::program::json_lines;

fn code(answer: &Value) -> &str {
    answer["refusals"][0]["code"]
        .as_str()
        .expect("a refused answer has a code")
}

#[test]
fn resigning_on_a_programs_turn_is_the_persons_resignation() {
    let arguments = ["--seat", "2=random", "--seed", "1"];
    let answers = json_lines("jungle", &arguments, "j3j4\n2: resign\nresign\n");
    assert_eq!(answers[0]["turn"], json!({"seats": [2]}));
    assert_eq!(code(&answers[1]), "not-a-person");
    assert_eq!(
        answers[2]["over"],
        json!({"scores": [-1, 1], "reason": "resignation"})
    );
}

#[test]
fn a_program_answers_an_offered_draw_with_its_next_action() {
    // One that judges nothing never agrees.
    let arguments = ["--seat", "2=random", "--seed", "1"];
    let answers = json_lines("jungle", &arguments, "draw\nj3j4\ngo\n");
    assert_eq!(answers[0]["ok"], true);
    assert_eq!(answers[2]["turn"], json!({"seats": [1]}));
    assert_eq!(answers[2]["over"], Value::Null);
    let three = [
        "--preset", "classic", "--seats", "3", "--seat", "2=random", "--seed", "1",
    ];
    let answers = json_lines("risk", &three, "draw\n");
    assert_eq!(code(&answers[0]), "agents-do-not-draw");
}

#[test]
fn a_program_tells_what_it_thought_and_gives_no_hint_between_people() {
    let arguments = ["--seat", "2=rollouts:nodes=300", "--seed", "1"];
    let answers = json_lines("jungle", &arguments, "thought\nj3j4\ngo\nthought\n");
    assert_eq!(code(&answers[0]), "no-thoughts");
    let thought = &answers[3]["thoughts"][0];
    assert_eq!(thought["seat"], 2);
    assert!(thought["thought"]["nodes"].as_u64() > Some(0), "{thought}");
    let people = json_lines("jungle", &[], "hint\n");
    assert_eq!(code(&people[0]), "hint-between-people");
}

#[test]
fn where_only_programs_play_nobody_resigns() {
    let arguments = ["--seat", "1=random", "--seat", "2=random", "--seed", "1"];
    let answers = json_lines("jungle", &arguments, "resign\ndraw\ngo\nrevert\nhash\n");
    assert_eq!(code(&answers[0]), "no-person");
    assert_eq!(code(&answers[1]), "no-person");
    assert_eq!(answers[3]["turn"], json!({"seats": [1]}));
}

#[test]
fn one_s_own_action_is_taken_back_without_naming_the_seat() {
    let answers = json_lines(
        "jungle",
        &["--undo", "own"],
        "hash\nj3j4\nrevert\nhash\nj3j4\nh11g11\n1: revert\n2: revert\nrevert\nrevert\n",
    );
    assert_eq!(answers[2]["ok"], true, "{}", answers[2]);
    assert_eq!(answers[0], answers[3]);
    assert_eq!(code(&answers[6]), "undo-needs-consent");
    assert_eq!(answers[7]["turn"], json!({"seats": [2]}));
    assert_eq!(answers[8]["turn"], json!({"seats": [1]}));
    assert_eq!(code(&answers[9]), "nothing-to-undo");
}

#[test]
fn taking_back_by_consent_needs_the_others_revert() {
    let script = "hash\nj3j4\nrevert\n1: revert\n2: revert\nhash\n\
                  j3j4\nh11g11\nrevert\nrevert\n\
                  1: revert\nh11g11\nrevert\n";
    let answers = json_lines("jungle", &["--undo", "ask"], script);
    // Blue wishes, cannot agree with itself, and Red agrees.
    assert_eq!(answers[2]["events"][0]["kind"], "undo-wish");
    assert_eq!(answers[2]["turn"], json!({"seats": [2]}));
    assert_eq!(code(&answers[3]), "undo-waits");
    assert_eq!(answers[4]["events"][0]["kind"], "undo");
    assert_eq!(answers[0], answers[5]);
    // Red acted last, so Red wishes; the next plain word is Blue's consent.
    assert_eq!(answers[8]["events"][0]["seat"], 2);
    assert_eq!(answers[9]["events"][0]["kind"], "undo");
    assert_eq!(answers[9]["turn"], json!({"seats": [2]}));
    // An action instead of consent declines.
    assert_eq!(answers[10]["events"][0]["kind"], "undo-wish");
    assert_eq!(answers[12]["events"][0]["kind"], "undo-wish");
}

#[test]
fn a_program_always_agrees_to_take_back() {
    let arguments = ["--undo", "ask", "--seat", "2=random", "--seed", "1"];
    let answers = json_lines("jungle", &arguments, "hash\nj3j4\ngo\nrevert\nhash\n");
    assert_eq!(answers[3]["events"][0]["kind"], "undo");
    assert_eq!(answers[0], answers[4]);
}

#[test]
fn loading_keeps_the_policy_of_taking_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.vauban");
    let file = file.to_str().unwrap();
    let script = format!("j3j4\nh11g11\nsave {file}\nload {file}\n1: revert\n2: revert\n");
    let answers = json_lines("jungle", &["--undo", "own"], &script);
    assert_eq!(code(&answers[4]), "undo-needs-consent");
    assert_eq!(answers[5]["ok"], true);
}

#[test]
fn whoever_is_out_cannot_resign_again() {
    for (game, more) in [
        ("landbuster", vec![]),
        ("risk", vec!["--preset", "classic"]),
    ] {
        let arguments = [more, vec!["--seats", "3", "--seed", "7"]].concat();
        let script = "2: resign\nhash\n2: resign\nhash\n1: resign\n3: resign\n";
        let answers = json_lines(game, &arguments, script);
        assert_eq!(answers[0]["ok"], true, "{game}: {}", answers[0]);
        assert_eq!(code(&answers[2]), "out", "{game}: {}", answers[2]);
        assert_eq!(answers[1], answers[3], "{game}: nothing has changed");
        assert_eq!(answers[4]["over"]["scores"], json!([-1, -1, 1]), "{game}");
        assert_eq!(code(&answers[5]), "match-over", "{game}");
    }
}
