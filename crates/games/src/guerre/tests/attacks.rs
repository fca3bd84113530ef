//! §6 and §7: totals, outcomes, charges; with the published small positions.

use super::*;

fn all_lines() -> Guerre {
    game(&[("charge_lines", "all")])
}

#[test]
fn the_published_small_positions() {
    let game = all_lines();
    let cases = [
        (NORTH, "iD8l", "iC8", "D8", "C8", (4, 0, "destroyed")),
        (
            NORTH,
            "iL8l cK7 cK8",
            "iM8 rO8",
            "L8",
            "M8",
            (8, 7, "retreat"),
        ),
        (
            SOUTH,
            "iF10",
            "iF11l iF12 rI12",
            "F11",
            "F10",
            (8, 8, "none"),
        ),
        (
            SOUTH,
            "aI13 acJ13 iJ15",
            "cK12l cL11 cM10 cN9",
            "K12",
            "J13",
            (28, 26, "destroyed"),
        ),
        (SOUTH, "aJ23", "iK23l cL23", "K23", "J23", (8, 8, "none")),
        (SOUTH, "iH21", "cH22l cH23", "H22", "H21", (8, 10, "none")),
        (NORTH, "cF10l", "iF11 rL11", "F10", "F11", (7, 6, "retreat")),
        (NORTH, "cI13l", "iJ13", "I13", "J13", (4, 6, "none")),
    ];
    for (seat, north, south, from, to, expected) in cases {
        let turn = if seat == NORTH { "n5" } else { "s5" };
        // Flags: it has moved, and moved last.
        let state = position(
            &game,
            turn,
            &north.replace('l', "ml"),
            &south.replace('l', "ml"),
        );
        assert_eq!(
            battle(&game, &state, seat, from, to),
            expected,
            "{north} against {south}"
        );
        assert_eq!(
            codes(&game, &state, &format!("a {from} {to}")),
            Vec::<&str>::new()
        );
    }
}

#[test]
fn who_takes_the_last_enemy_fighter_wins() {
    let game = all_lines();
    let mut state = position(&game, "n5", "iD8ml", "iC8");
    let events = play(&game, &mut state, "attack D8 C8");
    assert_eq!(kinds(&events), ["attack", "destroyed", "victory"]);
    assert_eq!(
        game.turn(&state)
            .over()
            .and_then(|outcome| outcome.winner()),
        Some(NORTH)
    );
}

/// §6.1
#[test]
fn only_the_unit_that_moved_last_attacks_and_once() {
    let game = Guerre::default();
    let mut state = position(&game, "n5", "iD7 iC7 rB8", "iF8 iG7 iT3");
    assert_eq!(
        codes(&game, &state, "a D7 F7"),
        ["not-last-moved", "no-enemy"]
    );
    play(&game, &mut state, "D7 D8");
    play(&game, &mut state, "a D8 F8");
    assert!(codes(&game, &state, "a D8 F8").contains(&"cannot-attack"));
    play(&game, &mut state, "C7 D6");
    assert!(codes(&game, &state, "a D8 F8").contains(&"not-last-moved"));
}

/// §6.2
#[test]
fn with_one_attack_a_turn_anybody_attacks_and_the_turn_is_over() {
    let game = game(&[
        ("rules", "debord"),
        ("setup", "standard"),
        ("first", "north"),
    ]);
    let mut state = position(&game, "n5", "iD7 aD8", "iF8 iG7 iT3");
    let events = play(&game, &mut state, "a D8 F8");
    assert_eq!(kinds(&events)[0], "attack");
    assert!(kinds(&events).contains(&"end"));
    assert_eq!((state.mover(), state.moves_left()), (SOUTH, 5));
}

/// §6.3
#[test]
fn relays_never_attack_and_count_in_no_attack() {
    let game = Guerre::default();
    let state = position(&game, "n5", "rD8ml iD7", "iE8 iT3");
    assert!(codes(&game, &state, "a D8 E8").contains(&"relay-cannot-attack"));
    let state = position(&game, "n5", "rD8 iD7ml", "iE8 iT3");
    assert_eq!(battle(&game, &state, NORTH, "D7", "E8").0, 4);
}

