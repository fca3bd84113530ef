//! The picture of Stash.

use vauban_game::{
    Depict, Lang, Left, Legend, Narrate, Notation, Seat, SpotCard, Statistic, Status, Text,
    scene::{Layer, Mark, Paint, Paints, Scene, Spot, Squares},
    text,
};

use super::{Action, Stash, View};
use crate::toys::plain;

impl Depict for Stash {
    const PAINTS: Paints = plain::PAINTS;

    fn backdrop(&self, _: Lang) -> Scene {
        plain::board(self.picture(), |cell, seat| Stash::spot(Seat(seat), cell))
    }
    fn layers(&self, view: &View, _: Lang) -> Vec<Layer> {
        let mut layer = Layer::new("finds");
        for seat in self.all() {
            for cell in 0..self.cells {
                let spot = Stash::spot(seat, cell);
                let (fill, glyph) = if view.known[seat] == Some(cell) {
                    (Paint::Seat(seat.0), "$")
                } else if view.open.is_dug(seat, cell) {
                    (Paint::Neutral, "x")
                } else {
                    continue;
                };
                let at = self.picture().centre(cell, seat.0);
                layer
                    .shapes
                    .push(plain::disc(format!("on-{spot}"), spot, at, fill, glyph));
            }
        }
        vec![layer]
    }
    fn gesture(&self, action: Action) -> Vec<Spot> {
        vec![self.write(action).into()]
    }
    fn mark(&self, _: &View, _: Seat, action: Action) -> Mark {
        match action {
            Action::Hide(_) => Mark::PLANNED,
            Action::Dig(..) => Mark::ATTACK,
        }
    }
    fn caption(&self, action: Action) -> Text {
        match action {
            Action::Hide(cell) => {
                text!(
                    "hide in cell {number}",
                    "cacher en case {number}",
                    number = cell + 1
                )
            }
            Action::Dig(..) => Text::fixed("dig at", "creuser en"),
        }
    }
    fn meant(&self, _: &View, _: Seat, path: &[Spot]) -> Option<Action> {
        let [spot] = path else { return None };
        self.read(&spot.0).ok()
    }
    fn card(&self, view: &View, spot: &Spot) -> Option<SpotCard> {
        let (seat, cell) = self.read_spot(&spot.0)?;
        (seat.0 < self.seats && cell < self.cells).then(|| SpotCard {
            title: self.seat_name(seat),
            lines: vec![(
                Text::fixed("dug", "creusé"),
                if view.open.is_dug(seat, cell) {
                    Text::fixed("yes", "oui")
                } else {
                    Text::fixed("no", "non")
                },
            )],
            symbol: None,
        })
    }
    fn legend(&self) -> Vec<Legend> {
        let line = |glyph: &str, title| Legend {
            symbol: None,
            glyph: glyph.to_owned(),
            title,
            about: Text::default(),
        };
        vec![
            line("$", Text::fixed("stash", "cache")),
            line("x", Text::fixed("hole", "trou")),
        ]
    }
    fn status(&self, view: &View) -> Status {
        let holes = |seat| i64::from(view.open.dug[seat].count_ones());
        let hiding = view.ready.len() < usize::from(self.seats);
        Status {
            phase: match hiding {
                true => Text::fixed("hiding", "cachettes"),
                false => Text::fixed("digging", "fouilles"),
            },
            phase_name: Some(if hiding { "hide" } else { "dig" }),
            left: (view.open.digs)
                .map(|digs| Left::new(Text::fixed("holes to dig", "trous à creuser"), digs)),
            statistics: vec![Statistic {
                name: Text::fixed("holes to dig", "trous à creuser"),
                values: self.all().map(holes).collect(),
            }],
        }
    }
}

impl Stash {
    fn picture(&self) -> Squares {
        Squares::new(self.cells, self.seats)
    }
}
