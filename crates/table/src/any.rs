//! Matches and games of any kind, as everybody outside sees them.

use vauban_game::{
    Balance, Card, Event, Forecast, FormatCard, FormatError, Lang, LensCard, OddsLine, RuleSet,
    RuleTree, Seat, SeatSet, Settings, Stop, Text, Turn, Viewer, shorten, text,
};
use vauban_scene::{Paints, Scene, Spot};

use crate::{
    AgentCard, AgentSpec, AskId, Audit, Backdrop, Clock, Course, Doubt, Job, Judged, Lens,
    LessonCard, LessonPage, Level, LogEntry, Millis, Offers, Page, PageCard, Plan, PlanRequest,
    Record, Refusals, Repeat, ReplayError, Sealed, SeatedAgent, Source, Standing, StandingAnswer,
    StepPage, Stopped, Tempo, Undo,
};

/// A match of any game, in parts. Everything goes in and out as text and plain data.
pub trait AnyMatch: Facts + Views + Play + Orders + Agents + Records + Send + Sync {
    /// Questions about where it stands now. They have a copy of it, so that the match can go on
    /// while somebody thinks about the answer.
    fn questions(&self) -> Box<dyn Questions>;
    /// The same about where it stood after the first `step` of the steps in force; nothing if there are not
    /// so many.
    fn past_questions(&self, step: usize) -> Option<Box<dyn Questions>>;
    /// Another match that stands where this one does. It shares with this one what both have in common, so
    /// that it costs the same however long the match is.
    fn copy(&self) -> Box<dyn AnyMatch>;
}

/// What a match is, and where it stands.
pub trait Facts {
    fn card(&self) -> &'static Card;
    fn settings(&self) -> &Settings;
    fn rule_set(&self) -> RuleSet;
    fn seats(&self) -> u8;
    /// Whether chance can have a part in it.
    fn has_chance(&self) -> bool;
    /// Whether a seat can know what others do not.
    fn has_secrets(&self) -> bool;
    /// Refuses for a seat that is out already. Whoever lets a seat resign asks first: a record or a stored match
    /// of an earlier version may have done so twice, and still means what was played.
    fn must_be_in(&self, seat: Seat) -> Result<(), Refusals>;
    fn seat_name(&self, seat: Seat) -> Text;
    /// The same within a sentence, with its article.
    fn seat_in_sentence(&self, seat: Seat) -> Text;
    fn rulebook(&self, lang: Lang) -> &'static str;
    /// The same, with the values of the options in force marked.
    fn rules_in_force(&self, lang: Lang) -> String;
    /// The rule trees, one for each kind of action.
    fn trees(&self) -> Vec<RuleTree>;
    /// How actions are written.
    fn grammar(&self) -> Text;
    fn format(&self) -> Option<FormatCard>;

    fn turn(&self) -> Turn;
    /// The question open to `seat`.
    fn ask(&self, seat: Seat) -> Option<AskId>;
    /// How many steps were taken, nature's too.
    fn steps(&self) -> usize;
    /// The results of nature among the steps from `step` on, in order.
    fn chances_since(&self, step: usize) -> Vec<String>;
    /// The hash of the whole state, draw counters included.
    fn hash(&self) -> u64;
    fn offers(&self) -> Offers;
    /// Who may take back what.
    fn undo_policy(&self) -> Undo;
    fn clock(&self) -> &Clock;
    /// Roughly how many bytes of memory it takes.
    fn bytes(&self) -> usize;
}

