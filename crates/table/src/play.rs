//! A match in progress: the only place where a state changes.

use std::{any::TypeId, convert::Infallible, sync::Arc};

use sha2::{Digest, Sha256};
use vauban_game::{
    BySeat, Ending, Event, Happening, Outcome, PastKeys, Playable, Repetition, Seat, SeatSet,
    Settings, Text, Turn, Viewer, nth,
};

use crate::{
    AgentMaker, AskId, Clock, Judging, Level, Offers, Opening, Refusals, Sealed, Source, Undo,
    history::{History, Place, Taken, Viewers, entry_of},
    lesson::Teaching,
    log::{Log, event_bytes},
    page::{Ground, UndoOffer},
    snapshot::Snapshot,
};

/// One match of `G`. A copy shares with the original what both have in common, so that it costs the same
/// however long the match is.
pub struct Match<G: Playable> {
    pub(crate) now: Snapshot<G>,
    pub(crate) settings: Arc<Settings>,
    /// The text of the position it started from, if not the game's start.
    pub(crate) position: Option<Arc<str>>,
    pub(crate) history: History<G>,
    /// The keys of the landmarks on the way here.
    pub(crate) keys: Arc<PastKeys>,
    pub(crate) asked: BySeat<Option<AskId>>,
    /// How many questions each seat was put. A count of its own for each seat tells nobody what others did.
    questions: BySeat<AskId>,
    pub(crate) source: Source,
    pub(crate) undo: Undo,
    pub(crate) draw_offers: SeatSet,
    pub(crate) undo_offer: Option<UndoOffer>,
    pub(crate) logs: Vec<Log>,
    /// What each viewer was told when the match last moved on.
    pub(crate) news: Arc<Vec<Vec<Event>>>,
    pub(crate) remarks: Arc<Vec<Remark>>,
    pub(crate) tags: Arc<Vec<(String, String)>>,
    pub(crate) clock: Clock,
    pub(crate) agents: &'static [AgentMaker<G>],
    pub(crate) levels: &'static [Level],
    /// Says how the match goes, if the game has one.
    pub(crate) judge: Option<Judging<G>>,
    pub(crate) ground: Arc<Ground>,
    /// The lesson that it teaches, if it does.
    pub(crate) teaching: Option<Teaching<G>>,
}

impl<G: Playable> Clone for Match<G> {
    fn clone(&self) -> Match<G> {
        Match {
            now: self.now.clone(),
            settings: Arc::clone(&self.settings),
            position: self.position.clone(),
            history: self.history.clone(),
            keys: Arc::clone(&self.keys),
            asked: self.asked,
            questions: self.questions,
            source: self.source.clone(),
            undo: self.undo,
            draw_offers: self.draw_offers,
            undo_offer: self.undo_offer,
            logs: self.logs.clone(),
            news: Arc::clone(&self.news),
            remarks: Arc::clone(&self.remarks),
            tags: Arc::clone(&self.tags),
            clock: self.clock.clone(),
            agents: self.agents,
            levels: self.levels,
            judge: self.judge,
            ground: Arc::clone(&self.ground),
            teaching: self.teaching.clone(),
        }
    }
}

/// Whether an action goes on with the order before it.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Joined {
    Yes,
    No,
}

