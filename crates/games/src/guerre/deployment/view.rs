//! What one viewer sees of a set-up, and what it may look like behind that.

use vauban_game::{Dice, Seat, SeatSet, Viewer};

use super::{Camp, Camps, Deployed, Field, Relief, Stage, Talks};
use crate::guerre::{NORTH, SOUTH, State};

/// What one viewer sees of it.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum Glimpse {
    /// All is said aloud.
    Agreeing(Talks),
    /// The ground, its own camp, if it has one, and who is ready.
    Placing {
        relief: Option<Relief>,
        own: Option<(Seat, Camp)>,
        done: SeatSet,
    },
    /// All is drawn in the open.
    Drawing {
        relief: Relief,
        camps: Camps,
    },
    Lot {
        relief: Option<Relief>,
        camps: Camps,
    },
    Open(Field, State),
}

impl Glimpse {
    /// Who is ready.
    pub(super) fn done(&self) -> SeatSet {
        match self {
            Glimpse::Placing { done, .. } => *done,
            Glimpse::Agreeing(_) | Glimpse::Drawing { .. } => SeatSet::EMPTY,
            Glimpse::Lot { .. } | Glimpse::Open(..) => SeatSet::all(2),
        }
    }

    /// Mountains and passes, where they are the set-up's.
    pub(super) fn relief(&self) -> Option<&Relief> {
        match self {
            Glimpse::Agreeing(talks) => Some(&talks.relief),
            Glimpse::Drawing { relief, .. } => Some(relief),
            Glimpse::Placing { relief, .. } | Glimpse::Lot { relief, .. } => relief.as_ref(),
            Glimpse::Open(..) => None,
        }
    }

    /// What this viewer sees placed.
    pub(super) fn camps(&self) -> Camps {
        match self {
            Glimpse::Drawing { camps, .. } | Glimpse::Lot { camps, .. } => *camps,
            Glimpse::Placing {
                own: Some((seat, camp)),
                ..
            } => {
                let mut camps = Camps::default();
                *camps.of_mut(*seat) = *camp;
                camps
            }
            Glimpse::Placing { own: None, .. } | Glimpse::Agreeing(_) | Glimpse::Open(..) => {
                Camps::default()
            }
        }
    }
}

impl Deployed {
    pub(super) fn glimpse(&self, state: &Stage, viewer: Viewer) -> Glimpse {
        match state {
            Stage::Agreeing(talks) => Glimpse::Agreeing(*talks),
            Stage::Placing {
                relief,
                camps,
                done,
            } => Glimpse::Placing {
                relief: *relief,
                own: viewer.seat().map(|seat| (seat, *camps.of(seat))),
                done: *done,
            },
            Stage::Drawing { relief, camps } => Glimpse::Drawing {
                relief: *relief,
                camps: *camps,
            },
            Stage::Lot { relief, camps } => Glimpse::Lot {
                relief: *relief,
                camps: *camps,
            },
            Stage::Open(field, state) => Glimpse::Open(field.clone(), state.clone()),
        }
    }

    pub(super) fn imagined(&self, view: &Glimpse, dice: &mut Dice) -> Stage {
        match view {
            Glimpse::Open(field, state) => Stage::Open(field.clone(), state.clone()),
            Glimpse::Agreeing(talks) => Stage::Agreeing(*talks),
            Glimpse::Drawing { relief, camps } => Stage::Drawing {
                relief: *relief,
                camps: *camps,
            },
            Glimpse::Lot { relief, camps } => Stage::Lot {
                relief: *relief,
                camps: *camps,
            },
            Glimpse::Placing { relief, own, done } => {
                let mut camps = Camps::default();
                let all = self.camp_size(relief.as_ref());
                for seat in [NORTH, SOUTH] {
                    *camps.of_mut(seat) = match own {
                        Some((of, camp)) if *of == seat => *camp,
                        // Nobody tells how far the others are, unless they are done.
                        _ => {
                            let pieces = match done.contains(seat) {
                                true => all,
                                false => dice.below(all + 1),
                            };
                            self.random_camp(relief.as_ref(), seat, pieces, dice)
                        }
                    };
                }
                Stage::Placing {
                    relief: *relief,
                    camps,
                    done: *done,
                }
            }
        }
    }

    /// A state that looks like this, with nothing behind it: whatever is not seen is not there.
    pub(super) fn bare(&self, view: &Glimpse) -> Stage {
        match *view {
            Glimpse::Placing { relief, done, .. } => Stage::Placing {
                relief,
                camps: view.camps(),
                done,
            },
            Glimpse::Agreeing(talks) => Stage::Agreeing(talks),
            Glimpse::Drawing { relief, camps } => Stage::Drawing { relief, camps },
            Glimpse::Lot { relief, camps } => Stage::Lot { relief, camps },
            Glimpse::Open(ref field, ref state) => Stage::Open(field.clone(), state.clone()),
        }
    }

    /// The open game and its state as far as a viewer can tell: only what it sees is on the board.
    pub(super) fn seen(&self, view: &Glimpse) -> (Field, State) {
        if let Glimpse::Open(field, state) = view {
            return (field.clone(), state.clone());
        }
        let camps = view.camps();
        let field = self.field_of(view.relief(), &camps);
        let state = self.open(&field, &camps, NORTH);
        (field, state)
    }
}
