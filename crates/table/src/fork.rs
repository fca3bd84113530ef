//! One game on the shelf that is two typed games inside.
//!
//! A game with a secret opening is a game wrapping the open one, so that the
//! open part keeps its fast search. People see one game; an option decides
//! which of the two is opened.

use vauban_game::{Card, Lang, Settings};
use vauban_scene::{Paints, Scene};

use crate::{
    AgentCard, AgentSpec, AnyGame, AnyMatch, Audit, Doubt, LessonCard, Level, Opening, Record,
    Refusals, ReplayError,
};

/// Opens `wrapped` where `wraps` says so, else `plain`. Both have the same card and the same paints.
pub struct Fork {
    pub plain: &'static dyn AnyGame,
    pub wrapped: &'static dyn AnyGame,
    pub wraps: fn(&Settings) -> bool,
}

impl Fork {
    fn choose(&self, settings: &Settings) -> &'static dyn AnyGame {
        if (self.wraps)(settings) {
            return self.wrapped;
        }
        self.plain
    }
}

impl AnyGame for Fork {
    fn card(&self) -> &'static Card {
        self.plain.card()
    }
    fn agents(&self) -> Vec<AgentCard> {
        self.plain.agents()
    }
    fn levels(&self) -> &'static [Level] {
        self.plain.levels()
    }
    fn seats_agent(&self, agent: &AgentSpec) -> Result<(), Refusals> {
        self.plain.seats_agent(agent)
    }
    fn paints(&self) -> Paints {
        self.plain.paints()
    }
    fn open(&self, opening: Opening) -> Result<Box<dyn AnyMatch>, Refusals> {
        self.choose(&opening.settings).open(opening)
    }
    fn lesson(&self) -> Option<LessonCard> {
        self.plain.lesson()
    }
    fn learn(&self) -> Result<Box<dyn AnyMatch>, Refusals> {
        self.plain.learn()
    }
    fn diagrams(&self) -> Vec<&'static str> {
        self.plain.diagrams()
    }
    fn diagram(&self, name: &str, lang: Lang) -> Option<Scene> {
        self.plain.diagram(name, lang)
    }
    fn replay(
        &self,
        record: &Record,
        opening: Opening,
        steps: Option<usize>,
    ) -> Result<Box<dyn AnyMatch>, ReplayError> {
        self.choose(&self.card().as_played(&record.settings()))
            .replay(record, opening, steps)
    }
    fn check_dice(&self, record: &Record) -> Result<Audit, Doubt> {
        let settings = self.card().as_played(&record.settings());
        self.choose(&settings).check_dice(record)
    }
    fn recognises(&self, text: &str) -> bool {
        self.plain.recognises(text)
    }
    fn implied(&self, text: &str) -> Settings {
        self.plain.implied(text)
    }
    fn length(&self, text: &str) -> Result<usize, ReplayError> {
        self.plain.length(text)
    }
    fn load(&self, text: &str, opening: Opening) -> Result<Box<dyn AnyMatch>, ReplayError> {
        if Record::is_record(text) {
            return self.replay(&Record::read(text)?, opening, None);
        }
        // A file of the game's own says by itself which of the two it is for.
        let settings = match self.plain.recognises(text) {
            true => self.plain.implied(text),
            false => opening.settings.clone(),
        };
        self.choose(&settings).load(text, opening)
    }
}

impl std::fmt::Debug for Fork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Fork").field(&self.card().name).finish()
    }
}
