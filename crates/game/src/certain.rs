//! Looking ahead as if nothing were uncertain.

use crate::{Evaluate, Game};

/// A judge for a search that takes the usual for sure, as the first programs did.
pub trait Certain<G: Game>: Evaluate<G> {
    /// The state in which what the viewer cannot know is not there.
    fn known(&self, game: &G, view: &G::View) -> G::State;

    /// The result that stands for all that nature may produce at `state`.
    fn usual(&self, game: &G, state: &G::State) -> G::Chance;
}
