//! Why an action is not allowed, for programs and for people.

use std::fmt::Debug;

use vauban_scene::Spot;

use crate::Text;

/// One reason of a refusal. An implementation is one match with one arm for each refusal.
pub trait Reason: Debug + Clone + PartialEq + Send + Sync + 'static {
    fn explain(&self) -> Explanation;

    fn code(&self) -> &'static str {
        self.explain().code
    }
    fn paragraph(&self) -> &'static str {
        self.explain().paragraph
    }
    fn spots(&self) -> Vec<Spot> {
        self.explain().spots
    }
    fn numbers(&self) -> Vec<(&'static str, i64)> {
        self.explain().numbers
    }
    fn text(&self) -> Text {
        self.explain().text
    }
}

/// All there is to say about one refusal.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// A stable name for programs: `too-far`.
    pub code: &'static str,
    /// The paragraph of the game's `rules.md` that says so: `3.4`.
    pub paragraph: &'static str,
    /// The places it speaks of.
    pub spots: Vec<Spot>,
    /// The numbers it speaks of, by name.
    pub numbers: Vec<(&'static str, i64)>,
    /// What people read.
    pub text: Text,
}

impl Explanation {
    pub fn new(code: &'static str, paragraph: &'static str, text: Text) -> Explanation {
        Explanation {
            code,
            paragraph,
            spots: Vec::new(),
            numbers: Vec::new(),
            text,
        }
    }
    pub fn at(mut self, spots: impl IntoIterator<Item = Spot>) -> Explanation {
        self.spots.extend(spots);
        self
    }
    pub fn number(mut self, name: &'static str, number: impl Into<i64>) -> Explanation {
        self.numbers.push((name, number.into()));
        self
    }
}

/// All that is wrong with an action.
#[derive(Clone, PartialEq, Debug)]
pub struct Refused<R> {
    /// Every rule that failed, in the order of the rule tree; never empty.
    pub failed: Vec<R>,
    /// The rules that could not be looked at, because they hang on one that failed.
    pub unchecked: Vec<&'static str>,
}

impl<R> Refused<R> {
    /// A refusal for a single reason.
    pub fn one(reason: R) -> Refused<R> {
        Refused {
            failed: vec![reason],
            unchecked: Vec::new(),
        }
    }
}
