//! The fast side of the rules: the list of legal actions, and how each changes the state.
//!
//! Nothing here is shared with [`super::rules`], which judges single actions by walking the board:
//! the tests prove that the two agree.

use vauban_game::Seat;

use super::{
    Guerre, NORTH, SOUTH,
    board::{Board, Square},
    combat::Fate,
    doctrine::{AttackTiming, Doctrine},
    place::Place,
    state::{Flag, MOST_UNITS, State, Unit, Verdict},
};

/// One choice.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    Move { from: Place, to: Place },
    Attack { from: Place, to: Place },
    End,
}

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
        let seat = state.on_turn;
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
                if marches == Marches::Free && !state.spent() {
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
        let seat = state.on_turn;
        let free = self.terrace.free::<N>(&self.board, state);
        let spent = self.doctrine.attack_timing == AttackTiming::EndOfTurn && state.spent();
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
            // §5.3 and §8.3: no retreat into an enemy arsenal, no second strike in a turn.
            if marches == Marches::Retreats || spent && fighter {
                for &arsenal in self.board.arsenals(seat.other()) {
                    if self.is_arsenal_of(state, seat.other(), arsenal) {
                        reach.shun(self.board.place(arsenal));
                    }
                }
            }
            tell(unit, reach);
        }
    }

    /// Appends the attacks that one unit may start.
    fn list_attacks(&self, state: &State, unit: Unit, out: &mut Vec<Action>) {
        let seat = state.on_turn;
        if !self.strikes(state, seat, unit) {
            return;
        }
        let charges = self.doctrine.corps(unit.class()).charge.is_some();
        let from = unit.square();
        let in_sight = self.board.sight(from);
        for target in state.units(seat.other()) {
            let to = target.square();
            if !in_sight.contains(to) {
                continue;
            }
            // §7.4 A rear rank may start the charge.
            let charge =
                || charges && !self.is_sheltered(to) && self.own_charge(state, seat, from, to) != 0;
            if self.reaches(unit, to) || charge() {
                out.push(Action::Attack {
                    from: self.board.place(from),
                    to: self.board.place(to),
                });
            }
        }
    }

    /// Takes an action that is legal.
    pub(super) fn take(&self, state: &mut State, action: Action) {
        match action {
            Action::Move { from, to } => {
                self.march(state, self.board.known(from), self.board.known(to));
            }
            Action::Attack { from, to } => {
                self.strike(state, self.board.known(from), self.board.known(to));
            }
            Action::End => self.end_turn(state),
        }
    }

    fn march(&self, state: &mut State, from: Square, to: Square) {
        let seat = state.on_turn;
        let Some(slot) = state.slot(seat, from) else {
            debug_assert!(false, "no unit to move");
            return;
        };
        let own = &mut state.units[seat.index()];
        for unit in own.iter_mut().filter(|unit| unit.stands()) {
            *unit = unit.without(Flag::Last);
        }
        let mut unit = own[slot].at(to).with(Flag::Moved).with(Flag::Last);
        let retreats = unit.is(Flag::Retreat);
        let fighter = self.doctrine.is_fighter(unit.class());
        let raids = fighter && self.is_arsenal_of(state, seat.other(), to);
        if raids {
            unit = unit.with(Flag::Spent);
        }
        state.units[seat.index()][slot] = unit;
        state.moves_left = state.moves_left.saturating_sub(1);
        if retreats || raids {
            state.stir();
        }
        if raids {
            self.raze(state, seat.other(), to);
        } else {
            self.reconnect(state, unit, from);
        }
        if retreats {
            self.strand(state);
        }
        if retreats || raids {
            self.judge(state);
        }
    }

    /// Destroys the arsenal of `seat` on `square`.
    fn raze(&self, state: &mut State, seat: Seat, square: Square) {
        for (index, &arsenal) in self.board.arsenals(seat).iter().enumerate() {
            if arsenal == square {
                state.standing[seat.index()] &= !(1 << index);
            }
        }
        self.connect(state);
    }

    /// Works out what the move of a unit of the side on turn changed in the communications.
    fn reconnect(&self, state: &mut State, unit: Unit, from: Square) {
        let seat = state.on_turn;
        state.communications[seat.index()] = self.communications(state, seat);
        // The enemy's lines cross relays. A fighting unit matters to them only where it now stands in
        // them, or where they may come in now that it has left.
        let foe = state.communication(seat.other());
        let touches = self.doctrine.is_fighter(unit.class())
            && (foe.contains(unit.square())
                || foe.meets(self.board.around(from))
                || self.board.arsenals(seat.other()).contains(&from));
        if touches {
            state.communications[seat.other().index()] = self.communications(state, seat.other());
        }
    }

    fn strike(&self, state: &mut State, from: Square, to: Square) {
        let (seat, foe) = (state.on_turn, state.on_turn.other());
        let (Some(slot), Some(target)) = (state.slot(seat, from), state.slot(foe, to)) else {
            debug_assert!(false, "no attacker or no target");
            return;
        };
        let (attack, defence) = self.totals(state, seat, from, to);
        let unit = &mut state.units[seat.index()][slot];
        *unit = unit.with(Flag::Spent);
        let fate = self.fate(state, foe, to, attack - defence);
        let hit = &mut state.units[foe.index()][target];
        match fate {
            Fate::Holds => {}
            Fate::Retreats => *hit = hit.with(Flag::Retreat),
            Fate::Destroyed | Fate::Trapped => *hit = Unit::NONE,
        }
        if fate != Fate::Holds {
            state.stir();
        }
        if fate.destroys() {
            self.connect(state);
            self.judge(state);
        }
        let ends_turn = self.doctrine.attack_timing == AttackTiming::EndOfTurn;
        if ends_turn && state.verdict.is_none() {
            self.end_turn(state);
        }
    }

    fn end_turn(&self, state: &mut State) {
        let (seat, foe) = (state.on_turn, state.on_turn.other());
        for unit in state.units[seat.index()]
            .iter_mut()
            .filter(|unit| unit.stands())
        {
            *unit = unit.fresh();
        }
        for unit in state.units[foe.index()]
            .iter_mut()
            .filter(|unit| unit.stands())
        {
            let must_retreat = unit.is(Flag::Retreat);
            *unit = unit.fresh();
            if must_retreat {
                *unit = unit.with(Flag::Retreat);
            }
        }
        state.half_turns = state.half_turns.saturating_add(1);
        state.quiet = match state.quiet {
            State::STIRRED => 0,
            quiet => quiet + 1,
        };
        state.on_turn = foe;
        state.moves_left = self.doctrine.moves;
        self.strand(state);
        self.judge(state);
    }

    /// §5.4, §5.5 Destroys the units on turn that must retreat and cannot, until none is left.
    pub(super) fn strand(&self, state: &mut State) {
        let seat = state.on_turn;
        while state.retreat_pending() {
            let saved = self.units_that_can_retreat(state);
            let mut lost = false;
            for (slot, unit) in state.units[seat.index()].iter_mut().enumerate() {
                if unit.must_retreat() && saved >> slot & 1 == 0 {
                    *unit = Unit::NONE;
                    lost = true;
                }
            }
            if !lost {
                break;
            }
            state.stir();
            self.connect(state);
        }
    }

    /// The slots of the side on turn that have a legal move while a retreat is pending.
    fn units_that_can_retreat(&self, state: &State) -> u32 {
        let mut saved = 0;
        if state.moves_left > 0 {
            self.list_moves(state, Marches::Retreats, |unit, reach| {
                let slot = state.slot(state.on_turn, unit.square());
                if let Some(slot) = slot.filter(|_| reach.window != 0) {
                    saved |= 1 << slot;
                }
            });
        }
        const { assert!(MOST_UNITS <= 32) };
        saved
    }

    /// §9 Whether somebody has won, or nobody will.
    pub(super) fn judge(&self, state: &mut State) {
        let beaten = |seat: Seat| {
            if state.standing[seat.index()] == 0 {
                return Some(Verdict::Arsenals(seat.other()));
            }
            let fights = state
                .units(seat)
                .any(|unit| self.doctrine.is_fighter(unit.class()));
            (!fights).then_some(Verdict::Army(seat.other()))
        };
        let quiet = state.quiet != State::STIRRED && state.quiet >= self.doctrine.quiet_limit;
        state.verdict = match (beaten(NORTH), beaten(SOUTH)) {
            (Some(_), Some(_)) => Some(Verdict::Exhausted),
            (Some(verdict), None) | (None, Some(verdict)) => Some(verdict),
            (None, None) if quiet => Some(Verdict::Quiet),
            (None, None) if state.half_turns >= self.doctrine.length_limit => Some(Verdict::Long),
            (None, None) => None,
        };
    }
}
