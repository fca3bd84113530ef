//! The rules, as a book for people and as trees.

use crate::{Game, Lang};

/// Rules that explain themselves.
pub trait Explain: Game {
    /// The game's `rules.md`, whose numbered paragraphs the refusals cite.
    fn rulebook(&self, lang: Lang) -> &'static str;
    /// The rule trees behind [`Game::check`], each with the kind of action it judges, printed.
    fn trees(&self) -> Vec<(&'static str, String)>;
}
