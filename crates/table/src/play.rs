//! A match in progress: the only place where a state changes.

use std::sync::OnceLock;

use sha2::{Digest, Sha256};
use vauban_game::{
    BySeat, Ending, Event, Happening, Lang, Outcome, Playable, Repetition, Seat, SeatSet, Settings,
    Text, Turn, Viewer, every_action, nth,
};

use crate::{
    AgentMaker, AskId, Clock, Offers, Opening, Refusals, Sealed, Source, Undo, entry::Level,
    log::Log, page::UndoOffer,
};

/// One match of `G`.
pub struct Match<G: Playable> {
    pub(crate) game: G,
    pub(crate) settings: Settings,
    /// The text of the position it started from, if not the game's start.
    pub(crate) position: Option<String>,
    pub(crate) start: G::State,
    pub(crate) state: G::State,
    pub(crate) past: Vec<Past<G>>,
    /// Set when the table, not the rules, ended it.
    pub(crate) ended: Option<Outcome>,
    /// The keys of the landmarks on the way here.
    pub(crate) keys: Vec<u64>,
    pub(crate) asked: BySeat<Option<AskId>>,
    /// How many questions each seat was put. A count of its own for each seat tells nobody what others did.
    questions: BySeat<AskId>,
    pub(crate) source: Source,
    pub(crate) undo: Undo,
    pub(crate) draw_offers: SeatSet,
    pub(crate) undo_offer: Option<UndoOffer>,
    pub(crate) logs: Vec<Log>,
    /// What each viewer was told when the match last moved on.
    pub(crate) news: Vec<Vec<Event>>,
    pub(crate) remarks: Vec<Remark>,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) clock: Clock,
    pub(crate) agents: &'static [AgentMaker<G>],
    pub(crate) levels: &'static [Level],
    /// Backdrops never change, so their names are found out once, in each language.
    pub(crate) backdrops: [OnceLock<String>; Lang::ALL.len()],
}

/// A step that was taken, with the state before it.
pub(crate) struct Past<G: Playable> {
    pub(crate) before: G::State,
    pub(crate) step: Taken<G>,
    /// How many landmarks there were before it.
    pub(crate) keys: usize,
}

pub(crate) enum Taken<G: Playable> {
    Action {
        seat: Seat,
        action: G::Action,
        /// Others might have acted as well, so the record must say who did.
        among_others: bool,
        /// It may have told its seat something new.
        reveals: bool,
    },
    Chance(G::Chance),
    Resign(Seat),
    Timeout(Seat),
    Forfeit(Seat),
    Draw,
}

/// A comment of the record, before the step with its number.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    pub(crate) step: usize,
    pub(crate) text: String,
    /// It tells of steps that were taken back.
    pub(crate) undone: bool,
}

impl<G: Playable> Match<G> {
    /// Opens a match. `opening.settings` must be complete.
    pub(crate) fn open(
        game: G,
        state: G::State,
        opening: Opening,
        agents: &'static [AgentMaker<G>],
        levels: &'static [Level],
    ) -> Match<G> {
        let viewers = usize::from(game.seats()) + 1;
        let mut table = Match {
            settings: opening.settings,
            position: opening.position,
            start: state.clone(),
            state,
            past: Vec::new(),
            ended: None,
            keys: Vec::new(),
            asked: BySeat::default(),
            questions: BySeat::default(),
            source: opening.source,
            undo: opening.undo,
            draw_offers: SeatSet::EMPTY,
            undo_offer: None,
            logs: vec![Log::default(); viewers],
            news: vec![Vec::new(); viewers],
            remarks: Vec::new(),
            tags: Vec::new(),
            clock: Clock::new(opening.tempo),
            agents,
            levels,
            backdrops: Default::default(),
            game,
        };
        table.note_landmark();
        table
    }

    /// Gives a match that was waiting its dice.
    pub(crate) fn seal(&mut self, dice: Sealed) {
        self.start_news();
        self.source = Source::Sealed(dice);
        self.begin();
    }

    /// Rolls what is to be rolled and puts the questions. Called once the match stands where it should.
    pub(crate) fn begin(&mut self) {
        self.settle();
        self.put_questions();
    }

    pub(crate) fn turn(&self) -> Turn {
        match self.ended {
            Some(outcome) => Turn::Over(outcome),
            None => self.game.turn(&self.state),
        }
    }

    pub(crate) fn asked(&self, seat: Seat) -> Option<AskId> {
        self.asked.0.get(seat.index()).copied().flatten()
    }

    pub(crate) fn offers(&self) -> Offers {
        Offers {
            draw: self.draw_offers,
            undo: self.undo_offer,
        }
    }

    /// The first 64 bits of the SHA-256 of the position's text: the same on every machine.
    pub(crate) fn hash_of(&self, state: &G::State) -> u64 {
        let digest = Sha256::digest(self.game.write_position(state));
        u64::from_be_bytes(std::array::from_fn(|index| digest[index]))
    }

