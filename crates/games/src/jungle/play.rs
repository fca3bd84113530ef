//! What an action leads to, and whether the match ends with it. §6

use vauban_game::Seat;

use super::{
    Action, Jungle, QUIET_LIMIT,
    actions::{MOST_ACTIONS, PLACES, Place, Ways},
    animal::Gait,
    board::{Square, Terrain},
    herd::{Herd, LOST},
    state::{End, Manner, State},
};

/// For each seat, one square that whoever stands on a square may step onto if it is free.
static OUTLETS: [[u8; 256]; 2] = [outlets(Seat(0)), outlets(Seat(1))];

const fn outlets(seat: Seat) -> [u8; 256] {
    let mut outlets = [LOST; 256];
    let mut index = 0;
    while let Some(square) = Square::new(index) {
        let gait = match square.terrain() {
            // Only the rat is there.
            Terrain::Water => Gait::Swims,
            // What walkers may do, swimmers and jumpers may do too.
            _ => Gait::Walks,
        };
        outlets[index as usize] = Ways::from(square, seat, gait).steps[0];
        index += 1;
    }
    outlets
}

impl Jungle {
    /// What `action` is at `state`; for an action that is not allowed, what it would be.
    pub fn manner(&self, state: &State, action: Action) -> Manner {
        let Action { from, to } = action;
        let owner = state.at(from).map_or(state.mover, |(owner, _)| owner);
        if state.at(to).is_some() {
            return Manner::Attack;
        }
        if from.distance(to) > 1 {
            return Manner::Jump;
        }
        match to.terrain() {
            Terrain::Trap(seat) if seat != owner => Manner::ShiftTrapped,
            Terrain::Throne(seat) if seat != owner => Manner::ShiftVictory,
            _ => Manner::Shift,
        }
    }

    #[inline]
    pub(super) fn apply(&self, state: &mut State, action: Action) {
        let (from, to) = (action.from.index(), action.to.index());
        debug_assert!(state.end.is_none(), "nobody acts after the end");
        debug_assert!(state.own.holds(from), "{from} holds no own animal");
        debug_assert!(!state.own.holds(to), "{to} holds an own animal");

        let own = state.others.without(to);
        let others = state.own.moved(from, to);
        state.quiet = if own == state.others {
            state.quiet + 1
        } else {
            0
        };
        (state.own, state.others) = (own, others);
        state.mover = state.mover.other();
        let goes_on = (PLACES[usize::from(to)] != Place::Throne)
            & has_outlet(state.mover, own, others)
            & (state.quiet < QUIET_LIMIT);
        state.end = if goes_on {
            None
        } else {
            self.ending(state, to)
        };
    }

    /// How the match ends with the step onto `entered`, if it does. §6.6 Wins go before draws.
    #[inline(never)]
    pub(super) fn ending(&self, state: &State, entered: u8) -> Option<End> {
        if PLACES[usize::from(entered)] == Place::Throne {
            return Some(End::Throne);
        }
        if state.own.is_lost() {
            return Some(End::Annihilation);
        }
        if !self.can_move(state.mover, state.own, state.others) {
            return Some(End::Stalemate);
        }
        if state.quiet >= QUIET_LIMIT {
            return Some(End::Quiet);
        }
        None
    }

    /// Whether `seat` has an action: some animal's outlet is free, or else all must be looked at.
    fn can_move(&self, seat: Seat, own: Herd, others: Herd) -> bool {
        let outlets = &OUTLETS[seat.index() & 1];
        let free = |to| to != LOST && !own.holds(to) && !others.holds(to);
        own.squares()
            .into_iter()
            .any(|from| free(outlets[usize::from(from)]))
            || self.list_actions(seat, own, others, &mut [Action::NONE; MOST_ACTIONS]) > 0
    }
}

/// Whether the first animal's outlet is free. Nearly always it is, and then nothing else has to be
/// looked at to know that the seat can move. A herd without animals has none.
#[inline]
fn has_outlet(seat: Seat, own: Herd, others: Herd) -> bool {
    let outlet = OUTLETS[seat.index() & 1][usize::from(own.first())];
    !own.holds(outlet) & !others.holds(outlet)
}
