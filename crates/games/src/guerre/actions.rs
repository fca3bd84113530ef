//! The fast side of the rules: the list of legal actions.
//!
//! [`super::rules`] judges single actions by walking the board, and works out ways, lines and charges
//! for itself: the tests prove that the two agree.

use super::{
    Action, Guerre, NORTH, SOUTH,
    board::Board,
    doctrine::{AttackTiming, Doctrine},
    place::Place,
    state::{Flag, MOST_UNITS, State, Unit},
};

/// What the side on turn may move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Marches {
    /// Any unit that has not moved.
    Free,
    /// Only units that must retreat.
    Retreats,
}

/// Free squares as one word a lane, along the longer side of the board, with a border on all sides.
///
/// The shorter side of 512 squares has at most 22, so that a lane and its border fit in 32 bits.
#[derive(Clone, Debug)]
pub(super) struct Lanes<const N: usize>([u32; N]);

/// Enough lanes for boards up to 58 squares long, the standard one among them.
const SHORT: usize = 64;
/// Enough lanes for any board.
const LONG: usize = 512 + 2 * BORDER;
/// As wide as the longest move.
const BORDER: usize = Doctrine::MOST_STEPS as usize;
/// The middle of a window.
const CENTRE: u64 = 1 << (8 * BORDER + BORDER);

/// The board as lanes: which squares bear no mountain, and how places lie in them.
#[derive(Clone, Debug)]
pub(super) struct Terrace {
    open: Vec<u32>,
    lanes: Across,
}

/// What a lane is.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Across {
    Row,
    Column,
}

impl Terrace {
    pub(super) fn new(board: &Board) -> Terrace {
        let lanes = if board.width() > board.height() {
            Across::Column
        } else {
            Across::Row
        };
        let length = usize::from(board.width().max(board.height())) + 2 * BORDER;
        let mut open = vec![0; length];
        for square in board.squares().filter(|&square| !board.is_mountain(square)) {
            let (lane, bit) = lanes.of(board.place(square));
            open[lane + BORDER] |= 1 << (bit + BORDER);
        }
        Terrace { open, lanes }
    }

    /// The free squares: no mountain, no unit.
    #[inline]
    fn free<const N: usize>(&self, board: &Board, state: &State) -> Lanes<N> {
        let mut free = [0; N];
        free[..self.open.len()].copy_from_slice(&self.open);
        for seat in [NORTH, SOUTH] {
            for unit in state.units(seat) {
                let (lane, bit) = self.lanes.of(board.place(unit.square()));
                free[lane + BORDER] &= !(1 << (bit + BORDER));
            }
        }
        Lanes(free)
    }
}

impl Across {
    #[inline]
    fn of(self, place: Place) -> (usize, usize) {
        let (row, column) = (usize::from(place.row), usize::from(place.column));
        match self {
            Across::Row => (row, column),
            Across::Column => (column, row),
        }
    }
    #[inline]
    fn place(self, lane: u16, bit: u16) -> Place {
        match self {
            Across::Row => Place {
                row: lane,
                column: bit,
            },
            Across::Column => Place {
                row: bit,
                column: lane,
            },
        }
    }
}

impl<const N: usize> Lanes<N> {
    /// Where king's steps through free squares lead, as a window of seven by seven around the start:
    /// eight bits a lane, the last of them always 0, so that a step sideways never wraps.
    #[inline]
    fn reach(&self, lane: usize, bit: usize, steps: u8) -> u64 {
        match steps {
            0 => 0,
            1 => self.reach_within::<1>(lane, bit),
            2 => self.reach_within::<2>(lane, bit),
            _ => self.reach_within::<3>(lane, bit),
        }
    }

    #[inline]
    fn reach_within<const STEPS: usize>(&self, lane: usize, bit: usize) -> u64 {
        const { assert!(STEPS <= BORDER) };
        let first = BORDER - STEPS;
        let mut free = 0;
        let lanes = &self.0[lane + first..lane + first + 2 * STEPS + 1];
        for (row, word) in lanes.iter().enumerate() {
            free |= u64::from(word >> bit & 0x7f) << (8 * (row + first));
        }
        let mut reached = CENTRE;
        for _ in 0..STEPS {
            let wide = reached | reached << 1 | reached >> 1;
            reached |= (wide | wide << 8 | wide >> 8) & free;
        }
        reached & !CENTRE
    }
}

/// The places that one unit's steps lead to, from its window.
#[derive(Clone, Debug)]
struct Reach {
    window: u64,
    lane: usize,
    bit: usize,
    lanes: Across,
}

impl Reach {
    /// Leaves a place out.
    fn shun(&mut self, place: Place) {
        let (lane, bit) = self.lanes.of(place);
        let row = (lane + BORDER).wrapping_sub(self.lane);
        let column = (bit + BORDER).wrapping_sub(self.bit);
        if row <= 2 * BORDER && column <= 2 * BORDER {
            self.window &= !(1 << (8 * row + column));
        }
    }
}

