//! Every reason for which a step of the set-up is refused.

use vauban_game::{Explanation, Reason, Seat, Text, text};

use super::{Piece, map::Violation};
use crate::guerre::{
    Class, Place, Refusal,
    board::Terrain,
    words::{class_name, seat_title, terrain_name, terrains},
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
        piece: Piece,
        strength: u8,
    },
    NothingThere {
        at: Place,
    },
    UnitsLeft {
        left: u8,
    },
    /// Another seat proposes, or draws.
    NotYourWord {
        seat: Seat,
    },
    /// This seat has proposed, and the other has not answered.
    AwaitAnswer {
        seat: Seat,
    },
    /// The other side has proposed.
    AnswerFirst,
    NothingProposed,
    NotYourAnswer,
    /// What was agreed on cannot be taken back.
    Agreed,
    /// This terrain is not for the sides to place.
    GroundFixed {
        terrain: Terrain,
    },
    /// Other terrain comes first.
    NotYet {
        piece: Piece,
        terrain: Terrain,
    },
    HalfFull {
        seat: Seat,
        terrain: Terrain,
        wanted: u8,
    },
    GroundLeft {
        mountains: u8,
        passes: u8,
    },
    WorksLeft {
        forts: u8,
        arsenals: u8,
    },
    /// The map would break a rule.
    Map(Violation),
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
            SetupRefusal::NoneLeft { piece, strength } => new(
                "none-left",
                "10.3",
                text!(
                    "No {piece} left: each side has {strength}.",
                    "Plus de {piece} : chaque camp en a {strength}.",
                    piece = piece_name(piece)
                ),
            )
            .number("strength", strength),
            SetupRefusal::NothingThere { at } => new(
                "nobody-there",
                "10.4",
                text!(
                    "You have placed nothing on {at}.",
                    "Vous n'avez rien placé en {at}."
                ),
            )
            .at([at.spot()]),
            SetupRefusal::NotYourWord { seat } => new(
                "not-your-word",
                "10.8",
                text!(
                    "It is {side}'s turn.",
                    "C'est au tour du {side}.",
                    side = seat_title(seat)
                ),
            ),
            SetupRefusal::AwaitAnswer { seat } => new(
                "not-your-word",
                "10.8",
                text!(
                    "{side} has to answer your proposal first.",
                    "Le {side} doit d'abord répondre à votre proposition.",
                    side = seat_title(seat)
                ),
            ),
            SetupRefusal::AnswerFirst => new(
                "not-your-word",
                "10.8",
                Text::fixed(
                    "Answer the proposal first: type `accept` or `reject`.",
                    "Répondez d'abord à la proposition : tapez « accept » ou « reject ».",
                ),
            ),
            SetupRefusal::NothingProposed => new(
                "nothing-proposed",
                "10.8",
                Text::fixed(
                    "There is no proposal to answer.",
                    "Il n'y a pas de proposition à laquelle répondre.",
                ),
            ),
            SetupRefusal::NotYourAnswer => new(
                "not-your-answer",
                "10.8",
                Text::fixed(
                    "The proposal is yours: the other side answers.",
                    "La proposition est de vous : c'est à l'autre camp de répondre.",
                ),
            ),
            SetupRefusal::Agreed => new(
                "agreed",
                "10.8",
                Text::fixed(
                    "What was agreed on cannot be taken back.",
                    "Ce qui est convenu ne se reprend pas.",
                ),
            ),
            SetupRefusal::GroundFixed { terrain } => new(
                "ground-fixed",
                "10.9",
                text!(
                    "The ground is fixed: no {terrain} can be placed.",
                    "Le terrain est fixé : on ne peut plus placer de {terrain}.",
                    terrain = terrain_name(terrain)
                ),
            ),
            SetupRefusal::NotYet { piece, terrain } => new(
                "not-yet",
                "10.7",
                text!(
                    "The {terrain} comes before the {piece}.",
                    "À placer d'abord : {terrain} ; ensuite seulement : {piece}.",
                    terrain = terrain_name(terrain),
                    piece = piece_name(piece)
                ),
            ),
            SetupRefusal::HalfFull {
                seat,
                terrain,
                wanted,
            } => new(
                "half-full",
                "11.1",
                text!(
                    "{side}'s half already has its {terrain}.",
                    "La moitié du {side} a déjà : {terrain}.",
                    side = seat_title(seat),
                    terrain = terrains(terrain, wanted)
                ),
            )
            .number("wanted", wanted),
            SetupRefusal::GroundLeft { mountains, passes } => new(
                "ground-left",
                "10.7",
                text!(
                    "Still to place: {left}.",
                    "Il reste à placer : {left}.",
                    left = Text::list([
                        terrains(Terrain::Mountain, mountains),
                        terrains(Terrain::Pass, passes)
                    ])
                ),
            ),
            SetupRefusal::WorksLeft { forts, arsenals } => new(
                "works-left",
                "10.9",
                text!(
                    "Still to place: {left}.",
                    "Il reste à placer : {left}.",
                    left = Text::list([
                        terrains(Terrain::Fort, forts),
                        terrains(Terrain::Arsenal, arsenals)
                    ])
                ),
            ),
            SetupRefusal::Map(ref violation) => violation.refusal(),
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

/// What a piece is called.
pub(super) fn piece_name(piece: Piece) -> Text {
    match piece {
        Piece::Terrain(terrain) => terrain_name(terrain),
        Piece::Unit(class) => class_name(class),
    }
}
