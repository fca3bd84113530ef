//! `vauban play`: a match in the terminal.

use std::io::{IsTerminal, stdin, stdout};

use vauban_game::{Lang, Text, Viewer};
use vauban_scene::{Colours, Theme};
use vauban_table::{AnyMatch, Record};
use vauban_terminal::{Chair, Desk, Options, Pictures, play};

use crate::{
    arguments::Play,
    failure::Failure,
    format,
    opening::{self, Host, Purpose},
    unfinished::{self, Slot},
};

pub fn run(arguments: &Play, lang: Lang) -> Result<(), Failure> {
    let (host, table) = opening::open(&arguments.start, &arguments.seating, Purpose::Play)?;
    if !(stdin().is_terminal() && stdout().is_terminal()) {
        return Err(Failure::new(Text::fixed(
            "`play` and `learn` need a terminal; in scripts, use `vauban console`",
            "« play » et « learn » ont besoin d'un terminal ; dans un script, utilisez « vauban console »",
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
        pictures: pictures(arguments),
        curtain: !arguments.no_curtain,
    };
    let chairs = host.chairs.clone();
    // A lesson takes a minute: it is not kept, nor is another match offered instead of it.
    let is_lesson = arguments.start.lesson;
    let slot = (!is_lesson).then(|| Slot::take(&arguments.start.game));
    let desk = Files {
        // A file or a position was asked for, and nothing else.
        offers: arguments.start.load.is_none() && arguments.start.position.is_none(),
        slot: slot.flatten(),
        host,
        lang,
    };
    play(table, &chairs, &desk, &options)
        .map(drop)
        .map_err(|error| {
            Failure::new(Text::new(
                format!("the terminal failed: {error}"),
                format!("le terminal a échoué : {error}"),
            ))
        })
}

#[cfg(feature = "pictures")]
fn pictures(arguments: &Play) -> Pictures {
    use vauban_terminal::Protocol;
    match arguments.pictures.as_str() {
        "never" => Pictures::Never,
        "kitty" => Pictures::By(Protocol::Kitty),
        "sixel" => Pictures::By(Protocol::Sixel),
        _ => Pictures::Auto,
    }
}

/// This program was built without pictures.
#[cfg(not(feature = "pictures"))]
fn pictures(_: &Play) -> Pictures {
    Pictures::Never
}

/// Saves, loads and keeps for the terminal.
struct Files {
    host: Host,
    lang: Lang,
    /// Where the match is kept while it is played, if anything can be kept here.
    slot: Option<Slot>,
    /// Whether a match that was not finished is offered.
    offers: bool,
}

impl Files {
    fn said(&self, failure: &Failure) -> String {
        failure.text().of(self.lang).to_owned()
    }

    fn record(&self) -> Option<(&Slot, Record)> {
        let slot = self.slot.as_ref().filter(|_| self.offers)?;
        Some((slot, slot.unfinished()?))
    }
}

impl Desk for Files {
    fn save(&self, table: &dyn AnyMatch, reader: Viewer, file: &str) -> Result<String, String> {
        let saved = format::save(table, Some(reader), file, self.lang);
        let said = saved.map_err(|failure| self.said(&failure))?;
        Ok(said.of(self.lang).to_owned())
    }

    fn load(&self, file: &str) -> Result<Box<dyn AnyMatch>, String> {
        self.host.load(file).map_err(|failure| self.said(&failure))
    }

    fn another(&self, table: &dyn AnyMatch) -> Result<Box<dyn AnyMatch>, String> {
        self.host
            .another(table)
            .map_err(|failure| self.said(&failure))
    }

    fn keep(&self, table: &dyn AnyMatch) -> Result<(), String> {
        let Some(slot) = &self.slot else {
            return Ok(());
        };
        slot.keep(table, self.lang)
            .map_err(|failure| self.said(&failure))
    }

    fn forget(&self) {
        if let Some(slot) = &self.slot {
            slot.forget();
        }
    }

    fn unfinished(&self) -> Option<String> {
        let (_, record) = self.record()?;
        let steps = record.steps().count();
        let words = self.lang.pick(
            if steps == 1 { "step" } else { "steps" },
            if steps == 1 { "coup" } else { "coups" },
        );
        let date = record.tag("Date").unwrap_or_default();
        let seats = record.tag("Seats").unwrap_or_default();
        Some(format!("{date} · {seats} · {steps} {words}"))
    }

    fn resume(&self) -> Result<(Box<dyn AnyMatch>, Vec<Chair>), String> {
        let (slot, record) = self.record().ok_or_else(|| {
            self.lang
                .pick("it is gone", "elle n'est plus là")
                .to_owned()
        })?;
        let table = self.host.open_file(slot.path());
        let table = table.map_err(|failure| self.said(&failure))?;
        Ok((table, unfinished::chairs(&record)))
    }
}
