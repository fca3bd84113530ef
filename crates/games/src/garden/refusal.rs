//! Why an action is not allowed: every reason with its paragraph, its cells and its words.

use vauban_game::{Explanation, Reason, Seat, Text, text};

use super::{
    cell::Cell,
    clan::Clan,
    map::Special,
    play::POWER_POINTS,
    state::{CROWD, End, Phase},
    words::{amount, phase_name, seat_name, turns},
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
    /// With the special cell whose power it is, if it is one's.
    NotEnemy {
        at: Cell,
        special: Option<Special>,
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
    fn explain(&self) -> Explanation {
        match *self {
            Refusal::GameOver { end } => {
                let how = &end.ending().text;
                let text = text!(
                    "The match is over, {how}.",
                    "La partie est finie, {how}.",
                    how
                );
                Explanation::new("game-over", "8.4", text)
            }
            Refusal::DiceFirst => {
                let text = Text::fixed(
                    "The dice must be rolled first.",
                    "Il faut d'abord lancer les dés.",
                );
                Explanation::new("dice-first", "3.5", text)
            }
            Refusal::NotYourTurn { mover } => {
                let name = seat_name(mover);
                let text = text!("It is {name}'s turn.", "C'est à {name} de jouer.", name);
                Explanation::new("not-your-turn", "3.5", text)
            }
            Refusal::NotChoosing => {
                let text = Text::fixed(
                    "Clans are chosen only once, before the first round.",
                    "Les clans ne se choisissent qu'une fois, avant la première manche.",
                );
                Explanation::new("not-choosing", "2.3", text)
            }
            Refusal::NotConquest { phase } => {
                let text = not_in(phase, Phase::Conquest);
                Explanation::new("not-conquest", "3.3", text)
            }
            Refusal::NotReinforcement { phase } => {
                let text = not_in(phase, Phase::Reinforcement);
                Explanation::new("not-reinforcement", "6.2", text)
            }
            Refusal::ClanTaken { clan, by } => {
                let (clan, name) = (clan.the(), seat_name(by));
                let text = text!(
                    "{name} already leads {clan}.",
                    "{name} mène déjà {clan}.",
                    name,
                    clan
                );
                Explanation::new("clan-taken", "2.3", text)
            }
            Refusal::NotYourCell { from, owner } => {
                let text = match owner.map(seat_name) {
                    Some(name) => text!(
                        "{from} belongs to {name}.",
                        "{from} appartient à {name}.",
                        name
                    ),
                    None => text!(
                        "{from} is free: there is nobody to move.",
                        "{from} est libre : il n'y a personne à déplacer."
                    ),
                };
                Explanation::new("not-your-cell", "4.1", text).at([from.spot()])
            }
            Refusal::NotYours { at } => {
                let text = text!("{at} is not your cell.", "{at} n'est pas à vous.");
                Explanation::new("not-yours", "6.2", text).at([at.spot()])
            }
            Refusal::TooFew { from } => {
                let text = text!(
                    "There is only one creature on {from}, and one must stay.",
                    "Il n'y a qu'une créature en {from}, et il doit en rester une."
                );
                Explanation::new("too-few", "4.1", text).at([from.spot()])
            }
            Refusal::Immobilised { from, turns: left } => {
                let text = text!(
                    "The creatures on {from} are stuck under rocks: {more} to go.",
                    "Les créatures de {from} sont bloquées sous les rochers : encore {more}.",
                    more = turns(left)
                );
                let explanation = Explanation::new("immobilised", "5.6", text);
                explanation.at([from.spot()]).number("turns", left)
            }
            Refusal::NotAdjacent { from, to, steps } => {
                let text = match steps {
                    0 => text!(
                        "The group is already on {to}: it can only go to a neighbouring cell.",
                        "Le groupe est déjà en {to} : il ne va que sur une case voisine."
                    ),
                    _ => text!(
                        "{to} is {steps} steps from {from}: a group can only go to a neighbouring cell.",
                        "{to} est à {steps} pas de {from} : un groupe ne va que sur une case voisine."
                    ),
                };
                let explanation = Explanation::new("not-adjacent", "4.1", text);
                explanation
                    .at([from, to].map(Cell::spot))
                    .number("steps", steps)
            }
            Refusal::OwnCell { to } => {
                let text = text!(
                    "{to} is already yours: groups cannot join.",
                    "{to} est déjà à vous : les groupes ne se rejoignent pas."
                );
                Explanation::new("own-cell", "4.2", text).at([to.spot()])
            }
            Refusal::EntryCost { special, have } => {
                let (resource, need) = special.cost();
                let text = text!(
                    "Taking {the} costs {cost}; you have {have}.",
                    "Prendre {the} coûte {cost} ; vous en avez {have}.",
                    the = special.the(),
                    cost = amount(need, resource)
                );
                let explanation = Explanation::new("entry-cost", "4.3", text);
                explanation.number("need", need).number("have", have)
            }
            Refusal::PowerNotOwned { special, cell } => {
                let text = text!(
                    "{the} ({cell}) is not yours.",
                    "{the} ({cell}) n'est pas à vous.",
                    the = special.the().capital()
                );
                Explanation::new("power-not-owned", "4.6", text).at([cell.spot()])
            }
            Refusal::PowerUsed { special } => {
                let text = text!(
                    "You have already used {the} this turn.",
                    "Vous avez déjà utilisé {the} ce tour-ci.",
                    the = special.the()
                );
                Explanation::new("power-used", "4.6", text)
            }
            Refusal::PowerCost { special, have } => {
                let (resource, need) = special.cost();
                let text = text!(
                    "Using {the} costs {cost}; you have {have}.",
                    "Utiliser {the} coûte {cost} ; vous en avez {have}.",
                    the = special.the(),
                    cost = amount(need, resource)
                );
                let explanation = Explanation::new("power-cost", "4.6", text);
                explanation.number("need", need).number("have", have)
            }
            Refusal::NotEnemy { at, special } => {
                let text = text!(
                    "{at} is not an enemy cell.",
                    "{at} n'est pas une case adverse."
                );
                let paragraph = match special {
                    Some(Special::Sky) => "4.8",
                    Some(_) => "4.10",
                    None => "5.2",
                };
                Explanation::new("not-enemy", paragraph, text).at([at.spot()])
            }
            Refusal::OutOfReach { special, cell, at } => {
                let text = text!(
                    "{at} is not next to {the} ({cell}).",
                    "{at} ne touche pas {the} ({cell}).",
                    the = special.the()
                );
                Explanation::new("out-of-reach", "4.10", text).at([cell, at].map(Cell::spot))
            }
            Refusal::TooFewPoints { points } => {
                let text = text!(
                    "A clan power costs {POWER_POINTS} conquest points; you have {points}.",
                    "Un pouvoir de clan coûte {POWER_POINTS} points de conquête ; vous en avez {points}."
                );
                let explanation = Explanation::new("too-few-points", "5.1", text);
                explanation
                    .number("need", POWER_POINTS)
                    .number("have", points)
            }
            Refusal::WrongClan { needed, clan } => {
                let yours = match clan.map(Clan::the) {
                    Some(clan) => text!("you lead {clan}", "vous menez {clan}", clan),
                    None => Text::fixed("you have no clan yet", "vous n'avez pas encore de clan"),
                };
                let text = text!(
                    "Only {needed} can do that; {yours}.",
                    "Seuls {needed} savent faire cela ; {yours}.",
                    needed = needed.the(),
                    yours
                );
                Explanation::new("wrong-clan", "5.2", text)
            }
            Refusal::NoNeighbour { at } => {
                let text = text!(
                    "None of your cells is next to {at}.",
                    "Aucune de vos cases ne touche {at}."
                );
                Explanation::new("no-neighbour", "5.2", text).at([at.spot()])
            }
            Refusal::CellFull { at } => {
                let text = text!(
                    "{at} is full: a cell holds at most {CROWD} creatures.",
                    "{at} est pleine : une case contient au plus {CROWD} créatures."
                );
                let explanation = Explanation::new("cell-full", "6.2", text);
                explanation.at([at.spot()]).number("most", CROWD)
            }
        }
    }
}

/// It is one phase, and the action belongs to another.
fn not_in(phase: Phase, wanted: Phase) -> Text {
    text!(
        "That is only possible during {wanted}; this is {now}.",
        "Cela ne se fait que pendant {wanted} ; c'est {now}.",
        wanted = phase_name(wanted),
        now = phase_name(phase)
    )
}
