//! What can be typed after `vauban`.

mod arena;
mod copy;
mod operator;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use vauban_game::{Card, Lang, Seat, Settings};
use vauban_server::{QuotaChange, Rates};
use vauban_table::{AgentSpec, Undo};

pub use self::arena::{Arena, Bench};
pub use self::copy::Copy;
pub use self::operator::{AccountAction, Accounts, MatchAction, Matches};
use crate::{failure::Failure, usage::Wrong};

/// Turn-based war games in the browser, in the terminal and in scripts.
///
/// Without a command, `vauban` does what `vauban serve` does: open the address it prints in a browser.
#[derive(Parser, Debug)]
#[command(
    name = "vauban",
    version,
    after_help = "\
Examples:
  vauban                              play in a browser, at the address it prints
  vauban learn jungle                 learn Jungle War in a minute, in the terminal
  vauban play jungle --seat 2=2       play Jungle War against level 2, in the terminal
  vauban console jungle               type actions, one per line
  vauban games                        list the games
  vauban verify-dice match.vauban     check a server's dice
  vauban perft jungle 3               30528

Exit status: 0 success · 1 failure, with the reason on standard error · 2 wrong usage"
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The language of messages, en or fr; by default, that of your environment.
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
    /// Play by typing commands, one per line: for scripts, tests and screen readers.
    Console(Console),
    /// Play on a board in the terminal.
    Play(Play),
    /// Learn a game in the terminal, in a few small tasks: the same as `play GAME --lesson`.
    Learn(Play),
    /// Let programs play each other, and compare them.
    Arena(Arena),
    /// Count nodes while every program thinks about the same positions.
    Bench(Bench),
    /// Count the ways to play N steps from a position.
    Perft(Perft),
    /// Convert a record, a save or a replay file to another format.
    Convert(Convert),
    /// List the games, with their goals, presets, options and programs.
    Games(Games),
    /// Serve matches to browsers and programs.
    Serve(Serve),
    /// Copy the server's store to a new file, even while the server is running.
    Backup(Backup),
    /// Check the server's store and replay every match in it.
    Verify(Verify),
    /// Copy everything from one store to another, such as from a file to PostgreSQL.
    Copy(Copy),
    /// List the matches on the server, close them, or delete them.
    Matches(Matches),
    /// List the accounts on the server, revoke their sessions, or ban them.
    Accounts(Accounts),
    /// Check the dice of a match that was played on a server.
    VerifyDice(VerifyDice),
    /// Print the description of the server's API (OpenAPI, JSON).
    Openapi(Openapi),
    /// Print completions for your shell.
    Completions(Completions),
}

/// A game and how a match of it begins.
#[derive(Args, Debug)]
pub struct Start {
    /// The name of the game; `vauban games` lists them.
    pub game: String,
    #[command(flatten)]
    pub choices: Choices,
    /// Start from this position.
    #[arg(long, value_name = "TEXT", conflicts_with = "load")]
    pub position: Option<String>,
    /// Start from a file: a record, a position, or the game's own format.
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Which record of that file to load, counting from 1, if it holds several.
    #[arg(long, value_name = "N", requires = "load")]
    pub record: Option<usize>,
    /// Open the game's lesson: a prepared position with a few small tasks.
    #[arg(long, conflicts_with_all = ["position", "load", "preset", "settings", "seats"])]
    pub lesson: bool,
}

/// How a game is played. Records have their own options and seats.
#[derive(Args, Debug)]
pub struct Choices {
    /// Use a preset, a named set of options; `vauban games` lists them. Options given with --set
    /// override the preset's.
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// An option of the game; may be given several times.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    settings: Vec<(String, String)>,
    /// The number of seats; by default, the preset's or the game's usual number.
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
}

impl Choices {
    /// The options and the seats that were chosen, by the preset too.
    pub fn for_game(&self, card: &Card) -> Result<(Settings, Option<u8>), Failure> {
        let mut settings = self.settings.iter().cloned().collect();
        let seats = match &self.preset {
            None => self.seats,
            Some(preset) => {
                let filled = card.fill_in(preset, &mut settings, self.seats);
                filled.map_err(|error| Failure::new(error.text))?
            }
        };
        Ok((settings, seats))
    }
}

