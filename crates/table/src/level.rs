//! How strong a program plays, as people choose it.

use std::time::Duration;

use vauban_game::Text;

/// A strength: an agent with a budget.
#[derive(Clone, Debug)]
pub struct Level {
    /// The agent and its parameters, as somebody would type them: `deep:4`.
    pub agent: &'static str,
    /// For one answer. Nodes rather than seconds, so that a level plays alike on every machine.
    pub nodes: u64,
    /// It draws evenly among the actions that it takes to be worth no more than this less than the best, in
    /// thousandths of a win.
    pub slack: u16,
    /// How it plays.
    pub about: Text,
    /// In Elo, where the agent that draws evenly among all actions has 0. From docs/strength.md.
    pub rating: i16,
}

impl Level {
    /// However strong, it answers for a whole turn within this, with what it has found by then.
    pub const TURN: Duration = Duration::from_millis(1_800);

    /// What levels are called, from the first: the same in every game.
    pub const NAMES: [Text; 8] = [
        Text::fixed("Recruit", "Recrue"),
        Text::fixed("Soldier", "Soldat"),
        Text::fixed("Corporal", "Caporal"),
        Text::fixed("Sergeant", "Sergent"),
        Text::fixed("Lieutenant", "Lieutenant"),
        Text::fixed("Captain", "Capitaine"),
        Text::fixed("Colonel", "Colonel"),
        Text::fixed("Marshal", "Maréchal"),
    ];

    /// What the level with this number, from 1, is called.
    pub fn name(number: usize) -> Text {
        let named = number
            .checked_sub(1)
            .and_then(|index| Level::NAMES.get(index).cloned());
        named.unwrap_or_else(|| Text::same(number.to_string()))
    }
}
