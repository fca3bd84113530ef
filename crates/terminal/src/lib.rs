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
mod pause;
mod pictures;
mod player;
mod popup;
mod prose;
mod reading;
mod rounds;
mod screen;
mod side;
mod steps;
mod thinking;
mod thoughts;
mod unfinished;
mod window;
mod words;

use vauban_game::{Lang, Viewer};
use vauban_scene::{Colours, Theme};
use vauban_table::{AgentSpec, AnyMatch};

pub use pictures::Pictures;
#[cfg(feature = "pictures")]
pub use pictures::{Graphics, Protocol};
pub use player::{Effect, Input, Player};
pub use thinking::{Found, Thinking};

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
    /// Whether the board is shown as a real picture.
    pub pictures: Pictures,
    /// Whether the board is hidden while the screen is passed from one person to another.
    pub curtain: bool,
}

/// What only the caller can do: it knows files and the shelf.
pub trait Desk {
    /// Saves the match as `reader` may read it; says in one line what was written, or what went wrong.
    fn save(&self, table: &dyn AnyMatch, reader: Viewer, file: &str) -> Result<String, String>;
    /// Opens another match of the same game from a file.
    fn load(&self, file: &str) -> Result<Box<dyn AnyMatch>, String>;
    /// Opens another match like this one.
    fn another(&self, table: &dyn AnyMatch) -> Result<Box<dyn AnyMatch>, String>;
    /// Keeps the match as it stands now, so that it is not lost if the program is killed.
    fn keep(&self, table: &dyn AnyMatch) -> Result<(), String>;
    /// Keeps nothing any more.
    fn forget(&self);
    /// What is known of a match that was kept and never ended, in one line.
    fn unfinished(&self) -> Option<String>;
    /// That match, with who sits at it.
    fn resume(&self) -> Result<(Box<dyn AnyMatch>, Vec<Chair>), String>;
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
