//! Why an action is not allowed, for programs and for people.

use std::fmt::Debug;

use vauban_scene::Spot;

use crate::Text;

/// One reason of a refusal.
pub trait Reason: Debug + Clone + PartialEq + Send + Sync + 'static {
    /// A stable name for programs: `too-far`.
    fn code(&self) -> &'static str;
    /// The paragraph of the game's `rules.md` that says so: `3.4`.
    fn paragraph(&self) -> &'static str;
    /// The places it speaks of.
    fn spots(&self) -> Vec<Spot>;
    /// The numbers it speaks of, by name.
    fn numbers(&self) -> Vec<(&'static str, i64)>;
    /// What people read.
    fn text(&self) -> Text;
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
