//! The drawings of the creatures, the resources, the special cells and the marks, each in a box of
//! 100 by 100.
//!
//! Blue's creatures are round, Red's have ears and a square chin, so that the sides differ without
//! their colours; the hat and the tool say which clan it is. Holes run the other way round.

use vauban_game::{
    Seat,
    scene::{Paint, Path, Symbol},
};

use crate::garden::{
    clan::Clan,
    map::{Resource, Special},
};

/// Every drawing of the game.
pub(super) fn symbols() -> Vec<Symbol> {
    let creatures = CREATURES.iter().flat_map(|&(_, names, dress)| {
        [
            creature(names[0], ROUND, 0, dress),
            creature(names[1], EARED, 1, dress),
        ]
    });
    let others = RESOURCES.iter().chain(&SPECIALS).chain(&MARKS);
    creatures
        .chain(others.map(|&(name, strokes)| Symbol {
            name,
            paths: strokes.iter().map(stroke).collect(),
        }))
        .collect()
}

/// The name of a creature's drawing.
pub(super) fn creature_symbol(seat: Seat, clan: Option<Clan>) -> &'static str {
    let index = clan.map_or(0, |clan| clan as usize + 1);
    CREATURES[index].1[seat.index() & 1]
}

/// The name of a resource's drawing.
pub(super) fn resource_symbol(resource: Resource) -> &'static str {
    RESOURCES[resource as usize].0
}

/// The name of a special cell's drawing.
pub(super) fn special_symbol(special: Special) -> &'static str {
    SPECIALS[special as usize].0
}

