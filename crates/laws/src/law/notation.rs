//! How actions are written, read and cut down.

use vauban_game::Playable;

use super::{Verdict, ensure, shelf::is_name};
use crate::Moment;

/// What the console keeps for itself.
pub(crate) const CONSOLE_WORDS: [&str; 20] = [
    "legal", "why", "odds", "show", "position", "lens", "perft", "hash", "events", "go", "resign",
    "draw", "save", "load", "revert", "rules", "stand", "task", "help", "exit",
];

/// Characters that mean something else in a record or at the prompt.
const KEPT: &str = "{}#!?:;";

/// Writing needs no state, so each action is looked at once, when it is first seen.
pub fn action_reads_back<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    for &action in &moment.fresh {
        let text = moment.game.write(action);
        let read = moment.game.read(&text);
        ensure(read == Ok(action), || {
            format!("{action:?} is written `{text}`, which reads as {read:?}")
        })?;
    }
    Ok(())
}

pub fn action_is_plain<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    for &action in &moment.fresh {
        let text = moment.game.write(action);
        ensure(is_plain(&text), || {
            format!("`{text}` is not one plain word")
        })?;
        ensure(!CONSOLE_WORDS.contains(&text.as_str()), || {
            format!("`{text}` is a word of the console")
        })?;
        let kind = moment.game.kind(action);
        ensure(is_name(kind) && G::KINDS.contains(&kind), || {
            format!("`{kind}`, the kind of `{text}`, is not a plain word, or not listed")
        })?;
    }
    Ok(())
}

/// One token of printable ASCII that records and the prompt can hold.
pub(super) fn is_plain(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_ascii_graphic() && !KEPT.contains(c))
}

/// Cutting down touches no allowed order, and is done when it is done.
pub fn trim_settles<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let game = moment.game;
    for seat in moment.seats() {
        for &action in &moment.lists[seat.index()] {
            let trimmed = game.trim(moment.state, seat, action);
            ensure(trimmed == action, || {
                format!("seat {seat} may do {action:?}, which is trimmed to {trimmed:?}")
            })?;
        }
    }
    for (seat, action) in moment.questions() {
        let once = game.trim(moment.state, seat, action);
        let twice = game.trim(moment.state, seat, once);
        ensure(once == twice, || {
            format!("seat {seat}: {action:?} is trimmed to {once:?}, and that to {twice:?}")
        })?;
    }
    Ok(())
}
