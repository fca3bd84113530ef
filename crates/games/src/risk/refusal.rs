//! Why an action is not allowed: every reason with its paragraph, its countries and its words.

use vauban_game::{Explanation, Reason, Seat, Text, text};

use super::{
    board::Country,
    cards::{Cards, Kind},
    state::{Owner, Phase},
    words::{armies as armies_of, dice as dice_of, phase_name, seat_name},
};

/// What armies were ordered to do: the same refusal stands in another paragraph for each.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Order {
    Place,
    Attack,
    Enter,
    /// Over a border.
    Move,
    /// §9.10 Along a chain.
    Fortify,
}

/// One rule that an action breaks.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Refusal {
    GameOver,
    ChanceFirst {
        phase: Phase,
    },
    NotYourTurn {
        turn: Seat,
        phase: Phase,
    },
    WrongStep {
        phase: Phase,
    },
    NotYourCountry {
        country: Country,
        owner: Option<Owner>,
        order: Order,
    },
    OwnCountry {
        country: Country,
    },
    TooWeak {
        country: Country,
        armies: u16,
    },
    NoEnemyBorder {
        country: Country,
    },
    NoBorder {
        from: Country,
        to: Country,
        order: Order,
    },
    NoChain {
        from: Country,
        to: Country,
    },
    SameCountry {
        country: Country,
    },
    DiceCount {
        dice: u8,
        most: u8,
    },
    TooFewForDice {
        country: Country,
        armies: u16,
        dice: u8,
    },
    TooFewForGuard {
        country: Country,
        armies: u16,
        dice: u8,
    },
    NoArmies {
        order: Order,
    },
    TooManyArmies {
        asked: u16,
        left: u16,
    },
    NobodyStays {
        country: Country,
        armies: u16,
        asked: u16,
        order: Order,
    },
    TooFewMovedIn {
        asked: u16,
        dice: u8,
    },
    TooManyMoves {
        most: u8,
    },
    CardNotHeld {
        kind: Kind,
    },
    NotThreeEqual {
        cards: Cards,
    },
    CardsNotHeld {
        cards: Cards,
        hand: Cards,
    },
    MustExchange {
        held: u8,
    },
}

