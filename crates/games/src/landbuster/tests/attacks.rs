//! §6 Ports, captures, planned attacks and what they do.

use super::*;
use crate::landbuster::{Attack, Defence, Plan, Power};

#[test]
fn a_port_ends_the_phase_and_stays() {
    let game = game(2);
    let state = after(&game, &war(&game, &[]), "port-1");
    assert_eq!(
        (state.phase(), state.ports()),
        (Phase::Move, Lands::of(at(1)))
    );
    // Conquered, it is still there.
    let mut state = war(&game, &[(9, 50), (8, 0)]);
    state.ports = Lands::of(at(1));
    state.conquer_for_test(&game, at(1), CYAN);
    assert!(state.ports().contains(at(1)));
}

#[test]
fn a_capture_takes_the_land_with_its_soldiers_and_ends_the_phase() {
    let game = game(2);
    let state = after(&game, &war(&game, &[]), "3=4");
    assert_eq!(owned(&state, RED), [1, 2, 3, 4]);
    assert_eq!((state.soldiers(at(4)), state.phase()), (10, Phase::Move));
}

#[test]
fn a_capture_by_sea_needs_a_port() {
    let game = game(2);
    let mut state = war(&game, &[]);
    assert_eq!(codes(&game, &state, RED, "1=10"), ["no-port"]);
    state.ports = Lands::of(at(1));
    let state = after(&game, &state, "1=10");
    assert_eq!(owned(&state, RED), [1, 2, 3, 10]);
}

#[test]
fn fifty_against_thirty_take_twenty_at_a_luck_of_one() {
    let game = game(2);
    let mut state = war(&game, &[(3, 50), (8, 30)]);
    play(&game, &mut state, "3x8 launch !1.000");
    assert_eq!(state.soldiers(at(8)), 10);
    assert_eq!(state.soldiers(at(3)), 50);
    assert_eq!(state.phase(), Phase::Move);
    for (luck, left) in [("0.800", 14), ("0.849", 14), ("0.850", 13), ("1.200", 6)] {
        let state = after(
            &game,
            &war(&game, &[(3, 50), (8, 30)]),
            &format!("3x8 launch !{luck}"),
        );
        assert_eq!(state.soldiers(at(8)), left, "{luck}");
    }
}

#[test]
fn two_planned_attacks_of_thirty_count_fifteen_each() {
    let game = game(3);
    let mut state = war(&game, &[(2, 30), (3, 30), (8, 14), (6, 5)]);
    state.give(at(7), Some(YELLOW));
    state.set_soldiers(at(7), 3);
    // Red takes 7's place beside 2 by a border of its own: the attack from 3 alone is planned first.
    play(&game, &mut state, "3x8");
    assert_eq!(game.attack(&state, at(3), at(8)).power(), Power::new(30, 1));
    state.plans[1] = Some(Plan {
        from: at(2),
        to: at(9),
    });
    assert_eq!(game.attack(&state, at(3), at(8)).power(), Power::new(15, 1));
    assert_eq!(game.attack(&state, at(2), at(9)).power(), Power::new(15, 1));
}

#[test]
fn by_sea_an_attack_counts_half_and_needs_a_port() {
    let game = game(3);
    let mut state = war(&game, &[(1, 40), (6, 19)]);
    assert_eq!(game.attack(&state, at(1), at(6)).power(), Power::new(20, 1));
    assert_eq!(codes(&game, &state, RED, "1x6"), ["no-port"]);
    state.ports = Lands::of(at(1));
    let state = after(&game, &state, "1x6 launch !1.000");
    assert_eq!(state.soldiers(at(6)), 18);
}

