//! A lesson of Breakthrough: five steps to the far row.

use vauban_game::{Diagram, Lesson, Lessons, Seat, Task, Text, Wanted};

use super::{Breakthrough, State};

impl Lessons for Breakthrough {
    const LESSON: Option<&'static Lesson<Breakthrough>> = Some(&Lesson {
        title: Text::fixed("Break through", "Percez"),
        settings: &[],
        seats: None,
        position: ".....o/....../....../....../....../x...../1",
        seat: Seat(0),
        tasks: &[
            task(&[Wanted::only("a1a2")], &["f6f5"]),
            task(&[Wanted::any_of("a2a3", &["a2b3"])], &["f5f4"]),
            task(&[Wanted::kind("a3a4")], &["f4f3"]),
            task(&[Wanted::leads("a4a5", on_fifth)], &["f3f2"]),
            task(&[Wanted::kind("a5a6")], &[]),
        ],
        farewell: Text::fixed("You broke through.", "Vous avez percé."),
    });
    const DIAGRAMS: &'static [Diagram] = &[];
}

const fn task(
    wanted: &'static [Wanted<Breakthrough>],
    replies: &'static [&'static str],
) -> Task<Breakthrough> {
    Task {
        text: Text::fixed("Step forward.", "Avancez."),
        hint: Text::fixed("One row up.", "D'une rangée."),
        done: Text::fixed("Nearer.", "Plus près."),
        wanted,
        replies,
    }
}

/// A man of the learner's is on the fifth row.
fn on_fifth(_: &Breakthrough, state: &State) -> bool {
    state.men[0] >> (8 * 4) & 0xff != 0
}
