//! What an action does to the state, and what follows from it.

use vauban_game::Seat;

use super::{
    Action, Guerre, NORTH, SOUTH,
    board::Square,
    combat::Fate,
    doctrine::AttackTiming,
    state::{End, Flag, State, Unit},
};

impl Guerre {
    /// Takes an action that is legal.
    pub(super) fn apply(&self, state: &mut State, action: Action) {
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
        let seat = state.mover;
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
        if retreats || raids || self.doctrine.relays_lost {
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
        // Where nothing depends on it, positions stay as they always were.
        state.razed = !self.doctrine.two_arsenals || self.doctrine.retreat_into_arsenal;
        self.connect(state);
    }

    /// Works out what the move of a unit of the side on turn changed in the communications.
    fn reconnect(&self, state: &mut State, unit: Unit, from: Square) {
        let seat = state.mover;
        if !self.doctrine.offline_cuts {
            return self.connect(state);
        }
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
        let (seat, foe) = (state.mover, state.mover.other());
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
        if ends_turn && state.end.is_none() {
            self.end_turn(state);
        }
    }

    fn end_turn(&self, state: &mut State) {
        let (seat, foe) = (state.mover, state.mover.other());
        for unit in state.units[seat.index()]
            .iter_mut()
            .filter(|unit| unit.stands())
        {
            *unit = unit.fresh();
        }
        state.refresh(foe);
        state.half_turns = state.half_turns.saturating_add(1);
        state.quiet = match state.quiet {
            State::STIRRED => 0,
            quiet => quiet + 1,
        };
        state.mover = foe;
        state.moves_left = self.doctrine.moves;
        state.razed = false;
        self.strand(state);
        self.judge(state);
    }

    /// §5.4, §5.5 Destroys the units on turn that must retreat and cannot, until none is left.
    pub(super) fn strand(&self, state: &mut State) {
        let seat = state.mover;
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

    /// §9 Whether somebody has won, or nobody will.
    pub(super) fn judge(&self, state: &mut State) {
        let beaten = |seat: Seat| {
            if state.standing[seat.index()] == 0 {
                return Some(End::Arsenals(seat.other()));
            }
            let fights = state
                .units(seat)
                .any(|unit| self.doctrine.is_fighter(unit.class()));
            if !fights {
                return Some(End::Army(seat.other()));
            }
            let lost = self.doctrine.relays_lost && self.is_helpless(state, seat);
            lost.then_some(End::Relays(seat.other()))
        };
        let quiet = state.quiet != State::STIRRED && state.quiet >= self.doctrine.quiet_limit;
        state.end = match (beaten(NORTH), beaten(SOUTH)) {
            (Some(_), Some(_)) => Some(End::Exhausted),
            (Some(end), None) | (None, Some(end)) => Some(end),
            (None, None) if quiet => Some(End::Quiet),
            (None, None) if state.half_turns >= self.doctrine.length_limit => Some(End::Long),
            (None, None) => None,
        };
    }

    /// §9.7 Whether a side has no relay left and all its fighting units are cut off.
    fn is_helpless(&self, state: &State, seat: Seat) -> bool {
        let area = state.communication(seat);
        state
            .units(seat)
            .all(|unit| self.doctrine.is_fighter(unit.class()) && !area.contains(unit.square()))
    }
}
