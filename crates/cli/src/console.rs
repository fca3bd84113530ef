//! `vauban console`: one command a line, one answer a command.
//!
//! Nothing is printed before the first command or at the end of input. Blank
//! lines (but on an agent's turn) and text from `#` on get no answer.

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};
use vauban_game::{BySeat, Event, Lang, SearchMemory, Seat, Text, Thought, Turn, Viewer, text};
use vauban_scene::{Colours, Raster, Theme};
use vauban_table::{AnyMatch, Refusals, SeatedAgent, Standing, StatusPage};
use vauban_terminal::Chair;

use crate::{
    arguments,
    failure::Failure,
    format,
    lens::Wish,
    opening::{self, Host, Purpose},
};

mod accord;
mod answer;
mod eyes;
mod help;
mod order;
mod outlook;
mod thought;

pub use answer::Answer;

/// A map is drawn so wide, in columns.
const MAP: f32 = 96.0;

/// Longer lines are not read.
const LONGEST_LINE: usize = 64 * 1024;

pub fn run(arguments: &arguments::Console, lang: Lang) -> Result<(), Failure> {
    let (host, table) = opening::open(&arguments.start, &arguments.seating, Purpose::Study)?;
    let mut console = Console::new(host, table, arguments, lang);
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    while let Some(line) = read_line(&mut input).map_err(unread)? {
        let Some(answer) = console.line(&line) else {
            continue;
        };
        let text = if arguments.json {
            answer.json(lang)
        } else {
            answer.text(lang)
        };
        output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush())
            .map_err(|error| Failure::output(&error))?;
        if answer.leaves {
            break;
        }
    }
    Ok(())
}

fn unread(error: io::Error) -> Failure {
    Failure::new(Text::new(
        format!("cannot read the commands: {error}"),
        format!("impossible de lire les commandes : {error}"),
    ))
}

/// A line without its end, cut at [`LONGEST_LINE`]; whatever is not UTF-8 is replaced.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(buffer.len());
        // One byte too many is kept, so that the line is seen to be too long.
        let room = (LONGEST_LINE + 1).saturating_sub(line.len());
        line.extend(&buffer[..taken.min(room)]);
        input.consume(end.map_or(taken, |end| end + 1));
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| {
        String::from_utf8_lossy(&line)
            .trim_end_matches('\r')
            .to_owned()
    }))
}

/// A match that is spoken to in lines.
pub struct Console {
    host: Host,
    table: Box<dyn AnyMatch>,
    lang: Lang,
    /// Through whose eyes the last step is told.
    viewer: Viewer,
    /// The agents between two answers.
    agents: BySeat<Option<SeatedAgent>>,
    memory: SearchMemory,
    /// Whether everything is shown to whoever types.
    reveals: bool,
    /// What the programs thought last.
    thoughts: BySeat<Option<Thought<String>>>,
    /// The answers that people have left.
    standing: BySeat<Option<Standing>>,
}

impl Console {
    fn new(
        host: Host,
        table: Box<dyn AnyMatch>,
        arguments: &arguments::Console,
        lang: Lang,
    ) -> Console {
        let seating = &arguments.seating;
        Console {
            reveals: arguments.reveal,
            agents: BySeat::default(),
            thoughts: BySeat::default(),
            standing: BySeat::default(),
            memory: SearchMemory::with_bytes(seating.search_memory.bytes()),
            host,
            table,
            lang,
            viewer: Viewer::Spectator,
        }
    }

