//! Play any game in the terminal: board, log, command line, mouse and keyboard.

use vauban_game::Lang;
use vauban_scene::{Colours, Theme};
use vauban_table::{AgentSpec, AnyMatch};

/// Who sits in a seat.
#[derive(Clone, Debug)]
pub enum Chair {
    Person,
    Agent(AgentSpec),
}

/// How the terminal is to be used.
#[derive(Clone, Debug)]
pub struct Options {
    pub lang: Lang,
    pub theme: Theme,
    pub colours: Colours,
}

/// What only the caller can do: it knows files and the shelf.
pub trait Desk {
    /// Saves the match; says in one line what was written, or what went wrong.
    fn save(&self, table: &dyn AnyMatch, file: &str) -> Result<String, String>;
    /// Opens another match of the same game from a file.
    fn load(&self, file: &str) -> Result<Box<dyn AnyMatch>, String>;
}

/// Plays until the person leaves. `chairs` has one entry for each seat. Returns the match as it stands.
pub fn play(
    table: Box<dyn AnyMatch>,
    _chairs: &[Chair],
    _desk: &dyn Desk,
    _options: &Options,
) -> std::io::Result<Box<dyn AnyMatch>> {
    Ok(table)
}
