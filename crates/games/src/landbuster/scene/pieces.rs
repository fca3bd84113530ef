//! What stands on the lands: soldiers, capitals, heroes, fortresses, items and ports, and the planned attacks.

use vauban_game::{
    Lang, Seat,
    scene::{Form, Layer, Mark, Obstacle, Paint, Point, Quay, Shape, bow_around},
};

use super::{board::TIMBER, hero_spot, plan_spot};
use crate::landbuster::{
    LandBuster, Plan,
    land::Land,
    state::{Phase, State},
    words::seat_letter,
};

/// Half the height of a token.
const TOKEN: f32 = 0.2;
/// How large the soldiers are written, and how wide one of their letters is.
const NUMBER: f32 = 0.31;
const DIGIT: f32 = 0.2;
/// What else stands on a land stands in a row above the token.
const ICON: f32 = 0.36;
const ABOVE: f32 = 0.39;
/// How wide an arrow is, and the least.
const ARROW: f32 = 0.12;
const THIN: f32 = 0.075;
/// The room between two tokens from which on an arrow has its full width, and from which on it has its number
/// on it.
const ROOM: f32 = 0.9;
const TIGHT: f32 = 0.45;
/// The disc with the number of an attack.
const ORDER: f32 = 0.14;

impl LandBuster {
    pub(super) fn pieces(&self, state: &State, lang: Lang) -> Layer {
        let mut layer = Layer::new("pieces");
        for land in self.map().lands().iter() {
            if state.ports().contains(land) {
                layer
                    .shapes
                    .extend(self.quay(land).map(|quay| jetty(land, quay)));
            }
            layer.shapes.extend(self.signs(state, land));
            layer.shapes.extend(self.soldiers_on(state, land, lang));
        }
        layer
    }

