//! What is said: refusals, commands, questions, help; in both languages.

use ratatui::crossterm::event::{Event, KeyCode, MouseButton, MouseEventKind};
use vauban_game::Lang;
use vauban_table::Undo;
use vauban_terminal::{Chair, Input, Options};

use crate::seated::{BREAKTHROUGH, Seated, agent, open, open_as, options};

#[test]
fn a_path_that_no_choice_has_is_refused_with_every_reason() {
    let mut seated = Seated::at_breakthrough();
    seated.click(&"a2".into());
    seated.sees("a2 →");
    seated.click(&"d4".into());
    seated.sees("a2d4 is not allowed:");
    seated.sees("✗ a man cannot go there from where it stands (§2.2)");
    seated.sees_no("free-or-a-prey");
    // The selection is kept, so that another place can be tried.
    seated.click(&"a3".into());
    assert_eq!(seated.steps(), 1);
    seated.sees_no("✗");
}

#[test]
fn a_place_where_nothing_begins_is_explained_too() {
    let mut seated = Seated::at_breakthrough();
    seated.click(&"d4".into());
    seated.sees("no action starts here");
    seated.click(&"d3".into());
    seated.sees("✗ none of your men stands there (§2.1)");
    seated.key(KeyCode::Esc);
    seated.sees_no("✗");
}

#[test]
fn typed_actions_are_refused_or_not_understood() {
    let mut seated = Seated::at_breakthrough();
    seated.enter("a4a3");
    seated.sees("✗ none of your men stands there");
    seated.enter("nonsense");
    seated.sees("✗");
    assert_eq!(seated.steps(), 0);
    seated.enter("why a2a3");
    seated.sees("✓ a2a3 is allowed");
    seated.enter("why");
    seated.sees("✗ write `why ACTION`");
    seated.enter("odds a2a3");
    seated.sees("chance has no part in this action");
}

#[test]
fn commands_answer() {
    let mut seated = Seated::at_breakthrough();
    seated.enter("legal");
    seated.sees("legal actions");
    seated.sees("a2a3");
    seated.key(KeyCode::Esc);
    seated.enter("position");
    seated.sees("ooooo/ooooo/...../xxxxx/xxxxx/1");
    seated.key(KeyCode::Char('q'));
    seated.enter("hash");
    seated.sees("✓ hash ");
    seated.enter("rules");
    seated.sees("Breakthrough · Rules");
    seated.key(KeyCode::Esc);
    seated.enter("save x.vauban");
    seated.sees("✓ 0 steps went to x.vauban");
    seated.enter("save full");
    seated.sees("✗ the disk is full");
    seated.enter("a2a3");
    seated.enter("load gone");
    seated.sees("✗ there is no gone");
    seated.enter("load new");
    seated.sees("✓ loaded new");
    assert_eq!(seated.steps(), 0);
    seated.enter("exit");
    assert!(seated.left);
}

#[test]
fn lenses_go_round_and_can_be_named() {
    let mut seated = Seated::at_breakthrough();
    seated.sees_no("Overlay:");
    seated.control('l');
    seated.sees("Overlay:");
    seated.enter("lens off");
    seated.sees("the overlay is off");
    seated.sees_no("Overlay:");
    seated.enter("lens 2");
    seated.sees("(Red)");
    seated.enter("lens 9");
    seated.sees("✗ seats are numbered from 1 to 2");
    seated.enter("lens nothing");
    seated.sees("✗ unknown overlay `nothing`");
    let all = seated.player.table().questions().lenses().len();
    (0..all).for_each(|_| seated.control('l'));
    seated.sees("the overlay is off");
}

#[test]
fn leaving_a_running_match_is_asked_twice() {
    let mut seated = Seated::at_breakthrough();
    seated.enter("a2a3");
    seated.control('q');
    seated.sees("Leave?");
    seated.key(KeyCode::Char('n'));
    seated.sees_no("Leave?");
    assert!(!seated.left);
    seated.control('c');
    seated.control('c');
    assert!(seated.left);
}

#[test]
fn giving_up_is_asked_and_told() {
    let mut seated = Seated::at_breakthrough();
    seated.enter("resign");
    seated.sees("Blue: resign?");
    seated.key(KeyCode::Esc);
    assert_eq!(seated.steps(), 0);
    seated.enter("resign");
    seated.click_text("y yes");
    seated.sees("Red wins by resignation");
    seated.key(KeyCode::Esc);
    seated.sees("★ Red wins by resignation");
    seated.click(&"a2".into());
    seated.sees("✗ the match is over");
    seated.enter("revert");
    assert_eq!(seated.steps(), 0);
}

#[test]
fn a_draw_needs_both() {
    let mut seated = Seated::at_breakthrough();
    seated.enter("draw");
    seated.sees("Blue offers a draw. Red: do you accept?");
    seated.key(KeyCode::Char('n'));
    seated.sees("Red declines");
    seated.enter("draw");
    seated.key(KeyCode::Char('y'));
    seated.sees("A draw by agreement");
}

#[test]
fn a_program_that_judges_nothing_declines_a_draw_by_playing_on() {
    let table = open(&BREAKTHROUGH, &[("size", "5")]);
    let chairs = [Chair::Person, agent("random")];
    let mut seated = Seated::new(table, &chairs, &options(), (100, 30));
    seated.enter("draw");
    seated.sees("offers a draw");
    seated.enter("a2a3");
    assert!(seated.player.table().offers().draw.is_empty());
    assert!(seated.player.table().turn().over().is_none());
}

