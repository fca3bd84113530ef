//! What stands beside the board: cards, legend, status, lenses, odds.

use std::collections::BTreeSet;

use vauban_game::{Lang, Playable, Seat, Side, Tally, Text, scene::Spot};

use super::{Verdict, ensure, shelf::is_name};
use crate::Moment;

/// Statistics and lenses may look far over the board; every so many steps is often enough.
const OFTEN: u32 = 4;
/// A reading may search for all sides: that much less often.
const SELDOM: u32 = 64;

/// All of it answers, for any place and any seat, and its numbers fit together.
pub fn answers<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let seat = Seat(moment.dice.below(u32::from(moment.game.seats())) as u8);
    let someone = moment.someone();
    let there = places(moment, someone);
    cards(moment, someone, &there)?;
    odds(moment)?;
    if moment.step == 0 {
        legend(moment)?;
    }
    if moment.step.is_multiple_of(OFTEN) || moment.turn.over().is_some() {
        status(moment, someone)?;
        lens(moment, someone, seat, &there)?;
    }
    Ok(())
}

/// Every place in the viewer's picture.
fn places<G: Playable>(moment: &Moment<'_, G>, someone: usize) -> BTreeSet<Spot> {
    let layers = moment.game.layers(&moment.sights[someone].view, Lang::En);
    let shapes = moment
        .memory
        .backdrop
        .layers
        .iter()
        .chain(&layers)
        .flat_map(|layer| &layer.shapes);
    shapes.filter_map(|shape| shape.spot.clone()).collect()
}

fn cards<G: Playable>(
    moment: &mut Moment<'_, G>,
    someone: usize,
    there: &BTreeSet<Spot>,
) -> Verdict {
    let mut asked = vec![Spot(String::new()), Spot("no such place".to_owned())];
    let count = there.len().max(1) as u32;
    for _ in 0..4 {
        let at = moment.dice.below(count) as usize;
        asked.extend(there.iter().nth(at).cloned());
    }
    for spot in &asked {
        let Some(card) = moment.game.card(&moment.sights[someone].view, spot) else {
            continue;
        };
        ensure(
            said(&card.title)
                && card
                    .lines
                    .iter()
                    .all(|(name, value)| said(name) && said(value)),
            || format!("the card of `{spot}` is not whole: {card:?}"),
        )?;
    }
    Ok(())
}

/// Whether there are words in every language.
fn said(text: &Text) -> bool {
    Lang::ALL.into_iter().all(|lang| !text.of(lang).is_empty())
}

fn legend<G: Playable>(moment: &Moment<'_, G>) -> Verdict {
    let symbols = &moment.memory.backdrop.symbols;
    for line in moment.game.legend() {
        let drawn = line
            .symbol
            .is_none_or(|name| symbols.iter().any(|symbol| symbol.name == name));
        ensure(drawn, || {
            format!("the legend explains {:?}, which is not drawn", line.symbol)
        })?;
    }
    Ok(())
}

/// A value for every seat, and words in both languages or none.
fn status<G: Playable>(moment: &Moment<'_, G>, someone: usize) -> Verdict {
    let status = moment.game.status(&moment.sights[someone].view);
    ensure(
        status.phase.en.is_empty() == status.phase.fr.is_empty(),
        || format!("the phase is in one language only: {:?}", status.phase),
    )?;
    let phases = G::CARD.phases;
    let known = |name| phases.iter().any(|phase| phase.name == name);
    ensure(status.phase_name.is_none_or(known), || {
        format!("the card has no phase {:?}", status.phase_name)
    })?;
    let own = moment.game.own(&moment.sights[someone].view);
    ensure(own.as_ref().is_none_or(said), || {
        format!("what a viewer has is in one language only: {own:?}")
    })?;
    for statistic in &status.statistics {
        let Text { en, fr } = &statistic.name;
        ensure(!en.is_empty() && !fr.is_empty(), || {
            "a statistic has no name".to_owned()
        })?;
        ensure(
            statistic.values.len() == usize::from(moment.game.seats()),
            || format!("`{en}` has {} values", statistic.values.len()),
        )?;
    }
    Ok(())
}

