//! The list of legal steps.

use vauban_game::{Actions, Seat, every_action};

use super::{Deployed, Stage, Step};
use crate::guerre::Class;

impl Deployed {
    pub(super) fn list(&self, state: &Stage, seat: Seat, out: &mut Actions<Step>) {
        match state {
            Stage::Placing { camps, done } if !done.contains(seat) => {
                let camp = camps.of(seat);
                let army = &self.game.army;
                let left = |class: &Class| camp.left(army, *class) > 0;
                for class in Class::ALL.into_iter().filter(left) {
                    out.extend(self.free(camp, seat).map(|at| Step::Place { class, at }));
                }
                if camp.is_complete(army) {
                    out.push(Step::Done);
                }
            }
            Stage::Placing { .. } | Stage::Lot { .. } => {}
            Stage::Open(state) => {
                let actions = every_action(&self.game, state, seat);
                out.extend(actions.into_iter().map(Step::Open));
            }
        }
    }
}
