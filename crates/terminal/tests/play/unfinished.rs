//! Matches that are left, killed, paused or followed by another; the curtain, and what happened behind it.

use ratatui::crossterm::event::KeyCode;
use vauban_game::Seat;
use vauban_table::{Opening, Undo};
use vauban_terminal::{Chair, Input};

use crate::seated::{BREAKTHROUGH, Drawer, MUSTER, STASH, Seated, agent, open, open_as, options};

const PERSONS: [Chair; 2] = [Chair::Person, Chair::Person];

fn desk() -> &'static Drawer {
    // As long as the tests run.
    Box::leak(Box::default())
}

fn sit_down(desk: &'static Drawer) -> Seated {
    let table = open(&BREAKTHROUGH, &[("size", "5")]);
    Seated::at_desk(desk, table, &PERSONS, &options(), (110, 36))
}

#[test]
fn leaving_asks_and_the_match_is_kept() {
    let desk = desk();
    let mut seated = sit_down(desk);
    seated.enter("a2a3");
    for leave in ["exit", "ctrl-q"] {
        match leave {
            "exit" => seated.enter("exit"),
            _ => seated.control('q'),
        }
        seated.sees("The match is not over. Leave?");
        assert!(!seated.left, "{leave}");
        seated.key(KeyCode::Char('n'));
        assert!(!seated.left, "{leave}");
    }
    seated.enter("exit");
    seated.key(KeyCode::Char('y'));
    assert!(seated.left);
    let kept = desk.kept.lock().unwrap();
    assert_eq!(kept.as_ref().map(|table| table.steps()), Some(1));
}

#[test]
fn a_match_that_was_killed_is_offered_at_the_next_start() {
    let desk = desk();
    let mut seated = sit_down(desk);
    seated.enter("a2a3");
    seated.enter("a4b3");
    let hash = seated.player.table().hash();
    // No word of goodbye.
    drop(seated);

    let mut declined = sit_down(desk);
    declined.sees("A match was not finished: 2 steps. Resume it?");
    declined.key(KeyCode::Char('n'));
    assert_eq!(declined.steps(), 0);
    // It stays on offer until something else is played.
    drop(declined);

    let mut seated = sit_down(desk);
    seated.key(KeyCode::Char('y'));
    seated.sees("the match continues where it was left");
    assert_eq!((seated.steps(), seated.player.table().hash()), (2, hash));
    seated.enter("resign");
    seated.key(KeyCode::Char('y'));
    drop(seated);
    // One that is over is not offered again.
    sit_down(desk).sees_no("was not finished");
}

/// A game that opens with chance has steps before anybody has played, and so has one that was loaded.
#[test]
fn a_match_that_begins_with_steps_does_not_take_the_place_of_one_that_was_left() {
    let desk = desk();
    let begin = || {
        let mut table = open(&BREAKTHROUGH, &[("size", "5")]);
        let ask = table.ask(Seat(0)).expect("its turn");
        table.answer(Seat(0), ask, "a2a3").expect("legal");
        Seated::at_desk(desk, table, &PERSONS, &options(), (110, 36))
    };
    let mut left = begin();
    left.enter("a4b3");
    drop(left);
    let mut declined = begin();
    declined.sees("A match was not finished: 2 steps. Resume it?");
    declined.key(KeyCode::Char('n'));
    drop(declined);
    begin().sees("A match was not finished: 2 steps. Resume it?");
}

#[test]
fn nothing_is_played_before_the_offer_is_answered() {
    let desk = desk();
    sit_down(desk).enter("a2a3");
    let table = open(&BREAKTHROUGH, &[("size", "5")]);
    let chairs = [agent("random"), Chair::Person];
    let mut seated = Seated::at_desk(desk, table, &chairs, &options(), (110, 36));
    assert_eq!(seated.steps(), 0, "the program waits with its action");
    seated.key(KeyCode::Char('n'));
    assert_eq!(seated.steps(), 1);
}

#[test]
fn new_starts_another_match_after_a_question() {
    let mut seated = sit_down(desk());
    seated.enter("new");
    seated.sees("a new match");
    seated.enter("a2a3");
    seated.enter("new");
    seated.sees("Start another one and abandon this one?");
    seated.key(KeyCode::Char('n'));
    assert_eq!(seated.steps(), 1);
    seated.enter("new");
    seated.key(KeyCode::Char('y'));
    assert_eq!(seated.steps(), 0);
    assert_eq!(seated.player.table().settings()["size"], "5");
    // At the end it is one key.
    seated.enter("resign");
    seated.key(KeyCode::Char('y'));
    seated.sees("n new match");
    seated.key(KeyCode::Char('n'));
    assert!(seated.player.table().turn().over().is_none());
}

