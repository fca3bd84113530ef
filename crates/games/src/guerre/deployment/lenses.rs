//! The open game's maps, of what a viewer sees.

use vauban_game::{LensCard, LensMap, Lenses, Seat, Text};

use super::{Deployed, Glimpse};

impl Lenses for Deployed {
    fn lenses(&self) -> &'static [LensCard] {
        self.game.lenses()
    }
    fn lens(&self, view: &Glimpse, name: &str, seat: Seat) -> Option<LensMap> {
        self.game.lens(&self.seen(view), name, seat)
    }
    fn reading(&self, view: &Glimpse) -> Option<Text> {
        match view {
            Glimpse::Open(state) => self.game.reading(state),
            Glimpse::Placing { .. } | Glimpse::Lot { .. } => None,
        }
    }
}
