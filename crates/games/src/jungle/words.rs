//! What seats, animals and grounds are called.

use vauban_game::{Seat, Text, text};

use super::{animal::Animal, board::Terrain, state::End};

impl Animal {
    pub const fn name(self) -> Text {
        match self {
            Animal::Rat => Text::fixed("rat", "rat"),
            Animal::Cat => Text::fixed("cat", "chat"),
            Animal::Dog => Text::fixed("dog", "chien"),
            Animal::Wolf => Text::fixed("wolf", "loup"),
            Animal::Leopard => Text::fixed("leopard", "léopard"),
            Animal::Tiger => Text::fixed("tiger", "tigre"),
            Animal::Lion => Text::fixed("lion", "lion"),
            Animal::Elephant => Text::fixed("elephant", "éléphant"),
        }
    }
    /// The name with its article, as it stands inside a sentence.
    pub(super) fn the(self) -> Text {
        let Text { en, fr } = self.name();
        match self {
            Animal::Elephant => Text::new(format!("the {en}"), format!("l'{fr}")),
            _ => Text::new(format!("the {en}"), format!("le {fr}")),
        }
    }
}

impl Terrain {
    pub(super) fn name(self) -> Text {
        match self {
            Terrain::Earth => Text::fixed("earth", "terre"),
            Terrain::Shore => Text::fixed("shore", "rive"),
            Terrain::Water => Text::fixed("water", "eau"),
            Terrain::Trap(owner) => {
                text!("{colour} trap", "piège {colour}", colour = colour(owner))
            }
            Terrain::Throne(owner) => {
                text!("{colour} throne", "trône {colour}", colour = colour(owner))
            }
        }
    }
}

pub(super) fn seat_name(seat: Seat) -> Text {
    match seat.0 {
        0 => Text::fixed("Blue", "Bleu"),
        _ => Text::fixed("Red", "Rouge"),
    }
}

/// The seat's colour, as it stands beside an animal.
pub(super) fn colour(seat: Seat) -> Text {
    match seat.0 {
        0 => Text::fixed("blue", "bleu"),
        _ => Text::fixed("red", "rouge"),
    }
}

/// `the blue lion`, `le lion bleu`.
pub(super) fn animal_of(seat: Seat, animal: Animal) -> Text {
    let (name, the, colour) = (animal.name(), animal.the(), colour(seat));
    Text::new(
        format!("the {} {}", colour.en, name.en),
        format!("{} {}", the.fr, colour.fr),
    )
}

/// `Blue won by …`, as the rest of a sentence, when `mover` would be next.
pub(super) fn how_it_ended(mover: Seat, end: End) -> Text {
    let how = &end.ending().text;
    match end.winner(mover) {
        Some(winner) => {
            text!(
                "{name} won {how}",
                "{name} a gagné {how}",
                name = seat_name(winner),
                how
            )
        }
        None => text!("it was drawn {how}", "elle est nulle {how}", how),
    }
}
