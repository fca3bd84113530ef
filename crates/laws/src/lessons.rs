//! What must hold for a lesson: its own solution solves it, and nothing else does by accident.

use std::collections::BTreeSet;

use vauban_game::{Actions, Lang, Lesson, Playable, Progress, Settings, Task, Text, Turn, Wanted};

use crate::{Verdict, law::ensure};

/// How many tasks a lesson has: a minute's worth.
const TASKS: std::ops::RangeInclusive<usize> = 5..=8;

/// Walks through `lesson` as it says itself.
pub fn solve<G: Playable>(lesson: &Lesson<G>) -> Verdict {
    let tasks = lesson.tasks.len();
    ensure(TASKS.contains(&tasks), || format!("it has {tasks} tasks"))?;
    let all = lesson.tasks.iter();
    let said = all.flat_map(|task| [&task.text, &task.hint, &task.done]);
    for text in said.chain([&lesson.title, &lesson.farewell]) {
        ensure(is_said(text), || format!("{text:?} lacks a language"))?;
    }
    let (game, mut state) = open(lesson)?;
    let written = game.write_position(&state);
    ensure(written == lesson.position, || {
        format!("its position is written {written}")
    })?;
    let mut at = Progress::default();
    while let Some(task) = lesson.task(at) {
        let number = at.tasks + 1;
        at = part(lesson, &game, &mut state, at, task)
            .map_err(|wrong| format!("task {number}: {wrong}"))?;
    }
    Ok(())
}

/// Takes the next part of `task` as its solution says, and lets everybody reply.
fn part<G: Playable>(
    lesson: &Lesson<G>,
    game: &G,
    state: &mut G::State,
    at: Progress,
    task: &Task<G>,
) -> Result<Progress, String> {
    let Some(wanted) = task.wanted.get(at.parts) else {
        return Err("it asks for nothing".to_owned());
    };
    let text = wanted.solution;
    let turn = game.turn(state);
    ensure(turn.includes(lesson.seat), || {
        format!("before `{text}` it is not the learner's turn, but {turn:?}")
    })?;
    is_asked_for(lesson, game, state, at, wanted)?;
    let action = game.read(text).map_err(|wrong| wrong.to_string())?;
    game.check(state, lesson.seat, action)
        .map_err(|refused| format!("`{text}` is refused: {refused:?}"))?;
    let after = lesson.judge(at, game, state, action);
    let mut after = after.ok_or_else(|| format!("`{text}` does not solve it"))?;
    game.act(state, lesson.seat, action);
    let is_done = after.tasks > at.tasks;
    // What comes after the last task is nobody's affair.
    let is_last = lesson.task(after).is_none();
    loop {
        let turn = game.turn(state);
        let waits = turn.includes(lesson.seat) || turn.over().is_some();
        match lesson.reply(after) {
            None if waits || is_last => break,
            None => return Err(format!("nobody replies to `{text}`: {turn:?}")),
            Some((reply, _)) if waits && is_done => {
                return Err(format!("nobody waits for the reply `{reply}`"));
            }
            Some(_) if waits => break,
            Some((reply, next)) => {
                answer(game, state, turn, reply)?;
                after = next;
            }
        }
    }
    Ok(after)
}

/// It is not so already, and not everything would do where there is a choice.
fn is_asked_for<G: Playable>(
    lesson: &Lesson<G>,
    game: &G,
    state: &G::State,
    at: Progress,
    wanted: &Wanted<G>,
) -> Verdict {
    let holds = wanted.holds(game, state);
    ensure(holds != Some(true), || {
        format!("what `{}` leads to holds before it", wanted.solution)
    })?;
    let mut legal = Actions::new();
    game.actions(state, lesson.seat, &mut legal);
    let kind = |action| game.kind(action);
    let kinds: BTreeSet<&str> = legal.choices().map(|choice| kind(choice.action)).collect();
    let right = |action| lesson.judge(at, game, state, action).is_some();
    let wrong = legal.choices().any(|choice| !right(choice.action));
    ensure(wrong || kinds.len() == 1, || {
        format!("whatever one does is right where `{}` is", wanted.solution)
    })
}

fn answer<G: Playable>(game: &G, state: &mut G::State, turn: Turn, reply: &str) -> Verdict {
    let unreadable = |wrong: vauban_game::Unreadable| wrong.to_string();
    if turn == Turn::Chance {
        let text = reply.strip_prefix('!');
        let text = text.ok_or_else(|| format!("`{reply}` comes when chance decides"))?;
        let chance = game.read_chance(text).map_err(unreadable)?;
        let mut chances = Vec::new();
        game.chances(state, &mut chances);
        let possible = chances.iter().any(|&(other, _)| other == chance);
        ensure(possible, || format!("`{reply}` is not a possible result"))?;
        game.settle(state, chance);
        return Ok(());
    }
    let action = game.read(reply).map_err(unreadable)?;
    let seat = turn.seats().iter().next();
    let seat = seat.ok_or_else(|| format!("`{reply}` is nobody's"))?;
    game.check(state, seat, action)
        .map_err(|refused| format!("the reply `{reply}` is refused: {refused:?}"))?;
    game.act(state, seat, action);
    Ok(())
}

