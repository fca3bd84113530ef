//! What a seat can do, and the list of it: fast, and apart from the rule tree.

use vauban_game::Seat;

use super::{
    Garden,
    cell::{Area, Cell},
    map::Special,
    state::{Clan, Phase, State},
};

/// §5.1 What a clan power costs.
pub const POWER_POINTS: u16 = 8;

/// One choice by one seat.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// §2.3
    Choose(Clan),
    /// §4.1
    Move { from: Cell, to: Cell },
    /// §4.8
    Jet { from: Cell, to: Cell },
    /// §4.9
    Candy,
    /// §4.10 With the barbecue.
    Grill { at: Cell },
    /// §4.10 With the pool.
    Drown { at: Cell },
    /// §5.3
    Pillage { at: Cell },
    /// §5.4
    Poison { at: Cell },
    /// §5.5
    Arm { at: Cell },
    /// §5.6
    Stone { at: Cell },
    /// §5.7
    Shelter { from: Cell, to: Cell },
    /// §3.3
    End,
    /// §6.2
    Place { at: Cell },
}

impl Action {
    /// The cell that creatures leave.
    pub(super) fn source(self) -> Option<Cell> {
        match self {
            Action::Move { from, .. } | Action::Jet { from, .. } | Action::Shelter { from, .. } => {
                Some(from)
            }
            _ => None,
        }
    }
    /// The cell that they go to, or that it is aimed at.
    pub(super) fn target(self) -> Option<Cell> {
        match self {
            Action::Move { to, .. } | Action::Jet { to, .. } | Action::Shelter { to, .. } => {
                Some(to)
            }
            Action::Grill { at }
            | Action::Drown { at }
            | Action::Pillage { at }
            | Action::Poison { at }
            | Action::Arm { at }
            | Action::Stone { at }
            | Action::Place { at } => Some(at),
            Action::Choose(_) | Action::Candy | Action::End => None,
        }
    }
    /// §4.6 The special cell whose power it uses.
    pub(super) fn special(self) -> Option<Special> {
        match self {
            Action::Jet { .. } => Some(Special::Sky),
            Action::Candy => Some(Special::Candy),
            Action::Grill { .. } => Some(Special::Barbecue),
            Action::Drown { .. } => Some(Special::Pool),
            _ => None,
        }
    }
    /// §5.2 The clan that alone can do it.
    pub(super) fn clan(self) -> Option<Clan> {
        match self {
            Action::Poison { .. } => Some(Clan::Cooks),
            Action::Arm { .. } => Some(Clan::Smiths),
            Action::Stone { .. } => Some(Clan::Miners),
            Action::Shelter { .. } => Some(Clan::Lumberjacks),
            _ => None,
        }
    }
}

impl Garden {
    /// Appends what the mover can do now.
    #[inline]
    pub(super) fn append_actions(&self, state: &State, out: &mut Vec<Action>) {
        match state.phase {
            Phase::Conquest => self.append_conquest(state, out),
            Phase::Reinforcement => {
                let roomy = state.roomy(state.mover);
                out.extend(roomy.map(|at| Action::Place { at }));
            }
            Phase::Clans => {
                let taken = state.clan(state.mover.other());
                let free = Clan::ALL.into_iter().filter(|&clan| Some(clan) != taken);
                out.extend(free.map(Action::Choose));
            }
            _ => (),
        }
    }

    fn append_conquest(&self, state: &State, out: &mut Vec<Action>) {
        let seat = state.mover;
        let (own, enemy) = (state.cells(seat), state.cells(seat.other()));
        let closed = self.closed(state, seat);
        let movable = state.movable(seat);
        for from in movable {
            let open = from.neighbours().without(own).without(closed);
            out.extend(open.map(|to| Action::Move { from, to }));
        }
        if self.is_ready(state, seat, Special::Sky) {
            let open = enemy.without(closed);
            for from in movable {
                out.extend(open.map(|to| Action::Jet { from, to }));
            }
        }
        if self.is_ready(state, seat, Special::Candy) {
            out.push(Action::Candy);
        }
        if self.is_ready(state, seat, Special::Barbecue) {
            let near = self.map.cell_of(Special::Barbecue).neighbours();
            out.extend(near.and(enemy).map(|at| Action::Grill { at }));
        }
        if self.is_ready(state, seat, Special::Pool) {
            let near = self.map.cell_of(Special::Pool).neighbours();
            out.extend(near.and(enemy).map(|at| Action::Drown { at }));
        }
        if state.side(seat).points >= POWER_POINTS {
            self.append_clan_powers(state, movable, closed, out);
        }
        out.push(Action::End);
    }

    fn append_clan_powers(
        &self,
        state: &State,
        movable: Area,
        closed: Area,
        out: &mut Vec<Action>,
    ) {
        let seat = state.mover;
        let (own, enemy) = (state.cells(seat), state.cells(seat.other()));
        let near = own.border().and(enemy);
        out.extend(near.map(|at| Action::Pillage { at }));
        match state.side(seat).clan {
            Some(Clan::Cooks) => out.extend(near.map(|at| Action::Poison { at })),
            Some(Clan::Smiths) => out.extend(own.map(|at| Action::Arm { at })),
            Some(Clan::Miners) => out.extend(near.map(|at| Action::Stone { at })),
            Some(Clan::Lumberjacks) => {
                for from in movable {
                    let open = from.neighbours().and(enemy).without(closed);
                    out.extend(open.map(|to| Action::Shelter { from, to }));
                }
            }
            None => (),
        }
    }

    /// §4.3 The special cells that a seat cannot pay for.
    #[inline]
    pub(super) fn closed(&self, state: &State, seat: Seat) -> Area {
        let side = state.side(seat);
        Special::ALL
            .into_iter()
            .filter(|&special| !side.has(special))
            .map(|special| self.map.cell_of(special))
            .collect()
    }

    /// §4.6 Whether a seat can use the power of a special cell, in this turn or in its next one.
    #[inline]
    pub(super) fn is_ready(&self, state: &State, seat: Seat, special: Special) -> bool {
        let owned = state.cells(seat).holds(self.map.cell_of(special));
        let used = seat == state.mover && state.has_used(special);
        owned && !used && state.side(seat).has(special)
    }
}
