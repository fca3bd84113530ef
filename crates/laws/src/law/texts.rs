//! What people read: all of it in both languages, refusals with their reasons.

use std::collections::HashSet;

use vauban_game::{Event, Lang, Playable, Reason, Text, tell};

use super::{Verdict, ensure, shelf::is_name};
use crate::Moment;

/// The text is there in both languages.
pub(super) fn said(text: &Text, what: &dyn Fn() -> String) -> Verdict {
    for lang in Lang::ALL {
        ensure(!text.of(lang).trim().is_empty(), || {
            format!("{} has no text in `{}`", what(), lang.code())
        })?;
    }
    Ok(())
}

pub fn both_languages<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let game = moment.game;
    if moment.step == 0 {
        shelf_and_books(moment)?;
    }
    for &action in &moment.fresh {
        said(&game.caption(action), &|| {
            format!("the caption of {}", game.write(action))
        })?;
        for spot in &moment.memory.click(game, action).gesture {
            if let Some(name) = game.name(spot) {
                said(&name, &|| format!("the name of `{spot}`"))?;
            }
        }
    }
    if let Some(next) = &moment.next {
        for sight in &moment.sights {
            for event in tell(
                game,
                moment.state,
                next.happening,
                &next.after,
                sight.viewer,
            ) {
                said(&event.text, &|| format!("the event `{}`", event.kind))?;
                well_formed(&event)?;
            }
        }
    }
    if let Some(outcome) = moment.turn.over() {
        said(&outcome.ending.text, &|| {
            format!("the ending `{}`", outcome.ending.code)
        })?;
    }
    Ok(())
}

/// An event's facts and its kind and text share one object on the wire.
fn well_formed(event: &Event) -> Verdict {
    ensure(is_name(event.kind), || {
        format!("`{}` is no kind of event", event.kind)
    })?;
    let mut names = HashSet::from(["kind", "text"]);
    for (name, _) in &event.facts {
        ensure(names.insert(name), || {
            format!("`{}` has two `{name}`", event.kind)
        })?;
    }
    Ok(())
}

fn shelf_and_books<G: Playable>(moment: &Moment<'_, G>) -> Verdict {
    let game = moment.game;
    said(&G::CARD.title, &|| "the game".to_owned())?;
    said(&G::CARD.about, &|| "the game's sentence".to_owned())?;
    said(&G::CARD.goal, &|| "the goal".to_owned())?;
    for phase in G::CARD.phases {
        said(&phase.title, &|| format!("the phase `{}`", phase.name))?;
    }
    for preset in G::CARD.presets {
        said(&preset.title, &|| format!("the preset `{}`", preset.name))?;
        said(&preset.about, &|| {
            format!("the sentence of the preset `{}`", preset.name)
        })?;
    }
    for setting in G::CARD.settings {
        said(&setting.title, &|| format!("the option `{}`", setting.name))?;
    }
    said(&game.grammar(), &|| "the grammar".to_owned())?;
    for seat in moment.seats() {
        said(&game.seat_name(seat), &|| format!("seat {seat}"))?;
    }
    for line in game.legend() {
        said(&line.title, &|| format!("`{}` in the legend", line.glyph))?;
    }
    for lens in game.lenses() {
        said(&lens.title, &|| format!("the lens `{}`", lens.name))?;
        said(&lens.about, &|| {
            format!("the sentence of the lens `{}`", lens.name)
        })?;
    }
    for lang in Lang::ALL {
        ensure(!game.rulebook(lang).trim().is_empty(), || {
            format!("no rulebook in `{}`", lang.code())
        })?;
    }
    Ok(())
}

/// A refusal has at least one reason; each has a code that stands in the rule trees, a text in both
/// languages and a paragraph in both rulebooks. What it leaves unchecked are demands of the trees.
pub fn refusals<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let game = moment.game;
    let mut found = Vec::new();
    for (seat, action) in moment.questions() {
        let Err(refused) = game.check(moment.state, seat, action) else {
            continue;
        };
        ensure(!refused.failed.is_empty(), || {
            format!(
                "{} is refused to seat {seat} without a reason",
                game.write(action)
            )
        })?;
        for name in refused.unchecked {
            ensure(
                moment.memory.demands.iter().any(|demand| demand.0 == name),
                || format!("no rule tree demands `{name}`, which was left unchecked"),
            )?;
        }
        for reason in refused.failed {
            said(&reason.text(), &|| {
                format!("the refusal `{}`", reason.code())
            })?;
            found.push(reason);
        }
    }
    for reason in found {
        let code = reason.code();
        if !moment.memory.codes.insert(code) {
            continue;
        }
        ensure(is_name(code), || format!("`{code}` is no code"))?;
        ensure(
            moment.memory.demands.iter().any(|demand| demand.1 == code),
            || format!("no rule tree gives the refusal `{code}`"),
        )?;
        let paragraph = reason.paragraph();
        for lang in Lang::ALL {
            let book = game.rulebook(lang);
            ensure(
                book.lines().any(|line| is_paragraph(line, paragraph)),
                || {
                    format!(
                        "`{code}` is by {paragraph}, which the rulebook in `{}` has not",
                        lang.code()
                    )
                },
            )?;
        }
    }
    Ok(())
}

/// Whether a line of the book begins with this number, after what Markdown puts before it.
fn is_paragraph(line: &str, number: &str) -> bool {
    let rest = line
        .trim_start_matches([' ', '#', '*', '-', '§', '|'])
        .strip_prefix(number);
    // 3.4 is neither 3.41 nor 3.4.1.
    rest.filter(|_| !number.is_empty()).is_some_and(|rest| {
        let rest = rest.strip_prefix('.').unwrap_or(rest);
        !rest.starts_with(|c: char| c.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::is_paragraph;

    #[test]
    fn a_paragraph_is_found_by_its_whole_number() {
        for line in [
            "3.4 An elephant",
            "**3.4** An elephant",
            "### 3.4. Elephants",
            "3.4",
        ] {
            assert!(is_paragraph(line, "3.4"), "{line}");
        }
        for line in ["3.41 A rat", "3.4.1 A rat", "13.4 A rat", "see 3.4", ""] {
            assert!(!is_paragraph(line, "3.4"), "{line}");
        }
        assert!(!is_paragraph("anything", ""));
    }
}
