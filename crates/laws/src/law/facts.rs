//! Events as data: one set of names in all games, and nothing in them that is not there.

use std::collections::HashSet;

use vauban_game::{FACTS, Fact, FactForm, Lang, Playable, TurnEvents, scene::Spot, tell};

use super::{Verdict, ensure, pictures::spots, texts::said};
use crate::Moment;

/// Facts have names and values of the common list: spots are in the picture, seats at the table. Everybody
/// agrees whose turn it is, and can read what came of it.
pub fn in_order<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let game = moment.game;
    let mover = game.mover(&moment.sights[0].view);
    for sight in &moment.sights {
        ensure(game.mover(&sight.view) == mover, || {
            format!("{:?} has another mover than {mover:?}", sight.viewer)
        })?;
    }
    // One viewer a step: all of them come in turn.
    let someone = moment.someone();
    let sight = &moment.sights[someone];
    let Some(next) = &moment.next else {
        return Ok(());
    };
    let events = tell(
        game,
        moment.state,
        next.happening,
        &next.after,
        sight.viewer,
    );
    let before = game.layers(&sight.view, Lang::En);
    let after = game.layers(&game.view(&next.after, sight.viewer), Lang::En);
    let backdrop = &moment.memory.backdrop;
    let mut there = spots(backdrop, &before);
    there.extend(spots(backdrop, &after));
    for event in &events {
        for (name, fact) in &event.facts {
            let form = FACTS.iter().find(|known| known.0 == *name);
            let fits = form.is_some_and(|(_, form)| fits(fact, form, game.seats(), &there));
            ensure(fits, || {
                format!("`{}` has no fact `{name}` of {fact:?}", event.kind)
            })?;
        }
    }
    let turn = mover.map(|seat| TurnEvents {
        seat,
        events: &events,
    });
    match turn.and_then(|turn| game.summarise(&turn)) {
        Some(summary) => said(&summary, &|| "the summary of a turn".to_owned()),
        None => Ok(()),
    }
}

fn fits(fact: &Fact, form: &FactForm, seats: u8, there: &HashSet<&Spot>) -> bool {
    match (form, fact) {
        (FactForm::Seat, Fact::Number(seat)) => (1..=i64::from(seats)).contains(seat),
        (FactForm::Spot, Fact::Word(spot)) => there.contains(&Spot(spot.clone())),
        (FactForm::Number, Fact::Number(_)) | (FactForm::Word, Fact::Word(_)) => true,
        (FactForm::List(form), Fact::List(facts)) => {
            facts.iter().all(|fact| fits(fact, form, seats, there))
        }
        (FactForm::Named(forms), Fact::Named(facts)) => facts.iter().all(|(name, fact)| {
            let form = forms.iter().find(|known| known.0 == *name);
            form.is_some_and(|(_, form)| fits(fact, form, seats, there))
        }),
        (FactForm::Amounts, Fact::Named(facts)) => {
            let mut facts = facts.iter();
            facts.all(|(_, fact)| matches!(fact, Fact::Number(_)))
        }
        _ => false,
    }
}
