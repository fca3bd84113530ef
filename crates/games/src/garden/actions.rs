//! The list of what a seat can do: fast, and apart from the rule tree.

use vauban_game::Seat;

use super::{
    Garden,
    cell::Area,
    clan::Clan,
    map::Special,
    play::POWER_POINTS,
    state::{Action, Phase, State},
};

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