/// §6.4, §6.5
#[test]
fn fire_goes_along_lines_within_range_and_mountains_stop_it() {
    let game = Guerre::default();
    let state = position(&game, "n5", "aD8ml", "iE11 iD11 iG8 iF7 iT3");
    assert_eq!(codes(&game, &state, "a D8 E11"), ["not-aligned"]);
    assert_eq!(codes(&game, &state, "a D8 D11"), ["mountain-between"]);
    assert_eq!(codes(&game, &state, "a D8 G8"), Vec::<&str>::new());
    let state = position(&game, "n5", "iD8ml", "iG8 iT3");
    assert_eq!(
        codes(&game, &state, "a D8 G8"),
        ["out-of-range", "no-charge"]
    );
    // Units are not in the way.
    let state = position(&game, "n5", "aD8ml iE8", "iF8 iG8 iT3");
    assert_eq!(codes(&game, &state, "a D8 G8"), Vec::<&str>::new());
}

/// §6.6
#[test]
fn all_who_reach_the_target_attack_but_those_in_retreat() {
    let game = Guerre::default();
    let state = position(&game, "n5", "iD7ml iD8 aD9x", "iF8 iT3");
    assert_eq!(battle(&game, &state, NORTH, "D8", "F8").0, 4);
    let state = position(&game, "n5", "iE7ml iD8 aD6x", "iF8 iT3");
    assert_eq!(battle(&game, &state, NORTH, "E7", "F8").0, 13);
    let state = position(&game, "n4", "iE7ml iD8rm aD6x", "iF8 iT3");
    assert_eq!(battle(&game, &state, NORTH, "E7", "F8").0, 9);
}

/// §1.4, §6.7
#[test]
fn defenders_count_with_their_own_shelter_and_relays_help() {
    let game = Guerre::default();
    let fort = position(&game, "s5", "iI13", "iJ13ml iT3");
    assert_eq!(battle(&game, &fort, SOUTH, "J13", "I13").1, 10);
    let pass = position(&game, "s5", "iF10", "iF11ml iT3");
    assert_eq!(battle(&game, &pass, SOUTH, "F11", "F10").1, 8);
    let horse = position(&game, "s5", "cI13", "iJ13ml iT3");
    assert_eq!(battle(&game, &horse, SOUTH, "J13", "I13").1, 5);
    // The neighbour's fort is the neighbour's; a relay adds 1; and an enemy's half makes no difference.
    let friends = position(&game, "s5", "iI13 cH13 rG13", "iH15ml iT3");
    assert_eq!(battle(&game, &friends, SOUTH, "H15", "H13").1, 5 + 10 + 1);
    let south = position(&game, "n5", "iM4ml rD8", "iM3");
    assert_eq!(battle(&game, &south, NORTH, "M4", "M3").1, 10);
}

/// §6.8
#[test]
fn a_surplus_of_one_drives_off_and_of_two_destroys() {
    let game = Guerre::default();
    // Seven against six.
    let mut state = position(&game, "n5", "cE9 iD8", "iF11 rL11 iT3");
    play(&game, &mut state, "E9 F10");
    let events = play(&game, &mut state, "a F10 F11");
    assert_eq!(kinds(&events), ["attack", "retreat"]);
    assert!(
        state
            .unit(SOUTH, square(&game, "F11"))
            .unwrap()
            .must_retreat()
    );
    // Eleven against six.
    let mut state = position(&game, "n5", "cE9 iE11 iD8 rcE8", "iF11 rL11 iT3");
    play(&game, &mut state, "E9 F10");
    let events = play(&game, &mut state, "a F10 F11");
    assert_eq!(kinds(&events), ["attack", "destroyed"]);
    assert_eq!(state.unit(SOUTH, square(&game, "F11")), None);
}

