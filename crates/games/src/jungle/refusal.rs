//! Why an action is not allowed: every reason with its paragraph, its squares and its words.

use vauban_game::{Explanation, Reason, Seat, text};

use super::{
    animal::Animal,
    board::Square,
    state::End,
    words::{animal_of, how_it_ended, seat_name},
};

/// One rule that an action breaks.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Refusal {
    GameOver {
        mover: Seat,
        end: End,
    },
    NotYourTurn {
        mover: Seat,
    },
    NoAnimal {
        from: Square,
    },
    NotYourAnimal {
        from: Square,
        animal: Animal,
        owner: Seat,
    },
    SameSquare {
        from: Square,
    },
    NotStraight {
        from: Square,
        to: Square,
    },
    TooFar {
        from: Square,
        to: Square,
        distance: u8,
    },
    OwnAnimalThere {
        to: Square,
        friend: Animal,
    },
    OwnThrone {
        to: Square,
    },
    NotASwimmer {
        animal: Animal,
        to: Square,
    },
    NotAJumper {
        animal: Animal,
        from: Square,
        to: Square,
    },
    JumpBlocked {
        rat_on: Square,
        owner: Seat,
    },
    LandingOccupied {
        to: Square,
        by: Animal,
    },
    TooStrong {
        animal: Animal,
        power: u8,
        to: Square,
        prey: Animal,
        prey_power: u8,
    },
    TrappedAttacker {
        animal: Animal,
        from: Square,
        prey: Animal,
        to: Square,
    },
    RatFromWater {
        from: Square,
        prey: Animal,
        to: Square,
    },
}

impl Reason for Refusal {
    fn explain(&self) -> Explanation {
        match *self {
            Refusal::GameOver { mover, end } => Explanation::new(
                "game-over",
                "6.7",
                text!(
                    "The match is over: {how}.",
                    "La partie est terminée : {how}.",
                    how = how_it_ended(mover, end),
                ),
            ),
            Refusal::NotYourTurn { mover } => Explanation::new(
                "not-your-turn",
                "3.1",
                text!(
                    "It is {name}'s turn.",
                    "C'est à {name} de jouer.",
                    name = seat_name(mover),
                ),
            )
            .number("turn", mover.number()),
            Refusal::NoAnimal { from } => Explanation::new(
                "no-animal",
                "3.1",
                text!("There is no animal on {from}.", "Il n'y a pas d'animal en {from}."),
            )
            .at([from.spot()]),
            Refusal::NotYourAnimal {
                from,
                animal,
                owner,
            } => Explanation::new(
                "not-your-animal",
                "3.1",
                text!(
                    "{the} on {from} belongs to {owner}.",
                    "{the} en {from} appartient à {owner}.",
                    the = animal.the().capital(),
                    owner = seat_name(owner),
                ),
            )
            .at([from.spot()])
            .number("owner", owner.number()),
            Refusal::SameSquare { from } => Explanation::new(
                "same-square",
                "3.2",
                text!(
                    "The animal is already on {from}: it must go to another square.",
                    "L'animal est déjà en {from} : il doit aller sur une autre case.",
                ),
            )
            .at([from.spot()]),
            Refusal::NotStraight { from, to } => Explanation::new(
                "not-straight",
                "3.2",
                text!(
                    "{from} and {to} are in neither the same column nor the same row.",
                    "{from} et {to} ne sont ni dans la même colonne ni dans la même rangée.",
                ),
            )
            .at([from.spot(), to.spot()]),
            Refusal::TooFar { from, to, distance } => Explanation::new(
                "too-far",
                "3.2",
                text!(
                    "{to} is {distance} squares from {from}: a step is one square, and no lake lies between.",
                    "{to} est à {distance} cases de {from} : un pas fait une case, et aucun lac ne les sépare.",
                ),
            )
            .at([from.spot(), to.spot()])
            .number("distance", distance),
            Refusal::OwnAnimalThere { to, friend } => Explanation::new(
                "own-animal-there",
                "3.3",
                text!(
                    "{the} on {to} is on the same side: animals do not take their own.",
                    "{the} en {to} est du même camp : on ne prend pas les siens.",
                    the = friend.the().capital(),
                ),
            )
            .at([to.spot()]),
            Refusal::OwnThrone { to } => Explanation::new(
                "own-throne",
                "3.4",
                text!(
                    "{to} belongs to the animal's own throne, which it may not enter.",
                    "{to} fait partie du trône de son propre camp : l'animal ne peut pas y entrer.",
                ),
            )
            .at([to.spot()]),
            Refusal::NotASwimmer { animal, to } => Explanation::new(
                "not-a-swimmer",
                "3.5",
                text!(
                    "{the} cannot swim, and {to} is water: only the rat can.",
                    "{the} ne sait pas nager, et {to} est de l'eau : seul le rat nage.",
                    the = animal.the().capital(),
                ),
            )
            .at([to.spot()]),
            Refusal::NotAJumper { animal, from, to } => Explanation::new(
                "not-a-jumper",
                "4.1",
                text!(
                    "{the} cannot jump over the lake from {from} to {to}: only the leopard, the tiger and the lion can.",
                    "{the} ne peut pas sauter le lac de {from} à {to} : seuls le léopard, le tigre et le lion sautent.",
                    the = animal.the().capital(),
                ),
            )
            .at([from.spot(), to.spot()]),
            Refusal::JumpBlocked { rat_on, owner } => Explanation::new(
                "jump-blocked",
                "4.2",
                text!(
                    "{rat} is swimming on {rat_on} and blocks the jump.",
                    "{rat} nage en {rat_on} et bloque le saut.",
                    rat = animal_of(owner, Animal::Rat).capital(),
                ),
            )
            .at([rat_on.spot()])
            .number("owner", owner.number()),
            Refusal::LandingOccupied { to, by } => Explanation::new(
                "landing-occupied",
                "4.3",
                text!(
                    "{the} is on {to}: a jump must land on an empty square.",
                    "{the} est en {to} : un saut doit finir sur une case vide.",
                    the = by.the().capital(),
                ),
            )
            .at([to.spot()]),
            Refusal::TooStrong {
                animal,
                power,
                to,
                prey,
                prey_power,
            } => Explanation::new(
                "too-strong",
                "5.1",
                text!(
                    "{prey} on {to} has power {prey_power}, {the} only {power}.",
                    "{prey} en {to} a une puissance de {prey_power}, {the} de {power} seulement.",
                    prey = prey.the().capital(),
                    the = animal.the(),
                ),
            )
            .at([to.spot()])
            .number("power", power)
            .number("prey-power", prey_power),
            Refusal::TrappedAttacker {
                animal,
                from,
                prey,
                to,
            } => Explanation::new(
                "trapped-attacker",
                "5.3",
                text!(
                    "{the} on {from} is trapped, so it cannot take {prey} on {to}.",
                    "{the} en {from} est pris au piège et ne peut donc pas prendre {prey} en {to}.",
                    the = animal.the().capital(),
                    prey = prey.the(),
                ),
            )
            .at([from.spot(), to.spot()]),
            Refusal::RatFromWater { from, prey, to } => Explanation::new(
                "rat-from-water",
                "5.5",
                text!(
                    "From the water on {from} the rat can take only a rat in water, not {prey} on {to}.",
                    "Depuis l'eau en {from}, le rat ne peut prendre qu'un rat dans l'eau, pas {prey} en {to}.",
                    prey = prey.the(),
                ),
            )
            .at([from.spot(), to.spot()]),
        }
    }
}
