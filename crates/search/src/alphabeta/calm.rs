//! What follows beyond the depth: forcing actions, until the state is quiet enough to be judged.

use vauban_game::{Evaluate, FORCING, Open, Seat, Turn};

use super::{
    LOST, MOST_LEAD,
    order::bring_best,
    tree::{INFINITE, LAST_PLY, Tree, Window, foreseen, value_of},
};

/// So many steps beyond the depth every state is judged, quiet or not.
const MOST_BEYOND: u32 = 16;

impl<G: Open, J: Evaluate<G>> Tree<'_, G, J> {
    /// The value at the end of the depth: the judge's, once nothing forcing is left to do. A seat need not
    /// do anything forcing, unless the state is not `quiet`; then it tries everything.
    pub(super) fn calm(
        &mut self,
        state: &G::State,
        seat: Seat,
        window: Window,
        ply: u32,
        beyond: u32,
        quiet: bool,
    ) -> i32 {
        // Step 1. To do nothing forcing is worth what the judge says.
        let Window { mut alpha, beta } = window;
        let mut best = -INFINITE;
        if quiet || beyond >= MOST_BEYOND || ply >= LAST_PLY {
            best = self.judge.lead(self.game, state, seat);
            debug_assert!((LOST + 1..MOST_LEAD).contains(&best), "a lead is no win");
            if best >= beta || !self.cuts.quiescence || ply >= LAST_PLY {
                return best;
            }
            alpha = alpha.max(best);
        }

        // Step 2. What may change that, the most promising first.
        let least = match (quiet, beyond) {
            (false, 0..MOST_BEYOND) => i32::MIN,
            (true, 0) => 1,
            _ => FORCING,
        };
        let base = self.candidates.len();
        self.append_candidates(state, seat, least);
        let end = self.candidates.len();
        for tried in base..end {
            bring_best(&mut self.candidates[tried..end]);
            let candidate = self.candidates[tried];
            let mut child = state.clone();
            self.game.act(&mut child, seat, candidate.action);
            self.watch.spend(1);
            let window = Window { alpha, beta };
            let value = match self.game.turn(&child) {
                Turn::Over(outcome) => value_of(&outcome, seat, ply + 1),
                Turn::One(next) if next == seat => {
                    self.calm_node(&child, next, window, ply + 1, beyond + 1)
                }
                Turn::One(next) => {
                    -self.calm_node(&child, next, window.turned(), ply + 1, beyond + 1)
                }
                Turn::Any(_) | Turn::Chance => 0,
            };
            if self.is_up() {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.candidates.truncate(base);
        best
    }

    #[inline]
    fn calm_node(
        &mut self,
        state: &G::State,
        seat: Seat,
        window: Window,
        ply: u32,
        beyond: u32,
    ) -> i32 {
        if self.is_up() {
            return 0;
        }
        if self.cuts.foresight
            && let Some(steps) = self.judge.foresee(self.game, state, seat)
        {
            return foreseen(steps, ply);
        }
        let quiet = self.judge.is_quiet(self.game, state);
        self.calm(state, seat, window, ply, beyond, quiet)
    }
}