    /// The legal actions of `seat`, nothing once the match is over.
    pub(crate) fn actions(&self, seat: Seat) -> Vec<G::Action> {
        match self.turn().includes(seat) {
            true => every_action(&self.game, &self.state, seat),
            false => Vec::new(),
        }
    }

    /// Understands `text` and cuts it down to what is possible.
    pub(crate) fn read(&self, seat: Seat, text: &str) -> Result<G::Action, Refusals> {
        self.must_sit(seat)?;
        let action = self.game.read(text).map_err(Refusals::unreadable)?;
        Ok(self.game.trim(&self.state, seat, action))
    }

    pub(crate) fn check(&self, seat: Seat, action: G::Action) -> Result<(), Refusals> {
        if let Some(outcome) = self.ended {
            return Err(over(outcome));
        }
        Ok(self.game.check(&self.state, seat, action)?)
    }

    /// Refuses a seat that this table does not have.
    pub(crate) fn must_sit(&self, seat: Seat) -> Result<(), Refusals> {
        if seat.0 < self.game.seats() {
            return Ok(());
        }
        Err(Refusals::one(
            "no-such-seat",
            Text::new(
                format!("there is no seat {seat} at this table"),
                format!("il n'y a pas de place {seat} à cette table"),
            ),
        ))
    }

    pub(crate) fn answer(&mut self, seat: Seat, ask: AskId, text: &str) -> Result<(), Refusals> {
        if self.asked(seat) != Some(ask) {
            return Err(Refusals::one(
                "stale",
                Text::fixed(
                    "that question is no longer open",
                    "cette question n'est plus ouverte",
                ),
            ));
        }
        self.act(seat, text)
    }

    /// Takes the action that `text` says, then lets nature answer.
    pub(crate) fn act(&mut self, seat: Seat, text: &str) -> Result<(), Refusals> {
        let action = self.read(seat, text)?;
        self.check(seat, action)?;

        self.start_news();
        let among_others = matches!(self.turn(), Turn::Any(seats) if seats.len() > 1);
        let reveals = self.game.reveals(&self.state, seat, action);
        let before = self.step(Taken::Action {
            seat,
            action,
            among_others,
            reveals,
        });
        self.game.act(&mut self.state, seat, action);
        let trimmed = self.game.read(text).ok().filter(|&asked| asked != action);
        let trimmed = trimmed.map(|asked| self.trimmed(asked, action));
        self.tell(before, Happening::Action(seat, action), trimmed);
        self.asked[seat] = None;
        // Going on is an answer to what others proposed, but a secret step tells nobody anything.
        let last = self.past.len() - 1;
        if Viewer::all(self.game.seats()).all(|viewer| self.is_shown(last, viewer)) {
            self.undo_offer = None;
            if !self.draw_offers.contains(seat) {
                self.draw_offers = SeatSet::EMPTY;
            }
        }
        self.note_landmark();
        self.settle();
        self.put_questions();
        Ok(())
    }

    /// A result of nature that somebody typed, or that the source rolls.
    pub(crate) fn befall(&mut self, text: Option<&str>) -> Result<(), Refusals> {
        if self.turn() != Turn::Chance {
            return Err(Refusals::one(
                "no-chance-now",
                Text::fixed(
                    "chance has nothing to decide now",
                    "le hasard n'a rien à décider maintenant",
                ),
            ));
        }
        let chances = self.chances();
        let chance = match text {
            None if matches!(self.source, Source::Waiting(_)) => {
                return Err(Refusals::one(
                    "seeds-missing",
                    Text::fixed(
                        "the dice wait for every seat's seed",
                        "les dés attendent la graine de chaque place",
                    ),
                ));
            }
            None => self.roll(&chances),
            Some(text) => {
                let chance = self.game.read_chance(text).map_err(Refusals::unreadable)?;
                if !chances.iter().any(|&(possible, _)| possible == chance) {
                    return Err(Refusals::one(
                        "impossible-chance",
                        Text::new(
                            format!("`{}` cannot come now", self.game.write_chance(chance)),
                            format!(
                                "« {} » ne peut pas venir maintenant",
                                self.game.write_chance(chance)
                            ),
                        ),
                    ));
                }
                chance
            }
        };
        self.start_news();
        self.happen(chance);
        self.settle();
        self.put_questions();
        Ok(())
    }

    pub(crate) fn chances(&self) -> Vec<(G::Chance, u32)> {
        let mut chances = Vec::new();
        self.game.chances(&self.state, &mut chances);
        chances
    }

    /// Applies a result of nature.
    pub(crate) fn happen(&mut self, chance: G::Chance) {
        let before = self.step(Taken::Chance(chance));
        self.game.settle(&mut self.state, chance);
        self.tell(before, Happening::Chance(chance), None);
        self.note_landmark();
    }

    /// Rolls until somebody must think, or a result must be typed.
    pub(crate) fn settle(&mut self) {
        while self.turn() == Turn::Chance && self.source.rolls_by_itself() {
            let chance = self.roll(&self.chances());
            self.happen(chance);
        }
    }

