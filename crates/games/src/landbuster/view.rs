//! What one viewer may know: everything but the items that the others hold. §9.4

use vauban_game::{Dice, MAX_SEATS, Seat, SeatSet, Viewer};

use super::{item::Item, state::State};

/// A state in which the items that the viewer cannot know are missing.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct View {
    /// Without the others' items.
    known: State,
    /// Who holds an item.
    holders: SeatSet,
    /// Whose view it is, if it is a player's.
    viewer: Option<Seat>,
}

impl View {
    pub(super) fn of(state: &State, viewer: Viewer) -> View {
        let viewer = viewer.seat();
        let mut known = *state;
        let seats = || (0..MAX_SEATS as u8).map(Seat);
        for seat in seats().filter(|&seat| viewer != Some(seat)) {
            known.held[seat.index()] = None;
        }
        View {
            known,
            holders: seats().filter(|&seat| state.item(seat).is_some()).collect(),
            viewer,
        }
    }

    /// The map, the phase and all that is open; no item but the viewer's own is in it.
    pub fn open(&self) -> &State {
        &self.known
    }
    /// Whose view it is, if it is a player's.
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }
    /// §9.4 Whether a seat holds an item.
    pub fn holds(&self, seat: Seat) -> bool {
        self.holders.contains(seat)
    }
    /// The viewer's own item, if it has one.
    pub fn own_item(&self) -> Option<(Seat, Item)> {
        let seat = self.viewer?;
        Some((seat, self.known.item(seat)?))
    }

    /// The items that the others hold, drawn by §9.3: those that are kept come equally often.
    pub(super) fn imagine(&self, dice: &mut Dice) -> State {
        let mut state = self.known;
        for seat in self
            .holders
            .iter()
            .filter(|&seat| self.viewer != Some(seat))
        {
            state.held[seat.index()] = Some(dice.choose(&Item::KEPT));
        }
        state
    }
}
