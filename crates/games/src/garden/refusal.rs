//! Why an action is not allowed: every reason with its paragraph, its cells and its words.

use vauban_game::{Reason, Seat, Text, scene::Spot};

use super::{
    actions::POWER_POINTS,
    cell::Cell,
    map::Special,
    state::{CROWD, Clan, End, Phase},
    words::{amount, seat_name, turns},
};

/// One rule that an action breaks.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Refusal {
    GameOver {
        end: End,
    },
    DiceFirst,
    NotYourTurn {
        mover: Seat,
    },
    NotChoosing,
    NotConquest {
        phase: Phase,
    },
    NotReinforcement {
        phase: Phase,
    },
    ClanTaken {
        clan: Clan,
        by: Seat,
    },
    NotYourCell {
        from: Cell,
        owner: Option<Seat>,
    },
    NotYours {
        at: Cell,
    },
    TooFew {
        from: Cell,
    },
    Immobilised {
        from: Cell,
        turns: u8,
    },
    NotAdjacent {
        from: Cell,
        to: Cell,
        steps: u8,
    },
    OwnCell {
        to: Cell,
    },
    EntryCost {
        special: Special,
        have: u16,
    },
    PowerNotOwned {
        special: Special,
        cell: Cell,
    },
    PowerUsed {
        special: Special,
    },
    PowerCost {
        special: Special,
        have: u16,
    },
    NotEnemy {
        at: Cell,
    },
    OutOfReach {
        special: Special,
        cell: Cell,
        at: Cell,
    },
    TooFewPoints {
        points: u16,
    },
    WrongClan {
        needed: Clan,
        clan: Option<Clan>,
    },
    NoNeighbour {
        at: Cell,
    },
    CellFull {
        at: Cell,
    },
}

