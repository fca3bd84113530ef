//! Jungle War: two herds of eight animals, two lakes, and a throne to be entered.
//!
//! The numbered rules are in `rules.md`. `rules` says them one by one for refusals, `actions` lists
//! what they allow fast enough for search, and the tests hold the two together.

mod actions;
mod agents;
mod animal;
mod board;
mod evaluate;
mod formats;
mod herd;
mod lenses;
mod lessons;
mod marches;
mod narrate;
mod notation;
mod odds;
mod play;
mod position;
mod refusal;
mod rules;
mod scene;
mod setup;
mod state;
#[cfg(test)]
mod tests;
mod words;

use std::convert::Infallible;

use vauban_game::{
    Actions, Dice, Game, Outcome, Refused, Repetition, Seat, Turn, Viewer, fingerprint,
};

pub use agents::{Heuristic, Novice};
pub use animal::{Animal, Gait};
pub use board::{COLUMNS, ROWS, Square, Terrain};
pub use evaluate::{Instinct, Learned, Survivors, Weighed, Weights};
pub use refusal::Refusal;
pub use setup::Powers;
pub use state::{Action, End, Manner, State};

/// §6.5 After so many half-moves without a capture the match is drawn.
pub const QUIET_LIMIT: u8 = 100;

/// The rules of Jungle War with one table of powers.
#[derive(Clone, Debug)]
pub struct Jungle {
    table: Powers,
    /// By animal.
    powers: [u8; 8],
    /// What each animal takes, in the generator's terms.
    appetites: [actions::Appetite; 8],
}

impl Jungle {
    pub fn new(table: Powers) -> Jungle {
        let powers = table.powers();
        Jungle {
            table,
            powers,
            appetites: actions::appetites(powers),
        }
    }

    /// §2.1 How strong an animal is where nothing weakens it.
    pub fn power(&self, animal: Animal) -> u8 {
        self.powers[animal.index()]
    }

    /// §5.2 How strong an animal of `seat` is on `square`.
    pub fn power_on(&self, seat: Seat, animal: Animal, square: Square) -> u8 {
        if State::is_trapped(seat, square) {
            return 0;
        }
        self.power(animal)
    }
}

impl Default for Jungle {
    fn default() -> Jungle {
        Jungle::new(Powers::default())
    }
}

impl Game for Jungle {
    type State = State;
    type Action = Action;
    type Chance = Infallible;
    type View = State;
    type Refusal = Refusal;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> State {
        State::start()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.end {
            None => Turn::One(state.mover),
            Some(end) => Turn::Over(outcome(state.mover, end)),
        }
    }

    #[inline]
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if seat == state.mover && state.end.is_none() {
            self.append_actions(seat, state.own, state.others, out);
        }
    }

    #[inline]
    fn draw(
        &self,
        state: &State,
        seat: Seat,
        _list: &mut Actions<Action>,
        dice: &mut Dice,
    ) -> Action {
        self.draw_action(seat, state.own, state.others, dice)
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refused<Refusal>> {
        rules::check(self, state, seat, action)
    }

    #[inline]
    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        debug_assert_eq!(seat, state.mover, "only the seat on turn acts");
        self.apply(state, action);
    }

    fn chances(&self, _state: &State, _out: &mut Vec<(Infallible, u32)>) {}

    fn settle(&self, _state: &mut State, chance: Infallible) {
        match chance {}
    }

    #[inline]
    fn view(&self, state: &State, _viewer: Viewer) -> State {
        *state
    }

    #[inline]
    fn imagine(&self, view: &State, _dice: &mut Dice) -> State {
        *view
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        fingerprint(&[
            state.own.word(),
            state.others.word(),
            u64::from(state.mover.0),
        ])
    }

    /// §6.5
    #[inline]
    fn steps_to_count_out(&self, state: &State) -> u32 {
        u32::from(QUIET_LIMIT.saturating_sub(state.quiet))
    }

    /// §6.4
    fn repetition(&self) -> Repetition {
        Repetition::Draw { times: 3 }
    }
}

/// The result when `mover` would be next and the match ended by `end`.
#[cold]
fn outcome(mover: Seat, end: End) -> Outcome {
    match end.winner(mover) {
        Some(winner) => Outcome::win(winner, 2, end.ending()),
        None => Outcome::draw(2, end.ending()),
    }
}
