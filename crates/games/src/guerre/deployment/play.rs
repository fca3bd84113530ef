//! What a step and the lot do.

use vauban_game::{Game, Seat, SeatSet};

use super::{Camps, Deployed, Offer, Piece, Relief, Stage, Step, Talks};
use crate::guerre::{NORTH, SOUTH, Square, setup::First};

impl Deployed {
    pub(super) fn apply(&self, state: &mut Stage, seat: Seat, action: Step) {
        let board = self.game.board();
        match (&mut *state, action) {
            (Stage::Agreeing(talks), Step::Place { at, .. }) => {
                let square = board.known(at);
                match talks.offer {
                    Offer::Rejected => *state = self.agree(*talks, square),
                    Offer::None | Offer::Open(_) => talks.offer = Offer::Open(square),
                }
            }
            (Stage::Agreeing(talks), Step::Accept) => {
                if let Offer::Open(square) = talks.offer {
                    *state = self.agree(*talks, square);
                }
            }
            (Stage::Agreeing(talks), Step::Reject) => talks.offer = Offer::Rejected,
            (Stage::Placing { camps, .. }, Step::Place { piece, at }) => {
                put(camps, seat, piece, board.known(at));
            }
            (Stage::Placing { camps, .. }, Step::Remove { at }) => {
                camps.of_mut(seat).remove(board.known(at));
            }
            (
                Stage::Placing {
                    relief,
                    camps,
                    done,
                },
                Step::Done,
            ) => {
                *done = done.with(seat);
                if done.len() == 2 {
                    *state = self.ready(*relief, *camps);
                }
            }
            (Stage::Drawing { relief, camps }, Step::Place { piece, at }) => {
                let square = board.known(at);
                match piece {
                    Piece::Terrain(terrain) if relief.next(board).is_some() => {
                        *relief = relief.with(terrain, square);
                    }
                    _ => put(camps, board.half(square), piece, square),
                }
            }
            (Stage::Drawing { relief, camps }, Step::Remove { at }) => {
                let square = board.known(at);
                if relief.terrain(square).is_some()
                    && camps.of(board.half(square)).unit(square).is_none()
                {
                    *relief = relief.without(square);
                } else {
                    camps.of_mut(board.half(square)).remove(square);
                }
            }
            (Stage::Drawing { relief, camps }, Step::Done) => {
                *state = self.ready(Some(*relief), *camps);
            }
            (Stage::Open(field, open), Step::Open(action)) => {
                self.on(field).act(open, seat, action);
            }
            (
                Stage::Agreeing(_)
                | Stage::Placing { .. }
                | Stage::Drawing { .. }
                | Stage::Lot { .. }
                | Stage::Open(..),
                _,
            ) => {
                debug_assert!(false, "{action:?} is not for this stage");
            }
        }
    }

    pub(super) fn settle_lot(&self, state: &mut Stage, first: Seat) {
        if let Stage::Lot { relief, camps } = state {
            *state = self.opened(*relief, *camps, first);
        }
    }

    /// The stage that follows when everything is placed.
    pub(super) fn ready(&self, relief: Option<Relief>, camps: Camps) -> Stage {
        match self.first {
            First::Lot => Stage::Lot { relief, camps },
            First::North => self.opened(relief, camps, NORTH),
            First::South => self.opened(relief, camps, SOUTH),
        }
    }

    fn opened(&self, relief: Option<Relief>, camps: Camps, first: Seat) -> Stage {
        let field = self.field_of(relief.as_ref(), &camps);
        let state = self.open(&field, &camps, first);
        Stage::Open(field, state)
    }

    /// What follows when the sides have agreed on a square for the next piece.
    fn agree(&self, talks: Talks, square: Square) -> Stage {
        let board = self.game.board();
        let relief = match talks.relief.next(board) {
            Some(terrain) => talks.relief.with(terrain, square),
            None => talks.relief,
        };
        match relief.next(board) {
            Some(_) => Stage::Agreeing(Talks {
                relief,
                offer: Offer::None,
            }),
            None => Stage::Placing {
                relief: Some(relief),
                camps: Camps::default(),
                done: SeatSet::EMPTY,
            },
        }
    }
}

/// Adds a piece to a side's camp.
fn put(camps: &mut Camps, seat: Seat, piece: Piece, square: Square) {
    let camp = camps.of_mut(seat);
    match piece {
        Piece::Terrain(terrain) => camp.build(terrain, square),
        Piece::Unit(class) => camp.place(class, square),
    }
}
