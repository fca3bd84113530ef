//! Positions that the strongest program must solve, each answer within 4,000 nodes; the first six also by
//! search in imagined worlds.

use vauban_search::Mcts;

use super::*;
use crate::{
    risk::{Deep, Heuristic, Strategist, Weights},
    tactics::turn_of,
};

const NODES: u64 = 4_000;

/// What the strongest program does with the turn.
fn solved(game: &Risk, state: &State) -> (Vec<String>, State) {
    let played = turn_of(game, state, NODES, Deep::default());
    (played.actions, played.end)
}

/// What it does, and what the search does.
fn solved_by_both(game: &Risk, state: &State) -> [(Vec<String>, State); 2] {
    let search = Mcts {
        judge: Strategist,
        policy: Heuristic,
        horizon: 25,
    };
    let played = turn_of(game, state, NODES, search);
    [solved(game, state), (played.actions, played.end)]
}

#[test]
fn the_text_of_the_weights_is_whole() {
    assert_eq!(
        Weights::read(include_str!("../weights.txt")),
        Ok(Weights::default())
    );
}

/// The armies that stand on some countries.
fn sum(state: &State, ids: &[u16]) -> u16 {
    ids.iter().map(|&id| state.armies(at(id))).sum()
}

#[test]
fn does_not_throw_two_armies_at_nine() {
    let game = seed();
    let state = armed(&game, &[(103, 2), (207, 9), (505, 9)]);
    for (played, _) in solved_by_both(&game, &state) {
        assert_ne!(played[0], "103");
    }
}

#[test]
fn rolls_all_dice_with_many_armies() {
    let game = seed();
    let mut state = armed(&game, &[(103, 12), (207, 2)]);
    play(&game, &mut state, "103 x207");
    for (played, _) in solved_by_both(&game, &state) {
        assert_eq!(played[0], "d3");
    }
}

#[test]
fn exchanges_three_cannons() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4), (101, 2)]);
    hold(&mut state, BLUE, "cccs");
    play(&game, &mut state, "103 x207 d1 v1 !1/6");
    for (played, _) in solved_by_both(&game, &state) {
        assert_eq!(played[0], "exchange=ccc");
    }
}

#[test]
fn places_new_armies_at_the_front() {
    let game = seed();
    let mut state = armed(&game, &[(103, 2), (207, 5)]);
    (state.phase, state.left) = (Phase::Reinforce, 8);
    for (played, end) in solved_by_both(&game, &state) {
        // 101, 104 and 106 touch nobody.
        assert!(sum(&end, &[101, 104, 106]) <= 4, "{played:?}");
    }
}

#[test]
fn moves_idle_armies_to_the_front() {
    let game = seed();
    let mut state = armed(&game, &[(106, 9), (207, 5)]);
    play(&game, &mut state, "pass");
    for (played, end) in solved_by_both(&game, &state) {
        assert!(end.armies(at(106)) < 9, "{played:?}");
    }
}

#[test]
fn keeps_a_threatened_front_manned() {
    let game = seed();
    let mut state = armed(&game, &[(103, 6), (207, 9)]);
    play(&game, &mut state, "pass");
    for (played, end) in solved_by_both(&game, &state) {
        assert!(end.armies(at(103)) >= 4, "{played:?}");
    }
}

/// The world, but all that was neutral is Blue's: with one more country Blue wins.
fn nearly_won(game: &Risk, armies: &[(u16, u16)]) -> State {
    let mut state = armed(game, armies);
    for country in state.lands(Owner::NEUTRAL).iter() {
        if country != at(604) {
            state.give(country, Owner(0));
        }
    }
    assert_eq!(state.lands(BLUE).len(), 27);
    state
}

#[test]
fn takes_the_country_that_wins() {
    // The 28th country: the one with a single army, of three in reach.
    let game = seed();
    let state = nearly_won(&game, &[(506, 9), (201, 1), (207, 4), (211, 4)]);
    let (played, _) = solved(&game, &state);
    assert_eq!(played[..3], ["506", "x201", "d3"]);
}

#[test]
fn attacks_the_last_country_of_the_enemy() {
    let game = seed();
    let mut state = armed(&game, &[(103, 6), (207, 1), (402, 6), (105, 6)]);
    for country in state
        .lands(RED)
        .iter()
        .filter(|&country| country != at(207))
    {
        state.give(country, Owner::NEUTRAL);
    }
    // Neutral countries with one army are as easy, but only this one ends the match.
    let (played, _) = solved(&game, &state);
    assert_eq!(played[..2], ["103", "x207"]);
}

#[test]
fn takes_from_the_rival_rather_than_from_nobody() {
    let game = seed();
    let state = armed(&game, &[(103, 8), (207, 1), (505, 1)]);
    let (played, _) = solved(&game, &state);
    assert_eq!(played[..3], ["103", "x207", "d3"]);
}

#[test]
fn defends_two_armies_with_one_die() {
    // A turn has one roll: with one die one army may fall, with two the country.
    let game = seed();
    let mut state = armed(&game, &[(103, 6), (207, 2)]);
    play(&game, &mut state, "103 x207 d3");
    let (played, _) = solved(&game, &state);
    assert_eq!(played, ["v1"]);
}

#[test]
fn keeps_three_cannons_when_a_card_must_go() {
    let game = seed();
    let mut state = armed(&game, &[(103, 6), (207, 1)]);
    hold(&mut state, BLUE, "cccst");
    play(&game, &mut state, "103 x207 d3 v1 !6,5,4/1");
    let (played, _) = solved(&game, &state);
    assert!(played[0].starts_with("discard="), "{played:?}");
    assert_ne!(played[0], "discard=cannon");
    assert!(played.contains(&"exchange=ccc".to_owned()), "{played:?}");
}
