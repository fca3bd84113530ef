//! A match in memory, with everybody who sits at it.
//!
//! It changes only through [`Table::apply`], in play as in rebuilding, so that
//! a match rebuilt from its events is the match that was played.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use vauban_game::{BySeat, Seat, SeatSet, Text, Turn, Viewer, text};
use vauban_store::{Line, MatchId, Millis, NewEvent, Outage, Seq, Stage, Summary};
use vauban_table::{AnyMatch, Record, Refusals, Shelf, Standing, StandingAnswer};

use crate::{
    Problem,
    dice::{self, Cup, Over},
    event::Event,
    header::Header,
    occupant::{Occupant, held_by},
    rendered::Rendered,
    share::Share,
    summary,
};

/// One match and the people around it.
pub struct Table {
    pub play: Box<dyn AnyMatch>,
    pub seats: Vec<Occupant>,
    /// The persons for whom programs stand in, by the number of the seat.
    pub absent: BTreeMap<u8, Occupant>,
    /// Who got up last from a seat after the beginning, by the number of the seat.
    left: BTreeMap<u8, Occupant>,
    /// Every seat has been taken once; from then on it is played, also while a seat is vacant.
    pub started: bool,
    /// It began from a position or a record, in which there may be secrets.
    is_brought: bool,
    pub chat: Vec<Arc<Remark>>,
    /// Who does not want to read whom.
    mutes: BTreeSet<(String, String)>,
    pub rematch: Option<String>,
    /// The links by which others may watch.
    pub shares: Vec<Share>,
    /// How often each person has sat down, changed a seed or muted somebody.
    changes: BTreeMap<String, u32>,
    /// The answers that seats have left.
    pub standing: BySeat<Option<Standing>>,
    pub cup: Cup,
    /// How often steps were taken back.
    pub takebacks: u64,
    /// The last event that is in it.
    pub seq: Seq,
    /// What was rendered since it last changed.
    pub rendered: Mutex<Rendered>,
}

/// Something that was said.
#[derive(Clone, Debug)]
pub struct Remark {
    pub at: u64,
    pub player: String,
    pub name: String,
    /// The seats of who said it, from 1; none for a spectator, who speaks to spectators only.
    pub seats: Vec<u8>,
    pub text: String,
}

impl Table {
    /// The match as it was created, at `at`.
    pub fn open(header: &Header, id: &MatchId, shelf: Shelf, at: Millis) -> Result<Table, Problem> {
        Table::new(header, id, header.open(id, shelf)?, at)
    }

    /// Around `play`, which was just opened.
    pub fn new(
        header: &Header,
        id: &MatchId,
        play: Box<dyn AnyMatch>,
        at: Millis,
    ) -> Result<Table, Problem> {
        let mut table = Table {
            cup: header.cup(id, play.as_ref())?,
            play,
            seats: header.seats.clone(),
            absent: BTreeMap::new(),
            left: BTreeMap::new(),
            started: false,
            is_brought: header.position.is_some() || header.record.is_some(),
            chat: Vec::new(),
            mutes: BTreeSet::new(),
            rematch: None,
            shares: Vec::new(),
            changes: BTreeMap::new(),
            standing: BySeat::default(),
            takebacks: 0,
            seq: 0,
            rendered: Mutex::default(),
        };
        table.reseated();
        table.run_clocks(table.play.steps(), at);
        Ok(table)
    }

    /// Another one that stands where this one does, to go on with.
    pub fn copy(&self) -> Table {
        Table {
            play: self.play.copy(),
            seats: self.seats.clone(),
            absent: self.absent.clone(),
            left: self.left.clone(),
            started: self.started,
            is_brought: self.is_brought,
            chat: self.chat.clone(),
            mutes: self.mutes.clone(),
            rematch: self.rematch.clone(),
            shares: self.shares.clone(),
            changes: self.changes.clone(),
            standing: self.standing,
            cup: self.cup.clone(),
            takebacks: self.takebacks,
            seq: self.seq,
            rendered: Mutex::default(),
        }
    }

