//! Sits down at any game, the toys too, to see how the terminal looks:
//! `cargo run -p vauban-terminal --features sit --example sit -- stash --seat 2=random --lang fr --dark --colours none --dice manual`

use std::process::ExitCode;

use vauban_catalog::{CATALOG, entry};
use vauban_game::{Lang, Text, Viewer};
use vauban_laws::toys::{Breakthrough, Muster, Stash};
use vauban_scene::{Colours, Theme};
use vauban_table::{AnyGame, AnyMatch, Entry, Opening, Source, Tempo, Undo};
use vauban_terminal::{Chair, Desk, Options, Pictures, play};

static BREAKTHROUGH: Entry<Breakthrough> = entry();
static STASH: Entry<Stash> = entry();
static MUSTER: Entry<Muster> = entry();

struct Files {
    game: &'static dyn AnyGame,
}

impl Desk for Files {
    fn save(&self, table: &dyn AnyMatch, _: Viewer, file: &str) -> Result<String, String> {
        let record = table.record().to_string();
        std::fs::write(file, record).map_err(|error| format!("{file}: {error}"))?;
        Ok(format!("{file} is written"))
    }
    fn load(&self, file: &str) -> Result<Box<dyn AnyMatch>, String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let opening = Opening {
            undo: Undo::All,
            ..Opening::seeded(1)
        };
        self.game
            .load(&text, opening)
            .map_err(|error| format!("{file}: {error}"))
    }
    fn another(&self, _: &dyn AnyMatch) -> Result<Box<dyn AnyMatch>, String> {
        let opened = self.game.open(Opening::seeded(1));
        opened.map_err(|refusals| refusals.line(Lang::En))
    }
    fn keep(&self, _: &dyn AnyMatch) -> Result<(), String> {
        Ok(())
    }
    fn forget(&self) {}
    fn unfinished(&self) -> Option<String> {
        None
    }
    fn resume(&self) -> Result<(Box<dyn AnyMatch>, Vec<Chair>), String> {
        Err("nothing is kept".to_owned())
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sit: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut game: &'static dyn AnyGame = &BREAKTHROUGH;
    let mut opening = Opening {
        undo: Undo::All,
        ..Opening::seeded(1)
    };
    let mut agents: Vec<(usize, String)> = Vec::new();
    let env = |name: &str| std::env::var(name).ok();
    let mut options = Options {
        lang: Lang::En,
        theme: Theme::Light,
        colours: Colours::from_env(env, true),
        search_memory: 1 << 20,
        pictures: Pictures::Never,
        curtain: true,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "breakthrough" => game = &BREAKTHROUGH,
            "stash" => game = &STASH,
            "muster" => game = &MUSTER,
            "--dark" => options.theme = Theme::Dark,
            "--lang" => options.lang = value()?.parse()?,
            "--colours" if value()? == "none" => options.colours = Colours::None,
            "--dice" if value()? == "manual" => opening.source = Source::Manual(1),
            "--undo" => opening.undo = value()?.parse()?,
            "--minutes" => {
                let minutes: u64 = value()?.parse().map_err(|_| "minutes are a number")?;
                opening.tempo = Tempo::Increment {
                    stock: minutes * 60_000,
                    increment: 2_000,
                };
            }
            "--set" => {
                let setting = value()?;
                let (name, value) = setting.split_once('=').ok_or("--set name=value")?;
                opening.settings.insert(name.to_owned(), value.to_owned());
            }
            "--seat" => {
                let seat = value()?;
                let (number, agent) = seat.split_once('=').ok_or("--seat 2=random")?;
                let number = number.parse().map_err(|_| "seats are numbers")?;
                agents.push((number, agent.to_owned()));
            }
            name => {
                game = CATALOG
                    .find(name)
                    .map_err(|refusals| refusals.line(Lang::En))?
            }
        }
    }
    let table = game
        .open(opening)
        .map_err(|refusals| refusals.line(options.lang))?;
    let mut chairs = vec![Chair::Person; usize::from(table.seats())];
    for (number, agent) in agents {
        let chair = chairs.get_mut(number - 1).ok_or("there is no such seat")?;
        *chair = Chair::Agent(agent.parse().map_err(|why: Text| why.en.to_string())?);
    }
    play(table, &chairs, &Files { game }, &options).map_err(|error| error.to_string())?;
    Ok(())
}
