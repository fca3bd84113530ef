//! The kinds of agents that can play a game.

use vauban_game::{Agent, Playable, Text};

/// Makes agents of one kind.
pub struct AgentMaker<G: Playable> {
    pub card: AgentCard,
    pub make: Make<G>,
}

/// How an agent is made.
pub enum Make<G: Playable> {
    /// There is only one of its kind.
    Plain(fn() -> Seatable<G>),
    /// By the words behind its name, as `4` and `plain` in `deep:4:plain`; nothing if they mean nothing.
    With(fn(&[&str]) -> Option<Seatable<G>>),
}

/// An agent that can sit down.
pub type Seatable<G> = Box<dyn Agent<G>>;

/// What the shelf shows of an agent.
#[derive(Clone, Debug)]
pub struct AgentCard {
    pub name: &'static str,
    /// What can be written behind the name, such as `:N`; nothing for most.
    pub parameters: &'static str,
    /// What else it answers to, unless that is another one's name: its name in the rules, or one that it
    /// used to have.
    pub other_names: &'static [&'static str],
    pub about: Text,
}

impl AgentCard {
    /// The name and what can be written behind it: `deep:N`.
    pub fn usage(&self) -> String {
        format!("{}{}", self.name, self.parameters)
    }
}

impl<G: Playable> AgentMaker<G> {
    /// The agent that the words behind its name describe.
    pub(crate) fn make(&self, words: &[&str]) -> Option<Seatable<G>> {
        match self.make {
            Make::Plain(make) => words.is_empty().then(make),
            Make::With(make) => make(words),
        }
    }
}

impl<G: Playable> std::fmt::Debug for AgentMaker<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.card.fmt(f)
    }
}

impl<G: Playable> std::fmt::Debug for Make<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Make::Plain(_) => "Plain",
            Make::With(_) => "With",
        })
    }
}