    /// Roughly how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        /// What a name in a map or a set takes.
        const NAME: usize = 128;
        let chat = self.chat.iter();
        let chat = chat.map(|line| size_of::<Remark>() + line.text.len() + NAME);
        let names =
            self.seats.len() + self.changes.len() + 2 * self.mutes.len() + 2 * self.shares.len();
        size_of::<Table>() + self.play.bytes() + chat.sum::<usize>() + NAME * names
    }

    /// Does what an event says. Whatever is refused changes nothing.
    pub fn apply(&mut self, event: &Event, at: Millis) -> Result<(), Refusals> {
        self.rendered = Mutex::default();
        let steps = self.play.steps();
        self.enact(event, at)?;
        self.run_clocks(steps, at);
        Ok(())
    }

    fn enact(&mut self, event: &Event, at: Millis) -> Result<(), Refusals> {
        match event {
            Event::Act {
                seat,
                ask,
                text,
                spent,
                joined,
            } => {
                let seat = self.seat(*seat)?;
                match joined {
                    true => self.play.continue_order(seat, *ask, text)?,
                    false => self.play.answer(seat, *ask, text)?,
                }
                if let Some(spent) = spent {
                    self.play.clock_mut().charge(seat, *spent);
                }
            }
            // It follows from the event before it; whoever rebuilds compares.
            Event::Chance { .. } => (),
            Event::Stand { seat, answer } => {
                let seat = self.seat(*seat)?;
                if let Some(standing) = answer {
                    self.play.must_stand(*standing)?;
                }
                self.standing[seat] = *answer;
            }
            Event::Resign { seat } => self.play.resign(self.seat(*seat)?)?,
            Event::Timeout { seat } => {
                let seat = self.seat(*seat)?;
                if !self.play.clock().is_out(seat, at) {
                    return Err(Refusals::one(
                        "time-left",
                        Text::fixed("this player has time left", "ce joueur a encore du temps"),
                    ));
                }
                self.play.time_out(seat)?;
            }
            Event::Forfeit { seat, .. } => self.play.forfeit(self.seat(*seat)?)?,
            Event::Draw { seat } => self.play.offer_draw(self.seat(*seat)?)?,
            Event::Decline { seat } => self.play.decline_draw(self.seat(*seat)?)?,
            Event::Undo { seat, people } if people.is_empty() => {
                self.play.undo(self.seat(*seat)?)?;
            }
            Event::Undo { seat, people } => {
                let seats: Result<SeatSet, Refusals> =
                    people.iter().map(|&number| self.seat(number)).collect();
                self.play.take_back(self.seat(*seat)?, seats?)?;
            }
            Event::AskUndo { seat } => self.play.ask_undo(self.seat(*seat)?)?,
            Event::Consent { seat, agrees } => self.play.consent(self.seat(*seat)?, *agrees)?,
            Event::Sit {
                seat,
                player,
                name,
                seed,
            } => {
                let seat = self.seat(*seat)?;
                self.count_change(player.clone());
                self.cup.add(seat, seed.clone());
                self.take_seat(
                    seat,
                    Occupant::Person {
                        player: player.clone(),
                        name: name.clone(),
                    },
                );
            }
            Event::Leave { seat } => {
                let number = *seat;
                let seat = self.seat(number)?;
                if self.started {
                    self.left.insert(number, self.occupant(seat).clone());
                }
                self.cup.add(seat, None);
                self.take_seat(seat, Occupant::Open);
            }
            Event::Appoint { seat, level } => {
                let seat = self.seat(*seat)?;
                self.cup.add(seat, Some(dice::of_agent(level)));
                self.take_seat(
                    seat,
                    Occupant::Agent {
                        level: level.clone(),
                    },
                );
            }
            Event::Seed { seat, seed } => {
                let seat = self.seat(*seat)?;
                if let Occupant::Person { player, .. } = self.occupant(seat) {
                    self.count_change(player.clone());
                }
                self.cup.add(seat, Some(seed.clone()));
            }
            Event::Replace { seat, level, .. } => {
                let number = *seat;
                let seat = self.seat(number)?;
                self.absent.insert(number, self.occupant(seat).clone());
                self.take_seat(
                    seat,
                    Occupant::Agent {
                        level: level.clone(),
                    },
                );
            }
            Event::Reclaim { seat } => {
                let number = *seat;
                let seat = self.seat(number)?;
                let Some(person) = self.absent.remove(&number) else {
                    return Err(seat_taken());
                };
                self.take_seat(seat, person);
            }
            Event::Say {
                player,
                name,
                seats,
                text,
            } => self.chat.push(Arc::new(Remark {
                at,
                player: player.clone(),
                name: name.clone(),
                seats: seats.clone(),
                text: text.clone(),
            })),
            Event::Mute {
                player,
                other,
                muted,
            } => {
                self.count_change(player.clone());
                let pair = (player.clone(), other.clone());
                match muted {
                    true => self.mutes.insert(pair),
                    false => self.mutes.remove(&pair),
                };
            }
            Event::Share { hash, player, name } => {
                let Some(hash) = Share::read_hash(hash) else {
                    return Err(unreadable_share());
                };
                self.count_change(player.clone());
                self.shares.push(Share {
                    hash,
                    player: player.clone(),
                    name: name.clone(),
                    at,
                });
            }
            Event::Withdraw { share } => self.shares.retain(|known| known.id() != *share),
            Event::Close => self.play.close()?,
            Event::Rematch { id } => self.rematch = Some(id.clone()),
        }
        Ok(())
    }

    /// Who is waited for, as somebody is told who is not on turn.
    pub fn whose_turn(&self) -> Text {
        let turn = self.play.turn();
        if turn.over().is_some() {
            return Text::fixed("the match is over", "la partie est terminée");
        }
        let names = |seat| self.play.seat_in_sentence(seat);
        let names = Text::list(turn.seats().iter().map(names));
        text!(
            "it is not your turn: the match is waiting for {names}",
            "ce n'est pas votre tour : la partie attend {names}",
            names
        )
    }

    /// The clocks after something was done at `at`, when there had been `steps` steps.
    fn run_clocks(&mut self, steps: usize, at: Millis) {
        let undone = self.play.steps() < steps;
        self.takebacks += u64::from(undone);
        if !self.started {
            return;
        }
        let agents = (0..self.play.seats())
            .map(Seat)
            .filter(|&seat| matches!(self.occupant(seat), Occupant::Agent { .. }))
            .collect();
        let turn = self.play.turn().seats();
        let clock = self.play.clock_mut();
        // Programs are charged for what they think, not for how long they wait in the queue.
        clock.meter(agents, at);
        match undone {
            true => clock.turn_back(turn, at),
            false => clock.pass_to(turn, at),
        }
    }

    /// Nobody's clock ran while nobody ran the match.
    pub fn credit(&mut self, outage: Outage) {
        self.play.clock_mut().credit(outage.since, outage.until);
    }

    /// When somebody's time runs out.
    pub fn deadline(&self) -> Option<Millis> {
        self.play.clock().next_out().map(|(_, deadline)| deadline)
    }

    /// The seats in which programs stand in for `player`.
    pub fn stood_in_for(&self, player: &str) -> impl Iterator<Item = Seat> {
        let absent = self.absent.iter();
        let seats = self.play.seats();
        absent
            .filter(move |(_, occupant)| occupant.is_person(player))
            .filter_map(move |(number, _)| Seat::from_number(*number, seats))
    }

    /// The results of nature that followed from an event, before which there were `steps` steps.
    pub fn chances_since(&self, steps: usize) -> Vec<Event> {
        let chances = self.play.chances_since(steps).into_iter();
        chances.map(|text| Event::Chance { text }).collect()
    }

    /// The events as events, the state as it is after all of them.
    pub fn new_events(&self, events: &[Event], at: u64) -> Result<Vec<NewEvent>, Problem> {
        let rule_set = Line::new(self.play.rule_set().to_string()).map_err(|error| {
            tracing::error!(%error, "a rule set's name");
            Problem::internal()
        })?;
        let state_hash = self.play.hash();
        events
            .iter()
            .map(|event| {
                Ok(NewEvent {
                    rule_set: rule_set.clone(),
                    kind: event.kind(),
                    payload: event.write()?,
                    state_hash,
                    at,
                })
            })
            .collect()
    }

    pub fn seat(&self, number: u8) -> Result<Seat, Refusals> {
        let seats = self.play.seats();
        Seat::from_number(number, seats).ok_or_else(|| {
            Refusals::one(
                "no-such-seat",
                Text::new(
                    format!("unknown seat {number}; this match has seats 1 to {seats}"),
                    format!("place inconnue : {number} ; cette partie a les places 1 à {seats}"),
                ),
            )
        })
    }

    pub fn occupant(&self, seat: Seat) -> &Occupant {
        self.seats.get(seat.index()).unwrap_or(&Occupant::Open)
    }

    /// What `seat` has left as its answer to the question that is open to it.
    pub fn standing_answer(&self, seat: Seat) -> Option<StandingAnswer> {
        let standing = self.standing[seat].filter(|_| self.started)?;
        self.play.standing_answer(seat, standing)
    }

    /// Whether `player` may learn all that `seat` knows: who sits down sees through its eyes. Once the
    /// match has begun, secrets are only for who had them before.
    pub fn may_be_told(&self, seat: Seat, player: &str) -> bool {
        let had = self.left.get(&seat.number());
        !self.started
            || !self.play.has_secrets()
            || had.is_some_and(|occupant| occupant.is_person(player))
    }

    /// Whether nobody looks through the eyes of a seat yet. Until the match begins everybody may try one
    /// seat after the other, and would see what each of them hides in the position that was brought.
    pub fn is_veiled(&self) -> bool {
        self.is_brought && !self.started && self.play.has_secrets() && !self.is_over()
    }

    /// Through whose eyes who sits in `seat` looks.
    pub fn viewer(&self, seat: Option<Seat>) -> Viewer {
        let seat = seat.filter(|_| !self.is_veiled());
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }

    pub fn held_by(&self, player: &str) -> SeatSet {
        held_by(&self.seats, player)
    }

    pub fn is_over(&self) -> bool {
        matches!(self.play.turn(), Turn::Over(_))
    }

    pub fn stage(&self) -> Stage {
        match (self.is_over(), self.started) {
            (true, _) => Stage::Over,
            (false, true) => Stage::Running,
            (false, false) => Stage::Open,
        }
    }

    /// The record as `viewer` may have it now, with what may be told of the dice.
    pub fn paper(&self, viewer: Viewer) -> Record {
        let mut record = self.play.record_for(viewer);
        let proof = self
            .cup
            .proof(self.over())
            .filter(|_| self.play.has_chance());
        let hides = self.play.has_secrets() && !self.is_over();
        match proof {
            Some(proof) if hides => proof.without_steps().write(&mut record),
            Some(proof) => proof.write(&mut record),
            None => (),
        }
        record
    }

    /// The secret of the dice, once it may be told.
    pub fn secret(&self) -> Option<String> {
        self.cup.secret(self.over())
    }

    fn over(&self) -> Over {
        match self.is_over() {
            true => Over::Yes,
            false => Over::No,
        }
    }

    pub fn summary(&self, header: &Header) -> Summary {
        summary::of(self, header)
    }

    /// What `viewer`, who is `player`, may read of what was said. Numbers count what this viewer
    /// may read, muted lines too.
    pub fn said(&self, viewer: Viewer, player: Option<&str>) -> Vec<(u64, &Remark)> {
        let over = self.is_over();
        let readable = self
            .chat
            .iter()
            .map(|line| &**line)
            .filter(|line| over || !line.seats.is_empty() || viewer == Viewer::Spectator);
        (1..)
            .zip(readable)
            .filter(|(_, line)| !player.is_some_and(|player| self.mutes(player, &line.player)))
            .collect()
    }

    /// Whether `player` does not want to read `other`.
    pub fn mutes(&self, player: &str, other: &str) -> bool {
        self.mutes.contains(&(player.to_owned(), other.to_owned()))
    }

    /// Everybody who sees or may do something else here than whoever just watches, besides the owner: who
    /// sits, for whom a program stands in, and who does not want to read somebody.
    pub fn insiders(&self) -> impl Iterator<Item = &str> {
        let people = self.seats.iter().chain(self.absent.values());
        let people = people.filter_map(|occupant| match occupant {
            Occupant::Person { player, .. } => Some(player.as_str()),
            Occupant::Open | Occupant::Agent { .. } => None,
        });
        people.chain(self.mutes.iter().map(|(player, _)| player.as_str()))
    }

    /// How often `player` has sat down, changed a seed or muted somebody.
    pub fn changes(&self, player: &str) -> u32 {
        self.changes.get(player).copied().unwrap_or(0)
    }

    fn count_change(&mut self, player: String) {
        *self.changes.entry(player).or_default() += 1;
    }

    fn take_seat(&mut self, seat: Seat, occupant: Occupant) {
        if let Some(place) = self.seats.get_mut(seat.index()) {
            *place = occupant;
            self.standing[seat] = None;
        }
        self.reseated();
    }

    fn reseated(&mut self) {
        if !self.started && !self.seats.contains(&Occupant::Open) {
            self.started = true;
            // Now everybody has added a seed: nature may begin.
            if let Some(sealed) = self.cup.fix() {
                self.play.seal(sealed);
            }
        }
        // Who sat at a match that came as it had ended, its record says.
        if !self.is_over() {
            let names: Vec<String> = self.seats.iter().map(Occupant::shown).collect();
            self.play.set_tag("Seats", &names.join("; "));
        }
    }
}

pub fn seat_taken() -> Refusals {
    Refusals::one(
        "seat-taken",
        Text::fixed("that seat is not free", "cette place n'est pas libre"),
    )
}

fn unreadable_share() -> Refusals {
    Refusals::one(
        "bad-share",
        Text::fixed(
            "this is not the hash of a key",
            "ce n'est pas l'empreinte d'une clé",
        ),
    )
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("game", &self.play.card().name)
            .field("seats", &self.seats)
            .field("seq", &self.seq)
            .finish_non_exhaustive()
    }
}
