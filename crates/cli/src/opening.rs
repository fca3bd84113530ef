//! From arguments to a match on the table.

use std::{
    hash::{BuildHasher, RandomState},
    path::Path,
};

use vauban_catalog::CATALOG;
use vauban_game::Text;
use vauban_table::{AgentSpec, AnyGame, AnyMatch, Opening, Source, Tempo, Undo};
use vauban_terminal::Chair;

use crate::{
    arguments::{Seating, Start},
    failure::Failure,
    files, loading,
    loading::Wanted,
};

/// Whoever hosts matches of one game: opens them, seats people and programs, names the day.
#[derive(Clone)]
pub struct Host {
    pub game: &'static dyn AnyGame,
    pub opening: Opening,
    pub chairs: Vec<Chair>,
    date: String,
}

impl Host {
    /// Opens another match from a file, as it is typed after `load`. What was chosen when the
    /// program began, such as who may take back what, holds on.
    pub fn load(&self, file: &str) -> Result<Box<dyn AnyMatch>, Failure> {
        self.open_wanted(&Wanted::read(file))
    }

    /// The same from the file at `path`, whatever it is called.
    pub fn open_file(&self, path: &Path) -> Result<Box<dyn AnyMatch>, Failure> {
        self.open_wanted(&Wanted {
            path: path.to_owned(),
            record: None,
        })
    }

    fn open_wanted(&self, wanted: &Wanted) -> Result<Box<dyn AnyMatch>, Failure> {
        let opening = Opening {
            position: None,
            ..self.opening.clone()
        };
        let mut table = wanted.open(self.game, opening)?;
        self.tag(table.as_mut());
        Ok(table)
    }

    /// Another match with the options and seats of `table`, and with other dice.
    pub fn another(&self, table: &dyn AnyMatch) -> Result<Box<dyn AnyMatch>, Failure> {
        let opening = Opening {
            settings: table.settings().clone(),
            seats: Some(table.seats()),
            source: match self.opening.source {
                Source::Manual(_) => Source::Manual(any_seed()),
                _ => Source::Seeded(any_seed()),
            },
            ..self.opening.clone()
        };
        let mut table = self.game.open(opening)?;
        self.tag(table.as_mut());
        Ok(table)
    }

    /// Who sits where at a table with so many seats.
    pub fn chairs_for(&self, table: &dyn AnyMatch) -> Vec<Chair> {
        let mut chairs = self.chairs.clone();
        chairs.resize(usize::from(table.seats()), Chair::Person);
        chairs
    }

    /// Says who plays and when, unless the match, loaded from a record, says so already.
    fn tag(&self, table: &mut dyn AnyMatch) {
        let names: Vec<String> = self
            .chairs_for(table)
            .iter()
            .map(|chair| match chair {
                Chair::Person => "person".to_owned(),
                Chair::Agent(agent) => agent.to_string(),
            })
            .collect();
        let names = names.join("; ");
        let record = table.record();
        for (name, value) in [("Seats", &names), ("Date", &self.date)] {
            if record.tag(name).is_none() {
                table.set_tag(name, value);
            }
        }
    }
}

/// What a match is opened for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Purpose {
    /// To be looked into: everything may be taken back.
    Study,
    /// To be played.
    Play,
}

/// Opens the match that the arguments describe.
pub fn open(
    start: &Start,
    seating: &Seating,
    purpose: Purpose,
) -> Result<(Host, Box<dyn AnyMatch>), Failure> {
    let seed = seating.seed.unwrap_or_else(any_seed);
    let source = match seating.dice.as_str() {
        "manual" => Source::Manual(seed),
        _ => Source::Seeded(seed),
    };
    let game = CATALOG.find(&start.game)?;
    let (settings, seats) = start.choices.for_game(game.card())?;
    let mut opening = Opening {
        settings,
        seats,
        position: start.position.clone(),
        source,
        undo: seating.undo.unwrap_or(Undo::All),
        tempo: Tempo::Untimed,
    };
    let mut table = open_at(game, start, opening.clone())?;
    if seating.undo.is_none() && purpose == Purpose::Play && table.has_chance() {
        opening.undo = Undo::Own;
        table = open_at(game, start, opening.clone())?;
    }
    let host = Host {
        game,
        opening,
        chairs: chairs(game, start, seating, table.as_ref())?,
        date: seating.date.clone().unwrap_or_else(files::today),
    };
    host.tag(table.as_mut());
    Ok((host, table))
}

/// Opens the match that a study of `start` begins with, without chance and without anybody at the table.
pub fn study(start: &Start) -> Result<Box<dyn AnyMatch>, Failure> {
    let game = CATALOG.find(&start.game)?;
    let (settings, seats) = start.choices.for_game(game.card())?;
    let opening = Opening {
        settings,
        seats,
        position: start.position.clone(),
        ..Opening::seeded(0)
    };
    open_at(game, start, opening)
}

/// The match, without anybody at the table.
fn open_at(
    game: &dyn AnyGame,
    start: &Start,
    opening: Opening,
) -> Result<Box<dyn AnyMatch>, Failure> {
    if start.lesson {
        return Ok(game.learn()?);
    }
    let Some(path) = &start.load else {
        return Ok(game.open(opening)?);
    };
    let wanted = Wanted {
        path: path.clone(),
        record: start.record,
    };
    let (chosen, seats) = (opening.settings.clone(), opening.seats);
    let table = wanted.open(game, opening)?;
    loading::used(&chosen, seats, table.as_ref(), Path::new(path))?;
    Ok(table)
}

/// A chair for every seat. A program that does not exist is better told now than on its turn.
fn chairs(
    game: &dyn AnyGame,
    start: &Start,
    seating: &Seating,
    table: &dyn AnyMatch,
) -> Result<Vec<Chair>, Failure> {
    let mut chairs = vec![Chair::Person; usize::from(table.seats())];
    if let Some(lesson) = game.lesson().filter(|_| start.lesson) {
        // Nobody waits for them: the lesson says what they do.
        chairs.fill(Chair::Agent(AgentSpec::level(1)));
        chairs[lesson.seat.index()] = Chair::Person;
    }
    for (seat, agent) in &seating.agents {
        let Some(chair) = chairs.get_mut(seat.index()) else {
            let seats = table.seats();
            return Err(Failure::new(Text::new(
                format!("there is no seat {seat}; this match has {seats} seats"),
                format!("il n'y a pas de place {seat} ; cette partie a {seats} places"),
            )));
        };
        if let Chair::Agent(first) = chair {
            return Err(Failure::new(Text::new(
                format!("seat {seat} is given twice, to `{first}` and to `{agent}`"),
                format!("la place {seat} est donnée deux fois, à « {first} » et à « {agent} »"),
            )));
        }
        table.seats_agent(agent)?;
        *chair = Chair::Agent(agent.clone());
    }
    Ok(chairs)
}

/// A seed that differs each time.
fn any_seed() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host")
            .field("game", &self.game.card().name)
            .field("opening", &self.opening)
            .field("chairs", &self.chairs)
            .finish_non_exhaustive()
    }
}
