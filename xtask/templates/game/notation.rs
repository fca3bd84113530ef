//! How actions are written. §4.1

use std::convert::Infallible;

use vauban_game::{Notation, Phrase, Text, Unreadable};

use super::{Action, Square, State, Towpath, position};

impl Notation for Towpath {
    const KINDS: &[&str] = &["haul"];

    fn phrase(&self, action: Action) -> Phrase {
        Phrase::to("", action.to.spot())
    }

    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        let name = text.trim().to_ascii_lowercase();
        let to = Square::named(&name).ok_or_else(|| Unreadable::action(text))?;
        Ok(Action { to })
    }

    fn grammar(&self) -> Text {
        Text::fixed(
            "the square to which the barge is hauled: d",
            "la case où la péniche est halée : d",
        )
    }

    fn kind(&self, _action: Action) -> &'static str {
        "haul"
    }

    fn write_chance(&self, chance: Infallible) -> String {
        match chance {}
    }

    fn read_chance(&self, text: &str) -> Result<Infallible, Unreadable> {
        Err(Unreadable::chance(text))
    }

    fn write_position(&self, state: &State) -> String {
        position::write(state)
    }

    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        position::read(self, text).map_err(Unreadable::position)
    }
}
