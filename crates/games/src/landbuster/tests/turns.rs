//! §2 to §5, §7, §8 and §10: set-up, phases, reinforcements, moves, heroes and the end.

use vauban_game::Viewer;

use super::*;
use crate::landbuster::{Habit, ROUND_LIMIT};

#[test]
fn a_lot_decides_who_begins_and_capitals_are_chosen_in_turn() {
    let game = game(3);
    let mut state = game.start();
    assert!(state.owned().is_empty());
    assert_eq!(game.turn(&state), Turn::Chance);
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    assert_eq!(
        chances,
        [RED, CYAN, YELLOW].map(|seat| (Chance::First(seat), 1))
    );
    play(&game, &mut state, "!first-2 capital-9");
    assert_eq!(game.turn(&state), Turn::One(YELLOW));
    assert_eq!(codes(&game, &state, YELLOW, "capital-9"), ["land-taken"]);
    play(&game, &mut state, "capital-6 capital-1");
    // The soldiers there join, and the first one begins.
    assert_eq!([RED, CYAN, YELLOW].map(|seat| state.total(seat)), [10; 3]);
    assert_eq!((state.mover(), state.phase()), (CYAN, Phase::Item));
    assert_eq!(state.capital(RED), Some(at(1)));
}

#[test]
fn a_turn_goes_from_reinforcement_to_action_to_move() {
    let game = game(2);
    let mut state = war(&game, &[]);
    state.phase = Phase::Reinforce;
    assert_eq!(codes(&game, &state, RED, "3=4"), ["wrong-phase"]);
    assert_eq!(codes(&game, &state, RED, "skip"), ["wrong-phase"]);
    play(&game, &mut state, "reinforce-2");
    assert_eq!(codes(&game, &state, RED, "reinforce-2"), ["wrong-phase"]);
    play(&game, &mut state, "skip");
    assert_eq!(state.phase(), Phase::Move);
    assert_eq!(codes(&game, &state, RED, "3=4"), ["wrong-phase"]);
    play(&game, &mut state, "skip");
    assert_eq!((state.mover(), state.phase()), (CYAN, Phase::Item));
}

#[test]
fn three_soldiers_a_land_come_to_one_own_land() {
    let game = game(2);
    let mut state = war(&game, &[(2, 5)]);
    state.phase = Phase::Reinforce;
    state.give(at(4), Some(RED));
    let state = after(&game, &state, "reinforce-2");
    assert_eq!(state.soldiers(at(2)), 5 + 12);
    assert_eq!(state.phase(), Phase::Action);
}

#[test]
fn a_player_may_pass_at_any_moment_and_drops_what_is_planned() {
    let game = game(2);
    let attacking = after(&game, &war(&game, &[(3, 20)]), "3x8");
    let mut states = vec![attacking, war(&game, &[]), war(&game, &[])];
    states[1].phase = Phase::Reinforce;
    states[2].phase = Phase::Move;
    for state in states {
        let state = after(&game, &state, "pass");
        assert_eq!((state.mover(), state.phase()), (CYAN, Phase::Item));
        assert_eq!((state.planned(), state.plannings()), (0, 0));
    }
    let skipped = after(&game, &attacking, "skip");
    assert_eq!((skipped.phase(), skipped.planned()), (Phase::Move, 0));
}

#[test]
fn whoever_abandons_leaves_lands_and_soldiers_behind() {
    let game = game(3);
    let mut state = war(&game, &[(8, 20), (9, 30)]);
    state.heroes[CYAN.index()] = Hero::At(at(8));
    state.held[CYAN.index()] = Some(Item::PlayTwice);
    state.ports = Lands::of(at(9));
    assert!(game.abandon(&mut state, CYAN));
    assert_eq!(state.owner(at(8)), None);
    assert_eq!((state.soldiers(at(8)), state.soldiers(at(9))), (20, 30));
    assert!(state.ports().contains(at(9)) && state.out().contains(CYAN));
    assert_eq!((state.capital(CYAN), state.item(CYAN)), (None, None));
    // The capital is an ordinary land: it can be captured.
    assert_eq!(game.turn(&state), Turn::One(RED));
    assert_eq!(codes(&game, &state, RED, "3=8"), [""; 0]);
    // On one's own turn the next one is on turn.
    assert!(game.abandon(&mut state, RED));
    let Turn::Over(outcome) = game.turn(&state) else {
        panic!("only Yellow is left");
    };
    assert_eq!(outcome.winner(), Some(YELLOW));
}

