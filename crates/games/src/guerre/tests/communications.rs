//! §3, and that what `act` keeps is what a plain walk over the board finds.

use vauban_game::Dice;

use super::{recorded::half_turns, *};
use crate::guerre::{area::Area, board::DIRECTIONS, doctrine::RelayContact};

/// The published algorithm: a walk from every arsenal, passed on by every unit that it meets.
pub(super) fn walked(game: &Guerre, state: &State, seat: Seat) -> Area {
    if game.doctrine().offline_cuts {
        return walk(game, state, seat, &|_| true);
    }
    // §3.8 Who is cut off is asked as if everybody stopped lines.
    let foe = walk(game, state, seat.other(), &|_| true);
    walk(game, state, seat, &|square| foe.contains(square))
}

/// The same, if the enemy's fighting units stop lines where `cuts` says so.
fn walk(game: &Guerre, state: &State, seat: Seat, cuts: &dyn Fn(Square) -> bool) -> Area {
    let board = game.board();
    let stops = |square| {
        board.is_mountain(square)
            || state
                .unit(seat.other(), square)
                .is_some_and(|unit| game.doctrine().is_fighter(unit.class()) && cuts(square))
    };
    let mut lines = Area::EMPTY;
    let mut contact = Area::EMPTY;
    let mut done: Vec<Square> = Vec::new();
    let radiate = |from: Square, far: usize, area: &mut Area| {
        for step in DIRECTIONS {
            let mut here = from;
            for _ in 0..far {
                match board.step(here, step).filter(|&next| !stops(next)) {
                    Some(next) => here = next,
                    None => break,
                }
                area.insert(here);
            }
        }
    };
    for &arsenal in board.arsenals(seat) {
        if game.is_arsenal_of(state, seat, arsenal) {
            if !stops(arsenal) {
                lines.insert(arsenal);
            }
            radiate(arsenal, usize::MAX, &mut lines);
        }
    }
    loop {
        let next = state.units(seat).find(|unit| {
            let square = unit.square();
            let relay = !game.doctrine().is_fighter(unit.class());
            let deaf = relay && game.doctrine().relay_contact == RelayContact::Ignored;
            let reached = lines.contains(square) || contact.contains(square) && !deaf;
            reached && !done.contains(&square)
        });
        let Some(unit) = next else {
            break;
        };
        done.push(unit.square());
        if game.doctrine().is_fighter(unit.class()) {
            radiate(unit.square(), 1, &mut contact);
        } else {
            radiate(unit.square(), usize::MAX, &mut lines);
        }
    }
    lines.join(&contact);
    lines
}

fn assert_walked(game: &Guerre, state: &State) {
    for seat in [NORTH, SOUTH] {
        assert_eq!(
            *state.communication(seat),
            walked(game, state, seat),
            "{}",
            game.write_position(state)
        );
    }
}

#[test]
fn what_actions_keep_is_what_a_walk_finds() {
    for options in [
        &[][..],
        &[("relay_contact", "no")],
        &[("rules", "debord")],
        &[("offline_cuts", "no")],
    ] {
        let game = game(options);
        let mut dice = Dice::seeded(3);
        for _ in 0..12 {
            for mut state in [game.start(), melee(&game, &mut dice)] {
                for _ in 0..250 {
                    let Some(action) = fierce(&game, &state, &mut dice) else {
                        break;
                    };
                    let seat = state.mover();
                    game.act(&mut state, seat, action);
                    assert_walked(&game, &state);
                }
            }
        }
    }
}

#[test]
fn the_recorded_positions_agree_with_the_walk() {
    let game = Guerre::default();
    for state in half_turns(&game) {
        assert_walked(&game, &state);
    }
}

/// §3.1
#[test]
fn arsenals_radiate_along_eight_lines_and_on_their_own_square() {
    let game = Guerre::default();
    let state = standing(&game, "n5", "D8~T3", "iA25", "iT25");
    for at in ["D8", "A8", "T8", "D1", "D9", "A5", "H4", "I13", "A11"] {
        assert!(in_communication(&game, &state, NORTH, at), "{at}");
    }
    assert!(!in_communication(&game, &state, NORTH, "F9"));
}

