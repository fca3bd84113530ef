//! The moves that are worth trying in the search for a strike: those that join, and those that serve.

use super::{
    prospects::{Hope, ready},
    strikes::{Aim, March, Search},
};
use crate::guerre::{Square, State, Unit, state::Flag};

/// A move that is worth trying.
pub(super) struct Step {
    pub(super) march: March,
    pub(super) slot: usize,
    pub(super) serves: usize,
    pub(super) bound: i32,
    order: (i32, bool, u16),
}

impl Search<'_> {
    /// The moves worth trying, the most promising first.
    pub(super) fn steps(
        &self,
        state: &State,
        hopes: &[Hope],
        serving: usize,
        floor: i32,
    ) -> Vec<Step> {
        let (game, seat) = (self.game, self.seat());
        let forced = state.retreat_pending();
        let left = usize::from(state.moves_left).saturating_sub(1);
        let must_launch = self.aim.must_launch(game);
        let ready = ready(state, seat);
        let mut steps = Vec::new();
        // Whether anything of the defence can still be cut off.
        let cuts = self.aim == Aim::Surplus
            && serving > 0
            && self.floor < game.defence_of(state, seat.other(), self.target);
        let (mut last, mut clears) = (None, false);
        for (from, to) in game.moves(state) {
            let Some(slot) = state.slot(seat, from) else {
                continue;
            };
            let unit = state.units[seat.index()][slot];
            let joins = self.prospect.joins(unit, to);
            let serves = match joins || forced {
                true => serving,
                false if serving == 0 => continue,
                false => serving - 1,
            };
            // Enough moves are left for those that serve, and for one that launches.
            let launch = usize::from(must_launch && (!joins || serves > 0));
            if left < serves + launch {
                continue;
            }
            if !joins && !forced {
                if last != Some(slot) {
                    last = Some(slot);
                    clears = self.clears(state, slot, unit, serving);
                }
                let serves = clears
                    || cuts && self.cuts(state, unit, to)
                    || self.feeds(state, unit, to, serving);
                if !serves {
                    continue;
                }
            }
            let most = |&hope: &Hope| {
                let hope = self.prospect.moved(hope, unit, to);
                self.prospect
                    .most(hope, ready & !(1 << slot), left - serves)
            };
            let Some(most) = hopes.iter().filter_map(most).max() else {
                continue;
            };
            let bound = most - floor;
            if bound <= self.best {
                continue;
            }
            let away = game.board.place(to).distance(game.board.place(self.target));
            let cut_off = !state.communication(seat).contains(to);
            steps.push(Step {
                march: (from, to),
                slot,
                serves,
                bound,
                order: (-bound, cut_off, away),
            });
        }
        steps.sort_by_key(|step| step.order);
        steps
    }

    /// Whether a unit stands where somebody may want to go who joins, or who serves another.
    fn clears(&self, state: &State, slot: usize, unit: Unit, serving: usize) -> bool {
        let mut others = state.slots(self.seat()).filter(|&(other, unit)| {
            other != slot
                && !unit.is(Flag::Moved)
                && (serving > 1 || self.prospect.joiners >> other & 1 == 1)
        });
        others.any(|(other, _)| self.theatre.reach[other].contains(unit.square()))
    }

    /// Whether a unit would stand in the enemy's communications, or destroy an arsenal.
    fn cuts(&self, state: &State, unit: Unit, to: Square) -> bool {
        let foe = self.seat().other();
        self.game.doctrine.is_fighter(unit.class())
            && (state.communication(foe).contains(to) || self.game.is_arsenal_of(state, foe, to))
    }

    /// Whether a unit may bring communications: a relay always, another by contact to what is beside it.
    fn feeds(&self, state: &State, unit: Unit, to: Square, serving: usize) -> bool {
        let (game, seat) = (self.game, self.seat());
        if !game.doctrine.is_fighter(unit.class()) {
            return true;
        }
        let mut fed = *game.board.around(to);
        fed.remove(state.communication(seat));
        if serving == 1 {
            let mut wanted = self.prospect.posts;
            let isolated = state.isolated(seat);
            isolated.for_each(|unit| wanted.insert(unit.square()));
            fed = fed.common(&wanted);
        }
        !fed.is_empty()
    }
}
