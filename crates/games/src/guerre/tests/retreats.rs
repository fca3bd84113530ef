//! §5: what must retreat, and what becomes of it if it cannot.

use super::*;

/// §5.1
#[test]
fn a_retreat_comes_before_everything_else() {
    let game = Guerre::default();
    let mut state = position(&game, "n5", "iD7r iC8 iD8", "iT3");
    assert_eq!(codes(&game, &state, "C8 B8"), ["retreats-first"]);
    assert_eq!(codes(&game, &state, "end"), ["retreats-first"]);
    assert!(
        legal(&game, &state)
            .iter()
            .all(|action| matches!(action, Action::Move { from, .. } if from.to_string() == "D7"))
    );
    let events = play(&game, &mut state, "D7 D6");
    assert_eq!(kinds(&events), ["move"]);
    play(&game, &mut state, "C8 B8");
    play(&game, &mut state, "end");
}

/// §5.1 with the book's timing: an attack would end the turn.
#[test]
fn with_one_attack_a_turn_retreats_come_before_it() {
    let game = game(&[("attack_timing", "end_of_turn")]);
    let state = position(&game, "n5", "iD7r iD8", "iF8 iT3");
    assert_eq!(codes(&game, &state, "a D8 F8"), ["retreats-first"]);
}

/// §5.2
#[test]
fn a_retreated_unit_has_spent_a_move_defends_and_does_not_attack() {
    let game = Guerre::default();
    let mut state = position(&game, "n5", "iD7r iD8", "iF6 iT3 rL6");
    play(&game, &mut state, "D7 D6");
    assert_eq!(state.moves_left(), 4);
    assert_eq!(codes(&game, &state, "a D6 F6"), ["cannot-attack"]);
    assert_eq!(
        battle(&game, &state, NORTH, "D6", "F6").0,
        4,
        "D8 alone, along the diagonal"
    );
    assert_eq!(battle(&game, &state, SOUTH, "F6", "D6").1, 12);
    // Next turn it is like any other.
    play(&game, &mut state, "end");
    play(&game, &mut state, "end");
    play(&game, &mut state, "D6 D5");
}

/// §5.3
#[test]
fn a_retreat_may_not_end_in_an_enemy_arsenal() {
    let game = Guerre::default();
    let state = position(&game, "n5", "cS3r rD3 iD7", "iM4");
    assert_eq!(codes(&game, &state, "S3 T3"), ["retreat-into-arsenal"]);
    assert!(!goals(&game, &state, "S3").contains(&"T3".to_owned()));
    let relay = position(&game, "n5", "rS3r iD7", "iM4");
    assert_eq!(codes(&game, &relay, "S3 T3"), ["retreat-into-arsenal"]);
}

/// §5.4
#[test]
fn what_cannot_retreat_is_destroyed_when_its_turn_begins() {
    let game = Guerre::default();
    // J1 is out of communication: it cannot move, so it cannot retreat.
    let mut state = position(&game, "s5", "iJ1r iD8", "iT3");
    assert!(!in_communication(&game, &state, NORTH, "J1"));
    let events = play(&game, &mut state, "end");
    assert_eq!(kinds(&events), ["end", "destroyed"]);
    assert_eq!(places(&game, &state, NORTH), ["ID8"]);
    // A relay needs no communication to run.
    let mut state = position(&game, "s5", "rJ1r iD8", "iT3");
    let events = play(&game, &mut state, "end");
    assert_eq!(kinds(&events), ["end"]);
    assert_eq!(codes(&game, &state, "end"), ["retreats-first"]);
}

/// §5.4: the loss of one may be the loss of another.
#[test]
fn losses_are_looked_at_until_none_is_left() {
    let game = Guerre::default();
    // The relay L12 feeds M13 along the diagonal; it is walled in on all sides and must go.
    let mut state = standing(
        &game,
        "s5",
        "D8~T3.T23",
        "iK8 iL9r iM10r iD8",
        "iK9 iK10 iL8 iM8 iM9 iN8 iN9 iN10 iL10 iL11 iM11 iJ7 iJ8 iJ9 iT1",
    );
    let before = state.units(NORTH).count();
    play(&game, &mut state, "end");
    assert!(state.units(NORTH).count() < before);
    assert!(
        state.units(NORTH).all(|unit| !unit.must_retreat()),
        "nobody waits for ever"
    );
    assert!(!legal(&game, &state).is_empty());
}

/// §5.5
#[test]
fn when_moves_run_out_the_rest_of_those_in_retreat_is_lost() {
    let game = Guerre::default();
    let mut state = position(&game, "n1", "iD7r iD9r iD8", "iT3");
    let events = play(&game, &mut state, "D7 D6");
    assert_eq!(kinds(&events), ["move", "destroyed"]);
    assert_eq!(places(&game, &state, NORTH), ["ID6", "ID8"]);
    play(&game, &mut state, "end");
}

/// §5.5
#[test]
fn a_retreat_that_takes_anothers_last_square_costs_that_one() {
    let game = Guerre::default();
    // A1's only free neighbour is B1; C1 may step there too.
    let mut state = position(&game, "n5", "iA1r iA2 iB2 iC1r rD1 iD8", "iT3");
    assert_eq!(goals(&game, &state, "A1"), ["B1"]);
    let events = play(&game, &mut state, "C1 B1");
    assert_eq!(kinds(&events), ["move", "destroyed"]);
    assert_eq!(state.unit(NORTH, square(&game, "A1")), None);
}

#[test]
fn a_position_in_which_nobody_could_act_does_not_exist() {
    // Read from text with a unit that must retreat and cannot: it is lost on reading.
    let game = Guerre::default();
    let state = position(&game, "n5", "iJ1r iD8", "iT3");
    assert_eq!(places(&game, &state, NORTH), ["ID8"]);
    let state = position(&game, "n0", "iD7r iD8", "iT3");
    assert_eq!(places(&game, &state, NORTH), ["ID8"]);
    assert_eq!(legal(&game, &state), [Action::End]);
}
