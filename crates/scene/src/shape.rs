//! Shapes, the layers they lie in, and the scene that holds the layers.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    fmt,
};

use serde::{Deserialize, Serialize};

use crate::{Paint, Pattern, SeatColours};

/// Something that can be clicked, on the board or beside it: `e4`, `hand-2`, `end`.
///
/// A spot that no shape of the scene carries is shown as a button.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Spot(pub String);

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<S: Into<String>> From<S> for Spot {
    fn from(name: S) -> Spot {
        Spot(name.into())
    }
}

/// A place in the picture. One unit is one square of a square board; y grows downwards.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }
}

/// A whole picture: from the bottom layer to the top one.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Scene {
    pub width: f32,
    pub height: f32,
    /// Drawings that [`Form::Symbol`] refers to by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<Symbol>,
    pub layers: Vec<Layer>,
    /// Whether it may be turned so that the viewer's own side is the near one. A map has its north.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub turns: bool,
    /// The colours of the seats. Who shows the picture knows them from the game.
    #[serde(skip)]
    pub seats: &'static SeatColours,
}

/// Shapes that lie at one height.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Layer {
    pub name: &'static str,
    pub shapes: Vec<Shape>,
}

/// One thing in the picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Shape {
    /// The same thing has the same key in every picture of a match.
    pub key: String,
    /// What a click on it means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    /// Where its form's own origin lies.
    pub at: Point,
    pub form: Form,
    /// What it is filled with.
    pub fill: Paint,
    /// What its outline is drawn with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Paint>,
    /// A texture over the fill, so that nothing is told by colour alone; a line with one is dashed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Pattern>,
    /// What the terminal writes in its middle, at most [`Shape::GLYPH`] columns wide, or
    /// [`Shape::GLYPH_ON_MAP`] on a map. A word's own text is written if there is none; an empty glyph
    /// keeps a word out of the terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyph: Option<String>,
}

/// The outline of a shape, around its own origin.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A rectangle whose top left corner is the origin.
    Rect { width: f32, height: f32, round: f32 },
    /// A disc around the origin.
    Disc { radius: f32 },
    /// An oblong with cut corners around the origin: it takes a third of the bytes of its polygon.
    Plate { width: f32, height: f32, cut: f32 },
    /// A closed outline, its points relative to the origin.
    Polygon { points: Vec<Point> },
    /// A place with several parts, or with holes: closed outlines relative to the origin, and the
    /// point where its name and its tokens belong. A point inside two of them lies in a hole.
    Area {
        loops: Vec<Vec<Point>>,
        middle: Point,
    },
    /// The ground that the shape's spot has in the same picture, whatever form that is: for what
    /// covers a place and changes often. It lies where the ground lies.
    Place {},
    /// A line through several points, relative to the origin; with an arrow's head if asked.
    Trail {
        points: Vec<Point>,
        width: f32,
        arrow: bool,
    },
    /// A line from the origin; with an arrow's head if asked.
    Line { to: Point, width: f32, arrow: bool },
    /// A word or number centred on the origin; `size` is its height.
    Text { text: String, size: f32 },
    /// A drawing of [`Scene::symbols`], centred on the origin, `size` wide and high.
    Symbol { name: &'static str, size: f32 },
}

/// A drawing made of paths in a box from 0 to 100 in both directions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Symbol {
    pub name: &'static str,
    pub paths: Vec<Path>,
}

/// One stroke of a drawing, in the `d` language of SVG.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Path {
    pub d: &'static str,
    /// `None`: the fill of the shape that uses the drawing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<Paint>,
    /// The outline and its width, in hundredths of the drawing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<(Paint, f32)>,
}

impl Shape {
    /// The smallest square in which a board is drawn has this many columns.
    pub const GLYPH: usize = 3;
    /// On a map a token finds its place, within its land if there is room: an army of thousands too, with a sign.
    pub const GLYPH_ON_MAP: usize = 7;

    /// Whether it stands beside what matters on a map: a drawing, or what belongs to no place, with a letter for
    /// it.
    pub(crate) fn is_sign(&self) -> bool {
        let is_drawing = matches!(self.form, Form::Symbol { .. });
        let is_word = matches!(self.form, Form::Text { .. });
        self.glyph.is_some() && (is_drawing || self.spot.is_none() && !is_word)
    }