impl Reach {
    /// The places, in a fixed order. Its length is known, so that a list grows once and not by ones.
    #[inline]
    fn places(self) -> impl Iterator<Item = Place> {
        let mut window = self.window;
        (0..window.count_ones()).map(move |_| {
            let index = window.trailing_zeros() as usize;
            window &= window.wrapping_sub(1);
            let lane = self.lane + (index >> 3) - BORDER;
            let bit = self.bit + (index & 7) - BORDER;
            self.lanes.place(lane as u16, bit as u16)
        })
    }
}

impl Guerre {
    /// Appends every legal action of the side on turn.
    pub(super) fn list(&self, state: &State, out: &mut Vec<Action>) {
        let seat = state.mover;
        let marches = if state.retreat_pending() {
            Marches::Retreats
        } else {
            Marches::Free
        };
        if state.moves_left > 0 {
            self.list_moves(state, marches, |unit, reach| {
                let from = self.board.place(unit.square());
                out.extend(reach.places().map(|to| Action::Move { from, to }));
            });
        }
        match self.doctrine.attack_timing {
            AttackTiming::EachMove => {
                for unit in state.units(seat) {
                    if unit.is(Flag::Last) && !unit.is(Flag::Spent) {
                        self.list_attacks(state, unit, out);
                    }
                }
            }
            AttackTiming::EndOfTurn => {
                if marches == Marches::Free && !self.arsenal_fell(state) {
                    for unit in state.units(seat) {
                        self.list_attacks(state, unit, out);
                    }
                }
            }
        }
        if marches == Marches::Free {
            out.push(Action::End);
        }
    }

    /// Tells for every unit that may move where it may go.
    #[inline]
    fn list_moves(&self, state: &State, marches: Marches, tell: impl FnMut(Unit, Reach)) {
        if self.terrace.open.len() <= SHORT {
            self.list_moves_in::<SHORT>(state, marches, tell);
        } else {
            self.list_moves_in::<LONG>(state, marches, tell);
        }
    }

    fn list_moves_in<const N: usize>(
        &self,
        state: &State,
        marches: Marches,
        mut tell: impl FnMut(Unit, Reach),
    ) {
        let seat = state.mover;
        let free = self.terrace.free::<N>(&self.board, state);
        let no_retreat = marches == Marches::Retreats && !self.doctrine.retreat_into_arsenal;
        let no_raid = !self.doctrine.two_arsenals && self.arsenal_fell(state);
        for unit in state.units(seat) {
            if unit.is(Flag::Moved) || unit.is(Flag::Retreat) != (marches == Marches::Retreats) {
                continue;
            }
            let fighter = self.doctrine.is_fighter(unit.class());
            if fighter && !state.communication(seat).contains(unit.square()) {
                continue;
            }
            let lanes = self.terrace.lanes;
            let (lane, bit) = lanes.of(self.board.place(unit.square()));
            let steps = self.doctrine.corps(unit.class()).steps;
            let mut reach = Reach {
                window: free.reach(lane, bit, steps),
                lane,
                bit,
                lanes,
            };
            // §5.3, §8.3 and §8.6: no retreat into an enemy arsenal, no second one in a turn.
            if no_retreat || no_raid && fighter {
                for &arsenal in self.board.arsenals(seat.other()) {
                    if self.is_arsenal_of(state, seat.other(), arsenal) {
                        reach.shun(self.board.place(arsenal));
                    }
                }
            }
            tell(unit, reach);
        }
    }

    /// Whether an enemy arsenal fell this turn. With one attack at the end of the turn, positions of old say it
    /// by the units that took one.
    #[inline]
    fn arsenal_fell(&self, state: &State) -> bool {
        state.razed || self.doctrine.attack_timing == AttackTiming::EndOfTurn && state.spent()
    }

    /// Appends the attacks that one unit may start.
    fn list_attacks(&self, state: &State, unit: Unit, out: &mut Vec<Action>) {
        let seat = state.mover;
        if !self.strikes(state, seat, unit) {
            return;
        }
        let from = unit.square();
        let in_sight = self.board.sight(from);
        for target in state.units(seat.other()) {
            let to = target.square();
            if in_sight.contains(to) && self.hits(state, seat, unit, to) {
                out.push(Action::Attack {
                    from: self.board.place(from),
                    to: self.board.place(to),
                });
            }
        }
    }

    /// The slots of the side on turn that have a legal move while a retreat is pending.
    pub(super) fn units_that_can_retreat(&self, state: &State) -> u32 {
        let mut saved = 0;
        if state.moves_left > 0 {
            self.list_moves(state, Marches::Retreats, |unit, reach| {
                let slot = state.slot(state.mover, unit.square());
                if let Some(slot) = slot.filter(|_| reach.window != 0) {
                    saved |= 1 << slot;
                }
            });
        }
        const { assert!(MOST_UNITS <= 32) };
        saved
    }
}
