//! A lesson: a match that nobody stores. Its address says which game it teaches and what was done so far, and
//! it is played again for every question.

use std::sync::Arc;

use vauban_game::{Lang, Seat, Text};
use vauban_store::{MatchId, Millis, Visibility};
use vauban_table::{AnyMatch, LessonCard, Refusals};

use crate::{
    Problem,
    header::Header,
    occupant::{Occupant, Program},
    registry::{Registry, Room},
    table::Table,
};

/// What the id of a lesson begins with; the name of its game follows. No id of a match begins so.
const PREFIX: &str = "lesson-";

/// Who learns, whoever that is.
pub const LEARNER: &str = "learner";

/// The most actions and bytes that a lesson may have been played with: many times as many as any needs.
const MOST_ACTIONS: usize = 64;
const MOST_BYTES: usize = 2_048;

/// A lesson as it stands.
pub struct Lesson {
    pub room: Arc<Room>,
    pub table: Arc<Table>,
}

impl Lesson {
    /// The game that the lesson `id` teaches, if it is the id of a lesson.
    pub fn game_of(id: &str) -> Option<&str> {
        id.strip_prefix(PREFIX)
    }

    /// The lesson of `game` after the actions of `played`, which have a semicolon between them.
    pub fn open(
        registry: &Registry,
        game: &str,
        played: &str,
        lang: Lang,
        now: Millis,
    ) -> Result<Lesson, Problem> {
        let id = MatchId::new(format!("{PREFIX}{game}")).map_err(|_| Problem::no_such_match())?;
        let shelf = registry.shelf();
        let game = shelf.find(game).map_err(|_| Problem::no_such_match())?;
        let card = game.lesson().ok_or_else(Problem::no_such_match)?;
        let mut play = game.learn()?;
        follow(play.as_mut(), card.seat, played)?;
        let mut header = Header::of_lesson(game, play.as_ref())?;
        header.seats = seats(&card, play.seats(), lang);
        let table = Table::new(&header, &id, play, now)?;
        let (visibility, memory) = (Visibility::Private, registry.memory());
        let room = Room::new(id, header, visibility, now, shelf, now, memory);
        room.see(LEARNER, now);
        Ok(Lesson {
            room: Arc::new(room),
            table: Arc::new(table),
        })
    }
}

/// Takes the learner's actions; the lesson answers them.
fn follow(play: &mut dyn AnyMatch, seat: Seat, played: &str) -> Result<(), Problem> {
    let actions = || {
        let words = played.split(';').map(str::trim);
        words.filter(|word| !word.is_empty())
    };
    if played.len() > MOST_BYTES || actions().count() > MOST_ACTIONS {
        return Err(Problem::bad_request(Text::new(
            format!("a lesson has at most {MOST_ACTIONS} actions"),
            format!("une leçon compte au plus {MOST_ACTIONS} actions"),
        )));
    }
    for action in actions() {
        let ask = play.ask(seat).ok_or_else(|| {
            Refusals::one(
                "lesson-over",
                Text::fixed("the lesson is over", "la leçon est terminée"),
            )
        })?;
        play.answer(seat, ask, action)?;
    }
    Ok(())
}

fn seats(card: &LessonCard, seats: u8, lang: Lang) -> Vec<Occupant> {
    let learner = Occupant::Person {
        player: LEARNER.to_owned(),
        name: lang.pick("You", "Vous").to_owned(),
    };
    // Programs in name: the lesson says what they do.
    let other = Occupant::Agent {
        level: Program::Level(1),
    };
    let occupant = |seat| match seat == card.seat {
        true => learner.clone(),
        false => other.clone(),
    };
    (0..seats).map(Seat).map(occupant).collect()
}
