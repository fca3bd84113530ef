//! Towpath: one barge, two seats that haul it along in turn, and only one of them brings it home.
//!
//! A small whole game to begin with: every file of a game folder is here with something in it to be
//! replaced. The numbered rules are in `rules.md`; `rules` says them one by one for refusals, and the
//! laws hold them together with the list in `actions`.

mod evaluate;
mod lenses;
mod narrate;
mod notation;
mod rules;
mod scene;
mod state;
#[cfg(test)]
mod tests;

use std::convert::Infallible;

use vauban_game::{
    Actions, Card, Dice, Ending, Formats, Game, Odds, Outcome, Refused, RuleSet, Seat, SettingCard,
    SettingError, Settings, Setup, Text, Turn, Values, Viewer, fingerprint,
};

pub use evaluate::Counting;
pub use rules::Refusal;
pub use state::{Square, State};

/// §2.3 How far a seat may haul the barge.
pub const FARTHEST: u8 = 3;
/// §1.1 How long the path may be, and how long it is unless somebody chooses.
const SHORTEST: u8 = 4;
const LONGEST: u8 = 20;
const USUAL: u8 = 12;

/// The rules of Towpath on a path of some length.
#[derive(Clone, Debug)]
pub struct Towpath {
    squares: u8,
}

/// The barge is hauled to a square.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Action {
    pub to: Square,
}

static HOME: Ending = Ending::new(
    "home",
    "by bringing the barge home",
    "en amenant la péniche au port",
);

impl Towpath {
    /// §1.1 The square at the end of the path.
    pub fn home(&self) -> Square {
        Square(self.squares - 1)
    }

    fn is_over(&self, state: &State) -> bool {
        state.barge == self.home()
    }
}

impl Default for Towpath {
    fn default() -> Towpath {
        Towpath { squares: USUAL }
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
        State {
            barge: Square(0),
            mover: Seat(0),
        }
    }

    /// §3.1 Who has brought the barge home has won.
    fn turn(&self, state: &State) -> Turn {
        if self.is_over(state) {
            return Turn::Over(Outcome::win(state.mover.other(), 2, &HOME));
        }
        Turn::One(state.mover)
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if seat != state.mover || self.is_over(state) {
            return;
        }
        let farthest = self.home().0.min(state.barge.0 + FARTHEST);
        out.extend((state.barge.0 + 1..=farthest).map(|to| Action { to: Square(to) }));
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refused<Refusal>> {
        rules::check(self, state, seat, action)
    }

    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        debug_assert_eq!(seat, state.mover, "only the seat on turn acts");
        state.barge = action.to;
        state.mover = seat.other();
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

impl Setup for Towpath {
    const CARD: &'static Card = &Card {
        name: "towpath",
        title: Text::fixed("Towpath", "Towpath"),
        about: Text::fixed(
            "Haul the barge in turn, and be the one who brings it home.",
            "Halez la péniche tour à tour, et soyez celui qui l'amène au port.",
        ),
        seats: (2, 2),
        settings: &[SettingCard {
            name: "squares",
            title: Text::fixed("Squares", "Cases"),
            values: Values::Number(SHORTEST as u32, LONGEST as u32),
            default: Some("12"),
        }],
    };

    fn setup(settings: &Settings) -> Result<Towpath, Vec<SettingError>> {
        let squares = settings.get("squares").and_then(|value| value.parse().ok());
        Ok(Towpath {
            squares: squares.unwrap_or(USUAL),
        })
    }

    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "towpath",
            version: 1,
        }
    }
}

impl Odds for Towpath {}
impl Formats for Towpath {}
