//! Lessons: the learner's progress, the current task, and the replies of the other seats.

use serde::Serialize;
use vauban_game::{Happening, Lang, Lesson, Playable, Progress, Seat, Settings, Task, Text, text};

use crate::{Match, Opening, Refusals, Source, Tempo, Undo};

/// What is known of a lesson before it begins.
#[derive(Clone, Debug)]
pub struct LessonCard {
    pub title: Text,
    /// How many tasks it has.
    pub tasks: usize,
    /// Who learns.
    pub seat: Seat,
    /// The actions that solve each task.
    pub solutions: Vec<Vec<&'static str>>,
}

impl LessonCard {
    pub(crate) fn of<G: Playable>(lesson: &'static Lesson<G>) -> LessonCard {
        let solution = |task: &Task<G>| {
            let parts = task.wanted.iter();
            parts.map(|wanted| wanted.solution).collect()
        };
        LessonCard {
            title: lesson.title.clone(),
            tasks: lesson.tasks.len(),
            seat: lesson.seat,
            solutions: lesson.tasks.iter().map(solution).collect(),
        }
    }
}

/// Where the learner is, in one language.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LessonPage {
    pub title: String,
    /// How many tasks are done, of how many.
    pub done: usize,
    pub tasks: usize,
    /// What to do now; when all is done, the farewell.
    pub text: String,
    /// What helps; nothing when all is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// What the task that was just done has shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub praise: Option<String>,
    /// The actions that solve what is left of the task.
    pub solution: Vec<&'static str>,
}

/// A lesson on the way.
pub(crate) struct Teaching<G: Playable> {
    lesson: &'static Lesson<G>,
    /// How far the learner was after so many steps, the newest last.
    marks: Vec<(usize, Progress)>,
}

impl<G: Playable> Clone for Teaching<G> {
    fn clone(&self) -> Teaching<G> {
        Teaching {
            lesson: self.lesson,
            marks: self.marks.clone(),
        }
    }
}

impl<G: Playable> Teaching<G> {
    pub(crate) fn new(lesson: &'static Lesson<G>) -> Teaching<G> {
        Teaching {
            lesson,
            marks: Vec::new(),
        }
    }

    /// How a match that teaches it is opened.
    pub(crate) fn opening(lesson: &'static Lesson<G>) -> Opening {
        let settings = lesson.settings.iter();
        let settings: Settings = settings
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        Opening {
            settings,
            seats: lesson.seats,
            position: Some(lesson.position.to_owned()),
            source: Source::Seeded(0),
            undo: Undo::All,
            tempo: Tempo::Untimed,
        }
    }

    pub(crate) fn progress(&self) -> Progress {
        self.marks
            .last()
            .map_or_else(Progress::default, |mark| mark.1)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.lesson.task(self.progress()).is_none()
    }

    pub(crate) fn learner(&self) -> Seat {
        self.lesson.seat
    }

    /// How far the learner is after an action that the rules allow, or why the task asks for something else.
    pub(crate) fn judge(
        &self,
        game: &G,
        state: &G::State,
        action: G::Action,
    ) -> Result<Progress, Refusals> {
        let at = self.progress();
        let Some(task) = self.lesson.task(at) else {
            return Err(Refusals::one(
                "lesson-over",
                Text::fixed("the lesson is over", "la leçon est terminée"),
            ));
        };
        self.lesson.judge(at, game, state, action).ok_or_else(|| {
            Refusals::one(
                "not-the-task",
                text!(
                    "The rules allow this, but it is not the task. {hint}",
                    "Les règles le permettent, mais ce n'est pas ce qui est demandé. {hint}",
                    hint = task.hint.clone()
                ),
            )
        })
    }

    /// After `steps` steps the learner is at `progress`.
    pub(crate) fn note(&mut self, steps: usize, progress: Progress) {
        self.marks.push((steps, progress));
    }

    /// Only `steps` steps are left.
    pub(crate) fn turn_back(&mut self, steps: usize) {
        self.marks.retain(|&(at, _)| at <= steps);
    }

    /// What the others or chance do next, as it is written.
    fn reply(&mut self, steps: usize) -> Option<&'static str> {
        let (text, next) = self.lesson.reply(self.progress())?;
        self.note(steps, next);
        Some(text)
    }

    pub(crate) fn page(&self, lang: Lang) -> LessonPage {
        let (lesson, at) = (self.lesson, self.progress());
        let task = lesson.task(at);
        let text = task.map_or(&lesson.farewell, |task| &task.text);
        let before = at.tasks.checked_sub(1).filter(|_| at.parts == 0);
        let left = task.map_or(&[][..], |task| &task.wanted[at.parts..]);
        LessonPage {
            title: lesson.title.of(lang).to_owned(),
            done: at.tasks,
            tasks: lesson.tasks.len(),
            text: text.of(lang).to_owned(),
            hint: task.map(|task| task.hint.of(lang).to_owned()),
            praise: before.map(|before| lesson.tasks[before].done.of(lang).to_owned()),
            solution: left.iter().map(|wanted| wanted.solution).collect(),
        }
    }
}

impl<G: Playable> Match<G> {
    /// What happens next by itself in a lesson: nature's result, or the action of a seat that nobody holds.
    pub(crate) fn next_reply(&mut self) -> Option<Happening<G>> {
        let turn = self.turn();
        let teaching = self.teaching.as_mut()?;
        let is_asked = turn.includes(teaching.learner());
        if is_asked || turn.over().is_some() {
            return None;
        }
        let text = match teaching.reply(self.history.len() + 1) {
            Some(text) => text,
            // Nobody waits for what comes after the last task.
            None if teaching.is_over() => return None,
            None => "",
        };
        let (game, state) = (&*self.now.game, &self.now.state);
        let Some(seat) = turn.seats().iter().next() else {
            let chance = game.read_chance(text.strip_prefix('!')?).ok()?;
            let mut chances = Vec::new();
            game.chances(state, &mut chances);
            let is_possible = chances.iter().any(|&(other, _)| other == chance);
            return is_possible.then_some(Happening::Chance(chance));
        };
        let written = game.read(text).ok();
        let written = written.filter(|&action| game.check(state, seat, action).is_ok());
        // What nobody has written is anything.
        let listed = self.now.actions(seat);
        let action = written.or_else(|| Some(listed.choices().next()?.action))?;
        Some(Happening::Action(seat, action))
    }
}
