//! All that changes during a match.

use std::fmt;

use vauban_game::Seat;

use super::LONGEST;

/// A square of the path, from 0; people call the first one `a`.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Square(pub u8);

/// Where the barge is, and who hauls it next.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    pub(super) barge: Square,
    pub(super) mover: Seat,
}

const _: () = assert!(
    size_of::<State>() <= 256,
    "search copies the state at every node"
);

impl Square {
    /// The square with this name, on the longest path there is.
    pub fn named(name: &str) -> Option<Square> {
        let &[letter] = name.as_bytes() else {
            return None;
        };
        let square = Square(letter.checked_sub(b'a')?);
        (square.0 < LONGEST).then_some(square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}