    /// The console that a command line such as `jungle --seed 7` opens, or why it cannot.
    pub fn open(words: &[&str]) -> Result<Console, String> {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            console: arguments::Console,
        }
        let words = ["console"].iter().chain(words);
        let line =
            <Line as clap::Parser>::try_parse_from(words).map_err(|error| error.to_string())?;
        let (host, table) =
            opening::open(&line.console.start, &line.console.seating, Purpose::Study)
                .map_err(|failure| failure.text().en.to_string())?;
        Ok(Console::new(host, table, &line.console, Lang::En))
    }

    /// The match that is played.
    pub fn table(&self) -> &dyn AnyMatch {
        self.table.as_ref()
    }

    /// The answer to one line, if it gets one.
    pub fn line(&mut self, line: &str) -> Option<Answer> {
        if line.len() > LONGEST_LINE {
            return Some(unreadable(Text::fixed(
                "this line is longer than 64 KiB",
                "cette ligne dépasse 64 Kio",
            )));
        }
        // Some editors begin a file with a mark that nobody sees.
        let line = line.trim_start_matches('\u{feff}');
        let command = line.split('#').next().unwrap_or_default().trim();
        if !command.is_empty() {
            return Some(self.command(command).unwrap_or_else(Answer::refused));
        }
        let nothing_typed = line.trim().is_empty();
        (nothing_typed && self.agent_on_turn().is_some())
            .then(|| self.go().unwrap_or_else(Answer::refused))
    }

    fn command(&mut self, command: &str) -> Result<Answer, Refusals> {
        let (mut named, command) = self.seat_and_command(command)?;
        let (word, mut rest) = command
            .split_once(char::is_whitespace)
            .map_or((command, ""), |(word, rest)| (word, rest.trim()));
        if matches!(word, "why" | "odds") && rest.contains(':') {
            let (seat, action) = self.seat_and_command(rest)?;
            (named, rest) = (seat.or(named), action);
        }
        let on_turn = self.table().turn().seats().iter().next();
        let seat = named.or(on_turn).unwrap_or(Seat(0));
        match word {
            "legal" | "why" | "odds" => self.must_be_known(seat)?,
            "perft" | "hash" => drop(self.position(named)?),
            _ => (),
        }
        match (word, rest) {
            ("legal", "") => Ok(self.legal(seat)),
            ("why", action) => self.why(seat, action),
            ("odds", action) => self.odds(seat, action),
            ("show", "") => self.show(named),
            ("position", "") => Ok(Answer::field("position", self.position(named)?)),
            ("hash", "") => Ok(Answer::field(
                "hash",
                format!("{:016x}", self.table().hash()),
            )),
            ("lens", rest) => self.lens(named, rest),
            ("perft", rest) => self.perft(rest),
            ("events", "") => Ok(self.told(Vec::new()).only_events()),
            ("stand", word) => self.stand(named, word),
            ("go", "") => self.go(),
            ("go", "all") => self.go_all(),
            ("thought", "") => self.thought(),
            ("hint", "") => self.hint(named),
            ("task", "") => self.task(),
            ("resign", "") => self.resign(named),
            ("draw", "") => self.draw(named),
            ("save", file) if !file.is_empty() => self.save(named, file),
            ("load", file) if !file.is_empty() => Ok(self.load(file)),
            ("revert", "") => self.revert(named),
            ("rules", "") => Ok(self.rules()),
            ("rules", number) => self.paragraph(number),
            ("help", "") => Ok(help::answer(self.table())),
            ("exit", "") => Ok(Answer::leave()),
            _ if help::is_command(word) => Err(help::usage(word)),
            _ => self.act(seat, command),
        }
    }

    /// `2: place I K15` speaks for seat 2; without a number the command decides who speaks.
    fn seat_and_command<'a>(&self, command: &'a str) -> Result<(Option<Seat>, &'a str), Refusals> {
        let Some((number, rest)) = command.split_once(':') else {
            return Ok((None, command));
        };
        if number.trim().contains(char::is_whitespace) {
            // The colon belongs to what follows the word: a file's name, a question about a seat.
            return Ok((None, command));
        }
        let seat = number
            .trim()
            .parse()
            .ok()
            .and_then(|number| Seat::from_number(number, self.table().seats()));
        match seat {
            Some(seat) => Ok((Some(seat), rest.trim())),
            None => Err(Refusals::one(
                "unreadable",
                Text::new(
                    format!(
                        "write a seat from 1 to {} before the colon",
                        self.table().seats()
                    ),
                    format!(
                        "écrivez une place de 1 à {} avant les deux-points",
                        self.table().seats()
                    ),
                ),
            )),
        }
    }

    fn legal(&self, seat: Seat) -> Answer {
        let actions = self.table().questions().legal(seat);
        Answer::field("actions", actions.clone()).saying(Text::same(actions.join(" ")))
    }

    /// The board as the seat on turn, or the one named, sees it.
    fn show(&self, named: Option<Seat>) -> Result<Answer, Refusals> {
        let viewer = self.eyes(named)?;
        let page = self.table().page(viewer, self.lang, 0);
        let scene = self
            .table()
            .backdrop(self.lang)
            .scene
            .with_layers(page.layers);
        // Small enough for a log, large enough to be read: four columns and one row a unit. A board of few
        // rows has two a unit, so that what lies under a piece has room; a map as many as a wide page has,
        // because its lands have names.
        let (wide, high) = match scene.height < 6.0 {
            _ if scene.is_map() => {
                let wide = (MAP / scene.width).min(6.0);
                (wide, wide / 2.0)
            }
            true => (5.0, 2.0),
            false => (4.0, 1.0),
        };
        let size = |length: f32, cells: f32| (length * cells).ceil().clamp(1.0, 400.0) as u16;
        let (columns, rows) = (size(scene.width, wide), size(scene.height, high));
        let raster = Raster::new(&scene, Theme::Dark, columns, rows);
        let colours = Colours::from_env(
            |name| std::env::var(name).ok(),
            io::IsTerminal::is_terminal(&io::stdout()),
        );
        let plain = raster.ansi(Colours::None);
        let lines: Vec<&str> = plain.lines().collect();
        let own = page.status.own.as_ref();
        let own = own.map_or(String::new(), |own| format!("\n{own}"));
        Ok(Answer::field("board", lines)
            .and("status", json!(page.status))
            .saying(Text::same(format!(
                "{}\n{}{}{}{}",
                raster.ansi(colours).trim_end(),
                self.lang.pick(
                    format!("Turn {}: {}", page.status.turn, page.status.phase),
                    format!("Tour {} : {}", page.status.turn, page.status.phase)
                ),
                numbers(&page.seats, &page.status),
                own,
                taken(&page.seats, &page.status, self.lang)
            ))))
    }

    fn lens(&self, named: Option<Seat>, rest: &str) -> Result<Answer, Refusals> {
        let wish = Wish::read(rest, self.table().seats()).ok_or_else(|| help::usage("lens"))?;
        let eyes = self.eyes(named)?;
        let looked = wish.look(self.table(), eyes)?;
        let reading = match looked.is_of_now() {
            true => self.table().questions().reading(eyes),
            false => None,
        };
        let mut answer = Answer::done();
        for (name, value) in looked.fields(self.lang) {
            answer = answer.and(&name, value);
        }
        let mut words = looked.words(self.table());
        if let Some(reading) = reading {
            answer = answer.and("reading", json!(reading.of(self.lang)));
            words = Text::new(
                format!("{}\n{}", words.en, reading.en),
                format!("{}\n{}", words.fr, reading.fr),
            );
        }
        Ok(answer.saying(words))
    }

    fn perft(&self, rest: &str) -> Result<Answer, Refusals> {
        let mut words = rest.split_whitespace();
        let depth = words.next().and_then(|word| word.parse().ok());
        let (kind, more) = (words.next(), words.next());
        let (Some(depth), None) = (depth, more) else {
            return Err(help::usage("perft"));
        };
        let leaves = self.table().questions().perft(depth, kind)?;
        Ok(Answer::field("depth", depth)
            .and("leaves", json!(leaves))
            .saying(Text::same(leaves.to_string())))
    }

    /// The first seat on turn in which a program sits.
    fn agent_on_turn(&self) -> Option<Seat> {
        self.table()
            .turn()
            .seats()
            .iter()
            .find(|seat| matches!(self.host.chairs[seat.index()], Chair::Agent(_)))
    }

    fn go(&mut self) -> Result<Answer, Refusals> {
        let seat = self.agent_on_turn().ok_or_else(no_agent)?;
        self.think(seat)?;
        let events = self.after_step(Vec::new());
        Ok(self.told(events))
    }

    fn go_all(&mut self) -> Result<Answer, Refusals> {
        let mut seat = Some(self.agent_on_turn().ok_or_else(no_agent)?);
        let mut events = Vec::new();
        while let Some(agent) = seat {
            self.think(agent)?;
            events = self.after_step(events);
            // A person on turn beside it is asked first.
            let people_wait = self
                .table()
                .turn()
                .seats()
                .iter()
                .any(|seat| matches!(self.host.chairs[seat.index()], Chair::Person));
            seat = self.agent_on_turn().filter(|_| !people_wait);
        }
        Ok(self.told(events))
    }

    fn save(&self, named: Option<Seat>, file: &str) -> Result<Answer, Refusals> {
        let reader = self.reader(named)?;
        Ok(match format::save(self.table(), reader, file, self.lang) {
            Ok(said) => Answer::field("saved", file).saying(said),
            Err(failure) => file_failure(&failure),
        })
    }

    /// Opens a new match from a file; on any failure the old one stays as it was.
    fn load(&mut self, file: &str) -> Answer {
        match self.host.load(file) {
            Ok(table) => {
                self.table = table;
                self.agents = BySeat::default();
                self.thoughts = BySeat::default();
                self.standing = BySeat::default();
            }
            Err(failure) => return file_failure(&failure),
        }
        self.host.chairs = self.host.chairs_for(self.table.as_ref());
        self.viewer = Viewer::Spectator;
        self.told(vec![
            Event::new(
                "load",
                Text::new(format!("loaded {file}"), format!("{file} est chargé")),
            )
            .with("file", file),
        ])
    }

    fn rules(&self) -> Answer {
        let trees = self.table().trees();
        let json: serde_json::Map<String, Value> = trees
            .iter()
            .map(|tree| (tree.kind.to_owned(), json!(tree.text)))
            .collect();
        let text: Vec<String> = trees
            .iter()
            .map(|tree| format!("{} =\n{}", tree.kind, tree.text.trim_end()))
            .collect();
        Answer::field("rules", Value::Object(json)).saying(Text::same(text.join("\n\n")))
    }

    /// One paragraph of the rules, as refusals cite it.
    fn paragraph(&self, number: &str) -> Result<Answer, Refusals> {
        let number = number.trim_start_matches('§').trim();
        let of = |lang: Lang| {
            let begin = format!("{number} ");
            let book = self.table().rules_in_force(lang);
            let found = book.split("\n\n").find(|part| part.starts_with(&begin));
            found.map(|part| part.trim_end().to_owned())
        };
        match (of(Lang::En), of(Lang::Fr)) {
            (Some(en), Some(fr)) => {
                let text = Text::new(en, fr);
                Ok(Answer::field("paragraph", text.of(self.lang)).saying(text))
            }
            _ => Err(Refusals::one(
                "no-such-paragraph",
                Text::new(
                    format!("the rules have no paragraph `{number}`; write a number such as `3.2`"),
                    format!(
                        "les règles n'ont pas de paragraphe « {number} » ; écrivez un numéro comme « 3.2 »"
                    ),
                ),
            )),
        }
    }

    /// What happened, whose turn it is, and whether it is over. `events`: instead of the last step's.
    fn told(&self, events: Vec<Event>) -> Answer {
        let events = if events.is_empty() {
            self.table().last_events(self.viewer).to_vec()
        } else {
            events
        };
        let turn = self.table().turn();
        let lesson = self.table().lesson(self.lang);
        Answer::happened(events, turn, self.standing(turn)).teaching(lesson)
    }

    /// What the lesson asks for.
    fn task(&self) -> Result<Answer, Refusals> {
        let lesson = self.table().lesson(self.lang);
        if lesson.is_none() {
            return Err(Refusals::one(
                "no-lesson",
                Text::fixed(
                    "this match is not a lesson; start one with --lesson",
                    "cette partie n'est pas une leçon ; commencez-en une avec --lesson",
                ),
            ));
        }
        Ok(Answer::done().teaching(lesson))
    }

    /// Where the match stands, in words.
    fn standing(&self, turn: Turn) -> Text {
        let name = |seat| self.table().seat_in_sentence(seat);
        match turn {
            Turn::Over(outcome) => {
                let verdict = outcome.verdict(name);
                text!("Over: {verdict}.", "Fini : {verdict}.", verdict)
            }
            Turn::Chance => Text::fixed(
                "Chance decides: type !RESULT, or ! to roll",
                "Le hasard décide : tapez !RÉSULTAT, ou ! pour lancer",
            ),
            Turn::One(_) | Turn::Any(_) => {
                let seats = || turn.seats().iter().map(name);
                let (all, to) = (
                    Text::list(seats()),
                    Text::list(seats().map(|it| it.to_it())),
                );
                let (all, to) = (all.capital().en, to.capital().fr);
                Text::new(format!("{all} to play"), format!("{to} de jouer"))
            }
        }
    }
}

