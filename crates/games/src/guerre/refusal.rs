//! Every reason for which an action of the open game is refused.

use vauban_game::{Explanation, Reason, Seat, Text, text};

use super::{
    Class, Place,
    words::{class_name, places, seat_title},
};

/// One reason.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Refusal {
    GameOver,
    NotYourTurn {
        mover: Seat,
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
    SecondArsenal {
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
        hitch: Hitch,
    },
    HasAttacked {
        at: Place,
    },
    TookArsenal {
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
        left: u8,
    },
    StillSupplied {
        relays: u8,
        supplied: u8,
    },
}

/// Who is there instead of the unit that was meant.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Stranger {
    Nobody,
    Enemy,
    Friend,
}

/// Why there is no charge. Places are those of the line, from the target to the unit that attacks.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Hitch {
    /// Only cavalry charges.
    NoCavalry {
        class: Class,
    },
    /// The target is in a fort.
    TargetInFort,
    /// The target is on a pass.
    TargetOnPass,
    /// The two are on no common line.
    NoLine,
    /// Nobody is there.
    Gap {
        at: Place,
    },
    /// Somebody else than own cavalry is there.
    Stranger {
        at: Place,
    },
    RiderInFort {
        at: Place,
    },
    RiderInRetreat {
        at: Place,
    },
    RiderCutOff {
        at: Place,
    },
}

