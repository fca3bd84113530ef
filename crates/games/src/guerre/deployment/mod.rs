//! The hidden set-up: a game of its own that ends in the open one. §10 of the rules.
//!
//! Both sides place their units at the same time, blind to each other; when both are done, all is
//! shown, a lot says who begins, and from there on everything is [`Guerre`]'s business.

mod actions;
mod agents;
mod camp;
mod evaluate;
mod formats;
mod lenses;
pub mod map;
mod narrate;
mod notation;
mod play;
mod position;
mod refusal;
mod rules;
mod scene;
mod setup;
mod state;
mod view;

use vauban_game::{
    Actions, Dice, Game, Odds, Refused, Repetition, Seat, SeatSet, Settings, Turn, Viewer,
    fingerprint,
};

pub use self::{
    agents::Officer,
    camp::{Camp, Camps},
    refusal::SetupRefusal,
    state::{Stage, Step},
    view::Glimpse,
};
use super::{
    Guerre, NORTH, SOUTH, State,
    setup::{First, wants_deployment},
};

/// The set-up, with the open game that follows it.
#[derive(Clone, Debug)]
pub struct Deployed {
    game: Guerre,
    muster: Muster,
    first: First,
}

/// Where the units come from.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Muster {
    /// The sides place them.
    Hidden,
    /// They stand in the published position; only the lot is drawn.
    Standard,
}

impl Deployed {
    /// A hidden set-up before `game`, with a lot for the first turn.
    pub fn new(game: Guerre) -> Deployed {
        Deployed {
            game,
            muster: Muster::Hidden,
            first: First::Lot,
        }
    }

    /// Whether these settings ask for this game, and not for [`Guerre`] alone.
    pub fn wanted(settings: &Settings) -> bool {
        wants_deployment(settings)
    }

    /// The open game.
    pub fn open_game(&self) -> &Guerre {
        &self.game
    }

    fn open(&self, camps: &Camps, first: Seat) -> State {
        let units = [NORTH, SOUTH].map(|seat| camps.of(seat).units().collect());
        self.game.open(&units, first)
    }
}

impl Game for Deployed {
    type State = Stage;
    type Action = Step;
    type Chance = Seat;
    type View = Glimpse;
    type Refusal = SetupRefusal;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Stage {
        match self.muster {
            Muster::Hidden => Stage::Placing {
                camps: Camps::default(),
                done: SeatSet::EMPTY,
            },
            Muster::Standard => self.ready(Camps::of_units(&self.game.order_of_battle)),
        }
    }

    fn turn(&self, state: &Stage) -> Turn {
        match state {
            Stage::Placing { done, .. } => {
                let waiting = SeatSet::all(2).iter().filter(|&seat| !done.contains(seat));
                Turn::Any(waiting.collect())
            }
            Stage::Lot { .. } => Turn::Chance,
            Stage::Open(state) => self.game.turn(state),
        }
    }

    fn actions(&self, state: &Stage, seat: Seat, out: &mut Actions<Step>) {
        self.list(state, seat, out);
    }

    fn check(&self, state: &Stage, seat: Seat, action: Step) -> Result<(), Refused<SetupRefusal>> {
        rules::check(self, state, seat, action)
    }

    fn act(&self, state: &mut Stage, seat: Seat, action: Step) {
        self.apply(state, seat, action);
    }

    fn chances(&self, state: &Stage, out: &mut Vec<(Seat, u32)>) {
        if let Stage::Lot { .. } = state {
            out.extend([(NORTH, 1), (SOUTH, 1)]);
        }
    }

    fn settle(&self, state: &mut Stage, first: Seat) {
        self.settle_lot(state, first);
    }

    fn view(&self, state: &Stage, viewer: Viewer) -> Glimpse {
        self.glimpse(state, viewer)
    }

    fn imagine(&self, view: &Glimpse, dice: &mut Dice) -> Stage {
        self.imagined(view, dice)
    }

    fn key(&self, state: &Stage) -> u64 {
        match state {
            Stage::Placing { camps, done } => {
                let done = [NORTH, SOUTH].map(|seat| u64::from(done.contains(seat)));
                fingerprint(&[1, done[0], done[1], camps.key()])
            }
            Stage::Lot { camps } => fingerprint(&[2, camps.key()]),
            Stage::Open(state) => self.game.key(state),
        }
    }

    fn repetition(&self) -> Repetition {
        self.game.repetition()
    }

    fn landmark(&self, state: &Stage) -> bool {
        match state {
            Stage::Placing { .. } | Stage::Lot { .. } => false,
            Stage::Open(state) => self.game.landmark(state),
        }
    }
}

impl Odds for Deployed {}
