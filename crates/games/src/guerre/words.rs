//! Names of sides, units and terrain in both languages.

use vauban_game::{Seat, Text};

use super::{Class, NORTH, Place, SOUTH, board::Terrain};

/// What a side is called.
pub(super) fn seat_title(seat: Seat) -> Text {
    if seat == NORTH {
        Text::fixed("North", "Nord")
    } else {
        debug_assert!(seat == SOUTH, "there are two sides");
        Text::fixed("South", "Sud")
    }
}

/// What a class of units is called.
pub(super) fn class_name(class: Class) -> Text {
    match class {
        Class::Infantry => Text::fixed("infantry", "infanterie"),
        Class::Cavalry => Text::fixed("cavalry", "cavalerie"),
        Class::Artillery => Text::fixed("artillery", "artillerie"),
        Class::MountedArtillery => Text::fixed("mounted artillery", "artillerie montée"),
        Class::Relay => Text::fixed("relay", "relais"),
        Class::MountedRelay => Text::fixed("mounted relay", "relais monté"),
    }
}

pub(super) fn terrain_name(terrain: Terrain) -> Text {
    match terrain {
        Terrain::Mountain => Text::fixed("mountain", "montagne"),
        Terrain::Pass => Text::fixed("pass", "col"),
        Terrain::Fort => Text::fixed("fort", "fort"),
        Terrain::Arsenal => Text::fixed("arsenal", "arsenal"),
    }
}

/// Some places, one after another.
pub(super) fn places(places: &[Place]) -> Text {
    Text::list(places.iter().map(|place| Text::same(place.to_string())))
}
