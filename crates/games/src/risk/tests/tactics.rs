//! Positions that the strongest program must solve, each answer within 4,000 nodes.

use vauban_search::Mcts;

use super::*;
use crate::{
    risk::{Heuristic, Strategist, Weights},
    tactics::turn_of,
};

const NODES: u64 = 4_000;

/// What the program does with the turn.
fn solved(game: &Risk, state: &State) -> (Vec<String>, State) {
    let search = Mcts {
        judge: Strategist,
        policy: Heuristic,
        horizon: 25,
    };
    let played = turn_of(game, state, NODES, search);
    (played.actions, played.end)
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
    let (played, _) = solved(&game, &armed(&game, &[(103, 2), (207, 9), (505, 9)]));
    assert_ne!(played[0], "103");
}

#[test]
fn rolls_all_dice_with_many_armies() {
    let game = seed();
    let mut state = armed(&game, &[(103, 12), (207, 2)]);
    play(&game, &mut state, "103 x207");
    assert_eq!(solved(&game, &state).0[0], "d3");
}

#[test]
fn exchanges_three_cannons() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4), (101, 2)]);
    hold(&mut state, BLUE, "cccs");
    play(&game, &mut state, "103 x207 d1 v1 !1/6");
    assert_eq!(solved(&game, &state).0[0], "exchange=ccc");
}

#[test]
fn places_new_armies_at_the_front() {
    let game = seed();
    let mut state = armed(&game, &[(103, 2), (207, 5)]);
    (state.phase, state.left) = (Phase::Reinforce, 8);
    let (_, end) = solved(&game, &state);
    // 101, 104 and 106 touch nobody.
    assert!(sum(&end, &[101, 104, 106]) <= 4, "{end:?}");
}

#[test]
fn moves_idle_armies_to_the_front() {
    let game = seed();
    let mut state = armed(&game, &[(106, 9), (207, 5)]);
    play(&game, &mut state, "pass");
    let (played, end) = solved(&game, &state);
    assert!(end.armies(at(106)) < 9, "{played:?}");
}

#[test]
fn keeps_a_threatened_front_manned() {
    let game = seed();
    let mut state = armed(&game, &[(103, 6), (207, 9)]);
    play(&game, &mut state, "pass");
    let (played, end) = solved(&game, &state);
    assert!(end.armies(at(103)) >= 4, "{played:?}");
}