#[test]
fn a_pause_covers_the_board_and_programs_wait() {
    let table = open(&BREAKTHROUGH, &[("size", "5")]);
    let chairs = [Chair::Person, agent("random")];
    let mut seated = Seated::new(table, &chairs, &options(), (110, 36));
    seated.prompt = false;
    seated.enter("a2a3");
    seated.enter("pause");
    seated.sees("Pause");
    seated.sees("Nobody plays and no clock runs until you resume.");
    seated.sees_no("Log");
    seated.think();
    assert_eq!(seated.steps(), 1, "the program's action is not heard yet");
    seated.key(KeyCode::Enter);
    assert_eq!(seated.steps(), 2);
    seated.sees("Log");
}

#[test]
fn the_curtain_can_be_switched_off() {
    let hide = |seated: &mut Seated| seated.enter("hide-2");
    for off in ["option", "command", "key"] {
        let mut options = options();
        options.curtain = off != "option";
        let mut seated = Seated::new(open(&STASH, &[]), &PERSONS, &options, (100, 30));
        if off == "command" {
            seated.enter("curtain off");
            seated.sees("the board is no longer hidden");
        }
        hide(&mut seated);
        if off == "key" {
            seated.sees("Pass the screen to Red.");
            seated.click_text("o never hide it again");
        }
        seated.sees_no("Pass the screen");
        hide(&mut seated);
        seated.sees_no("Pass the screen");
    }
    let mut seated = Seated::new(open(&STASH, &[]), &PERSONS, &options(), (100, 30));
    seated.enter("curtain");
    seated.sees("curtain on|off");
    hide(&mut seated);
    seated.sees("Pass the screen to Red.");
}

#[test]
fn what_happened_behind_the_curtain_is_shown_step_by_step() {
    let two = |opening: &mut Opening| opening.seats = Some(2);
    let table = open_as(&MUSTER, &[], two);
    let mut seated = Seated::new(table, &PERSONS, &options(), (110, 36));
    let card = seated.first_legal();
    assert!(card.starts_with("play-"), "{card}");
    seated.enter(&card);
    for line in ["f1+1", "end"] {
        seated.enter(line);
    }
    seated.sees("Pass the screen to Red.");
    let board = |seated: &Seated| -> String {
        let screen = seated.screen();
        let lines = screen.lines().map(|line| line.chars().take(60).collect());
        lines.collect::<Vec<String>>().join("\n")
    };
    // Nobody looks yet.
    seated.handle(Input::Tick(60_000));
    seated.key(KeyCode::Enter);
    assert!(seated.player.is_lively());
    let mut shown = vec![board(&seated)];
    for tick in 1..=10 {
        seated.handle(Input::Tick(60_000 + tick * 400));
        if shown.last() != Some(&board(&seated)) {
            shown.push(board(&seated));
        }
    }
    assert!(!seated.player.is_lively());
    assert!(shown.len() >= 2, "{}", shown.join("\n---\n"));
    // Whoever does not want to wait does something.
    let now = shown.last().cloned().expect("the board of now");
    assert_eq!(board(&seated), now);
}

#[test]
fn where_all_share_a_screen_taking_back_crosses_turns_but_no_roll() {
    let own = |opening: &mut Opening| opening.undo = Undo::Own;
    let table = open_as(&BREAKTHROUGH, &[("size", "5")], own);
    let mut seated = Seated::new(table, &PERSONS, &options(), (110, 36));
    seated.enter("a2a3");
    seated.enter("a4b3");
    for left in [1, 0] {
        seated.control('z');
        assert_eq!(seated.steps(), left);
    }
    seated.control('z');
    seated.sees("there is nothing to take back");

    let table = open_as(&STASH, &[], own);
    let mut seated = Seated::new(table, &PERSONS, &options(), (110, 36));
    for _ in 0..2 {
        seated.enter("hide-2");
        seated.key(KeyCode::Enter);
    }
    // Both have hidden something, and the die is cast.
    let steps = seated.steps();
    assert_eq!(steps, 3);
    seated.control('z');
    seated.sees("an action cannot be taken back once chance has decided");
    assert_eq!(seated.steps(), steps);
}