#[test]
fn the_defence_is_the_sum_of_the_hand_example() {
    let game = game(2);
    let mut state = war(&game, &[(8, 30), (9, 7)]);
    state.give(at(10), Some(CYAN));
    state.give(at(5), Some(CYAN));
    state.set_soldiers(at(10), 4);
    state.set_soldiers(at(5), 9);
    // 9 itself, 8 and 10 by land, and half of 5 by sea.
    let defence = game.defence(&state, at(9));
    let parts = Defence {
        soldiers: 7,
        hero: 0,
        near: 34,
        over_sea: 9,
    };
    assert_eq!(defence, parts);
    assert_eq!(defence.power().to_string(), "45 1/2");
    // Of a neutral land, what can be captured.
    assert_eq!(game.defence(&state, at(4)).power(), Power::new(10, 1));
}

#[test]
fn powers_are_exact_fractions() {
    let third = Attack {
        soldiers: 10,
        hero: 0,
        attacks: 3,
        by_sea: false,
    };
    assert_eq!(third.power().to_string(), "3 1/3");
    assert_eq!(Power::new(1, 4).to_string(), "1/4");
    assert_eq!(Power::new(0, 4).to_string(), "0");
    assert!(third.power() > Power::new(3, 1) && third.power() < Power::new(7, 2));
    assert_eq!(Power::new(10, 4), Power::new(5, 2));
    // (10/3 − 3) × 1.2 rounded down is 0; (20/3 − 3) × 0.9 is 3.3.
    assert_eq!(third.power().damage(Power::new(3, 1), 1_200), 0);
    assert_eq!(Power::new(20, 3).damage(Power::new(3, 1), 900), 3);
}

#[test]
fn equal_powers_are_refused_with_both_numbers() {
    let game = game(2);
    let state = war(&game, &[(3, 30), (8, 23), (9, 7)]);
    let refused = game.check(&state, RED, game.read("3x8").unwrap());
    let failed = refused.unwrap_err().failed;
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].numbers(), [("attack", 30), ("defence", 30)]);
    assert_eq!(
        failed[0].text().en,
        "From Land3 you attack with 30, and Land8 defends with 30: the attack must be greater."
    );
    let state = war(&game, &[(3, 31), (8, 23), (9, 7)]);
    assert_eq!(codes(&game, &state, RED, "3x8"), [""; 0]);
}

#[test]
fn plans_stand_until_they_are_cancelled_and_may_weaken_each_other() {
    let game = game(2);
    let mut state = war(&game, &[(3, 30), (2, 30), (8, 14)]);
    state.give(at(7), Some(CYAN));
    state.set_soldiers(at(7), 0);
    let state = after(&game, &state, "3x8");
    assert_eq!(state.phase(), Phase::Action);
    assert!(legal(&game, &state).contains(&"launch".to_owned()));
    let cancelled = after(&game, &state, "cancel-3x8");
    assert_eq!((cancelled.planned(), cancelled.plannings()), (0, 1));
    assert!(!legal(&game, &cancelled).contains(&"launch".to_owned()));
    // The attack from 2 by an item weakens the other: 15 each, and 14 is still less.
    let mut state = state;
    state.boons.anywhere = true;
    let both = after(&game, &state, "2x7");
    assert_eq!(game.attack(&both, at(3), at(8)).power(), Power::new(15, 1));
}

#[test]
fn attacks_are_fought_in_order_and_those_no_longer_valid_are_left_out() {
    let game = game(2);
    let mut state = war(&game, &[(3, 40), (8, 10)]);
    state.give(at(7), Some(RED));
    state.set_soldiers(at(7), 40);
    // Both attack 8 with 20 against 10; the first takes it.
    play(&game, &mut state, "3x8 7x8 launch");
    assert_eq!(state.phase(), Phase::Battle { at: 0 });
    play(&game, &mut state, "!1.000");
    assert_eq!(owned(&state, RED), [1, 2, 3, 7, 8]);
    assert_eq!(state.soldiers(at(8)), 0);
    // The second is left out without a roll, and still has divided the first.
    assert_eq!((state.phase(), state.planned()), (Phase::Move, 0));
}

