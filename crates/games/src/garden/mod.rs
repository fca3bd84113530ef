//! Garden Tensions: two clans of tiny creatures, 29 hexagons, dice and resources.
//!
//! The numbered rules are in `rules.md`. `rules` says them one by one for refusals, `actions` lists
//! what they allow fast enough for search, `play` says what happens, and the tests hold them together.

mod actions;
mod agents;
mod cell;
mod clan;
mod dice;
mod evaluate;
mod lenses;
mod lessons;
mod map;
mod narrate;
mod notation;
mod odds;
mod planes;
mod play;
mod position;
mod refusal;
mod rules;
mod scene;
mod setup;
mod state;
mod words;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use vauban_game::{Actions, Case, Dice, Formats, Game, Refused, Seat, Turn, Viewer};

pub use agents::{Bold, Nimble, Random};
pub use cell::{Area, Cell};
pub use clan::Clan;
pub use evaluate::{Greed, Weighed, Weights};
pub use map::{HOMES_APART, Land, Map, Resource, Soil, Special};
pub use odds::Bout;
pub use play::POWER_POINTS;
pub use refusal::Refusal;
pub use state::{Action, CROWD, Chance, End, PLENTY, Phase, ROUNDS, SETTLERS, STOCK, State, Visit};

/// The rules of Garden Tensions in one garden.
#[derive(Clone, Debug)]
pub struct Garden {
    map: Arc<Map>,
    /// §9.1 Whether humans come by.
    humans: bool,
}

impl Garden {
    /// The garden with this number, without humans.
    pub fn new(map: u64) -> Garden {
        Garden {
            map: Arc::new(Map::new(map)),
            humans: false,
        }
    }
    /// The same with humans.
    pub fn with_humans(map: u64) -> Garden {
        Garden {
            humans: true,
            ..Garden::new(map)
        }
    }
    pub fn map(&self) -> &Map {
        &self.map
    }
}

impl Game for Garden {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type View = State;
    type Refusal = Refusal;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> State {
        State::opening(&self.map)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn()
    }

    #[inline]
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if seat == state.mover {
            self.append_actions(state, out);
        }
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refused<Refusal>> {
        rules::tree(action).check(&Case {
            game: self,
            state,
            seat,
            action,
        })
    }

    #[inline]
    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        debug_assert_eq!(seat, state.mover, "only the seat on turn acts");
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
        state.key()
    }
}

impl Formats for Garden {}
