//! The picture of Breakthrough.

use vauban_game::{
    Depict, Lang, Legend, Narrate, Seat, SpotCard, Statistic, Status, Text,
    scene::{Layer, Mark, Paint, Paints, Scene, Spot, Squares},
    text,
};

use super::{Action, Breakthrough, Square, State};
use crate::toys::plain;

impl Depict for Breakthrough {
    const PAINTS: Paints = plain::PAINTS;

    fn backdrop(&self, _: Lang) -> Scene {
        plain::board(self.picture(), |column, row| {
            Square(column + 8 * (self.size - 1 - row)).name()
        })
    }
    fn layers(&self, state: &State, _: Lang) -> Vec<Layer> {
        let man = |square: Square| {
            let owner = state.owner(square)?;
            let at = self
                .picture()
                .centre(square.column(), self.size - 1 - square.row());
            let glyph = if owner.0 == 0 { "x" } else { "o" };
            let key = format!("man-{}", square.name());
            Some(plain::disc(
                key,
                square.name(),
                at,
                Paint::Seat(owner.0),
                glyph,
            ))
        };
        vec![Layer {
            name: "men",
            shapes: self.squares().filter_map(man).collect(),
        }]
    }
    fn gesture(&self, action: Action) -> Vec<Spot> {
        vec![action.from.name().into(), action.to.name().into()]
    }
    fn mark(&self, state: &State, _: Seat, action: Action) -> Mark {
        if state.owner(action.to).is_some() {
            Mark::ATTACK
        } else {
            Mark::SHIFT
        }
    }
    fn caption(&self, action: Action) -> Text {
        Text::same(format!("{} →", action.from.name()))
    }
    fn meant(&self, _: &State, _: Seat, path: &[Spot]) -> Option<Action> {
        let [from, to] = path else { return None };
        Some(Action {
            from: Square::read(&from.0)?,
            to: Square::read(&to.0)?,
        })
    }
    fn card(&self, state: &State, spot: &Spot) -> Option<SpotCard> {
        let owner = self.seat_name(state.owner(Square::read(&spot.0)?)?);
        Some(SpotCard {
            title: text!("{owner} on {spot}", "{owner} en {spot}", owner),
            lines: Vec::new(),
            symbol: None,
        })
    }
    fn legend(&self) -> Vec<Legend> {
        let line = |glyph: &str, seat| Legend {
            symbol: None,
            glyph: glyph.to_owned(),
            title: self.seat_name(seat),
            about: Text::fixed("a man", "un pion"),
        };
        vec![line("x", Seat(0)), line("o", Seat(1))]
    }
    fn status(&self, state: &State) -> Status {
        let men = |seat: usize| i64::from(state.men[seat].count_ones());
        Status {
            phase: Text::fixed("play", "jeu"),
            phase_name: None,
            left: None,
            statistics: vec![Statistic {
                name: Text::fixed("men", "pions"),
                values: vec![men(0), men(1)],
            }],
        }
    }
}

impl Breakthrough {
    fn picture(&self) -> Squares {
        Squares::new(self.size, self.size)
    }
}
