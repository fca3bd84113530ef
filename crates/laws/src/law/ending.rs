//! How games end, and what is left of them.

use vauban_game::{Playable, Turn, every_action};

use super::{Verdict, ensure, shelf::is_name};
use crate::Moment;

pub fn ends<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    ensure(moment.step <= moment.limits.steps, || {
        format!("it still goes on after {} steps", moment.limits.steps)
    })
}

pub fn scores<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let Turn::Over(outcome) = moment.turn else {
        return Ok(());
    };
    let (scores, seats) = (outcome.scores().len(), moment.game.seats());
    ensure(scores == usize::from(seats), || {
        format!("{scores} scores for {seats} seats")
    })?;
    ensure(is_name(outcome.ending.code), || {
        format!("`{}` is no code", outcome.ending.code)
    })
}

/// If a seat can leave, the game goes on without it: it is not on turn again, the others can act.
pub fn left_for_good<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let game = moment.game;
    for seat in moment.seats() {
        let mut state = moment.state.clone();
        if !game.abandon(&mut state, seat) {
            ensure(state == *moment.state, || {
                format!("seat {seat} could not leave, but something changed")
            })?;
            continue;
        }
        let turn = game.turn(&state);
        ensure(!turn.includes(seat), || {
            format!("seat {seat} has left and is on turn")
        })?;
        ensure(turn.over().is_some() || game.is_out(&state, seat), || {
            format!("seat {seat} has left and is not out")
        })?;
        for other in turn.seats().iter() {
            let list = every_action(game, &state, other);
            ensure(!list.is_empty(), || {
                format!("seat {seat} has left, and seat {other} is on turn and can do nothing")
            })?;
        }
    }
    Ok(())
}

/// If a match can be written in the game's own format, it is recognised, and replays to its end.
pub fn file_reads_back<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let (game, steps) = (moment.game, &moment.memory.steps);
    if moment.turn.over().is_none() || game.format().is_none() {
        return Ok(());
    }
    let Some(Ok(file)) = game.export(&moment.memory.start, steps, moment.state) else {
        return Ok(());
    };
    ensure(game.recognise(&file), || {
        "the file we wrote is not recognised".to_owned()
    })?;
    let imported = game.import(&file).map_err(|error| error.to_string())?;
    if !moment.memory.only_actions {
        return Ok(());
    }
    let mut state = match &imported.position {
        Some(position) => game
            .read_position(position)
            .map_err(|error| error.to_string())?,
        None => moment.memory.start.clone(),
    };
    for (index, text) in imported.steps.iter().enumerate() {
        let action = game.read(text).map_err(|error| error.to_string())?;
        let turn = game.turn(&state);
        let seat = turn
            .seats()
            .iter()
            .find(|&seat| game.check(&state, seat, action).is_ok());
        let seat =
            seat.ok_or_else(|| format!("step {} of the file, {text}, is refused", index + 1))?;
        game.act(&mut state, seat, action);
    }
    // A file may leave out what only counts towards a draw, as keys do.
    ensure(game.key(&state) == game.key(moment.state), || {
        format!("the file replays to {state:?}, not to {:?}", moment.state)
    })
}