/// A stroke of a drawing: its path, what fills it, and how wide its outline is.
type Stroke = (&'static str, Ink, f32);
/// The name of a drawing and its strokes.
type Drawing = (&'static str, &'static [Stroke]);

/// What a stroke is filled with.
#[derive(Copy, Clone, Debug)]
enum Ink {
    /// What the shape that uses the drawing is filled with.
    Own,
    Of(Paint),
}

fn stroke(&(d, ink, width): &Stroke) -> Path {
    Path {
        d,
        fill: match ink {
            Ink::Own => None,
            Ink::Of(paint) => Some(paint),
        },
        line: (width > 0.0).then_some((Paint::Ink, width)),
    }
}

/// The body in its side's colour, the face on it, and what the clan wears.
fn creature(name: &'static str, body: &'static str, seat: u8, dress: &'static [Stroke]) -> Symbol {
    let on_body = Ink::Of(Paint::OnSeat(seat));
    let own = [
        (body, Ink::Own, 3.0),
        (EYES, on_body, 0.0),
        (PUPILS, Ink::Own, 0.0),
        (MOUTH, on_body, 0.0),
    ];
    Symbol {
        name,
        paths: own.iter().chain(dress).map(stroke).collect(),
    }
}

const PAPER: Ink = Ink::Of(Paint::Paper);
const INK: Ink = Ink::Of(Paint::Ink);
const GREY: Ink = Ink::Of(Paint::Neutral);
const STRAW: Ink = Ink::Of(Paint::Ground(super::STRAW));
const LEATHER: Ink = Ink::Of(Paint::Ground(super::MUD));
const GREEN: Ink = Ink::Of(Paint::Ground(super::LEAF));
const CORAL: Ink = Ink::Of(Paint::Ground(super::BARBECUE));
const PINK: Ink = Ink::Of(Paint::Ground(super::CANDY));
const WATER: Ink = Ink::Of(Paint::Ground(super::WATER));
const FLAME: Ink = Ink::Of(Paint::Ground(super::FLAME));

const ROUND: &str =
    "M50 30C74 30 87 46 87 66C87 86 71 97 50 97C29 97 13 86 13 66C13 46 26 30 50 30Z";
const EARED: &str = "M2 12L30 37L70 37L98 12C97 28 94 42 90 50L92 86C92 94 88 97 80 97L20 97C12 97 8 94 8 86L10 50C6 42 3 28 2 12Z";
const EYES: &str =
    "M27 64a10 11 0 1 1 20 0a10 11 0 1 1 -20 0ZM53 64a10 11 0 1 1 20 0a10 11 0 1 1 -20 0Z";
const PUPILS: &str =
    "M35 66a4.5 5.5 0 1 1 9 0a4.5 5.5 0 1 1 -9 0ZM56 66a4.5 5.5 0 1 1 9 0a4.5 5.5 0 1 1 -9 0Z";
const MOUTH: &str = "M38 82Q50 93 62 82L59 79.5Q50 87 41 79.5Z";

/// A clan, the names of its drawings for both sides, and what it wears; first those without a clan.
#[rustfmt::skip]
static CREATURES: [(Option<Clan>, [&str; 2], &[Stroke]); 5] = [
    (None, ["creature-blue", "creature-red"], &[
        ("M48 31C47 22 42 16 34 14C44 9 54 16 53 31Z", GREEN, 2.5),
    ]),
    (Some(Clan::Cooks), ["cooks-blue", "cooks-red"], &[
        ("M27 26C10 25 11 6 27 8C31 -1 45 -2 50 5C55 -2 69 -1 73 8C89 6 90 25 73 26L73 30L27 30Z", PAPER, 3.0),
        ("M28 29L72 29L73 42Q50 36 27 42Z", PAPER, 3.0),
    ]),
    (Some(Clan::Smiths), ["smiths-blue", "smiths-red"], &[
        ("M16 45Q50 31 84 45L86 54Q50 40 14 54Z", LEATHER, 2.5),
        ("M79 92L83 34L90 34.5L87 93Z", LEATHER, 2.0),
        ("M66 16L99 18L98 37L65 35Z", GREY, 3.0),
    ]),
    (Some(Clan::Miners), ["miners-blue", "miners-red"], &[
        ("M20 42C19 18 33 6 50 6C67 6 81 18 80 42L91 44L90 51Q50 39 10 51L9 44Z", STRAW, 3.0),
        ("M39 24a11 11 0 1 1 22 0a11 11 0 1 1 -22 0Z", PAPER, 3.0),
        ("M44 24a6 6 0 1 1 12 0a6 6 0 1 1 -12 0Z", FLAME, 0.0),
    ]),
    (Some(Clan::Lumberjacks), ["lumberjacks-blue", "lumberjacks-red"], &[
        ("M19 40C20 20 34 12 50 12C66 12 80 20 81 40Q50 30 19 40Z", CORAL, 3.0),
        ("M14 40Q50 27 86 40L87 50Q50 37 13 50Z", PAPER, 2.5),
        ("M42 9a8 8 0 1 1 16 0a8 8 0 1 1 -16 0Z", PAPER, 2.5),
        ("M83 95L86 28L92 28L91 95Z", LEATHER, 2.0),
        ("M87 30C78 26 72 34 70 44C76 52 82 54 87 50Z", GREY, 2.5),
    ]),
];

#[rustfmt::skip]
static RESOURCES: [Drawing; 4] = [
    ("food", &[
        ("M50 30C62 18 92 22 92 50C92 76 72 96 50 90C28 96 8 76 8 50C8 22 38 18 50 30Z", CORAL, 6.0),
        ("M47 31C46 20 50 10 60 4L65 9C57 14 53 21 54 31Z", LEATHER, 3.0),
        ("M58 20C64 8 80 6 90 12C84 24 70 28 58 20Z", GREEN, 3.0),
    ]),
    ("metal", &[
        ("M28 12L72 12L96 50L72 88L28 88L4 50ZM50 32a18 18 0 1 0 0 36a18 18 0 1 0 0 -36Z", GREY, 6.0),
    ]),
    ("stone", &[
        ("M6 84L14 46L38 16L66 12L90 40L96 84Z", GREY, 6.0),
        ("M38 16L46 46L14 46L18 43L41 43L35 20ZM46 46L90 40L89 44L50 49L62 84L57 84Z", INK, 0.0),
    ]),
    ("wood", &[
        ("M24 30L92 10C102 26 102 50 94 62L26 88Z", LEATHER, 6.0),
        ("M4 59a21 29 0 1 1 42 0a21 29 0 1 1 -42 0Z", STRAW, 6.0),
        ("M14 59a11 16 0 1 1 22 0a11 16 0 1 1 -22 0ZM19 59a6 10 0 1 0 12 0a6 10 0 1 0 -12 0Z", LEATHER, 0.0),
    ]),
];

#[rustfmt::skip]
static SPECIALS: [Drawing; 4] = [
    ("sky", &[
        ("M60 4L64 16L74 8L73 21L86 18L80 30L93 33L82 40L92 49L79 50L84 62L72 57L70 66L40 62L36 34Z", FLAME, 2.0),
        ("M45 36a17 17 0 1 1 34 0a17 17 0 1 1 -34 0Z", STRAW, 2.5),
        ("M22 88C2 88 0 64 17 60C18 44 40 40 46 53C56 44 72 51 71 63C88 62 92 86 74 88Z", PAPER, 3.0),
    ]),
    ("candy", &[
        ("M24 20L76 20L76 30C90 36 92 46 92 60C92 84 84 96 70 96L30 96C16 96 8 84 8 60C8 46 10 36 24 30Z", PAPER, 3.0),
        ("M20 6L80 6L80 20L20 20Z", CORAL, 3.0),
        ("M18 76a12 12 0 1 1 24 0a12 12 0 1 1 -24 0ZM56 78a12 12 0 1 1 24 0a12 12 0 1 1 -24 0Z", PINK, 2.5),
        ("M38 56a12 12 0 1 1 24 0a12 12 0 1 1 -24 0Z", CORAL, 2.5),
        ("M64 50a10 10 0 1 1 20 0a10 10 0 1 1 -20 0ZM38 86a9 9 0 1 1 18 0a9 9 0 1 1 -18 0Z", STRAW, 2.5),
        ("M17 52a9 9 0 1 1 18 0a9 9 0 1 1 -18 0Z", GREEN, 2.5),
    ]),
    ("barbecue", &[
        ("M30 38C22 26 34 20 32 6C44 12 44 22 50 26C52 18 58 14 56 4C72 14 68 28 74 38Z", FLAME, 2.5),
        ("M42 38C38 30 46 28 46 20C54 24 54 32 58 38Z", CORAL, 0.0),
        ("M8 38L92 38C92 60 76 70 50 70C24 70 8 60 8 38Z", GREY, 3.0),
        ("M6 34L94 34L94 40L6 40Z", INK, 0.0),
        ("M32 66L24 98L18 97L26 64ZM68 66L76 98L82 97L74 64ZM47 69L53 69L53 98L47 98Z", INK, 0.0),
    ]),
    ("pool", &[
        ("M4 52C4 30 26 22 50 22C74 22 96 30 96 52C96 80 78 92 50 92C22 92 4 80 4 52Z", PAPER, 3.0),
        ("M13 54C13 38 32 31 50 31C68 31 87 38 87 54C87 74 70 83 50 83C30 83 13 74 13 54Z", WATER, 2.5),
        ("M22 56Q30 49 38 56T54 56T70 56T80 56L80 60Q72 65 64 60T48 60T32 60T22 60ZM30 70Q37 64 44 70T58 70T68 70L68 74Q62 78 55 74T41 74T30 74Z", PAPER, 0.0),
        ("M60 50L60 12C60 4 72 4 72 12L68 12C68 8 64 8 64 12L64 50ZM76 48L76 14C76 6 88 6 88 14L84 14C84 10 80 10 80 14L80 48ZM64 24L76 24L76 28L64 28ZM64 36L76 36L76 40L64 40Z", INK, 0.0),
    ]),
];

#[rustfmt::skip]
static MARKS: [Drawing; 5] = [
    ("plate", &[
        ("M20 18L80 18C92 18 96 22 96 34L96 66C96 78 92 82 80 82L20 82C8 82 4 78 4 66L4 34C4 22 8 18 20 18Z", Ink::Own, 8.0),
    ]),
    ("poison", &[
        ("M38 4L62 4L62 10L58 10L58 32C78 38 90 52 90 68C90 86 74 96 50 96C26 96 10 86 10 68C10 52 22 38 42 32L42 10L38 10Z", GREEN, 5.0),
        ("M32 60C32 46 68 46 68 60C68 68 64 72 62 74L62 84L38 84L38 74C36 72 32 68 32 60Z M41 59a5 6 0 1 0 10 0a5 6 0 1 0 -10 0ZM52 59a5 6 0 1 0 10 0a5 6 0 1 0 -10 0Z", PAPER, 2.0),
    ]),
    ("rocks", &[
        ("M30 46L46 16L70 20L78 50Z", GREY, 5.0),
        ("M2 92L10 56L34 46L52 62L52 92Z", GREY, 5.0),
        ("M48 92L52 58L76 46L96 62L98 92Z", GREY, 5.0),
    ]),
    ("weapons", &[
        ("M8 6L26 10L70 62L62 70L10 24Z", GREY, 4.0),
        ("M56 78L80 54L86 60L76 70L94 88L86 96L68 78L62 84Z", LEATHER, 4.0),
        ("M92 6L74 10L30 62L38 70L90 24Z", GREY, 4.0),
        ("M44 78L20 54L14 60L24 70L6 88L14 96L32 78L38 84Z", LEATHER, 4.0),
    ]),
    ("shelter", &[
        ("M18 48L82 48L82 94L18 94Z", STRAW, 5.0),
        ("M50 6L98 50L90 58L50 22L10 58L2 50Z", LEATHER, 4.0),
        ("M40 94L40 64C40 56 60 56 60 64L60 94Z", INK, 0.0),
    ]),
];
