//! What the shelf shows of a game, and the rules' name in records.

use std::collections::BTreeSet;

use vauban_game::{Card, Playable, Settings, Values};

use super::{Verdict, ensure};
use crate::Moment;

/// Names are plain words, defaults are allowed, and the game can be taken off the shelf with every preset.
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
        let usual = setting.default.into_iter().chain(setting.absent);
        for value in values.into_iter().chain(usual) {
            setting
                .check(value)
                .map_err(|error| error.text.en.into_owned())?;
        }
    }
    let (short, long) = card.minutes;
    ensure(0 < short && short <= long, || {
        format!("{:?} are no minutes", card.minutes)
    })?;
    differ("phase", card.phases.iter().map(|phase| phase.name))?;
    presets(card, |settings, seats| {
        let made = G::setup(settings, seats).map_err(|errors| format!("{errors:?}"))?;
        Ok(made.seats())
    })
}

/// Every preset opens with every number of seats that it names, and the first is the game with its
/// defaults. `open` tells the seats of the game that it made.
fn presets(card: &Card, open: impl Fn(&Settings, u8) -> Result<u8, String>) -> Verdict {
    let complete = |settings: &Settings, seats| {
        card.complete(settings, seats, 1)
            .map_err(|errors| format!("{errors:?}"))
    };
    differ("preset", card.presets.iter().map(|preset| preset.name))?;
    for name in card.featured {
        let is_preset = card.presets.iter().any(|preset| preset.name == *name);
        ensure(is_preset, || format!("`{name}` is featured and no preset"))?;
    }
    let defaults = complete(&Settings::new(), None)?;
    for (index, preset) in card.presets.iter().enumerate() {
        let name = preset.name;
        let wrong = |why: String| format!("the preset `{name}`: {why}");
        let (fewest, most) = card.seats_of(preset);
        ensure(fewest <= most, || wrong("no seats".to_owned()))?;
        for seats in fewest..=most {
            let mut settings = Settings::new();
            let seats = card.fill_in(name, &mut settings, Some(seats));
            let seats = seats.map_err(|error| error.text.en.into_owned())?;
            let (seats, settings) = complete(&settings, seats).map_err(wrong)?;
            let made = open(&settings, seats).map_err(wrong)?;
            let written = card.as_played(&card.written(&settings, seats));
            let again = complete(&written, None).map_err(wrong)?;
            ensure(again == (seats, settings.clone()), || {
                wrong(format!("its record would be read as {again:?}"))
            })?;
            ensure(made == seats, || {
                wrong(format!("{made} seats, not {seats}"))
            })?;
            ensure(
                index > 0 || seats > fewest || (seats, settings) == defaults,
                || wrong("it is the first, but differs from the defaults".to_owned()),
            )?;
        }
    }
    ensure(!card.presets.is_empty(), || "there is no preset".to_owned())
}

/// Plain words, each there once.
fn differ<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Verdict {
    let mut known = BTreeSet::new();
    for name in names {
        ensure(is_name(name) && known.insert(name), || {
            format!("`{name}` is no name for a {what}, or there are two")
        })?;
    }
    Ok(())
}

/// Small letters, digits and hyphens: fit for addresses and commands.
pub(crate) fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    !text.is_empty() && text.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use vauban_game::{Preset, Setup, Text};

    use super::*;
    use crate::toys::Stash;

    type Pairs = &'static [(&'static str, &'static str)];

    fn preset(name: &'static str, seats: Option<(u8, u8)>, settings: Pairs) -> Preset {
        Preset {
            name,
            title: Text::fixed("A", "B"),
            about: Text::fixed("C", "D"),
            seats,
            settings,
        }
    }

    /// What is wrong with Stash if it had these presets; it seats at most five.
    fn wrong(some: Vec<Preset>) -> String {
        let card = Card {
            title: Text::default(),
            about: Text::default(),
            goal: Text::default(),
            presets: Box::leak(some.into_boxed_slice()),
            ..*Stash::CARD
        };
        presets(&card, |_, seats| Ok(seats.min(5))).expect_err("a fault")
    }

    #[test]
    fn presets_that_do_not_hold_are_found() {
        let two = Some((2, 2));
        let second =
            |name, seats, settings| vec![preset("duel", two, &[]), preset(name, seats, settings)];
        for (some, part) in [
            (Vec::new(), "no preset"),
            (second("duel", two, &[]), "or there are two"),
            (second("Big One", two, &[]), "is no name"),
            (vec![preset("few", two, &[("cells", "4")])], "the defaults"),
            (second("odd", two, &[("cells", "1")]), "from 3 to 9"),
            (second("odd", two, &[("colour", "1")]), "no option"),
            (second("lone", Some((1, 2)), &[]), "2 to 6 seats, not 1"),
            (second("full", Some((5, 6)), &[]), "5 seats, not 6"),
        ] {
            let why = wrong(some);
            assert!(why.contains(part), "{part}: {why}");
        }
    }
}