/// What each viewer gets.
pub trait Views {
    /// `now` feeds the clocks.
    fn page(&self, viewer: Viewer, lang: Lang, now: Millis) -> Page;
    /// What `viewer` saw after the first `step` of the steps in force, nature's too, without questions, offers
    /// and clocks; nothing if there are not so many. Made from the states that are kept.
    fn past_page(&self, viewer: Viewer, step: usize, lang: Lang) -> Option<Page>;
    /// The task at hand, in a match that teaches.
    fn lesson(&self, _lang: Lang) -> Option<LessonPage> {
        None
    }
    fn backdrop(&self, lang: Lang) -> Backdrop;
    /// After how many steps `viewer` had been shown `shown` of them; nothing if it was not shown that many.
    /// Whoever counted all steps would learn of hidden ones.
    fn step_of(&self, viewer: Viewer, shown: usize) -> Option<usize>;
    /// How many steps `viewer` was shown: the last that [`Views::step_of`] knows.
    fn shown_steps(&self, viewer: Viewer) -> usize;
    /// How the match went until now, as `viewer` may know it.
    fn course(&self, viewer: Viewer, judged: Judged, lang: Lang) -> Course;
    /// What `viewer` was told when the match last moved on.
    fn last_events(&self, viewer: Viewer) -> &[Event];
    /// The first `most` things that `viewer` was told after its entry `seq`.
    fn log(&self, viewer: Viewer, seq: u64, most: usize) -> Vec<LogEntry>;
    /// The newest `most` things that `viewer` was told after its entry `seq`, each with what it changed in
    /// the picture.
    fn steps_shown(&self, viewer: Viewer, seq: u64, most: usize, lang: Lang) -> Vec<StepPage>;
    /// How many things `viewer` was told, and the chain over them, as on its page.
    fn told(&self, viewer: Viewer) -> (u64, String);
    /// All that `viewer` may know, in no form for reading: for tests that compare two worlds. Nothing if
    /// the game has no secrets.
    fn sight(&self, viewer: Viewer) -> Option<String>;
    /// Whether two seats know different things now, so that whoever holds both needs a curtain between them.
    fn hides(&self, one: Seat, other: Seat) -> bool;
}

/// What can be asked about a position.
pub trait Questions: Send + Sync {
    /// The machine forms of everything `seat` may do now.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// Whether `seat` may do what `text` says, and if not, why not.
    fn why(&self, seat: Seat, text: &str) -> Result<(), Refusals>;
    /// The action that a click path would be, as text.
    fn meant(&self, seat: Seat, path: &[Spot]) -> Option<String>;
    fn odds(&self, seat: Seat, text: &str) -> Result<Vec<OddsLine>, Refusals>;
    /// The strengths that an action sets against each other, if it weighs any.
    fn balance(&self, seat: Seat, text: &str) -> Result<Option<Balance>, Refusals>;
    /// What may come of an action that is fought out, until its seat has no more than `keep` left;
    /// nothing if there is nothing to fight out.
    fn forecasts(
        &self,
        seat: Seat,
        text: &str,
        keep: Option<u32>,
    ) -> Result<Vec<Forecast>, Refusals>;
    fn lenses(&self) -> &'static [LensCard];
    /// The lens `name` (the first if none is named) for `seat`, as `viewer` may know it;
    /// with `after`, also what that action of the seat on turn would change.
    fn lens(
        &self,
        viewer: Viewer,
        name: Option<&str>,
        seat: Seat,
        after: Option<&str>,
    ) -> Result<Lens, Refusals>;
    /// The same lens for a part of the board: words that each name a spot or several, as the game reads
    /// them.
    fn lens_in(
        &self,
        viewer: Viewer,
        name: Option<&str>,
        seat: Seat,
        zone: &str,
    ) -> Result<Lens, Refusals>;
    fn backdrop(&self, lang: Lang) -> Scene;
    /// The whole picture, as `viewer` sees it.
    fn picture(&self, viewer: Viewer, lang: Lang) -> Scene;
    /// The position in words.
    fn reading(&self, viewer: Viewer) -> Option<Text>;
    fn spot_card(&self, viewer: Viewer, spot: &Spot, lang: Lang) -> Option<PageCard>;
    /// What a spot is called, if not by its own word.
    fn spot_name(&self, spot: &Spot) -> Option<Text>;
    /// Where a plan of `viewer` would lead, as far as it can know; who has no seat plans nothing.
    fn plan(&self, viewer: Viewer, request: &PlanRequest) -> Result<Plan, Refusals>;
    /// The leaves `depth` steps on; with `kind` only through actions of that kind.
    fn perft(&self, depth: u32, kind: Option<&str>) -> Result<u64, Refusals>;
    /// Perft below each first step, from depth 1.
    fn divide(&self, depth: u32, kind: Option<&str>) -> Result<Vec<(String, u64)>, Refusals>;
}

