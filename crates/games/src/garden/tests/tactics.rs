//! Positions that the gardener must solve, and who tries out what it proposes, each answer within 4,000 nodes.

use vauban_search::{Expectimax, Trials};

use super::*;
use crate::{
    garden::{Greed, Nimble, Weights},
    tactics::turn_of,
};

const NODES: u64 = 4_000;

/// What each of the two does with Blue's turn.
fn solved(state: &State) -> [(Vec<String>, State); 2] {
    let gardener = turn_of(&garden(), state, NODES, Expectimax::new(Greed));
    let trials = Trials {
        base: Expectimax::new(Greed).to_depth(1),
        judge: Greed,
        policy: Nimble,
        turns: 4,
        slack: 1.0,
        width: 8,
        sure: 1.0,
    };
    let tried = turn_of(&garden(), state, NODES, trials);
    [gardener, tried].map(|played| (played.actions, played.end))
}

#[test]
fn takes_the_last_cell_of_the_enemy() {
    for (played, _) in solved(&conquest("e3=b5 e2=r1 a5=b2")) {
        assert_eq!(played[0], "e3-e2");
    }
}

#[test]
fn keeps_to_its_nodes_where_one_fight_follows_another() {
    // Each fight has dozens of results, and after each of them Blue goes on. `turn_of` counts.
    let state = conquest("d4=b5 e4=b5 c4=b5 d5=b5 d3=r5 e3=r5 c3=r5 e5=r5");
    turn_of(&garden(), &state, 500, Expectimax::new(Greed));
}

#[test]
fn the_text_of_the_weights_is_whole() {
    let text = include_str!("../weights.txt");
    assert_eq!(Weights::read(text), Ok(*Weights::shipped()));
}

#[test]
fn attacks_the_weaker_of_two() {
    let [(gardener, _), (tried, _)] = solved(&conquest("d4=b5 d3=r1 d5=r5 a1=r3"));
    assert_eq!(gardener[0], "d4-d3");
    // Who tries it out may wait: of d4 one creature would be left beside five.
    let waits = tried[0] == "end";
    assert!(waits || tried[0] == "d4-d3", "{tried:?}");
}

#[test]
fn does_not_attack_five_with_two() {
    for (played, _) in solved(&conquest("e3=b2 e2=r5 a1=r3")) {
        assert!(!played.contains(&"e3-e2".to_owned()), "{played:?}");
    }
}

#[test]
fn takes_empty_cells_while_nobody_is_near() {
    for (_, end) in solved(&conquest("d4=b5 a1=r5")) {
        assert!(end.cells(BLUE).len() >= 3);
    }
}

#[test]
fn ends_the_match_when_it_can() {
    // Two cells are left to Red, each beside five creatures.
    let state = conquest("d4=b5 d3=r1 e3=b5 e2=r1");
    for (played, _) in solved(&state) {
        let both = ["d4-d3".to_owned(), "e3-e2".to_owned()];
        assert!(
            both.iter().any(|attack| played.contains(attack)),
            "{played:?}"
        );
    }
}

#[test]
fn places_all_that_it_must() {
    let state = after(&conquest("d4=b1 e5=b1 d3=r3 a1=r3"), "end");
    for (played, _) in solved(&state) {
        assert_eq!(played.len(), 3, "{played:?}");
    }
}

#[test]
fn does_not_pay_for_a_power_without_a_target() {
    let state = rich(Clan::Cooks, "d4=b5 a1=r5");
    for (played, _) in solved(&state) {
        assert!(
            played.iter().all(|action| !action.starts_with("power")),
            "{played:?}"
        );
    }
}

#[test]
fn grills_the_last_three_of_the_enemy() {
    // One creature cannot attack, but e1 is the barbecue.
    for (played, end) in solved(&rich(Clan::Smiths, "e1=b1 d1=b1 e2=r3")) {
        assert_eq!(played, ["barbecue-e2"]);
        assert_eq!(over(&end).map(|(_, winner)| winner), Some(Some(BLUE)));
    }
}

#[test]
fn takes_the_last_cell_by_a_shelter_rather_than_by_a_fight() {
    // Two against five lose; the shelter sends all five away.
    for (played, end) in solved(&rich(Clan::Lumberjacks, "e3=b2 e2=r5")) {
        assert_eq!(played, ["shelter-e3-e2"]);
        assert_eq!(over(&end).map(|(_, winner)| winner), Some(Some(BLUE)));
    }
}

#[test]
fn pillages_the_last_creature_of_the_enemy() {
    for (played, end) in solved(&rich(Clan::Cooks, "e3=b1 e2=r1")) {
        assert_eq!(played, ["pillage-e2"]);
        assert_eq!(over(&end).map(|(_, winner)| winner), Some(Some(BLUE)));
    }
}

#[test]
fn places_new_creatures_before_the_enemy() {
    // Five stand before d4, nobody before e5.
    let state = after(&conquest("d4=b2 e5=b2 d3=r5 a1=r3"), "end");
    for (played, end) in solved(&state) {
        assert_eq!(played.len(), 3, "{played:?}");
        assert!(end.creatures(cell("d4")) >= 4, "{played:?}");
    }
}

#[test]
fn does_not_send_away_the_guard_of_its_only_cell() {
    // Red's five would take what one creature holds; the free cells can wait.
    for (_, end) in solved(&conquest("d4=b3 d3=r5 c4=r5 a1=r5")) {
        assert!(end.creatures(cell("d4")) >= 3, "{end:?}");
    }
}
