//! The lens of Breakthrough.

use vauban_game::{LensCard, LensMap, Lenses, Scale, Seat, Text, text};

use super::{Breakthrough, Square, State};

impl Lenses for Breakthrough {
    fn lenses(&self) -> &'static [LensCard] {
        const CARDS: &[LensCard] = &[LensCard {
            name: "advance",
            group: Text::fixed("Moves", "Coups"),
            title: Text::fixed("Advance", "Avance"),
            about: Text::fixed(
                "How far each man has come.",
                "Le chemin fait par chaque pion.",
            ),
            legend: |tally| {
                text!(
                    "{side} has come forward on {places}.",
                    "{side} a avancé sur {places}.",
                    side = tally.side.capital(),
                    places = Text::count(tally.count, ["place", "places"], ["case", "cases"])
                )
            },
            scale: Scale::Sequential,
            initial: false,
        }];
        CARDS
    }
    fn lens(&self, state: &State, name: &str, seat: Seat) -> Option<LensMap> {
        let rows = |square: Square| match seat.0 {
            0 => i32::from(square.row()),
            _ => i32::from(self.size - 1 - square.row()),
        };
        (name == "advance").then(|| LensMap {
            values: self
                .squares()
                .filter(|&square| state.owner(square) == Some(seat))
                .map(|square| (square.name().into(), rows(square)))
                .collect(),
            ..LensMap::default()
        })
    }
}
