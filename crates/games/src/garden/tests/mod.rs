//! One case per numbered rule and per refusal, and what must hold at every state of random play.

mod ending;
mod fights;
mod gardens;
mod play;
mod players;
mod powers;
mod refusals;
mod shown;
mod tactics;
mod turns;
mod writing;

use vauban_game::{Actions, Dice, Game, Notation, Reason, Seat, Turn};

use super::{Cell, Chance, Clan, Garden, Phase, Refusal, Special, State};

const BLUE: Seat = Seat(0);
const RED: Seat = Seat(1);

/// The garden that the cases play in:
///
/// ```text
///     JAR:f1 "f1"w2 ~w1        Red begins on a2
///   ~m1 ~s0:m2 ~f1~m2 "m0
///  SKY:s0~f0 :w1POL "f0:w2
///   :s1 "m1"m1 :s1 :w1 :m2     Blue begins on d4
///     BBQ~w2 :f1:s2 "m1
/// ```
fn garden() -> Garden {
    Garden::new(7)
}

fn cell(name: &str) -> Cell {
    Cell::named(name).unwrap()
}

/// A position of the map 7 in round 6, Blue to begin. `sides` are both sides' parts, `cells` those
/// with something on them: `b3=b4w2`.
fn position(phase: &str, used: &str, sides: [&str; 2], cells: &str) -> State {
    read(&format!(
        "7.11.6.{phase}.{used}.{}.{}.{}",
        sides[0],
        sides[1],
        board(cells)
    ))
}

/// All 29 cells, those that are not named free.
fn board(cells: &str) -> String {
    let named: Vec<(Cell, &str)> = cells
        .split(' ')
        .filter(|part| !part.is_empty())
        .map(|part| part.split_once('=').unwrap())
        .map(|(name, what)| (cell(name), what))
        .collect();
    let mut text = String::new();
    let mut row = 0;
    for here in Cell::all() {
        if here.row() != row {
            row = here.row();
            text.push('/');
        }
        let what = named.iter().find(|(name, _)| *name == here);
        text.push_str(what.map_or("-", |(_, what)| what));
    }
    text
}

fn read(text: &str) -> State {
    garden()
        .read_position(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A conquest of Blue's cooks against Red's smiths; nobody has anything.
fn conquest(cells: &str) -> State {
    position("conquest", "-", ["c0,0,0,0,0,0", "s0,0,0,0,0,0"], cells)
}

/// The same with plenty of everything, and this clan for Blue.
fn rich(clan: Clan, cells: &str) -> State {
    let own = format!("{}9,9,9,9,20,0", clan.letter());
    let other = if clan == Clan::Smiths { "c" } else { "s" };
    let others = format!("{other}9,9,9,9,20,0");
    position("conquest", "-", [&own, &others], cells)
}

fn codes(state: &State, seat: Seat, text: &str) -> Vec<&'static str> {
    let game = garden();
    match game.check(state, seat, game.read(text).unwrap()) {
        Ok(()) => Vec::new(),
        Err(refused) => refused.failed.iter().map(Reason::code).collect(),
    }
}

/// The state after these steps, all of which must be allowed; results of nature begin with `!`.
fn after(state: &State, steps: &str) -> State {
    after_in(&garden(), state, steps)
}

fn after_in(game: &Garden, state: &State, steps: &str) -> State {
    let mut state = *state;
    for step in steps.split(' ') {
        match step.strip_prefix('!') {
            Some(result) => {
                let chance = game.read_chance(result).unwrap();
                let mut chances = Vec::new();
                game.chances(&state, &mut chances);
                let possible = chances.iter().any(|&(other, _)| other == chance);
                assert!(possible, "{step} of {steps}: {state:?}");
                game.settle(&mut state, chance);
            }
            None => {
                let (seat, action) = (state.mover(), game.read(step).unwrap());
                assert_eq!(
                    game.check(&state, seat, action),
                    Ok(()),
                    "{step} of {steps}"
                );
                game.act(&mut state, seat, action);
            }
        }
    }
    state
}

fn over(state: &State) -> Option<(&'static str, Option<Seat>)> {
    let outcome = garden().turn(state).over()?;
    Some((outcome.ending.code, outcome.winner()))
}

/// What is on a cell, as a position has it.
fn on(state: &State, name: &str) -> String {
    let at = cell(name);
    let mut text = match state.owner(at) {
        None => "-".to_owned(),
        Some(BLUE) => format!("b{}", state.creatures(at)),
        Some(_) => format!("r{}", state.creatures(at)),
    };
    for (letter, turns) in [
        ('p', state.poison(at)),
        ('k', state.rocks(at)),
        ('w', state.arms(at)),
    ] {
        if turns > 0 {
            text.push_str(&format!("{letter}{turns}"));
        }
    }
    if state.is_sheltered(at) {
        text.push('s');
    }
    text
}

/// Every state of a random match.
fn random_match(game: &Garden, seed: u64) -> Vec<State> {
    let mut dice = Dice::seeded(seed);
    let mut state = game.start();
    let mut states = vec![state];
    let (mut actions, mut chances) = (Actions::new(), Vec::new());
    loop {
        match game.turn(&state) {
            Turn::Over(_) => return states,
            Turn::Chance => {
                chances.clear();
                game.chances(&state, &mut chances);
                let chance = dice.pick(&chances);
                game.settle(&mut state, chance);
            }
            Turn::One(seat) => {
                actions.clear();
                game.actions(&state, seat, &mut actions);
                game.act(&mut state, seat, dice.choose(&actions));
            }
            Turn::Any(_) => unreachable!("the sides take turns"),
        }
        states.push(state);
    }
}
