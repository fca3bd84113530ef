//! A game on the shelf, with the agents that can play it.

use std::marker::PhantomData;

use vauban_game::{Card, Lang, Playable, Seat, Settings, Text};
use vauban_scene::{Paints, Scene};

use crate::{
    AgentCard, AgentMaker, AgentSpec, AnyGame, AnyMatch, Audit, Doubt, Judging, LessonCard, Level,
    Match, Opening, Record, Refusals, ReplayError, diagram, lesson::Teaching, replay,
};

/// Puts a typed game on the shelf.
pub struct Entry<G: Playable> {
    agents: &'static [AgentMaker<G>],
    levels: &'static [Level],
    judge: Option<Judging<G>>,
    game: PhantomData<fn() -> G>,
}

impl<G: Playable> Entry<G> {
    /// `levels` go from the weakest to the strongest.
    pub const fn new(agents: &'static [AgentMaker<G>], levels: &'static [Level]) -> Entry<G> {
        Entry {
            agents,
            levels,
            judge: None,
            game: PhantomData,
        }
    }

    /// With somebody to say how a match goes.
    pub const fn judged_by(mut self, judge: Judging<G>) -> Entry<G> {
        self.judge = Some(judge);
        self
    }

    /// The match before its first roll and question.
    fn set_up(&self, mut opening: Opening) -> Result<Match<G>, Refusals> {
        let seed = opening.source.setup_seed();
        let (seats, settings) = G::CARD.complete(&opening.settings, opening.seats, seed)?;
        let game = G::setup(&settings, seats)?;
        opening.settings = settings;
        let (game, state) = match &opening.position {
            None => {
                let start = game.start();
                (game, start)
            }
            Some(text) => game.resume(text).map_err(Refusals::unreadable)?,
        };
        // A position may say more than the options did, such as its map: then it is right.
        if opening.position.is_some() {
            let in_force = game.in_force();
            for (name, value) in &mut opening.settings {
                if let Some(other) = in_force.get(name) {
                    value.clone_from(other);
                }
            }
        }
        // The canonical form, and none at all if it is the start.
        opening.position = Some(game.write_position(&state)).filter(|_| state != game.start());
        let mut table = Match::open(game, state, opening, self.agents, self.levels);
        table.judge = self.judge;
        Ok(table)
    }
}

impl<G: Playable> AnyGame for Entry<G> {
    fn card(&self) -> &'static Card {
        G::CARD
    }
    fn agents(&self) -> Vec<AgentCard> {
        self.agents.iter().map(|maker| maker.card.clone()).collect()
    }
    fn levels(&self) -> &'static [Level] {
        self.levels
    }
    fn seats_agent(&self, agent: &AgentSpec) -> Result<(), Refusals> {
        agent.resolve(self.agents, self.levels).map(drop)
    }
    fn paints(&self) -> Paints {
        G::PAINTS
    }
    fn open(&self, opening: Opening) -> Result<Box<dyn AnyMatch>, Refusals> {
        let mut table = self.set_up(opening)?;
        table.begin();
        Ok(Box::new(table))
    }
    fn lesson(&self) -> Option<LessonCard> {
        G::LESSON.map(LessonCard::of)
    }
    fn learn(&self) -> Result<Box<dyn AnyMatch>, Refusals> {
        let Some(lesson) = G::LESSON else {
            return Err(Refusals::one(
                "no-lesson",
                Text::fixed("this game has no lesson", "ce jeu n'a pas de leçon"),
            ));
        };
        let mut table = self.set_up(Teaching::opening(lesson))?;
        table.teaching = Some(Teaching::new(lesson));
        table.begin();
        Ok(Box::new(table))
    }
    fn diagrams(&self) -> Vec<&'static str> {
        G::DIAGRAMS.iter().map(|diagram| diagram.name).collect()
    }
    fn diagram(&self, name: &str, lang: Lang) -> Option<Scene> {
        let diagram = G::DIAGRAMS.iter().find(|diagram| diagram.name == name)?;
        diagram::draw::<G>(diagram, lang)
    }
    fn replay(
        &self,
        record: &Record,
        mut opening: Opening,
        steps: Option<usize>,
    ) -> Result<Box<dyn AnyMatch>, ReplayError> {
        replay::matches_game(record, G::CARD.name)?;
        opening.settings = G::CARD.as_played(&record.settings());
        opening.seats = None;
        opening.position = record.tag("Position").map(str::to_owned);
        let mut table = self.set_up(opening).map_err(ReplayError::from)?;
        table.replay(record, steps)?;
        table.begin();
        Ok(Box::new(table))
    }
    fn check_dice(&self, record: &Record) -> Result<Audit, Doubt> {
        replay::matches_game(record, G::CARD.name)?;
        let opening = Opening {
            settings: G::CARD.as_played(&record.settings()),
            position: record.tag("Position").map(str::to_owned),
            ..Opening::seeded(0)
        };
        let table = self.set_up(opening).map_err(ReplayError::from)?;
        table.audit(record)
    }
    fn recognises(&self, text: &str) -> bool {
        self.set_up(Opening::seeded(0))
            .is_ok_and(|table| table.game().recognise(text))
    }
    fn implied(&self, text: &str) -> Settings {
        self.set_up(Opening::seeded(0))
            .ok()
            .and_then(|table| table.game().import(text).ok())
            .map(|imported| imported.settings)
            .unwrap_or_default()
    }
    fn length(&self, text: &str) -> Result<usize, ReplayError> {
        if Record::is_record(text) {
            return Ok(Record::read(text)?.steps().count());
        }
        let table = self.set_up(Opening::seeded(0))?;
        match table.game().recognise(text) {
            true => Ok(table.game().import(text)?.steps.len()),
            false => Ok(0),
        }
    }
    fn load(&self, text: &str, opening: Opening) -> Result<Box<dyn AnyMatch>, ReplayError> {
        if Record::is_record(text) {
            let record = Record::read(text)?;
            return self.replay(&record, opening, None);
        }
        let empty = self.set_up(Opening {
            position: None,
            ..opening.clone()
        })?;
        if empty.game().recognise(text) {
            let imported = empty.game().import(text)?;
            let mut opening = opening;
            opening.settings.extend(imported.settings);
            opening.position = imported.position;
            let mut table = self.set_up(opening)?;
            table.put_questions();
            for (index, step) in imported.steps.iter().enumerate() {
                let seat = table.turn().seats().iter().next().unwrap_or(Seat(0));
                table
                    .act(seat, step)
                    .map_err(|refusals| ReplayError::at(index + 1, step, refusals))?;
            }
            table.begin();
            return Ok(Box::new(table));
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        match (lines.next(), lines.next()) {
            (Some(position), None) => {
                let mut opening = opening;
                opening.position = Some(position.to_owned());
                Ok(self.open(opening)?)
            }
            _ => Err(ReplayError::new(Text::fixed(
                "this is neither a record nor a position nor a file of this game",
                "ce n'est ni une partie, ni une position, ni un fichier de ce jeu",
            ))),
        }
    }
}

impl<G: Playable> std::fmt::Debug for Entry<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Entry").field(&G::CARD.name).finish()
    }
}
