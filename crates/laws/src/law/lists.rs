//! Who may do what: the lists, and their agreement with `check`.

use std::collections::HashSet;

use vauban_game::{Actions, Playable, Turn};

use super::{Verdict, ensure};
use crate::Moment;

/// Whoever must move the game on can.
pub fn can_act<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    match moment.turn {
        Turn::Over(_) => return Ok(()),
        Turn::Chance => {
            return ensure(!moment.chances.is_empty(), || {
                "it is nature's turn, and it has no result".to_owned()
            });
        }
        Turn::One(_) | Turn::Any(_) => (),
    }
    let seats = moment.turn.seats();
    ensure(!seats.is_empty(), || {
        "any seat may act, but of none".to_owned()
    })?;
    for seat in seats.iter() {
        let list = moment.lists.get(seat.index());
        let list = list.ok_or_else(|| format!("seat {seat} is on turn, but not at the table"))?;
        ensure(!list.is_empty(), || {
            format!("seat {seat} is on turn and can do nothing")
        })?;
    }
    Ok(())
}

/// Whoever is not on turn can do nothing.
pub fn nothing_out_of_turn<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    for seat in moment.seats() {
        let list = &moment.lists[seat.index()];
        ensure(moment.turn.includes(seat) || list.is_empty(), || {
            format!("seat {seat} is not on turn, but could do {:?}", list[0])
        })?;
    }
    Ok(())
}

/// Asked again, the game appends the same list, in the same order, and names nothing twice.
pub fn steady<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    for seat in moment.seats() {
        let list = &moment.lists[seat.index()];
        let mut twice = Actions::new();
        moment.game.actions(moment.state, seat, &mut twice);
        moment.game.actions(moment.state, seat, &mut twice);
        let twice: Vec<G::Action> = twice
            .each(|action, amount| moment.game.with_amount(action, amount))
            .collect();
        let appended = twice.get(list.len()..);
        ensure(
            twice.starts_with(list) && appended == Some(&list[..]),
            || {
                format!(
                    "seat {seat} could do {list:?}; asked again with that list to append to: {twice:?}"
                )
            },
        )?;
        let mut seen = HashSet::new();
        if let Some(action) = list.iter().find(|action| !seen.insert(**action)) {
            return Err(format!("seat {seat} has {action:?} twice in its list"));
        }
    }
    if moment.turn == Turn::Chance {
        let mut twice = moment.chances.clone();
        moment.game.chances(moment.state, &mut twice);
        let appended = twice.get(moment.chances.len()..);
        ensure(appended == Some(&moment.chances[..]), || {
            format!("nature had {:?}; asked again: {twice:?}", moment.chances)
        })?;
    }
    Ok(())
}

/// `check` says yes to what is listed and no to everything else, whoever asks.
pub fn check_agrees<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let listed: Vec<HashSet<G::Action>> = moment
        .lists
        .iter()
        .map(|list| list.iter().copied().collect())
        .collect();
    // What one seat may do, the others are asked about as well.
    let legal = moment.lists.concat();
    for seat in moment.seats() {
        for &action in legal.iter().chain(&moment.sample) {
            let checked = moment.game.check(moment.state, seat, action);
            let is_listed = listed[seat.index()].contains(&action);
            ensure(checked.is_ok() == is_listed, || {
                let text = moment.game.write(action);
                let word = if is_listed { "listed" } else { "not listed" };
                format!("seat {seat}: {text} is {word}, and check says {checked:?}")
            })?;
        }
    }
    Ok(())
}
