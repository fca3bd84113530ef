//! How good a position of Breakthrough is.

use vauban_game::{BySeat, Evaluate, Seat, WinShare};

use super::{Breakthrough, State};

/// More men are better.
#[derive(Copy, Clone, Debug)]
pub struct Men;

impl Evaluate<Breakthrough> for Men {
    fn evaluate(&self, _: &Breakthrough, state: &State) -> BySeat<WinShare> {
        let [first, second] = state.men.map(|men| men.count_ones() as i32);
        BySeat::of_lead(Seat(0), first - second, 3)
    }
}
