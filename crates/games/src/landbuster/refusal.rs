//! Why an action is not allowed: every reason with its paragraph, its lands and its words.

use vauban_game::{Explanation, Reason, Seat, Text, text};

use super::{
    land::Land,
    power::{Attack, Defence},
    state::{MOST_PLANNED, MOST_PLANNINGS, Phase},
    words::{attacks as attacks_of, phase_name, seat_name, soldiers as soldiers_of},
};

/// What was ordered: the same refusal stands in another paragraph for each.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Order {
    Reinforce,
    Build,
    Capture,
    Attack,
    Move,
}

/// One rule that an action breaks. Lands have the names that the map gives them.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Refusal {
    GameOver,
    ChanceFirst {
        phase: Phase,
    },
    NotYourTurn {
        turn: Seat,
        phase: Phase,
    },
    WrongPhase {
        phase: Phase,
    },
    LandTaken {
        land: Land,
        name: String,
        owner: Seat,
    },
    NotYourLand {
        land: Land,
        name: String,
        owner: Option<Seat>,
        order: Order,
    },
    NoCoast {
        land: Land,
        name: String,
    },
    PortThere {
        land: Land,
        name: String,
    },
    AttacksPlanned {
        planned: usize,
    },
    NotNeutral {
        land: Land,
        name: String,
        owner: Seat,
    },
    NoEnemy {
        land: Land,
        name: String,
        neutral: bool,
    },
    NotConnected {
        from: Land,
        to: Land,
        names: [String; 2],
        order: Order,
    },
    NoPort {
        from: Land,
        to: Land,
        names: [String; 2],
    },
    CapitalFromAfar {
        land: Land,
        name: String,
    },
    TooWeak {
        from: Land,
        to: Land,
        names: [String; 2],
        attack: Attack,
        defence: Defence,
    },
    PlannedAlready {
        from: Land,
        to: Land,
        names: [String; 2],
    },
    TooManyPlanned,
    TooManyPlannings,
    NotPlanned {
        from: Land,
        to: Land,
        names: [String; 2],
    },
    NothingPlanned,
    NoPart {
        quarters: u8,
    },
    NoHero {
        land: Land,
        name: String,
    },
    NobodyGoes {
        land: Land,
        name: String,
        soldiers: u32,
        quarters: u8,
    },
    SameLand {
        land: Land,
        name: String,
    },
    NoItem,
}

