//! Raids: how many turns a side needs to reach the enemy's arsenals over squares in communication.

use vauban_game::Seat;

use super::{Judge, Next, hanging::Army};
use crate::guerre::{Guerre, Square, State, area::Area};

/// Raids that take longer than this are none. A player that looked only six turns ahead stood with its whole army before
/// the last arsenal of an enemy that could no longer move.
const MOST_TURNS: i32 = 14;
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
        let mut marches = None;
        for (number, &arsenal) in game.board.arsenals(foe).iter().enumerate() {
            // A raid that has succeeded is worth what the nearest one is: to do it is never worse than to
            // threaten it.
            if !game.is_arsenal_of(state, foe, arsenal) {
                value += weights.raid + weights.raid_now + weights.raid_gap * MOST_GAP;
                continue;
            }
            let supplied = state.communication(seat);
            let Some(turns) = turns(game, arsenal, supplied, free, &fast, &slow) else {
                let mut gap = 10 * gap(game, arsenal, supplied);
                if gap > 10 * FED {
                    let marches = marches.get_or_insert_with(|| march(game, state, free, seat));
                    if let Some(turns) = marches[number.min(MOST_GOALS - 1)] {
                        gap = gap.min(10 * FED + weights.march * turns);
                    }
                }
                value += weights.raid_gap * (10 * MOST_GAP - gap).max(0) / 10;
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

/// Arsenals that marches are looked for.
const MOST_GOALS: usize = 4;
/// Steps between an arsenal and the lines of a relay that feed a raid on it, as gaps count.
const FED: i32 = 2;
/// Longer marches are none.
const LONGEST: i32 = 10;

/// In how many turns a relay can be where its lines would feed a raid on each arsenal of the enemy: on a square that is
/// supplied without it.
fn march(game: &Guerre, state: &State, free: &Area, seat: Seat) -> [Option<i32>; MOST_GOALS] {
    let mut best = [None; MOST_GOALS];
    let foe = seat.other();
    let wall = game.wall(state, seat);
    let arsenals = game.board.arsenals(foe);
    for (slot, relay) in state.slots(seat) {
        if game.doctrine.is_fighter(relay.class()) || relay.must_retreat() {
            continue;
        }
        let steps = game.doctrine.corps(relay.class()).steps;
        let supplied = game.supply_if_silent(state, seat, &wall, Some(slot));
        let mut front = Area::EMPTY;
        front.insert(relay.square());
        let mut open = *free;
        open.insert(relay.square());
        let usable = supplied.common(&open);
        for turn in 0..=LONGEST {
            let mut missing = false;
            for (number, &arsenal) in arsenals.iter().enumerate().take(MOST_GOALS) {
                if !game.is_arsenal_of(state, foe, arsenal)
                    || best[number].is_some_and(|least| least <= turn)
                {
                    continue;
                }
                let (near, posts) = game.ground().posts(seat, number);
                let feeds = |post: Square| {
                    let mut lines = Area::EMPTY;
                    lines.insert(post);
                    game.radiate(post, &wall, &mut lines);
                    lines.meets(near)
                };
                match front.common(posts).common(&usable).iter().any(feeds) {
                    true => best[number] = Some(turn),
                    false => missing = true,
                }
            }
            if !missing {
                break;
            }
            let before = front;
            for _ in 0..steps {
                let mut wider = game.board.spread(&front).common(&open);
                wider.join(&front);
                front = wider;
            }
            if front == before {
                break;
            }
        }
    }
    best
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
