//! Positions: the barge's square, a dot and the seat on turn. §4.2

use vauban_game::{Seat, Text, text};

use super::{Square, State, Towpath};

pub(super) fn write(state: &State) -> String {
    format!("{}.{}", state.barge, state.mover)
}

/// Says what is wrong with a text that is no position.
pub(super) fn read(game: &Towpath, text: &str) -> Result<State, Text> {
    let (barge, mover) = text.trim().split_once('.').ok_or(Text::fixed(
        "it must be the barge's square, a dot and the seat to move",
        "il faut la case de la péniche, un point et le camp qui joue",
    ))?;
    let home = game.home();
    let barge = Square::named(barge).filter(|&square| square <= home);
    let mover = match mover {
        "1" => Some(Seat(0)),
        "2" => Some(Seat(1)),
        _ => None,
    };
    match (barge, mover) {
        (Some(barge), Some(mover)) => Ok(State { barge, mover }),
        _ => Err(text!(
            "the square is one of a to {home}, the seat 1 or 2",
            "la case va de a à {home}, le camp est 1 ou 2",
        )),
    }
}
