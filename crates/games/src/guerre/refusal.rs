//! Every reason for which an action of the open game is refused.

use vauban_game::{Reason, Seat, Text, scene::Spot};

use super::{
    Class, Place,
    narrate::{class_name, seat_title},
};

/// One reason.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Refusal {
    Over,
    NotYourTurn {
        on_turn: Seat,
    },
    NoMovesLeft {
        moves: u8,
    },
    OffBoard {
        at: Vec<Place>,
        /// The board's bottom right corner.
        last: Place,
    },
    NotYourUnit {
        at: Place,
        stranger: Stranger,
    },
    NotInCommunication {
        at: Place,
    },
    NotARelay {
        at: Place,
        class: Class,
    },
    TooFar {
        from: Place,
        to: Place,
        distance: u16,
        steps: u8,
    },
    NoPath {
        from: Place,
        to: Place,
        obstacle: Obstacle,
    },
    RetreatsFirst {
        at: Vec<Place>,
    },
    MovedAlready {
        at: Place,
    },
    RetreatIntoArsenal {
        to: Place,
    },
    SecondStrike {
        to: Place,
    },
    StrikeSpent,
    NotLastMoved {
        at: Place,
    },
    OutOfRange {
        from: Place,
        to: Place,
        distance: u16,
        range: u8,
    },
    NoCharge {
        from: Place,
        to: Place,
    },
    HasAttacked {
        at: Place,
    },
    HasRetreated {
        at: Place,
    },
    RelayCannotAttack {
        at: Place,
    },
    NoEnemy {
        at: Place,
        stranger: Stranger,
    },
    NotAligned {
        from: Place,
        to: Place,
    },
    MountainBetween {
        from: Place,
        to: Place,
        at: Place,
    },
    /// Not a refusal of an action: why the victory tree does not hold.
    ArsenalsStand {
        at: Vec<Place>,
    },
    FightersLeft {
        left: usize,
    },
}

/// Who is there instead of the unit that was meant.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Stranger {
    Nobody,
    Enemy,
    Friend,
}

/// What is in the way of a move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Obstacle {
    /// The target is a mountain.
    Mountain,
    /// Somebody stands on the target.
    Unit,
    /// The target is free, but no way leads there.
    Walled,
}

