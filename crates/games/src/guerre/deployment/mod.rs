//! The set-ups: a game of its own that ends in the open one. §10 of the rules.
//!
//! Both sides place their units at the same time, blind to each other; when both are done, all is
//! shown, a lot says who begins, and from there on everything is [`Guerre`]'s business. Before that the
//! sides may agree on the ground; or one person draws everything.

mod actions;
mod agents;
mod camp;
mod draw;
mod evaluate;
mod formats;
mod lenses;
mod lessons;
pub mod map;
mod narrate;
mod notation;
mod odds;
mod play;
mod position;
mod refusal;
mod relief;
mod rules;
mod scene;
mod setup;
mod sketch;
mod state;
mod view;

use vauban_game::{
    Actions, Dice, Game, Refused, Repetition, Seat, SeatSet, Settings, Turn, Viewer, fingerprint,
};

pub use self::{
    agents::Officer,
    camp::{Camp, Camps},
    draw::drawn_map,
    refusal::SetupRefusal,
    relief::{Field, Relief},
    state::{Offer, Piece, Stage, Step, Talks},
    view::Glimpse,
};
use super::{
    Guerre, NORTH, SOUTH, State,
    setup::{First, wants_deployment},
};

/// The set-up, with the open game that follows it.
#[derive(Clone, Debug)]
pub struct Deployed {
    /// The open game. Where the sides make the ground, its board is bare.
    game: Guerre,
    muster: Muster,
    first: First,
}

/// Where ground and units come from.
#[derive(Clone, Eq, PartialEq, Debug)]
enum Muster {
    /// The sides place their units.
    Hidden,
    /// They stand in the published position; only the lot is drawn.
    Standard,
    /// The sides agree on the ground, then place the rest.
    Terrain,
    /// One person draws everything, beginning with this.
    Editor(Box<Drawing>),
}

/// A map that is being drawn.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
struct Drawing {
    relief: Relief,
    camps: Camps,
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

    /// The open game, on the ground that is given.
    pub fn open_game(&self) -> &Guerre {
        &self.game
    }

    /// Whether the ground comes of the set-up.
    fn makes_ground(&self) -> bool {
        match self.muster {
            Muster::Hidden | Muster::Standard => false,
            Muster::Terrain | Muster::Editor(_) => true,
        }
    }

    fn open(&self, field: &Field, camps: &Camps, first: Seat) -> State {
        let units = [NORTH, SOUTH].map(|seat| camps.of(seat).units().collect());
        self.on(field).open(&units, first)
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
        match &self.muster {
            Muster::Hidden => Stage::Placing {
                relief: None,
                camps: Camps::default(),
                done: SeatSet::EMPTY,
            },
            Muster::Standard => self.ready(None, Camps::of_units(&self.game.order_of_battle)),
            Muster::Terrain => Stage::Agreeing(Talks::default()),
            Muster::Editor(drawing) => Stage::Drawing {
                relief: drawing.relief,
                camps: drawing.camps,
            },
        }
    }

    fn turn(&self, state: &Stage) -> Turn {
        match state {
            Stage::Agreeing(talks) => Turn::One(talks.mover()),
            Stage::Placing { done, .. } => {
                let waiting = SeatSet::all(2).iter().filter(|&seat| !done.contains(seat));
                Turn::Any(waiting.collect())
            }
            Stage::Drawing { .. } => Turn::One(NORTH),
            Stage::Lot { .. } => Turn::Chance,
            Stage::Open(field, state) => self.on(field).turn(state),
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

    /// §10.10 Who draws a map holds both seats; and a lot alone hides nothing.
    fn has_secrets(&self) -> bool {
        match self.muster {
            Muster::Hidden | Muster::Terrain => true,
            Muster::Standard | Muster::Editor(_) => false,
        }
    }

    fn view(&self, state: &Stage, viewer: Viewer) -> Glimpse {
        self.glimpse(state, viewer)
    }

    fn imagine(&self, view: &Glimpse, dice: &mut Dice) -> Stage {
        self.imagined(view, dice)
    }

    fn key(&self, state: &Stage) -> u64 {
        let ground = |relief: &Relief| {
            let squares = |area: &super::area::Area| {
                let words: Vec<u64> = area.iter().map(|square| u64::from(square.0)).collect();
                fingerprint(&words)
            };
            fingerprint(&[squares(&relief.mountains), squares(&relief.passes)])
        };
        let given = |relief: &Option<Relief>| relief.as_ref().map_or(0, ground);
        match state {
            Stage::Agreeing(talks) => {
                let offer = match talks.offer {
                    Offer::None => 1 << 20,
                    Offer::Rejected => 1 << 21,
                    Offer::Open(square) => u64::from(square.0),
                };
                fingerprint(&[3, ground(&talks.relief), offer])
            }
            Stage::Placing {
                relief,
                camps,
                done,
            } => {
                let done = [NORTH, SOUTH].map(|seat| u64::from(done.contains(seat)));
                fingerprint(&[1, done[0], done[1], camps.key(), given(relief)])
            }
            Stage::Drawing { relief, camps } => fingerprint(&[4, ground(relief), camps.key()]),
            Stage::Lot { relief, camps } => fingerprint(&[2, camps.key(), given(relief)]),
            Stage::Open(field, state) => self.on(field).key(state),
        }
    }

    fn repetition(&self) -> Repetition {
        self.game.repetition()
    }

    fn landmark(&self, state: &Stage) -> bool {
        match state {
            Stage::Agreeing(_)
            | Stage::Placing { .. }
            | Stage::Drawing { .. }
            | Stage::Lot { .. } => false,
            Stage::Open(field, state) => self.on(field).landmark(state),
        }
    }
}
