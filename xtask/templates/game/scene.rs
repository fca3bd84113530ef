//! How the game looks, is clicked and is described.

use vauban_game::{
    Depict, Lang, Legend, Seat, SpotCard, Statistic, Status, Text,
    scene::{Form, Ground, Layer, Mark, Paint, Paints, Scene, Shape, Spot, Squares},
    text,
};

use super::{Action, Square, State, Towpath, words::seat_name};

// Colours on a light and on a dark screen. Two games that use the same name must give it the same colours.
const CANAL: Ground = Ground::new("canal", 0xa9_d3_dc, 0x1f_45_50);
const SLUICE: Ground = Ground::new("sluice", 0xe8_d3_95, 0x5e_50_28);

impl Towpath {
    fn board(&self) -> Squares {
        Squares::new(self.squares, 1)
    }
}

impl Depict for Towpath {
    const PAINTS: Paints = Paints {
        grounds: &[CANAL, SLUICE],
        marks: &[],
        seats: None,
    };

    fn backdrop(&self, _lang: Lang) -> Scene {
        let board = self.board();
        let mut scene = board.scene();
        let ground = |column, _| match Square(column) == self.home() {
            true => Paint::Ground(SLUICE),
            false => Paint::Ground(CANAL),
        };
        scene.layers = vec![
            Layer {
                name: "ground",
                shapes: board.ground(|column, _| Square(column).to_string(), ground),
            },
            Layer {
                name: "coordinates",
                shapes: board.coordinates(|column| Square(column).to_string(), |_| "1".to_owned()),
            },
        ];
        scene
    }

    fn layers(&self, view: &State, _lang: Lang) -> Vec<Layer> {
        let at = self.board().centre(view.barge.0, 0);
        let form = Form::Disc { radius: 0.35 };
        let mut barges = Layer::new("barges");
        barges.shapes.push(
            Shape::new("barge", at, form, Paint::Neutral)
                .with_spot(view.barge.spot())
                .with_line(Paint::Ink)
                .with_glyph("B"),
        );
        vec![barges]
    }

    fn gesture(&self, action: Action) -> Vec<Spot> {
        vec![action.to.spot()]
    }

    fn mark(&self, _view: &State, _seat: Seat, action: Action) -> Mark {
        match action.to == self.home() {
            true => Mark::VICTORY,
            false => Mark::SHIFT,
        }
    }

    fn caption(&self, _action: Action) -> Text {
        Text::fixed("to", "vers")
    }

    fn meant(&self, _view: &State, _seat: Seat, path: &[Spot]) -> Option<Action> {
        let [spot] = path else {
            return None;
        };
        Some(Action {
            to: Square::named(&spot.0)?,
        })
    }

    fn card(&self, view: &State, spot: &Spot) -> Option<SpotCard> {
        let square = Square::named(&spot.0).filter(|&square| square <= self.home())?;
        let title = if square == view.barge {
            text!("The barge on {square}", "La péniche en {square}")
        } else {
            Text::same(square.to_string())
        };
        let to_go = i32::from(self.home().0 - square.0).to_string();
        Some(SpotCard {
            title,
            lines: vec![(
                Text::fixed("squares to go", "cases restantes"),
                Text::same(to_go),
            )],
            symbol: None,
        })
    }

    fn legend(&self) -> Vec<Legend> {
        vec![Legend {
            symbol: None,
            glyph: "B".to_owned(),
            title: Text::fixed("Barge", "Péniche"),
            about: Text::fixed("both seats haul it", "les deux camps la halent"),
        }]
    }

    fn status(&self, view: &State) -> Status {
        let phase = match self.end(view) {
            Some(_) => Text::fixed("over", "terminée"),
            None => text!(
                "{name} to move",
                "à {name} de jouer",
                name = seat_name(view.mover),
            ),
        };
        let to_go = i64::from(self.home().0 - view.barge.0);
        Status {
            phase,
            phase_name: None,
            left: None,
            statistics: vec![Statistic {
                name: Text::fixed("squares to go", "cases restantes"),
                values: vec![to_go; 2],
            }],
        }
    }
}
