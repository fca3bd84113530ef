//! From arguments to a match on the table.

use std::hash::{BuildHasher, RandomState};

use vauban_catalog::CATALOG;
use vauban_game::{Lang, Seat, Stop};
use vauban_table::{AnyGame, AnyMatch, Opening, Source, Tempo};
use vauban_terminal::Chair;

use crate::{
    arguments::{Seating, Start},
    failure::Failure,
    files,
};

/// A match that was just opened, and what is needed to open another.
pub struct Opened {
    pub game: &'static dyn AnyGame,
    pub opening: Opening,
    pub table: Box<dyn AnyMatch>,
    pub chairs: Vec<Chair>,
    pub date: String,
}

/// Opens the match that the arguments describe.
pub fn open(start: &Start, seating: &Seating, lang: Lang) -> Result<Opened, Failure> {
    let seed = seating.seed.unwrap_or_else(any_seed);
    let source = match seating.dice.as_str() {
        "manual" => Source::Manual(seed),
        _ => Source::Seeded(seed),
    };
    let opening = Opening {
        settings: start.settings(),
        position: start.position.clone(),
        source,
        undo: seating.undo,
        tempo: Tempo::Untimed,
    };
    let (game, table) = open_at(start, opening.clone(), lang)?;
    let mut chairs = vec![Chair::Person; usize::from(table.seats())];
    for (seat, agent) in &seating.seats {
        let Some(chair) = chairs.get_mut(seat.index()) else {
            return Err(Failure::new(format!(
                "there is no seat {seat}; this match has {}",
                table.seats()
            )));
        };
        *chair = Chair::Agent(agent.clone());
    }
    for seat in (0..table.seats()).map(Seat) {
        // Better now than when it is on turn.
        if let Chair::Agent(agent) = &chairs[seat.index()]
            && table.ask(seat).is_some()
            && let Err(refusals) = table.think(seat, agent, &Stop::default())
        {
            return Err(Failure::refused(&refusals, lang));
        }
    }
    let mut opened = Opened {
        game,
        opening,
        table,
        chairs,
        date: seating.date.clone().unwrap_or_else(files::today),
    };
    tag(opened.table.as_mut(), &opened.chairs, &opened.date);
    Ok(opened)
}

/// The game and the match, without anybody at the table.
pub fn open_at(
    start: &Start,
    opening: Opening,
    lang: Lang,
) -> Result<(&'static dyn AnyGame, Box<dyn AnyMatch>), Failure> {
    let game = CATALOG
        .find(&start.game)
        .map_err(|refusals| Failure::refused(&refusals, lang))?;
    let table = match &start.load {
        None => game
            .open(opening)
            .map_err(|refusals| Failure::refused(&refusals, lang))?,
        Some(path) => game
            .load(&files::read(path)?, opening)
            .map_err(|error| Failure::replay(path, &error, lang))?,
    };
    Ok((game, table))
}

/// Says who plays and when, unless the match, loaded from a record, says so already.
pub fn tag(table: &mut dyn AnyMatch, chairs: &[Chair], date: &str) {
    let names: Vec<String> = chairs
        .iter()
        .map(|chair| match chair {
            Chair::Person => "person".to_owned(),
            Chair::Agent(agent) => agent.to_string(),
        })
        .collect();
    let record = table.record();
    for (name, value) in [("Seats", names.join("; ").as_str()), ("Date", date)] {
        if record.tag(name).is_none() {
            table.set_tag(name, value);
        }
    }
}

/// A seed that differs each time.
fn any_seed() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opened")
            .field("game", &self.game.card().name)
            .field("opening", &self.opening)
            .field("chairs", &self.chairs)
            .finish_non_exhaustive()
    }
}
