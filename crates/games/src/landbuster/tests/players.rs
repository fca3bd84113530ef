//! The programs: what they do, and who beats whom.

use vauban_game::{Agent, Budget, Position, SearchMemory, Viewer};
use vauban_search::Uniform;

use super::*;
use crate::landbuster::{Dumb, Heuristic};

fn thought(agent: &mut dyn Agent<LandBuster>, game: &LandBuster, state: &State) -> String {
    let Turn::One(seat) = game.turn(state) else {
        panic!("nobody chooses");
    };
    let view = game.view(state, Viewer::Seat(seat));
    let position = Position::new(game, seat, &view, Dice::seeded(1));
    let thought = agent.think(&position, &Budget::default(), &mut SearchMemory::default());
    game.write(thought.action)
}

#[test]
fn the_dumb_one_plays_as_it_was_described() {
    let game = game(2);
    let mut state = war(&game, &[(1, 5), (3, 40), (8, 9), (9, 3)]);
    let dumb = |state: &State| thought(&mut Dumb, &game, state);
    // The neutral land in reach with most soldiers comes before any attack.
    state.set_soldiers(at(4), 7);
    assert_eq!(dumb(&state), "3=4");
    // Else the attack with the largest surplus, which it then launches.
    state.give(at(4), Some(RED));
    state.give(at(5), Some(RED));
    assert_eq!(dumb(&state), "3x8");
    assert_eq!(dumb(&after(&game, &state, "3x8")), "launch");
    // Else it passes; it never moves.
    state.set_soldiers(at(8), 99);
    assert_eq!(dumb(&state), "pass");
    state.phase = Phase::Move;
    assert_eq!(dumb(&state), "pass");
    state.phase = Phase::Reinforce;
    assert_eq!(dumb(&state), "reinforce-3");
    state.held[RED.index()] = Some(Item::FullPower);
    assert_eq!(dumb(&state), "use");
    let choosing = after(&game, &game.start(), "!first-1");
    assert!(dumb(&choosing).starts_with("capital-"));
}

#[test]
fn the_heuristic_takes_a_capital_when_it_can() {
    let game = game(2);
    let mut state = war(&game, &[(1, 5), (8, 90), (9, 3)]);
    state.give(at(8), Some(RED));
    let heuristic = |state: &State| thought(&mut Heuristic, &game, state);
    assert_eq!(heuristic(&state), "8x9");
    assert_eq!(heuristic(&after(&game, &state, "8x9")), "launch");
    // It reinforces where that makes the attack possible.
    state.set_soldiers(at(8), 2);
    state.phase = Phase::Reinforce;
    assert_eq!(heuristic(&state), "reinforce-8");
}

/// Plays a match between programs; the scores by seat.
fn duel(game: &LandBuster, seats: &mut [&mut dyn Agent<LandBuster>], seed: u64) -> Vec<i16> {
    let mut dice = Dice::seeded(seed);
    let mut state = game.start();
    let mut memory = SearchMemory::default();
    for _ in 0..60_000 {
        match game.turn(&state) {
            Turn::Over(outcome) => return outcome.scores().to_vec(),
            Turn::One(seat) => {
                let view = game.view(&state, Viewer::Seat(seat));
                let agent = &mut seats[seat.index()];
                let position = Position::new(game, seat, &view, Dice::seeded(dice.roll()));
                let thought = agent.think(&position, &Budget::default(), &mut memory);
                let checked = game.check(&state, seat, thought.action);
                assert!(checked.is_ok(), "{thought:?}: {checked:?}");
                game.act(&mut state, seat, thought.action);
            }
            _ => step(game, &mut state, &mut dice),
        }
    }
    panic!("no end comes")
}

/// How many of `pairs` matches with the sides changing, each pair on a map of its own, `one` wins and loses.
fn series(
    one: &mut dyn Agent<LandBuster>,
    two: &mut dyn Agent<LandBuster>,
    pairs: u64,
) -> (u32, u32) {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..pairs {
        let game = LandBuster::new(seed, 2).unwrap();
        let first = duel(&game, &mut [one, two], seed)[0];
        let second = duel(&game, &mut [two, one], seed)[1];
        for score in [first, second] {
            won += u32::from(score > 0);
            lost += u32::from(score < 0);
        }
    }
    (won, lost)
}

#[test]
fn the_heuristic_beats_the_dumb_one_in_more_than_half_of_two_hundred_matches() {
    let (won, lost) = series(&mut Heuristic, &mut Dumb, 100);
    println!("heuristic against dumb: {won} won, {lost} lost of 200");
    assert!(won > 120, "{won} of 200");
}

#[test]
fn chance_beats_the_dumb_one_and_loses_to_the_heuristic() {
    // The dumb one leaves its capital alone; chance finds it in the end. The levels are in this order.
    let (won, lost) = series(&mut Uniform, &mut Dumb, 20);
    println!("uniform against dumb: {won} won, {lost} lost of 40");
    assert!(won > 24, "{won} of 40");
    let (won, lost) = series(&mut Heuristic, &mut Uniform, 10);
    println!("heuristic against uniform: {won} won, {lost} lost of 20");
    assert!(won > 15, "{won} of 20");
}

#[test]
fn six_programs_play_to_the_end() {
    let game = LandBuster::new(3, 6).unwrap();
    let [mut a, mut b, mut c] = [Heuristic; 3];
    let [mut d, mut e, mut f] = [Dumb; 3];
    let seats: &mut [&mut dyn Agent<LandBuster>] =
        &mut [&mut a, &mut d, &mut b, &mut e, &mut c, &mut f];
    let scores = duel(&game, seats, 1);
    assert_eq!(scores.len(), 6);
}
