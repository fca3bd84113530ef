//! The picture of Muster.

use vauban_game::{
    Depict, Lang, Legend, Seat, SpotCard, Statistic, Status, Text,
    scene::{Form, Layer, Mark, Paint, Paints, Point, Scene, Shape, Spot, Squares},
    text,
};

use super::{
    Action, Muster, View,
    state::{FORTS, Phase, fort_name, read_card, read_fort},
};
use crate::toys::plain;

impl Depict for Muster {
    const PAINTS: Paints = plain::PAINTS;

    fn backdrop(&self, _: Lang) -> Scene {
        let squares = self.picture();
        let mut scene = squares.scene();
        let mut layer = Layer::new("ground");
        for fort in 0..FORTS {
            let (column, row) = self.place_of(fort);
            let region = Paint::Region(self.worth[usize::from(fort)]);
            layer
                .shapes
                .push(squares.shape(column, row, fort_name(fort), region));
        }
        scene.layers.push(layer);
        scene
    }
    fn layers(&self, view: &View, _: Lang) -> Vec<Layer> {
        let mut layer = Layer::new("armies");
        for (fort, held) in (0..FORTS).zip(&view.open.forts) {
            if let Some(owner) = held.owner {
                let (column, row) = self.place_of(fort);
                let at = self.picture().centre(column, row);
                let (key, glyph) = (format!("in-{}", fort_name(fort)), held.armies.to_string());
                layer.shapes.push(plain::disc(
                    key,
                    fort_name(fort),
                    at,
                    Paint::Seat(owner.0),
                    glyph,
                ));
            }
        }
        let hand = self
            .all()
            .find_map(|seat| view.known[seat])
            .unwrap_or_default();
        for (kind, count) in (1..).zip(hand).filter(|&(_, count)| count > 0) {
            let at: Point = self.picture().centre(kind - 1, 2);
            let (key, text) = (format!("card-{kind}"), format!("{count}×{kind}"));
            let form = Form::Text {
                text: text.clone(),
                size: 0.4,
            };
            let shape = Shape::new(key.clone(), at, form, Paint::Ink).with_spot(key);
            layer.shapes.push(shape.with_glyph(text));
        }
        vec![layer]
    }
    fn gesture(&self, action: Action) -> Vec<Spot> {
        vec![match action {
            Action::Play(kind) => format!("card-{}", kind + 1).into(),
            Action::Place(fort, _) | Action::Raid(fort) => fort_name(fort).into(),
            Action::End => "end".into(),
        }]
    }
    fn mark(&self, _: &View, _: Seat, action: Action) -> Mark {
        match action {
            Action::Raid(_) => Mark::ATTACK,
            Action::Play(_) | Action::Place(..) | Action::End => Mark::SHIFT,
        }
    }
    fn caption(&self, action: Action) -> Text {
        match action {
            Action::Play(kind) => text!("muster {armies}", "lever {armies}", armies = kind + 1),
            Action::Place(..) => Text::fixed("place armies in", "placer des armées en"),
            Action::Raid(_) => Text::fixed("raid", "attaquer"),
            Action::End => Text::fixed("end the turn", "finir le tour"),
        }
    }
    fn meant(&self, view: &View, seat: Seat, path: &[Spot]) -> Option<Action> {
        let [Spot(spot)] = path else { return None };
        if spot == "end" {
            return Some(Action::End);
        }
        if let Some(kind) = spot.strip_prefix("card-") {
            return Some(Action::Play(read_card(kind)?));
        }
        let fort = read_fort(spot)?;
        match view.open.forts[usize::from(fort)].owner {
            Some(owner) if owner != seat => Some(Action::Raid(fort)),
            _ => Some(Action::Place(fort, view.open.pool.max(1))),
        }
    }
    fn card(&self, view: &View, spot: &Spot) -> Option<SpotCard> {
        let fort = usize::from(read_fort(&spot.0)?);
        let armies = view.open.forts[fort].armies.to_string();
        Some(SpotCard {
            title: Text::same(spot.0.clone()),
            lines: vec![
                (Text::fixed("armies", "armées"), Text::same(armies)),
                (
                    Text::fixed("worth", "valeur"),
                    Text::same(self.worth[fort].to_string()),
                ),
            ],
            symbol: None,
        })
    }
    fn legend(&self) -> Vec<Legend> {
        vec![Legend {
            symbol: None,
            glyph: "n×k".to_owned(),
            title: Text::fixed("cards", "cartes"),
            about: Text::fixed("n cards for k armies each", "n cartes de k armées chacune"),
        }]
    }
    fn status(&self, view: &View) -> Status {
        let each = |name, value: &dyn Fn(Seat) -> i64| Statistic {
            name,
            values: self.all().map(value).collect(),
        };
        Status {
            phase: match view.open.phase {
                Phase::Draw => Text::fixed("drawing", "pioche"),
                Phase::Act => Text::fixed("acting", "action"),
                Phase::Raid(_) => Text::fixed("raiding", "attaque"),
            },
            phase_name: None,
            left: None,
            statistics: vec![
                each(Text::fixed("points", "points"), &|seat| {
                    i64::from(self.points(&view.open, seat))
                }),
                each(Text::fixed("cards", "cartes"), &|seat| {
                    i64::from(view.sizes[seat])
                }),
            ],
        }
    }
}

impl Muster {
    /// Eight forts in two rows, then a row for the hand.
    fn picture(&self) -> Squares {
        Squares::new(FORTS / 2, 3)
    }
    fn place_of(&self, fort: u8) -> (u8, u8) {
        (fort % (FORTS / 2), fort / (FORTS / 2))
    }
}
