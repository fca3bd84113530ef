//! What whoever types may know. A person at the table knows what a person's seats see; where only programs play,
//! and with `--reveal`, everything is shown.

use vauban_game::{Seat, Text, Viewer};
use vauban_table::Refusals;

use super::Console;

impl Console {
    /// Through whose eyes the position is looked at: those of the seat named, or on turn, or of the next person.
    pub(super) fn eyes(&self, named: Option<Seat>) -> Result<Viewer, Refusals> {
        if let Some(seat) = named {
            self.must_be_known(seat)?;
        }
        let on_turn = self.table().turn().seats().iter().next();
        let known = on_turn.filter(|&seat| self.must_be_known(seat).is_ok());
        let seat = named.or(known).or(on_turn.and(self.people().next()));
        Ok(seat.map_or(Viewer::Spectator, Viewer::Seat))
    }

    /// For whom something is written; for nobody in particular if whoever types may know everything.
    pub(super) fn reader(&self, named: Option<Seat>) -> Result<Option<Viewer>, Refusals> {
        if let Some(seat) = named {
            self.must_be_known(seat)?;
        }
        let person = self.people().next().filter(|_| self.hides());
        Ok(named.or(person).map(Viewer::Seat))
    }

    /// The position, if the reader may know all of it.
    pub(super) fn position(&self, named: Option<Seat>) -> Result<String, Refusals> {
        let Some(reader) = self.reader(named)? else {
            return Ok(self.table().position());
        };
        self.table().position_for(reader).ok_or_else(|| {
            Refusals::one(
                "hidden",
                Text::fixed(
                    "this would reveal secrets before the match is over; start the console with --reveal to see everything",
                    "cela révélerait des secrets avant la fin de la partie ; lancez la console avec --reveal pour tout voir",
                ),
            )
        })
    }

    /// Refuses to look through the eyes of a program that has secrets.
    pub(super) fn must_be_known(&self, seat: Seat) -> Result<(), Refusals> {
        match self.hides() && !self.is_person(seat) {
            true => Err(Refusals::one(
                "hidden",
                Text::new(
                    format!("a program plays seat {seat}: what it knows is hidden"),
                    format!("un programme joue à la place {seat} : ce qu'il sait est caché"),
                ),
            )),
            false => Ok(()),
        }
    }

    /// Whether something at the table is hidden from the people at it.
    fn hides(&self) -> bool {
        let running = self.table().turn().over().is_none();
        running && self.table().has_secrets() && !self.reveals && self.people().next().is_some()
    }
}
