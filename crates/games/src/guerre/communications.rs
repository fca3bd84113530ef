//! Communications: which squares a side reaches from its arsenals. §3 of the rules.
//!
//! Lines are laid as whole bitboards: all eight lines of a square, minus the shadows of the enemy
//! fighting units on them. Contact then spreads from unit to unit until nothing changes.

use vauban_game::Seat;

use super::{
    Guerre,
    area::Area,
    board::Square,
    doctrine::RelayContact,
    state::{State, Unit},
};

impl Guerre {
    /// The squares in communication for one side, from scratch.
    pub fn communications(&self, state: &State, seat: Seat) -> Area {
        let wall = self.wall(state, seat);
        self.supply(state, seat, &wall)
    }

    /// Where enemy fighting units stop the lines of `seat`.
    #[inline]
    pub(super) fn wall(&self, state: &State, seat: Seat) -> Area {
        let wall = self.fighters(state, seat.other());
        if self.doctrine.offline_cuts {
            return wall;
        }
        // §3.8 Who is cut off is asked first, as if everybody stopped lines: so the answer is never in doubt.
        let own = self.fighters(state, seat);
        wall.common(&self.supply(state, seat.other(), &own))
    }

    /// Where one side's fighting units stand.
    #[inline]
    pub(super) fn fighters(&self, state: &State, seat: Seat) -> Area {
        let mut area = Area::EMPTY;
        for unit in state.units(seat) {
            if self.doctrine.is_fighter(unit.class()) {
                area.insert(unit.square());
            }
        }
        area
    }

    /// The squares in communication for `seat`, if enemy fighting units stood exactly on `wall`.
    pub(super) fn supply(&self, state: &State, seat: Seat, wall: &Area) -> Area {
        self.supply_if_silent(state, seat, wall, None)
    }

    /// The same if the unit in slot `silent` passed nothing on.
    pub(super) fn supply_if_silent(
        &self,
        state: &State,
        seat: Seat,
        wall: &Area,
        silent: Option<usize>,
    ) -> Area {
        // Step 1: the arsenals that stand.
        let mut lines = Area::EMPTY;
        let standing = state.standing[seat.index()];
        for (index, &arsenal) in self.board.arsenals(seat).iter().enumerate() {
            if standing >> index & 1 == 1 {
                lines.insert(arsenal);
                self.radiate(arsenal, wall, &mut lines);
            }
        }
        let mut reached = lines;

        // Step 2: units on squares reached so far pass it on, until none is left that does.
        let units = &state.units[seat.index()];
        let mut waiting: u32 = 0;
        for (slot, unit) in units.iter().enumerate() {
            waiting |= u32::from(unit.stands() && silent != Some(slot)) << slot;
        }
        loop {
            let before = waiting;
            let mut left = waiting;
            while left != 0 {
                let slot = left.trailing_zeros() as usize;
                left &= left - 1;
                let unit = units[slot];
                if self.pass_on(unit, wall, &mut lines, &mut reached) {
                    waiting &= !(1 << slot);
                }
            }
            if waiting == before || waiting == 0 {
                break;
            }
        }

        // Step 3: contact reaches no square of an enemy fighting unit.
        reached.remove(wall);
        reached
    }

    /// Lets a unit that is reached pass communications on. False if it is not reached.
    #[inline]
    fn pass_on(&self, unit: Unit, wall: &Area, lines: &mut Area, reached: &mut Area) -> bool {
        let square = unit.square();
        if self.doctrine.is_fighter(unit.class()) {
            let is_reached = reached.contains(square);
            if is_reached {
                reached.join(self.board.around(square));
            }
            return is_reached;
        }
        match self.doctrine.relay_contact {
            RelayContact::Wakes if reached.contains(square) => {
                self.radiate(square, wall, reached);
                true
            }
            RelayContact::Ignored if lines.contains(square) => {
                self.radiate(square, wall, lines);
                reached.join(lines);
                true
            }
            _ => false,
        }
    }

    /// Adds the eight lines of `square`: they stop before mountains, the edge and the wall.
    #[inline]
    pub(super) fn radiate(&self, square: Square, wall: &Area, area: &mut Area) {
        let mut sight = *self.board.sight(square);
        sight.common(wall).each(|blocker| {
            sight.remove(self.board.shadow(square, blocker));
        });
        area.join(&sight);
    }

    /// Works out both sides' communications anew.
    pub(super) fn connect(&self, state: &mut State) {
        for seat in [super::NORTH, super::SOUTH] {
            state.communications[seat.index()] = self.communications(state, seat);
        }
    }

    /// The lines of communication of one side, from end to end through what radiates, and the links by
    /// which contact supplies the fighting units beside them.
    pub(super) fn lines(&self, state: &State, seat: Seat) -> (Vec<Line>, Vec<Line>) {
        let wall = self.wall(state, seat);
        let reached = state.communication(seat);
        let mut sources: Vec<Square> = self
            .board
            .arsenals(seat)
            .iter()
            .copied()
            .filter(|&arsenal| self.is_arsenal_of(state, seat, arsenal))
            .collect();
        let mut on_lines = Area::EMPTY;
        let mut next = 0;
        while let Some(&source) = sources.get(next) {
            next += 1;
            on_lines.insert(source);
            self.radiate(source, &wall, &mut on_lines);
            for unit in state.units(seat) {
                let square = unit.square();
                let wakes = match self.doctrine.relay_contact {
                    RelayContact::Wakes => reached.contains(square),
                    RelayContact::Ignored => on_lines.contains(square),
                };
                if wakes && !self.doctrine.is_fighter(unit.class()) && !sources.contains(&square) {
                    sources.push(square);
                }
            }
        }
        let ends = |source: Square, step: (i32, i32)| {
            let mut end = source;
            while let Some(next) = self.board.step(end, step)
                && !self.board.is_mountain(next)
                && !wall.contains(next)
            {
                end = next;
            }
            end
        };
        let lines = sources.iter().flat_map(|&source| {
            AXES.map(|(rows, columns)| {
                (
                    ends(source, (rows, columns)),
                    ends(source, (-rows, -columns)),
                )
            })
        });
        let mut lines: Vec<Line> = lines.filter(|(from, to)| from != to).collect();
        lines.sort_unstable();
        lines.dedup();
        let fed = |unit: &Unit| reached.contains(unit.square());
        let links = state
            .units(seat)
            .filter(|unit| fed(unit) && !on_lines.contains(unit.square()))
            .filter_map(|unit| {
                let around = self.board.around(unit.square());
                let feeder = state.units(seat).find(|other| {
                    around.contains(other.square())
                        && fed(other)
                        && (on_lines.contains(other.square()) || other.square() < unit.square())
                })?;
                Some((feeder.square(), unit.square()))
            })
            .collect();
        (lines, links)
    }
}

/// From one square to another.
pub(super) type Line = (Square, Square);

/// One of each two opposite directions.
const AXES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
