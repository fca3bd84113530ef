//! How actions are clicked.

use std::collections::HashSet;

use vauban_game::{Actions, Choice, Playable, scene::Spot};

use super::{Verdict, ensure};
use crate::Moment;

/// A click path decides: none is another's beginning. Actions that differ only in their amount
/// share one.
pub fn differ<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    for list in &moment.lists {
        let mut families = HashSet::new();
        let mut gestures: Vec<Vec<Spot>> = Vec::new();
        for &action in list {
            let click = moment.memory.click(moment.game, action);
            ensure(!click.gesture.is_empty(), || {
                format!("{} cannot be clicked", moment.game.write(action))
            })?;
            if click.phrase.amount.is_none() || families.insert(click.family()) {
                gestures.push(click.gesture);
            }
        }
        let mut keys = HashSet::new();
        for &action in list {
            let amount = moment.memory.click(moment.game, action).phrase.amount;
            let Some(key) = moment.game.shortcut(action) else {
                continue;
            };
            let twice =
                !keys.insert(key.to_ascii_lowercase()) || Some(key) == moment.game.undo_key();
            ensure(!twice || amount.is_some(), || {
                format!("the letter `{key}` means two things")
            })?;
        }
        // In order, a path stands right before those that begin with it.
        gestures.sort();
        for pair in gestures.windows(2) {
            ensure(!pair[1].starts_with(&pair[0]), || {
                format!("the click path {:?} begins {:?}", pair[0], pair[1])
            })?;
        }
    }
    Ok(())
}

/// The text of an action is its phrase, and the target is the spot that is clicked last.
pub fn phrases<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    for &action in &moment.fresh {
        let text = moment.game.write(action);
        let click = moment.memory.click(moment.game, action);
        let phrase = click.phrase.to_string();
        ensure(phrase == text, || {
            format!("{action:?} is written `{text}`, and its phrase is `{phrase}`")
        })?;
        let target = &click.phrase.target;
        ensure(
            target.is_none() || *target == click.gesture.last().cloned(),
            || {
                format!(
                    "the target of `{text}` is {target:?}, and it is clicked {:?}",
                    click.gesture
                )
            },
        )?;
    }
    Ok(())
}

/// Actions that differ in an amount are one entry of the list, with one gesture and a phrase that
/// reads back with every number; other actions have no amount.
pub fn amounts<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let game = moment.game;
    for seat in moment.seats() {
        let mut list = Actions::new();
        game.actions(moment.state, seat, &mut list);
        let mut families = HashSet::new();
        for Choice { action, amounts } in list.choices() {
            let first = moment.memory.click(game, action);
            let range = match (amounts, first.phrase.amount) {
                (None, None) => continue,
                (Some(range), Some(_)) => range,
                (range, amount) => {
                    return Err(format!(
                        "{action:?} is listed with the range {range:?}, and its amount is {amount:?}"
                    ));
                }
            };
            ensure(game.with_amount(action, *range.start()) == action, || {
                format!("{action:?} is not the least of {range:?}")
            })?;
            for number in range {
                let action = game.with_amount(action, number);
                let click = moment.memory.click(game, action);
                let own = first.family().with_amount(first.phrase.joint, number);
                ensure(click.phrase == own, || {
                    format!(
                        "with {number}, {action:?} is `{}`, not `{own}`",
                        click.phrase
                    )
                })?;
                ensure(game.read(&own.to_string()) == Ok(action), || {
                    format!("{action:?}: `{own}` does not read back")
                })?;
                ensure(click.gesture == first.gesture, || {
                    format!(
                        "{own} is clicked {:?}, others of its family {:?}",
                        click.gesture, first.gesture
                    )
                })?;
            }
            ensure(families.insert(first.family()), || {
                format!("the amounts of {action:?} are in two entries")
            })?;
        }
    }
    Ok(())
}

/// `meant` finds the way back from a gesture, and any path can be asked about.
pub fn meant<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let game = moment.game;
    for seat in moment.turn.seats().iter() {
        let actions = moment.some(seat, 8);
        let mut path = Vec::new();
        let view = &moment.sights[seat.index()].view;
        for action in actions {
            let click = moment.memory.click(game, action);
            let meant = game.meant(view, seat, &click.gesture);
            let family = |meant| moment.memory.click(game, meant).family();
            let same = meant.is_some_and(|meant| {
                meant == action || click.phrase.amount.is_some() && family(meant) == click.family()
            });
            ensure(same, || {
                let text = game.write(action);
                format!(
                    "seat {seat}: the click path {:?} of {text} is taken for {meant:?}",
                    click.gesture
                )
            })?;
            path.extend(click.gesture);
        }
        // Nonsense: a path through everything, and its parts.
        path.push(Spot(String::new()));
        for from in 0..path.len().min(4) {
            for to in from..path.len().min(6) {
                if let Some(action) = game.meant(view, seat, &path[from..=to]) {
                    // Legal or not, it can be asked about.
                    let _ = game.check(moment.state, seat, action);
                }
            }
        }
    }
    Ok(())
}
