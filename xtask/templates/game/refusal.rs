//! Why an action is not allowed: every reason with its paragraph, its squares and its words.

use vauban_game::{Explanation, Reason, Seat, Text, text};

use super::{FARTHEST, state::Square, words::seat_name};

/// Why the barge cannot be hauled so.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Refusal {
    /// §3.2
    GameOver,
    /// §2.1
    NotYourTurn { mover: Seat },
    /// §1.1
    OffPath { to: Square, home: Square },
    /// §2.2
    NotAhead { to: Square, barge: Square },
    /// §2.3
    TooFar { to: Square, distance: u8 },
}

impl Reason for Refusal {
    fn explain(&self) -> Explanation {
        match *self {
            Refusal::GameOver => Explanation::new(
                "game-over",
                "3.2",
                Text::fixed("The match is over.", "La partie est terminée."),
            ),
            Refusal::NotYourTurn { mover } => Explanation::new(
                "not-your-turn",
                "2.1",
                text!(
                    "It is {name}'s turn.",
                    "C'est à {name} de jouer.",
                    name = seat_name(mover),
                ),
            )
            .number("turn", mover.number()),
            // A square off the path is not in the picture, so no spot is named.
            Refusal::OffPath { to, home } => Explanation::new(
                "off-path",
                "1.1",
                text!(
                    "{to} is not on the path, which ends at {home}.",
                    "{to} n'est pas sur le chemin, qui finit en {home}.",
                ),
            ),
            Refusal::NotAhead { to, barge } => Explanation::new(
                "not-ahead",
                "2.2",
                text!(
                    "{to} is not ahead of the barge on {barge}.",
                    "{to} n'est pas devant la péniche en {barge}.",
                ),
            )
            .at([to.spot()]),
            Refusal::TooFar { to, distance } => Explanation::new(
                "too-far",
                "2.3",
                text!(
                    "{to} is {distance} squares ahead; at most {FARTHEST} are allowed.",
                    "{to} est à {distance} cases ; {FARTHEST} au plus sont permises.",
                ),
            )
            .at([to.spot()])
            .number("distance", distance),
        }
    }
}
