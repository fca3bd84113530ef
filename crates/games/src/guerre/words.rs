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

/// What a side is called inside a sentence: `North`, `le Nord`.
pub(super) fn the_side(seat: Seat) -> Text {
    match seat {
        NORTH => Text::fixed("North", "le Nord"),
        _ => Text::fixed("South", "le Sud"),
    }
}

/// `North to play`, `au Nord de jouer`.
pub(super) fn to_play(seat: Seat) -> Text {
    let side = the_side(seat);
    let (en, fr) = (&side.en, side.to_it().fr);
    Text::new(format!("{en} to play"), format!("{fr} de jouer"))
}

/// Whose unit it is: `North's cavalry`, `la cavalerie du Nord`.
pub(super) fn unit_of(seat: Seat, class: Class) -> Text {
    let (side, of) = (the_side(seat), the_side(seat).of_it());
    Text::new(
        format!("{}'s {}", side.en, class_name(class).en),
        format!("{} {}", the_class(class).fr, of.fr),
    )
}

/// A class of units with its article.
pub(super) fn the_class(class: Class) -> Text {
    let le = match class {
        Class::Infantry | Class::Artillery | Class::MountedArtillery => "l'",
        Class::Cavalry => "la ",
        Class::Relay | Class::MountedRelay => "le ",
    };
    let name = class_name(class);
    Text::new(format!("the {}", name.en), format!("{le}{}", name.fr))
}

/// One unit of a class: `an infantry unit`, `une unité d'infanterie`, `un relais`.
pub(super) fn a_class(class: Class) -> Text {
    match class {
        Class::Infantry => Text::fixed("an infantry unit", "une unité d'infanterie"),
        Class::Cavalry => Text::fixed("a cavalry unit", "une unité de cavalerie"),
        Class::Artillery => Text::fixed("an artillery unit", "une unité d'artillerie"),
        Class::MountedArtillery => {
            Text::fixed("a mounted artillery unit", "une unité d'artillerie montée")
        }
        Class::Relay => Text::fixed("a relay", "un relais"),
        Class::MountedRelay => Text::fixed("a mounted relay", "un relais monté"),
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

/// A terrain with its article: `a mountain`, `une montagne`.
pub(super) fn a_terrain(terrain: Terrain) -> Text {
    match terrain {
        Terrain::Mountain => Text::fixed("a mountain", "une montagne"),
        Terrain::Pass => Text::fixed("a pass", "un col"),
        Terrain::Fort => Text::fixed("a fort", "un fort"),
        Terrain::Arsenal => Text::fixed("an arsenal", "un arsenal"),
    }
}

/// A terrain that was spoken of: `the mountain`, `la montagne`.
pub(super) fn the_terrain(terrain: Terrain) -> Text {
    match terrain {
        Terrain::Mountain => Text::fixed("the mountain", "la montagne"),
        Terrain::Pass => Text::fixed("the pass", "le col"),
        Terrain::Fort => Text::fixed("the fort", "le fort"),
        Terrain::Arsenal => Text::fixed("the arsenal", "l'arsenal"),
    }
}

/// Some places, one after another.
pub(super) fn places(places: &[Place]) -> Text {
    Text::list(places.iter().map(|place| Text::same(place.to_string())))
}

/// So many pieces of terrain: `9 mountains`, `1 col`.
pub(super) fn terrains(terrain: Terrain, count: u8) -> Text {
    let (en, fr) = match terrain {
        Terrain::Mountain => (["mountain", "mountains"], ["montagne", "montagnes"]),
        Terrain::Pass => (["pass", "passes"], ["col", "cols"]),
        Terrain::Fort => (["fort", "forts"], ["fort", "forts"]),
        Terrain::Arsenal => (["arsenal", "arsenals"], ["arsenal", "arsenaux"]),
    };
    Text::count(count, en, fr)
}
