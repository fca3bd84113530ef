//! Positions as text, and keys.

use std::hash::{DefaultHasher, Hash, Hasher};

use vauban_game::{Playable, Turn};

use super::{Verdict, ensure};
use crate::Moment;

/// What a URL holds as it is, wherever it stands, and a record between quotation marks.
const SAFE: &str = "-._~/,;@*()";

pub fn reads_back<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let (game, state) = (moment.game, moment.state);
    let text = game.write_position(state);
    let safe = |c: char| c.is_ascii_alphanumeric() || SAFE.contains(c);
    ensure(!text.is_empty() && text.chars().all(safe), || {
        format!("`{text}` is not safe in a URL")
    })?;
    let read = game
        .read_position(&text)
        .map_err(|error| format!("`{text}`: {error}"))?;
    ensure(read == *state, || {
        format!("`{text}` stands for {state:?}, but reads as {read:?}")
    })?;
    let again = game.write_position(&read);
    ensure(again == text, || {
        format!("`{text}`, read and written, is `{again}`")
    })?;
    let (_, resumed) = game
        .resume(&text)
        .map_err(|error| format!("`{text}`: {error}"))?;
    ensure(resumed == *state, || {
        format!("`{text}` resumes at {resumed:?}")
    })
}

/// A state, its copy and the state that its position stands for have one key.
pub fn equal_keys<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let (game, state) = (moment.game, moment.state);
    let key = game.key(state);
    let copy = game.key(&state.clone());
    ensure(key == copy, || {
        format!("the key was {key:x}, then {copy:x}")
    })?;
    match game.read_position(&game.write_position(state)) {
        Ok(read) if read == *state => {
            let again = game.key(&read);
            ensure(key == again, || {
                format!("the key is {key:x}, and {again:x} when read back")
            })
        }
        // That is another law's concern.
        _ => Ok(()),
    }
}

/// Only draw counters are left out of a key, and these change nothing that a seat may do: where
/// the same key comes again, so do the same lists.
pub fn keys_apart<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let mut hasher = DefaultHasher::new();
    match moment.turn {
        // A counter may have ended it.
        Turn::Over(_) => return Ok(()),
        Turn::One(_) | Turn::Any(_) => moment.lists.hash(&mut hasher),
        Turn::Chance => moment.chances.hash(&mut hasher),
    }
    let possible = hasher.finish();
    let key = moment.game.key(moment.state);
    let before = *moment.memory.keys.entry(key).or_insert(possible);
    ensure(before == possible, || {
        format!("the key {key:x} came before, when other things were possible")
    })
}