/// Who sits where, and where chance comes from.
#[derive(Args, Debug)]
pub struct Seating {
    /// Let a program play seat K, counting from 1: its name, or a level; may be given several times.
    #[arg(long = "seat", value_name = "K=AGENT", value_parser = chair)]
    pub agents: Vec<(Seat, AgentSpec)>,
    /// The seed of the dice; without one, every match is different.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// With `manual` you type results of chance as `!RESULT`; `!` alone rolls.
    #[arg(long, value_name = "seeded|manual", default_value = "seeded", value_parser = ["seeded", "manual"])]
    pub dice: String,
    /// What players may take back: their own actions (own; in `play`, those of all people at the screen),
    /// with the others' consent (ask), or anything (all). The default is `own` for `play` in games with
    /// chance, and `all` otherwise.
    #[arg(long, value_name = "own|ask|all", value_parser = undo)]
    pub undo: Option<Undo>,
    /// The date to write into records, instead of today's.
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
  printf 'task\\nhint\\n' | vauban console jungle --lesson

Type `help` for the commands. # starts a comment, in file names too.")]
pub struct Console {
    #[command(flatten)]
    pub start: Start,
    #[command(flatten)]
    pub seating: Seating,
    /// Answer every command with one JSON object on one line.
    #[arg(long)]
    pub json: bool,
    /// Show everything, including what the people at the table may not know yet.
    #[arg(long)]
    pub reveal: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban play jungle                  two people at one screen
  vauban play jungle --seat 2=3       against level 3
  vauban play jungle --set powers=traditional
  vauban play guerre --preset hidden --seat 2=2
  vauban play risk --preset classic --seats 3 --seat 2=2 --seat 3=2

Press ? in the game for the keys.")]
pub struct Play {
    #[command(flatten)]
    pub start: Start,
    #[command(flatten)]
    pub seating: Seating,
    /// Colours for a light or a dark terminal.
    #[arg(long, value_name = "light|dark", default_value = "dark", value_parser = ["light", "dark"])]
    pub theme: String,
    /// Show the board as a real picture: if the terminal supports it, never, or with this protocol.
    #[cfg(feature = "pictures")]
    #[arg(long, value_name = "auto|never|kitty|sixel", default_value = "auto", value_parser = ["auto", "never", "kitty", "sixel"])]
    pub pictures: String,
    /// Do not hide the board while the screen is passed from one person to another.
    #[arg(long)]
    pub no_curtain: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban perft jungle 3               30528
  vauban perft jungle 2 --divide      one line per first action, then the sum")]
pub struct Perft {
    #[command(flatten)]
    pub start: Start,
    /// The number of steps.
    pub depth: u32,
    /// Follow and count only actions of this kind, such as `move`.
    pub kind: Option<String>,
    /// Also print the count for each first action.
    #[arg(long)]
    pub divide: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban convert replay.txt match.vauban     the old replay file as a record
  vauban convert match.vauban replay.txt     and back
  vauban convert match.vauban last.svg       a picture of the last position
  vauban convert match.vauban last.png       the same as pixels
  vauban convert match.vauban match.gif      the whole match, animated
  vauban convert match.vauban 12.png --steps 12
  vauban convert match.vauban map.svg --lens 'communication both'
  vauban convert - - < match.vauban          a record, normalised
  vauban convert season.vauban all.vauban    every record of the file
  vauban convert season.vauban 3.svg --record 3

The name of OUTPUT decides its format: .vauban is a record, .svg and .png are pictures, .gif is
an animation, and anything else is the game's own format if it has one, or else a record.
Pictures show what everybody may see. An animation has at most 200 frames and 4 MB: for
long matches, some positions are left out, and if the file is too large, the frames are smaller.
Only a .vauban file can hold several records; --record picks one of them.")]
pub struct Convert {
    /// The file to read; `-` is standard input.
    pub input: PathBuf,
    /// The file to write; `-` is standard output, as a record.
    pub output: PathBuf,
    /// The game, if the file does not name it.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Convert only this record of the input, counting from 1.
    #[arg(long, value_name = "N")]
    pub record: Option<usize>,
    /// Convert only the first N steps.
    #[arg(long, value_name = "N")]
    pub steps: Option<usize>,
    #[command(flatten)]
    pub choices: Choices,
    /// The date to write into the record, if it has none.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    pub date: Option<String>,
    /// Draw an overlay on the picture: `NAME [SEAT|both] [in ZONE | after ACTION]`, as in the console's `lens`.
    #[arg(long, value_name = "LENS")]
    pub lens: Option<String>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban games                        for people
  vauban games risk                   one game
  vauban games --lang fr              in French
  vauban games --json                 for programs")]
pub struct Games {
    /// Only this game.
    pub game: Option<String>,
    /// Print one JSON array.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban openapi > openapi.json       the document that a server serves at /api/v1/openapi.json")]
pub struct Openapi {}

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
  vauban serve --bind 0.0.0.0         for anyone who can reach this machine
  vauban serve --seed-lobby           with the lobby of the first Jungle War at /player
  vauban serve --bind 0.0.0.0 --host club.example     also under that name
  vauban serve --host club.example --proxy 127.0.0.1  behind a proxy on this machine
  vauban serve --store postgres://vauban@db.example/vauban --store-password /etc/vauban/password

The server answers to its addresses, to localhost and to the names given with --host; requests
for other names get 421. Clients that send too many requests get 429 and a time to wait: an
address may send 1,000 requests at once and then 100 a second, a guest 300 and then 30 a second;
limits on new guests, matches, recovery links and chat messages are lower. --rate 10 allows ten
times as much, --rate off removes the limits.

Matches that nobody looks at are evicted from memory and loaded again when they are needed. --memory
limits how much all matches together may use; by default, a quarter of the machine's memory, or of
what a control group or ulimit allows.

An account may have 200 unfinished matches, 16 of them with programs, and 256 MB in the store; an
address may have 2,000, 100 and 1 GB, not counting unfinished matches in which nothing has happened
for a week. --quota programs=4/50 allows 4 matches with programs for an account and 50 for an
address; --quota bytes=64M allows 64 MB for an account and ten times as much for an address;
--quota matches=off removes one quota, --quota off all of them.

The store is vauban.db in the data folder; vauban.db.checkpoint beside it names the store and its
last known event. If the store is missing, older than that, or another one, the server does not
start: put the right file back, restore a backup and delete the checkpoint, or start with --new.

With --store postgres://… everything is kept in a PostgreSQL database, version 15 or newer.
Connections to another machine are encrypted, and its certificate is checked against the system's
root certificates or those of ?sslrootcert=FILE; ?sslmode=disable turns encryption off. Give the
password in a file (--store-password FILE) or in the environment (VAUBAN_STORE_PASSWORD,
PGPASSWORD), not in the address, where everybody on this machine could read it. The address may
also come from the environment (VAUBAN_STORE).

Stop the server with Ctrl-C. The log goes to standard error; VAUBAN_LOG=debug logs more.")]
pub struct Serve {
    /// The address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: std::net::IpAddr,
    /// The port to listen on, or 0 for any free port; by default 8470, or the next free port after it.
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    #[command(flatten)]
    pub place: Place,
    /// Start with an empty store; the files of the old one are kept under another name.
    #[arg(long)]
    pub new: bool,
    /// Also serve the lobby of the first Jungle War at /player: one table with two seats, without
    /// any accounts.
    #[arg(long)]
    pub seed_lobby: bool,
    /// A host name to answer to; may be given several times.
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// A proxy whose X-Forwarded-For and X-Forwarded-Proto to trust; may be given several times.
    #[arg(long = "proxy", value_name = "ADDRESS")]
    pub proxies: Vec<std::net::IpAddr>,
    /// Multiply the rate limits by N, or turn them off.
    #[arg(long, value_name = "N|off", default_value = "1", value_parser = rates)]
    pub rate: Rates,
    /// Serve metrics for Prometheus at this address, which only you should be able to reach; off by default.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub metrics: Option<std::net::SocketAddr>,
    /// Change a quota, such as programs=16/100 (see below), or turn all off; may be given several times.
    #[arg(long = "quota", value_name = "NAME=N[/M]|off", value_parser = quota)]
    pub quotas: Vec<QuotaChange>,
    /// The number of threads on which programs think.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub agent_cores: usize,
    #[command(flatten)]
    pub search_memory: SearchMemory,
    /// Memory for the matches themselves, in MiB; by default a quarter of what this process may use.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub memory: Option<u32>,
    /// The most connections at a time, within the limit of open files; each needs about 20 KB.
    #[arg(long, value_name = "N", default_value_t = vauban_server::MOST_CONNECTIONS)]
    pub connections: usize,
    /// The most steps that an imported file may have.
    #[arg(long, value_name = "N", default_value_t = vauban_server::IMPORT_STEPS)]
    pub import_steps: usize,
    /// Serve the page from this folder instead of the built-in one, for developing it.
    #[arg(long, value_name = "DIR")]
    pub web: Option<PathBuf>,
    /// Write the log as lines of JSON.
    #[arg(long)]
    pub json_log: bool,
}

/// Where the server keeps everything.
#[derive(Args, Debug)]
pub struct Place {
    /// The folder of the store; by default, your user's data folder.
    #[arg(long, value_name = "DIR", global = true)]
    pub data: Option<PathBuf>,
    /// The store to use instead: a PostgreSQL database, as postgres://USER@HOST:PORT/DATABASE, or a
    /// store's file.
    #[arg(long, value_name = "STORE", global = true, conflicts_with = "data")]
    pub store: Option<String>,
    /// A file whose first line is the database's password; by default, it is taken from the environment
    /// (VAUBAN_STORE_PASSWORD or PGPASSWORD).
    #[arg(long, value_name = "FILE", global = true)]
    pub store_password: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban backup monday.db             back up your own store
  vauban backup --data /srv/vauban monday.db")]
pub struct Backup {
    #[command(flatten)]
    pub place: Place,
    /// The file to write; it must not exist yet.
    pub file: PathBuf,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban verify                       check your own store
  vauban verify monday.db             check a backup
  vauban verify --store postgres://vauban@db.example/vauban

Exit status: 0 everything is sound · 1 something is damaged, or a match replays differently")]
pub struct Verify {
    #[command(flatten)]
    pub place: Place,
    /// A backup to check instead of the store.
    pub file: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  vauban verify-dice match.vauban             says for every result whether it agrees
  vauban verify-dice match.vauban --commit 630dcd29…
  vauban verify-dice - --json < match.vauban  for programs

A server publishes a hash of its secret before a match, and the secret afterwards. Note the hash
when you sit down and pass it with --commit: from then on, the server cannot change its dice.

Exit status: 0 every result agrees · 1 a result differs, or the dice cannot be checked")]
pub struct VerifyDice {
    /// The record of a finished match; `-` is standard input.
    pub file: PathBuf,
    /// Which record of the file to check, counting from 1, if it holds several.
    #[arg(long, value_name = "N")]
    pub record: Option<usize>,
    /// The hash that the server published before the match; it must equal the record's.
    #[arg(long, value_name = "HASH")]
    pub commit: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

fn lang(text: &str) -> Result<Lang, Wrong> {
    text.parse().map_err(|why| {
        Wrong::new(
            why,
            format!("langue inconnue « {text} » ; disponibles : en, fr"),
        )
    })
}

fn setting(text: &str) -> Result<(String, String), Wrong> {
    text.split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .ok_or_else(|| {
            Wrong::new(
                "write an option as NAME=VALUE",
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
                format!("`{seat}` is not a seat; seats are numbered from 1"),
                format!("« {seat} » n'est pas une place ; elles sont numérotées à partir de 1"),
            )
        })?;
    Ok((seat, program(agent)?))
}

/// A program by name, or a level.
fn program(text: &str) -> Result<AgentSpec, Wrong> {
    text.parse()
        .map_err(|why: vauban_game::Text| Wrong::new(why.en, why.fr))
}

fn rates(text: &str) -> Result<Rates, Wrong> {
    text.parse().map_err(|why: String| {
        Wrong::new(
            why,
            format!("« {text} » n'est ni `off` ni un nombre entier à partir de 1"),
        )
    })
}

fn quota(text: &str) -> Result<QuotaChange, Wrong> {
    text.parse()
        .map_err(|why: vauban_game::Text| Wrong::new(why.en, why.fr))
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
        "write a date as YYYY-MM-DD, as in 2026-01-31",
        "une date s'écrit AAAA-MM-JJ, comme 2026-01-31",
    ))
}
