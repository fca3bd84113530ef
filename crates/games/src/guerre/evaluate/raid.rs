//! Raids: how many turns a side needs to reach the enemy's arsenals over squares in communication.

use vauban_game::Seat;

use super::{Judge, Next, hanging::Army};
use crate::guerre::{Guerre, Square, State, area::Area};

/// Raids that take longer than this are no threat yet.
const MOST_TURNS: i32 = 6;
/// Gaps in the lines that are wider are all alike.
const MOST_GAP: i32 = 12;

impl Judge {
    /// What the raids of `seat` on every arsenal that stands are worth.
    pub(super) fn raid(
        &self,
        game: &Guerre,
        state: &State,
        own: &Army,
        free: &Area,
        seat: Seat,
        next: Next,
    ) -> i32 {
        let (mut fast, mut slow) = (Area::EMPTY, Area::EMPTY);
        for (square, steps) in own.raiders() {
            match steps {
                0 | 1 => slow.insert(square),
                _ => fast.insert(square),
            }
        }
        let foe = seat.other();
        let weights = self.weights();
        let mut value = 0;
        for &arsenal in game.board.arsenals(foe) {
            // A raid that has succeeded is worth what the nearest one is: to do it is never worse than to
            // threaten it.
            if !game.is_arsenal_of(state, foe, arsenal) {
                value += weights.raid + weights.raid_now + weights.raid_gap * MOST_GAP;
                continue;
            }
            let supplied = state.communication(seat);
            let Some(turns) = turns(game, arsenal, supplied, free, &fast, &slow) else {
                value += weights.raid_gap * (MOST_GAP - gap(game, arsenal, supplied));
                continue;
            };
            let mut worth = weights.raid + weights.raid_gap * MOST_GAP;
            for _ in 1..turns {
                worth = worth * weights.raid_decay / 100;
            }
            if turns == 1 && next.0 == seat {
                worth += weights.raid_now;
            }
            if !free.contains(arsenal) {
                worth = worth * weights.raid_guarded / 100;
            }
            value += worth;
        }
        value
    }
}

/// How many steps lie between an arsenal and the nearest square from which somebody could move.
fn gap(game: &Guerre, arsenal: Square, supplied: &Area) -> i32 {
    let mut front = Area::EMPTY;
    front.insert(arsenal);
    for steps in 0..MOST_GAP {
        if front.meets(supplied) {
            return steps;
        }
        front = game.board.spread(&front).common(game.board.open());
    }
    MOST_GAP
}

/// In how many turns the nearest raider can be in the arsenal: backwards from it, turn by turn, over free
/// squares from which a unit could move on.
fn turns(
    game: &Guerre,
    arsenal: Square,
    supplied: &Area,
    free: &Area,
    fast: &Area,
    slow: &Area,
) -> Option<i32> {
    let board = &game.board;
    let mut halts = free.common(supplied);
    halts.insert(arsenal);
    let mut front = Area::EMPTY;
    front.insert(arsenal);
    let mut on_foot = front;
    for turn in 1..=MOST_TURNS {
        let near = board.spread(&front);
        // Units on foot take a turn for each step.
        on_foot = board.spread(&on_foot);
        if near.meets(fast) || on_foot.meets(slow) {
            return Some(turn);
        }
        let far = board.spread(&near.common(free));
        if far.meets(fast) {
            return Some(turn);
        }
        let mut next = far.common(&halts);
        next.join(&front);
        on_foot = on_foot.common(&halts);
        if next == front {
            return None;
        }
        front = next;
    }
    None
}