    fn roll(&self, chances: &[(G::Chance, u32)]) -> G::Chance {
        let total = chances.iter().map(|&(_, weight)| weight).sum();
        let (step, slot) = self.place();
        nth(chances, self.source.roll(step, slot, total))
    }

    /// Where the match stands, for the source of chance: actions so far, results since the last.
    pub(crate) fn place(&self) -> (u64, u64) {
        let chance = |past: &&Past<G>| matches!(past.step, Taken::Chance(_));
        let slot = self.past.iter().rev().take_while(chance).count();
        let chances = self.past.iter().filter(chance).count();
        ((self.past.len() - chances) as u64, slot as u64)
    }

    /// Puts the question to every seat on turn that has none open, and withdraws the others.
    pub(crate) fn put_questions(&mut self) {
        let turn = self.turn();
        for seat in (0..self.game.seats()).map(Seat) {
            if !turn.includes(seat) {
                self.asked[seat] = None;
            } else if self.asked[seat].is_none() {
                self.questions[seat] += 1;
                self.asked[seat] = Some(self.questions[seat]);
            }
        }
    }

    /// Notes a landmark and draws the match if it came too often.
    fn note_landmark(&mut self) {
        if !self.game.landmark(&self.state) {
            return;
        }
        let key = self.game.key(&self.state);
        self.keys.push(key);
        let Repetition::Draw { times } = self.game.repetition() else {
            return;
        };
        let seen = self.keys.iter().filter(|&&seen| seen == key).count();
        // A win on the same step goes before a draw.
        if seen >= usize::from(times) && self.game.turn(&self.state).over().is_none() {
            self.ended = Some(Outcome::draw(self.game.seats(), Ending::REPETITION));
            self.announce(
                Event::new(
                    "draw",
                    Text::fixed(
                        "The same position has come too often: a draw",
                        "La même position est revenue trop souvent : nulle",
                    ),
                )
                .with("reason", Ending::REPETITION.code),
            );
        }
    }

    /// Remembers a step that is about to change the state. Returns the state before it.
    pub(crate) fn step(&mut self, step: Taken<G>) -> G::State {
        let before = self.state.clone();
        self.past.push(Past {
            before: before.clone(),
            step,
            keys: self.keys.len(),
        });
        before
    }

    pub(crate) fn must_go_on(&self) -> Result<(), Refusals> {
        match self.turn() {
            Turn::Over(outcome) => Err(over(outcome)),
            _ => Ok(()),
        }
    }

    pub(crate) fn viewer_index(&self, viewer: Viewer) -> usize {
        match viewer {
            Viewer::Seat(seat) if seat.0 < self.game.seats() => seat.index(),
            _ => usize::from(self.game.seats()),
        }
    }

    pub(crate) fn start_news(&mut self) {
        self.news.iter_mut().for_each(Vec::clear);
    }

    pub(crate) fn tell_one(
        &mut self,
        viewer: usize,
        by: Option<Seat>,
        text: Option<String>,
        events: Vec<Event>,
    ) {
        self.news[viewer].extend(events.iter().cloned());
        self.logs[viewer].tell(by, text, events);
    }

    /// Tells everybody the same.
    pub(crate) fn announce(&mut self, event: Event) {
        for viewer in 0..self.logs.len() {
            self.tell_one(viewer, None, None, vec![event.clone()]);
        }
    }

    /// Tells each viewer what it may know of a step of the game.
    fn tell(&mut self, before: G::State, happening: Happening<G>, trimmed: Option<Event>) {
        for (index, viewer) in Viewer::all(self.game.seats()).enumerate() {
            let mut events = vauban_game::tell(&self.game, &before, happening, &self.state, viewer);
            let (by, text) = match happening {
                Happening::Action(seat, action) => {
                    if viewer == Viewer::Seat(seat) {
                        events.extend(trimmed.clone());
                    }
                    let shown = self.game.shown(&before, seat, action, viewer);
                    (Some(seat), shown.then(|| self.game.write(action)))
                }
                Happening::Chance(chance) => {
                    let shown = self.game.chance_shown(&before, chance, viewer);
                    (
                        None,
                        shown.then(|| format!("!{}", self.game.write_chance(chance))),
                    )
                }
            };
            let by = by.filter(|_| text.is_some() || !events.is_empty());
            self.tell_one(index, by, text, events);
        }
    }

    fn trimmed(&self, asked: G::Action, done: G::Action) -> Event {
        let (asked, done) = (self.game.write(asked), self.game.write(done));
        Event::new(
            "trim",
            Text::new(
                format!("{asked} was cut down to {done}"),
                format!("{asked} a été ramené à {done}"),
            ),
        )
        .with("asked", asked)
        .with("done", done)
    }
}

pub(crate) fn over(outcome: Outcome) -> Refusals {
    Refusals::one(
        "match-over",
        Text::new(
            format!("the match is over, {}", outcome.ending.text.en),
            format!("la partie est finie, {}", outcome.ending.text.fr),
        ),
    )
}

impl<G: Playable> std::fmt::Debug for Match<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Match")
            .field("game", &G::CARD.name)
            .field("steps", &self.past.len())
            .finish_non_exhaustive()
    }
}