/// §6.8
#[test]
fn a_unit_without_a_free_neighbour_is_destroyed_instead_of_driven_off() {
    let game = Guerre::default();
    // T25 is a corner. Seven against six, and its neighbours free or not.
    let corner = |neighbours: &str| {
        position(
            &game,
            "n5",
            &format!("cS25ml {neighbours}rD25 rcB25"),
            "iT25 iM3",
        )
    };
    let free = corner("");
    assert_eq!(battle(&game, &free, NORTH, "S25", "T25"), (7, 6, "retreat"));
    let mut closed = corner("rS24 rcT24 ");
    assert_eq!(
        battle(&game, &closed, NORTH, "S25", "T25"),
        (7, 6, "destroyed")
    );
    let events = play(&game, &mut closed, "a S25 T25");
    assert_eq!(kinds(&events), ["attack", "destroyed"]);
    assert!(events[1].text.en.contains("nowhere to retreat"));
}

/// §7.1, §7.5
#[test]
fn only_the_initiators_line_charges_unless_all_lines_do() {
    let initiator = Guerre::default();
    let all = all_lines();
    let (north, south) = ("cD7ml cC6 cE9 iB8", "iE8 iT3");
    for (game, attack) in [(&initiator, 7 + 7 + 4), (&all, 7 + 7 + 7)] {
        let state = position(game, "n5", north, south);
        assert_eq!(battle(game, &state, NORTH, "D7", "E8").0, attack);
    }
    // An initiator outside any line: nobody charges with one rule, everybody with the other.
    let (north, south) = ("iD8ml cD7 cC6", "iE8 iT3");
    for (game, attack) in [(&initiator, 4 + 4 + 4), (&all, 4 + 7 + 7)] {
        let state = position(game, "n5", north, south);
        assert_eq!(battle(game, &state, NORTH, "D8", "E8").0, attack);
    }
}

/// §7.2
#[test]
fn a_line_is_broken_by_anything_but_ready_cavalry() {
    let game = all_lines();
    for (north, attack) in [
        ("cE7ml cE6 cE5 cE4 rB5 iD8", 28 + 4),
        ("cE7ml iE6 cE5 cE4 rB5 iD8", 7 + 4 + 4),
        ("cE7ml cE5 cE4 rB5 iD8", 7 + 4),
        ("cE7ml cE6rm cE5 cE4 rB5 iD8", 7 + 4),
        ("cE7ml rE6 cE5 cE4 rB5 iD8", 7 + 4),
    ] {
        let state = position(&game, "n4", north, "iE8 iT3");
        assert_eq!(
            battle(&game, &state, NORTH, "E7", "E8").0,
            attack,
            "{north}"
        );
    }
}

/// §7.3
#[test]
fn nobody_charges_forts_and_passes_and_cavalry_in_forts_stands_still() {
    let game = all_lines();
    let at_fort = position(&game, "s5", "iH21 rB15", "cH22ml cH23 rT22");
    assert_eq!(battle(&game, &at_fort, SOUTH, "H22", "H21").0, 8);
    let at_pass = position(&game, "s5", "iF10", "cF11ml cF12 rI12 iT3");
    assert_eq!(battle(&game, &at_pass, SOUTH, "F11", "F10").0, 8);
    let in_fort = position(&game, "n5", "cI13ml cH13", "iJ13 iT3");
    assert_eq!(battle(&game, &in_fort, NORTH, "I13", "J13").0, 8);
    let on_pass = position(&game, "n5", "cF10ml", "iF11 rL11");
    assert_eq!(battle(&game, &on_pass, NORTH, "F10", "F11").0, 7);
}

/// §7.4
#[test]
fn a_rear_rank_may_start_the_charge() {
    let game = Guerre::default();
    let state = position(&game, "n4", "cE7 cE6 cE5ml iD8 rB5", "iE8 iT3");
    assert_eq!(codes(&game, &state, "a E5 E8"), Vec::<&str>::new());
    assert_eq!(battle(&game, &state, NORTH, "E5", "E8").0, 21 + 4);
    // Beyond its range, and without the line: no.
    let state = position(&game, "n4", "cE7 iE6 cE5ml iD8 rB5", "iE8 iT3");
    assert_eq!(
        codes(&game, &state, "a E5 E8"),
        ["out-of-range", "no-charge"]
    );
}