    /// A shape with its key, place, form and fill; the rest is added by the `with_` calls.
    pub fn new(key: impl Into<String>, at: Point, form: Form, fill: Paint) -> Shape {
        Shape {
            key: key.into(),
            spot: None,
            at,
            form,
            fill,
            line: None,
            pattern: None,
            glyph: None,
        }
    }

    /// A place in the colour and the pattern of the seat that holds it. What lies under it, a ground
    /// with its texture, is still seen.
    pub fn held(key: impl Into<String>, spot: impl Into<Spot>, seat: u8) -> Shape {
        Shape::new(key, Point::default(), Form::Place {}, Paint::Held(seat))
            .with_pattern(Pattern::of_seat(seat))
            .with_line(Paint::Ink)
            .with_spot(spot)
    }

    pub fn with_spot(mut self, spot: impl Into<Spot>) -> Shape {
        self.spot = Some(spot.into());
        self
    }
    pub fn with_line(mut self, line: Paint) -> Shape {
        self.line = Some(line);
        self
    }
    pub fn with_pattern(mut self, pattern: Pattern) -> Shape {
        self.pattern = Some(pattern);
        self
    }
    pub fn with_glyph(mut self, glyph: impl Into<String>) -> Shape {
        self.glyph = Some(glyph.into());
        self
    }
}

impl Layer {
    /// The name of the layer that a lens is.
    pub const LENS: &'static str = "lens";

    pub fn new(name: &'static str) -> Layer {
        Layer {
            name,
            shapes: Vec::new(),
        }
    }

    /// Whether it covers places and holds nothing else.
    fn is_cover(&self) -> bool {
        let mut shapes = self.shapes.iter();
        !self.shapes.is_empty() && shapes.all(|shape| matches!(shape.form, Form::Place {}))
    }

    /// Whether it says who holds places, and nothing else.
    fn is_held(&self) -> bool {
        let mut shapes = self.shapes.iter();
        shapes.all(|shape| matches!(shape.fill, Paint::Held(_)))
    }

    /// Whether it holds nothing but words, and what cannot be seen.
    fn is_words(&self) -> bool {
        self.shapes
            .iter()
            .all(|shape| matches!(shape.form, Form::Text { .. }) || shape.fill == Paint::Clear)
    }
}

impl Scene {
    /// This backdrop with `layers` laid over its ground, below the words written on it: they stay
    /// readable.
    pub fn with_shades(&self, layers: impl IntoIterator<Item = Layer>) -> Scene {
        let mut scene = self.clone();
        let top = scene.layers.iter().rposition(|layer| !layer.is_words());
        let place = top.map_or(0, |top| top + 1);
        scene.layers.splice(place..place, layers);
        scene
    }

    /// The ground of every spot: the surfaces that carry it in the lowest layer where any does. A
    /// place may have several, as islands have.
    pub fn grounds(&self) -> HashMap<&Spot, Vec<&Shape>> {
        let shapes: Vec<&Shape> = self.shapes().collect();
        let numbers = self.ground_numbers().into_iter();
        numbers
            .map(|(spot, numbers)| (spot, numbers.into_iter().map(|at| shapes[at]).collect()))
            .collect()
    }

    /// The ground of every spot by the numbers of its shapes, counted from the bottom.
    pub(crate) fn ground_numbers(&self) -> HashMap<&Spot, Vec<usize>> {
        let mut grounds: HashMap<&Spot, Vec<usize>> = HashMap::new();
        let mut before = 0;
        for layer in &self.layers {
            let mut lowest: HashMap<&Spot, Vec<usize>> = HashMap::new();
            for (number, shape) in (before..).zip(&layer.shapes) {
                if let Some(spot) = shape.spot.as_ref().filter(|_| shape.is_ground()) {
                    lowest.entry(spot).or_default().push(number);
                }
            }
            for (spot, numbers) in lowest {
                grounds.entry(spot).or_insert(numbers);
            }
            before += layer.shapes.len();
        }
        grounds
    }

    /// Whether its places have any form, as lands have: not squares or hexagons.
    pub fn is_map(&self) -> bool {
        self.shapes()
            .any(|shape| shape.spot.is_some() && matches!(shape.form, Form::Area { .. }))
    }

