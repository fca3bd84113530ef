//! What a viewer knows in Muster: its own hand, and how many cards the others hold.

use vauban_game::{BySeat, Dice, Viewer};

use super::{
    Muster,
    state::{Cards, Public, State, size},
};

/// What one viewer knows: its own hand, and how many cards the others hold.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct View {
    pub(super) known: BySeat<Option<Cards>>,
    pub(super) sizes: BySeat<u8>,
    pub(super) open: Public,
}

impl Muster {
    pub(super) fn view_of(&self, state: &State, viewer: Viewer) -> View {
        View {
            known: BySeat::from_fn(|seat| {
                (viewer == Viewer::Seat(seat)).then_some(state.hands[seat])
            }),
            sizes: BySeat::from_fn(|seat| size(state.hands[seat])),
            open: state.open,
        }
    }
    pub(super) fn world_of(&self, view: &View, dice: &mut Dice) -> State {
        let mut state = State {
            hands: BySeat::from_fn(|seat| view.known[seat].unwrap_or_default()),
            open: view.open,
        };
        for seat in self.all().filter(|&seat| view.known[seat].is_none()) {
            for _ in 0..view.sizes[seat] {
                let left: Vec<(usize, u32)> = (0..).zip(self.deck(&state).map(u32::from)).collect();
                state.hands[seat][dice.pick(&left)] += 1;
            }
        }
        state
    }
}
