//! Those who play: the random, the bold, and the judge behind the gardener.

use vauban_game::{Agent, Budget, Evaluate, Position, SearchMemory, TurnSoFar};
use vauban_search::Expectimax;

use super::*;
use crate::{
    garden::{Action, Bold, Greed, Nimble, Random},
    tactics::ByPolicy,
};

/// Plays a match out; the winner's seat, or nobody. Programs are given their turns so far.
fn duel(game: &Garden, players: [&mut dyn Agent<Garden>; 2], seed: u64) -> Option<Seat> {
    let [blue, red] = players;
    let mut dice = Dice::seeded(seed);
    let mut state = game.start();
    let (budget, mut memory) = (Budget::nodes(0), SearchMemory::default());
    let mut turn = (BLUE, state, Vec::new(), dice.roll());
    loop {
        match game.turn(&state) {
            Turn::Over(outcome) => return outcome.winner(),
            Turn::Chance => {
                let chance = game.roll(&state, &mut dice);
                game.settle(&mut state, chance);
            }
            Turn::One(seat) => {
                if turn.0 != seat || turn.2.is_empty() {
                    turn = (seat, state, Vec::new(), dice.roll());
                }
                let player: &mut dyn Agent<Garden> = if seat == BLUE { blue } else { red };
                let mut position = Position::new(game, seat, &state, Dice::seeded(dice.roll()));
                position.turn = TurnSoFar {
                    start: &turn.1,
                    actions: &turn.2,
                    dice: Dice::seeded(turn.3),
                };
                let thought = player.think(&position, &budget, &mut memory);
                assert_eq!(game.check(&state, seat, thought.action), Ok(()));
                turn.2.push(thought.action);
                game.act(&mut state, seat, thought.action);
            }
            Turn::Any(_) => unreachable!("the sides take turns"),
        }
    }
}

/// How many of `matches` the first player wins, sides and gardens changing.
fn wins(
    matches: u64,
    mut one: impl FnMut() -> Box<dyn Agent<Garden>>,
    mut other: impl FnMut() -> Box<dyn Agent<Garden>>,
) -> u64 {
    let mut won = 0;
    for seed in 0..matches {
        let game = Garden::new(seed / 2);
        let (mut one, mut other) = (one(), other());
        let winner = if seed % 2 == 0 {
            duel(&game, [&mut *one, &mut *other], seed)
        } else {
            duel(&game, [&mut *other, &mut *one], seed).map(Seat::other)
        };
        won += u64::from(winner == Some(BLUE));
    }
    won
}

#[test]
fn the_gardener_beats_the_bold_and_the_bold_beat_the_random() {
    let gardener = || -> Box<dyn Agent<Garden>> { Box::new(Expectimax::new(Greed)) };
    let bold = || -> Box<dyn Agent<Garden>> { Box::new(Bold) };
    let random = || -> Box<dyn Agent<Garden>> { Box::new(Random) };
    let (first, second) = (wins(20, gardener, bold), wins(40, bold, random));
    println!("gardener {first} of 20 against bold, bold {second} of 40 against random");
    assert!(first >= 16, "{first} of 20");
    assert!(second >= 32, "{second} of 40");
}

fn thought(agent: &mut dyn Agent<Garden>, state: &State, seed: u64) -> Action {
    let (game, budget) = (garden(), Budget::nodes(0));
    let position = Position::new(&game, state.mover(), state, Dice::seeded(seed));
    agent
        .think(&position, &budget, &mut SearchMemory::default())
        .action
}

#[test]
fn the_bold_send_the_strongest_against_the_weakest() {
    let game = garden();
    let state = conquest("c4=b4 d4=b5 e5=b5 b3=r1 d5=r3 d3=r2 a1=r5");
    let expected = game.read("d4-d3").unwrap();
    assert_eq!(thought(&mut Bold, &state, 1), expected);
    // The strongest is far from everybody: it does not count.
    let state = conquest("c4=b2 e5=b5 b3=r5 a1=r5");
    assert_eq!(thought(&mut Bold, &state, 1), game.read("c4-b3").unwrap());
    // In contact, but nobody can attack.
    let state = conquest("c4=b1 e5=b5 b3=r5 a1=r5");
    assert_eq!(thought(&mut Bold, &state, 1), Action::End);
    // Without contact any free cell will do.
    let state = conquest("e5=b5 a1=r5");
    assert!(matches!(thought(&mut Bold, &state, 1), Action::Move { .. }));
}

#[test]
fn a_random_plan_has_five_of_five_moves_and_five_placements() {
    let game = garden();
    let state = conquest("c4=b4 d4=b4 e5=b4 b1=b5 a5=r5");
    let mut planned = [0u32; 6];
    for seed in 0..2_000 {
        let plan = Random::plan(&game, BLUE, &state, Dice::seeded(seed));
        assert_eq!(plan.len(), 5);
        let moves = plan
            .iter()
            .filter(|action| matches!(action, Action::Move { .. }));
        planned[moves.count()] += 1;
    }
    // Five of ten: 1, 25, 100, 100, 25 and 1 of 252.
    let expected = [1, 25, 100, 100, 25, 1].map(|ways| 2_000.0 * f64::from(ways) / 252.0);
    let chi: f64 = planned
        .iter()
        .zip(expected)
        .map(|(&count, expected)| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    assert!(chi < 25.7, "{planned:?}: {chi}");
}

#[test]
fn the_judge_is_fair_and_likes_what_one_likes() {
    let game = garden();
    let judge = |state: &State, seat| Greed.evaluate(&game, state)[seat].get();
    for state in random_match(&game, 3) {
        let sum = judge(&state, BLUE) + judge(&state, RED);
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    }
    let base = conquest("c4=b3 d4=b2 a2=r3 a3=r2");
    for better in [
        "c4=b4 d4=b2 a2=r3 a3=r2",
        "c4=b3 d4=b2 e5=b1 a2=r3 a3=r2",
        "c4=b3 d4=b2 a2=r3k2 a3=r2",
        "c4=b3 d4=b2 a2=r3p3 a3=r2",
        "c4=b3s d4=b2 a2=r3 a3=r2",
    ] {
        assert!(
            judge(&conquest(better), BLUE) > judge(&base, BLUE),
            "{better}"
        );
    }
}

#[test]
fn the_gardener_attacks_with_good_odds_and_lets_bad_ones_be() {
    let game = garden();
    let mut gardener = Expectimax::new(Greed);
    // Red's last cell falls in 99 of 100 cases.
    let state = conquest("e3=b5 e2=r1");
    assert_eq!(
        thought(&mut gardener, &state, 1),
        game.read("e3-e2").unwrap()
    );
    // Two against five: even the last cell of the enemy is not worth that.
    let state = conquest("e3=b2 e2=r5");
    let action = thought(&mut gardener, &state, 1);
    assert_ne!(action, game.read("e3-e2").unwrap());
}

/// It need not be strong, but quick, and everything that it does is checked.
#[test]
fn the_quick_player_of_imagined_matches_holds_its_own_against_the_bold() {
    let nimble = || -> Box<dyn Agent<Garden>> { Box::new(ByPolicy(Nimble)) };
    let won = wins(20, nimble, || Box::new(Bold));
    assert!(won >= 6, "{won} of 20");
}
