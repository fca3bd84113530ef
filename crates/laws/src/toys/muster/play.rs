//! What actions, rolls and a seat that leaves do in Muster.

use vauban_game::{Game, Seat};

use super::{
    Action, Chance, Muster, State,
    state::{Fort, Phase, size},
};

impl Muster {
    pub(super) fn apply(&self, state: &mut State, seat: Seat, action: Action) {
        match action {
            Action::Play(kind) => {
                state.hands[seat][usize::from(kind)] -= 1;
                state.open.played[usize::from(kind)] += 1;
                state.open.pool = state.open.pool.saturating_add(kind + 1);
            }
            Action::Place(fort, armies) => {
                let held = &mut state.open.forts[usize::from(fort)];
                held.owner = Some(seat);
                held.armies = held.armies.saturating_add(armies);
                state.open.pool -= armies;
            }
            Action::Raid(fort) => {
                state.open.raided = true;
                state.open.phase = Phase::Raid(fort);
            }
            Action::End => self.pass(state),
        }
    }

    pub(super) fn settle_chance(&self, state: &mut State, chance: Chance) {
        match (state.open.phase, chance) {
            (_, Chance::Draw(kind)) => state.hands[state.open.mover][usize::from(kind)] += 1,
            (Phase::Raid(fort), Chance::Loss(loss)) => {
                let held = &mut state.open.forts[usize::from(fort)];
                held.armies = held.armies.saturating_sub(loss);
                if held.armies == 0 {
                    held.owner = None;
                }
            }
            (_, Chance::Loss(_)) => (),
        }
        state.open.phase = Phase::Act;
    }

    /// Its forts fall empty and its hand goes back into the deck.
    pub(super) fn leave(&self, state: &mut State, seat: Seat) -> bool {
        if self.turn(state).over().is_some() || state.open.gone.contains(seat) {
            return false;
        }
        state.open.gone = state.open.gone.with(seat);
        state.hands[seat] = [0; 4];
        for (fort, held) in (0..).zip(&mut state.open.forts) {
            if held.owner == Some(seat) {
                *held = Fort::default();
                if state.open.phase == Phase::Raid(fort) {
                    state.open.phase = Phase::Act;
                }
            }
        }
        if state.open.mover == seat {
            self.pass(state);
        }
        true
    }

    fn begin_turn(&self, state: &mut State) {
        let empty = size(self.deck(state)) == 0;
        state.open.phase = if empty { Phase::Act } else { Phase::Draw };
        (state.open.pool, state.open.raided) = (0, false);
    }
    fn pass(&self, state: &mut State) {
        let before = state.open.mover;
        let mut next = before.next(self.seats);
        while state.open.gone.contains(next) && next != before {
            next = next.next(self.seats);
        }
        state.open.mover = next;
        state.open.round += u8::from(next <= before);
        self.begin_turn(state);
    }
}
