//! Breakthrough: two seats, a square board, nothing hidden. Men walk towards the far row and take
//! sideways; with `retreat=yes` they may also step back, so that positions come again.

mod evaluate;
mod formats;
mod lenses;
mod lessons;
mod narrate;
mod notation;
mod rules;
mod scene;
mod setup;
mod state;

use std::convert::Infallible;

use vauban_game::{
    Actions, Dice, Game, Odds, Outcome, Refused, Repetition, Seat, Turn, Viewer, fingerprint,
};

pub use evaluate::Men;
pub use state::{Action, Square, State};

use super::plain::Plain;
use state::{ALL_TAKEN, BROKEN_THROUGH};

/// The game, with its options.
#[derive(Copy, Clone, Debug)]
pub struct Breakthrough {
    size: u8,
    retreat: bool,
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum Way {
    Sideways,
    Ahead,
    Back,
}

impl Default for Breakthrough {
    fn default() -> Breakthrough {
        Breakthrough {
            size: 6,
            retreat: false,
        }
    }
}

impl Breakthrough {
    /// A board of `size` × `size` squares, from 4 to 8.
    pub fn new(size: u8, retreat: bool) -> Breakthrough {
        debug_assert!((4..=8).contains(&size), "a board has 4 to 8 columns");
        Breakthrough { size, retreat }
    }
    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| Square(column + 8 * row)))
    }
    fn inside(&self, square: Square) -> bool {
        square.column() < self.size && square.row() < self.size
    }
    /// The squares a man of `seat` may look at from `from`: sideways ahead, ahead, and back.
    fn neighbours(&self, seat: Seat, from: Square) -> impl Iterator<Item = (Square, Way)> + use<> {
        let ahead: i8 = if seat.0 == 0 { 1 } else { -1 };
        let (column, row, size) = (from.column() as i8, from.row() as i8, self.size as i8);
        [
            (-1, ahead, Way::Sideways),
            (0, ahead, Way::Ahead),
            (1, ahead, Way::Sideways),
            (0, -ahead, Way::Back),
        ]
        .into_iter()
        .map(move |(x, y, way)| (column + x, row + y, way))
        .filter(move |(x, y, _)| (0..size).contains(x) && (0..size).contains(y))
        .map(|(x, y, way)| (Square((x + 8 * y) as u8), way))
    }
}

impl Game for Breakthrough {
    type State = State;
    type Action = Action;
    type Chance = Infallible;
    type View = State;
    type Refusal = Plain;

    fn seats(&self) -> u8 {
        2
    }
    fn start(&self) -> State {
        let men = |rows: [u8; 2]| {
            self.squares()
                .filter(|square| rows.contains(&square.row()))
                .fold(0, |men, square| men | 1 << square.0)
        };
        State {
            men: [men([0, 1]), men([self.size - 2, self.size - 1])],
            mover: Seat(0),
        }
    }
    fn turn(&self, state: &State) -> Turn {
        let before = state.mover.other();
        let far = if before.0 == 0 { self.size - 1 } else { 0 };
        if state.men[before.index()] >> (8 * far) & 0xFF != 0 {
            return Turn::Over(Outcome::win(before, 2, &BROKEN_THROUGH));
        }
        if state.men[state.mover.index()] == 0 {
            return Turn::Over(Outcome::win(before, 2, &ALL_TAKEN));
        }
        Turn::One(state.mover)
    }
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if !self.turn(state).includes(seat) {
            return;
        }
        for from in self.squares() {
            if state.owner(from) != Some(seat) {
                continue;
            }
            for (to, way) in self.neighbours(seat, from) {
                let allowed = match way {
                    Way::Sideways => state.owner(to) != Some(seat),
                    Way::Ahead => state.owner(to).is_none(),
                    Way::Back => self.retreat && state.owner(to).is_none(),
                };
                if allowed {
                    out.push(Action { from, to });
                }
            }
        }
    }
    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refused<Plain>> {
        rules::check(self, state, seat, action)
    }
    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        state.men[seat.index()] ^= 1 << action.from.0 | 1 << action.to.0;
        state.men[seat.other().index()] &= !(1 << action.to.0);
        state.mover = seat.other();
    }
    fn chances(&self, _: &State, _: &mut Vec<(Infallible, u32)>) {}
    fn settle(&self, _: &mut State, never: Infallible) {
        match never {}
    }
    fn view(&self, state: &State, _: Viewer) -> State {
        *state
    }
    fn imagine(&self, view: &State, _: &mut Dice) -> State {
        *view
    }
    fn key(&self, state: &State) -> u64 {
        fingerprint(&[state.men[0], state.men[1], u64::from(state.mover.0)])
    }
    fn repetition(&self) -> Repetition {
        if self.retreat {
            Repetition::Draw { times: 3 }
        } else {
            Repetition::Free
        }
    }
}

impl Odds for Breakthrough {}
