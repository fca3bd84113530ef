//! The lens of Muster.

use vauban_game::{LensCard, LensMap, Lenses, Scale, Seat, Text, text};

use super::{
    Muster, View,
    state::{FORTS, fort_name},
};

impl Lenses for Muster {
    fn lenses(&self) -> &'static [LensCard] {
        const CARDS: &[LensCard] = &[LensCard {
            name: "worth",
            group: Text::fixed("Forts", "Forts"),
            title: Text::fixed("Worth", "Valeur"),
            about: Text::fixed(
                "Own armies count up, others' down.",
                "Les siennes comptent en plus, les autres en moins.",
            ),
            legend: |tally| {
                text!(
                    "{side} has something to win or to lose on {places}.",
                    "{side} a quelque chose à gagner ou à perdre sur {places}.",
                    side = tally.side.capital(),
                    places = Text::count(tally.count, ["place", "places"], ["case", "cases"])
                )
            },
            scale: Scale::Diverging,
            initial: true,
        }];
        CARDS
    }
    fn lens(&self, view: &View, name: &str, seat: Seat) -> Option<LensMap> {
        let value = |fort: u8| {
            let held = view.open.forts[usize::from(fort)];
            let points = i32::from(held.armies) * i32::from(self.worth[usize::from(fort)]);
            if held.owner == Some(seat) {
                points
            } else {
                -points
            }
        };
        (name == "worth").then(|| LensMap {
            values: (0..FORTS)
                .map(|fort| (fort_name(fort).into(), value(fort)))
                .collect(),
            ..LensMap::default()
        })
    }
}
