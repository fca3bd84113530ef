//! The log: a viewer is told no more than it sees.

use vauban_game::{Event, Happening, Playable, Turn, Viewer, tell};

use super::{Verdict, ensure};
use crate::{Moment, Sight};

/// What one viewer gets to know of a step.
#[derive(PartialEq, Debug)]
struct Heard {
    events: Vec<Event>,
    /// Whether the record shows the step itself.
    shown: bool,
}

fn heard<G: Playable>(
    game: &G,
    before: &G::State,
    happening: Happening<G>,
    after: &G::State,
    viewer: Viewer,
) -> Heard {
    Heard {
        events: tell(game, before, happening, after, viewer),
        shown: happening.is_shown(game, before, viewer),
    }
}

/// Two steps that lead to different states which look the same to a viewer sound the same to it,
/// and the record shows it neither. The same step in a world that looks the same before and after
/// sounds the same too.
///
/// Steps that lead to the same state may differ in sound: there is nothing hidden for them to tell.
pub fn no_more_than_picture<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let Some(next) = moment.next.take() else {
        return Ok(());
    };
    let others = others(moment, next.happening);
    let verdict = moment.sights.iter().try_for_each(|sight| {
        let told = heard(moment.game, moment.state, next.happening, &next.after, sight.viewer);
        let seen = moment.game.view(&next.after, sight.viewer);
        in_other_worlds(moment, sight, next.happening, &seen, &told)?;
        // Whoever acts knows what it does.
        if matches!(next.happening, Happening::Action(seat, _) if sight.viewer == Viewer::Seat(seat)) {
            return Ok(());
        }
        for &(other, ref after) in &others {
            if *after == next.after || moment.game.view(after, sight.viewer) != seen {
                continue;
            }
            let other_told = heard(moment.game, moment.state, other, after, sight.viewer);
            ensure(told == other_told && !told.shown, || {
                format!(
                    "{:?} cannot see whether it was {:?} or {other:?}, but hears {told:?} or {other_told:?}",
                    sight.viewer, next.happening
                )
            })?;
        }
        Ok(())
    });
    moment.next = Some(next);
    verdict
}

/// Some of the other things that could have happened instead, with the states they lead to.
fn others<G: Playable>(
    moment: &mut Moment<'_, G>,
    happening: Happening<G>,
) -> Vec<(Happening<G>, G::State)> {
    let happenings: Vec<Happening<G>> = match happening {
        Happening::Action(seat, _) => {
            let actions = moment.some(seat, moment.limits.pairs);
            actions
                .into_iter()
                .map(|action| Happening::Action(seat, action))
                .collect()
        }
        Happening::Chance(_) => {
            let chances = &moment.chances;
            (0..moment.limits.pairs)
                .map(|_| Happening::Chance(moment.dice.choose(chances).0))
                .collect()
        }
    };
    let after = |happening| (happening, moment.after(moment.state, happening));
    happenings.into_iter().map(after).collect()
}

fn in_other_worlds<G: Playable>(
    moment: &Moment<'_, G>,
    sight: &Sight<G>,
    happening: Happening<G>,
    seen: &G::View,
    told: &Heard,
) -> Verdict {
    let (game, world) = (moment.game, &sight.world);
    if world == moment.state {
        return Ok(());
    }
    let possible = match happening {
        Happening::Action(seat, action) => game.check(world, seat, action).is_ok(),
        Happening::Chance(chance) => {
            let mut chances = Vec::new();
            if game.turn(world) == Turn::Chance {
                game.chances(world, &mut chances);
            }
            chances.iter().any(|&(other, _)| other == chance)
        }
    };
    if !possible {
        return Ok(());
    }
    let after = moment.after(world, happening);
    if game.view(&after, sight.viewer) != *seen {
        return Ok(());
    }
    let there = heard(game, world, happening, &after, sight.viewer);
    ensure(*told == there, || {
        format!(
            "{:?} hears {told:?} at {happening:?}, but in a world that looks the same {there:?}",
            sight.viewer
        )
    })
}
