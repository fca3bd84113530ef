//! The rules, as a book for people and as trees.

use std::fmt::Write;

use crate::{Game, Lang, Rules};

/// Rules that explain themselves.
pub trait Explain: Game {
    /// The game's `rules.md`, whose numbered paragraphs the refusals cite.
    fn rulebook(&self, lang: Lang) -> &'static str;
    /// The rule trees behind [`Game::check`], one for each kind of action.
    fn trees(&self) -> Vec<RuleTree>;
}

/// What one kind of action must satisfy.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RuleTree {
    /// The kind of action, as [`crate::Notation::kind`] calls it.
    pub kind: &'static str,
    /// The tree as people read it: one demand a line, indented by its depth.
    pub text: String,
    /// The demands in their order, each with the code of the refusal that it gives.
    pub demands: Vec<(&'static str, &'static str)>,
}

impl RuleTree {
    pub fn new<G: Game>(kind: &'static str, rules: &Rules<G>) -> RuleTree {
        RuleTree {
            kind,
            text: rules.to_string(),
            demands: rules.names().into_iter().zip(rules.codes()).collect(),
        }
    }

    /// The same tree behind a demand that is looked at before everything else.
    pub fn after(self, name: &'static str, code: &'static str) -> RuleTree {
        let mut text = format!("lazy all\n  {name}\n");
        for line in self.text.lines() {
            let _ = writeln!(text, "  {line}");
        }
        let mut demands = vec![(name, code)];
        demands.extend(self.demands);
        RuleTree {
            text,
            demands,
            ..self
        }
    }
}
