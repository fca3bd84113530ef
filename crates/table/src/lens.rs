//! A lens laid over the board: its numbers, and its shapes.

use std::collections::HashMap;

use vauban_game::{LensCard, LensMap, Scale, Seat};
use vauban_scene::{Form, Layer, Mark, Paint, Point, Scene, Shape, Spot};

/// One map of one position, ready to be shown.
#[derive(Clone, Debug)]
pub struct Lens {
    pub card: &'static LensCard,
    pub seat: Seat,
    pub map: LensMap,
    /// What a planned action changes, if one was named: the map after it minus the map before.
    pub change: Option<Vec<(Spot, i32)>>,
}

impl Lens {
    /// The numbers to show: the change if an action was planned, else the map.
    pub fn shown(&self) -> &[(Spot, i32)] {
        self.change.as_ref().unwrap_or(&self.map.values)
    }

    /// How many spots are not 0.
    pub fn count(&self) -> usize {
        self.shown().iter().filter(|(_, value)| *value != 0).count()
    }

    /// The same lens on a later position, `map`: what is there, and what has changed since.
    pub(crate) fn later(&self, map: LensMap) -> Lens {
        Lens {
            change: Some(change(&self.map, &map)),
            map,
            ..*self
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
        for (number, path) in self.map.paths.iter().enumerate() {
            let middles: Vec<Point> = path
                .iter()
                .filter_map(|spot| grounds.get(spot)?.first()?.middle())
                .collect();
            let legs = middles.windows(2).enumerate().map(|(leg, ends)| {
                let to = Point::new(ends[1].x - ends[0].x, ends[1].y - ends[0].y);
                let line = Form::Line {
                    to,
                    width: 0.12,
                    arrow: leg + 2 == middles.len(),
                };
                let key = format!("lens-{}-path-{number}-{leg}", self.seat);
                Shape::new(key, ends[0], line, Paint::Mark(Mark::PLANNED))
            });
            layer.shapes.extend(legs);
        }
        layer
    }
}

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
