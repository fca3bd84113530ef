//! What must be true of a match before a command is carried out, with the refusal if it is not.

use vauban_game::{Seat, Text};
use vauban_store::Visibility;
use vauban_table::Refusals;

use crate::{
    command::Actor,
    occupant::Occupant,
    registry::Room,
    table::{Table, seat_taken},
};

/// How often one person may sit down, change a seed or mute somebody in one match. Each of these is kept for
/// ever, and anybody may do it.
const MOST_CHANGES: u32 = 100;

pub(crate) fn must_have_changes_left(table: &Table, by: &Actor) -> Result<(), Refusals> {
    let changes = by
        .player()
        .map_or(0, |player| table.changes(player.as_str()));
    match changes < MOST_CHANGES {
        true => Ok(()),
        false => Err(Refusals::one(
            "too-many-changes",
            Text::fixed(
                "you have made too many changes in this match",
                "vous avez fait trop de changements dans cette partie",
            ),
        )),
    }
}

pub(crate) fn must_have_started(table: &Table) -> Result<(), Refusals> {
    match table.started {
        true => Ok(()),
        false => Err(Refusals::one(
            "seats-open",
            Text::fixed(
                "the match begins when every seat is taken",
                "la partie commence quand toutes les places sont prises",
            ),
        )),
    }
}

/// Whoever has begun owes the others an end.
pub(crate) fn must_not_have_started(table: &Table) -> Result<(), Refusals> {
    match table.started && !table.is_over() {
        false => Ok(()),
        true => Err(Refusals::one(
            "match-running",
            Text::fixed(
                "the match has begun: resign instead",
                "la partie a commencé : abandonnez plutôt",
            ),
        )),
    }
}

pub(crate) fn must_go_on(table: &Table) -> Result<(), Refusals> {
    must_have_started(table)?;
    must_not_be_over(table)
}

pub(crate) fn must_not_be_over(table: &Table) -> Result<(), Refusals> {
    match table.is_over() {
        false => Ok(()),
        true => Err(Refusals::one(
            "match-over",
            Text::fixed("the match is over", "la partie est finie"),
        )),
    }
}

/// What is played again has been played.
pub(crate) fn must_be_over(table: &Table) -> Result<(), Refusals> {
    match table.is_over() {
        true => Ok(()),
        false => Err(Refusals::one(
            "match-running",
            Text::fixed(
                "a rematch is possible once this match is over",
                "la revanche sera possible quand cette partie sera finie",
            ),
        )),
    }
}

/// What everybody may watch need not be shared.
pub(crate) fn must_be_private(room: &Room) -> Result<(), Refusals> {
    match room.visibility {
        Visibility::Private => Ok(()),
        Visibility::Listed => Err(Refusals::one(
            "is-listed",
            Text::fixed(
                "this match is public: share its address, anyone can watch it",
                "cette partie est publique : partagez son adresse, tout le monde peut la regarder",
            ),
        )),
    }
}

pub(crate) fn must_be_open(table: &Table, seat: Seat) -> Result<(), Refusals> {
    match table.occupant(seat) {
        Occupant::Open => Ok(()),
        Occupant::Person { .. } | Occupant::Agent { .. } => Err(seat_taken()),
    }
}