    /// Capital, hero, fortress and item of a land, side by side.
    fn signs(&self, state: &State, land: Land) -> Vec<Shape> {
        let at = self.middle(land);
        let item = state.lying_at(land).map(|lying| match lying.fat {
            true => ("fat-item", "★"),
            false => ("item", "?"),
        });
        let signs = [
            state.hero_of(land).map(|_| ("hero", "♘")),
            (state.capitals().contains(land)).then_some(("capital", "♔")),
            // A small picture has it beside the number, so that neither takes the other's place.
            (self.map().fortresses().contains(land)).then_some(("fortress", "")),
            item,
        ];
        let signs: Vec<_> = signs.into_iter().flatten().collect();
        let first = at.x - ICON * (signs.len() as f32 - 1.0) / 2.0;
        let sign = |(number, (name, glyph)): (usize, (&'static str, &str))| {
            let place = Point::new(first + ICON * number as f32, at.y - ABOVE);
            let form = Form::Symbol { name, size: ICON };
            let spot = match name {
                "hero" => hero_spot(land),
                _ => land.spot(),
            };
            Shape::new(format!("{name}-{land}"), place, form, Paint::Ink)
                .with_glyph(glyph)
                .with_spot(spot)
        };
        signs.into_iter().enumerate().map(sign).collect()
    }

    /// A token with its owner's letter and the soldiers: `R12`; a neutral one has no letter. In the terminal a
    /// fortress follows them: `R12♖`.
    fn soldiers_on(&self, state: &State, land: Land, lang: Lang) -> [Shape; 2] {
        let (owner, soldiers) = (state.owner(land), state.soldiers(land));
        let letter = owner.map_or(String::new(), |seat| seat_letter(seat, lang).to_string());
        let text = format!("{letter}{soldiers}");
        let fortress = match self.map().fortresses().contains(land) {
            true => "♖",
            false => "",
        };
        // What has no room is told by the card.
        let glyph = match text.chars().count() + fortress.chars().count() {
            0..=Shape::GLYPH_ON_MAP => format!("{text}{fortress}"),
            _ => format!("{letter:+<3}{fortress}"),
        };
        let glyph = format!("{glyph:<3}");
        let (fill, ink, line) = match owner {
            Some(Seat(seat)) => (Paint::Seat(seat), Paint::OnSeat(seat), Paint::OnSeat(seat)),
            None => (Paint::Paper, Paint::Ink, Paint::Faint),
        };
        let at = self.middle(land);
        let size = if text.len() > 5 { 0.26 } else { NUMBER };
        let form = pill(half_width(text.chars().count()));
        [
            Shape::new(format!("token-{land}"), at, form, fill)
                .with_line(line)
                .with_glyph(glyph)
                .with_spot(land.spot()),
            Shape::new(format!("army-{land}"), at, Form::Text { text, size }, ink).with_glyph(""),
        ]
    }

    /// How far the token of a land reaches from its middle in the direction of another point.
    fn edge(&self, state: &State, land: Land, middle: Point, other: Point) -> f32 {
        let (wide, high) = ((other.x - middle.x).abs(), (other.y - middle.y).abs());
        let length = distance(middle, other).max(0.001);
        let half = half_width(self.letters(state, land));
        let aside = half * length / wide.max(0.001);
        let above = TOKEN * length / high.max(0.001);
        aside.min(above) + 0.04
    }

    /// What arrows go around: the tokens of all lands but these.
    fn tokens_but(&self, state: &State, ends: [Land; 2]) -> Vec<Obstacle> {
        let lands = self.map().lands().iter();
        let between = lands.filter(|land| !ends.contains(land));
        between
            .map(|land| Obstacle {
                middle: self.middle(land),
                half: (half_width(self.letters(state, land)), TOKEN),
            })
            .collect()
    }

    /// How long the text on a land's token is.
    fn letters(&self, state: &State, land: Land) -> usize {
        let letter = usize::from(state.owner(land).is_some());
        letter + state.soldiers(land).to_string().len()
    }

    /// The planned attacks in their order, each a bow that a click cancels; and their numbers.
    pub(super) fn arrows(&self, state: &State) -> (Layer, Layer) {
        let (mut arrows, mut orders) = (Layer::new("plans"), Layer::new("orders"));
        let fought = match state.phase() {
            Phase::Battle { at } => Some(usize::from(at)),
            _ => None,
        };
        for (number, Plan { from, to }) in state.plans().enumerate() {
            let (start, end) = (self.middle(from), self.middle(to));
            let mut gaps = (
                self.edge(state, from, start, end),
                self.edge(state, to, end, start),
            );
            let room = distance(start, end) - gaps.0 - gaps.1;
            let width = (ARROW * room / ROOM).clamp(THIN, ARROW);
            // Between neighbours an arrow is thin and begins with its number, which stands aside where there
            // is no room for both.
            let (near, nearest) = (room < ROOM, room < TIGHT);
            if near && !nearest {
                gaps.0 += ORDER;
            }
            let tokens = self.tokens_but(state, [from, to]);
            let points = bow_around(start, end, gaps, width, &tokens);
            let middle = points[points.len() / 2];
            let at = match (near, nearest) {
                (_, true) => aside(middle, start, end, ORDER + 2.0 * width),
                (true, _) => points[0],
                _ => free_point(&points, &tokens),
            };
            let form = Form::Trail {
                points,
                width,
                arrow: true,
            };
            let fill = match fought == Some(number) {
                true => Paint::Mark(Mark::ATTACK),
                false => Paint::Ink,
            };
            let spot = plan_spot(from, to);
            let arrow = Shape::new(spot.0.clone(), Point::default(), form, fill)
                .with_line(Paint::Paper)
                .with_spot(spot.clone());
            let disc = Form::Disc { radius: ORDER };
            let disc = Shape::new(format!("{spot}-disc"), at, disc, fill)
                .with_line(Paint::Paper)
                .with_glyph("");
            let text = Form::Text {
                text: (number + 1).to_string(),
                size: 0.2,
            };
            let order = Shape::new(format!("{spot}-order"), at, text, Paint::Paper).with_glyph("");
            // Between tokens that nearly touch it would not be seen below them.
            match nearest {
                true => orders.shapes.push(arrow),
                false => arrows.shapes.push(arrow),
            }
            orders.shapes.extend([disc, order]);
        }
        (arrows, orders)
    }
}

/// Where on a bow its number covers no token, as near to its middle as can be.
fn free_point(points: &[Point], tokens: &[Obstacle]) -> Point {
    let middle = points.len() / 2;
    let mut inner: Vec<usize> = (2..points.len().saturating_sub(3)).collect();
    inner.sort_by_key(|&at| at.abs_diff(middle));
    let is_free = |&at: &usize| {
        let mut tokens = tokens.iter();
        !tokens.any(|token| token.touches(points[at], ORDER))
    };
    points[inner.into_iter().find(is_free).unwrap_or(middle)]
}

/// The square root is the same on every machine, which `hypot` need not be.
fn distance(one: Point, two: Point) -> f32 {
    let (wide, high) = (two.x - one.x, two.y - one.y);
    (wide * wide + high * high).sqrt()
}

/// A point so far to the left of another, as seen on the way from `start` to `end`: where a bow bends to.
fn aside(point: Point, start: Point, end: Point, far: f32) -> Point {
    let part = far / distance(start, end).max(0.001);
    let rounded = |value: f32| (value * 1000.0).round() / 1000.0;
    Point::new(
        rounded(point.x + (end.y - start.y) * part),
        rounded(point.y - (end.x - start.x) * part),
    )
}

/// Half the width of a token with so many letters.
fn half_width(letters: usize) -> f32 {
    (DIGIT * letters as f32 + 0.16).max(0.42) / 2.0
}

/// An oblong with cut corners around its middle, so that a token stays where it is when its number grows.
fn pill(half: f32) -> Form {
    let rounded = |value: f32| (value * 1000.0).round() / 1000.0;
    Form::Plate {
        width: rounded(2.0 * half),
        height: rounded(2.0 * TOKEN),
        cut: rounded(0.55 * TOKEN),
    }
}

/// A landing stage on the water side: a pier with a head across it.
fn jetty(land: Land, quay: Quay) -> Shape {
    /// How long the pier is, and half the widths of the pier and of its head.
    const LONG: f32 = 0.46;
    const PIER: f32 = 0.07;
    const HEAD: f32 = 0.2;
    let (wide, high) = (quay.end.x - quay.shore.x, quay.end.y - quay.shore.y);
    let length = wide.hypot(high).max(0.001);
    let (along_x, along_y) = (wide / length, high / length);
    let rounded = |value: f32| (value * 1000.0).round() / 1000.0;
    let corner = |(along, across): (f32, f32)| {
        let x = along_x * along - along_y * across;
        Point::new(rounded(x), rounded(along_y * along + along_x * across))
    };
    let corners = [
        (-0.08, -PIER),
        (LONG - 0.13, -PIER),
        (LONG - 0.13, -HEAD),
        (LONG, -HEAD),
        (LONG, HEAD),
        (LONG - 0.13, HEAD),
        (LONG - 0.13, PIER),
        (-0.08, PIER),
    ];
    let form = Form::Polygon {
        points: corners.map(corner).to_vec(),
    };
    Shape::new(
        format!("port-{land}"),
        quay.shore,
        form,
        Paint::Ground(TIMBER),
    )
    .with_line(Paint::Ink)
    .with_glyph("⚓")
}