    /// This picture with the grounds themselves instead of every [`Form::Place`]; what has no ground
    /// is left out.
    pub(crate) fn resolved(&self) -> Cow<'_, Scene> {
        let is_place = |shape: &Shape| matches!(shape.form, Form::Place {});
        if !self.shapes().any(is_place) {
            return Cow::Borrowed(self);
        }
        let grounds = self.grounds();
        let resolved = |shape: &Shape| -> Vec<Shape> {
            if !is_place(shape) {
                return vec![shape.clone()];
            }
            let ground = shape.spot.as_ref().and_then(|spot| grounds.get(spot));
            let ground = ground.into_iter().flatten();
            ground
                .map(|ground| Shape {
                    at: ground.at,
                    form: ground.form.clone(),
                    ..shape.clone()
                })
                .collect()
        };
        let layers = self.layers.iter().map(|layer| Layer {
            name: layer.name,
            shapes: layer.shapes.iter().flat_map(resolved).collect(),
        });
        Cow::Owned(Scene {
            layers: layers.collect(),
            symbols: self.symbols.clone(),
            ..*self
        })
    }

    /// This picture with `layers` laid over it. Those that cover whole places lie on the ground,
    /// below its lines and words; where a lens is to be read, those that say who holds them are left
    /// out.
    pub fn with_layers(&self, layers: impl IntoIterator<Item = Layer>) -> Scene {
        let (mut covers, rest): (Vec<Layer>, Vec<Layer>) =
            layers.into_iter().partition(Layer::is_cover);
        if self.layers.iter().any(|layer| layer.name == Layer::LENS) {
            covers.retain(|layer| !layer.is_held());
        }
        let mut scene = self.clone();
        let ground = self.ground_height();
        let above = self.layers[ground..].iter();
        let covered = above.take_while(|layer| layer.is_cover() || layer.name == Layer::LENS);
        let place = ground + covered.count();
        scene.layers.splice(place..place, covers);
        scene.layers.extend(rest);
        scene
    }

    /// How many layers there are up to the last one in which a spot has its ground.
    fn ground_height(&self) -> usize {
        let mut known: HashSet<&Spot> = HashSet::new();
        let mut height = 0;
        for (number, layer) in (1..).zip(&self.layers) {
            let grounds = layer.shapes.iter().filter(|shape| shape.is_ground());
            let mut new = false;
            for spot in grounds.filter_map(|shape| shape.spot.as_ref()) {
                new |= known.insert(spot);
            }
            if new {
                height = number;
            }
        }
        height
    }

    /// Every shape, from the bottom to the top.
    pub fn shapes(&self) -> impl DoubleEndedIterator<Item = &Shape> {
        self.layers.iter().flat_map(|layer| &layer.shapes)
    }

    /// The topmost shape that carries `spot`.
    pub fn find(&self, spot: &Spot) -> Option<&Shape> {
        self.shapes()
            .rev()
            .find(|shape| shape.spot.as_ref() == Some(spot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_of_a_spot_is_its_lowest_surfaces_and_shades_lie_below_the_words() {
        let surface =
            |key: &str, form| Shape::new(key, Point::default(), form, Paint::Paper).with_spot("a");
        let layer = |name, shapes| Layer { name, shapes };
        let (disc, text) = (
            Form::Disc { radius: 1.0 },
            Form::Text {
                text: "A".to_owned(),
                size: 1.0,
            },
        );
        let islands = vec![surface("one", disc.clone()), surface("two", disc.clone())];
        let scene = Scene {
            layers: vec![
                layer("below", vec![surface("sign", text.clone())]),
                layer("ground", islands),
                layer("badges", vec![surface("badge", disc)]),
                layer("names", vec![surface("name", text)]),
            ],
            ..Scene::default()
        };
        let keys = |shapes: &[&Shape]| shapes.iter().map(|shape| shape.key.clone()).collect();
        let ground: Vec<String> = keys(&scene.grounds()[&Spot::from("a")]);
        assert_eq!(ground, ["one", "two"]);
        let shaded = scene.with_shades([Layer::new("lens")]);
        let names: Vec<&str> = shaded.layers.iter().map(|layer| layer.name).collect();
        assert_eq!(names, ["below", "ground", "badges", "lens", "names"]);
    }
}
