//! What a viewer knows in Stash: its own treasure, and all of them at the end.

use vauban_game::{BySeat, Dice, SeatSet, Viewer};

use super::{
    Stash,
    state::{Cell, Public, State},
};

/// What one viewer knows: its own stash, and all of them at the end.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct View {
    pub(super) known: BySeat<Option<Cell>>,
    pub(super) ready: SeatSet,
    pub(super) open: Public,
}

impl Stash {
    pub(super) fn view_of(&self, state: &State, viewer: Viewer) -> View {
        let sees = |seat| state.open.winner.is_some() || viewer == Viewer::Seat(seat);
        View {
            known: BySeat::from_fn(|seat| state.hidden[seat].filter(|_| sees(seat))),
            ready: self
                .all()
                .filter(|&seat| state.hidden[seat].is_some())
                .collect(),
            open: state.open,
        }
    }
    pub(super) fn world_of(&self, view: &View, dice: &mut Dice) -> State {
        let hidden = BySeat::from_fn(|seat| {
            if view.known[seat].is_some() || !view.ready.contains(seat) {
                return view.known[seat];
            }
            let left: Vec<Cell> = (0..self.cells)
                .filter(|&cell| !view.open.is_dug(seat, cell))
                .collect();
            Some(dice.choose(&left))
        });
        State {
            hidden,
            open: view.open,
        }
    }
}