impl Reason for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::Over | Refusal::NotYourTurn { .. } => "not-your-turn",
            Refusal::NoMovesLeft { .. } => "no-moves-left",
            Refusal::OffBoard { .. } => "off-board",
            Refusal::NotYourUnit { .. } => "not-your-unit",
            Refusal::NotInCommunication { .. } => "not-in-communication",
            Refusal::NotARelay { .. } => "not-a-relay",
            Refusal::TooFar { .. } => "too-far",
            Refusal::NoPath { .. } => "no-path",
            Refusal::RetreatsFirst { .. } => "retreats-first",
            Refusal::MovedAlready { .. } => "moved-already",
            Refusal::RetreatIntoArsenal { .. } => "retreat-into-arsenal",
            Refusal::SecondStrike { .. } => "second-strike",
            Refusal::StrikeSpent => "strike-spent",
            Refusal::NotLastMoved { .. } => "not-last-moved",
            Refusal::OutOfRange { .. } => "out-of-range",
            Refusal::NoCharge { .. } => "no-charge",
            Refusal::HasAttacked { .. } | Refusal::HasRetreated { .. } => "cannot-attack",
            Refusal::RelayCannotAttack { .. } => "relay-cannot-attack",
            Refusal::NoEnemy { .. } => "no-enemy",
            Refusal::NotAligned { .. } => "not-aligned",
            Refusal::MountainBetween { .. } => "mountain-between",
            Refusal::ArsenalsStand { .. } => "arsenals-stand",
            Refusal::FightersLeft { .. } => "fighters-left",
        }
    }

    fn paragraph(&self) -> &'static str {
        match self {
            Refusal::Over => "9.2",
            Refusal::NotYourTurn { .. } => "4.1",
            Refusal::NoMovesLeft { .. } => "4.2",
            Refusal::OffBoard { .. } => "1.1",
            Refusal::NotYourUnit { .. } => "4.1",
            Refusal::NotInCommunication { .. } => "3.6",
            Refusal::NotARelay { .. } => "4.5",
            Refusal::TooFar { .. } | Refusal::NoPath { .. } => "4.4",
            Refusal::RetreatsFirst { .. } => "5.1",
            Refusal::MovedAlready { .. } => "4.3",
            Refusal::RetreatIntoArsenal { .. } => "5.3",
            Refusal::SecondStrike { .. } => "8.3",
            Refusal::StrikeSpent => "6.2",
            Refusal::NotLastMoved { .. } => "6.1",
            Refusal::OutOfRange { .. } | Refusal::NoEnemy { .. } => "6.4",
            Refusal::NoCharge { .. } => "7.1",
            Refusal::HasAttacked { .. } => "6.1",
            Refusal::HasRetreated { .. } => "5.2",
            Refusal::RelayCannotAttack { .. } => "6.3",
            Refusal::NotAligned { .. } | Refusal::MountainBetween { .. } => "6.5",
            Refusal::ArsenalsStand { .. } | Refusal::FightersLeft { .. } => "9.1",
        }
    }

    fn spots(&self) -> Vec<Spot> {
        let places: Vec<Place> = match self {
            Refusal::Over
            | Refusal::NotYourTurn { .. }
            | Refusal::NoMovesLeft { .. }
            | Refusal::StrikeSpent
            | Refusal::FightersLeft { .. }
            // What is beside the board is no spot.
            | Refusal::OffBoard { .. } => Vec::new(),
            Refusal::RetreatsFirst { at } | Refusal::ArsenalsStand { at } => at.clone(),
            Refusal::NotYourUnit { at, .. }
            | Refusal::NotInCommunication { at }
            | Refusal::NotARelay { at, .. }
            | Refusal::MovedAlready { at }
            | Refusal::NotLastMoved { at }
            | Refusal::HasAttacked { at }
            | Refusal::HasRetreated { at }
            | Refusal::RelayCannotAttack { at }
            | Refusal::NoEnemy { at, .. } => vec![*at],
            Refusal::RetreatIntoArsenal { to } | Refusal::SecondStrike { to } => vec![*to],
            Refusal::TooFar { from, to, .. }
            | Refusal::NoPath { from, to, .. }
            | Refusal::OutOfRange { from, to, .. }
            | Refusal::NoCharge { from, to }
            | Refusal::NotAligned { from, to } => vec![*from, *to],
            Refusal::MountainBetween { from, to, at } => vec![*from, *to, *at],
        };
        places.into_iter().map(Place::spot).collect()
    }

    fn numbers(&self) -> Vec<(&'static str, i64)> {
        match *self {
            Refusal::NoMovesLeft { moves } => vec![("moves", moves.into())],
            Refusal::TooFar {
                distance, steps, ..
            } => vec![("distance", distance.into()), ("move", steps.into())],
            Refusal::OutOfRange {
                distance, range, ..
            } => vec![("distance", distance.into()), ("range", range.into())],
            Refusal::FightersLeft { left } => vec![("left", left as i64)],
            _ => Vec::new(),
        }
    }

    fn text(&self) -> Text {
        match self {
            Refusal::Over => Text::fixed("the game is over", "la partie est finie"),
            Refusal::NotYourTurn { on_turn } => {
                let name = seat_title(*on_turn);
                Text::new(
                    format!("it is {}'s turn", name.en),
                    format!("c'est au tour du {}", name.fr),
                )
            }
            Refusal::NoMovesLeft { moves } => Text::new(
                format!("all {moves} moves of this turn are made"),
                format!("les {moves} déplacements de ce tour sont faits"),
            ),
            Refusal::OffBoard { at, last } => {
                let at = list(at);
                Text::new(
                    format!("{at} is not on the board, which goes from A1 to {last}"),
                    format!("{at} n'est pas sur le plateau, qui va de A1 à {last}"),
                )
            }
            Refusal::NotYourUnit { at, stranger } => match stranger {
                Stranger::Enemy => Text::new(
                    format!("the unit on {at} is the enemy's"),
                    format!("l'unité en {at} est à l'ennemi"),
                ),
                Stranger::Nobody | Stranger::Friend => Text::new(
                    format!("there is no unit on {at}"),
                    format!("il n'y a pas d'unité en {at}"),
                ),
            },
            Refusal::NotInCommunication { at } => Text::new(
                format!("{at} is out of communication"),
                format!("{at} est hors de communication"),
            ),
            Refusal::NotARelay { at, class } => {
                let name = class_name(*class);
                Text::new(
                    format!(
                        "only relays move without communication; on {at} stands: {}",
                        name.en
                    ),
                    format!(
                        "seuls les relais se déplacent sans communication ; en {at} se trouve : {}",
                        name.fr
                    ),
                )
            }
            Refusal::TooFar {
                from,
                to,
                distance,
                steps,
            } => Text::new(
                format!("{to} is {distance} squares from {from}; this unit moves at most {steps}"),
                format!(
                    "{to} est à {distance} cases de {from} ; cette unité se déplace de {steps} au plus"
                ),
            ),
            Refusal::NoPath { from, to, obstacle } => match obstacle {
                Obstacle::Mountain => Text::new(
                    format!("no free way from {from} to {to}: {to} is a mountain"),
                    format!("pas de chemin libre de {from} à {to} : {to} est une montagne"),
                ),
                Obstacle::Unit => Text::new(
                    format!("no free way from {from} to {to}: {to} is occupied"),
                    format!("pas de chemin libre de {from} à {to} : {to} est occupé"),
                ),
                Obstacle::Walled => Text::new(
                    format!("no free way from {from} to {to}"),
                    format!("pas de chemin libre de {from} à {to}"),
                ),
            },
            Refusal::RetreatsFirst { at } => {
                let at = list(at);
                Text::new(
                    format!("first retreat with {at}"),
                    format!("d'abord la retraite de {at}"),
                )
            }
            Refusal::MovedAlready { at } => Text::new(
                format!("the unit on {at} has moved this turn"),
                format!("l'unité en {at} s'est déjà déplacée ce tour-ci"),
            ),
            Refusal::RetreatIntoArsenal { to } => Text::new(
                format!("a retreat may not end in the enemy arsenal {to}"),
                format!("une retraite ne peut finir dans l'arsenal ennemi {to}"),
            ),
            Refusal::SecondStrike { to } => Text::new(
                format!("this turn's attack is spent: the arsenal {to} must wait"),
                format!("l'attaque de ce tour est faite : l'arsenal {to} attendra"),
            ),
            Refusal::StrikeSpent => Text::fixed(
                "this turn's attack is spent on an arsenal",
                "l'attaque de ce tour a servi à prendre un arsenal",
            ),
            Refusal::NotLastMoved { at } => Text::new(
                format!("only the unit that moved last may attack; that is not {at}"),
                format!("seule la dernière unité déplacée peut attaquer ; ce n'est pas {at}"),
            ),
            Refusal::OutOfRange {
                from,
                to,
                distance,
                range,
            } => Text::new(
                format!("{to} is {distance} squares from {from}; the range is {range}"),
                format!("{to} est à {distance} cases de {from} ; la portée est {range}"),
            ),
            Refusal::NoCharge { from, to } => Text::new(
                format!("no charge from {from} at {to}"),
                format!("pas de charge de {from} sur {to}"),
            ),
            Refusal::HasAttacked { at } => Text::new(
                format!("the unit on {at} has attacked or taken an arsenal this turn"),
                format!("l'unité en {at} a déjà attaqué ou pris un arsenal ce tour-ci"),
            ),
            Refusal::HasRetreated { at } => Text::new(
                format!("the unit on {at} is in retreat and attacks nobody this turn"),
                format!("l'unité en {at} bat en retraite et n'attaque personne ce tour-ci"),
            ),
            Refusal::RelayCannotAttack { at } => Text::new(
                format!("{at} is a relay: relays do not attack"),
                format!("{at} est un relais : les relais n'attaquent pas"),
            ),
            Refusal::NoEnemy { at, stranger } => match stranger {
                Stranger::Friend => Text::new(
                    format!("the unit on {at} is your own"),
                    format!("l'unité en {at} est à vous"),
                ),
                Stranger::Nobody | Stranger::Enemy => Text::new(
                    format!("there is no enemy on {at}"),
                    format!("il n'y a pas d'ennemi en {at}"),
                ),
            },
            Refusal::NotAligned { from, to } => Text::new(
                format!("{from} and {to} are on no common line"),
                format!("{from} et {to} ne sont pas alignés"),
            ),
            Refusal::MountainBetween { from, to, at } => Text::new(
                format!("the mountain {at} lies between {from} and {to}"),
                format!("la montagne {at} est entre {from} et {to}"),
            ),
            Refusal::ArsenalsStand { at } => {
                let at = list(at);
                Text::new(
                    format!("enemy arsenals stand: {at}"),
                    format!("des arsenaux ennemis sont debout : {at}"),
                )
            }
            Refusal::FightersLeft { left } => Text::new(
                format!("the enemy has {left} fighting units left"),
                format!("il reste {left} unités combattantes à l'ennemi"),
            ),
        }
    }
}

/// Places with commas between them.
pub(crate) fn list(places: &[Place]) -> String {
    let words: Vec<String> = places.iter().map(Place::to_string).collect();
    words.join(", ")
}