#[test]
fn leaving_in_the_middle_of_something_leaves_nothing_open() {
    let game = game(3);
    // While an attack on it is fought.
    let mut state = after(&game, &war(&game, &[(3, 20)]), "3x8 launch");
    game.abandon(&mut state, CYAN);
    assert_eq!((state.phase(), state.planned()), (Phase::Move, 0));
    // The mover, while its attack is fought.
    let mut state = after(&game, &war(&game, &[(3, 20)]), "3x8 launch");
    game.abandon(&mut state, RED);
    assert_eq!((state.mover(), state.phase()), (CYAN, Phase::Item));
    // Whoever would lose a land.
    let mut state = war(&game, &[]);
    state.phase = Phase::Losing {
        seat: CYAN,
        then: crate::landbuster::Then::Reinforce,
    };
    game.abandon(&mut state, CYAN);
    assert_eq!(state.phase(), Phase::Reinforce);
    // Before the capitals are chosen.
    let mut state = after(&game, &game.start(), "!first-2");
    game.abandon(&mut state, CYAN);
    assert_eq!(game.turn(&state), Turn::One(YELLOW));
    let mut state = game.start();
    game.abandon(&mut state, RED);
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    assert_eq!(chances.len(), 2);
    // Two players cannot go on alone.
    assert!(!super::game(2).abandon(&mut state, CYAN));
}

#[test]
fn a_part_of_the_soldiers_moves_once_and_the_turn_is_over() {
    let game = game(2);
    let mut state = war(&game, &[(1, 11)]);
    state.phase = Phase::Move;
    for (part, gone) in [(1, 2), (2, 5), (3, 8), (4, 11)] {
        let state = after(&game, &state, &format!("1-2+{part}"));
        assert_eq!(
            (state.soldiers(at(1)), state.soldiers(at(2))),
            (11 - gone, gone)
        );
        assert_eq!(state.mover(), CYAN);
    }
    // Words for the same.
    for (text, same) in [("move 1 2 1/2", "1-2+2"), ("move 1 2 all hero", "1h2+4")] {
        assert_eq!(game.read(text), game.read(same));
    }
}

#[test]
fn somebody_must_go() {
    let game = game(2);
    for (soldiers, parts) in [
        (0, &[][..]),
        (1, &[4]),
        (2, &[2, 3, 4]),
        (3, &[2, 3, 4]),
        (4, &[1, 2, 3, 4]),
    ] {
        let mut state = war(&game, &[(1, soldiers)]);
        state.phase = Phase::Move;
        let expected: Vec<String> = parts.iter().map(|part| format!("1-2+{part}")).collect();
        let mut found = legal(&game, &state);
        found.retain(|text| text.starts_with("1-2"));
        assert_eq!(found, expected, "{soldiers}");
    }
}

#[test]
fn the_hero_goes_along_or_alone() {
    let game = game(2);
    let mut state = war(&game, &[(1, 8), (2, 3)]);
    state.phase = Phase::Move;
    assert_eq!(codes(&game, &state, RED, "1h2+2"), ["no-hero"]);
    state.heroes[RED.index()] = Hero::At(at(1));
    let alone = after(&game, &state, "1h2+0");
    assert_eq!(
        (alone.hero_at(RED), alone.soldiers(at(2))),
        (Some(at(2)), 3)
    );
    let with = after(&game, &state, "1h2+2");
    assert_eq!((with.hero_at(RED), with.soldiers(at(2))), (Some(at(2)), 7));
    let without = after(&game, &state, "1-2+2");
    assert_eq!(without.hero_at(RED), Some(at(1)));
    assert_eq!(codes(&game, &state, RED, "1-2+0"), ["no-part"]);
    assert_eq!(codes(&game, &state, RED, "1h2+5"), ["no-part"]);
}

#[test]
fn the_last_choice_is_offered_first_and_at_first_half_without_the_hero() {
    let game = game(2);
    let mut state = war(&game, &[(1, 8)]);
    state.phase = Phase::Move;
    assert_eq!(state.habit(RED), Habit::default());
    let usual = |state: &State, text: &str| {
        let view = game.view(state, Viewer::Seat(RED));
        let action = game.read(text).unwrap();
        vauban_game::Depict::usual_amount(&game, &view, RED, action)
    };
    assert_eq!(usual(&state, "1-2+1"), Some(2));
    let mut state = after(&game, &state, "1-2+3");
    assert_eq!(usual(&state, "1-2+1"), Some(3));
    state.heroes[RED.index()] = Hero::At(at(1));
    (state.mover, state.phase) = (RED, Phase::Move);
    let state = after(&game, &state, "1h2+4");
    let kept = Habit {
        quarters: 4,
        hero: true,
    };
    assert_eq!(
        (state.habit(RED), state.habit(CYAN)),
        (kept, Habit::default())
    );
}

