//! A map drawn from a grid: every cell belongs to a region, and regions get smooth outlines.
//!
//! Each stretch of border between two regions is made once and used by both, so neighbours share
//! their points exactly. All arithmetic that decides anything is in whole numbers: the same grid
//! gives the same picture on every machine.

mod arcs;
mod depth;
mod grid;
mod smooth;

use std::collections::BTreeSet;

use crate::{Form, Point};
use arcs::Arc;
use depth::Depths;
use grid::{Corner, Grid};

/// The regions of a grid, with their borders.
#[derive(Clone, Debug)]
pub struct Regions {
    grid: Grid,
    /// How wide and high a cell is, in units of the picture.
    cell: f32,
    /// Every stretch of border once.
    arcs: Vec<Arc>,
    depths: Depths,
    /// Where each corner of the grid was moved to.
    moved: Vec<Place>,
}

/// A place in fractions of a cell: [`STEPS`] of them are one cell.
type Place = (i32, i32);

/// Fractions of a cell that places are counted in.
const STEPS: i32 = 256;

/// A point for a name or a token, well inside a region.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Label {
    pub at: Point,
    /// About how far the region reaches from there in every direction.
    pub room: f32,
}

/// Where a landing stage can stand: it begins at the border and ends on the water.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Quay {
    pub shore: Point,
    pub end: Point,
}

impl Regions {
    /// The regions of a grid that is `columns` wide, its cells row by row. A cell is `cell` units
    /// of the picture wide and high.
    ///
    /// Cells after the last whole row are left out; without any whole row there are no regions.
    pub fn new(columns: u16, cells: &[u8], cell: f32) -> Regions {
        let grid = Grid::new(columns, cells);
        let moved = smooth::relaxed(&grid);
        let arcs = arcs::trace(&grid, &moved);
        Regions {
            depths: Depths::of(&grid),
            grid,
            cell,
            arcs,
            moved,
        }
    }

    pub fn width(&self) -> f32 {
        f32::from(self.grid.columns()) * self.cell
    }

    pub fn height(&self) -> f32 {
        f32::from(self.grid.rows()) * self.cell
    }

    /// The regions that have a cell, in order.
    pub fn ids(&self) -> BTreeSet<u8> {
        self.grid.ids().iter().copied().collect()
    }

    /// The region at a point of the picture, by the grid.
    pub fn at(&self, point: Point) -> Option<u8> {
        let (x, y) = ((point.x / self.cell).floor(), (point.y / self.cell).floor());
        // What is no number becomes 0 in the cast, so it is asked for first.
        (x.is_finite() && y.is_finite()).then(|| self.grid.id(x as i32, y as i32))?
    }

    /// The outlines of a region: a loop around each of its parts and each of its holes.
    ///
    /// Loops around parts run clockwise on the screen and come first, the largest ahead; loops
    /// around holes run against the clock. Parts that only touch at a corner are apart.
    pub fn outlines(&self, id: u8) -> Vec<Vec<Point>> {
        let loops = arcs::loops(&self.grid, &self.arcs, id);
        loops.iter().map(|places| self.points(places)).collect()
    }

    /// The region as a form around the picture's origin, with the label as its middle.
    pub fn area(&self, id: u8) -> Form {
        Form::Area {
            loops: self.outlines(id),
            middle: self.label(id).map(|label| label.at).unwrap_or_default(),
        }
    }

    /// The borders between two regions, each from one end to the other; one that closes repeats its
    /// first point.
    pub fn borders(&self, one: u8, two: u8) -> Vec<Vec<Point>> {
        self.lines(|left, right| {
            let pair = (left, right);
            pair == (Some(one), Some(two)) || pair == (Some(two), Some(one))
        })
    }

    /// The line between the regions of a kind and those that are not of it: a coast, a front. The
    /// edge of the grid is no part of it.
    pub fn boundary(&self, is_inside: impl Fn(u8) -> bool) -> Vec<Vec<Point>> {
        self.lines(|left, right| match (left, right) {
            (Some(left), Some(right)) => is_inside(left) != is_inside(right),
            _ => false,
        })
    }

    /// All stretches of border between regions for which `is_meant` holds, joined where exactly
    /// two of them meet. Beyond the edge there is no region.
    pub fn lines(&self, is_meant: impl Fn(Option<u8>, Option<u8>) -> bool) -> Vec<Vec<Point>> {
        let meant = self.arcs.iter().filter(|arc| is_meant(arc.left, arc.right));
        let lines = arcs::joined(meant.map(|arc| arc.places.clone()).collect());
        lines.iter().map(|places| self.points(places)).collect()
    }

    /// The point of a region that is farthest from its borders, nearest to its middle if several are.
    pub fn label(&self, id: u8) -> Option<Label> {
        let (place, room) = self.depths.deepest(id)?;
        Some(Label {
            at: self.point(place),
            room: self.length(room),
        })
    }

    /// A place for a landing stage of a region at a neighbour: where the neighbour has most room,
    /// near the middle of their border.
    pub fn quay(&self, land: u8, water: u8) -> Option<Quay> {
        let sides = self.grid.sides(land, water);
        let count = i32::try_from(sides.len()).ok().filter(|&count| count > 0)?;
        // In half cells, as the depths are.
        let middle = sides.iter().fold((0, 0), |sum, side| {
            let (x, y) = side.middle();
            (sum.0 + x, sum.1 + y)
        });
        let middle = (middle.0 / count, middle.1 / count);
        let best = sides.iter().min_by_key(|side| {
            let (x, y) = side.middle();
            let room = self.depths.at(side.beyond()).min(depth::WIDE);
            let aside = (x - middle.0).pow(2) + (y - middle.1).pow(2);
            (-room, aside, x, y)
        })?;
        let moved = |corner: Corner| self.moved[self.grid.index(corner)];
        let (from, to) = (moved(best.from), moved(best.to));
        let shore = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        let (x, y) = best.beyond();
        Some(Quay {
            shore: self.point(shore),
            end: self.point((x * STEPS / 2, y * STEPS / 2)),
        })
    }

    fn points(&self, places: &[Place]) -> Vec<Point> {
        places.iter().map(|&place| self.point(place)).collect()
    }

    fn point(&self, (x, y): Place) -> Point {
        Point::new(self.length(x), self.length(y))
    }

    /// A length in units of the picture, with the three decimals that a picture has.
    fn length(&self, steps: i32) -> f32 {
        let exact = steps as f32 / STEPS as f32 * self.cell;
        (exact * 1000.0).round() / 1000.0
    }
}

#[cfg(test)]
mod tests;