/// A comment of the record, before the step with its number.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    pub(crate) step: usize,
    pub(crate) text: String,
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
        let logs = vec![Log::default(); viewers];
        let mut table = Match {
            settings: Arc::new(opening.settings),
            position: opening.position.map(Arc::from),
            history: History::new(&state, &logs),
            keys: Arc::default(),
            asked: BySeat::default(),
            questions: BySeat::default(),
            source: opening.source,
            undo: opening.undo,
            draw_offers: SeatSet::EMPTY,
            undo_offer: None,
            logs,
            news: Arc::new(vec![Vec::new(); viewers]),
            remarks: Arc::default(),
            tags: Arc::default(),
            clock: Clock::new(opening.tempo),
            agents,
            levels,
            judge: None,
            ground: Arc::default(),
            teaching: None,
            now: Snapshot {
                game: Arc::new(game),
                state,
                ended: None,
            },
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

    pub(crate) fn game(&self) -> &G {
        &self.now.game
    }

    pub(crate) fn turn(&self) -> Turn {
        self.now.turn()
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
        let digest = Sha256::digest(self.game().write_position(state));
        u64::from_be_bytes(std::array::from_fn(|index| digest[index]))
    }

    pub(crate) fn answer(&mut self, seat: Seat, ask: AskId, text: &str) -> Result<(), Refusals> {
        self.must_ask(seat, ask)?;
        self.act(seat, text)
    }

    /// Refuses an answer to a question that is not open.
    pub(crate) fn must_ask(&self, seat: Seat, ask: AskId) -> Result<(), Refusals> {
        if self.asked(seat) == Some(ask) {
            return Ok(());
        }
        Err(Refusals::one(
            "stale",
            Text::fixed(
                "that question is no longer open",
                "cette question n'est plus ouverte",
            ),
        ))
    }

    pub(crate) fn act(&mut self, seat: Seat, text: &str) -> Result<(), Refusals> {
        self.take(seat, text, Joined::No)
    }

    /// Takes the action that `text` says, then lets nature answer.
    pub(crate) fn take(&mut self, seat: Seat, text: &str, joined: Joined) -> Result<(), Refusals> {
        let action = self.now.read(seat, text)?;
        self.now.check(seat, action)?;
        let (game, state) = (&*self.now.game, &self.now.state);
        let teaching = self.teaching.as_ref();
        let learnt = teaching.map(|teaching| teaching.judge(game, state, action));
        let learnt = learnt.transpose()?;

        self.start_news();
        let asked = self.game().read(text).ok().filter(|&asked| asked != action);
        let taken = self.taken(seat, action, joined);
        let shown = self.step(Happening::Action(seat, action), taken, asked);
        if let (Some(teaching), Some(progress)) = (&mut self.teaching, learnt) {
            teaching.note(self.history.len(), progress);
        }
        self.asked[seat] = None;
        // Going on is an answer to what others proposed, but a secret step tells nobody anything.
        if shown == Viewers::all(self.game().seats()) {
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

    fn taken(&self, seat: Seat, action: G::Action, joined: Joined) -> Taken<G> {
        Taken::Action {
            seat,
            action,
            among_others: matches!(self.turn(), Turn::Any(seats) if seats.len() > 1),
            reveals: self.game().reveals(&self.now.state, seat, action),
            joined: matches!(joined, Joined::Yes),
        }
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
                let chance = self
                    .game()
                    .read_chance(text)
                    .map_err(Refusals::unreadable)?;
                if !chances.iter().any(|&(possible, _)| possible == chance) {
                    return Err(Refusals::impossible_chance(text));
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
        self.game().chances(&self.now.state, &mut chances);
        chances
    }

    /// Applies a result of nature.
    pub(crate) fn happen(&mut self, chance: G::Chance) {
        self.step(Happening::Chance(chance), Taken::Chance(chance), None);
        self.note_landmark();
    }

    /// Takes a step of the game, and tells each viewer what it may know of it. Returns who knows the step.
    fn step(
        &mut self,
        happening: Happening<G>,
        taken: Taken<G>,
        asked: Option<G::Action>,
    ) -> Viewers {
        let Snapshot { game, state, .. } = &mut self.now;
        let before = state.clone();
        match happening {
            Happening::Action(seat, action) => game.act(state, seat, action),
            Happening::Chance(chance) => game.settle(state, chance),
        }
        let viewers = || Viewer::all(game.seats()).enumerate();
        let knows = |&(_, viewer): &(usize, Viewer)| happening.is_shown(&**game, &before, viewer);
        let shown = Viewers::of(viewers().filter(knows).map(|(index, _)| index));
        self.history
            .push(&before, taken, asked, shown, self.keys.len(), &self.logs);
        let (at, mut told) = (self.history.newest(), Vec::new());
        let news = Arc::make_mut(&mut self.news);
        for (index, viewer) in viewers() {
            let (by, text, events) = entry_of(&**game, &before, happening, state, viewer, asked);
            news[index].extend(events.iter().cloned());
            let (others, own) = self.logs.split_at_mut(index);
            if own[0].tell(by, text, events, at) {
                told.push(index);
                if let Some(other) = others.last() {
                    own[0].share_newest(other);
                }
            }
        }
        self.history.told(Viewers::of(told));
        let mover = |state| game.mover(&game.view(state, Viewer::Spectator));
        let seat = mover(&before);
        if seat.is_none() || mover(state) != seat || game.turn(state).over().is_some() {
            self.history.end_turn(seat);
        }
        shown
    }

    /// Rolls until somebody must think, or a result must be typed; in a lesson, others act too.
    pub(crate) fn settle(&mut self) {
        loop {
            match self.next_reply() {
                Some(Happening::Chance(chance)) => self.happen(chance),
                Some(happening @ Happening::Action(seat, action)) => {
                    self.step(happening, self.taken(seat, action, Joined::No), None);
                    self.note_landmark();
                }
                None if self.turn() == Turn::Chance && self.source.rolls_by_itself() => {
                    let chance = self.roll(&self.chances());
                    self.happen(chance);
                }
                None => return,
            }
        }
    }

    fn roll(&self, chances: &[(G::Chance, u32)]) -> G::Chance {
        let total = chances.iter().map(|&(_, weight)| weight).sum();
        let Place { step, slot } = self.history.place();
        nth(chances, self.source.roll(step, slot, total))
    }

    /// Puts the question to every seat on turn that has none open, and withdraws the others.
    pub(crate) fn put_questions(&mut self) {
        let turn = self.turn();
        let is_taught = self.teaching.as_ref().is_some_and(Teaching::is_over);
        for seat in (0..self.game().seats()).map(Seat) {
            if is_taught || !turn.includes(seat) {
                self.asked[seat] = None;
            } else if self.asked[seat].is_none() {
                self.questions[seat] += 1;
                self.asked[seat] = Some(self.questions[seat]);
            }
        }
    }

    /// Notes a landmark and draws the match if it came too often.
    fn note_landmark(&mut self) {
        let Snapshot { game, state, .. } = &self.now;
        let Repetition::Draw { times } = game.repetition() else {
            return;
        };
        if !game.landmark(state) {
            return;
        }
        let seen = Arc::make_mut(&mut self.keys).push(game.key(state));
        // A win on the same step goes before a draw.
        if seen >= u32::from(times) && game.turn(state).over().is_none() {
            self.now.ended = Some(Outcome::draw(self.game().seats(), Ending::REPETITION));
            self.announce(
                Event::new(
                    "draw",
                    Text::fixed(
                        "The same position has come too often: a draw.",
                        "La même position est revenue trop souvent : nulle.",
                    ),
                )
                .with("reason", Ending::REPETITION.code),
            );
        }
    }

    pub(crate) fn must_go_on(&self) -> Result<(), Refusals> {
        match self.turn() {
            Turn::Over(outcome) => Err(over(outcome)),
            _ => Ok(()),
        }
    }

    pub(crate) fn viewer_index(&self, viewer: Viewer) -> usize {
        match viewer {
            Viewer::Seat(seat) if seat.0 < self.game().seats() => seat.index(),
            _ => usize::from(self.game().seats()),
        }
    }

    pub(crate) fn start_news(&mut self) {
        self.news = Arc::new(vec![Vec::new(); self.logs.len()]);
    }

    /// Tells everybody the same.
    pub(crate) fn announce(&mut self, event: Event) {
        self.history
            .said(event.clone(), Viewers::all(self.now.game.seats()));
        let at = self.history.newest();
        let news = Arc::make_mut(&mut self.news);
        for (log, news) in self.logs.iter_mut().zip(news) {
            log.tell(None, None, vec![event.clone()], at);
            news.push(event.clone());
        }
    }

    /// Roughly how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        /// What a key of a landmark takes, in the list and in the table of counts.
        const KEY: usize = 40;
        let news: usize = self.news.iter().flatten().map(event_bytes).sum();
        let remarks = self.remarks.iter();
        let remarks = remarks.map(|remark| size_of::<Remark>() + remark.text.len());
        let tags = self.tags.iter();
        let tags =
            tags.map(|(name, value)| size_of::<(String, String)>() + name.len() + value.len());
        size_of::<Match<G>>()
            + size_of::<G>()
            + self.history.bytes()
            + self.keys.len() * KEY
            + Log::bytes(&self.logs)
            + news
            + remarks.sum::<usize>()
            + tags.sum::<usize>()
            + self.position.as_deref().map_or(0, str::len)
            + self.ground.bytes()
    }
}

pub(crate) fn has_chance<G: Playable>() -> bool {
    TypeId::of::<G::Chance>() != TypeId::of::<Infallible>()
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
            .field("steps", &self.history.len())
            .finish_non_exhaustive()
    }
}
