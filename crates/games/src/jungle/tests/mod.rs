//! One case per numbered rule and per refusal, and what must hold at every state of random play.

mod generator;
mod network;
mod pictures;
mod players;
mod rulebook;
mod rules;
mod tactics;
mod writing;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use vauban_game::{
    Actions, Depict, Dice, Evaluate, Explain, Formats, Game, Happening, Lang, Lenses, Narrate,
    Notation, Reason, Refused, Repetition, Seat, Settings, Setup, Turn, Viewer, every_action,
    scene::{Mark, Spot},
};

use super::{
    Action, Animal, Instinct, Jungle, Learned, Manner, Powers, Refusal, Square, State, Terrain,
    state::SEATS,
};

const BLUE: Seat = Seat(0);
const RED: Seat = Seat(1);
const START: &str = "1.b2c3d2e3h3i2j3k2.k12j11i12h11e11d12c11b12.0";

fn jungle() -> Jungle {
    Jungle::default()
}

fn action(text: &str) -> Action {
    jungle().read(text).unwrap()
}

fn square(name: &str) -> Square {
    Square::of_spot(&Spot(name.to_owned())).unwrap()
}

/// A position with a few animals; the kings of the story stand where they do not matter.
fn position(mover: u8, blue: &[(Animal, &str)], red: &[(Animal, &str)]) -> State {
    let herd = |animals: &[(Animal, &str)]| -> String {
        Animal::ALL
            .iter()
            .map(|animal| {
                let held = animals.iter().find(|(other, _)| other == animal);
                held.map_or("-", |(_, square)| square)
            })
            .collect()
    };
    let text = format!("{mover}.{}.{}.0", herd(blue), herd(red));
    jungle().read_position(&text).unwrap()
}

fn codes(state: &State, seat: Seat, text: &str) -> Vec<&'static str> {
    codes_in(&jungle(), state, seat, text)
}

fn codes_in(game: &Jungle, state: &State, seat: Seat, text: &str) -> Vec<&'static str> {
    match game.check(state, seat, action(text)) {
        Ok(()) => Vec::new(),
        Err(refused) => refused.failed.iter().map(Reason::code).collect(),
    }
}

/// The code of every refusal that the tree of a move may give, in its order.
fn tree_codes() -> Vec<&'static str> {
    let trees = jungle().trees().into_iter();
    let demands = trees.flat_map(|tree| tree.demands);
    demands.map(|(_, code)| code).collect()
}

fn refused(state: &State, seat: Seat, text: &str) -> Refused<Refusal> {
    jungle().check(state, seat, action(text)).unwrap_err()
}

/// The state after `text`, which must be allowed.
fn after(state: &State, text: &str) -> State {
    let (game, mut next) = (jungle(), *state);
    assert_eq!(codes(state, state.mover(), text), [""; 0], "{text}");
    game.act(&mut next, state.mover(), action(text));
    next
}

fn over(state: &State) -> Option<(&'static str, Option<Seat>)> {
    let outcome = jungle().turn(state).over()?;
    Some((outcome.ending.code, outcome.winner()))
}

fn actions(game: &Jungle, state: &State) -> Vec<Action> {
    every_action(game, state, state.mover())
}

fn perft(game: &Jungle, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let next = actions(game, state).into_iter().map(|action| {
        let mut next = *state;
        game.act(&mut next, state.mover(), action);
        perft(game, &next, depth - 1)
    });
    next.sum()
}

/// Every state of some random games, the last one of each too.
fn random_states(game: &Jungle, games: u64) -> Vec<State> {
    let mut states = Vec::new();
    for seed in 0..games {
        let mut dice = Dice::seeded(seed);
        let mut state = game.start();
        loop {
            states.push(state);
            let Turn::One(seat) = game.turn(&state) else {
                break;
            };
            let action = dice.choose(&actions(game, &state));
            game.act(&mut state, seat, action);
        }
    }
    states
}

#[test]
fn the_judge_is_fair_and_sees_who_is_ahead() {
    let game = jungle();
    let judge = |state: &State, seat| Instinct.evaluate(&game, state)[seat].get();
    for state in random_states(&game, 5) {
        let sum = judge(&state, BLUE) + judge(&state, RED);
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    }
    assert_eq!(judge(&game.start(), BLUE), 0.5);
    let ahead = game.read_position(&START.replace("k12", "-")).unwrap();
    assert!(judge(&ahead, BLUE) > 0.5, "Red lacks its rat");
    // Blue's cat is through: Red's only animal is far away.
    let race = position(1, &[(Animal::Cat, "d13")], &[(Animal::Elephant, "a1")]);
    let guarded = position(1, &[(Animal::Cat, "d13")], &[(Animal::Elephant, "e12")]);
    assert!(judge(&guarded, BLUE) < 0.5);
    assert!(judge(&race, BLUE) > judge(&guarded, BLUE));
}