/// What moves a match on. Whatever is refused changes nothing.
pub trait Play {
    /// An answer to the question `ask`; one to an older question is stale.
    fn answer(&mut self, seat: Seat, ask: AskId, text: &str) -> Result<(), Refusals>;
    /// An answer that goes on with the order before it: the two are taken back together. Whoever hosts
    /// the match asks [`crate::Stopped::before_next`] first.
    fn continue_order(&mut self, seat: Seat, ask: AskId, text: &str) -> Result<(), Refusals>;
    /// A result of nature, typed; `None` lets the source roll.
    fn befall(&mut self, text: Option<&str>) -> Result<(), Refusals>;
    fn resign(&mut self, seat: Seat) -> Result<(), Refusals>;
    /// Offers a draw, or accepts one that everybody else has offered.
    fn offer_draw(&mut self, seat: Seat) -> Result<(), Refusals>;
    /// Declines the draw that others have offered.
    fn decline_draw(&mut self, seat: Seat) -> Result<(), Refusals>;
    fn time_out(&mut self, seat: Seat) -> Result<(), Refusals>;
    /// `seat` was away too long, and somebody claimed it.
    fn forfeit(&mut self, seat: Seat) -> Result<(), Refusals>;
    /// Ends the match without a result; only its host does that.
    fn close(&mut self) -> Result<(), Refusals>;
    /// Takes back as the policy allows `seat` to.
    fn undo(&mut self, seat: Seat) -> Result<(), Refusals>;
    /// Takes back for `people`, `seat` among them, who share a screen with nobody but programs, so that nobody
    /// need agree: across turns, at once with what programs did since, to where one of them can choose again.
    /// Only a policy that allows everything goes back across a roll.
    fn take_back(&mut self, seat: Seat, people: SeatSet) -> Result<(), Refusals>;
    /// Asks everybody else to let `seat` take back to before its last action.
    fn ask_undo(&mut self, seat: Seat) -> Result<(), Refusals>;
    /// Agrees to what [`Play::ask_undo`] asked for, or not.
    fn consent(&mut self, seat: Seat, agrees: bool) -> Result<(), Refusals>;
    fn clock_mut(&mut self) -> &mut Clock;
    /// Gives a match whose source was [`Source::Waiting`] its dice; nature goes on at once.
    fn seal(&mut self, dice: Sealed);
}

/// What goes on without being asked for step by step. Whoever hosts the match takes the steps.
pub trait Orders {
    /// Refuses a choice that cannot be repeated, or not until so few are left.
    fn must_repeat(&self, seat: Seat, text: &str, repeat: Repeat) -> Result<(), Refusals>;
    /// What `seat` must do to take the choice `text` once more, now that a round is over; or why the order
    /// ends.
    fn next_round(&self, seat: Seat, text: &str, repeat: Repeat) -> Result<Vec<String>, Stopped>;
    /// Refuses an answer that may not be left at this table.
    fn must_stand(&self, standing: Standing) -> Result<(), Refusals>;
    /// What `seat` answers now, if it has left this answer.
    fn standing_answer(&self, seat: Seat, standing: Standing) -> Option<StandingAnswer>;
}

/// Programs that play.
pub trait Agents {
    /// From the weakest to the strongest.
    fn levels(&self) -> &'static [Level];
    /// Whether there is such an agent or level here.
    fn seats_agent(&self, agent: &AgentSpec) -> Result<(), Refusals>;
    /// The thinking of `agent` for `seat`; raising `stop` makes it answer soon. `seated` is the agent that
    /// the last thinking for this seat gave back, if the host still has it.
    fn think(
        &self,
        seat: Seat,
        agent: &AgentSpec,
        seated: Option<SeatedAgent>,
        stop: &Stop,
    ) -> Result<(AskId, Job), Refusals>;
}

/// A match on paper.
pub trait Records {
    /// The whole position. For the host and for finished matches.
    fn position(&self) -> String;
    /// The position, if all of it follows from what `viewer` sees.
    fn position_for(&self, viewer: Viewer) -> Option<String>;
    /// The whole record, hidden steps and hashes too. For the host and for finished matches.
    fn record(&self) -> Record;
    /// The record as `viewer` may have it now.
    fn record_for(&self, viewer: Viewer) -> Record;
    /// A tag of the record, such as `Seats` or `Date`.
    fn set_tag(&mut self, name: &str, value: &str);
    /// The match in the game's own file format, if it has one.
    fn export(&self) -> Option<Result<String, FormatError>>;
}

