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

/// Rows that a unit of a map takes at least: below that its tokens would hide it.
const LEAST_ROWS: f32 = 0.8;
/// Rows that a unit of a map takes at most.
const MOST_ROWS: f32 = 6.0;

/// The largest scale at which the picture fits, or else the smallest: columns and rows a unit.
pub(crate) fn scale(scene: &Scene, columns: u16, rows: u16) -> (f32, f32) {
    if scene.is_map() {
        // Its places are of any form, so any scale will do: as many rows as fit.
        let wide = f32::from(columns) / (2.0 * scene.width);
        let high = f32::from(rows) / scene.height;
        let rows = wide.min(high).clamp(LEAST_ROWS, MOST_ROWS);
        return (2.0 * rows, rows);
    }
    let fits = |&(wide, high): &(u16, u16)| {
        extent(scene.width, wide.into()) <= columns && extent(scene.height, high.into()) <= rows
    };
    let smallest = SCALES[SCALES.len() - 1];
    let (wide, high) = SCALES.into_iter().find(fits).unwrap_or(smallest);
    (wide.into(), high.into())
}

/// How many cells a length takes: those whose middle lies within it, at least one.
pub(crate) fn extent(length: f32, scale: f32) -> u16 {
    // What is no number becomes 0 in the cast. A map that just fits must not be rounded up.
    let cells = (length * scale - HAIR).round() as u16;
    cells.clamp(1, LONGEST)
}

/// The middle of the cells that a unit around `centre` is drawn with, counted in cells.
///
/// A square takes the cells whose middles lie in it, so its middle on the screen may be half a cell
/// off its middle in the picture. What stands in it moves along. A map has no squares.
pub(crate) fn snapped(centre: f32, scale: f32) -> f32 {
    if scale.fract() != 0.0 {
        return centre * scale;
    }
    let half = scale / 2.0;
    (centre * scale - half + HAIR).round() + half
}

/// The first of `count` cells that are centred on a point; of two equally good ones the left.
pub(crate) fn start(centre: f32, scale: f32, count: usize) -> i32 {
    let exact = snapped(centre, scale) - count as f32 / 2.0;
    let cell = (exact - 0.5).ceil() as i32;
    // Far from overflow, for whoever adds to it.
    cell.clamp(-1_000_000, 1_000_000)
}
