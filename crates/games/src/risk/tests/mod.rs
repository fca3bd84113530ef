//! One case per numbered rule and per refusal, the drawing, the odds, and random play.

mod classic;
mod map;
mod odds;
mod pictures;
mod play;
mod players;
mod refusals;
mod rules;
mod tactics;
mod writing;

use vauban_game::{Dice, Game, Notation, Reason, Seat, SeatSet, Turn, every_action};

use super::{
    Action, CLASSIC, Cards, Chance, Country, Kind, Lands, Owner, Phase, Risk, SEED, State,
    state::Battle,
};

const BLUE: Seat = Seat(0);
const RED: Seat = Seat(1);

fn seed() -> Risk {
    Risk::default()
}

fn classic(players: u8) -> Risk {
    Risk::new(&CLASSIC, players, None)
}

fn at(id: u16) -> Country {
    Country::of_id(id).unwrap()
}

/// Everything dealt, one army everywhere, Blue to choose an attacker: Blue holds Africa, South America
/// and 501 to 504; Red Asia, 601 and 602; the rest is neutral.
fn world(game: &Risk) -> State {
    let mut state = game.start();
    for country in Country::all() {
        let owner = match country.id() {
            101..=106 | 401..=404 | 501..=504 => Owner(0),
            201..=212 | 601 | 602 => Owner(1),
            _ => Owner::NEUTRAL,
        };
        state.give(country, owner);
        state.set_armies(country, 1);
    }
    state.phase = Phase::Attacker;
    state
}

/// The world with armies set.
fn armed(game: &Risk, armies: &[(u16, u16)]) -> State {
    let mut state = world(game);
    for &(id, armies) in armies {
        state.set_armies(at(id), armies);
    }
    state
}

/// Gives cards of the draw pile to a seat.
fn hold(state: &mut State, seat: Seat, letters: &str) {
    for letter in letters.chars() {
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| kind.letter() == letter)
            .unwrap();
        state.draw = state.draw.without(kind);
        state.hands[seat.index()] = state.hands[seat.index()].with(kind);
    }
}

/// Plays words in turn: actions of whoever chooses, results of nature after `!`.
fn play(game: &Risk, state: &mut State, words: &str) {
    for word in words.split_whitespace() {
        if let Some(result) = word.strip_prefix('!') {
            let chance = game.read_chance(result).unwrap();
            let mut chances = Vec::new();
            game.chances(state, &mut chances);
            assert!(chances.iter().any(|&(other, _)| other == chance), "{word}");
            game.settle(state, chance);
            continue;
        }
        let Turn::One(seat) = game.turn(state) else {
            panic!("nobody chooses before {word}");
        };
        let action = game.trim(state, seat, game.read(word).unwrap());
        if let Err(refused) = game.check(state, seat, action) {
            panic!("{word}: {:?}", refused.failed);
        }
        game.act(state, seat, action);
    }
}

/// The codes of all reasons against an action.
fn codes(game: &Risk, state: &State, seat: Seat, text: &str) -> Vec<&'static str> {
    match game.check(state, seat, game.read(text).unwrap()) {
        Ok(()) => Vec::new(),
        Err(refused) => refused.failed.iter().map(Reason::code).collect(),
    }
}

fn legal(game: &Risk, state: &State) -> Vec<String> {
    let Turn::One(seat) = game.turn(state) else {
        return Vec::new();
    };
    let actions = every_action(game, state, seat);
    actions
        .into_iter()
        .map(|action| game.write(action))
        .collect()
}

/// One random step.
fn step(game: &Risk, state: &mut State, dice: &mut Dice) {
    match game.turn(state) {
        Turn::Chance => {
            let mut chances = Vec::new();
            game.chances(state, &mut chances);
            game.settle(state, dice.pick(&chances));
        }
        Turn::One(seat) => {
            let actions = every_action(game, state, seat);
            game.act(state, seat, dice.choose(&actions));
        }
        Turn::Any(_) | Turn::Over(_) => panic!("nothing can happen"),
    }
}

/// Through the deal and the placing, at random.
fn begun(game: &Risk, dice: &mut Dice) -> State {
    let mut state = game.start();
    while matches!(state.phase(), Phase::Deal | Phase::Dealing | Phase::Place) {
        step(game, &mut state, dice);
    }
    state
}
