//! Every reason for which a step of the set-up is refused.

use vauban_game::{Explanation, Reason, Seat, Text, text};

use crate::guerre::{
    Class, Place, Refusal,
    words::{class_name, seat_title},
};

/// One reason; in the open game one of its own.
#[derive(Clone, PartialEq, Debug)]
pub enum SetupRefusal {
    /// The units are not yet placed.
    SetupFirst,
    /// The units are placed.
    SetupOver,
    /// This side is ready and waits for the other.
    Ready,
    OffBoard {
        at: Place,
    },
    Mountain {
        at: Place,
    },
    Occupied {
        at: Place,
        class: Class,
    },
    OtherHalf {
        at: Place,
        seat: Seat,
    },
    NoneLeft {
        class: Class,
        strength: u8,
    },
    NobodyThere {
        at: Place,
    },
    UnitsLeft {
        left: u8,
    },
    Open(Refusal),
}

impl Reason for SetupRefusal {
    fn explain(&self) -> Explanation {
        let new = Explanation::new;
        match *self {
            SetupRefusal::SetupFirst => new(
                "set-up-first",
                "10.1",
                Text::fixed(
                    "The set-up is not over: place your units, then type `done`.",
                    "La mise en place n'est pas terminée : placez vos unités, puis tapez « done ».",
                ),
            ),
            SetupRefusal::SetupOver => new(
                "set-up-over",
                "10.5",
                Text::fixed("The set-up is over.", "La mise en place est terminée."),
            ),
            SetupRefusal::Ready => new(
                "ready",
                "10.5",
                Text::fixed(
                    "You are done: wait for the other side.",
                    "Vous avez terminé : attendez l'autre camp.",
                ),
            ),
            SetupRefusal::OffBoard { at } => new(
                "off-board",
                "1.1",
                text!(
                    "{at} is not on the board.",
                    "{at} n'est pas sur le plateau."
                ),
            ),
            SetupRefusal::Mountain { at } => new(
                "mountain",
                "10.2",
                text!("{at} is a mountain.", "{at} est une montagne."),
            )
            .at([at.spot()]),
            SetupRefusal::Occupied { at, class } => new(
                "occupied",
                "10.2",
                text!(
                    "Your {unit} is already on {at}.",
                    "{at} est déjà occupé : {unit}.",
                    unit = class_name(class)
                ),
            )
            .at([at.spot()]),
            SetupRefusal::OtherHalf { at, seat } => new(
                "other-half",
                "10.2",
                text!(
                    "{at} is not in {side}'s half.",
                    "{at} n'est pas dans la moitié du {side}.",
                    side = seat_title(seat)
                ),
            )
            .at([at.spot()]),
            SetupRefusal::NoneLeft { class, strength } => new(
                "none-left",
                "10.3",
                text!(
                    "No {unit} left: each side has {strength}.",
                    "Plus de {unit} : chaque camp en a {strength}.",
                    unit = class_name(class)
                ),
            )
            .number("strength", strength),
            SetupRefusal::NobodyThere { at } => new(
                "nobody-there",
                "10.4",
                text!(
                    "You have no unit on {at}.",
                    "Vous n'avez pas d'unité en {at}."
                ),
            )
            .at([at.spot()]),
            SetupRefusal::UnitsLeft { left } => {
                let units = Text::count(left, ["unit", "units"], ["unité", "unités"]);
                new(
                    "units-left",
                    "10.5",
                    text!(
                        "{units} still to place.",
                        "Il reste {units} à placer.",
                        units
                    ),
                )
                .number("left", left)
            }
            SetupRefusal::Open(ref refusal) => refusal.explain(),
        }
    }
}
