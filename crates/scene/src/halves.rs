//! Half characters: on a map each character shows two colours, one above the other.

use crate::places::Places;
use crate::terminal::{Drawn, SHADE};
use crate::{Form, Paint, Raster, Rgb};

/// The upper or the lower half of a character.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Half {
    /// The topmost surface under it.
    pub fill: Option<Paint>,
    pub back: Rgb,
    /// The place of the ground it belongs to, as an index into [`Raster::spots`].
    pub spot: Option<u16>,
    /// Whether it lies at the border of its place.
    pub rim: bool,
}

impl Half {
    /// The character whose colour is the upper half's; what is behind it is the lower half's.
    pub const UPPER: char = '▀';
}

/// All halves of a picture, in rows of half the height.
pub(crate) struct Halves {
    halves: Vec<Half>,
}

/// How much darker the rim of a place is.
const RIM: f32 = 0.38;

/// Below so many halves a place, on average, a rim would be most of it, and shades must do.
const RIMS_FROM: usize = 36;

/// How much more of a cover is seen than in a picture: here no texture needs to be seen through it.
const COVER: f32 = 1.25;

impl Halves {
    pub fn of(drawn: &[Drawn<'_>], raster: &Raster) -> Halves {
        let look = raster.look;
        let (columns, rows) = (raster.columns(), 2 * raster.rows());
        let count = usize::from(columns) * usize::from(rows);
        let places = Places::of(drawn, columns, count, |one| &one.halves);
        let blank = Half {
            fill: None,
            back: look.colour(Paint::Paper),
            spot: None,
            rim: false,
        };
        let mut halves = vec![blank; count];
        let ink = look.colour(Paint::Ink);
        let dark = [ink, look.colour(Paint::Paper)].into_iter();
        let dark = dark.min_by(|one, two| one.luminance().total_cmp(&two.luminance()));
        let dark = dark.unwrap_or(ink);
        let lands = places.sizes.iter().filter(|&&size| size > 0).count();
        let has_rims = places.sizes.iter().sum::<usize>() >= RIMS_FROM * lands;
        // Step 1. Surfaces, from the bottom to the top. A token is seen by its letters.
        let surfaces = drawn.iter().filter(|one| one.shape.is_surface());
        for one in surfaces.filter(|one| !one.is_token()) {
            let is_cover = matches!(one.shape.form, Form::Place {});
            let share = if is_cover { COVER } else { 1.0 };
            let opacity = (one.shape.fill.opacity() * share).min(1.0);
            if opacity == 0.0 {
                continue;
            }
            let colour = look.colour(one.shape.fill);
            for &at in &one.halves {
                let half = &mut halves[at];
                half.fill = Some(one.shape.fill);
                half.back = half.back.under(colour, opacity);
            }
        }
        // Step 2. Neighbouring places differ, and their rims are seen.
        let place = |at: Option<usize>| at.and_then(|at| places.ground[at]);
        let wide = usize::from(columns);
        for (at, half) in halves.iter_mut().enumerate() {
            let Some(here) = places.ground[at] else {
                continue;
            };
            let (column, row) = (at % wide, at / wide);
            let after = [
                (column + 1 < wide).then(|| at + 1),
                (at + wide < count).then(|| at + wide),
            ];
            let before = [(column > 0).then(|| at - 1), (row > 0).then(|| at - wide)];
            // Between two lands one rim is enough; where nothing is beyond, the land has it.
            let differs = |&next: &usize| place(Some(next)) != Some(here);
            let ends = |&next: &usize| place(Some(next)).is_none();
            half.rim = has_rims
                && (after.iter().flatten().any(differs) || before.iter().flatten().any(ends));
            let spot = drawn[here].shape.spot.as_ref();
            let index = spot.and_then(|spot| raster.spots().iter().position(|one| one == spot));
            half.spot = index.and_then(|index| u16::try_from(index).ok());
            let shade = SHADE * f32::from(places.shades[here]);
            half.back = match half.rim {
                true => half.back.under(dark, RIM),
                false => half.back.under(ink, shade),
            };
        }
        Halves { halves }
    }

    /// Gives every cell its halves.
    pub fn lay(self, raster: &mut Raster) {
        for at in 0..raster.cells.len() {
            let [upper, lower] = raster.halves_of(at);
            let halves = [self.halves[upper], self.halves[lower]];
            let cell = &mut raster.cells[at];
            cell.halves = Some(halves);
            // Letters lie on one colour: that of the cell's own place, if it can be.
            let own = halves.iter().filter(|half| half.spot == cell.spot);
            let inner = own.clone().find(|half| !half.rim).or(own.clone().next());
            cell.back = inner.unwrap_or(&halves[1]).back;
        }
    }
}
