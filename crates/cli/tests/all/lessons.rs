//! Lessons in the console, line by line.

use vauban_catalog::CATALOG;

use crate::program::{console, feed, json_lines};

#[test]
fn every_lesson_is_learnt_by_its_own_solutions() {
    for game in CATALOG.games() {
        let name = game.card().name;
        let lesson = game.lesson().unwrap_or_else(|| panic!("{name} teaches"));
        let mut script = "task\n".to_owned();
        for solution in lesson.solutions.iter().flatten() {
            script.push_str(&format!("{solution}\n"));
        }
        let answers = json_lines(name, &["--lesson"], &script);
        for (answer, line) in answers.iter().zip(script.lines()) {
            assert_eq!(answer["ok"], true, "{name}, {line}: {answer}");
        }
        let last = &answers.last().expect("an answer")["lesson"];
        assert_eq!(last["done"], lesson.tasks, "{name}");
        assert_eq!(last["solution"].as_array().map(Vec::len), Some(0), "{name}");
    }
}

#[test]
fn what_is_not_the_task_is_refused_with_the_hint_and_changes_nothing() {
    let script = "position\nk10l10\nposition\nk10k11x\nf4f3\nrevert\ntask\nhint\nf4d4\n";
    let answers = json_lines("jungle", &["--lesson"], script);
    assert_eq!(answers[1]["refusals"][0]["code"], "not-the-task");
    let text = answers[1]["refusals"][0]["text"].as_str().expect("a text");
    let hint = answers[7]["hint"].as_str().expect("a hint");
    assert!(text.contains(hint), "{text}");
    assert_eq!(answers[0]["position"], answers[2]["position"]);
    assert_eq!(answers[3]["refusals"][0]["code"], "unreadable");
    assert_eq!(answers[4]["lesson"]["done"], 1);
    // Taking back leads to the task before.
    assert_eq!(answers[6]["lesson"]["done"], 0);
    assert!(answers[8]["refusals"][0]["rule"].is_string());
}

#[test]
fn a_lesson_speaks_both_languages() {
    let english = console("jungle", &["--lesson"], "task\n");
    assert!(english.contains("task 1 of 7: You are Red."), "{english}");
    let french = console("jungle", &["--lesson", "--lang", "fr"], "task\nf4f3\n");
    assert!(
        french.contains("tâche 1 sur 7 : Vous êtes Rouge."),
        "{french}"
    );
    assert!(french.contains("✓ Encore deux pas"), "{french}");
    let none = console("jungle", &[], "task\n");
    assert!(none.contains("--lesson"), "{none}");
}

#[test]
fn a_lesson_has_a_position_of_its_own() {
    let arguments = ["console", "jungle", "--lesson", "--position", "x"];
    let output = feed(&arguments, b"");
    assert_eq!(output.status.code(), Some(2));
    let output = feed(&["learn", "jungle"], b"");
    assert_eq!(output.status.code(), Some(1), "it needs a terminal");
}
