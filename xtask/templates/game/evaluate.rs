//! How good a position is.

use vauban_game::{Evaluate, Seat};

use super::{FARTHEST, Square, State, Towpath};

/// Knows the whole secret: whoever leaves a multiple of four to go wins.
#[derive(Copy, Clone, Debug, Default)]
pub struct Counting;

/// What a won position is worth.
const WON: i32 = 10_000;

impl Evaluate<Towpath> for Counting {
    fn evaluate(&self, game: &Towpath, state: &State, seat: Seat) -> i32 {
        let mover_wins = !game.is_lost_on(state.barge);
        if mover_wins == (seat == state.mover) {
            WON
        } else {
            -WON
        }
    }
}

impl Towpath {
    /// Whether the seat that must haul the barge on from `square` loses against the best play.
    pub(super) fn is_lost_on(&self, square: Square) -> bool {
        let to_go = self.home().0.saturating_sub(square.0);
        to_go.is_multiple_of(FARTHEST + 1)
    }
}
