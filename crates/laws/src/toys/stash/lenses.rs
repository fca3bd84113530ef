//! The lens of Stash.

use vauban_game::{LensCard, LensMap, Lenses, Scale, Seat, Text, text};

use super::{Stash, View, state::Cell};

impl Lenses for Stash {
    fn lenses(&self) -> &'static [LensCard] {
        const CARDS: &[LensCard] = &[LensCard {
            name: "hope",
            group: Text::fixed("Search", "Recherche"),
            title: Text::fixed("Hope", "Espoir"),
            about: Text::fixed(
                "Where a stash may be, in per cent.",
                "Où peut être une cache, en pour cent.",
            ),
            legend: |tally| {
                text!(
                    "{side} may find something on {places}.",
                    "{side} peut trouver quelque chose sur {places}.",
                    side = tally.side.capital(),
                    places = Text::count(tally.count, ["place", "places"], ["case", "cases"])
                )
            },
            scale: Scale::Sequential,
            initial: false,
        }];
        CARDS
    }
    fn lens(&self, view: &View, name: &str, seat: Seat) -> Option<LensMap> {
        if name != "hope" {
            return None;
        }
        let mut map = LensMap::default();
        for whose in self.all().filter(|&whose| whose != seat) {
            let left: Vec<Cell> = (0..self.cells)
                .filter(|&cell| !view.open.is_dug(whose, cell))
                .collect();
            let share = 100 / left.len().max(1) as i32;
            map.values.extend(
                left.iter()
                    .map(|&cell| (Stash::spot(whose, cell).into(), share)),
            );
        }
        Some(map)
    }
}
