//! An agent in its seat, whatever game it plays, and how it is asked.

use std::{
    any::Any,
    sync::Arc,
    time::{Duration, Instant},
};

use vauban_game::{
    Agent, Dice, PastKeys, Playable, Position, SearchMemory, Seat, Stop, Text, Thought, TurnSoFar,
    Viewer,
};

use crate::{
    AgentSpec, AnyMatch, AskId, Conduct, Match, Refusals,
    history::{Place, Taken},
    manners::Manners,
};

/// An agent that has thought before. Whoever hosts the match keeps it for the next time; if it is lost,
/// another one goes on with the same plan.
pub struct SeatedAgent {
    /// A `Box<dyn Agent<G>>` for the game of its match.
    agent: Box<dyn Any + Send>,
    /// With its parameters.
    name: String,
    bytes: usize,
    /// The step at which its turn began, and how long it has thought since.
    turn: (u64, Duration),
    manners: Manners,
}

impl SeatedAgent {
    /// How many bytes it keeps.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// What it does at `table`, in its `seat`, besides answering: by what it has expected of late.
    pub fn conduct(&mut self, table: &dyn AnyMatch, seat: Seat) -> Conduct {
        self.manners.at(table, seat)
    }
}

/// An agent's thinking, ready to run on any thread with the memory of that thread. Gives the
/// agent back with what it found.
pub type Job = Box<dyn FnOnce(&mut SearchMemory) -> (Thought<String>, SeatedAgent) + Send>;

/// Even if the time of its turn has run out, an agent looks at something.
const LEAST: Duration = Duration::from_millis(10);

impl<G: Playable> Match<G> {
    pub(crate) fn think(
        &self,
        seat: Seat,
        agent: &AgentSpec,
        seated: Option<SeatedAgent>,
        stop: &Stop,
    ) -> Result<(AskId, Job), Refusals> {
        let ask = self.asked(seat).ok_or_else(|| {
            Refusals::one(
                "not-asked",
                Text::fixed(
                    "it is not that seat's turn",
                    "ce n'est pas à cette place de jouer",
                ),
            )
        })?;
        let resolved = agent.resolve(self.agents, self.levels)?;
        let name = resolved.name();
        let moment = self.moment(seat);
        let seated = seated.filter(|seated| seated.name == name);
        let turn = seated.as_ref().map(|seated| seated.turn);
        let manners = seated.as_ref().map(|seated| seated.manners);
        let manners = manners.unwrap_or_default();
        let spent = turn.filter(|(began, _)| *began == moment.began);
        let spent = spent.map_or(Duration::ZERO, |(_, spent)| spent);
        let thinker = seated.and_then(|seated| seated.agent.downcast::<Box<dyn Agent<G>>>().ok());
        let mut thinker = thinker.map_or_else(|| resolved.make(), |thinker| *thinker);
        let mut budget = resolved.budget;
        budget.stop = stop.clone();
        if let Some(turn) = resolved.turn {
            let left = turn.saturating_sub(spent).max(LEAST);
            budget.time = Some(budget.time.map_or(left, |time| time.min(left)));
        }
        let job = move |memory: &mut SearchMemory| {
            let began = Instant::now();
            let mut thought = thinker.think(&moment.position(), &budget, memory);
            if let Some(slack) = budget.slack {
                thought = thought.waver(slack, &mut moment.mood());
            }
            let seated = SeatedAgent {
                name,
                bytes: thinker.bytes(),
                turn: (moment.began, spent + began.elapsed()),
                manners: manners.after(moment.began, thought.share),
                agent: Box::new(thinker),
            };
            (thought.map(|action| moment.game.write(action)), seated)
        };
        Ok((ask, Box::new(job)))
    }

    /// What an agent in `seat` is given now.
    fn moment(&self, seat: Seat) -> Moment<G> {
        let viewer = Viewer::Seat(seat);
        let (start, actions) = self.turn_so_far(seat);
        let Place { step, .. } = self.history.place();
        let since = self.history.steps().skip(start);
        let since = since.filter(|taken| !taken.is_chance()).count() as u64;
        let before = self.history.state_at(self.game(), start);
        Moment {
            seat,
            view: self.now.view(viewer),
            past: Arc::clone(&self.keys),
            start: self.game().view(&before, viewer),
            actions,
            began: step - since,
            turn_dice: self.source.turn_dice(step - since, seat),
            dice: self.source.agent_dice(step, seat),
            game: Arc::clone(&self.now.game),
        }
    }

    /// The step at which the turn of `seat` began, and what it has done since. Others who act at the same
    /// time, unseen, do not end it.
    fn turn_so_far(&self, seat: Seat) -> (usize, Vec<G::Action>) {
        let (mut start, mut actions) = (self.history.len(), Vec::new());
        for (step, taken) in self.history.steps().enumerate().rev() {
            match taken {
                Taken::Action {
                    seat: by, action, ..
                } if by == seat => {
                    start = step;
                    actions.push(action);
                }
                Taken::Action { among_others, .. } if !among_others => break,
                _ => (),
            }
        }
        actions.reverse();
        (start, actions)
    }
}

/// A [`Position`] that owns what it shows, so that it can go to another thread.
struct Moment<G: Playable> {
    game: Arc<G>,
    seat: Seat,
    view: G::View,
    past: Arc<PastKeys>,
    start: G::View,
    actions: Vec<G::Action>,
    /// How many actions there were before the turn.
    began: u64,
    turn_dice: Dice,
    dice: Dice,
}

impl<G: Playable> Moment<G> {
    /// Dice of their own for whoever wavers, so that they say nothing of what the agent rolled.
    fn mood(&self) -> Dice {
        const MOODS: u64 = 0x4D4F_4F44;
        Dice::seeded(self.dice.clone().roll() ^ MOODS)
    }

    fn position(&self) -> Position<'_, G> {
        Position {
            game: &self.game,
            seat: self.seat,
            view: &self.view,
            past: &self.past,
            turn: TurnSoFar {
                start: &self.start,
                actions: &self.actions,
                dice: self.turn_dice.clone(),
            },
            dice: self.dice.clone(),
        }
    }
}

impl std::fmt::Debug for SeatedAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SeatedAgent").field(&self.name).finish()
    }
}