fn no_agent() -> Refusals {
    Refusals::one(
        "no-agent",
        Text::fixed(
            "no program is on turn; add one with --seat K=AGENT",
            "aucun programme n'a la main ; ajoutez-en un avec --seat K=PROGRAMME",
        ),
    )
}

fn unreadable(text: Text) -> Answer {
    Answer::refused(Refusals::one("unreadable", text))
}

fn file_failure(failure: &Failure) -> Answer {
    Answer::refused(Refusals::one("file", failure.text().clone()))
}

impl std::fmt::Debug for Console {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Console")
            .field("host", &self.host)
            .field("steps", &self.table.steps())
            .finish_non_exhaustive()
    }
}

/// The statistics as a table, a column for each seat.
fn numbers(seats: &[String], status: &StatusPage) -> String {
    let wide = |name: &String| name.chars().count();
    let first = status.statistics.iter().map(|line| wide(&line.name)).max();
    let Some(first) = first else {
        return String::new();
    };
    let columns: Vec<usize> = seats.iter().map(|name| wide(name).max(5)).collect();
    let row = |name: &str, cells: &[String]| {
        let cells = cells.iter().zip(&columns);
        let cells = cells.map(|(cell, &width)| format!("  {cell:>width$}"));
        format!("\n{name:<first$}{}", cells.collect::<String>())
    };
    let lines = status.statistics.iter().map(|line| {
        let values: Vec<String> = line.values.iter().map(i64::to_string).collect();
        row(&line.name, &values)
    });
    row("", seats) + &lines.collect::<String>()
}

/// The pieces that each seat has lost, a line for each.
fn taken(seats: &[String], status: &StatusPage, lang: Lang) -> String {
    let of = |(index, name): (usize, &String)| {
        let taken = status.taken.iter();
        let names: Vec<&str> = taken
            .filter(|piece| piece.seat.index() == index)
            .map(|piece| piece.name.as_str())
            .collect();
        let names = names.join(", ");
        match names.is_empty() {
            true => String::new(),
            false => lang.pick(
                format!("\n{name} has lost: {names}"),
                format!("\n{name} a perdu : {names}"),
            ),
        }
    };
    seats.iter().enumerate().map(of).collect()
}