#[test]
fn an_attack_that_became_too_weak_is_left_out() {
    let game = game(2);
    // 31 against 15, and 15 1/2 with two attacks.
    let mut state = war(&game, &[(3, 31), (8, 15)]);
    for (number, soldiers) in [(7, 31), (2, 0)] {
        state.give(at(number), Some(RED));
        state.set_soldiers(at(number), soldiers);
    }
    play(&game, &mut state, "3x8 7x8 launch !0.800");
    // (15 1/2 − 15) × 0.8 is nothing; the second is fought as well.
    assert_eq!(state.soldiers(at(8)), 15);
    assert_eq!(state.phase(), Phase::Battle { at: 1 });
    let mut state = war(&game, &[(3, 29), (8, 15)]);
    state.give(at(7), Some(RED));
    state.set_soldiers(at(7), 40);
    // 29 against 15; with 7's attack both are divided: 14 1/2 is too weak, 20 is not.
    play(&game, &mut state, "3x8 7x8 launch");
    assert_eq!(state.phase(), Phase::Battle { at: 1 });
}

#[test]
fn damage_that_reaches_the_soldiers_conquers_and_nobody_moves_in() {
    let game = game(2);
    let mut state = war(&game, &[(3, 60), (8, 30)]);
    play(&game, &mut state, "3x8 launch !1.000");
    assert_eq!(owned(&state, RED), [1, 2, 3, 8]);
    assert_eq!((state.soldiers(at(8)), state.soldiers(at(3))), (0, 60));
    // One short of it, it holds.
    let mut state = war(&game, &[(3, 60), (8, 30)]);
    play(&game, &mut state, "3x8 launch !0.999");
    assert_eq!(
        (owned(&state, CYAN), state.soldiers(at(8))),
        (vec![8, 9], 1)
    );
}

#[test]
fn an_empty_land_falls_to_any_attack_that_is_greater() {
    let game = game(2);
    let mut state = war(&game, &[(3, 1)]);
    play(&game, &mut state, "3x8 launch !0.800");
    assert_eq!(owned(&state, RED), [1, 2, 3, 8]);
}

#[test]
fn whoever_loses_the_capital_is_out_and_loses_everything() {
    let game = game(3);
    let mut state = war(&game, &[(3, 0), (8, 60), (9, 5), (10, 7)]);
    state.give(at(8), Some(RED));
    state.give(at(10), Some(CYAN));
    state.held[CYAN.index()] = Some(Item::FullPower);
    state.heroes[CYAN.index()] = Hero::At(at(10));
    play(&game, &mut state, "8x9 launch !1.000");
    assert_eq!(owned(&state, CYAN), [0_u8; 0]);
    assert_eq!(owned(&state, RED), [1, 2, 3, 8, 9, 10]);
    // The soldiers of the other lands change sides; the hero is gone, and halves nothing.
    assert_eq!((state.soldiers(at(9)), state.soldiers(at(10))), (0, 7));
    assert!(state.out().contains(CYAN));
    assert_eq!((state.item(CYAN), state.capital(CYAN)), (None, None));
    assert_eq!(state.hero(CYAN), Hero::Dead);
    assert_eq!(game.turn(&state), Turn::One(RED));
}

#[test]
fn the_last_player_left_wins() {
    let game = game(2);
    let mut state = war(&game, &[(8, 60), (9, 5)]);
    state.give(at(8), Some(RED));
    play(&game, &mut state, "8x9 launch !1.000");
    let Turn::Over(outcome) = game.turn(&state) else {
        panic!("not over");
    };
    assert_eq!((outcome.winner(), outcome.ending.code), (Some(RED), "last"));
}

#[test]
fn a_land_holds_a_million_soldiers_at_most() {
    let game = game(2);
    let mut state = war(&game, &[(1, 999_999)]);
    state.phase = Phase::Reinforce;
    play(&game, &mut state, "reinforce-1");
    assert_eq!(state.soldiers(at(1)), 1_000_000);
}

impl State {
    /// Another player's conquest, however it came about.
    fn conquer_for_test(&mut self, game: &LandBuster, land: Land, seat: Seat) {
        self.mover = seat;
        game.conquer(self, land);
    }
}
