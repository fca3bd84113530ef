//! The places of the ground as the terminal shows them, and shades that tell neighbours apart.

use crate::Point;
use crate::terminal::Drawn;

/// The places of the ground: for each cell the lowest shape with a spot.
pub(crate) struct Places {
    /// The place of each cell, as the number of its shape.
    pub ground: Vec<Option<usize>>,
    /// The shade of each shape as a place: neighbouring places have different ones.
    pub shades: Vec<u8>,
    /// How many cells each shape holds as a place.
    pub sizes: Vec<usize>,
    /// Each place that holds a cell, and its middle.
    pub middles: Vec<(usize, Point)>,
}

impl Places {
    /// The places of a picture of `count` cells, given its shapes from the bottom to the top and
    /// which cells each covers.
    pub fn of<'a>(
        drawn: &'a [Drawn<'_>],
        columns: u16,
        count: usize,
        cells: impl Fn(&'a Drawn<'_>) -> &'a [usize],
    ) -> Places {
        let columns = usize::from(columns);
        let mut ground: Vec<Option<usize>> = vec![None; count];
        let mut sizes = vec![0; drawn.len()];
        let mut middles = Vec::new();
        for (index, one) in drawn.iter().enumerate() {
            if one.shape.spot.is_none() || !one.shape.is_surface() {
                continue;
            }
            for &at in cells(one) {
                if ground[at].is_none() {
                    ground[at] = Some(index);
                    sizes[index] += 1;
                }
            }
            if sizes[index] > 0
                && let Some(middle) = one.middle
            {
                middles.push((index, middle));
            }
        }
        Places {
            shades: shades(&ground, columns, drawn.len()),
            ground,
            sizes,
            middles,
        }
    }
}

/// Colours the places so that neighbours differ: each takes the lowest shade that is free.
///
/// On squares this gives a chess board, on hexagons three shades, on a map seldom more than four.
fn shades(ground: &[Option<usize>], columns: usize, shapes: usize) -> Vec<u8> {
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); shapes];
    let mut touch = |one: Option<usize>, two: Option<usize>| {
        if let (Some(one), Some(two)) = (one, two)
            && one != two
            && !neighbours[one].contains(&two)
        {
            neighbours[one].push(two);
            neighbours[two].push(one);
        }
    };
    for (at, &here) in ground.iter().enumerate() {
        if (at + 1) % columns != 0 {
            touch(here, ground[at + 1]);
        }
        if let Some(&below) = ground.get(at + columns) {
            touch(here, below);
        }
    }
    let mut shade_of: Vec<u8> = Vec::with_capacity(shapes);
    for known in &neighbours {
        let taken = |shade: &u8| {
            let mut before = known.iter().filter_map(|&other| shade_of.get(other));
            before.any(|other| other == shade)
        };
        let free = (0..4).find(|shade| !taken(shade)).unwrap_or(0);
        shade_of.push(free);
    }
    shade_of
}