impl Reason for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::GameOver { .. } => "game-over",
            Refusal::DiceFirst => "dice-first",
            Refusal::NotYourTurn { .. } => "not-your-turn",
            Refusal::NotChoosing => "not-choosing",
            Refusal::NotConquest { .. } => "not-conquest",
            Refusal::NotReinforcement { .. } => "not-reinforcement",
            Refusal::ClanTaken { .. } => "clan-taken",
            Refusal::NotYourCell { .. } => "not-your-cell",
            Refusal::NotYours { .. } => "not-yours",
            Refusal::TooFew { .. } => "too-few",
            Refusal::Immobilised { .. } => "immobilised",
            Refusal::NotAdjacent { .. } => "not-adjacent",
            Refusal::OwnCell { .. } => "own-cell",
            Refusal::EntryCost { .. } => "entry-cost",
            Refusal::PowerNotOwned { .. } => "power-not-owned",
            Refusal::PowerUsed { .. } => "power-used",
            Refusal::PowerCost { .. } => "power-cost",
            Refusal::NotEnemy { .. } => "not-enemy",
            Refusal::OutOfReach { .. } => "out-of-reach",
            Refusal::TooFewPoints { .. } => "too-few-points",
            Refusal::WrongClan { .. } => "wrong-clan",
            Refusal::NoNeighbour { .. } => "no-neighbour",
            Refusal::CellFull { .. } => "cell-full",
        }
    }

    fn paragraph(&self) -> &'static str {
        match self {
            Refusal::NotChoosing | Refusal::ClanTaken { .. } => "2.3",
            Refusal::NotConquest { .. } => "3.3",
            Refusal::DiceFirst | Refusal::NotYourTurn { .. } => "3.5",
            Refusal::NotYourCell { .. } | Refusal::TooFew { .. } | Refusal::NotAdjacent { .. } => {
                "4.1"
            }
            Refusal::OwnCell { .. } => "4.2",
            Refusal::EntryCost { .. } => "4.3",
            Refusal::PowerNotOwned { .. }
            | Refusal::PowerUsed { .. }
            | Refusal::PowerCost { .. } => "4.6",
            Refusal::OutOfReach { .. } => "4.10",
            Refusal::TooFewPoints { .. } => "5.1",
            Refusal::WrongClan { .. } | Refusal::NoNeighbour { .. } | Refusal::NotEnemy { .. } => {
                "5.2"
            }
            Refusal::Immobilised { .. } => "5.6",
            Refusal::NotReinforcement { .. }
            | Refusal::NotYours { .. }
            | Refusal::CellFull { .. } => "6.2",
            Refusal::GameOver { .. } => "8.4",
        }
    }

    fn spots(&self) -> Vec<Spot> {
        let cells: &[Cell] = match self {
            Refusal::NotYourCell { from, .. }
            | Refusal::TooFew { from }
            | Refusal::Immobilised { from, .. } => &[*from],
            Refusal::NotYours { at }
            | Refusal::NotEnemy { at }
            | Refusal::NoNeighbour { at }
            | Refusal::CellFull { at }
            | Refusal::OwnCell { to: at } => &[*at],
            Refusal::NotAdjacent { from, to, .. } => &[*from, *to],
            Refusal::PowerNotOwned { cell, .. } => &[*cell],
            Refusal::OutOfReach { cell, at, .. } => &[*cell, *at],
            Refusal::GameOver { .. }
            | Refusal::DiceFirst
            | Refusal::NotYourTurn { .. }
            | Refusal::NotChoosing
            | Refusal::NotConquest { .. }
            | Refusal::NotReinforcement { .. }
            | Refusal::ClanTaken { .. }
            | Refusal::EntryCost { .. }
            | Refusal::PowerUsed { .. }
            | Refusal::PowerCost { .. }
            | Refusal::TooFewPoints { .. }
            | Refusal::WrongClan { .. } => &[],
        };
        cells.iter().map(|cell| cell.spot()).collect()
    }

    fn numbers(&self) -> Vec<(&'static str, i64)> {
        match *self {
            Refusal::Immobilised { turns, .. } => vec![("turns", turns.into())],
            Refusal::NotAdjacent { steps, .. } => vec![("steps", steps.into())],
            Refusal::EntryCost { special, have } | Refusal::PowerCost { special, have } => {
                vec![("need", special.cost().1.into()), ("have", have.into())]
            }
            Refusal::TooFewPoints { points } => {
                vec![("need", POWER_POINTS.into()), ("have", points.into())]
            }
            Refusal::CellFull { .. } => vec![("most", CROWD.into())],
            _ => Vec::new(),
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
            Refusal::DiceFirst => Text::fixed(
                "Chance decides first: dice are still to be rolled.",
                "Le hasard décide d'abord : des dés restent à lancer.",
            ),
            Refusal::NotYourTurn { mover } => {
                let name = seat_name(mover);
                Text::new(
                    format!("It is {}'s turn.", name.en),
                    format!("C'est à {} de jouer.", name.fr),
                )
            }
            Refusal::NotChoosing => Text::fixed(
                "Clans are chosen once, before the first round.",
                "Le clan se choisit une fois, avant la première manche.",
            ),
            Refusal::NotConquest { phase } => not_in(phase, Phase::Conquest),
            Refusal::NotReinforcement { phase } => not_in(phase, Phase::Reinforcement),
            Refusal::ClanTaken { clan, by } => {
                let (clan, name) = (clan.the(), seat_name(by));
                Text::new(
                    format!("{} already leads {}.", name.en, clan.en),
                    format!("{} mène déjà {}.", name.fr, clan.fr),
                )
            }
            Refusal::NotYourCell { from, owner: None } => Text::new(
                format!("{from} is free: nobody there can go anywhere."),
                format!("{from} est libre : personne ne peut en partir."),
            ),
            Refusal::NotYourCell {
                from,
                owner: Some(owner),
            } => {
                let name = seat_name(owner);
                Text::new(
                    format!("{from} belongs to {}.", name.en),
                    format!("{from} appartient à {}.", name.fr),
                )
            }
            Refusal::NotYours { at } => Text::new(
                format!("{at} is not a cell of yours."),
                format!("{at} n'est pas une de vos cases."),
            ),
            Refusal::TooFew { from } => Text::new(
                format!("A single creature is on {from}, and one must stay."),
                format!("Il n'y a qu'une créature en {from}, et il doit en rester une."),
            ),
            Refusal::Immobilised { from, turns: left } => {
                let left = turns(left);
                Text::new(
                    format!(
                        "The creatures on {from} lie under rocks for {} yet.",
                        left.en
                    ),
                    format!(
                        "Les créatures de {from} sont sous les rochers encore {}.",
                        left.fr
                    ),
                )
            }
            Refusal::NotAdjacent { from, to, steps } => Text::new(
                format!(
                    "{to} is {steps} steps from {from}: a group goes to a cell beside its own."
                ),
                format!("{to} est à {steps} pas de {from} : un groupe va sur une case voisine."),
            ),
            Refusal::OwnCell { to } => Text::new(
                format!("{to} is yours already: groups do not join."),
                format!("{to} est déjà à vous : les groupes ne se rejoignent pas."),
            ),
            Refusal::EntryCost { special, have } => {
                let (resource, need) = special.cost();
                let (the, cost) = (special.the(), amount(need, resource));
                Text::new(
                    format!("To enter {} takes {}; you have {have}.", the.en, cost.en),
                    format!(
                        "Il faut {} pour entrer ici ({}) ; vous avez {have}.",
                        cost.fr, the.fr
                    ),
                )
            }
            Refusal::PowerNotOwned { special, cell } => {
                let the = special.the();
                Text::new(
                    format!("{} on {cell} is not yours.", capital(&the.en)),
                    format!("{} en {cell} n'est pas à vous.", capital(&the.fr)),
                )
            }
            Refusal::PowerUsed { special } => {
                let the = special.the();
                Text::new(
                    format!("The power of {} was used this turn already.", the.en),
                    format!("Ce pouvoir ({}) a déjà servi ce tour-ci.", the.fr),
                )
            }
            Refusal::PowerCost { special, have } => {
                let (resource, need) = special.cost();
                let (technology, cost) = (special.technology(), amount(need, resource));
                Text::new(
                    format!(
                        "{} takes {}; you have {have}.",
                        capital(&technology.en),
                        cost.en
                    ),
                    format!(
                        "{} : il faut {} ; vous avez {have}.",
                        capital(&technology.fr),
                        cost.fr
                    ),
                )
            }
            Refusal::NotEnemy { at } => Text::new(
                format!("{at} is not an enemy cell."),
                format!("{at} n'est pas une case adverse."),
            ),
            Refusal::OutOfReach { special, cell, at } => {
                let the = special.the();
                Text::new(
                    format!("{at} is not beside {} on {cell}.", the.en),
                    format!("{at} ne touche pas {cell} ({}).", the.fr),
                )
            }
            Refusal::TooFewPoints { points } => Text::new(
                format!("A clan power takes {POWER_POINTS} conquest points; you have {points}."),
                format!(
                    "Un pouvoir de clan coûte {POWER_POINTS} points de conquête ; vous en avez {points}."
                ),
            ),
            Refusal::WrongClan {
                needed,
                clan: Some(clan),
            } => {
                let (needed, clan) = (needed.the(), clan.the());
                Text::new(
                    format!("Only {} can do that; you lead {}.", needed.en, clan.en),
                    format!(
                        "Seuls {} savent le faire ; vous menez {}.",
                        needed.fr, clan.fr
                    ),
                )
            }
            Refusal::WrongClan { needed, clan: None } => {
                let needed = needed.the();
                Text::new(
                    format!("Only {} can do that; you have no clan yet.", needed.en),
                    format!(
                        "Seuls {} savent le faire ; vous n'avez pas encore de clan.",
                        needed.fr
                    ),
                )
            }
            Refusal::NoNeighbour { at } => Text::new(
                format!("No cell of yours is beside {at}."),
                format!("Aucune de vos cases ne touche {at}."),
            ),
            Refusal::CellFull { at } => Text::new(
                format!("{at} holds {CROWD} creatures already, and no cell holds more."),
                format!("{at} compte déjà {CROWD} créatures, et aucune case n'en a plus."),
            ),
        }
    }
}

