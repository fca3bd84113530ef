//! Why an action is not allowed: every reason with its paragraph, its countries and its words.

use vauban_game::{Reason, Seat, Text, scene::Spot};

use super::{
    board::Country,
    cards::{Cards, Kind, listed},
    narrate::{armies_of, capital, owner_name, phase_name, seat_name},
    state::{End, Owner, Phase},
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
    GameOver {
        end: End,
    },
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
    fn code(&self) -> &'static str {
        match self {
            Refusal::GameOver { .. } => "game-over",
            Refusal::ChanceFirst { .. } => "chance-first",
            Refusal::NotYourTurn { .. } => "not-your-turn",
            Refusal::WrongStep { .. } => "wrong-step",
            Refusal::NotYourCountry { .. } => "not-your-country",
            Refusal::OwnCountry { .. } => "own-country",
            Refusal::TooWeak { .. } => "too-weak",
            Refusal::NoEnemyBorder { .. } => "no-enemy-border",
            Refusal::NoBorder { .. } => "no-border",
            Refusal::NoChain { .. } => "no-chain",
            Refusal::SameCountry { .. } => "same-country",
            Refusal::DiceCount { .. } => "dice-count",
            Refusal::TooFewForDice { .. } => "too-few-for-dice",
            Refusal::TooFewForGuard { .. } => "too-few-for-guard",
            Refusal::NoArmies { .. } => "no-armies",
            Refusal::TooManyArmies { .. } => "too-many-armies",
            Refusal::NobodyStays { .. } => "nobody-stays",
            Refusal::TooFewMovedIn { .. } => "too-few-moved-in",
            Refusal::TooManyMoves { .. } => "too-many-moves",
            Refusal::CardNotHeld { .. } => "card-not-held",
            Refusal::NotThreeEqual { .. } => "not-three-equal",
            Refusal::CardsNotHeld { .. } => "cards-not-held",
            Refusal::MustExchange { .. } => "must-exchange",
        }
    }

    fn paragraph(&self) -> &'static str {
        match self {
            Refusal::GameOver { .. } => "7.6",
            Refusal::ChanceFirst { .. } => "4.5",
            Refusal::NotYourTurn { phase, .. } | Refusal::WrongStep { phase } => match phase {
                Phase::Deal => "2.1",
                Phase::Place => "2.4",
                _ => "3.1",
            },
            Refusal::NotYourCountry { order, .. } => match order {
                Order::Place => "2.4",
                Order::Attack | Order::Enter => "3.2",
                Order::Move => "6.1",
                Order::Fortify => "9.10",
            },
            Refusal::TooWeak { .. } | Refusal::NoEnemyBorder { .. } => "3.2",
            Refusal::NoBorder {
                order: Order::Move, ..
            } => "6.1",
            Refusal::OwnCountry { .. } | Refusal::NoBorder { .. } => "3.3",
            Refusal::DiceCount { most: 2, .. } | Refusal::TooFewForGuard { .. } => "3.5",
            Refusal::DiceCount { .. } | Refusal::TooFewForDice { .. } => "3.4",
            Refusal::CardNotHeld { .. } => "5.2",
            Refusal::CardsNotHeld { .. } | Refusal::NotThreeEqual { .. } => "5.3",
            Refusal::NoArmies {
                order: Order::Place,
            }
            | Refusal::TooManyArmies { .. } => "2.5",
            Refusal::NobodyStays {
                order: Order::Enter,
                ..
            } => "9.7",
            Refusal::NoArmies { .. }
            | Refusal::NobodyStays { .. }
            | Refusal::SameCountry { .. } => "6.2",
            // §9.10 has one move.
            Refusal::TooManyMoves { most: 1 } => "9.10",
            Refusal::TooManyMoves { .. } => "6.3",
            Refusal::MustExchange { .. } => "9.5",
            Refusal::TooFewMovedIn { .. } => "9.7",
            Refusal::NoChain { .. } => "9.10",
        }
    }

    fn spots(&self) -> Vec<Spot> {
        let countries: &[Country] = match self {
            Refusal::NotYourCountry { country, .. }
            | Refusal::OwnCountry { country }
            | Refusal::TooWeak { country, .. }
            | Refusal::NoEnemyBorder { country }
            | Refusal::SameCountry { country }
            | Refusal::TooFewForDice { country, .. }
            | Refusal::TooFewForGuard { country, .. }
            | Refusal::NobodyStays { country, .. } => &[*country],
            Refusal::NoBorder { from, to, .. } | Refusal::NoChain { from, to } => &[*from, *to],
            Refusal::GameOver { .. }
            | Refusal::ChanceFirst { .. }
            | Refusal::NotYourTurn { .. }
            | Refusal::WrongStep { .. }
            | Refusal::DiceCount { .. }
            | Refusal::NoArmies { .. }
            | Refusal::TooManyArmies { .. }
            | Refusal::TooFewMovedIn { .. }
            | Refusal::TooManyMoves { .. }
            | Refusal::CardNotHeld { .. }
            | Refusal::NotThreeEqual { .. }
            | Refusal::CardsNotHeld { .. }
            | Refusal::MustExchange { .. } => &[],
        };
        countries.iter().map(|country| country.spot()).collect()
    }

    fn numbers(&self) -> Vec<(&'static str, i64)> {
        match *self {
            Refusal::NotYourTurn { turn, .. } => vec![("turn", turn.number().into())],
            Refusal::TooWeak { armies, .. } => vec![("armies", armies.into())],
            Refusal::DiceCount { dice, most } => vec![("dice", dice.into()), ("most", most.into())],
            Refusal::TooFewForDice { armies, dice, .. }
            | Refusal::TooFewForGuard { armies, dice, .. } => {
                vec![("armies", armies.into()), ("dice", dice.into())]
            }
            Refusal::TooManyArmies { asked, left } => {
                vec![("asked", asked.into()), ("left", left.into())]
            }
            Refusal::NobodyStays { armies, asked, .. } => {
                vec![("armies", armies.into()), ("asked", asked.into())]
            }
            Refusal::TooFewMovedIn { asked, dice } => {
                vec![("asked", asked.into()), ("dice", dice.into())]
            }
            Refusal::TooManyMoves { most } => vec![("most", most.into())],
            Refusal::MustExchange { held } => vec![("held", held.into())],
            Refusal::GameOver { .. }
            | Refusal::ChanceFirst { .. }
            | Refusal::WrongStep { .. }
            | Refusal::NotYourCountry { .. }
            | Refusal::OwnCountry { .. }
            | Refusal::NoEnemyBorder { .. }
            | Refusal::NoBorder { .. }
            | Refusal::NoChain { .. }
            | Refusal::SameCountry { .. }
            | Refusal::NoArmies { .. }
            | Refusal::CardNotHeld { .. }
            | Refusal::NotThreeEqual { .. }
            | Refusal::CardsNotHeld { .. } => Vec::new(),
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
            Refusal::ChanceFirst { phase } => {
                let what = phase_name(phase);
                Text::new(
                    format!("Chance decides first: {}.", what.en),
                    format!("Le hasard décide d'abord : {}.", what.fr),
                )
            }
            Refusal::NotYourTurn { turn, .. } => {
                let name = seat_name(turn);
                Text::new(
                    format!("It is for {} to choose.", name.en),
                    format!("C'est à {} de choisir.", name.fr),
                )
            }
            Refusal::WrongStep { phase } => {
                let what = phase_name(phase);
                Text::new(
                    format!("Not at this step: {}.", what.en),
                    format!("Pas à cette étape : {}.", what.fr),
                )
            }
            Refusal::NotYourCountry { country, owner, .. } => {
                let title = country.title();
                match owner {
                    Some(owner) => {
                        let owner = owner_name(owner);
                        Text::new(
                            format!("{} is held by {}.", title.en, owner.en),
                            format!("{} : tenu par {}.", title.fr, owner.fr),
                        )
                    }
                    None => Text::new(
                        format!("{} is not dealt yet.", title.en),
                        format!("{} : pas encore distribué.", title.fr),
                    ),
                }
            }
            Refusal::OwnCountry { country } => {
                let title = country.title();
                Text::new(
                    format!("{} is your own: attack another's.", title.en),
                    format!("{} est à vous : attaquez chez un autre.", title.fr),
                )
            }
            Refusal::TooWeak { country, armies } => {
                let (title, armies) = (country.title(), armies_of(armies));
                Text::new(
                    format!(
                        "{} has {}: an attacker needs 2 or more.",
                        title.en, armies.en
                    ),
                    format!(
                        "{} a {} : il en faut 2 ou plus pour attaquer.",
                        title.fr, armies.fr
                    ),
                )
            }
            Refusal::NoEnemyBorder { country } => {
                let title = country.title();
                Text::new(
                    format!("{} is surrounded by your own countries.", title.en),
                    format!("{} : rien que vos propres pays autour.", title.fr),
                )
            }
            Refusal::NoBorder { from, to, .. } => {
                let (from, to) = (from.title(), to.title());
                Text::new(
                    format!("{} does not border on {}.", to.en, from.en),
                    format!("Pas de frontière entre {} et {}.", from.fr, to.fr),
                )
            }
            Refusal::NoChain { from, to } => {
                let (from, to) = (from.title(), to.title());
                Text::new(
                    format!(
                        "No chain of your countries leads from {} to {}.",
                        from.en, to.en
                    ),
                    format!("Aucune chaîne de vos pays entre {} et {}.", from.fr, to.fr),
                )
            }
            Refusal::SameCountry { country } => {
                let title = country.title();
                Text::new(
                    format!(
                        "The armies are in {} already: say another country.",
                        title.en
                    ),
                    format!(
                        "Les armées y sont déjà ({}) : dites un autre pays.",
                        title.fr
                    ),
                )
            }
            Refusal::DiceCount { dice, most } => Text::new(
                format!("{dice} dice: it is 1 to {most}."),
                format!("{dice} dés : c'est de 1 à {most}."),
            ),
            Refusal::TooFewForDice {
                country,
                armies,
                dice,
            } => too_few(country, armies, dice, u16::from(dice) + 1),
            Refusal::TooFewForGuard {
                country,
                armies,
                dice,
            } => too_few(country, armies, dice, dice.into()),
            Refusal::NoArmies { .. } => Text::fixed(
                "No armies: say at least one.",
                "Aucune armée : dites-en au moins une.",
            ),
            Refusal::TooManyArmies { asked, left } => {
                let asked = armies_of(asked);
                Text::new(
                    format!("{}: only {left} left to place.", asked.en),
                    format!("{} : il n'en reste que {left} à placer.", asked.fr),
                )
            }
            Refusal::NobodyStays {
                country,
                armies,
                asked,
                ..
            } => {
                let (title, armies) = (country.title(), armies_of(armies));
                Text::new(
                    format!(
                        "{} has {}, and one must stay: {asked} cannot go.",
                        title.en, armies.en
                    ),
                    format!(
                        "{} a {}, et une doit rester : {asked}, c'est trop.",
                        title.fr, armies.fr
                    ),
                )
            }
            Refusal::TooFewMovedIn { asked, dice } => {
                let asked = armies_of(asked);
                Text::new(
                    format!(
                        "{}: at least as many go in as dice were rolled, {dice}.",
                        asked.en
                    ),
                    format!(
                        "{} : il en entre au moins autant que de dés lancés, {dice}.",
                        asked.fr
                    ),
                )
            }
            Refusal::TooManyMoves { most: 1 } => Text::fixed(
                "Armies have moved in this turn: once is the most.",
                "Les armées ont bougé dans ce tour : une fois est le maximum.",
            ),
            Refusal::TooManyMoves { most } => Text::new(
                format!("Armies have moved {most} times in this turn, which is the most."),
                format!("Les armées ont bougé {most} fois dans ce tour, c'est le maximum."),
            ),
            Refusal::CardNotHeld { kind } => {
                let one = kind.one();
                Text::new(
                    format!("You do not hold {}.", one.en),
                    format!("Vous n'avez pas {}.", one.fr),
                )
            }
            Refusal::NotThreeEqual { cards } => {
                let cards = listed(cards);
                Text::new(
                    format!(
                        "{} are not three equal cards: you keep them.",
                        capital(&cards.en)
                    ),
                    format!(
                        "{} : ce ne sont pas trois cartes égales, vous les gardez.",
                        capital(&cards.fr)
                    ),
                )
            }
            Refusal::CardsNotHeld { cards, hand } => {
                let (cards, hand) = (listed(cards), listed(hand));
                Text::new(
                    format!("You do not hold {}, but {}.", cards.en, hand.en),
                    format!("Vous n'avez pas {}, mais {}.", cards.fr, hand.fr),
                )
            }
            Refusal::MustExchange { held } => Text::new(
                format!("You hold {held} cards: with 5 or more you must exchange a set."),
                format!("Vous avez {held} cartes : à partir de 5 il faut échanger une série."),
            ),
        }
    }
}

/// So many dice need more armies than stand there.
fn too_few(country: Country, armies: u16, dice: u8, needed: u16) -> Text {
    let (title, armies) = (country.title(), armies_of(armies));
    Text::new(
        format!("{} has {}: {dice} dice need {needed}.", title.en, armies.en),
        format!(
            "{} a {} : pour {dice} dés il en faut {needed}.",
            title.fr, armies.fr
        ),
    )
}
