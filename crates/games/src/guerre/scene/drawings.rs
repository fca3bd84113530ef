//! The drawings of the units and the ground, each in a box of 100 by 100.
//!
//! A unit's token is part of its drawing: North's is a shield with a flat top, South's a disc, so that
//! the sides differ without their colours. Outlines run clockwise and holes the other way round.

use vauban_game::{
    Seat,
    scene::{Paint, Path, Symbol},
};

use crate::guerre::{Class, NORTH, board::Terrain};

/// Every drawing of the game.
pub(super) fn symbols() -> Vec<Symbol> {
    let units = UNITS.iter().flat_map(|&(_, north, south, paths)| {
        [
            token(north, NORTH_TOKEN, Paint::OnSeat(0), paths),
            token(south, SOUTH_TOKEN, Paint::OnSeat(1), paths),
        ]
    });
    let ground = GROUND.iter().map(|&(_, name, paths)| Symbol {
        name,
        paths: paths.iter().map(|&d| plain(d, None)).collect(),
    });
    units.chain(ground).collect()
}

/// The name of a unit's drawing.
pub(in crate::guerre) fn unit_symbol(seat: Seat, class: Class) -> &'static str {
    let (_, north, south, _) = UNITS[class as usize];
    if seat == NORTH { north } else { south }
}

/// The name of a terrain's drawing.
pub(in crate::guerre) fn ground_symbol(terrain: Terrain) -> &'static str {
    GROUND[terrain as usize].1
}

fn plain(d: &'static str, fill: Option<Paint>) -> Path {
    Path {
        d,
        fill,
        line: None,
    }
}

/// The token in the colour of its side, and the drawing on it.
fn token(name: &'static str, outline: &'static str, ink: Paint, paths: &[&'static str]) -> Symbol {
    let ground = Path {
        d: outline,
        fill: None,
        line: Some((Paint::Ink, 3.0)),
    };
    let drawing = paths.iter().map(|&d| plain(d, Some(ink)));
    Symbol {
        name,
        paths: [ground].into_iter().chain(drawing).collect(),
    }
}

const NORTH_TOKEN: &str = "M6 6L94 6L94 66C94 82 74 92 50 97C26 92 6 82 6 66Z";
const SOUTH_TOKEN: &str = "M3 50a47 47 0 1 1 94 0a47 47 0 1 1 -94 0Z";

/// A class, its names for North and South, and its paths.
type UnitDrawing = (Class, &'static str, &'static str, &'static [&'static str]);

/// A horse's head, looking left, in the whole box.
const HORSE: &str = "M38 82L72 82C71 66 75 54 70 40C66 29 58 22 48 20L45 13L40 21C33 29 28 38 23 47 \
     L28 56C35 56 40 52 46 50C45 60 38 66 38 82Z M44 33a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z";
/// A small horse's head in the upper right.
const SMALL_HORSE: &str = "M62 46L82 46C81 36 84 29 81 22C79 16 74 12 68 11L66 7L63 12C59 16 56 22 53 27 \
     L56 32C60 32 63 30 66 29C66 35 62 38 62 46Z M65 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z";

#[rustfmt::skip]
static UNITS: [UnitDrawing; 6] = [
    // A shako with its plume and its visor.
    (Class::Infantry, "north-infantry", "south-infantry", &[
        "M30 64L33 32Q50 25 67 32L70 64Q50 58 30 64ZM44 44a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z",
        "M24 68Q50 58 76 68L72 77Q50 68 28 77Z",
        "M47 27L47 13Q50 9 53 13L53 27Z",
    ]),
    (Class::Cavalry, "north-cavalry", "south-cavalry", &[HORSE]),
    // A gun: barrel, wheel and trail.
    (Class::Artillery, "north-artillery", "south-artillery", &[
        "M13 37L72 27Q78 33 74 41L17 51Z",
        "M26 61a18 18 0 1 1 36 0a18 18 0 1 1 -36 0ZM31 61a13 13 0 1 0 26 0a13 13 0 1 0 -26 0Z \
         M40 61a4 4 0 1 1 8 0a4 4 0 1 1 -8 0Z",
        "M52 52L86 74L83 79L48 66Z",
    ]),
    (Class::MountedArtillery, "north-mounted-artillery", "south-mounted-artillery", &[
        "M11 52L58 44Q63 49 60 55L14 64Z",
        "M22 71a14 14 0 1 1 28 0a14 14 0 1 1 -28 0ZM26 71a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z",
        "M44 64L74 78L72 82L41 74Z",
        SMALL_HORSE,
    ]),
    // A semaphore: a mast with two arms.
    (Class::Relay, "north-relay", "south-relay", &[
        "M46 16L54 16L54 80L64 80L64 86L36 86L36 80L46 80Z",
        "M54 18L84 27L84 37L54 34ZM46 40L16 31L16 41L46 56Z",
    ]),
    (Class::MountedRelay, "north-mounted-relay", "south-mounted-relay", &[
        "M31 22L38 22L38 78L46 78L46 84L23 84L23 78L31 78Z",
        "M31 42L11 35L11 44L31 54ZM38 58L60 62L60 71L38 70Z",
        SMALL_HORSE,
    ]),
];

/// A terrain, its name and its paths.
type GroundDrawing = (Terrain, &'static str, &'static [&'static str]);

#[rustfmt::skip]
static GROUND: [GroundDrawing; 4] = [
    // Two peaks, the snow cut out.
    (Terrain::Mountain, "mountain", &[
        "M4 88L40 18L58 52L66 38L96 88ZM40 30L31 48L38 44L43 50L49 46Z",
    ]),
    // Two slopes with a way between them.
    (Terrain::Pass, "pass", &[
        "M2 88L26 24L44 88ZM56 88L74 24L98 88Z",
        "M47 88Q49 64 54 52L57 54Q53 66 53 88Z",
    ]),
    // A star fort seen from above.
    (Terrain::Fort, "fort", &[
        "M50 4L62 26L86 16L78 40L98 54L76 62L78 88L54 78L50 98L46 78L22 88L24 62L2 54L22 40L14 16L38 26Z \
         M50 30L34 40L32 60L50 70L68 60L66 40Z",
    ]),
    // A magazine with its door, and cannonballs before it.
    (Terrain::Arsenal, "arsenal", &[
        "M50 8L90 36L84 36L84 90L16 90L16 36L10 36ZM40 62L40 90L60 90L60 62Q50 52 40 62Z",
        "M20 80a8 8 0 1 1 16 0a8 8 0 1 1 -16 0ZM64 80a8 8 0 1 1 16 0a8 8 0 1 1 -16 0Z",
    ]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_and_every_terrain_has_its_drawing() {
        for class in Class::ALL {
            assert_eq!(UNITS[class as usize].0, class);
        }
        for terrain in Terrain::ALL {
            assert_eq!(GROUND[terrain as usize].0, terrain);
        }
        let symbols = symbols();
        assert_eq!(symbols.len(), 16);
        for (index, symbol) in symbols.iter().enumerate() {
            assert!(
                symbols[..index]
                    .iter()
                    .all(|other| other.name != symbol.name)
            );
        }
    }
}
