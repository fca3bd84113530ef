//! The words that log, refusals and cards share.

use vauban_game::{Seat, Text};

use super::{cell::Cell, map::Resource};
use vauban_game::scene::Spot;

impl Cell {
    pub(super) fn spot(self) -> Spot {
        Spot(self.to_string())
    }
}

/// What a seat is called.
pub(super) fn seat_name(seat: Seat) -> Text {
    match seat.0 {
        0 => Text::fixed("Blue", "Bleu"),
        _ => Text::fixed("Red", "Rouge"),
    }
}

/// `1 creature`, `3 creatures`.
pub(super) fn creatures(number: impl Into<u32>) -> Text {
    match number.into() {
        1 => Text::fixed("1 creature", "1 créature"),
        0 => Text::fixed("no creature", "aucune créature"),
        number => Text::new(format!("{number} creatures"), format!("{number} créatures")),
    }
}

/// `1 cell`, `3 cells`.
pub(super) fn cells(number: u32) -> Text {
    match number {
        1 => Text::fixed("1 cell", "1 case"),
        0 => Text::fixed("no cell", "aucune case"),
        _ => Text::new(format!("{number} cells"), format!("{number} cases")),
    }
}

/// `1 turn`, `2 turns`.
pub(super) fn turns(number: u8) -> Text {
    match number {
        1 => Text::fixed("1 turn", "1 tour"),
        _ => Text::new(format!("{number} turns"), format!("{number} tours")),
    }
}

/// `3 wood`, `3 de bois`.
pub(super) fn amount(number: u16, resource: Resource) -> Text {
    let name = resource.name();
    Text::new(
        format!("{number} {}", name.en),
        format!("{number} de {}", name.fr),
    )
}

/// `a, b and c`.
pub(super) fn list(items: &[Text]) -> Text {
    let join = |of: fn(&Text) -> &str, and: &str| {
        let items: Vec<&str> = items.iter().map(of).collect();
        match items.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, rest)) => format!("{} {and} {last}", rest.join(", ")),
            None => String::new(),
        }
    };
    Text::new(join(|text| &text.en, "and"), join(|text| &text.fr, "et"))
}
