//! A lens laid over the board: its numbers, and its shapes.

use std::collections::HashMap;

use vauban_game::{LensCard, LensMap, Playable, Scale, Seat, Tally, Text};
use vauban_scene::{Form, Layer, Paint, Pattern, Point, Scene, Shape, Spot};

/// One map of one position, ready to be shown.
#[derive(Clone, Debug)]
pub struct Lens {
    pub card: &'static LensCard,
    pub seat: Seat,
    pub map: LensMap,
    /// The numbers of the map in a sentence.
    pub legend: Text,
    /// What a planned action changes, if one was named: the map after it minus the map before.
    pub change: Option<Vec<(Spot, i32)>>,
}

impl Lens {
    pub(crate) fn new<G: Playable>(
        game: &G,
        card: &'static LensCard,
        seat: Seat,
        map: LensMap,
    ) -> Lens {
        let name = |spot: &Spot| game.name(spot).unwrap_or_else(|| Text::same(&*spot.0));
        let tally = Tally::of(&map, game.seat_in_sentence(seat), name);
        Lens {
            card,
            seat,
            legend: tally.told(card),
            map,
            change: None,
        }
    }

    /// The numbers to show: the change if an action was planned, else the map.
    pub fn shown(&self) -> &[(Spot, i32)] {
        self.change.as_ref().unwrap_or(&self.map.values)
    }

    /// How many spots are not 0.
    pub fn count(&self) -> usize {
        self.shown().iter().filter(|(_, value)| *value != 0).count()
    }

    /// `later` is the same lens on a later position: what is there, and what has changed since.
    pub(crate) fn compared(&self, later: &Lens) -> Lens {
        Lens {
            change: Some(change(&self.map, &later.map)),
            ..later.clone()
        }
    }

    /// The lens as shapes: each spot's ground again, in a shade of its value, and its ways as arrows.
    pub fn layer(&self, backdrop: &Scene) -> Layer {
        let most = self
            .shown()
            .iter()
            .map(|(_, value)| value.unsigned_abs())
            .max()
            .unwrap_or(0)
            .max(1);
        let grounds = backdrop.grounds();
        let diverging = self.change.is_some() || self.card.scale == Scale::Diverging;
        let mut layer = Layer::new(Layer::LENS);
        for (spot, value) in self.shown().iter().filter(|(_, value)| *value != 0) {
            let shade = match diverging {
                true => {
                    let share = i64::from(value.unsigned_abs()) * 100 / i64::from(most);
                    // However little it is beside the most, it is seen.
                    let share = i8::try_from(share.max(1)).unwrap_or(100);
                    Paint::Heat(share * value.signum() as i8)
                }
                false => Paint::Wash(self.seat.0, step(value.unsigned_abs(), most)),
            };
            let parts = grounds.get(spot).into_iter().flatten().enumerate();
            layer.shapes.extend(parts.map(|(part, ground)| {
                let key = match part {
                    0 => format!("lens-{}-{spot}", self.seat),
                    _ => format!("lens-{}-{spot}-{part}", self.seat),
                };
                Shape::new(key, ground.at, ground.form.clone(), shade).with_spot(spot.clone())
            }));
        }
        let middle = |spot: &Spot| grounds.get(spot)?.first()?.middle();
        for (number, ends) in self.map.lines.iter().enumerate() {
            if let (Some(from), Some(to)) = (middle(&ends[0]), middle(&ends[1])) {
                let key = format!("lens-{}-line-{number}", self.seat);
                layer.shapes.push(self.stroke(key, [from, to], THIN, false));
            }
        }
        for (number, path) in self.map.paths.iter().enumerate() {
            let middles: Vec<Point> = path.iter().filter_map(middle).collect();
            let legs = middles.windows(2).enumerate().map(|(leg, ends)| {
                let key = format!("lens-{}-path-{number}-{leg}", self.seat);
                let last = leg + 2 == middles.len();
                self.stroke(key, [ends[0], ends[1]], THICK, last)
            });
            layer.shapes.extend(legs);
        }
        layer
    }

    /// A line in the colour of the seat. The first seat's are whole; those of the others are dashed and
    /// lie a little beside them, so that both are seen where they share a way.
    fn stroke(&self, key: String, [from, to]: [Point; 2], width: f32, arrow: bool) -> Shape {
        let aside =
            |value: f32| ((value + BESIDE * f32::from(self.seat.0)) * 100.0).round() / 100.0;
        let form = Form::Line {
            to: Point::new(to.x - from.x, to.y - from.y),
            width,
            arrow,
        };
        let at = Point::new(aside(from.x), aside(from.y));
        let stroke = Shape::new(key, at, form, Paint::Seat(self.seat.0));
        match self.seat.0 {
            0 => stroke,
            seat => stroke.with_pattern(Pattern::of_seat(seat)),
        }
    }
}

/// How wide lines and paths are, and how far those of the next seat lie beside them.
const THIN: f32 = 0.05;
const THICK: f32 = 0.12;
const BESIDE: f32 = 0.12;

/// The first step of a wash that is seen on every ground.
const FAINTEST: u8 = 2;

/// How strong a wash shows `value` of at most `most`. A map of yes and no is shown half strong.
fn step(value: u32, most: u32) -> u8 {
    if most == 1 {
        return Paint::WASHES / 2;
    }
    let share = u64::from(value) * u64::from(Paint::WASHES - FAINTEST) / u64::from(most);
    FAINTEST + u8::try_from(share).unwrap_or(Paint::WASHES - FAINTEST)
}

/// `after` minus `before`, spot by spot.
fn change(before: &LensMap, after: &LensMap) -> Vec<(Spot, i32)> {
    let old: HashMap<&Spot, i32> = before.values.iter().map(|(spot, n)| (spot, *n)).collect();
    let new: HashMap<&Spot, i32> = after.values.iter().map(|(spot, n)| (spot, *n)).collect();
    let mut change: Vec<(Spot, i32)> = after
        .values
        .iter()
        .map(|(spot, n)| (spot.clone(), n - old.get(spot).copied().unwrap_or(0)))
        .collect();
    change.extend(
        before
            .values
            .iter()
            .filter(|(spot, _)| !new.contains_key(spot))
            .map(|(spot, n)| (spot.clone(), -n)),
    );
    change
}