impl Reason for Refusal {
    fn explain(&self) -> Explanation {
        match *self {
            Refusal::GameOver => Explanation::new(
                "game-over",
                "7.6",
                Text::fixed("The match is over.", "La partie est terminée."),
            ),
            Refusal::ChanceFirst { phase } => Explanation::new(
                "chance-first",
                "4.5",
                text!(
                    "Chance comes first: {what}.",
                    "Le hasard d'abord : {what}.",
                    what = phase_name(phase)
                ),
            ),
            Refusal::NotYourTurn { turn, phase } => Explanation::new(
                "not-your-turn",
                step(phase),
                text!(
                    "It is {name}'s turn to choose.",
                    "C'est à {name} de choisir.",
                    name = seat_name(turn)
                ),
            )
            .number("turn", turn.number()),
            Refusal::WrongStep { phase } => Explanation::new(
                "wrong-step",
                step(phase),
                text!(
                    "You can't do that at this step: {what}.",
                    "Impossible à cette étape : {what}.",
                    what = phase_name(phase)
                ),
            ),
            Refusal::NotYourCountry {
                country,
                owner,
                order,
            } => {
                let name = country.the().capital();
                let text = match owner {
                    None => text!(
                        "Nobody has been dealt {name} yet.",
                        "Personne n'a encore reçu {name}.",
                        name = country.the()
                    ),
                    Some(Owner::NEUTRAL) => text!(
                        "{name} {is} neutral.",
                        "{name} {is} neutre.",
                        name,
                        is = country.verb(["is", "are"], ["est un pays", "sont un pays"])
                    ),
                    Some(Owner(seat)) => text!(
                        "{name} {belong} to {owner}.",
                        "{name} {belong} à {owner}.",
                        name,
                        belong = country.verb(["belongs", "belong"], ["appartient", "appartiennent"]),
                        owner = seat_name(Seat(seat))
                    ),
                };
                let paragraph = match order {
                    Order::Place => "2.4",
                    Order::Attack | Order::Enter => "3.2",
                    Order::Move => "6.1",
                    Order::Fortify => "9.10",
                };
                Explanation::new("not-your-country", paragraph, text).at([country.spot()])
            }
            Refusal::OwnCountry { country } => Explanation::new(
                "own-country",
                "3.3",
                text!(
                    "{name} {is} yours: attack a country that isn't.",
                    "{name} {is} à vous : attaquez un pays qui ne l'est pas.",
                    name = country.the().capital(),
                    is = country.verb(["is", "are"], ["est", "sont"])
                ),
            )
            .at([country.spot()]),
            Refusal::TooWeak { country, armies } => Explanation::new(
                "too-weak",
                "3.2",
                text!(
                    "{name} {has} {stand}; an attacker needs at least 2.",
                    "{name} {has} {stand} ; il en faut au moins 2 pour attaquer.",
                    name = country.the().capital(),
                    has = country.verb(["has", "have"], ["a", "ont"]),
                    stand = armies_of(armies)
                ),
            )
            .at([country.spot()])
            .number("armies", armies),
            Refusal::NoEnemyBorder { country } => Explanation::new(
                "no-enemy-border",
                "3.2",
                text!(
                    "{name} {has} nobody to attack: all the neighbours are yours.",
                    "{name} {has} personne à attaquer : tous les pays voisins sont à vous.",
                    name = country.the().capital(),
                    has = country.verb(["has", "have"], ["n'a", "n'ont"])
                ),
            )
            .at([country.spot()]),
            Refusal::NoBorder { from, to, order } => Explanation::new(
                "no-border",
                match order {
                    Order::Move => "6.1",
                    _ => "3.3",
                },
                text!(
                    "{one} and {two} have no common border.",
                    "{one} et {two} n'ont pas de frontière commune.",
                    one = from.the().capital(),
                    two = to.the()
                ),
            )
            .at([from.spot(), to.spot()]),
            Refusal::NoChain { from, to } => Explanation::new(
                "no-chain",
                "9.10",
                text!(
                    "No chain of your countries links {one} {two}.",
                    "Aucune chaîne de vos pays ne relie {one} {two}.",
                    one = from.the(),
                    two = to.the().to_it()
                ),
            )
            .at([from.spot(), to.spot()]),
            Refusal::SameCountry { country } => Explanation::new(
                "same-country",
                "6.2",
                text!(
                    "The armies are already {inside}: choose another country.",
                    "Les armées sont déjà {inside} : choisissez un autre pays.",
                    inside = country.the().in_it()
                ),
            )
            .at([country.spot()]),
            Refusal::DiceCount { dice, most } => Explanation::new(
                "dice-count",
                match most {
                    2 => "3.5",
                    _ => "3.4",
                },
                text!(
                    "You can roll 1 to {most} dice, not {dice}.",
                    "On lance de 1 à {most} dés, pas {dice}."
                ),
            )
            .number("dice", dice)
            .number("most", most),
            Refusal::TooFewForDice {
                country,
                armies,
                dice,
            } => Explanation::new(
                "too-few-for-dice",
                "3.4",
                text!(
                    "{name} {has} {stand}; attacking with {rolled} takes {needed}.",
                    "{name} {has} {stand} ; il en faut {needed} pour attaquer avec {rolled}.",
                    name = country.the().capital(),
                    has = country.verb(["has", "have"], ["a", "ont"]),
                    stand = armies_of(armies),
                    rolled = dice_of(dice),
                    needed = u16::from(dice) + 1
                ),
            )
            .at([country.spot()])
            .number("armies", armies)
            .number("dice", dice),
            Refusal::TooFewForGuard {
                country,
                armies,
                dice,
            } => Explanation::new(
                "too-few-for-guard",
                "3.5",
                text!(
                    "{name} {has} {stand}; defending with {rolled} takes {dice}.",
                    "{name} {has} {stand} ; il en faut {dice} pour défendre avec {rolled}.",
                    name = country.the().capital(),
                    has = country.verb(["has", "have"], ["a", "ont"]),
                    stand = armies_of(armies),
                    rolled = dice_of(dice)
                ),
            )
            .at([country.spot()])
            .number("armies", armies)
            .number("dice", dice),
            Refusal::NoArmies { order } => Explanation::new(
                "no-armies",
                match order {
                    Order::Place => "2.5",
                    _ => "6.2",
                },
                Text::fixed(
                    "Choose at least one army.",
                    "Choisissez au moins une armée."
                ),
            ),
            Refusal::TooManyArmies { asked, left } => Explanation::new(
                "too-many-armies",
                "2.5",
                text!(
                    "You have {rest} left to place, not {asked}.",
                    "Il vous reste {rest} à placer, pas {asked}.",
                    rest = armies_of(left)
                ),
            )
            .number("asked", asked)
            .number("left", left),
            Refusal::NobodyStays {
                country,
                armies,
                asked,
                order,
            } => Explanation::new(
                "nobody-stays",
                match order {
                    Order::Enter => "9.7",
                    _ => "6.2",
                },
                text!(
                    "{name} {has} {stand} and one must stay: you can't move {asked}.",
                    "{name} {has} {stand} et une doit rester : vous ne pouvez pas en déplacer {asked}.",
                    name = country.the().capital(),
                    has = country.verb(["has", "have"], ["a", "ont"]),
                    stand = armies_of(armies)
                ),
            )
            .at([country.spot()])
            .number("armies", armies)
            .number("asked", asked),
            Refusal::TooFewMovedIn { asked, dice } => Explanation::new(
                "too-few-moved-in",
                "9.7",
                text!(
                    "You attacked with {rolled}: at least as many armies must move in, not {asked}.",
                    "Vous avez attaqué avec {rolled} : au moins autant d'armées doivent entrer, pas {asked}.",
                    rolled = dice_of(dice)
                ),
            )
            .number("asked", asked)
            .number("dice", dice),
            Refusal::TooManyMoves { most } => match most {
                // §9.10 has one move.
                1 => Explanation::new(
                    "too-many-moves",
                    "9.10",
                    Text::fixed(
                        "You have already moved armies this turn: you may do so only once.",
                        "Vous avez déjà déplacé des armées ce tour-ci : une seule fois est permise."
                    ),
                ),
                _ => Explanation::new(
                    "too-many-moves",
                    "6.3",
                    text!(
                        "You have already moved armies {most} times this turn, which is the limit.",
                        "Vous avez déjà déplacé des armées {most} fois ce tour-ci : c'est la limite."
                    ),
                ),
            }
            .number("most", most),
            Refusal::CardNotHeld { kind } => Explanation::new(
                "card-not-held",
                "5.2",
                text!(
                    "You don't hold a {name}.",
                    "Vous n'avez pas de {name}.",
                    name = kind.name()
                ),
            ),
            Refusal::NotThreeEqual { cards } => Explanation::new(
                "not-three-equal",
                "5.3",
                text!(
                    "{shown}: not three of a kind, so you keep them.",
                    "{shown} : ce ne sont pas trois cartes identiques, vous les gardez.",
                    shown = cards.words().capital()
                ),
            ),
            Refusal::CardsNotHeld { cards, hand } => Explanation::new(
                "cards-not-held",
                "5.3",
                text!(
                    "You don't hold {shown}. Your hand: {held}.",
                    "Vous n'avez pas {shown}. Votre main : {held}.",
                    shown = cards.words(),
                    held = hand.words()
                ),
            ),
            Refusal::MustExchange { held } => Explanation::new(
                "must-exchange",
                "9.5",
                text!(
                    "You hold {held} cards: with 5 or more you must exchange a set.",
                    "Vous avez {held} cartes : à partir de 5, il faut échanger une série."
                ),
            )
            .number("held", held),
        }
    }
}

/// The paragraph that a step belongs to.
fn step(phase: Phase) -> &'static str {
    match phase {
        Phase::Deal => "2.1",
        Phase::Place => "2.4",
        _ => "3.1",
    }
}
