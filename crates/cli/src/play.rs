//! `vauban play`: a match in the terminal.

use std::{
    io::{IsTerminal, stdin, stdout},
    path::Path,
};

use vauban_catalog::CATALOG;
use vauban_game::Lang;
use vauban_scene::{Colours, Theme};
use vauban_table::{AnyMatch, Undo};
use vauban_terminal::{Chair, Desk, Options, play};

use crate::{
    arguments::{Arguments, Command, Play},
    failure::Failure,
    files,
    opening::{self, Opened},
    perft::print,
};

/// What `vauban` alone does: a match of the first game against a program.
pub fn default_match(lang: Lang) -> Result<(), Failure> {
    use clap::{CommandFactory, Parser};
    if !(stdin().is_terminal() && stdout().is_terminal()) {
        // Nobody is there to play with: say what could be done.
        return print(&Arguments::command().render_help());
    }
    let first = CATALOG.games().next().map_or("", |game| game.card().name);
    let arguments = Arguments::parse_from(["vauban", "play", first, "--seat", "2=2"]);
    match arguments.command {
        Some(Command::Play(arguments)) => run(&arguments, lang),
        _ => unreachable!("the line above asks for play"),
    }
}

pub fn run(arguments: &Play, lang: Lang) -> Result<(), Failure> {
    let opened = opening::open(&arguments.start, &arguments.seating, lang)?;
    if !(stdin().is_terminal() && stdout().is_terminal()) {
        return Err(Failure::new(lang.pick(
            "play needs a terminal; scripts use `vauban console`",
            "play a besoin d'un terminal ; les scripts utilisent « vauban console »",
        )));
    }
    let options = Options {
        lang,
        theme: match arguments.theme.as_str() {
            "light" => Theme::Light,
            _ => Theme::Dark,
        },
        colours: Colours::from_env(|name| std::env::var(name).ok(), stdout().is_terminal()),
    };
    let Opened {
        game,
        opening,
        table,
        chairs,
        date,
    } = opened;
    let desk = Files {
        game,
        opening,
        chairs: chairs.clone(),
        date,
        lang,
    };
    play(table, &chairs, &desk, &options)
        .map(drop)
        .map_err(|error| Failure::new(format!("the terminal: {error}")))
}

/// Saves and loads for the terminal.
struct Files {
    game: &'static dyn vauban_table::AnyGame,
    opening: vauban_table::Opening,
    chairs: Vec<Chair>,
    date: String,
    lang: Lang,
}

impl Desk for Files {
    fn save(&self, table: &dyn AnyMatch, file: &str) -> Result<String, String> {
        files::save(table, Path::new(file)).map_err(|failure| failure.to_string())?;
        Ok(self.lang.pick(
            format!("saved as {file}"),
            format!("enregistré dans {file}"),
        ))
    }

    fn load(&self, file: &str) -> Result<Box<dyn AnyMatch>, String> {
        let text = files::read(Path::new(file)).map_err(|failure| failure.to_string())?;
        let mut opening = self.opening.clone();
        opening.position = None;
        opening.undo = Undo::All;
        let mut table = self
            .game
            .load(&text, opening)
            .map_err(|error| error.text.of(self.lang).to_owned())?;
        opening::tag(table.as_mut(), &self.chairs, &self.date);
        Ok(table)
    }
}
