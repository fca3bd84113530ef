//! A game on the shelf, with the agents that can play it.

use std::{marker::PhantomData, str::FromStr, time::Duration};

use serde::Serialize;
use vauban_game::{Agent, Budget, Card, Playable, Seat, Settings, Text};
use vauban_scene::Paints;

use crate::{
    AnyGame, AnyMatch, Audit, Doubt, Match, Opening, Record, Refusals, ReplayError, replay,
};

/// Puts a typed game on the shelf.
pub struct Entry<G: Playable> {
    agents: &'static [AgentMaker<G>],
    levels: &'static [Level],
    game: PhantomData<fn() -> G>,
}

/// Makes agents of one kind.
pub struct AgentMaker<G: Playable> {
    pub card: AgentCard,
    pub make: fn() -> Box<dyn Agent<G>>,
}

/// What the shelf shows of an agent.
#[derive(Clone, Debug)]
pub struct AgentCard {
    pub name: &'static str,
    /// What else it answers to, unless that is another one's name: its name in the rules, or one that it
    /// used to have.
    pub other_names: &'static [&'static str],
    pub about: Text,
}

/// A strength that people choose: an agent with a budget.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Level {
    pub agent: &'static str,
    /// Nodes rather than seconds, so that a level plays alike on every machine.
    pub nodes: u64,
}

/// An agent by name, or a level by number, as somebody typed it: `uniform`, `3`,
/// `rollouts:nodes=5000`, `rollouts:time=250` (milliseconds).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSpec {
    name: String,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// Never longer than this, whatever else is said.
    most: Option<Duration>,
}

impl AgentSpec {
    pub fn level(number: usize) -> AgentSpec {
        AgentSpec {
            name: number.to_string(),
            nodes: None,
            time: None,
            most: None,
        }
    }

    /// The same, but it answers after `most` at the latest, with what it has found by then.
    #[must_use]
    pub fn within(self, most: Duration) -> AgentSpec {
        AgentSpec {
            most: Some(most),
            ..self
        }
    }

    /// The agent and its budget.
    pub(crate) fn resolve<G: Playable>(
        &self,
        agents: &'static [AgentMaker<G>],
        levels: &'static [Level],
    ) -> Result<(&'static AgentMaker<G>, Budget), Refusals> {
        let mut budget = Budget {
            nodes: self.nodes,
            time: self.time,
            ..Budget::default()
        };
        let mut name = self.name.as_str();
        if let Ok(number) = name.parse::<usize>() {
            let level = number.checked_sub(1).and_then(|index| levels.get(index));
            let Some(level) = level else {
                return Err(Refusals::one(
                    "no-such-level",
                    Text::new(
                        format!("unknown level {number}; available: 1 to {}", levels.len()),
                        format!(
                            "niveau {number} inconnu ; disponibles : 1 à {}",
                            levels.len()
                        ),
                    ),
                ));
            };
            name = level.agent;
            if self.nodes.is_none() && self.time.is_none() {
                budget.nodes = Some(level.nodes);
            }
        }
        if let Some(most) = self.most {
            budget.time = Some(budget.time.map_or(most, |time| time.min(most)));
        }
        let by_name = agents.iter().find(|maker| maker.card.name == name);
        let maker = by_name.or_else(|| {
            let mut agents = agents.iter();
            agents.find(|maker| maker.card.other_names.contains(&name))
        });
        let maker = maker.ok_or_else(|| {
            let names: Vec<&str> = agents.iter().map(|maker| maker.card.name).collect();
            let names = names.join(", ");
            Refusals::one(
                "no-such-agent",
                Text::new(
                    format!("unknown agent `{name}`; available: {names}"),
                    format!("programme inconnu « {name} » ; disponibles : {names}"),
                ),
            )
        })?;
        Ok((maker, budget))
    }
}

impl FromStr for AgentSpec {
    type Err = String;
    fn from_str(text: &str) -> Result<AgentSpec, String> {
        let (name, limits) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = AgentSpec {
            name: name.to_owned(),
            nodes: None,
            time: None,
            most: None,
        };
        if name.is_empty() {
            return Err("an agent has a name, as in `uniform` or `2`".into());
        }
        for limit in limits.split(',').filter(|limit| !limit.is_empty()) {
            let number = |value: &str| {
                value
                    .parse::<u64>()
                    .map_err(|_| format!("`{value}` is not a number in `{text}`"))
            };
            match limit.split_once('=') {
                Some(("nodes", value)) => spec.nodes = Some(number(value)?),
                Some(("time", value)) => spec.time = Some(Duration::from_millis(number(value)?)),
                _ => {
                    return Err(format!(
                        "`{limit}` is not a budget in `{text}`; use nodes=N or time=MILLISECONDS"
                    ));
                }
            }
        }
        Ok(spec)
    }
}

/// As it was typed.
impl std::fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let limits: Vec<String> = [
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.time.map(|time| format!("time={}", time.as_millis())),
        ]
        .into_iter()
        .flatten()
        .collect();
        match limits.is_empty() {
            true => f.write_str(&self.name),
            false => write!(f, "{}:{}", self.name, limits.join(",")),
        }
    }
}

impl<G: Playable> Entry<G> {
    /// `levels` go from the weakest to the strongest.
    pub const fn new(agents: &'static [AgentMaker<G>], levels: &'static [Level]) -> Entry<G> {
        Entry {
            agents,
            levels,
            game: PhantomData,
        }
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
        // The canonical form, and none at all if it is the start.
        opening.position = Some(game.write_position(&state)).filter(|_| state != game.start());
        Ok(Match::open(game, state, opening, self.agents, self.levels))
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
    fn paints(&self) -> Paints {
        G::PAINTS
    }
    fn open(&self, opening: Opening) -> Result<Box<dyn AnyMatch>, Refusals> {
        let mut table = self.set_up(opening)?;
        table.begin();
        Ok(Box::new(table))
    }
    fn replay(
        &self,
        record: &Record,
        mut opening: Opening,
        steps: Option<usize>,
    ) -> Result<Box<dyn AnyMatch>, ReplayError> {
        replay::matches_game(record, G::CARD.name)?;
        opening.settings = record.settings();
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
            settings: record.settings(),
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
impl<G: Playable> std::fmt::Debug for AgentMaker<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.card.fmt(f)
    }
}
