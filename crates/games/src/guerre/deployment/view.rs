//! What one viewer sees of a set-up, and what it may look like behind that.

use vauban_game::{Dice, Seat, SeatSet, Viewer};

use super::{Camp, Camps, Deployed, Stage};
use crate::guerre::{NORTH, SOUTH, State};

/// What one viewer sees of it.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum Glimpse {
    /// Its own camp, if it has one, and who is ready.
    Placing {
        own: Option<(Seat, Camp)>,
        done: SeatSet,
    },
    Lot {
        camps: Camps,
    },
    Open(State),
}

impl Glimpse {
    /// Who is ready.
    pub(super) fn done(&self) -> SeatSet {
        match self {
            Glimpse::Placing { done, .. } => *done,
            Glimpse::Lot { .. } | Glimpse::Open(_) => SeatSet::all(2),
        }
    }
}

impl Deployed {
    pub(super) fn glimpse(&self, state: &Stage, viewer: Viewer) -> Glimpse {
        match state {
            Stage::Placing { camps, done } => Glimpse::Placing {
                own: viewer.seat().map(|seat| (seat, *camps.of(seat))),
                done: *done,
            },
            Stage::Lot { camps } => Glimpse::Lot { camps: *camps },
            Stage::Open(state) => Glimpse::Open(state.clone()),
        }
    }

    pub(super) fn imagined(&self, view: &Glimpse, dice: &mut Dice) -> Stage {
        match view {
            Glimpse::Open(state) => Stage::Open(state.clone()),
            Glimpse::Lot { camps } => Stage::Lot { camps: *camps },
            Glimpse::Placing { own, done } => {
                let mut camps = Camps::default();
                for seat in [NORTH, SOUTH] {
                    *camps.of_mut(seat) = match own {
                        Some((of, camp)) if *of == seat => *camp,
                        // Nobody tells how far the others are, unless they are done.
                        _ if done.contains(seat) => self.random_camp(seat, u32::MAX, dice),
                        _ => {
                            let units = dice.below(self.game.army.len() as u32 + 1);
                            self.random_camp(seat, units, dice)
                        }
                    };
                }
                Stage::Placing { camps, done: *done }
            }
        }
    }

    /// The open game's state as far as a viewer can tell: only what it sees stands on the board.
    pub(super) fn seen(&self, view: &Glimpse) -> State {
        match view {
            Glimpse::Open(state) => state.clone(),
            Glimpse::Lot { camps } => self.open(camps, NORTH),
            Glimpse::Placing { own, .. } => {
                let mut camps = Camps::default();
                if let Some((seat, camp)) = own {
                    *camps.of_mut(*seat) = *camp;
                }
                self.open(&camps, NORTH)
            }
        }
    }
}
