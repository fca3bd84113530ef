//! A lesson at the terminal.

use vauban_table::AnyGame;
use vauban_terminal::Chair;

use crate::seated::{BREAKTHROUGH, STASH, Seated, agent, options};

fn learner() -> Seated {
    let table = BREAKTHROUGH.learn().expect("a lesson");
    let chairs = [Chair::Person, agent("1")];
    Seated::new(table, &chairs, &options(), (100, 40))
}

#[test]
fn a_lesson_is_learnt_task_by_task() {
    let mut seated = learner();
    seated.sees("▶ 1/5 Step forward.");
    seated.enter("hint");
    seated.sees("One row up. [a1a2]");
    // Allowed, but another task.
    seated.enter("a1b2");
    seated.sees("✗ The rules allow this, but it is not the task. One row up.");
    assert_eq!(seated.steps(), 0);
    seated.enter("a1a2");
    seated.sees("✓ Nearer.");
    seated.sees("▶ 2/5");
    assert_eq!(seated.steps(), 2, "the other side has replied");
    seated.control('z');
    seated.sees("▶ 1/5");
    assert_eq!(seated.steps(), 0);
    for action in ["a1a2", "a2b3", "b3c4", "c4c5", "c5c6"] {
        seated.enter(action);
    }
    seated.sees("★ You broke through.");
}

#[test]
fn a_game_without_a_lesson_opens_none() {
    let refused = STASH.learn().err().expect("nothing to learn");
    assert_eq!(refused.codes(), ["no-lesson"]);
    assert!(STASH.lesson().is_none());
}