#[test]
fn a_move_by_sea_needs_a_port() {
    let game = game(2);
    let mut state = war(&game, &[(1, 8)]);
    state.phase = Phase::Move;
    state.give(at(10), Some(RED));
    assert_eq!(codes(&game, &state, RED, "1-10+4"), ["no-port"]);
    state.ports = Lands::of(at(1));
    let state = after(&game, &state, "1-10+4");
    assert_eq!(state.soldiers(at(10)), 18);
}

#[test]
fn the_fourth_type_unlocks_the_hero_on_the_capital() {
    let game = game(2);
    let mut state = war(&game, &[]);
    // Meadow, forest and desert; 8 is a desert too.
    state.give(at(8), None);
    let third = after(&game, &state, "3=8");
    assert_eq!(third.hero(RED), Hero::Waiting);
    let fourth = after(&game, &state, "3=4");
    assert_eq!(fourth.hero(RED), Hero::At(at(1)));
    // He stays when a type is lost, and does not come twice.
    let mut fewer = fourth;
    fewer.give(at(4), None);
    fewer.phase = Phase::Action;
    fewer.heroes[RED.index()] = Hero::Dead;
    let again = after(&game, &fewer, "3=4");
    assert_eq!(again.hero(RED), Hero::Dead);
}

#[test]
fn the_hero_is_worth_a_fifth_of_all_soldiers_where_he_stands() {
    let game = game(2);
    let mut state = war(&game, &[(1, 60), (3, 41), (8, 5)]);
    state.heroes[RED.index()] = Hero::At(at(3));
    assert_eq!(game.hero_worth(&state, RED), 20);
    let attack = game.attack(&state, at(3), at(8));
    assert_eq!((attack.soldiers, attack.hero), (41, 20));
    assert_eq!(game.attack(&state, at(1), at(8)).hero, 0);
    // In defence too: on the land itself, beside it in full, over the sea half.
    assert_eq!(game.defence(&state, at(3)).hero, 20);
    assert_eq!(game.defence(&state, at(2)).near, 60 + 41 + 20);
    state.give(at(6), Some(RED));
    state.set_soldiers(at(6), 0);
    state.heroes[RED.index()] = Hero::At(at(6));
    assert_eq!(game.defence(&state, at(1)).over_sea, 20);
    assert_eq!(game.defence(&state, at(1)).power().to_string(), "70");
}

#[test]
fn he_dies_with_his_land_and_all_soldiers_are_halved() {
    let game = game(2);
    let mut state = war(&game, &[(3, 200), (8, 10), (9, 41)]);
    state.give(at(10), Some(CYAN));
    state.set_soldiers(at(10), 21);
    state.heroes[CYAN.index()] = Hero::At(at(8));
    play(&game, &mut state, "3x8 launch !1.000");
    assert_eq!(state.hero(CYAN), Hero::Dead);
    assert_eq!((state.soldiers(at(9)), state.soldiers(at(10))), (20, 10));
    assert_eq!(state.total(RED), 200);
}

#[test]
fn after_three_hundred_rounds_lands_count_then_soldiers() {
    let game = game(2);
    let ended = |soldiers: &[(u8, u32)], more: Option<u8>| {
        let mut state = war(&game, soldiers);
        if let Some(number) = more {
            state.give(at(number), Some(CYAN));
        }
        state.round = ROUND_LIMIT - 1;
        (state.mover, state.phase) = (CYAN, Phase::Move);
        let state = after(&game, &state, "pass");
        let Turn::Over(outcome) = game.turn(&state) else {
            panic!("not over");
        };
        assert_eq!(outcome.ending.code, "rounds");
        outcome.scores().to_vec()
    };
    assert_eq!(ended(&[(8, 90)], None), [1, -1]);
    assert_eq!(ended(&[(1, 11)], Some(10)), [1, -1]);
    assert_eq!(ended(&[(8, 2)], Some(10)), [-1, 1]);
    assert_eq!(ended(&[(1, 10)], Some(10)), [0, 0]);
}

#[test]
fn a_round_is_over_when_it_is_the_first_ones_turn_again() {
    let game = game(3);
    let mut state = war(&game, &[]);
    (state.first, state.mover) = (CYAN, YELLOW);
    let state = after(&game, &state, "pass");
    assert_eq!((state.mover(), state.round()), (RED, 0));
    let mut state = after(&game, &state, "!none pass");
    assert_eq!((state.mover(), state.round()), (CYAN, 1));
    // Also when the first one has left.
    game.abandon(&mut state, CYAN);
    assert_eq!((state.mover(), state.round()), (YELLOW, 1));
    let state = after(&game, &state, "!none pass !none pass");
    assert_eq!((state.mover(), state.round()), (YELLOW, 2));
}
