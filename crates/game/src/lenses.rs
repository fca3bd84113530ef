//! Maps laid over the board: a number for each spot.

use serde::Serialize;
use vauban_scene::Spot;

use crate::{Game, Seat, Text};

/// The maps that a game can draw of a position.
pub trait Lenses: Game {
    /// All of them; the first is the one that `lens` without a name shows.
    fn lenses(&self) -> &'static [LensCard];
    /// The map of the lens called `name` for `seat`; `None` if there is no such lens.
    fn lens(&self, view: &Self::View, name: &str, seat: Seat) -> Option<LensMap>;
    /// The same map for some spots alone; a game that searches for its numbers need not search elsewhere.
    fn lens_in(&self, view: &Self::View, name: &str, seat: Seat, zone: &[Spot]) -> Option<LensMap> {
        Some(self.lens(view, name, seat)?.within(zone))
    }
    /// The spots that one word of a zone means, if it means any.
    fn zone(&self, word: &str) -> Option<Vec<Spot>> {
        Some(vec![Spot::from(word)])
    }
    /// The position in a paragraph of words, from the same numbers.
    fn reading(&self, _view: &Self::View) -> Option<Text> {
        None
    }
}

/// What the menu shows of a lens.
#[derive(Debug)]
pub struct LensCard {
    pub name: &'static str,
    pub title: Text,
    pub about: Text,
    pub scale: Scale,
    /// Shown without being asked for.
    pub initial: bool,
}

/// How a lens's numbers become shades.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// 0 is nothing, more is more.
    Sequential,
    /// Above 0 is good for the seat, below is bad.
    Diverging,
}

/// One map.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LensMap {
    /// A number for each spot, in the board's order. Spots left out are 0.
    pub values: Vec<(Spot, i32)>,
    /// Ways over the board, such as the valley to an enemy arsenal.
    pub paths: Vec<Vec<Spot>>,
    /// Lines that lead nowhere in particular, such as lines of communication.
    pub lines: Vec<[Spot; 2]>,
    /// Spots whose number may be higher: the search for it was not finished.
    pub at_least: Vec<Spot>,
    /// Actions, as they are written, that lead to the number of a spot.
    pub plans: Vec<(Spot, Vec<String>)>,
    /// What else there is to say, a sentence each.
    pub notes: Vec<Text>,
}

impl LensMap {
    /// The map of some spots alone.
    #[must_use]
    pub fn within(mut self, zone: &[Spot]) -> LensMap {
        self.values.retain(|(spot, _)| zone.contains(spot));
        self.at_least.retain(|spot| zone.contains(spot));
        self.plans.retain(|(spot, _)| zone.contains(spot));
        self
    }
}
