//! Land Buster: a random map of lands and seas, planned attacks, heroes, ports and hidden items.
//!
//! The numbered rules are in `rules.md`. `rules` says them one by one for refusals, `actions` lists
//! what they allow fast enough for search, and the tests hold the two together. `play` is what
//! actions and chance lead to; `power` answers how strong an attack or a defence is.

mod actions;
mod agents;
mod evaluate;
mod growth;
mod item;
mod land;
mod lenses;
mod lessons;
mod map;
mod narrate;
mod notation;
mod odds;
mod place_names;
mod play;
mod position;
mod power;
mod refusal;
mod rules;
mod scene;
mod setup;
mod state;
#[cfg(test)]
mod tests;
mod view;
mod words;

use std::sync::Arc;

use vauban_game::{Actions, Case, Dice, Formats, Game, Refused, Seat, Turn, Viewer};

pub use actions::LUCK;
pub use agents::{Dumb, Heuristic};
pub use evaluate::{Warlord, Weights};
pub use item::Item;
pub use land::{Land, Lands, MOST_LANDS};
pub use map::{ATTEMPTS, Connection, Map, NoMap, Place, Terrain};
pub use power::{Attack, Defence, Power};
pub use refusal::Refusal;
pub use state::{
    Action, Boons, Chance, End, Habit, Hero, Lying, MOST_PLANNED, MOST_PLANNINGS, News, Phase,
    Plan, ROUND_LIMIT, State, Then,
};
pub use view::View;

/// The rules of Land Buster on one map.
#[derive(Clone, Debug)]
pub struct LandBuster {
    map: Arc<Map>,
    shapes: Arc<scene::Shapes>,
    players: u8,
}

impl LandBuster {
    /// The game on the map with this number, for two to six players.
    pub fn new(number: u64, players: u8) -> Result<LandBuster, NoMap> {
        Ok(LandBuster::on(Map::new(number, players)?, players))
    }
    fn on(map: Map, players: u8) -> LandBuster {
        LandBuster {
            map: Arc::new(map),
            shapes: Arc::default(),
            players,
        }
    }
    #[inline]
    pub fn map(&self) -> &Map {
        &self.map
    }
}

impl Game for LandBuster {
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
        LandBuster::with_quarters(action, amount)
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
        // §4.5 With two players the other one has won.
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

impl Formats for LandBuster {}