impl Reason for Refusal {
    fn explain(&self) -> Explanation {
        match self {
            Refusal::GameOver => Explanation::new(
                "game-over",
                "10.3",
                Text::fixed("The match is over.", "La partie est terminée."),
            ),
            Refusal::ChanceFirst { phase } => Explanation::new(
                "chance-first",
                "4.2",
                text!(
                    "Chance comes first: {what}.",
                    "Le hasard d'abord : {what}.",
                    what = phase_name(*phase)
                ),
            ),
            Refusal::NotYourTurn { turn, phase } => Explanation::new(
                "not-your-turn",
                step(*phase),
                text!(
                    "It is {whose} turn.",
                    "C'est le tour {whose}.",
                    whose = Text::new(
                        format!("{}'s", seat_name(*turn).en),
                        seat_name(*turn).of_it().fr
                    )
                ),
            ),
            Refusal::WrongPhase { phase } => Explanation::new(
                "wrong-phase",
                step(*phase),
                text!(
                    "Not in this phase: {what}.",
                    "Pas dans cette phase : {what}.",
                    what = phase_name(*phase)
                ),
            ),
            Refusal::LandTaken { land, name, owner } => Explanation::new(
                "land-taken",
                "2.2",
                text!(
                    "{name} is taken: it belongs to {owner}.",
                    "{name} est prise : elle est {owner}.",
                    owner = Text::new(seat_name(*owner).en, seat_name(*owner).to_it().fr)
                ),
            )
            .at([land.spot()]),
            Refusal::NotYourLand {
                land,
                name,
                owner,
                order,
            } => Explanation::new(
                "not-your-land",
                match order {
                    Order::Reinforce => "5.1",
                    Order::Build => "6.2",
                    Order::Capture => "6.3",
                    Order::Attack => "6.4",
                    Order::Move => "7.1",
                },
                match owner {
                    None => text!(
                        "{name} is not yours: it is neutral.",
                        "{name} n'est pas à vous : elle est neutre."
                    ),
                    Some(owner) => text!(
                        "{name} is not yours: {owner} holds it.",
                        "{name} n'est pas à vous : {owner} la tient.",
                        owner = seat_name(*owner)
                    ),
                },
            )
            .at([land.spot()]),
            Refusal::NoCoast { land, name } => Explanation::new(
                "no-coast",
                "6.2",
                text!(
                    "{name} borders no sea, so it can't have a port.",
                    "{name} ne borde aucune mer : pas de port possible."
                ),
            )
            .at([land.spot()]),
            Refusal::PortThere { land, name } => Explanation::new(
                "port-there",
                "6.2",
                text!("{name} has a port already.", "{name} a déjà un port."),
            )
            .at([land.spot()]),
            Refusal::AttacksPlanned { planned } => Explanation::new(
                "attacks-planned",
                "6.8",
                text!(
                    "{count} planned: launch or cancel first.",
                    "{count} en préparation : lancez ou annulez d'abord.",
                    count = attacks_of(*planned as i64)
                ),
            )
            .number("planned", *planned as i64),
            Refusal::NotNeutral { land, name, owner } => Explanation::new(
                "not-neutral",
                "6.3",
                text!(
                    "{name} is not neutral: {owner} holds it.",
                    "{name} n'est pas neutre : {owner} la tient.",
                    owner = seat_name(*owner)
                ),
            )
            .at([land.spot()]),
            Refusal::NoEnemy {
                land,
                name,
                neutral,
            } => Explanation::new(
                "no-enemy",
                "6.4",
                match neutral {
                    true => text!(
                        "{name} is neutral: capture it instead.",
                        "{name} est neutre : capturez-la plutôt."
                    ),
                    false => text!("{name} is your own.", "{name} est à vous."),
                },
            )
            .at([land.spot()]),
            Refusal::NotConnected {
                from,
                to,
                names: [one, two],
                order,
            } => Explanation::new(
                "not-connected",
                match order {
                    Order::Capture => "6.3",
                    Order::Move => "7.1",
                    _ => "6.4",
                },
                text!(
                    "{one} and {two} are connected neither by land nor by sea.",
                    "{one} et {two} ne sont reliées ni par terre ni par mer."
                ),
            )
            .at([from.spot(), to.spot()]),
            Refusal::NoPort {
                from,
                to,
                names: [one, two],
            } => Explanation::new(
                "no-port",
                "3.2",
                text!(
                    "{two} lies over the sea, and {one} has no port.",
                    "{two} est de l'autre côté de la mer, et {one} n'a pas de port."
                ),
            )
            .at([from.spot(), to.spot()]),
            Refusal::CapitalFromAfar { land, name } => Explanation::new(
                "capital-from-afar",
                "9.6",
                text!(
                    "{name} is a capital: it can't be attacked from anywhere.",
                    "{name} est une capitale : on ne peut l'attaquer de partout."
                ),
            )
            .at([land.spot()]),
            Refusal::TooWeak {
                from,
                to,
                names: [one, two],
                attack,
                defence,
            } => Explanation::new(
                "too-weak",
                "6.5",
                text!(
                    "From {one} you attack with {attack}, and {two} defends with {defence}: the attack must be greater.",
                    "Depuis {one} vous attaquez avec {attack}, et {two} se défend avec {defence} : l'attaque doit être supérieure.",
                    attack = attack.power(),
                    defence = defence.power()
                ),
            )
            .at([from.spot(), to.spot()])
            .number("attack", attack.power().whole())
            .number("defence", defence.power().whole()),
            Refusal::PlannedAlready {
                from,
                to,
                names: [one, two],
            } => Explanation::new(
                "planned-already",
                "6.6",
                text!(
                    "The attack from {one} on {two} is planned already.",
                    "L'attaque depuis {one} vers {two} est déjà planifiée."
                ),
            )
            .at([from.spot(), to.spot()]),
            Refusal::TooManyPlanned => Explanation::new(
                "too-many-planned",
                "6.6",
                text!(
                    "{most} attacks are planned: that is the most.",
                    "{most} attaques sont planifiées : c'est le maximum.",
                    most = MOST_PLANNED
                ),
            )
            .number("most", MOST_PLANNED as i64),
            Refusal::TooManyPlannings => Explanation::new(
                "too-many-plannings",
                "6.6",
                text!(
                    "You have planned {most} attacks in this turn: that is the most.",
                    "Vous avez planifié {most} attaques pendant ce tour : c'est le maximum.",
                    most = MOST_PLANNINGS
                ),
            )
            .number("most", MOST_PLANNINGS),
            Refusal::NotPlanned {
                from,
                to,
                names: [one, two],
            } => Explanation::new(
                "not-planned",
                "6.7",
                text!(
                    "No attack from {one} on {two} is planned.",
                    "Aucune attaque depuis {one} vers {two} n'est planifiée."
                ),
            )
            .at([from.spot(), to.spot()]),
            Refusal::NothingPlanned => Explanation::new(
                "nothing-planned",
                "6.9",
                Text::fixed("No attack is planned.", "Aucune attaque n'est planifiée."),
            ),
            Refusal::NoPart { quarters } => Explanation::new(
                "no-part",
                "7.1",
                text!(
                    "{quarters} quarters is not a part that can move: 1 to 4, or 0 with the hero.",
                    "{quarters} quarts n'est pas une part possible : de 1 à 4, ou 0 avec le héros."
                ),
            )
            .number("quarters", *quarters),
            Refusal::NoHero { land, name } => Explanation::new(
                "no-hero",
                "7.1",
                text!(
                    "Your hero is not in {name}.",
                    "Votre héros n'est pas à {name}."
                ),
            )
            .at([land.spot()]),
            Refusal::NobodyGoes {
                land,
                name,
                soldiers,
                quarters,
            } => Explanation::new(
                "nobody-goes",
                "7.2",
                text!(
                    "{name} has {count}, and {quarters} quarters of that, rounded down, is nobody.",
                    "{name} a {count}, dont {quarters} quarts, arrondis vers le bas, font zéro.",
                    count = soldiers_of(*soldiers)
                ),
            )
            .at([land.spot()])
            .number("soldiers", *soldiers),
            Refusal::SameLand { land, name } => Explanation::new(
                "same-land",
                "7.1",
                text!(
                    "A move leads to another land, not from {name} to itself.",
                    "Un déplacement mène à une autre terre que celle de départ, {name}."
                ),
            )
            .at([land.spot()]),
            Refusal::NoItem => Explanation::new(
                "no-item",
                "9.5",
                Text::fixed("You hold no item.", "Vous n'avez pas d'objet."),
            ),
        }
    }
}

/// The paragraph that a phase belongs to.
fn step(phase: Phase) -> &'static str {
    match phase {
        Phase::Capital => "2.2",
        _ => "4.1",
    }
}
