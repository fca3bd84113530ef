//! How good a position of Breakthrough is.

use vauban_game::{Evaluate, Seat};

use super::{Breakthrough, State};

/// More men are better.
#[derive(Copy, Clone, Debug)]
pub struct Men;

impl Evaluate<Breakthrough> for Men {
    fn evaluate(&self, _: &Breakthrough, state: &State, seat: Seat) -> i32 {
        let men = |seat: Seat| state.men[seat.index()].count_ones() as i32;
        100 * (men(seat) - men(seat.other()))
    }
}