/// It is one phase, and the action belongs to another.
fn not_in(phase: Phase, wanted: Phase) -> Text {
    let (now, wanted) = (phase_name(phase), phase_name(wanted));
    Text::new(
        format!("That belongs to {}; now comes {}.", wanted.en, now.en),
        format!(
            "Cela se fait pendant {} ; vient maintenant {}.",
            wanted.fr, now.fr
        ),
    )
}

/// What a phase is called inside a sentence.
pub(super) fn phase_name(phase: Phase) -> Text {
    match phase {
        Phase::Lot => Text::fixed("the lot for the first turn", "le tirage du premier tour"),
        Phase::Clans => Text::fixed("the choice of clans", "le choix des clans"),
        Phase::Humans | Phase::Trampling(_) => {
            Text::fixed("what the humans do", "le passage des humains")
        }
        Phase::Poison(_) | Phase::Dying(..) => Text::fixed("the poison", "le poison"),
        Phase::Conquest => Text::fixed("the conquest", "la conquête"),
        Phase::Attack { .. } | Phase::Defence { .. } => Text::fixed("a fight", "un combat"),
        Phase::Reinforcement => Text::fixed("the reinforcement", "le renfort"),
        Phase::Over(_) => Text::fixed("the end", "la fin"),
    }
}

/// With a capital at the beginning of a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
