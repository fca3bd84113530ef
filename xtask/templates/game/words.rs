//! What the seats are called.

use vauban_game::{Seat, Text};

pub(super) fn seat_name(seat: Seat) -> Text {
    match seat.0 {
        0 => Text::fixed("Blue", "Bleu"),
        _ => Text::fixed("Red", "Rouge"),
    }
}
