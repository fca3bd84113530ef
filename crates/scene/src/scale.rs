//! From units of the picture to characters: how large, and which character a point falls on.

use crate::Scene;

/// Points that lie on an edge are taken this much to the lower right, so that they are on one side
/// of it whatever the last digit says.
pub(crate) const HAIR: f32 = 0.001;

/// Columns and rows that one unit of the picture may take, the largest first. A character is
/// about twice as high as wide, and an odd number of columns has one in the middle for a glyph;
/// under the last pair a glyph of three columns would not fit.
const SCALES: [(u16, u16); 6] = [(11, 5), (9, 4), (7, 3), (5, 2), (4, 2), (3, 1)];

/// The longest side of a raster. Pictures beyond it are cut: no screen scrolls that far.
const LONGEST: u16 = 1000;

/// The largest scale at which the picture fits, or else the smallest.
pub(crate) fn scale(scene: &Scene, columns: u16, rows: u16) -> (u16, u16) {
    let fits = |&(wide, high): &(u16, u16)| {
        extent(scene.width, wide) <= columns && extent(scene.height, high) <= rows
    };
    let smallest = SCALES[SCALES.len() - 1];
    SCALES.into_iter().find(fits).unwrap_or(smallest)
}

/// How many cells a length takes: those whose middle lies within it, at least one.
pub(crate) fn extent(length: f32, scale: u16) -> u16 {
    // What is no number becomes 0 in the cast.
    let cells = (length * f32::from(scale)).round() as u16;
    cells.clamp(1, LONGEST)
}

/// The middle of the cells that a unit around `centre` is drawn with, counted in cells.
///
/// A square takes the cells whose middles lie in it, so its middle on the screen may be half a cell
/// off its middle in the picture. What stands in it moves along.
pub(crate) fn snapped(centre: f32, scale: u16) -> f32 {
    let (scale, half) = (f32::from(scale), f32::from(scale) / 2.0);
    (centre * scale - half + HAIR).round() + half
}

/// The first of `count` cells that are centred on a point; of two equally good ones the left.
pub(crate) fn start(centre: f32, scale: u16, count: usize) -> i32 {
    let exact = snapped(centre, scale) - count as f32 / 2.0;
    let cell = (exact - 0.5).ceil() as i32;
    // Far from overflow, for whoever adds to it.
    cell.clamp(-1_000_000, 1_000_000)
}
