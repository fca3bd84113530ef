//! Positions that the strongest program must solve, and search in imagined worlds, each answer within 3,000 nodes; and
//! what minmax:N sees.

use vauban_search::{Mcts, Minmax, Trials};

use super::*;
use crate::{
    landbuster::{Heuristic, Lying, Warlord, Weights},
    tactics::turn_of,
};

const NODES: u64 = 3_000;

/// What each of the two does with Red's turn.
fn solved(game: &LandBuster, state: &State) -> [(Vec<String>, State); 2] {
    let trials = Trials {
        base: Heuristic,
        judge: Warlord,
        policy: Heuristic,
        turns: 6,
        slack: 1.0,
        width: 8,
        sure: 1.0,
    };
    let search = Mcts {
        judge: Warlord,
        policy: Heuristic,
        horizon: 16,
    };
    let tried = turn_of(game, state, NODES, trials);
    let found = turn_of(game, state, NODES, search);
    [tried, found].map(|played| (played.actions, played.end))
}

#[test]
fn the_text_of_the_weights_is_whole() {
    assert_eq!(
        Weights::read(include_str!("../weights.txt")),
        Ok(*Weights::shipped())
    );
}

/// Red stands on 8, beside Cyan's capital on 9.
fn at_the_gates(soldiers: &[(u8, u32)]) -> (LandBuster, State) {
    let game = game(2);
    let mut state = war(&game, soldiers);
    state.give(at(8), Some(RED));
    (game, state)
}

#[test]
fn takes_the_capital_when_it_can() {
    let (game, state) = at_the_gates(&[(1, 5), (8, 90), (9, 3)]);
    for (played, end) in solved(&game, &state) {
        assert!(
            end.end().is_some() && end.out().contains(CYAN),
            "{played:?}"
        );
    }
}

#[test]
fn takes_the_capital_rather_than_more_soldiers() {
    let (game, mut state) = at_the_gates(&[(1, 5), (8, 90), (9, 3), (7, 80)]);
    state.give(at(10), Some(CYAN));
    for (played, end) in solved(&game, &state) {
        assert!(end.out().contains(CYAN), "{played:?}");
    }
}

#[test]
fn launches_what_is_planned() {
    let (game, state) = at_the_gates(&[(1, 5), (8, 90), (9, 3)]);
    for (played, _) in solved(&game, &after(&game, &state, "8x9")) {
        assert_eq!(played[0], "launch");
    }
}

#[test]
fn captures_a_rich_neutral_land_rather_than_a_poor_one() {
    let game = game(2);
    let mut state = war(&game, &[(1, 5), (3, 4), (8, 20), (9, 20)]);
    state.set_soldiers(at(4), 60);
    for (played, end) in solved(&game, &state) {
        assert!(owned(&end, RED).contains(&4), "{played:?}");
    }
}

#[test]
fn reinforces_the_capital_that_would_fall() {
    // Cyan stands on 2 beside the capital with 20 and gets 9 more; 12 more on 1 hold it.
    let game = game(2);
    let mut state = war(&game, &[(1, 16), (2, 20), (3, 2), (9, 1)]);
    state.give(at(2), Some(CYAN));
    state.give(at(3), Some(CYAN));
    state.give(at(5), Some(RED));
    state.give(at(4), Some(RED));
    state.phase = Phase::Reinforce;
    // The search sees it; who tries out what the rules of thumb propose does not, with so few nodes.
    let [_, (played, _)] = solved(&game, &state);
    assert_eq!(played[0], "reinforce-1", "{played:?}");
}

#[test]
fn two_sure_captures_by_full_power() {
    let (game, mut state) = at_the_gates(&[(1, 5), (8, 60), (9, 10), (7, 12)]);
    state.give(at(7), Some(CYAN));
    for (played, end) in solved(&game, &state) {
        assert!(end.out().contains(CYAN), "{played:?}");
    }
}

