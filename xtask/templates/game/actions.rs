//! The generator: all that a seat may do, fast enough for search.

use vauban_game::{Actions, Seat};

use super::{Action, FARTHEST, Square, State, Towpath};

impl Towpath {
    pub(super) fn list_actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if seat != state.mover || self.end(state).is_some() {
            return;
        }
        let farthest = self.home().0.min(state.barge.0 + FARTHEST);
        out.extend((state.barge.0 + 1..=farthest).map(|to| Action { to: Square(to) }));
    }
}
