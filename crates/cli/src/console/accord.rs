//! What people settle beside the board: giving up, draws, taking back.
//!
//! The console speaks for the people at it, never for a program.

use vauban_game::{Seat, Text, Viewer};
use vauban_table::{Refusals, Step, Undo};
use vauban_terminal::Chair;

use super::{Answer, Console};

impl Console {
    /// The person on turn gives up, or else the next person.
    pub(super) fn resign(&mut self, named: Option<Seat>) -> Result<Answer, Refusals> {
        let seat = self.speaker(named)?;
        self.table.must_be_in(seat)?;
        self.table.resign(seat)?;
        self.viewer = Viewer::Seat(seat);
        Ok(self.told(Vec::new()))
    }

    /// The person on turn offers; said again, the next person at this console accepts.
    pub(super) fn draw(&mut self, named: Option<Seat>) -> Result<Answer, Refusals> {
        let running = self.table.turn().over().is_none();
        let programs = self.seats().any(|seat| !self.is_person(seat));
        // Among more than two they never agree; of two, the program answers with its next action.
        if running && programs && self.table.seats() != 2 {
            return Err(Refusals::one(
                "agents-do-not-draw",
                Text::fixed(
                    "programs do not agree to a draw among more than two",
                    "les programmes n'acceptent pas la nulle à plus de deux",
                ),
            ));
        }
        let offered = self.table.offers().draw;
        let silent = self.people().find(|&seat| !offered.contains(seat));
        let seat = self.speaker(named.or(silent))?;
        self.table.offer_draw(seat)?;
        self.viewer = Viewer::Seat(seat);
        Ok(self.told(Vec::new()))
    }

    /// Takes back as the policy allows. Where it takes consent, whoever acted last asks, and the
    /// others agree by the same command.
    pub(super) fn revert(&mut self, named: Option<Seat>) -> Result<Answer, Refusals> {
        let seat = match self.host.opening.undo {
            Undo::All | Undo::Own => self.take_back(named)?,
            Undo::Ask if self.table.offers().undo.is_some() => self.consent(named)?,
            Undo::Ask => self.wish_back(named)?,
        };
        self.viewer = Viewer::Seat(seat);
        Ok(self.told(Vec::new()))
    }

    /// Without a name the policy decides for whom it is: of one's own nobody else can take back.
    fn take_back(&mut self, named: Option<Seat>) -> Result<Seat, Refusals> {
        let seats: Vec<Seat> = match named {
            Some(_) => vec![self.speaker(named)?],
            None => {
                let last = self.viewer.seat().filter(|&seat| self.is_person(seat));
                last.into_iter().chain(self.people()).collect()
            }
        };
        // Where only programs play, whoever runs the console takes back for them.
        let mut refused = None;
        for seat in if seats.is_empty() {
            vec![Seat(0)]
        } else {
            seats
        } {
            match self.table.undo(seat) {
                Ok(()) => return Ok(seat),
                Err(refusals) => refused = refused.or(Some(refusals)),
            }
        }
        Err(refused.expect("at least one seat was tried"))
    }

    fn wish_back(&mut self, named: Option<Seat>) -> Result<Seat, Refusals> {
        let seat = self.speaker(named.or_else(|| self.last_person()))?;
        self.table.ask_undo(seat)?;
        self.let_programs_agree()?;
        Ok(seat)
    }

    fn consent(&mut self, named: Option<Seat>) -> Result<Seat, Refusals> {
        let agreed = self.table.offers().undo.map(|offer| offer.agreed);
        let agreed = agreed.unwrap_or_default();
        let waiting = self.people().find(|&seat| !agreed.contains(seat));
        let seat = self.speaker(named.or(waiting))?;
        if agreed.contains(seat) {
            return Err(Refusals::one(
                "undo-waits",
                Text::new(
                    format!("seat {seat} has already agreed; the others must agree too"),
                    format!("la place {seat} a déjà accepté ; il manque l'accord des autres"),
                ),
            ));
        }
        self.table.consent(seat, true)?;
        Ok(seat)
    }

    /// Programs always agree to take back.
    fn let_programs_agree(&mut self) -> Result<(), Refusals> {
        let programs: Vec<Seat> = self.seats().filter(|&seat| !self.is_person(seat)).collect();
        for seat in programs {
            if self.table.offers().undo.is_some() {
                self.table.consent(seat, true)?;
            }
        }
        Ok(())
    }

    /// The person whose action was the last one by a person. The record names seats only where
    /// several might have acted, so it is played again to see whose turn it was.
    fn last_person(&self) -> Option<Seat> {
        let record = self.table.record();
        let steps: Vec<&Step> = record.steps().collect();
        (0..steps.len()).rev().find_map(|index| {
            let seat = match steps[index] {
                Step::Action { seat, .. } => *seat,
                _ => return None,
            };
            let seat = seat.or_else(|| {
                let opening = self.host.opening.clone();
                let before = self.host.game.replay(&record, opening, Some(index));
                before.ok()?.turn().seats().iter().next()
            })?;
            self.is_person(seat).then_some(seat)
        })
    }

    /// The person who speaks: the one named, or on turn, or else the next one.
    pub(super) fn speaker(&self, named: Option<Seat>) -> Result<Seat, Refusals> {
        match named {
            Some(seat) if self.is_person(seat) => Ok(seat),
            Some(seat) => Err(Refusals::one(
                "not-a-person",
                Text::new(
                    format!("a program plays seat {seat}: nobody can speak for it"),
                    format!(
                        "un programme joue à la place {seat} : personne ne peut parler pour lui"
                    ),
                ),
            )),
            None => self.people().next().ok_or_else(|| {
                Refusals::one(
                    "no-person",
                    Text::fixed(
                        "only programs play this match",
                        "seuls des programmes jouent cette partie",
                    ),
                )
            }),
        }
    }

    pub(super) fn seats(&self) -> impl ExactSizeIterator<Item = Seat> + use<> {
        (0..self.table.seats()).map(Seat)
    }

    pub(super) fn is_person(&self, seat: Seat) -> bool {
        matches!(self.host.chairs.get(seat.index()), Some(Chair::Person))
    }

    /// The people at this console: those on turn first, then in the order of the seats after them.
    pub(super) fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        let turn = self.table.turn().seats();
        let first = turn.iter().next().unwrap_or(Seat(0)).0;
        let seats = self.table.seats();
        let round = (0..seats).map(move |after| Seat((first + after) % seats));
        let on_turn = turn.iter();
        let others = round.filter(move |&seat| !turn.contains(seat));
        on_turn.chain(others).filter(|&seat| self.is_person(seat))
    }
}
