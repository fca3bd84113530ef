//! The open game's overlays, on what a viewer sees.

use vauban_game::{LensCard, LensMap, Lenses, Seat, Text, scene::Spot};

use super::{Deployed, Glimpse};

impl Lenses for Deployed {
    fn lenses(&self) -> &'static [LensCard] {
        self.game.lenses()
    }
    fn lens(&self, view: &Glimpse, name: &str, seat: Seat) -> Option<LensMap> {
        let (field, state) = self.seen(view);
        self.on(&field).lens(&state, name, seat)
    }
    fn lens_in(&self, view: &Glimpse, name: &str, seat: Seat, zone: &[Spot]) -> Option<LensMap> {
        let (field, state) = self.seen(view);
        self.on(&field).lens_in(&state, name, seat, zone)
    }
    fn zone(&self, word: &str) -> Option<Vec<Spot>> {
        self.game.zone(word)
    }
    fn reading(&self, view: &Glimpse) -> Option<Text> {
        match view {
            Glimpse::Open(field, state) => self.on(field).reading(state),
            Glimpse::Agreeing(_)
            | Glimpse::Placing { .. }
            | Glimpse::Drawing { .. }
            | Glimpse::Lot { .. } => None,
        }
    }
}
