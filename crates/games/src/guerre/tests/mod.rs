//! What the rules say, case by case.

mod agreement;
mod attacks;
mod communications;
mod deployment;
mod ending;
mod formats;
mod lenses;
mod log;
mod notation;
mod players;
mod recorded;
mod refusals;
mod retreats;
mod scene;
mod setups;
mod strikes;
mod switches;
mod tactics;
mod turns;

use vauban_game::{
    Dice, Event, Game, Happening, Narrate, Notation, Reason, Seat, Settings, Setup, Viewer,
    every_action,
};

use super::{Action, Class, Guerre, NORTH, Place, SOUTH, Square, State};

/// The game with some options chosen.
fn game(chosen: &[(&str, &str)]) -> Guerre {
    let chosen: Settings = chosen
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let (_, settings) = Guerre::CARD
        .complete(&chosen, None, 1)
        .expect("the options exist");
    Guerre::setup(&settings, 2).expect("the options fit together")
}

/// A position on the standard board with all arsenals, units separated by blanks.
fn position(game: &Guerre, turn: &str, north: &str, south: &str) -> State {
    standing(game, turn, "B15.D8~T3.T23", north, south)
}

fn standing(game: &Guerre, turn: &str, arsenals: &str, north: &str, south: &str) -> State {
    let side = |units: &str| {
        if units.is_empty() {
            return "-".to_owned();
        }
        units.replace(' ', ".")
    };
    let text = format!("{turn}.0.0_{arsenals}_{}~{}", side(north), side(south));
    game.read_position(&text)
        .expect("the position is well written")
}

fn square(game: &Guerre, text: &str) -> Square {
    game.board().known(Place::read(text).expect("a coordinate"))
}

fn action(game: &Guerre, text: &str) -> Action {
    game.read(text).expect("an action")
}

/// Takes an action that must be legal, by both ways of asking.
fn play(game: &Guerre, state: &mut State, text: &str) -> Vec<Event> {
    let seat = state.mover();
    let action = action(game, text);
    assert_eq!(codes(game, state, text), Vec::<&str>::new(), "{text}");
    assert!(legal(game, state).contains(&action), "{text} is not listed");
    let before = state.clone();
    game.act(state, seat, action);
    game.narrate(
        &before,
        Some(Happening::Action(seat, action)),
        state,
        Viewer::Spectator,
    )
}

fn legal(game: &Guerre, state: &State) -> Vec<Action> {
    every_action(game, state, state.mover())
}

fn moves(game: &Guerre, state: &State) -> usize {
    let actions = legal(game, state);
    actions
        .iter()
        .filter(|action| game.kind(**action) == "move")
        .count()
}

/// Where the unit on `from` may go.
fn goals(game: &Guerre, state: &State, from: &str) -> Vec<String> {
    let here = Place::read(from).expect("a coordinate");
    let mut goals: Vec<String> = legal(game, state)
        .into_iter()
        .filter_map(|action| match action {
            Action::Move { from, to } if from == here => Some(to.to_string()),
            _ => None,
        })
        .collect();
    goals.sort();
    goals
}

/// The codes of all reasons why the side on turn may not do this.
fn codes(game: &Guerre, state: &State, text: &str) -> Vec<&'static str> {
    codes_for(game, state, state.mover(), text)
}

fn codes_for(game: &Guerre, state: &State, seat: Seat, text: &str) -> Vec<&'static str> {
    match game.check(state, seat, action(game, text)) {
        Ok(()) => Vec::new(),
        Err(refused) => refused.failed.iter().map(Reason::code).collect(),
    }
}

fn in_communication(game: &Guerre, state: &State, seat: Seat, at: &str) -> bool {
    state.communication(seat).contains(square(game, at))
}

/// Attack and defence, and what becomes of the target.
fn battle(
    game: &Guerre,
    state: &State,
    seat: Seat,
    from: &str,
    to: &str,
) -> (i32, i32, &'static str) {
    let battle = game.battle(state, seat, square(game, from), square(game, to));
    (battle.attack, battle.defence, battle.fate.word())
}

fn kinds(events: &[Event]) -> Vec<&'static str> {
    events.iter().map(|event| event.kind).collect()
}

/// Where the units of one side stand.
fn places(game: &Guerre, state: &State, seat: Seat) -> Vec<String> {
    let place = |unit: super::Unit| {
        format!(
            "{}{}",
            unit.class().code(),
            game.board().place(unit.square())
        )
    };
    state.units(seat).map(place).collect()
}

/// A random position in which the armies stand among each other.
fn melee(game: &Guerre, dice: &mut Dice) -> State {
    let board = game.board();
    let mut free: Vec<Place> = board
        .squares()
        .filter(|&square| !board.is_mountain(square))
        .map(|square| board.place(square))
        .filter(|place| (5..15).contains(&place.row) && (4..20).contains(&place.column))
        .collect();
    let mut side = || {
        let words: Vec<String> = Class::ALL
            .into_iter()
            .zip([7u32, 4, 1, 2, 1, 2])
            .flat_map(|(class, count)| (0..count).map(move |_| class))
            .map(|class| {
                let place = free.swap_remove(dice.below(free.len() as u32) as usize);
                // Some are on the run from the beginning.
                let flag = if dice.below(7) == 0 { "r" } else { "" };
                format!("{}{place}{flag}", class.code().to_ascii_lowercase())
            })
            .collect();
        words.join(" ")
    };
    let (north, south) = (side(), side());
    position(game, &format!("n{}", game.doctrine().moves), &north, &south)
}

/// A random action, an attack if there is one; the best ones are those that drive somebody off.
fn fierce(game: &Guerre, state: &State, dice: &mut Dice) -> Option<Action> {
    let actions = legal(game, state);
    if actions.is_empty() {
        return None;
    }
    let attacks: Vec<Action> = actions
        .iter()
        .copied()
        .filter(|action| game.kind(*action) == "attack")
        .collect();
    let drives_off = |action: &Action| match *action {
        Action::Attack { from, to } => {
            let (from, to) = (game.board().known(from), game.board().known(to));
            game.battle(state, state.mover(), from, to).fate.word() == "retreat"
        }
        Action::Move { .. } | Action::End => false,
    };
    let driving: Vec<Action> = attacks.iter().copied().filter(drives_off).collect();
    let best = [&driving, &attacks, &actions]
        .into_iter()
        .find(|list| !list.is_empty())?;
    Some(dice.choose(best))
}