#[test]
fn a_lens_shows_what_an_action_would_change_until_the_match_moves_on() {
    let mut seated = Seated::at_breakthrough();
    let name = seated.player.table().questions().lenses()[0].name;
    seated.enter(&format!("lens {name} 1 after a2a3"));
    seated.sees("), after a2a3");
    seated.enter("lens after a2d5");
    seated.sees("✗");
    seated.enter("a2a3");
    seated.sees("Overlay:");
    seated.sees_no("), after");
}

#[test]
fn the_rules_end_with_the_trees_that_judge_an_action() {
    let mut seated = Seated::at_breakthrough();
    seated.enter("rules");
    seated.key(KeyCode::End);
    seated.sees("How actions are checked");
    let tree = seated.player.table().trees().swap_remove(0);
    seated.sees(tree.text.lines().last().expect("a tree has lines").trim());
}

#[test]
fn taking_back_by_consent_is_asked() {
    let table = open_as(&BREAKTHROUGH, &[("size", "5")], |opening| {
        opening.undo = Undo::Ask
    });
    let mut seated = Seated::new(
        table,
        &[Chair::Person, Chair::Person],
        &options(),
        (100, 30),
    );
    seated.enter("a2a3");
    seated.control('z');
    seated.sees("Blue asks to take back. Red: do you agree?");
    seated.key(KeyCode::Char('n'));
    assert_eq!(seated.steps(), 1);
    seated.control('z');
    seated.key(KeyCode::Char('y'));
    assert_eq!(seated.steps(), 0);
    // A program always agrees.
    let table = open_as(&BREAKTHROUGH, &[("size", "5")], |opening| {
        opening.undo = Undo::Own
    });
    let mut seated = Seated::new(
        table,
        &[Chair::Person, agent("random")],
        &options(),
        (100, 30),
    );
    seated.enter("a2a3");
    assert_eq!(seated.steps(), 2);
    seated.control('z');
    assert_eq!(seated.steps(), 0);
}

#[test]
fn tab_completes_and_arrows_recall() {
    let mut seated = Seated::at_breakthrough();
    seated.key(KeyCode::Char('l'));
    seated.key(KeyCode::Char('e'));
    seated.key(KeyCode::Tab);
    seated.sees("legal · lens");
    seated.key(KeyCode::Esc);
    seated.key(KeyCode::Char('a'));
    seated.key(KeyCode::Tab);
    seated.sees("› a2");
    seated.enter("a3");
    assert_eq!(seated.steps(), 1);
    seated.control('p');
    seated.sees("› a2a3");
    seated.key(KeyCode::Esc);
    seated.handle(Input::Terminal(Event::Paste("why a3b4\n".to_owned())));
    seated.sees("› why a3b4");
}

#[test]
fn tab_goes_through_what_can_be_chosen() {
    let mut seated = Seated::at_breakthrough();
    seated.key(KeyCode::Tab);
    seated.key(KeyCode::Enter);
    seated.sees("b2 →");
    seated.key(KeyCode::BackTab);
    seated.sees("Enter plays: b2 → ");
    seated.key(KeyCode::Char(' '));
    assert_eq!(seated.steps(), 1);
}

#[test]
fn a_card_tells_what_is_there() {
    let mut seated = Seated::at_breakthrough();
    let at = seated.player.position(&"a1".into()).expect("a1 is shown");
    seated.mouse(MouseEventKind::Down(MouseButton::Right), at.x, at.y);
    seated.sees("Blue on a1");
    seated.mouse(MouseEventKind::Down(MouseButton::Left), 0, 0);
    seated.sees_no("Blue on a1");
    seated.control('k');
    seated.sees("Blue on a1");
}

#[test]
fn the_help_names_keys_commands_and_the_grammar_and_scrolls() {
    let mut seated = Seated::at_breakthrough();
    seated.resize(90, 24);
    seated.key(KeyCode::Char('?'));
    seated.sees("Help");
    seated.sees("two squares: a2a3");
    seated.sees_no("write a record (.vauban)");
    seated.mouse(MouseEventKind::ScrollDown, 40, 10);
    seated.key(KeyCode::End);
    seated.sees("100 %");
    seated.key(KeyCode::Home);
    seated.key(KeyCode::PageDown);
    let written = "write a record (.vauban)";
    let below = (0..60).find(|_| {
        seated.key(KeyCode::Down);
        seated.screen().contains(written)
    });
    assert!(below.is_some(), "it is found by scrolling");
    seated.click_text("Esc close");
    seated.sees_no("Help");
}

#[test]
fn everything_is_said_in_french() {
    let french = Options {
        lang: Lang::Fr,
        ..options()
    };
    let table = open(&BREAKTHROUGH, &[("size", "5")]);
    let mut seated = Seated::new(table, &[Chair::Person, agent("1")], &french, (110, 40));
    for text in [
        "vous",
        "niveau 1",
        "Journal",
        "choisissez une case",
        "tapez une action",
    ] {
        seated.sees(text);
    }
    seated.enter("a2d4");
    seated.sees("✗ un pion ne peut pas y aller d'où il est");
    seated.key(KeyCode::Char('?'));
    for text in [
        "Aide",
        "Touches",
        "Entrée, Espace",
        "Échap fermer",
        "lister les actions permises",
    ] {
        seated.sees(text);
    }
    seated.key(KeyCode::Esc);
    seated.enter("a2a3");
    seated.control('c');
    seated.sees("La partie n'est pas finie. Quitter ?");
    seated.key(KeyCode::Char('n'));
    seated.enter("resign");
    seated.key(KeyCode::Char('o'));
    seated.sees("Rouge gagne par abandon");
}
