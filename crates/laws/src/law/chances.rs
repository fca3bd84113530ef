//! Nature's results: weights and texts.

use std::collections::HashSet;

use vauban_game::{Dice, Playable, Turn};

use super::{CONSOLE_WORDS, Verdict, ensure, notation::is_plain};
use crate::Moment;

/// More results than this are dealt in several steps.
const MOST_RESULTS: usize = 2_048;

pub fn weighed<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    if moment.turn != Turn::Chance {
        return Ok(());
    }
    let chances = &moment.chances;
    ensure(chances.len() <= MOST_RESULTS, || {
        format!("{} results at once", chances.len())
    })?;
    let total: u64 = chances.iter().map(|&(_, weight)| u64::from(weight)).sum();
    ensure(total <= u64::from(u32::MAX), || {
        format!("the weights' sum is {total}")
    })?;
    let mut seen = HashSet::new();
    for &(chance, weight) in chances {
        ensure(weight > 0, || format!("{chance:?} has the weight 0"))?;
        ensure(seen.insert(chance), || format!("{chance:?} comes twice"))?;
    }
    Ok(())
}

/// Games with many results roll without listing them.
pub fn rolled<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    if moment.turn != Turn::Chance {
        return Ok(());
    }
    let mut dice = Dice::seeded(moment.game.key(moment.state));
    let rolled = moment.game.roll(moment.state, &mut dice);
    let mut listed = moment.chances.iter();
    ensure(listed.any(|&(chance, _)| chance == rolled), || {
        format!("{rolled:?} was rolled but is not listed")
    })
}

pub fn reads_back<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    for &chance in &moment.fresh_chances {
        let text = moment.game.write_chance(chance);
        let read = moment.game.read_chance(&text);
        ensure(read == Ok(chance), || {
            format!("{chance:?} is written `{text}`, which reads as {read:?}")
        })?;
    }
    Ok(())
}

/// As plain as an action, so that it can be typed where dice lie on the table.
pub fn plain<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    for &chance in &moment.fresh_chances {
        let text = moment.game.write_chance(chance);
        ensure(is_plain(&text), || {
            format!("`{text}` is not one plain word")
        })?;
        ensure(!CONSOLE_WORDS.contains(&text.as_str()), || {
            format!("`{text}` is a word of the console")
        })?;
    }
    Ok(())
}
