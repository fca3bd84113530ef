//! The drawings of what stands on a land, each in a box of 100 by 100.

use vauban_game::scene::{Paint, Path, Symbol};

/// A drawing's name and its paths, outer ones first.
type Drawing = (&'static str, &'static [&'static str]);

const DRAWINGS: [Drawing; 5] = [
    // A crown with three points and its band.
    (
        "capital",
        &["M12 78L6 26L32 48L50 14L68 48L94 26L88 78ZM12 84H88V94H12Z"],
    ),
    // A tower with battlements and a gate.
    (
        "fortress",
        &["M18 8H34V22H42V8H58V22H66V8H82V40H76V94H58V72C58 60 42 60 42 72V94H24V40H18Z"],
    ),
    // A helmet with a plume.
    (
        "hero",
        &[
            "M30 42C30 18 76 18 80 46L80 92H58L58 66H44L44 92H30Z",
            "M28 34C10 30 8 12 26 6C48 0 66 8 72 16C54 12 38 18 28 34Z",
        ],
    ),
    // A parcel with a bow.
    (
        "item",
        &[
            "M12 44H46V92H12ZM54 44H88V92H54ZM6 26H46V40H6ZM54 26H94V40H54Z",
            "M48 24C28 24 20 6 34 4C44 2 50 14 50 22C50 14 56 2 66 4C80 6 72 24 52 24Z",
        ],
    ),
    // A parcel under a star.
    (
        "fat-item",
        &[
            "M50 2L60 24L84 27L66 43L71 67L50 55L29 67L34 43L16 27L40 24Z",
            "M8 74H92V96H8Z",
        ],
    ),
];

/// Every drawing of the game, with a light rim so that it is seen on every colour.
pub(in crate::landbuster) fn symbols() -> Vec<Symbol> {
    let symbol = |(name, paths): Drawing| Symbol {
        name,
        paths: paths
            .iter()
            .map(|&d| Path {
                d,
                fill: None,
                line: Some((Paint::Paper, 5.0)),
            })
            .collect(),
    };
    DRAWINGS.map(symbol).into()
}
