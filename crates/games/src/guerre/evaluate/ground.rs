//! What a board says about raids before anybody stands on it.

use vauban_game::Seat;

use crate::guerre::{NORTH, SOUTH, Square, State, area::Area, board::Board};

/// For each side: what matters around each arsenal of the other side.
#[derive(Debug)]
pub(in crate::guerre) struct Ground([Vec<Goal>; 2]);

/// An arsenal as those see it who want to destroy it, square by square.
#[derive(Debug)]
struct Goal {
    /// How many king's steps it is away; mountains are in the way.
    steps: Vec<u8>,
    /// How much a relay there helps a raid on it, from 0 to 100.
    relay: Vec<u8>,
    /// From where the fastest can ride into it.
    near: Area,
    /// From where a line reaches such a square.
    posts: Area,
}

/// A line helps a raid so many steps around an arsenal.
const AROUND: u8 = 5;
/// So many fighters count in an advance on an arsenal.
const NEAREST: usize = 4;
/// Nobody is farther away than this.
const FAR: i32 = 24;
/// The fastest make so many steps.
const RIDE: u8 = 2;

impl Ground {
    pub(in crate::guerre) fn of(board: &Board) -> Ground {
        Ground([NORTH, SOUTH].map(|seat| {
            let arsenals = board.arsenals(seat.other()).iter();
            arsenals.map(|&arsenal| Goal::of(board, arsenal)).collect()
        }))
    }

    /// The enemy's arsenals that stand.
    #[inline]
    fn goals(&self, state: &State, seat: Seat) -> impl Iterator<Item = &Goal> {
        let standing = state.standing[seat.other().index()];
        let goals = self.0[seat.index()].iter().enumerate();
        goals.filter_map(move |(index, goal)| (standing >> index & 1 == 1).then_some(goal))
    }

    /// From where the fastest can ride into the enemy's arsenal of this number, and from where a line reaches such a
    /// square.
    #[inline]
    pub(super) fn posts(&self, seat: Seat, arsenal: usize) -> (&Area, &Area) {
        let goal = &self.0[seat.index()][arsenal];
        (&goal.near, &goal.posts)
    }

    /// How near the nearest fighters are to each of the enemy's arsenals, in steps. One that is destroyed
    /// is as near as can be: whoever has taken it need not turn round to please the judge.
    #[inline]
    pub(super) fn advance(
        &self,
        state: &State,
        seat: Seat,
        fighters: impl Iterator<Item = Square> + Clone,
    ) -> i32 {
        let standing = self.goals(state, seat).count();
        let fallen = self.0[seat.index()].len() - standing;
        let near = |goal: &Goal| {
            let mut nearest = [FAR; NEAREST];
            for square in fighters.clone() {
                let mut steps = i32::from(goal.steps[square.index()]);
                for place in &mut nearest {
                    if steps < *place {
                        std::mem::swap(place, &mut steps);
                    }
                }
            }
            nearest.iter().map(|steps| FAR - steps).sum::<i32>()
        };
        let won = FAR * NEAREST as i32 * fallen as i32;
        won + self.goals(state, seat).map(near).sum::<i32>()
    }

    /// How much a relay on `square` helps a raid, in hundredths.
    #[inline]
    pub(super) fn relay(&self, state: &State, seat: Seat, square: Square) -> i32 {
        let relay = self
            .goals(state, seat)
            .map(|goal| goal.relay[square.index()]);
        relay.max().map_or(0, i32::from)
    }
}

impl Goal {
    fn of(board: &Board, arsenal: Square) -> Goal {
        let mut steps = vec![u8::MAX; board.squares().count()];
        let mut here = vec![arsenal];
        for far in 0..u8::MAX {
            let mut next = Vec::new();
            for square in here {
                if steps[square.index()] == u8::MAX {
                    steps[square.index()] = far;
                    next.extend(board.around(square).iter());
                }
            }
            if next.is_empty() {
                break;
            }
            here = next;
        }
        // The squares around that a relay's lines would supply, the nearer the better.
        let near = |square: Square| u32::from(AROUND.saturating_sub(steps[square.index()]));
        let sum = |square: Square| board.sight(square).iter().map(near).sum();
        let sums: Vec<u32> = board.squares().map(sum).collect();
        let most = sums.iter().copied().max().unwrap_or(0).max(1);
        let relay = sums.iter().map(|sum| (100 * sum / most) as u8).collect();
        let open = |square: &Square| board.open().contains(*square);
        let squares = || board.squares().filter(open);
        let near: Area = squares()
            .filter(|square| steps[square.index()] <= RIDE)
            .collect();
        let posts = squares()
            .filter(|&square| near.contains(square) || board.sight(square).meets(&near))
            .collect();
        Goal {
            steps,
            relay,
            near,
            posts,
        }
    }
}
