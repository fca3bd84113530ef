//! The list of legal steps.

use vauban_game::{Actions, Seat, every_action};

use super::{Deployed, Offer, Piece, Stage, Step};
use crate::guerre::{NORTH, SOUTH};

impl Deployed {
    pub(super) fn list(&self, state: &Stage, seat: Seat, out: &mut Actions<Step>) {
        let board = self.game.board();
        match state {
            Stage::Agreeing(talks) if seat == talks.mover() => match talks.offer {
                Offer::Open(_) => out.extend([Step::Accept, Step::Reject]),
                Offer::None | Offer::Rejected => {
                    if let Some(terrain) = talks.relief.next(board) {
                        let squares = self.relief_ground(&talks.relief, terrain);
                        out.extend(squares.into_iter().map(|square| Step::Place {
                            piece: Piece::Terrain(terrain),
                            at: board.place(square),
                        }));
                    }
                }
            },
            Stage::Placing {
                relief,
                camps,
                done,
            } if !done.contains(seat) => {
                let camp = camps.of(seat);
                for (piece, places) in self.placements(relief.as_ref(), camp, seat) {
                    out.extend(places.into_iter().map(|at| Step::Place { piece, at }));
                }
                let built = relief.is_none() || camp.is_built();
                if built && camp.is_complete(&self.game.army) {
                    out.push(Step::Done);
                }
            }
            Stage::Drawing { relief, camps } if seat == NORTH => {
                if let Some(terrain) = relief.next(board) {
                    let squares = self.drawing_ground(relief, camps, terrain);
                    out.extend(squares.into_iter().map(|square| Step::Place {
                        piece: Piece::Terrain(terrain),
                        at: board.place(square),
                    }));
                    return;
                }
                for half in [NORTH, SOUTH] {
                    for (piece, places) in self.placements(Some(relief), camps.of(half), half) {
                        out.extend(places.into_iter().map(|at| Step::Place { piece, at }));
                    }
                }
                if self.is_drawn(relief, camps) {
                    out.push(Step::Done);
                }
            }
            Stage::Agreeing(_)
            | Stage::Placing { .. }
            | Stage::Drawing { .. }
            | Stage::Lot { .. } => {}
            Stage::Open(field, state) => {
                let actions = every_action(self.on(field), state, seat);
                out.extend(actions.into_iter().map(Step::Open));
            }
        }
    }
}