#[test]
fn a_hero_is_worth_a_fourth_kind_of_land() {
    let game = game(2);
    let mut state = war(&game, &[(1, 20), (2, 20), (3, 20), (8, 5), (9, 60)]);
    state.set_soldiers(at(4), 9);
    for (played, end) in solved(&game, &state) {
        // A mountain makes the fourth type, and the hero comes.
        assert!(end.hero_at(RED).is_some(), "{played:?}");
    }
}

#[test]
fn uses_the_item_that_wins() {
    let (game, mut state) = at_the_gates(&[(1, 5), (8, 40), (9, 15), (7, 30)]);
    state.held[RED.index()] = Some(Item::PlayTwice);
    for (played, end) in solved(&game, &state) {
        assert!(end.out().contains(CYAN), "{played:?}");
    }
}

#[test]
fn minmax_sees_as_many_decisions_as_it_says() {
    let (game, state) = at_the_gates(&[(1, 5), (8, 90), (9, 3)]);
    // The attack is one decision and its launch another.
    let two = turn_of(&game, &state, 50_000, Minmax::new(Warlord, 2));
    assert_eq!(two.actions, ["8x9", "launch"]);
    assert!(two.end.out().contains(CYAN));
}

#[test]
fn minmax_takes_luck_for_one_and_unknown_items_for_none() {
    use vauban_game::Certain;
    let game = game(2);
    let mut state = war(&game, &[(1, 5), (3, 60), (8, 9), (9, 3)]);
    let fighting = after(&game, &state, "3x8 launch");
    assert_eq!(Warlord.usual(&game, &fighting), Chance::Luck(1_000));
    let play = |state: &State| turn_of(&game, state, 20_000, Minmax::new(Warlord, 3)).actions;
    let before = play(&state);
    state.held[CYAN.index()] = Some(Item::PlayTwice);
    assert_eq!(play(&state), before);
}

#[test]
fn keeps_the_capital_guarded_when_it_may_move() {
    // Cyan stands on 2 with 20: whoever leaves the capital loses it.
    let game = game(2);
    let mut state = war(&game, &[(1, 40), (2, 20), (3, 5), (9, 10)]);
    state.give(at(2), Some(CYAN));
    state.give(at(6), Some(RED));
    state.ports = Lands::of(at(1));
    state.phase = Phase::Move;
    for (played, end) in solved(&game, &state) {
        assert!(end.soldiers(at(1)) >= 30, "{played:?}");
    }
}

#[test]
fn takes_the_capital_over_the_sea() {
    // 5 and 9 border the same sea; half of a hundred is more than Cyan has.
    let game = game(2);
    let mut state = war(&game, &[(1, 30), (5, 100), (8, 10), (9, 10)]);
    state.give(at(5), Some(RED));
    state.ports = Lands::of(at(5));
    for (played, end) in solved(&game, &state) {
        assert!(end.out().contains(CYAN), "{played:?}");
    }
}

#[test]
fn does_not_divide_an_attack_that_takes_the_capital() {
    // 7, 9 and 10 are in reach of 8; only all together take 9.
    let (game, mut state) = at_the_gates(&[(1, 5), (8, 60), (9, 12), (7, 2)]);
    state.give(at(7), Some(CYAN));
    state.give(at(10), Some(CYAN));
    state.set_soldiers(at(10), 10);
    for (played, end) in solved(&game, &state) {
        assert_eq!(played, ["8x9", "launch"]);
        assert!(end.out().contains(CYAN), "{played:?}");
    }
}

#[test]
fn captures_the_land_with_the_fat_bonus() {
    // 4 is richer, but what lies on 8 brings Cyan's army on 7.
    let game = game(2);
    let mut state = war(&game, &[(1, 20), (3, 10), (8, 90), (9, 20)]);
    state.give(at(8), None);
    state.give(at(7), Some(CYAN));
    state.set_soldiers(at(7), 80);
    state.set_soldiers(at(8), 8);
    state.set_soldiers(at(4), 20);
    state.lying[0] = Some(Lying {
        at: at(8),
        turns: 3,
        fat: true,
    });
    for (played, end) in solved(&game, &state) {
        assert!(owned(&end, RED).contains(&8), "{played:?}");
    }
}
