//! A match as pictures: one for each step that a viewer was shown, with what happened last marked.

use vauban_game::{Lang, Viewer};
use vauban_scene::{Form, Layer, Mark, Paint, Point, Scene, Shape, Spot};

use crate::{AnyMatch, Page};

/// How much of the mark of the last action is seen, in per cent.
const OPACITY: u8 = 50;

/// What one viewer saw of a match, as pictures.
pub struct Pictures<'a> {
    play: &'a dyn AnyMatch,
    viewer: Viewer,
    lang: Lang,
    backdrop: Scene,
}

impl<'a> Pictures<'a> {
    pub fn new(play: &'a dyn AnyMatch, viewer: Viewer, lang: Lang) -> Pictures<'a> {
        Pictures {
            play,
            viewer,
            lang,
            backdrop: play.backdrop(lang).scene,
        }
    }

    /// As it is now.
    pub fn now(&self) -> Scene {
        self.scene(self.play.page(self.viewer, self.lang, 0))
    }

    /// After so many of the steps that the viewer was shown; nothing if it was not shown that many.
    pub fn after(&self, shown: usize) -> Option<Scene> {
        let step = self.play.step_of(self.viewer, shown)?;
        let page = self.play.past_page(self.viewer, step, self.lang)?;
        Some(self.scene(page))
    }

    /// How many steps the viewer was shown.
    pub fn steps(&self) -> usize {
        self.play.shown_steps(self.viewer)
    }

    fn scene(&self, page: Page) -> Scene {
        let marks = marks(&page.last, self.backdrop.is_map());
        let marks = Some(marks).filter(|layer| !layer.shapes.is_empty());
        self.backdrop.with_layers(page.layers).with_layers(marks)
    }
}

/// The places of the last action, on the ground under what stands there. On a map they are outlined: a land keeps
/// its owner's colour.
fn marks(last: &[Spot], map: bool) -> Layer {
    let mark = |opacity: u8| {
        Paint::Mark(Mark {
            opacity,
            ..Mark::LAST
        })
    };
    let (fill, line) = match map {
        true => (Paint::Clear, Some(mark(100))),
        false => (mark(OPACITY), None),
    };
    let place = |spot: &Spot| {
        let key = format!("last-{spot}");
        let place = Shape::new(key, Point::default(), Form::Place {}, fill);
        Shape {
            line,
            ..place.with_spot(spot.clone())
        }
    };
    Layer {
        shapes: last.iter().map(place).collect(),
        ..Layer::new("last")
    }
}

impl std::fmt::Debug for Pictures<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pictures")
            .field("viewer", &self.viewer)
            .finish_non_exhaustive()
    }
}
