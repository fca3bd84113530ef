//! Play any game in the terminal: board, log, command line, mouse and keyboard.
//!
//! [`play`] sits a person down at the real terminal. Inside, [`Player`] is all that is known and
//! shown, without input or output: it takes an [`Input`] (a key, a click, an agent's thought, the
//! time), answers with [`Effect`]s, and draws itself on any ratatui backend. Nothing here knows a
//! rule: choices, refusals, pictures and words come from the match.

mod areas;
mod board;
mod canvas;
mod command;
mod draw;
mod gesture;
mod input;
mod line;
mod notice;
mod orders;
mod palette;
mod player;
mod popup;
mod prose;
mod reading;
mod rounds;
mod screen;
mod side;
mod window;
mod words;

use vauban_game::{Lang, Viewer};
use vauban_scene::{Colours, Theme};
use vauban_table::{AgentSpec, AnyMatch};

pub use player::{Effect, Found, Input, Player, Thinking};

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
    /// Bytes for the tables of searches.
    pub search_memory: usize,
}

/// What only the caller can do: it knows files and the shelf.
pub trait Desk {
    /// Saves the match as `reader` may read it; says in one line what was written, or what went wrong.
    fn save(&self, table: &dyn AnyMatch, reader: Viewer, file: &str) -> Result<String, String>;
    /// Opens another match of the same game from a file.
    fn load(&self, file: &str) -> Result<Box<dyn AnyMatch>, String>;
}

/// Plays until the person leaves. `chairs` has one entry for each seat; seats without one are
/// persons. Returns the match as it stands.
pub fn play(
    table: Box<dyn AnyMatch>,
    chairs: &[Chair],
    desk: &dyn Desk,
    options: &Options,
) -> std::io::Result<Box<dyn AnyMatch>> {
    screen::check(options)?;
    let (mut player, effects) = Player::new(table, chairs, desk, options);
    screen::run(&mut player, effects, options)?;
    Ok(player.into_table())
}
