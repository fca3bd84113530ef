//! The words that log, refusals and cards share.

use vauban_game::{Seat, Text, text};

use super::{
    map::Resource,
    state::{Phase, State},
};

/// What a seat is called.
pub(super) fn seat_name(seat: Seat) -> Text {
    match seat.0 {
        0 => Text::fixed("Blue", "Bleu"),
        _ => Text::fixed("Red", "Rouge"),
    }
}

/// Whose it is, and which clan: `Blue, the cooks`.
pub(super) fn side_title(view: &State, seat: Seat) -> Text {
    let name = seat_name(seat);
    match view.clan(seat) {
        None => name,
        Some(clan) => text!("{name}, {the}", "{name}, {the}", name, the = clan.the()),
    }
}

/// What a phase is called inside a sentence.
pub(super) fn phase_name(phase: Phase) -> Text {
    match phase {
        Phase::Lot => Text::fixed("the draw for the first turn", "le tirage du premier tour"),
        Phase::Clans => Text::fixed("the choice of clans", "le choix des clans"),
        Phase::Humans | Phase::Trampling(_) => {
            Text::fixed("what the humans do", "le passage des humains")
        }
        Phase::Poison(_) | Phase::Dying(..) => Text::fixed("the poison", "le poison"),
        Phase::Conquest => Text::fixed("the conquest", "la conquête"),
        Phase::Attack { .. } | Phase::Defence { .. } => Text::fixed("a fight", "un combat"),
        Phase::Reinforcement => Text::fixed("the reinforcement", "le renfort"),
        Phase::Over(_) => Text::fixed("the end", "la fin"),
    }
}

/// `1 creature`, `3 creatures`.
pub(super) fn creatures(number: impl Into<i64>) -> Text {
    match number.into() {
        0 => Text::fixed("no creature", "aucune créature"),
        number => Text::count(number, ["creature", "creatures"], ["créature", "créatures"]),
    }
}

/// `1 cell`, `3 cells`.
pub(super) fn cells(number: u32) -> Text {
    match number {
        0 => Text::fixed("no cell", "aucune case"),
        _ => Text::count(number, ["cell", "cells"], ["case", "cases"]),
    }
}

/// `1 turn`, `2 turns`.
pub(super) fn turns(number: u8) -> Text {
    Text::count(number, ["turn", "turns"], ["tour", "tours"])
}

/// `3 wood`, `3 unités de bois`.
pub(super) fn amount(number: u16, resource: Resource) -> Text {
    text!(
        "{number} {of}{name}",
        "{number} {of}{name}",
        of = Text::plural(number, ["", ""], ["unité de ", "unités de "]),
        name = resource.name()
    )
}