impl Hitch {
    /// Which paragraph it breaks, where the line is broken, and why there is no charge at `to`.
    fn explain(self, from: Place, to: Place) -> (&'static str, Option<Place>, Text) {
        match self {
            Hitch::NoCavalry { class } => (
                "7.1",
                None,
                text!(
                    "only cavalry charges, and the unit on {from} is {unit}",
                    "seule la cavalerie charge, et l'unité en {from} est de type {unit}",
                    unit = class_name(class)
                ),
            ),
            Hitch::TargetInFort => (
                "7.3",
                None,
                text!(
                    "the target {to} is in a fort",
                    "la cible {to} est dans un fort"
                ),
            ),
            Hitch::TargetOnPass => (
                "7.3",
                None,
                text!(
                    "the target {to} is on a pass",
                    "la cible {to} est sur un col"
                ),
            ),
            Hitch::NoLine => (
                "7.1",
                None,
                Text::fixed("they are not on a line", "elles ne sont pas alignées"),
            ),
            Hitch::Gap { at } => (
                "7.1",
                Some(at),
                text!(
                    "there is a gap in the line on {at}",
                    "la ligne est interrompue en {at}"
                ),
            ),
            Hitch::Stranger { at } => (
                "7.2",
                Some(at),
                text!(
                    "the unit on {at} is not your cavalry",
                    "l'unité en {at} n'est pas de votre cavalerie"
                ),
            ),
            Hitch::RiderInFort { at } => (
                "7.3",
                Some(at),
                text!(
                    "the cavalry on {at} is in a fort",
                    "la cavalerie en {at} est dans un fort"
                ),
            ),
            Hitch::RiderInRetreat { at } => (
                "7.2",
                Some(at),
                text!(
                    "the cavalry on {at} is in retreat",
                    "la cavalerie en {at} bat en retraite"
                ),
            ),
            Hitch::RiderCutOff { at } => (
                "7.2",
                Some(at),
                text!(
                    "the cavalry on {at} is out of communication",
                    "la cavalerie en {at} est hors de communication"
                ),
            ),
        }
    }
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
    fn explain(&self) -> Explanation {
        let new = Explanation::new;
        match *self {
            Refusal::GameOver => new("game-over", "9.2", Text::fixed("The game is over.", "La partie est terminée.")),
            Refusal::NotYourTurn { mover } => new("not-your-turn", "4.1", text!(
                "It is {side}'s turn.",
                "C'est au tour du {side}.", side = seat_title(mover))),
            Refusal::NoMovesLeft { moves } => new("no-moves-left", "4.2", text!(
                "You have made all {moves} moves of this turn.",
                "Vous avez fait les {moves} déplacements de ce tour.")).number("moves", moves),
            // What is beside the board is no spot.
            Refusal::OffBoard { ref at, last } => new("off-board", "1.1", text!(
                "Not on the board, which goes from A1 to {last}: {at}.",
                "Hors du plateau, qui va de A1 à {last} : {at}.", at = places(at))),
            Refusal::NotYourUnit { at, stranger: Stranger::Enemy } => new("not-your-unit", "4.1", text!(
                "The unit on {at} is the enemy's.",
                "L'unité en {at} est à l'ennemi.")).at([at.spot()]),
            Refusal::NotYourUnit { at, stranger: Stranger::Nobody | Stranger::Friend } => new("not-your-unit", "4.1", text!(
                "There is no unit on {at}.",
                "Il n'y a pas d'unité en {at}.")).at([at.spot()]),
            Refusal::NotInCommunication { at } => new("not-in-communication", "3.6", text!(
                "{at} is out of communication.",
                "{at} est hors de communication.")).at([at.spot()]),
            Refusal::NotARelay { at, class } => new("not-a-relay", "4.5", text!(
                "Only relays move without communication, and the unit on {at} is {unit}.",
                "Seuls les relais se déplacent sans communication, et l'unité en {at} est de type {unit}.", unit = class_name(class))).at([at.spot()]),
            Refusal::TooFar { from, to, distance, steps } => new("too-far", "4.4", text!(
                "{to} is {distance} squares from {from}; this unit moves at most {steps}.",
                "{to} est à {distance} cases de {from} ; cette unité se déplace de {steps} au plus.")).at([from.spot(), to.spot()]).number("distance", distance).number("move", steps),
            Refusal::NoPath { from, to, obstacle } => {let why = match obstacle {
   Obstacle::Mountain => text!(": {to} is a mountain", " : {to} est une montagne"),
   Obstacle::Unit => text!(": {to} is occupied", " : {to} est occupé"),
   Obstacle::Walled => Text::default(),
 };
 new("no-path", "4.4", text!(
                "No free path from {from} to {to}{why}.",
                "Pas de chemin libre de {from} à {to}{why}.", why)).at([from.spot(), to.spot()])},
            Refusal::RetreatsFirst { ref at } => new("retreats-first", "5.1", text!(
                "First retreat with {units}.",
                "Effectuez d'abord la retraite de {units}.", units = places(at))).at(at.iter().map(|at| at.spot())),
            Refusal::MovedAlready { at } => new("moved-already", "4.3", text!(
                "The unit on {at} has already moved this turn.",
                "L'unité en {at} s'est déjà déplacée ce tour-ci.")).at([at.spot()]),
            Refusal::RetreatIntoArsenal { to } => new("retreat-into-arsenal", "5.3", text!(
                "A retreat cannot end in the enemy arsenal {to}.",
                "Une retraite ne peut pas finir dans l'arsenal ennemi {to}.")).at([to.spot()]),
            Refusal::SecondStrike { to } => new("second-strike", "8.3", text!(
                "You have used this turn's attack: the arsenal {to} must wait.",
                "Vous avez déjà utilisé l'attaque de ce tour : l'arsenal {to} attendra.")).at([to.spot()]),
            Refusal::SecondArsenal { to } => new("second-arsenal", "8.6", text!(
                "An arsenal has fallen this turn already: the arsenal {to} must wait.",
                "Un arsenal est déjà tombé ce tour-ci : l'arsenal {to} attendra.")).at([to.spot()]),
            Refusal::StrikeSpent => new("strike-spent", "6.2", Text::fixed("You have used this turn's attack to take an arsenal.", "L'attaque de ce tour a servi à prendre un arsenal.")),
            Refusal::NotLastMoved { at } => new("not-last-moved", "6.1", text!(
                "Only the unit that moved last may attack, and that is not {at}.",
                "Seule la dernière unité déplacée peut attaquer, et ce n'est pas {at}.")).at([at.spot()]),
            Refusal::OutOfRange { from, to, distance, range } => new("out-of-range", "6.4", text!(
                "{to} is {distance} squares from {from}; the range is {range}.",
                "{to} est à {distance} cases de {from} ; la portée est de {range}.")).at([from.spot(), to.spot()]).number("distance", distance).number("range", range),
            Refusal::NoCharge { from, to, hitch } => {
    let (paragraph, broken, why) = hitch.explain(from, to);
    let broken = broken.filter(|&at| at != from);
    new("no-charge", paragraph, text!("No charge from {from} at {to}: {why}.", "Pas de charge de {from} sur {to} : {why}.", why))
        .at([from, to].into_iter().chain(broken).map(Place::spot))
 }
            Refusal::HasAttacked { at } => new("cannot-attack", "6.1", text!(
                "The unit on {at} has already attacked this turn.",
                "L'unité en {at} a déjà attaqué ce tour-ci.")).at([at.spot()]),
            Refusal::TookArsenal { at } => new("cannot-attack", "8.2", text!(
                "The unit on {at} has taken an arsenal this turn.",
                "L'unité en {at} a pris un arsenal ce tour-ci.")).at([at.spot()]),
            Refusal::HasRetreated { at } => new("cannot-attack", "5.2", text!(
                "The unit on {at} is in retreat and cannot attack this turn.",
                "L'unité en {at} bat en retraite et ne peut pas attaquer ce tour-ci.")).at([at.spot()]),
            Refusal::RelayCannotAttack { at } => new("relay-cannot-attack", "6.3", text!(
                "The unit on {at} is a relay, and relays do not attack.",
                "L'unité en {at} est un relais, et les relais n'attaquent pas.")).at([at.spot()]),
            Refusal::NoEnemy { at, stranger: Stranger::Friend } => new("no-enemy", "6.4", text!(
                "The unit on {at} is your own.",
                "L'unité en {at} est à vous.")).at([at.spot()]),
            Refusal::NoEnemy { at, stranger: Stranger::Nobody | Stranger::Enemy } => new("no-enemy", "6.4", text!(
                "There is no enemy on {at}.",
                "Il n'y a pas d'ennemi en {at}.")).at([at.spot()]),
            Refusal::NotAligned { from, to } => new("not-aligned", "6.5", text!(
                "{from} and {to} are not on a line.",
                "{from} et {to} ne sont pas alignés.")).at([from.spot(), to.spot()]),
            Refusal::MountainBetween { from, to, at } => new("mountain-between", "6.5", text!(
                "The mountain {at} lies between {from} and {to}.",
                "La montagne {at} se trouve entre {from} et {to}.")).at([from.spot(), to.spot(), at.spot()]),
            Refusal::ArsenalsStand { ref at } => new("arsenals-stand", "9.1", text!(
                "Enemy arsenals still stand: {arsenals}.",
                "Des arsenaux ennemis sont encore debout : {arsenals}.", arsenals = places(at))).at(at.iter().map(|at| at.spot())),
            Refusal::FightersLeft { left } => {let units = Text::count(left, ["fighting unit", "fighting units"], ["unité combattante", "unités combattantes"]);
 new("fighters-left", "9.1", text!(
                "The enemy has {units} left.",
                "Il reste {units} à l'ennemi.", units)).number("left", left)},
            Refusal::StillSupplied { relays, supplied } => {
    let lines = [
        Text::count(relays, ["relay", "relays"], ["relais", "relais"]),
        Text::count(supplied, ["fighting unit in communication", "fighting units in communication"], ["unité combattante en communication", "unités combattantes en communication"]),
    ];
    new("still-supplied", "9.7", text!(
                "The enemy has {lines} left.",
                "Il reste à l'ennemi {lines}.", lines = Text::list(lines)))
        .number("relays", relays).number("supplied", supplied)
 }
        }
    }
}
