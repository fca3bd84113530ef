//! `vauban play`: a match in the terminal.

use std::io::{IsTerminal, stdin, stdout};

use vauban_game::{Lang, Text, Viewer};
use vauban_scene::{Colours, Theme};
use vauban_table::AnyMatch;
use vauban_terminal::{Desk, Options, play};

use crate::{
    arguments::Play,
    failure::Failure,
    format,
    opening::{self, Host, Purpose},
};

pub fn run(arguments: &Play, lang: Lang) -> Result<(), Failure> {
    let (host, table) = opening::open(&arguments.start, &arguments.seating, Purpose::Play)?;
    if !(stdin().is_terminal() && stdout().is_terminal()) {
        return Err(Failure::new(Text::fixed(
            "`play` needs a terminal; in scripts, use `vauban console`",
            "« play » a besoin d'un terminal ; dans un script, utilisez « vauban console »",
        )));
    }
    let options = Options {
        lang,
        theme: match arguments.theme.as_str() {
            "light" => Theme::Light,
            _ => Theme::Dark,
        },
        colours: Colours::from_env(|name| std::env::var(name).ok(), stdout().is_terminal()),
        search_memory: arguments.seating.search_memory.bytes(),
    };
    let chairs = host.chairs.clone();
    play(table, &chairs, &Files { host, lang }, &options)
        .map(drop)
        .map_err(|error| {
            Failure::new(Text::new(
                format!("the terminal failed: {error}"),
                format!("le terminal a échoué : {error}"),
            ))
        })
}

/// Saves and loads for the terminal.
struct Files {
    host: Host,
    lang: Lang,
}

impl Desk for Files {
    fn save(&self, table: &dyn AnyMatch, reader: Viewer, file: &str) -> Result<String, String> {
        format::save(table, Some(reader), file, self.lang)
            .map_err(|failure| failure.text().of(self.lang).to_owned())?;
        Ok(self.lang.pick(
            format!("saved to {file}"),
            format!("enregistré dans {file}"),
        ))
    }

    fn load(&self, file: &str) -> Result<Box<dyn AnyMatch>, String> {
        self.host
            .load(file)
            .map_err(|failure| failure.text().of(self.lang).to_owned())
    }
}
