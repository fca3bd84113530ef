//! What one viewer may know: its own hand, how many cards the others hold, and everything on the map. §8

use vauban_game::{Dice, Seat, Viewer};

use super::{
    cards::{Cards, HANDS, Kind},
    state::State,
};

/// A state in which the cards that the viewer cannot know are missing.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct View {
    /// Without the others' hands and without the draw pile.
    pub(super) known: State,
    /// How many cards each seat holds.
    held: [u8; HANDS],
    /// Whose hand is known: the viewer's, once it has a card. Before, all seats know the same.
    holder: Option<Seat>,
}

impl View {
    pub(super) fn of(state: &State, viewer: Viewer) -> View {
        let viewer = viewer.seat();
        let mut known = *state;
        known.draw = Cards::NONE;
        for (index, hand) in known.hands.iter_mut().enumerate() {
            if viewer.map(Seat::index) != Some(index) {
                *hand = Cards::NONE;
            }
        }
        View {
            known,
            held: state.hands.map(Cards::len),
            holder: viewer.filter(|&seat| !state.hand(seat).is_empty()),
        }
    }

    /// The map, the step and all that is open; no hand but the viewer's own is in it.
    pub fn open(&self) -> &State {
        &self.known
    }
    /// §8.1 How many cards a seat holds.
    pub fn held(&self, seat: Seat) -> u8 {
        self.held[seat.index() % HANDS]
    }
    /// The viewer's own cards, if it has a seat and any.
    pub fn own_hand(&self) -> Option<(Seat, Cards)> {
        self.holder.map(|seat| (seat, self.known.hand(seat)))
    }
    /// How many cards lie on the draw pile.
    pub fn draw_pile(&self) -> u8 {
        let held: u8 = self.held.iter().sum();
        Cards::DECK.len() - self.known.discard.len() - held
    }

    /// The unknown cards, shuffled into the hands and the pile that they may be in.
    pub(super) fn imagine(&self, dice: &mut Dice) -> State {
        let mut state = self.known;
        let own = self.own_hand().map_or(Cards::NONE, |(_, hand)| hand);
        let mut unknown = Cards::DECK.minus(state.discard).minus(own);
        for (index, &count) in self.held.iter().enumerate() {
            if self.holder.map(Seat::index) == Some(index) {
                continue;
            }
            for _ in 0..count {
                let kind = drawn(unknown, dice);
                unknown = unknown.without(kind);
                state.hands[index] = state.hands[index].with(kind);
            }
        }
        state.draw = unknown;
        state
    }
}

/// One of the cards, each with the same chance. There must be one.
fn drawn(cards: Cards, dice: &mut Dice) -> Kind {
    let weighted = Kind::ALL.map(|kind| (kind, u32::from(cards.of(kind))));
    dice.pick(&weighted)
}
