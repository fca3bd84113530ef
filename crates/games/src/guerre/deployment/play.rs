//! What a step and the lot do.

use vauban_game::{Game, Seat};

use super::{Camps, Deployed, Stage, Step};
use crate::guerre::{NORTH, SOUTH, setup::First};

impl Deployed {
    pub(super) fn apply(&self, state: &mut Stage, seat: Seat, action: Step) {
        let board = self.game.board();
        match (&mut *state, action) {
            (Stage::Placing { camps, .. }, Step::Place { class, at }) => {
                camps.of_mut(seat).place(class, board.known(at));
            }
            (Stage::Placing { camps, .. }, Step::Remove { at }) => {
                camps.of_mut(seat).remove(board.known(at));
            }
            (Stage::Placing { camps, done }, Step::Done) => {
                *done = done.with(seat);
                if done.len() == 2 {
                    *state = self.ready(*camps);
                }
            }
            (Stage::Open(state), Step::Open(action)) => self.game.act(state, seat, action),
            (Stage::Placing { .. } | Stage::Lot { .. } | Stage::Open(_), _) => {
                debug_assert!(false, "{action:?} is not for this stage");
            }
        }
    }

    pub(super) fn settle_lot(&self, state: &mut Stage, first: Seat) {
        if let Stage::Lot { camps } = state {
            *state = Stage::Open(self.open(camps, first));
        }
    }

    /// The stage that follows when both sides are ready.
    pub(super) fn ready(&self, camps: Camps) -> Stage {
        match self.first {
            First::Lot => Stage::Lot { camps },
            First::North => Stage::Open(self.open(&camps, NORTH)),
            First::South => Stage::Open(self.open(&camps, SOUTH)),
        }
    }
}
