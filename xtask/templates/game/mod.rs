//! Towpath: one barge, two seats that haul it along in turn, and only one of them brings it home.
//!
//! A small whole game to begin with: every file of a game folder is here with something in it to be
//! replaced. The numbered rules are in `rules.md`; `rules` says them one by one for refusals, and the
//! laws hold them together with the list in `actions`.

mod actions;
mod evaluate;
mod lenses;
mod narrate;
mod notation;
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
    Actions, Dice, Formats, Game, Lessons, Odds, Outcome, Refused, Seat, Turn, Viewer, fingerprint,
};

pub use evaluate::Counting;
pub use refusal::Refusal;
pub use state::{Action, End, Square, State};

/// §2.3 How far a seat may haul the barge.
pub const FARTHEST: u8 = 3;

/// The rules of Towpath on a path of some length.
#[derive(Clone, Debug)]
pub struct Towpath {
    squares: u8,
}

impl Towpath {
    /// §1.1 The square at the end of the path.
    pub fn home(&self) -> Square {
        Square(self.squares - 1)
    }

    /// §3.1 How the match ended, if it did.
    pub fn end(&self, state: &State) -> Option<End> {
        (state.barge == self.home()).then_some(End::Home)
    }
}

impl Game for Towpath {
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

    /// §3.1 Who has brought the barge home has won.
    fn turn(&self, state: &State) -> Turn {
        match self.end(state) {
            None => Turn::One(state.mover()),
            Some(end) => Turn::Over(Outcome::win(state.mover().other(), 2, end.ending())),
        }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        self.list_actions(state, seat, out);
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refused<Refusal>> {
        rules::check(self, state, seat, action)
    }

    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        self.apply(state, seat, action);
    }

    fn chances(&self, _state: &State, _out: &mut Vec<(Infallible, u32)>) {}

    fn settle(&self, _state: &mut State, chance: Infallible) {
        match chance {}
    }

    fn view(&self, state: &State, _viewer: Viewer) -> State {
        *state
    }

    fn imagine(&self, view: &State, _dice: &mut Dice) -> State {
        *view
    }

    fn key(&self, state: &State) -> u64 {
        fingerprint(&[u64::from(state.barge.0), u64::from(state.mover.0)])
    }
}

impl Lessons for Towpath {}
impl Odds for Towpath {}
impl Formats for Towpath {}
