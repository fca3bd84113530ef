//! One case per numbered rule, named after what it says.

use vauban_game::{Evaluate, Explain, Game, Lang, Notation, Outcome, Reason, Seat, Setup, Turn};

use super::{Counting, Towpath};

const BLUE: Seat = Seat(0);
const RED: Seat = Seat(1);

/// The codes of all reasons why `seat` may not haul to `to` at `position`; none if it may.
fn refusals(position: &str, seat: Seat, to: &str) -> Vec<&'static str> {
    let game = Towpath::default();
    let state = game.read_position(position).unwrap();
    let action = game.read(to).unwrap();
    match game.check(&state, seat, action) {
        Ok(()) => Vec::new(),
        Err(refused) => refused.failed.iter().map(Reason::code).collect(),
    }
}

#[test]
fn the_path_has_as_many_squares_as_chosen_1_1() {
    assert_eq!(Towpath::default().home().to_string(), "l");
    let (_, settings) = Towpath::CARD
        .complete(&[("squares".to_owned(), "5".to_owned())].into(), None, 1)
        .unwrap();
    assert_eq!(
        Towpath::setup(&settings, 2).unwrap().home().to_string(),
        "e"
    );
    assert_eq!(refusals("k.1", BLUE, "m"), ["off-path"]);
}

#[test]
fn the_barge_starts_on_the_first_square_1_2() {
    let game = Towpath::default();
    assert_eq!(game.write_position(&game.start()), "a.1");
}

#[test]
fn seats_take_turns_2_1() {
    assert_eq!(refusals("a.1", RED, "b"), ["not-your-turn"]);
    let game = Towpath::default();
    let mut state = game.start();
    game.act(&mut state, BLUE, game.read("c").unwrap());
    assert_eq!(game.turn(&state), Turn::One(RED));
}

#[test]
fn the_barge_is_hauled_ahead_2_2() {
    assert_eq!(refusals("d.1", BLUE, "d"), ["not-ahead"]);
    assert_eq!(refusals("d.1", BLUE, "a"), ["not-ahead"]);
}

#[test]
fn at_most_three_squares_2_3() {
    assert_eq!(refusals("d.1", BLUE, "g"), [""; 0]);
    assert_eq!(refusals("d.1", BLUE, "h"), ["too-far"]);
}

#[test]
fn who_brings_it_home_wins_3_1() {
    let game = Towpath::default();
    let state = game.read_position("l.2").unwrap();
    let winner = game.turn(&state).over().as_ref().and_then(Outcome::winner);
    assert_eq!(winner, Some(BLUE));
}

#[test]
fn nothing_happens_after_the_end_and_every_reason_is_told_3_2() {
    assert_eq!(refusals("l.2", RED, "l"), ["game-over", "not-ahead"]);
}

#[test]
fn texts_are_read_whatever_they_say_4_1() {
    let game = Towpath::default();
    assert_eq!(game.read(" D "), game.read("d"));
    for text in ["", "dd", "7", "z", "é"] {
        assert!(game.read(text).is_err(), "{text}");
    }
    for text in ["", "a", "a.3", "t.1", "a.1.", ".1"] {
        assert!(game.read_position(text).is_err(), "{text}");
    }
}

#[test]
fn a_multiple_of_four_to_go_is_lost_for_the_seat_on_turn() {
    let game = Towpath::default();
    for (position, wins) in [("d.1", false), ("e.1", true), ("h.2", false), ("a.1", true)] {
        let state = game.read_position(position).unwrap();
        let shares = Counting.evaluate(&game, &state);
        assert_eq!(shares[state.mover].get() > 0.5, wins, "{position}");
    }
}

#[test]
fn the_tree_reads_as_a_list_of_demands() {
    let game = Towpath::default();
    let [tree] = &game.trees()[..] else {
        panic!("one kind of action, one tree");
    };
    assert_eq!(tree.kind, "haul");
    assert_eq!(tree.text, TREE);
    assert_ne!(game.rulebook(Lang::En), game.rulebook(Lang::Fr));
}

const TREE: &str = "\
all
  lazy all
    game-goes-on
    your-turn
  lazy all
    on-the-path
    ahead
    near-enough
";
