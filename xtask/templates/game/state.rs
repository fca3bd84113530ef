//! All that changes during a match.

use std::fmt;

use vauban_game::{Ending, Seat, scene::Spot};

use super::setup::LONGEST;

/// A square of the path, from 0; people call the first one `a`.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Square(pub u8);

/// Where the barge is, and who hauls it next.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    pub(super) barge: Square,
    pub(super) mover: Seat,
}

/// The barge is hauled to a square.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Action {
    pub to: Square,
}

/// How a match ended.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum End {
    /// §3.1
    Home,
}

const _: () = assert!(
    size_of::<State>() <= 256,
    "search copies the state at every node"
);

impl State {
    /// §1.2
    pub(super) fn start() -> State {
        State {
            barge: Square(0),
            mover: Seat(0),
        }
    }
    /// Who is on turn; at the end, who would be.
    pub fn mover(&self) -> Seat {
        self.mover
    }
}

impl End {
    pub fn ending(self) -> &'static Ending {
        static HOME: Ending = Ending::new(
            "home",
            "by bringing the barge home",
            "en amenant la péniche au port",
        );
        match self {
            End::Home => &HOME,
        }
    }
}

impl Square {
    /// The square with this name, on the longest path there is.
    pub fn named(name: &str) -> Option<Square> {
        let &[letter] = name.as_bytes() else {
            return None;
        };
        let square = Square(letter.checked_sub(b'a')?);
        (square.0 < LONGEST).then_some(square)
    }
    pub(super) fn spot(self) -> Spot {
        Spot(self.to_string())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}
