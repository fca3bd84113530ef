//! Maps of the position.

use vauban_game::{LensCard, LensMap, Lenses, Scale, Seat, Text, text};

use super::{Square, State, Towpath};

static CARDS: [LensCard; 1] = [LensCard {
    name: "safe",
    group: Text::fixed("Position", "Position"),
    title: Text::fixed("Safe squares", "Cases sûres"),
    about: Text::fixed(
        "where the barge should be left: who must haul it on from there loses",
        "où il faut laisser la péniche : qui doit la haler de là perd",
    ),
    legend: |tally| {
        text!(
            "{side} can leave the barge safely on {places}.",
            "{side} peut laisser la péniche en sûreté sur {places}.",
            side = tally.side.capital(),
            places = Text::count(tally.count, ["place", "places"], ["case", "cases"])
        )
    },
    scale: Scale::Sequential,
    initial: false,
}];

impl Lenses for Towpath {
    fn lenses(&self) -> &'static [LensCard] {
        &CARDS
    }

    fn lens(&self, _view: &State, name: &str, _seat: Seat) -> Option<LensMap> {
        if name != "safe" {
            return None;
        }
        let squares = (0..=self.home().0).map(Square);
        Some(LensMap {
            values: squares
                .map(|square| (square.spot(), i32::from(self.is_lost_on(square))))
                .collect(),
            ..LensMap::default()
        })
    }
}
