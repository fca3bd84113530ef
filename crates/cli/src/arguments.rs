//! What can be typed after `vauban`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use vauban_game::{Lang, Seat, Settings};
use vauban_server::Rates;
use vauban_table::{AgentSpec, Undo};

use crate::usage::Wrong;

/// Turn-based war games: play them, serve them, script them, write them down.
///
/// Without a command: `serve`. Open the address that it prints in a browser.
#[derive(Parser, Debug)]
#[command(
    name = "vauban",
    version,
    after_help = "\
Examples:
  vauban                              play in a browser, at the address that is printed
  vauban play jungle --seat 2=2       play Jungle War against level 2, in the terminal
  vauban console jungle               type actions, one a line
  vauban games                        what there is to play
  vauban verify-dice match.vauban     roll a server's dice again
  vauban perft jungle 3               30528

Exit status: 0 done · 1 it could not be done, the reason on standard error · 2 wrong usage"
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The language of texts for people: en or fr; else that of the environment.
    #[arg(long, global = true, value_name = "en|fr", value_parser = lang)]
    lang: Option<Lang>,
}

impl Arguments {
    pub fn lang(&self) -> Lang {
        self.lang.unwrap_or_else(lang_of_environment)
    }
}

/// The language that the environment asks for.
pub fn lang_of_environment() -> Lang {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default();
    if locale.starts_with("fr") {
        Lang::Fr
    } else {
        Lang::En
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play by lines of text: for scripts, tests and people without a screen.
    Console(Console),
    /// Play in the terminal, with a board.
    Play(Play),
    /// Count the ways to go N steps from a position.
    Perft(Perft),
    /// Turn a record, a save or a replay file into another format.
    Convert(Convert),
    /// What there is to play, with options and agents.
    Games(Games),
    /// Serve matches to browsers and programs.
    Serve(Serve),
    /// Copy the server's store into a new file, also while it is running.
    Backup(Backup),
    /// Look through the server's store and play every match again.
    Verify(Verify),
    /// Roll the dice of a finished server match again, and compare.
    VerifyDice(VerifyDice),
    /// Print completions for a shell.
    Completions(Completions),
}

/// A game and how a match of it begins.
#[derive(Args, Debug)]
pub struct Start {
    /// The game, as `vauban games` lists it.
    pub game: String,
    /// An option of the game; may be given several times. A record brings its own.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, String)>,
    /// Start from a position line.
    #[arg(long, value_name = "TEXT", conflicts_with = "load")]
    pub position: Option<String>,
    /// Start from a file: a record, a position, or the game's own format.
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Which record of that file, from 1, if it holds several.
    #[arg(long, value_name = "N", requires = "load")]
    pub record: Option<usize>,
}

impl Start {
    pub fn settings(&self) -> Settings {
        self.settings.iter().cloned().collect()
    }
}

/// Who sits where, and where chance comes from.
#[derive(Args, Debug)]
pub struct Seating {
    /// A program in seat K, from 1: an agent, or a level's number; may be given several times.
    #[arg(long = "seat", value_name = "K=AGENT", value_parser = chair)]
    pub seats: Vec<(Seat, AgentSpec)>,
    /// The seed of chance; without it every match differs.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// `manual`: results of chance are typed as `!RESULT`; a bare `!` rolls.
    #[arg(long, value_name = "seeded|manual", default_value = "seeded", value_parser = ["seeded", "manual"])]
    pub dice: String,
    /// Who may take back what: own, ask or all. In a match of people it is `own` if chance has a part in
    /// the game; else, and in the console, it is `all`.
    #[arg(long, value_name = "own|ask|all", value_parser = undo)]
    pub undo: Option<Undo>,
    /// The date that records carry, instead of today's.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    pub date: Option<String>,
    #[command(flatten)]
    pub search_memory: SearchMemory,
}

/// How much memory programs may use.
#[derive(Args, Copy, Clone, Debug)]
pub struct SearchMemory {
    /// Memory for the tables of all searches together, in MiB.
    #[arg(long = "search-memory", value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    mib: u32,
}

impl SearchMemory {
    pub fn bytes(self) -> usize {
        (self.mib as usize) << 20
    }
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  printf 'legal\\nj3j4\\nh11g11\\nposition\\n' | vauban console jungle --json
  vauban console jungle --seat 2=rollouts:nodes=20000 --seed 7
  vauban console jungle --load match.vauban
  vauban console jungle --load season.vauban --record 3
  vauban console guerre --set setup=hidden --dice manual

Type `help` for the commands. Text from # on is a comment, in file names too.")]
pub struct Console {
    #[command(flatten)]
    pub start: Start,
    #[command(flatten)]
    pub seating: Seating,
    /// Answer every command with one JSON object on one line.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban play jungle                  two people at one screen
  vauban play jungle --seat 2=3       against level 3
  vauban play jungle --set powers=traditional
  vauban play guerre --set setup=hidden --seat 2=2

Press ? in the game for the keys.")]
pub struct Play {
    #[command(flatten)]
    pub start: Start,
    #[command(flatten)]
    pub seating: Seating,
    /// Colours for a light or a dark terminal.
    #[arg(long, value_name = "light|dark", default_value = "dark", value_parser = ["light", "dark"])]
    pub theme: String,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban perft jungle 3               30528
  vauban perft jungle 2 --divide      one line for each first action, then the sum")]
pub struct Perft {
    #[command(flatten)]
    pub start: Start,
    /// How many steps.
    pub depth: u32,
    /// Follow and count only actions of this kind, as `move`.
    pub kind: Option<String>,
    /// Print the count below each first action, too.
    #[arg(long)]
    pub divide: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban convert replay.txt match.vauban     the old replay file as a record
  vauban convert match.vauban replay.txt     and back
  vauban convert match.vauban last.svg       a picture of the last position
  vauban convert match.vauban map.svg --lens 'communication both'
  vauban convert - - < match.vauban          a record, normalised
  vauban convert season.vauban all.vauban    every record of the file
  vauban convert season.vauban 3.svg --record 3

What OUT becomes is told by its name: .vauban a record, .svg a picture,
anything else the game's own format if it has one, else a record.
Only a file of records can take several; from such a file --record chooses one.")]
pub struct Convert {
    /// The file to read; `-` is standard input.
    pub input: PathBuf,
    /// The file to write; `-` is standard output, as a record.
    pub output: PathBuf,
    /// The game, if the file does not tell.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Only this record of the input, from 1.
    #[arg(long, value_name = "N")]
    pub record: Option<usize>,
    /// An option of the game; may be given several times. A record brings its own.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, String)>,
    /// The date that the record carries, if it has none.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    pub date: Option<String>,
    /// Lay a lens over a picture: `NAME [SEAT|both] [after ACTION]`, as the console's `lens`.
    #[arg(long, value_name = "LENS")]
    pub lens: Option<String>,
}

impl Convert {
    pub fn settings(&self) -> Settings {
        self.settings.iter().cloned().collect()
    }
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban games                        for people
  vauban games --lang fr              in French
  vauban games --json                 for programs")]
pub struct Games {
    /// As one JSON array.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban completions bash > ~/.local/share/bash-completion/completions/vauban
  vauban completions zsh > ~/.zfunc/_vauban
  vauban completions fish > ~/.config/fish/completions/vauban.fish")]
pub struct Completions {
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban serve                        on this machine only
  vauban serve --port 0               on any free port; the address is printed
  vauban serve --bind 0.0.0.0         for everybody who can reach this machine
  vauban serve --seed-lobby           with the lobby of the first Jungle War at /player
  vauban serve --bind 0.0.0.0 --host club.example    also by that name
  vauban serve --host club.example --proxy 127.0.0.1  behind a proxy on this machine

It is answered under its addresses, localhost and the names given with --host; others get 421.
Who comes too often gets 429 and is told when to come again: from one address 1,000 requests at
once and then 100 a second, of one guest 300 and then 30 a second; fewer new guests, matches,
recovery links and remarks. --rate 10 makes that ten times as much, --rate off ends it.

Stop it with Ctrl-C. The log goes to standard error; VAUBAN_LOG=debug says more.")]
pub struct Serve {
    /// The address to listen at.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: std::net::IpAddr,
    /// The port to listen at; 0 for any. Else 8470, or the first free one after it.
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    #[command(flatten)]
    pub place: Place,
    /// Answer at /player too, as the lobby of the first Jungle War did: for one table of two
    /// seats, and without asking anybody who they are.
    #[arg(long)]
    pub seed_lobby: bool,
    /// A name under which browsers may ask for it; may be given several times.
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// A proxy whose X-Forwarded-For and X-Forwarded-Proto are believed; may be given several times.
    #[arg(long = "proxy", value_name = "ADDRESS")]
    pub proxies: Vec<std::net::IpAddr>,
    /// How much more often than usual one may come, or off.
    #[arg(long, value_name = "N|off", default_value = "1", value_parser = rates)]
    pub rate: Rates,
    /// Threads on which programs think.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub agent_cores: usize,
    #[command(flatten)]
    pub search_memory: SearchMemory,
    /// Serve the page from this folder instead of the embedded one, for work on it.
    #[arg(long, value_name = "DIR")]
    pub web: Option<PathBuf>,
    /// The log as lines of JSON.
    #[arg(long)]
    pub json_log: bool,
}

/// Where the server keeps everything.
#[derive(Args, Debug)]
pub struct Place {
    /// The folder of the store; else a folder of this user's.
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Backup {
    #[command(flatten)]
    pub place: Place,
    /// The new file.
    pub file: PathBuf,
}

#[derive(Args, Debug)]
pub struct Verify {
    #[command(flatten)]
    pub place: Place,
    /// A backup to look through, instead of the store itself.
    pub file: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban verify-dice match.vauban             every result, and whether it agrees
  vauban verify-dice match.vauban --commit 630dcd29…
  vauban verify-dice - --json < match.vauban  for programs

A server publishes the hash of its secret before a match and tells the secret after it. Note the
hash when you sit down, and give it with --commit: it is what the server could not change any more.

Exit status: 0 every result agrees · 1 one does not, or they cannot be checked")]
pub struct VerifyDice {
    /// The record of a finished match; `-` is standard input.
    pub file: PathBuf,
    /// Which record of the file, from 1, if it holds several.
    #[arg(long, value_name = "N")]
    pub record: Option<usize>,
    /// The hash that the server published before the match; the record must have the same.
    #[arg(long, value_name = "HASH")]
    pub commit: Option<String>,
    /// As one JSON object.
    #[arg(long)]
    pub json: bool,
}

fn lang(text: &str) -> Result<Lang, Wrong> {
    text.parse().map_err(|why| {
        Wrong::new(
            why,
            format!("« {text} » n'est pas une langue d'ici : en ou fr"),
        )
    })
}

fn setting(text: &str) -> Result<(String, String), Wrong> {
    text.split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .ok_or_else(|| {
            Wrong::new(
                "an option is written NAME=VALUE",
                "une option s'écrit NOM=VALEUR",
            )
        })
}

fn chair(text: &str) -> Result<(Seat, AgentSpec), Wrong> {
    let (seat, agent) = text.split_once('=').ok_or_else(|| {
        Wrong::new(
            "a seat is written K=AGENT, as in 2=uniform",
            "une place s'écrit K=PROGRAMME, comme 2=uniform",
        )
    })?;
    let seat = seat
        .parse()
        .ok()
        .and_then(|number| Seat::from_number(number, vauban_game::MAX_SEATS as u8))
        .ok_or_else(|| {
            Wrong::new(
                format!("`{seat}` is not a seat; they count from 1"),
                format!("« {seat} » n'est pas une place ; on compte à partir de 1"),
            )
        })?;
    let agent = agent.parse().map_err(|why: String| {
        Wrong::new(
            why,
            format!("« {agent} » n'est ni un programme ni un niveau, comme uniform, 2 ou rollouts:nodes=5000"),
        )
    })?;
    Ok((seat, agent))
}

fn rates(text: &str) -> Result<Rates, Wrong> {
    text.parse().map_err(|why: String| {
        Wrong::new(
            why,
            format!("« {text} » n'est ni `off` ni un nombre entier à partir de 1"),
        )
    })
}

fn undo(text: &str) -> Result<Undo, Wrong> {
    text.parse().map_err(|why: String| {
        Wrong::new(
            why,
            format!("« {text} » n'est pas une règle de reprise : own, ask ou all"),
        )
    })
}

/// A day of the calendar, as records write it.
fn date(text: &str) -> Result<String, Wrong> {
    let digits = |part: &str, count: usize| {
        (part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| part.parse::<u16>().ok())
            .flatten()
    };
    let mut parts = text.split('-');
    let mut part = |count| parts.next().and_then(|part| digits(part, count));
    let day = (part(4), part(2), part(2));
    let exists = match day {
        (Some(year), Some(month), Some(day)) => u8::try_from(month)
            .ok()
            .and_then(|month| time::Month::try_from(month).ok())
            .and_then(|month| {
                time::Date::from_calendar_date(i32::from(year), month, u8::try_from(day).ok()?).ok()
            })
            .is_some(),
        _ => false,
    };
    if exists && parts.next().is_none() {
        return Ok(text.to_owned());
    }
    Err(Wrong::new(
        "a date is written YYYY-MM-DD, as in 2026-01-31",
        "une date s'écrit AAAA-MM-JJ, comme 2026-01-31",
    ))
}
