//! Risk: 42 countries, dice, hidden cards, and a neutral owner between two players.
//!
//! The numbered rules are in `rules.md`. `rules` says them one by one for refusals, `actions` lists
//! what they allow fast enough for search, and the tests hold the two together. `play` is what
//! actions and chance lead to.

mod actions;
mod agents;
mod board;
mod cards;
mod evaluate;
mod lenses;
mod lessons;
mod map;
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
mod view;
mod words;

use vauban_game::{Actions, Case, Dice, Formats, Game, Refused, Seat, Turn, Viewer};

pub use agents::{Deep, Heuristic};
pub use board::{COUNTRIES, Continent, Country, Lands};
pub use cards::{Cards, Kind, OF_A_KIND};
pub use evaluate::{Strategist, Weights};
pub use odds::{Battlefield, Losses, MOST_COUNTED, QuickOdds, fought_out, losses, roll_ways};
pub use refusal::Refusal;
pub use setup::{CLASSIC, ROUND_LIMIT, SEED, SET, Variant};
pub use state::{Action, Battle, Chance, End, Owner, Phase, Rolled, State};
pub use view::View;

/// The rules of Risk with their options.
#[derive(Clone, Debug)]
pub struct Risk {
    variant: &'static Variant,
    players: u8,
    /// §7.1 Whoever holds this many countries wins.
    win: u8,
    /// §7.7 After this many rounds without a conquest the match is counted; 0: never.
    stagnation: u8,
}

impl Risk {
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }
    /// §7.1 How many countries win.
    pub fn win(&self) -> u8 {
        self.win
    }
}

impl Game for Risk {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type Refusal = Refusal;

    fn seats(&self) -> u8 {
        self.players
    }

    fn start(&self) -> State {
        self.opening()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match (state.end(), state.chooser()) {
            (Some(end), _) => Turn::Over(self.outcome(state, end)),
            (None, Some(seat)) => Turn::One(seat),
            (None, None) => Turn::Chance,
        }
    }

    #[inline]
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if state.chooser() == Some(seat) {
            self.append_actions(state, out);
        }
    }

    #[inline]
    fn with_amount(&self, action: Action, amount: u32) -> Action {
        Risk::with_armies(action, amount)
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refused<Refusal>> {
        self.rules_of(action).check(&Case {
            game: self,
            state,
            seat,
            action,
        })
    }

    #[inline]
    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        debug_assert_eq!(Some(seat), state.chooser(), "only the seat on turn acts");
        self.apply(state, action);
    }

    #[inline]
    fn chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) {
        self.append_chances(state, out);
    }

    #[inline]
    fn roll(&self, state: &State, dice: &mut Dice) -> Chance {
        self.draw_chance(state, dice)
    }

    #[inline]
    fn settle(&self, state: &mut State, chance: Chance) {
        self.settle_chance(state, chance);
    }

    fn abandon(&self, state: &mut State, seat: Seat) -> bool {
        // With two players the other one has won.
        if self.players == 2 {
            return false;
        }
        self.leave(state, seat);
        true
    }

    fn is_out(&self, state: &State, seat: Seat) -> bool {
        state.out().contains(seat)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(state, viewer)
    }

    fn imagine(&self, view: &View, dice: &mut Dice) -> State {
        view.imagine(dice)
    }

    fn key(&self, state: &State) -> u64 {
        state.key()
    }
}

impl Formats for Risk {}