/// §3.2
#[test]
fn lines_stop_before_mountains_and_enemy_fighters_but_cross_relays_and_friends() {
    let game = Guerre::default();
    let state = standing(&game, "n5", "D8~T3", "iF8 iA25", "iJ8 rD5 iT25");
    assert!(!in_communication(&game, &state, NORTH, "D10"), "a mountain");
    assert!(!in_communication(&game, &state, NORTH, "D11"), "behind it");
    assert!(
        in_communication(&game, &state, NORTH, "G8"),
        "through a friend"
    );
    assert!(
        in_communication(&game, &state, NORTH, "I8"),
        "up to the enemy"
    );
    assert!(!in_communication(&game, &state, NORTH, "J8"), "not onto it");
    assert!(
        !in_communication(&game, &state, NORTH, "K8"),
        "nor behind it"
    );
    assert!(
        in_communication(&game, &state, NORTH, "D5"),
        "onto an enemy relay"
    );
    assert!(
        in_communication(&game, &state, NORTH, "D4"),
        "and through it"
    );
}

/// §3.3
#[test]
fn a_relay_in_communication_radiates() {
    let game = Guerre::default();
    let state = standing(&game, "n5", "D8~T3", "rD3 iA25", "iT25");
    assert!(in_communication(&game, &state, NORTH, "T3"));
    let state = standing(&game, "n5", "D8~T3", "rF9 iA25", "iT25");
    assert!(
        !in_communication(&game, &state, NORTH, "F25"),
        "out of communication"
    );
}

/// §3.4
#[test]
fn contact_passes_from_unit_to_unit() {
    let game = Guerre::default();
    let chain = standing(&game, "n5", "D8~T3", "iK8 iL9 iM10 iA25", "iT25");
    for at in ["L9", "M10", "M11", "L11"] {
        assert!(in_communication(&game, &chain, NORTH, at), "{at}");
    }
    assert!(!in_communication(&game, &chain, NORTH, "N11"), "a mountain");
    let broken = standing(&game, "n5", "D8~T3", "iK8 iM10 iA25", "iT25");
    assert!(!in_communication(&game, &broken, NORTH, "M10"));
    let held = standing(&game, "n5", "D8~T3", "iK8 iA25", "iL9 iT25");
    assert!(
        !in_communication(&game, &held, NORTH, "L9"),
        "an enemy fighter holds its square"
    );
}

/// §3.5
#[test]
fn a_relay_reached_by_contact_wakes_unless_the_option_says_no() {
    let awake = Guerre::default();
    let state = standing(&awake, "n5", "D8~T3", "iE9 rF11 iA25", "iT25");
    assert!(in_communication(&awake, &state, NORTH, "F10"));
    let state = standing(&awake, "n5", "D8~T3", "iK8 rL9 iA25", "iT25");
    assert!(in_communication(&awake, &state, NORTH, "L25"));
    let deaf = game(&[("relay_contact", "no")]);
    let state = standing(&deaf, "n5", "D8~T3", "iK8 rL9 iA25", "iT25");
    assert!(in_communication(&deaf, &state, NORTH, "L9"));
    assert!(!in_communication(&deaf, &state, NORTH, "L25"));
}

/// §3.6
#[test]
fn a_unit_out_of_communication_does_nothing_unless_it_is_a_relay() {
    let game = Guerre::default();
    let state = position(&game, "n5", "iJ1ml rcL2 iD8", "iJ3 iT3");
    assert!(goals(&game, &state, "J1").is_empty());
    assert!(!goals(&game, &state, "L2").is_empty());
    assert!(codes(&game, &state, "a J1 J3").contains(&"not-in-communication"));
    // It has no defence of its own, but friends in communication defend it.
    let state = position(&game, "s5", "iR9 iD8", "iR8ml cT23");
    assert_eq!(battle(&game, &state, SOUTH, "R8", "R9"), (0, 0, "none"));
    let state = position(&game, "s5", "iI6 iG8", "iK6ml rL11");
    assert_eq!(battle(&game, &state, SOUTH, "K6", "I6").1, 6);
}

/// §3.7
#[test]
fn communications_change_with_every_single_action() {
    let game = Guerre::default();
    let mut state = standing(&game, "n5", "D8~T3.T23", "iD7 rD3 iA25", "cG4 iT25");
    assert!(in_communication(&game, &state, NORTH, "T3"));
    play(&game, &mut state, "end");
    assert!(in_communication(&game, &state, SOUTH, "G4") || goals(&game, &state, "G4").is_empty());
    let mut state = standing(&game, "s5", "D8~T3.T23", "rD3 iA25", "cF5 rcF3 iT25");
    assert!(in_communication(&game, &state, NORTH, "D1"));
    play(&game, &mut state, "F5 D5");
    assert!(
        !in_communication(&game, &state, NORTH, "D1"),
        "the line to the relay is cut"
    );
    assert!(!in_communication(&game, &state, NORTH, "D3"));
}
