//! How good a position is.

use vauban_game::{BySeat, Evaluate, WinShare};

use super::{FARTHEST, Square, State, Towpath};

/// Knows the whole secret: whoever leaves a multiple of four to go wins.
#[derive(Copy, Clone, Debug, Default)]
pub struct Counting;

impl Evaluate<Towpath> for Counting {
    fn evaluate(&self, game: &Towpath, state: &State) -> BySeat<WinShare> {
        let mover_wins = !game.is_lost_on(state.barge);
        BySeat::split(2, |seat| {
            f64::from(u8::from(mover_wins == (seat == state.mover)))
        })
    }
}

impl Towpath {
    /// Whether the seat that must haul the barge on from `square` loses against the best play.
    pub(super) fn is_lost_on(&self, square: Square) -> bool {
        let to_go = self.home().0.saturating_sub(square.0);
        to_go.is_multiple_of(FARTHEST + 1)
    }
}
