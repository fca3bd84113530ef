//! The drawings of the cards, each in a box of 100 by 100.

use vauban_game::scene::{Path, Symbol};

use crate::risk::cards::Kind;

/// Every drawing of the game.
pub(in crate::risk) fn symbols() -> Vec<Symbol> {
    let symbol = |kind: Kind| Symbol {
        name: kind.word(),
        paths: paths(kind)
            .iter()
            .map(|&d| Path {
                d,
                fill: None,
                line: None,
            })
            .collect(),
    };
    Kind::ALL.map(symbol).into()
}

fn paths(kind: Kind) -> &'static [&'static str] {
    match kind {
        // A head with a helmet, shoulders, and a rifle beside.
        Kind::Soldier => &[
            "M24 34C24 16 36 8 48 8C60 8 72 16 72 34L78 40H18Z",
            "M30 44H66C66 58 58 66 48 66C38 66 30 58 30 44Z",
            "M12 94C12 76 28 70 40 70L48 78L56 70C68 70 76 76 78 94Z",
            "M84 12H89V58L93 64V94H82V64L84 58Z",
        ],
        // A turret with its gun on a hull, and the tracks with their wheels.
        Kind::Tank => &[
            "M34 24H64L70 34H96V41H70L72 48H28Z",
            "M12 50H86L94 60H4Z",
            "M14 63H84C98 63 98 88 84 88H14C0 88 0 63 14 63ZM20 69A7 7 0 1 0 20 83A7 7 0 1 0 20 69ZM40 69A7 7 0 1 0 40 83A7 7 0 1 0 40 69ZM60 69A7 7 0 1 0 60 83A7 7 0 1 0 60 69ZM79 69A7 7 0 1 0 79 83A7 7 0 1 0 79 69Z",
        ],
        // A barrel on a spoked wheel, with its trail.
        Kind::Cannon => &[
            "M10 44L80 18L88 34L24 60C14 62 6 52 10 44Z",
            "M4 78L34 54L42 64L8 86Z",
            "M52 44A24 24 0 1 1 52 92A24 24 0 1 1 52 44ZM52 51A17 17 0 1 0 52 85A17 17 0 1 0 52 51Z",
            "M49.500 54H54.500V82H49.500ZM38 65.500H66V70.500H38Z",
        ],
    }
}
