//! Why an action is not allowed: every reason with its paragraph, its squares and its words.

use vauban_game::{Reason, Seat, Text, scene::Spot};

use super::{
    narrate::{capital, seat_adjective, seat_name},
    state::{Animal, End, Square},
};

/// One rule that an action breaks.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Refusal {
    GameOver {
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
    fn code(&self) -> &'static str {
        match self {
            Refusal::GameOver { .. } => "game-over",
            Refusal::NotYourTurn { .. } => "not-your-turn",
            Refusal::NoAnimal { .. } => "no-animal",
            Refusal::NotYourAnimal { .. } => "not-your-animal",
            Refusal::SameSquare { .. } => "same-square",
            Refusal::NotStraight { .. } => "not-straight",
            Refusal::TooFar { .. } => "too-far",
            Refusal::OwnAnimalThere { .. } => "own-animal-there",
            Refusal::OwnThrone { .. } => "own-throne",
            Refusal::NotASwimmer { .. } => "not-a-swimmer",
            Refusal::NotAJumper { .. } => "not-a-jumper",
            Refusal::JumpBlocked { .. } => "jump-blocked",
            Refusal::LandingOccupied { .. } => "landing-occupied",
            Refusal::TooStrong { .. } => "too-strong",
            Refusal::TrappedAttacker { .. } => "trapped-attacker",
            Refusal::RatFromWater { .. } => "rat-from-water",
        }
    }

    fn paragraph(&self) -> &'static str {
        match self {
            Refusal::NotYourTurn { .. }
            | Refusal::NoAnimal { .. }
            | Refusal::NotYourAnimal { .. } => "3.1",
            Refusal::SameSquare { .. } | Refusal::NotStraight { .. } | Refusal::TooFar { .. } => {
                "3.2"
            }
            Refusal::OwnAnimalThere { .. } => "3.3",
            Refusal::OwnThrone { .. } => "3.4",
            Refusal::NotASwimmer { .. } => "3.5",
            Refusal::NotAJumper { .. } => "4.1",
            Refusal::JumpBlocked { .. } => "4.2",
            Refusal::LandingOccupied { .. } => "4.3",
            Refusal::TooStrong { .. } => "5.1",
            Refusal::TrappedAttacker { .. } => "5.3",
            Refusal::RatFromWater { .. } => "5.5",
            Refusal::GameOver { .. } => "6.7",
        }
    }

    fn spots(&self) -> Vec<Spot> {
        let squares: &[Square] = match self {
            Refusal::GameOver { .. } | Refusal::NotYourTurn { .. } => &[],
            Refusal::NoAnimal { from }
            | Refusal::NotYourAnimal { from, .. }
            | Refusal::SameSquare { from } => &[*from],
            Refusal::OwnAnimalThere { to, .. }
            | Refusal::OwnThrone { to }
            | Refusal::NotASwimmer { to, .. }
            | Refusal::LandingOccupied { to, .. }
            | Refusal::TooStrong { to, .. } => &[*to],
            Refusal::JumpBlocked { rat_on, .. } => &[*rat_on],
            Refusal::NotStraight { from, to }
            | Refusal::TooFar { from, to, .. }
            | Refusal::NotAJumper { from, to, .. }
            | Refusal::TrappedAttacker { from, to, .. }
            | Refusal::RatFromWater { from, to, .. } => &[*from, *to],
        };
        squares.iter().map(|square| square.spot()).collect()
    }

    fn numbers(&self) -> Vec<(&'static str, i64)> {
        match *self {
            Refusal::NotYourTurn { mover } => vec![("turn", mover.number().into())],
            Refusal::NotYourAnimal { owner, .. } | Refusal::JumpBlocked { owner, .. } => {
                vec![("owner", owner.number().into())]
            }
            Refusal::TooFar { distance, .. } => vec![("distance", distance.into())],
            Refusal::TooStrong {
                power, prey_power, ..
            } => vec![("power", power.into()), ("prey-power", prey_power.into())],
            Refusal::GameOver { .. }
            | Refusal::NoAnimal { .. }
            | Refusal::SameSquare { .. }
            | Refusal::NotStraight { .. }
            | Refusal::OwnAnimalThere { .. }
            | Refusal::OwnThrone { .. }
            | Refusal::NotASwimmer { .. }
            | Refusal::NotAJumper { .. }
            | Refusal::LandingOccupied { .. }
            | Refusal::TrappedAttacker { .. }
            | Refusal::RatFromWater { .. } => Vec::new(),
        }
    }

    fn text(&self) -> Text {
        match *self {
            Refusal::GameOver { end } => {
                let how = &end.ending().text;
                Text::new(
                    format!("The match is over, {}.", how.en),
                    format!("La partie est finie, {}.", how.fr),
                )
            }
            Refusal::NotYourTurn { mover } => {
                let mover = seat_name(mover);
                Text::new(
                    format!("It is {}'s turn.", mover.en),
                    format!("C'est à {} de jouer.", mover.fr),
                )
            }
            Refusal::NoAnimal { from } => Text::new(
                format!("No animal stands on {from}."),
                format!("Aucun animal ne se trouve en {from}."),
            ),
            Refusal::NotYourAnimal {
                from,
                animal,
                owner,
            } => {
                let (the, owner) = (animal.the(), seat_name(owner));
                Text::new(
                    format!("{} on {from} is {}'s.", capital(&the.en), owner.en),
                    format!("{} en {from} est à {}.", capital(&the.fr), owner.fr),
                )
            }
            Refusal::SameSquare { from } => Text::new(
                format!("It is on {from} already: an action leads to another square."),
                format!("Il est déjà en {from} : une action mène à une autre case."),
            ),
            Refusal::NotStraight { from, to } => Text::new(
                format!("{from} and {to} are neither in one column nor in one row."),
                format!("{from} et {to} ne sont ni sur une colonne ni sur une rangée."),
            ),
            Refusal::TooFar { from, to, distance } => Text::new(
                format!(
                    "{to} is {distance} squares from {from}: a step is one square, and no lake lies between."
                ),
                format!(
                    "{to} est à {distance} cases de {from} : un pas fait une case, et il n'y a pas de lac entre elles."
                ),
            ),
            Refusal::OwnAnimalThere { to, friend } => {
                let the = friend.the();
                Text::new(
                    format!("{} of the same side is on {to}.", capital(&the.en)),
                    format!("{} du même camp est en {to}.", capital(&the.fr)),
                )
            }
            Refusal::OwnThrone { to } => Text::new(
                format!("{to} is its own throne, which it may not enter."),
                format!("{to} est son propre trône, où il ne peut entrer."),
            ),
            Refusal::NotASwimmer { animal, to } => {
                let the = animal.the();
                Text::new(
                    format!(
                        "{} cannot swim, and {to} is water: only the rat can.",
                        capital(&the.en)
                    ),
                    format!(
                        "{} ne nage pas, et {to} est de l'eau : seul le rat nage.",
                        capital(&the.fr)
                    ),
                )
            }
            Refusal::NotAJumper { animal, from, to } => {
                let the = animal.the();
                Text::new(
                    format!(
                        "{} cannot jump from {from} over the lake to {to}: only leopard, tiger and lion can.",
                        capital(&the.en)
                    ),
                    format!(
                        "{} ne peut sauter le lac de {from} à {to} : seuls léopard, tigre et lion sautent.",
                        capital(&the.fr)
                    ),
                )
            }
            Refusal::JumpBlocked { rat_on, owner } => {
                let colour = seat_adjective(owner);
                Text::new(
                    format!(
                        "The {} rat swims on {rat_on}, in the way of the jump.",
                        colour.en
                    ),
                    format!(
                        "Le rat {} nage en {rat_on}, sur le chemin du saut.",
                        colour.fr
                    ),
                )
            }
            Refusal::LandingOccupied { to, by } => {
                let the = by.the();
                Text::new(
                    format!(
                        "{} is on {to}: a jump lands on an empty square only.",
                        capital(&the.en)
                    ),
                    format!(
                        "{} est en {to} : un saut ne finit que sur une case vide.",
                        capital(&the.fr)
                    ),
                )
            }
            Refusal::TooStrong {
                animal,
                power,
                to,
                prey,
                prey_power,
            } => {
                let (the, prey) = (animal.the(), prey.the());
                Text::new(
                    format!(
                        "{} on {to} has power {prey_power}, {} only {power}.",
                        capital(&prey.en),
                        the.en
                    ),
                    format!(
                        "{} en {to} a la puissance {prey_power}, {} seulement {power}.",
                        capital(&prey.fr),
                        the.fr
                    ),
                )
            }
            Refusal::TrappedAttacker {
                animal,
                from,
                prey,
                to,
            } => {
                let (the, prey) = (animal.the(), prey.the());
                Text::new(
                    format!(
                        "{} is trapped on {from}: it takes nobody, not {} on {to} either.",
                        capital(&the.en),
                        prey.en
                    ),
                    format!(
                        "{} est pris au piège en {from} : il ne prend personne, pas même {} en {to}.",
                        capital(&the.fr),
                        prey.fr
                    ),
                )
            }
            Refusal::RatFromWater { from, prey, to } => {
                let prey = prey.the();
                Text::new(
                    format!(
                        "The rat attacks from the water on {from}: from there it takes only a rat in water, not {} on {to}.",
                        prey.en
                    ),
                    format!(
                        "Le rat attaque depuis l'eau en {from} : de là il ne prend qu'un rat dans l'eau, pas {} en {to}.",
                        prey.fr
                    ),
                )
            }
        }
    }
}
