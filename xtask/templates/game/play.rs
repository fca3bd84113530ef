//! What an action changes.

use vauban_game::Seat;

use super::{Action, State, Towpath};

impl Towpath {
    pub(super) fn apply(&self, state: &mut State, seat: Seat, action: Action) {
        debug_assert_eq!(seat, state.mover, "only the seat on turn acts");
        state.barge = action.to;
        state.mover = seat.other();
    }
}