/// One of the lenses has a map of places that are in the picture, and nothing else has one.
fn lens<G: Playable>(
    moment: &mut Moment<'_, G>,
    someone: usize,
    seat: Seat,
    there: &BTreeSet<Spot>,
) -> Verdict {
    let (game, lenses) = (moment.game, moment.game.lenses());
    let view = &moment.sights[someone].view;
    ensure(game.lens(view, "no such lens", seat).is_none(), || {
        "a lens that does not exist has a map".to_owned()
    })?;
    // What is said may be nothing; it must only be said without harm.
    if moment.step.is_multiple_of(SELDOM) || moment.turn.over().is_some() {
        let _ = game.reading(view);
    }
    if lenses.is_empty() {
        return Ok(());
    }
    let lens = &lenses[moment.dice.below(lenses.len() as u32) as usize];
    ensure(is_name(lens.name), || {
        format!("`{}` is no name for a lens", lens.name)
    })?;
    let map = game
        .lens(view, lens.name, seat)
        .ok_or_else(|| format!("the lens `{}` has no map", lens.name))?;
    let name = |spot: &Spot| {
        let named = game.name(spot);
        named.unwrap_or_else(|| Text::same(spot.0.clone()))
    };
    let legend = Tally::of(&map, game.seat_in_sentence(seat), name).told(lens);
    ensure(said(&lens.group) && said(&legend), || {
        format!("the lens `{}` is without words: {legend:?}", lens.name)
    })?;
    let mut mapped = map.values.iter().map(|(spot, _)| spot);
    let stray = mapped.find(|spot| !there.contains(*spot));
    let stray = stray.or_else(|| {
        map.paths
            .iter()
            .flatten()
            .find(|spot| !there.contains(*spot))
    });
    ensure(stray.is_none(), || {
        format!(
            "the lens `{}` has {stray:?}, which is not in the picture",
            lens.name
        )
    })
}

/// The odds of what may be done now add up to all cases and have words; the marks answer.
fn odds<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    for seat in moment.turn.seats().iter() {
        for action in moment.some(seat, moment.limits.pairs) {
            let view = &moment.sights[seat.index()].view;
            let _ = moment.game.mark(view, seat, action);
            let effect = moment.game.effect(view, seat, action);
            let told = [effect, moment.game.warning(view, seat, action)];
            ensure(told.iter().flatten().all(said), || {
                let text = moment.game.write(action);
                format!("what {text} comes to is without words: {told:?}")
            })?;
            for keep in [None, Some(3)] {
                let forecasts = moment.game.forecasts(view, seat, action, keep);
                for forecast in forecasts.into_iter().flatten() {
                    let shares = || forecast.lines.iter().map(|line| line.share);
                    let whole = (shares().sum::<f64>() - 1.0).abs() < 1e-9;
                    ensure(whole && shares().all(|share| share >= 0.0), || {
                        let text = moment.game.write(action);
                        format!("the forecast of {text} is not whole: {forecast:?}")
                    })?;
                    let words = forecast.lines.iter().all(|line| said(&line.text));
                    ensure(words && said(&forecast.title), || {
                        format!("a forecast is without words: {forecast:?}")
                    })?;
                }
            }
            let lines = moment.game.odds(view, seat, action);
            if let Some(stake) = moment.game.stake(view, seat, action) {
                ensure(stake.least < stake.left && lines.is_some(), || {
                    let text = moment.game.write(action);
                    format!("{text} cannot be fought out with {stake:?}")
                })?;
            }
            if let Some(balance) = moment.game.balance(view, seat, action) {
                let sum = |side: Side| -> f64 {
                    let parts = balance.parts.iter().filter(|part| part.side == side);
                    parts.map(|part| part.value).sum()
                };
                let whole = (sum(Side::Attack) - balance.attack).abs() < 1e-9
                    && (sum(Side::Defence) - balance.defence).abs() < 1e-9;
                let words = balance.parts.iter().all(|part| said(&part.why));
                ensure(whole && words, || {
                    let text = moment.game.write(action);
                    format!("the parts of {text} do not add up: {balance:?}")
                })?;
            }
            let Some(lines) = lines else {
                continue;
            };
            let total: u64 = lines.iter().map(|line| line.ways).sum();
            let fits = lines
                .iter()
                .all(|line| line.of == total && line.ways <= line.of);
            ensure(fits && total > 0, || {
                let text = moment.game.write(action);
                format!("the odds of {text} do not add up: {lines:?}")
            })?;
            ensure(lines.iter().all(|line| said(&line.text)), || {
                format!("odds are without words: {lines:?}")
            })?;
        }
    }
    // Nonsense may be asked about too.
    let Some(&action) = moment.sample.first() else {
        return Ok(());
    };
    for sight in &moment.sights {
        if let Some(seat) = sight.viewer.seat() {
            let _ = moment.game.odds(&sight.view, seat, action);
            let _ = moment.game.mark(&sight.view, seat, action);
        }
    }
    Ok(())
}
