//! Secrets: what a viewer cannot know makes no difference to it.

use vauban_game::{Happening, Playable, Viewer, every_action};

use super::{Verdict, ensure};
use crate::Moment;

/// A world imagined from a view gives that view again.
pub fn imagined_looks_same<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    for sight in &moment.sights {
        let again = moment.game.view(&sight.world, sight.viewer);
        ensure(again == sight.view, || {
            format!(
                "{:?} sees {:?}, but in a world imagined from it {again:?}",
                sight.viewer, sight.view
            )
        })?;
    }
    Ok(())
}

/// What a game without secrets shows leaves nothing to imagine.
pub fn open_to_all<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    if moment.game.has_secrets() {
        return Ok(());
    }
    for sight in &moment.sights {
        ensure(sight.world == *moment.state, || {
            format!(
                "{:?} sees {:?}, which may also be {:?}",
                sight.viewer, sight.view, sight.world
            )
        })?;
    }
    Ok(())
}

/// In a world that looks the same, the same seats are on turn, and a seat has the same list in the
/// same order and gets the same refusals, word for word.
pub fn doing_by_view<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let game = moment.game;
    for sight in &moment.sights {
        let turn = game.turn(&sight.world);
        ensure(turn == moment.turn, || {
            format!(
                "{:?} cannot know whose turn it is: {:?} or {turn:?}",
                sight.viewer, moment.turn
            )
        })?;
        let Viewer::Seat(seat) = sight.viewer else {
            continue;
        };
        let list = every_action(game, &sight.world, seat);
        ensure(list == moment.lists[seat.index()], || {
            format!(
                "seat {seat} may do {:?}, but in a world that looks the same {list:?}",
                moment.lists[seat.index()]
            )
        })?;
        if sight.world == *moment.state {
            continue;
        }
        for &action in moment.sample.iter().chain(&moment.lists.concat()) {
            let here = game.check(moment.state, seat, action);
            let there = game.check(&sight.world, seat, action);
            ensure(here == there, || {
                format!(
                    "seat {seat}: {action:?} gets {here:?}, but in a world that looks the same {there:?}"
                )
            })?;
            let here = game.trim(moment.state, seat, action);
            let there = game.trim(&sight.world, seat, action);
            ensure(here == there, || {
                format!(
                    "seat {seat}: {action:?} becomes {here:?}, but in a world that looks the same {there:?}"
                )
            })?;
        }
    }
    Ok(())
}

/// An action that is said to reveal nothing leaves its actor with the same view in every world.
pub fn revealing<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let game = moment.game;
    for seat in moment.turn.seats().iter() {
        for action in moment.some(seat, moment.limits.pairs) {
            if game.reveals(moment.state, seat, action) {
                continue;
            }
            let sight = &moment.sights[seat.index()];
            let after = |state| {
                let after = moment.after(state, Happening::Action(seat, action));
                game.view(&after, sight.viewer)
            };
            let (here, there) = (after(moment.state), after(&sight.world));
            ensure(here == there, || {
                format!(
                    "seat {seat} learns from {action:?} whether it is in {here:?} or in {there:?}"
                )
            })?;
        }
    }
    Ok(())
}
