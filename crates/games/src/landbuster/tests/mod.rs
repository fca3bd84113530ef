//! One case per numbered rule and per refusal, maps, odds, programs, the drawing, and random play.

mod attacks;
mod items;
mod maps;
mod odds;
mod play;
mod players;
mod refusals;
mod shown;
mod tactics;
mod turns;
mod writing;

use vauban_game::{Dice, Game, Notation, Reason, Seat, Turn, every_action};

use super::{
    Action, Boons, Chance, Hero, Item, Land, LandBuster, Lands, Map, Phase, State, Terrain,
};

const RED: Seat = Seat(0);
const CYAN: Seat = Seat(1);
const YELLOW: Seat = Seat(2);

/// Two rows of lands, 1 to 5 and 6 to 10, each joined to the next; 3 and 8 are adjacent too. One sea
/// lies before 1, 6 and 10, another before 5 and 9. There are two lands of each type, ten soldiers on
/// each, and a fortress on 4.
fn game(players: u8) -> LandBuster {
    use Terrain::{Coastal, Desert, Forest, Meadow, Mountain};
    let near = [
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (6, 7),
        (7, 8),
        (8, 9),
        (9, 10),
        (3, 8),
    ];
    let row = [Meadow, Forest, Desert, Mountain, Coastal];
    let map = Map::by_hand(&near, &[&[1, 6, 10], &[5, 9]], &[row, row].concat(), &[4]);
    LandBuster::on(map, players)
}

fn at(number: u8) -> Land {
    Land::from_number(number, 10).unwrap()
}

/// Red has 1 (the capital), 2 and 3, Cyan 8 and 9 (the capital), Yellow, if there, 6 (the capital); the
/// rest is neutral. Red's action phase, with these soldiers and none on the other owned lands.
fn war(game: &LandBuster, soldiers: &[(u8, u32)]) -> State {
    let mut state = game.start();
    let owners: &[(u8, Seat)] = &[(1, RED), (2, RED), (3, RED), (8, CYAN), (9, CYAN)];
    let yellow = (game.players > 2).then_some((6, YELLOW));
    for (number, seat) in owners.iter().copied().chain(yellow) {
        state.give(at(number), Some(seat));
        state.set_soldiers(at(number), 0);
    }
    let capitals = [(RED, 1), (CYAN, 9), (YELLOW, 6)];
    for (seat, number) in capitals.into_iter().take(game.players.into()) {
        state.capitals[seat.index()] = Some(at(number));
    }
    for &(number, soldiers) in soldiers {
        state.set_soldiers(at(number), soldiers);
    }
    state.phase = Phase::Action;
    state
}

fn owned(state: &State, seat: Seat) -> Vec<u8> {
    state.lands(seat).iter().map(Land::number).collect()
}

/// Plays words in turn: actions of whoever chooses, results of nature after `!`.
fn play(game: &LandBuster, state: &mut State, words: &str) {
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
        let action = game.read(word).unwrap();
        if let Err(refused) = game.check(state, seat, action) {
            panic!("{word}: {:?}", refused.failed);
        }
        game.act(state, seat, action);
    }
}

/// The state after that.
fn after(game: &LandBuster, state: &State, words: &str) -> State {
    let mut state = *state;
    play(game, &mut state, words);
    state
}

/// The codes of all reasons against an action.
fn codes(game: &LandBuster, state: &State, seat: Seat, text: &str) -> Vec<&'static str> {
    match game.check(state, seat, game.read(text).unwrap()) {
        Ok(()) => Vec::new(),
        Err(refused) => refused.failed.iter().map(Reason::code).collect(),
    }
}

fn legal(game: &LandBuster, state: &State) -> Vec<String> {
    let Turn::One(seat) = game.turn(state) else {
        return Vec::new();
    };
    let actions = every_action(game, state, seat);
    let write = |action| game.write(action);
    actions.into_iter().map(write).collect()
}

/// One random step.
fn step(game: &LandBuster, state: &mut State, dice: &mut Dice) {
    match game.turn(state) {
        Turn::Chance => {
            let chance = game.roll(state, dice);
            game.settle(state, chance);
        }
        Turn::One(seat) => {
            let actions = every_action(game, state, seat);
            game.act(state, seat, dice.choose(&actions));
        }
        Turn::Any(_) | Turn::Over(_) => panic!("nothing can happen"),
    }
}