fn open<G: Playable>(lesson: &Lesson<G>) -> Result<(G, G::State), String> {
    let settings = lesson.settings.iter();
    let settings: Settings = settings
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let complete = G::CARD.complete(&settings, lesson.seats, 0);
    let (seats, settings) = complete.map_err(|errors| format!("{errors:?}"))?;
    let game = G::setup(&settings, seats).map_err(|errors| format!("{errors:?}"))?;
    game.resume(lesson.position)
        .map_err(|wrong| wrong.to_string())
}

fn is_said(text: &Text) -> bool {
    Lang::ALL.into_iter().all(|lang| !text.of(lang).is_empty())
}

/// The rulebook of `game` shows every diagram that it has and no other, in both languages.
pub fn illustrated<G: Playable>(game: &G) -> Verdict {
    let drawn: BTreeSet<&str> = G::DIAGRAMS.iter().map(|diagram| diagram.name).collect();
    for lang in Lang::ALL {
        let parts = game.rulebook(lang).split("](diagram:").skip(1);
        let cited: BTreeSet<&str> = parts.filter_map(|part| part.split(')').next()).collect();
        ensure(cited == drawn, || {
            format!("the rules show {cited:?}, there are {drawn:?}")
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use vauban_game::{Lessons, Seat};

    use super::*;
    use crate::toys::Breakthrough;

    const LESSON: &Lesson<Breakthrough> = Breakthrough::LESSON.expect("it has one");

    fn with(change: impl FnOnce(&mut Lesson<Breakthrough>)) -> Verdict {
        let mut lesson = Lesson {
            title: LESSON.title.clone(),
            settings: LESSON.settings,
            seats: LESSON.seats,
            position: LESSON.position,
            seat: LESSON.seat,
            tasks: LESSON.tasks,
            farewell: LESSON.farewell.clone(),
        };
        change(&mut lesson);
        solve(&lesson)
    }

    /// One task more than the toy's own, before its others.
    fn first(wanted: Wanted<Breakthrough>, replies: &'static [&'static str]) -> Verdict {
        let text = || Text::fixed("Do it.", "Faites-le.");
        let one = Task {
            text: text(),
            hint: text(),
            done: text(),
            wanted: Box::leak(Box::new([wanted])),
            replies,
        };
        let again = LESSON.tasks[1..].iter().map(|task| Task {
            text: task.text.clone(),
            hint: task.hint.clone(),
            done: task.done.clone(),
            wanted: task.wanted,
            replies: task.replies,
        });
        let tasks: Vec<Task<Breakthrough>> = std::iter::once(one).chain(again).collect();
        with(|lesson| lesson.tasks = Box::leak(tasks.into()))
    }

    #[test]
    fn every_fault_of_a_lesson_is_found() {
        assert_eq!(with(|_| ()), Ok(()));
        assert_eq!(first(Wanted::only("a1a2"), &["f6f5"]), Ok(()));
        let faults: [(&str, Verdict); 11] = [
            ("tasks", with(|lesson| lesson.tasks = &LESSON.tasks[..4])),
            ("language", with(|lesson| lesson.farewell.fr = "".into())),
            ("not a position", with(|lesson| lesson.position = "x/1")),
            ("turn", with(|lesson| lesson.seat = Seat(1))),
            ("refused", first(Wanted::only("a1a3"), &["f6f5"])),
            ("not an action", first(Wanted::only("up"), &["f6f5"])),
            (
                "does not solve",
                first(Wanted::leads("a1a2", |_, _| false), &["f6f5"]),
            ),
            (
                "holds before",
                first(Wanted::leads("a1a2", |_, _| true), &["f6f5"]),
            ),
            ("nobody replies", first(Wanted::only("a1a2"), &[])),
            (
                "nobody waits",
                first(Wanted::only("a1a2"), &["f6f5", "f5f4"]),
            ),
            ("refused", first(Wanted::only("a1a2"), &["f6f4"])),
        ];
        for (at, (word, verdict)) in faults.into_iter().enumerate() {
            let wrong = verdict.expect_err(word);
            assert!(wrong.contains(word), "{at}: {wrong}");
        }
    }
}
