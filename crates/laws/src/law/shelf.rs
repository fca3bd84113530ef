//! What the shelf shows of a game, and the rules' name in records.

use vauban_game::{Playable, Settings, Values};

use super::{Verdict, ensure};
use crate::Moment;

/// Names are plain words, defaults are allowed, and the game can be taken off the shelf with them.
pub fn in_order<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    if moment.step > 0 {
        return Ok(());
    }
    let card = G::CARD;
    ensure(is_name(card.name), || {
        format!("`{}` is no name for a game", card.name)
    })?;
    let rules = moment.game.rule_set();
    ensure(is_name(rules.name) && rules.version > 0, || {
        format!("`{rules}` is no name and version for rules")
    })?;
    let seats = moment.game.seats();
    ensure((card.seats.0..=card.seats.1).contains(&seats), || {
        format!("{seats} seats, but the card says {:?}", card.seats)
    })?;
    for setting in card.settings {
        ensure(is_name(setting.name), || {
            format!("`{}` is no name for an option", setting.name)
        })?;
        let values: Vec<&str> = match &setting.values {
            Values::OneOf(words) => words.iter().map(|(word, _)| *word).collect(),
            _ => Vec::new(),
        };
        for value in values.into_iter().chain(setting.default) {
            setting
                .check(value)
                .map_err(|error| error.text.en.into_owned())?;
        }
    }
    let settings = card
        .complete(&Settings::new(), 1)
        .map_err(|errors| format!("the defaults are refused: {errors:?}"))?;
    match G::setup(&settings) {
        Ok(_) => Ok(()),
        Err(errors) => Err(format!(
            "the game cannot be set up with its defaults: {errors:?}"
        )),
    }
}

/// Small letters, digits and hyphens: fit for addresses and commands.
pub(crate) fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    !text.is_empty() && text.chars().all(plain)
}
