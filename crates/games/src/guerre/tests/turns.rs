//! §4 and §8: moves, ends, arsenals.

use super::*;
use vauban_game::every_action;

/// §4.1
#[test]
fn only_the_side_on_turn_gives_orders() {
    let game = Guerre::default();
    let state = game.start();
    assert_eq!(
        codes_for(&game, &state, SOUTH, "K19 J19"),
        ["not-your-turn"]
    );
    assert_eq!(codes_for(&game, &state, SOUTH, "end"), ["not-your-turn"]);
    let listed = every_action(&game, &state, SOUTH);
    assert!(listed.is_empty());
}

/// §4.2
#[test]
fn a_turn_has_five_moves() {
    let game = Guerre::default();
    let mut state = game.start();
    for (left, order) in (0..5)
        .rev()
        .zip(["G3 F3", "G4 F4", "I6 J6", "H5 I5", "H4 I4"])
    {
        play(&game, &mut state, order);
        assert_eq!(state.moves_left(), left);
    }
    assert_eq!(codes(&game, &state, "H3 I3"), ["no-moves-left"]);
    assert_eq!(legal(&game, &state), [Action::End]);
}

/// §4.3
#[test]
fn a_unit_moves_once_a_turn() {
    let game = Guerre::default();
    let mut state = game.start();
    play(&game, &mut state, "G3 F3");
    assert_eq!(codes(&game, &state, "F3 G3"), ["moved-already"]);
    play(&game, &mut state, "end");
    play(&game, &mut state, "end");
    play(&game, &mut state, "F3 G3");
}

/// §4.4
#[test]
fn a_move_goes_around_what_is_in_the_way() {
    let game = Guerre::default();
    // The way straight on is blocked, the ways around are free.
    let state = position(&game, "n5", "cB8 iC8", "iT3");
    assert!(goals(&game, &state, "B8").contains(&"D8".to_owned()));
    // Walled in by friends on all sides but one, which leads nowhere near.
    let walled = position(&game, "n5", "cA1 iA2 iB2 iB1 rD8", "iT3");
    assert!(goals(&game, &walled, "A1").is_empty());
    let infantry = position(&game, "n5", "iD7", "iT3");
    assert_eq!(goals(&game, &infantry, "D7").len(), 8);
}

/// §4.5
#[test]
fn only_the_start_of_a_move_must_be_in_communication() {
    let game = Guerre::default();
    let mut state = standing(&game, "n5", "D8~T3", "cD7 rP21 iA8", "iT3");
    play(&game, &mut state, "D7 C5");
    assert!(!in_communication(&game, &state, NORTH, "C5"));
    // A relay needs none at all.
    assert!(!in_communication(&game, &state, NORTH, "P21"));
    play(&game, &mut state, "P21 P22");
}

/// §4.6
#[test]
fn the_turn_goes_on_until_end() {
    let game = Guerre::default();
    let mut state = game.start();
    play(&game, &mut state, "G3 F3");
    assert_eq!(state.mover(), NORTH);
    let events = play(&game, &mut state, "end");
    assert_eq!(kinds(&events), ["end"]);
    assert_eq!((state.mover(), state.moves_left()), (SOUTH, 5));
}

/// §8.1, §8.2, §8.5
#[test]
fn entering_an_arsenal_destroys_it_and_is_the_units_attack() {
    let game = Guerre::default();
    let mut state = position(&game, "n5", "cS3 rD3 iD7", "iT5 iM4");
    assert!(game.is_arsenal_of(&state, SOUTH, square(&game, "T3")));
    let before = state.communication(SOUTH).len();
    let events = play(&game, &mut state, "S3 T3");
    assert_eq!(kinds(&events), ["move", "arsenal"]);
    assert!(!game.is_arsenal_of(&state, SOUTH, square(&game, "T3")));
    assert!(state.communication(SOUTH).len() < before);
    assert!(codes(&game, &state, "a T3 T5").contains(&"cannot-attack"));
    assert!(game.save(&state).lines().all(|line| line != "AR;3;20;2"));
    // Plain ground now: one may come back without any effect.
    play(&game, &mut state, "D7 D6");
    assert_eq!(state.moves_left(), 3);
}

/// §8.1
#[test]
fn passing_through_an_arsenal_does_nothing() {
    let game = Guerre::default();
    let mut state = position(&game, "n5", "cS2 rD2 iD7", "iS3 iR4 iM10");
    // From S2 to T4 the free ways lead through T3.
    play(&game, &mut state, "S2 T4");
    assert!(game.is_arsenal_of(&state, SOUTH, square(&game, "T3")));
}

/// §8.4
#[test]
fn a_relay_in_an_arsenal_destroys_nothing() {
    let game = Guerre::default();
    let mut state = position(&game, "n5", "rcR3 iD7", "iM3 iT10");
    play(&game, &mut state, "R3 T3");
    assert!(game.is_arsenal_of(&state, SOUTH, square(&game, "T3")));
    assert!(
        in_communication(&game, &state, SOUTH, "M3"),
        "it still radiates"
    );
}

/// §8.3
#[test]
fn with_one_attack_a_turn_an_arsenal_is_that_attack() {
    let game = game(&[("attack_timing", "end_of_turn")]);
    let mut state = position(&game, "n5", "cS3 rD3 cS23 rD23 iD7 iR5", "iT5 iM10");
    assert!(in_communication(&game, &state, NORTH, "S23"));
    play(&game, &mut state, "S3 T3");
    assert_eq!(codes(&game, &state, "S23 T23"), ["second-strike"]);
    assert!(codes(&game, &state, "a R5 T5").contains(&"strike-spent"));
    // Moves may follow, and next turn the second arsenal may be taken.
    play(&game, &mut state, "D7 D6");
    play(&game, &mut state, "end");
    play(&game, &mut state, "end");
    let events = play(&game, &mut state, "S23 T23");
    assert_eq!(kinds(&events), ["move", "arsenal", "victory"]);
}