/// How a match is opened.
#[derive(Clone, Debug)]
pub struct Opening {
    pub settings: Settings,
    /// How many seats, if not as many as usual.
    pub seats: Option<u8>,
    /// Where it starts, if not at the game's start.
    pub position: Option<String>,
    pub source: Source,
    pub undo: Undo,
    pub tempo: Tempo,
}

impl Opening {
    /// The game's start with its defaults, chance from `seed`.
    pub fn seeded(seed: u64) -> Opening {
        Opening {
            settings: Settings::new(),
            seats: None,
            position: None,
            source: Source::Seeded(seed),
            undo: Undo::default(),
            tempo: Tempo::Untimed,
        }
    }
}

/// A game on the shelf.
pub trait AnyGame: Send + Sync {
    fn card(&self) -> &'static Card;
    fn agents(&self) -> Vec<AgentCard>;
    /// From the weakest to the strongest.
    fn levels(&self) -> &'static [Level];
    /// Whether there is such an agent or level here.
    fn seats_agent(&self, agent: &AgentSpec) -> Result<(), Refusals>;
    /// The grounds and marks that it declares.
    fn paints(&self) -> Paints;
    fn open(&self, opening: Opening) -> Result<Box<dyn AnyMatch>, Refusals>;
    /// Its lesson, if it has one.
    fn lesson(&self) -> Option<LessonCard> {
        None
    }
    /// Opens a match that teaches the game. Everybody but the learner and chance do what the lesson says.
    fn learn(&self) -> Result<Box<dyn AnyMatch>, Refusals> {
        Err(Refusals::one(
            "no-lesson",
            Text::fixed("this game has no lesson", "ce jeu n'a pas de leçon"),
        ))
    }
    /// The names of the diagrams that its rulebook shows.
    fn diagrams(&self) -> Vec<&'static str> {
        Vec::new()
    }
    /// The picture of one of them; nothing if there is no such diagram.
    fn diagram(&self, _name: &str, _lang: Lang) -> Option<Scene> {
        None
    }
    /// Plays a record again, at most `steps` of it. Settings, seats and position are the record's,
    /// the rest is taken from `opening`.
    fn replay(
        &self,
        record: &Record,
        opening: Opening,
        steps: Option<usize>,
    ) -> Result<Box<dyn AnyMatch>, ReplayError>;
    /// Rolls every result of chance in a record again, from the dice that it tells of.
    fn check_dice(&self, record: &Record) -> Result<Audit, Doubt>;
    /// Whether `text` looks like a file in the game's own format.
    fn recognises(&self, text: &str) -> bool;
    /// The options that a file in the game's own format implies; none if it cannot be read.
    fn implied(&self, text: &str) -> Settings;
    /// How many steps a file has, read but not played.
    fn length(&self, text: &str) -> Result<usize, ReplayError>;
    /// Opens a match from a file: a record, a position line, or a format of the game's own.
    fn load(&self, text: &str, opening: Opening) -> Result<Box<dyn AnyMatch>, ReplayError>;
}

/// Games by name.
#[derive(Copy, Clone)]
pub struct Shelf(pub &'static [&'static dyn AnyGame]);

impl Shelf {
    pub fn games(self) -> impl Iterator<Item = &'static dyn AnyGame> {
        self.0.iter().copied()
    }
    pub fn find(self, name: &str) -> Result<&'static dyn AnyGame, Refusals> {
        self.games()
            .find(|game| game.card().name == name)
            .ok_or_else(|| {
                let names: Vec<&str> = self.games().map(|game| game.card().name).collect();
                let names = names.join(", ");
                Refusals::one(
                    "no-such-game",
                    text!(
                        "unknown game `{name}`; available: {names}",
                        "jeu inconnu : « {name} » ; disponibles : {names}",
                        name = shorten(name)
                    ),
                )
            })
    }
}

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.games().map(|game| game.card().name))
            .finish()
    }
}
