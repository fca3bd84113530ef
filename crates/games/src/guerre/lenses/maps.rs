//! Maps that follow from where the units stand: communications, reach, attack and defence.

use vauban_game::Seat;

use crate::guerre::{Action, Class, Guerre, Square, State, Unit};

/// A number for each square, row by row.
pub(super) type Field = Vec<i32>;

/// Which of the two strengths is asked for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Strength {
    Attack,
    Defence,
}

impl Guerre {
    pub(super) fn blank(&self) -> Field {
        vec![0; self.board.squares().count()]
    }

    /// The state as it would be if it were `seat`'s turn: as it is for the side on turn, else fresh.
    pub(super) fn with_mover(&self, state: &State, seat: Seat) -> State {
        let mut state = state.clone();
        if state.mover != seat {
            state.mover = seat;
            state.moves_left = self.doctrine.moves;
            state.refresh(seat);
        }
        state.end = None;
        state
    }

    /// The legal moves of the side on turn.
    pub(super) fn moves(&self, state: &State) -> Vec<(Square, Square)> {
        let mut actions = Vec::new();
        self.list(state, &mut actions);
        actions
            .into_iter()
            .filter_map(|action| match action {
                Action::Move { from, to } => Some((self.board.known(from), self.board.known(to))),
                Action::Attack { .. } | Action::End => None,
            })
            .collect()
    }

    pub(super) fn moved(&self, state: &State, (from, to): (Square, Square)) -> State {
        let mut next = state.clone();
        let (from, to) = (self.board.place(from), self.board.place(to));
        self.apply(&mut next, Action::Move { from, to });
        next
    }

    pub(super) fn communication_map(&self, state: &State, seat: Seat) -> Field {
        let area = state.communication(seat);
        self.board
            .squares()
            .map(|square| i32::from(area.contains(square)))
            .collect()
    }

    /// How many units could go to each square now.
    pub(super) fn reach_map(&self, state: &State, seat: Seat) -> Field {
        let mut field = self.blank();
        for (_, to) in self.moves(&self.with_mover(state, seat)) {
            field[to.index()] += 1;
        }
        field
    }

    /// How many units could go to each square after some other unit of their side has moved.
    pub(super) fn reach_after_move_map(&self, state: &State, seat: Seat) -> Field {
        let state = self.with_mover(state, seat);
        let mut reached: Vec<u32> = vec![0; self.blank().len()];
        for step in self.moves(&state) {
            let next = self.moved(&state, step);
            for (from, to) in self.moves(&next) {
                // A unit that has not moved keeps its square, and so its slot is known by it.
                if let Some(slot) = next.slot(seat, from) {
                    reached[to.index()] |= 1 << slot;
                }
            }
        }
        reached
            .into_iter()
            .map(|slots| slots.count_ones() as i32)
            .collect()
    }

    /// What a unit adds to a strength as it stands; nothing if it does not count.
    pub(super) fn worth(&self, state: &State, seat: Seat, unit: Unit, strength: Strength) -> i32 {
        match strength {
            Strength::Attack if self.strikes(state, seat, unit) => {
                self.doctrine.corps(unit.class()).attack.into()
            }
            Strength::Defence if state.communication(seat).contains(unit.square()) => {
                self.defence(unit).0.into()
            }
            Strength::Attack | Strength::Defence => 0,
        }
    }

    /// Whether a unit's strength works on a square: on its lines, and for a defence under its feet.
    pub(super) fn covers(&self, unit: Unit, square: Square, strength: Strength) -> bool {
        strength == Strength::Defence && unit.square() == square || self.reaches(unit, square)
    }

    /// Each unit in communication adds its value on its lines.
    pub(super) fn static_map(&self, state: &State, seat: Seat, strength: Strength) -> Field {
        let mut field = self.blank();
        for unit in state.units(seat) {
            self.add_unit(&mut field, state, seat, unit, strength);
        }
        field
    }

    fn add_unit(
        &self,
        field: &mut Field,
        state: &State,
        seat: Seat,
        unit: Unit,
        strength: Strength,
    ) {
        let worth = self.worth(state, seat, unit, strength);
        if worth == 0 {
            return;
        }
        if strength == Strength::Defence {
            field[unit.square().index()] += worth;
        }
        let from = self.board.place(unit.square());
        let range = u16::from(self.doctrine.corps(unit.class()).range);
        self.board.sight(unit.square()).each(|square| {
            if from.distance(self.board.place(square)) <= range {
                field[square.index()] += worth;
            }
        });
    }

    /// The strength on one square as things stand.
    pub(super) fn static_at(
        &self,
        state: &State,
        seat: Seat,
        square: Square,
        strength: Strength,
    ) -> i32 {
        state
            .units(seat)
            .filter(|&unit| self.covers(unit, square, strength))
            .map(|unit| self.worth(state, seat, unit, strength))
            .sum()
    }

    /// Attack and defence of one side on a square, as things stand.
    pub(in crate::guerre) fn strengths(
        &self,
        state: &State,
        seat: Seat,
        square: Square,
    ) -> [i32; 2] {
        [Strength::Attack, Strength::Defence]
            .map(|strength| self.static_at(state, seat, square, strength))
    }

    /// The highest static value that one legal move, or none, can bring about.
    pub(super) fn after_move_map(&self, state: &State, seat: Seat, strength: Strength) -> Field {
        let state = self.with_mover(state, seat);
        let mut best = self.static_map(&state, seat, strength);
        for step in self.moves(&state) {
            let next = self.moved(&state, step);
            let field = self.static_map(&next, seat, strength);
            for (value, other) in best.iter_mut().zip(field) {
                *value = other.max(*value);
            }
        }
        best
    }

    /// The values of the moved unit after every legal move, all added up: where it gets hot.
    pub(super) fn heat_map(&self, state: &State, seat: Seat, strength: Strength) -> Field {
        let state = self.with_mover(state, seat);
        let mut field = self.blank();
        for step in self.moves(&state) {
            let next = self.moved(&state, step);
            if let Some(unit) = next.unit(seat, step.1) {
                self.add_unit(&mut field, &next, seat, unit, strength);
            }
        }
        field
    }

    /// A square of radius range + move around each unit, whatever the ground and the communications.
    pub(super) fn fast_map(&self, state: &State, seat: Seat, strength: Strength) -> Field {
        self.radius_map(state, seat, |class| {
            let corps = self.doctrine.corps(class);
            match strength {
                Strength::Attack => corps.attack.into(),
                Strength::Defence => corps.defence.into(),
            }
        })
    }

    /// Each unit's worth on every square that its range may come to after its move.
    pub(super) fn radius_map(
        &self,
        state: &State,
        seat: Seat,
        worth: impl Fn(Class) -> i32,
    ) -> Field {
        let mut field = self.blank();
        for unit in state.units(seat) {
            let corps = self.doctrine.corps(unit.class());
            let radius = u16::from(corps.range) + u16::from(corps.steps);
            let from = self.board.place(unit.square());
            for square in self.board.squares() {
                if from.distance(self.board.place(square)) <= radius {
                    field[square.index()] += worth(unit.class());
                }
            }
        }
        field
    }
}

/// One field minus another.
pub(super) fn minus(one: Field, other: &Field) -> Field {
    one.into_iter().zip(other).map(|(a, b)| a - b).collect()
}
