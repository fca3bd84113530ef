//! A lesson: a prepared position and a few small tasks, each checked by the rules.

use crate::{Game, Notation, Seat, Text};

/// What a game teaches with: its lesson, and the diagrams of its rulebook.
pub trait Lessons: Notation + Sized {
    /// Nothing if nobody has written one.
    const LESSON: Option<&'static Lesson<Self>> = None;
    /// Positions that the rulebook shows: `![caption](diagram:NAME)`.
    const DIAGRAMS: &'static [Diagram] = &[];
}

/// A walk through a game in a minute.
pub struct Lesson<G: Game> {
    pub title: Text,
    /// Options with values; the others keep their defaults.
    pub settings: &'static [(&'static str, &'static str)],
    /// How many seats, if not as many as usual.
    pub seats: Option<u8>,
    /// Where it starts, as the game writes positions.
    pub position: &'static str,
    /// Who learns. Everybody else does what the tasks' replies say.
    pub seat: Seat,
    /// From 5 to 8.
    pub tasks: &'static [Task<G>],
    /// What is said when the last task is done.
    pub farewell: Text,
}

/// One idea, and something small to do.
pub struct Task<G: Game> {
    /// The idea, and what to do.
    pub text: Text,
    /// For who does something else, or asks.
    pub hint: Text,
    /// What is said when it is done.
    pub done: Text,
    /// What must be done, in this order.
    pub wanted: &'static [Wanted<G>],
    /// What the others and chance do whenever it is not the learner's turn, in this order: actions, and results
    /// of nature behind a `!`.
    pub replies: &'static [&'static str],
}

/// What the learner is to do next.
pub struct Wanted<G: Game> {
    /// An action that is right.
    pub solution: &'static str,
    goal: Goal<G>,
}

/// Which actions are right.
enum Goal<G: Game> {
    /// The solution alone.
    Solution,
    /// The solution or one of these.
    AnyOf(&'static [&'static str]),
    /// Any action of the solution's kind.
    Kind,
    /// Any action that leads to a state of which this holds.
    Leads(fn(&G, &G::State) -> bool),
}

impl<G: Notation> Wanted<G> {
    /// This action alone.
    pub const fn only(solution: &'static str) -> Wanted<G> {
        Wanted {
            solution,
            goal: Goal::Solution,
        }
    }
    /// This action or one of `others`.
    pub const fn any_of(solution: &'static str, others: &'static [&'static str]) -> Wanted<G> {
        Wanted {
            solution,
            goal: Goal::AnyOf(others),
        }
    }
    /// Any action of this one's kind.
    pub const fn kind(solution: &'static str) -> Wanted<G> {
        Wanted {
            solution,
            goal: Goal::Kind,
        }
    }
    /// This action, and any other that leads to a state of which `holds` is true.
    pub const fn leads(solution: &'static str, holds: fn(&G, &G::State) -> bool) -> Wanted<G> {
        Wanted {
            solution,
            goal: Goal::Leads(holds),
        }
    }

    /// Whether what this asks for is so at `state`; nothing if it asks for an action and not for a state.
    pub fn holds(&self, game: &G, state: &G::State) -> Option<bool> {
        match self.goal {
            Goal::Leads(holds) => Some(holds(game, state)),
            Goal::Solution | Goal::AnyOf(_) | Goal::Kind => None,
        }
    }

    /// Whether `action`, which `seat` may take at `state`, is right.
    fn accepts(&self, game: &G, state: &G::State, seat: Seat, action: G::Action) -> bool {
        let is = |text: &str| game.read(text) == Ok(action);
        match self.goal {
            Goal::Solution => is(self.solution),
            Goal::AnyOf(others) => is(self.solution) || others.iter().any(|text| is(text)),
            Goal::Kind => {
                let kind = game.read(self.solution).map(|action| game.kind(action));
                kind == Ok(game.kind(action))
            }
            Goal::Leads(holds) => {
                let mut after = state.clone();
                game.act(&mut after, seat, action);
                holds(game, &after)
            }
        }
    }
}

/// How far somebody is in a lesson.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Progress {
    /// How many tasks are done.
    pub tasks: usize,
    /// How much of the task at hand is done.
    pub parts: usize,
    /// How many of its replies were given.
    replies: usize,
    /// The task that the replies belong to: those of a task that is done may still be due.
    replying: usize,
}

impl<G: Notation> Lesson<G> {
    /// The task at hand; nothing when all are done.
    pub fn task(&self, at: Progress) -> Option<&'static Task<G>> {
        self.tasks.get(at.tasks)
    }

    /// What the learner is to do next.
    pub fn wanted(&self, at: Progress) -> Option<&'static Wanted<G>> {
        self.task(at)?.wanted.get(at.parts)
    }

    /// How far the learner is after an action that is allowed; nothing if it is not what the task asks for.
    pub fn judge(
        &self,
        at: Progress,
        game: &G,
        state: &G::State,
        action: G::Action,
    ) -> Option<Progress> {
        let wanted = self.wanted(at)?;
        if !wanted.accepts(game, state, self.seat, action) {
            return None;
        }
        // Replies count from the first part of a task on.
        let replies = if at.parts == 0 { 0 } else { at.replies };
        let parts = at.parts + 1;
        let is_done = parts == self.task(at)?.wanted.len();
        Some(Progress {
            tasks: at.tasks + usize::from(is_done),
            parts: if is_done { 0 } else { parts },
            replies,
            replying: at.tasks,
        })
    }

    /// What the others or chance do next, and how far the lesson is then; nothing if nobody has written it.
    pub fn reply(&self, at: Progress) -> Option<(&'static str, Progress)> {
        let reply = self.tasks.get(at.replying)?.replies.get(at.replies)?;
        let next = Progress {
            replies: at.replies + 1,
            ..at
        };
        Some((reply, next))
    }
}

/// A position that the rulebook shows.
#[derive(Debug)]
pub struct Diagram {
    pub name: &'static str,
    pub settings: &'static [(&'static str, &'static str)],
    pub seats: Option<u8>,
    pub position: &'static str,
    /// Actions that are drawn as arrows.
    pub actions: &'static [&'static str],
}

impl<G: Game> std::fmt::Debug for Lesson<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lesson")
            .field("title", &self.title.en)
            .field("tasks", &self.tasks.len())
            .finish_non_exhaustive()
    }
}

impl<G: Game> std::fmt::Debug for Task<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task")
            .field("text", &self.text.en)
            .field("wanted", &self.wanted)
            .field("replies", &self.replies)
            .finish_non_exhaustive()
    }
}

impl<G: Game> std::fmt::Debug for Wanted<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Wanted").field(&self.solution).finish()
    }
}
