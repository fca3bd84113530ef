//! Maps laid over the board: a number for each spot.

use serde::Serialize;
use vauban_scene::Spot;

use crate::{Game, Seat, Text, text};

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
    /// The heading under which it stands, with others of its kind.
    pub group: Text,
    pub title: Text,
    /// What its numbers are.
    pub about: Text,
    /// Its numbers in a sentence, where there are any: "North reaches 176 squares."
    pub legend: fn(&Tally) -> Text,
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

/// What the numbers of one map come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// Whose map it is, as it is called within a sentence.
    pub side: Text,
    /// How many spots are not 0.
    pub count: i64,
    /// The lowest and the highest of them, and all together.
    pub least: i32,
    pub most: i32,
    pub sum: i64,
    /// How many are above 0.
    pub above: i64,
    /// Where the highest is, by name; no more than a few.
    pub at: Text,
}

/// So many spots are named where the highest number is.
const MOST_NAMED: usize = 3;

impl Tally {
    /// Of a map of `side`, whose spots have these names.
    pub fn of(map: &LensMap, side: Text, name: impl Fn(&Spot) -> Text) -> Tally {
        let values = map.values.iter().filter(|(_, value)| *value != 0);
        let numbers = || values.clone().map(|(_, value)| *value);
        let most = numbers().max().unwrap_or(0);
        let highest = values.clone().filter(|(_, value)| *value == most);
        let mut named: Vec<Text> = highest.clone().map(|(spot, _)| name(spot)).collect();
        let others = named.len().saturating_sub(MOST_NAMED);
        if others > 0 {
            named.truncate(MOST_NAMED);
            named.push(Text::count(
                others as i64,
                ["other", "others"],
                ["autre", "autres"],
            ));
        }
        Tally {
            side,
            count: numbers().count() as i64,
            least: numbers().min().unwrap_or(0),
            most,
            sum: numbers().map(i64::from).sum(),
            above: numbers().filter(|value| *value > 0).count() as i64,
            at: Text::list(named),
        }
    }

    /// The sentence that `card` has for them; of no numbers at all there is one for every map.
    pub fn told(&self, card: &LensCard) -> Text {
        match self.count {
            0 => text!(
                "{side}: nowhere.",
                "{side} : nulle part.",
                side = self.side.capital()
            ),
            _ => (card.legend)(self),
        }
    }
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
