//! The options, and how a match begins. §2, §9

use vauban_game::{
    Card, PhaseCard, Preset, RuleSet, Seat, SeatSet, SettingCard, SettingError, Settings, Setup,
    Text, Values, text,
};

use super::{
    Risk,
    board::{COUNTRIES, Lands},
    cards::{Cards, HANDS},
    state::{Battle, OWNERS, Owner, Phase, State},
};

/// §7.3 After this many rounds the match is counted.
pub const ROUND_LIMIT: u8 = 200;
/// §5.3 How many cards make a set.
pub const SET: u8 = 3;

/// A set of rules: the figures and switches in which they differ.
#[derive(Debug)]
pub struct Variant {
    /// The value of the option `rules`.
    pub word: &'static str,
    /// The name of the rule set in records.
    pub name: &'static str,
    /// The most seats.
    pub seats: u8,
    /// §7.1, §9.11 How many countries win, if the options do not say.
    pub win: u8,
    /// §2.2, §9.2 All armies that an owner begins with, by the number of players from two on.
    pub first_armies: [u16; 5],
    /// §9.4 Every turn begins with new armies.
    pub reinforcements: bool,
    /// §9.5 Any number of sets is exchanged at the start of the turn; §5.3 one after the attack.
    pub exchange_first: bool,
    /// §9.5 With this many cards a set must be exchanged.
    pub must_exchange: Option<u8>,
    /// §9.6–§9.8 A turn has any number of attacks, conquests are entered, and a card comes after the
    /// last attack; §3.1, §5.1 one attack, and its card at once.
    pub many_attacks: bool,
    /// §5.2 With this many cards one is discarded before another is drawn.
    pub hand_limit: Option<u8>,
    /// §6.3, §9.10 The most moves of armies in one turn.
    pub moves: u8,
    /// §9.10 A move goes along a chain of own countries; §6.1 over one border.
    pub along_chains: bool,
    /// §7.4 The match ends when nobody can attack any more.
    pub dead_end: bool,
}

/// One attack a turn, armies only for cards.
pub static SEED: Variant = Variant {
    word: "seed",
    name: "risk",
    seats: 2,
    win: 28,
    first_armies: [42; 5],
    reinforcements: false,
    exchange_first: false,
    must_exchange: None,
    many_attacks: false,
    hand_limit: Some(5),
    moves: 20,
    along_chains: false,
    dead_end: true,
};

/// §9 Reinforcements, any number of attacks, one fortification.
pub static CLASSIC: Variant = Variant {
    word: "classic",
    name: "risk-classic",
    seats: 6,
    win: COUNTRIES as u8,
    first_armies: [40, 35, 30, 25, 20],
    reinforcements: true,
    exchange_first: true,
    must_exchange: Some(5),
    many_attacks: true,
    hand_limit: None,
    moves: 1,
    along_chains: true,
    dead_end: false,
};

impl Risk {
    /// The game with these options; `win` countries win, by default as the rules have it.
    pub fn new(variant: &'static Variant, players: u8, win: Option<u8>) -> Risk {
        Risk {
            variant,
            players,
            win: win.unwrap_or(variant.win),
            stagnation: 0,
        }
    }

    /// §2.2, §9.2 All armies that an owner begins with.
    pub(super) fn first_armies(&self) -> u16 {
        let by_players = &self.variant.first_armies;
        let place = usize::from(self.players).saturating_sub(2);
        by_players[place.min(by_players.len() - 1)]
    }

    /// §2.1, §9.3 How many countries an owner is dealt; what was meant for a seat that left is neutral.
    pub(super) fn quota(&self, owner: Owner, out: SeatSet) -> usize {
        let owners = if self.players == 2 { 3 } else { self.players };
        let share = |index: u8| {
            let extra = index < COUNTRIES as u8 % owners;
            usize::from(COUNTRIES as u8 / owners) + usize::from(extra)
        };
        match owner.seat() {
            Some(seat) if seat.0 >= self.players || out.contains(seat) => 0,
            Some(seat) => share(seat.0),
            None => {
                let own = if self.players == 2 { share(2) } else { 0 };
                let left: usize = out.iter().map(|seat| share(seat.0)).sum();
                own + left
            }
        }
    }

    /// §2.1 Before the deal.
    pub(super) fn opening(&self) -> State {
        State {
            lands: [Lands::NONE; OWNERS],
            strong: Lands::NONE,
            armies: [0; COUNTRIES],
            hands: [Cards::NONE; HANDS],
            draw: Cards::DECK,
            discard: Cards::NONE,
            battle: Battle::default(),
            phase: Phase::Deal,
            mover: Seat(0),
            left: 0,
            moves: 0,
            round: 0,
            calm_since: 0,
            out: SeatSet::EMPTY,
            conquered: false,
            spoils: false,
        }
    }
}

impl Default for Risk {
    fn default() -> Risk {
        Risk::new(&SEED, 2, None)
    }
}

/// §3, §9.4–§9.10 In the order of the classic rules; by the others cards are exchanged after the attack,
/// and only they bring armies.
const PHASES: &[PhaseCard] = &[
    PhaseCard {
        name: "exchange",
        title: Text::fixed("exchange cards", "échange de cartes"),
    },
    PhaseCard {
        name: "reinforce",
        title: Text::fixed("place armies", "placement des armées"),
    },
    PhaseCard {
        name: "attack",
        title: Text::fixed("attack", "attaque"),
    },
    PhaseCard {
        name: "card",
        title: Text::fixed("draw a card", "pioche d'une carte"),
    },
    PhaseCard {
        name: "move",
        title: Text::fixed("move armies", "déplacement des armées"),
    },
];

const PRESETS: &[Preset] = &[
    Preset {
        name: "seed",
        title: Text::fixed("The first Risk", "Le premier Risk"),
        about: Text::fixed(
            "One roll a turn and no reinforcements: armies come for cards only; 28 countries win.",
            "Un jet par tour et pas de renforts : les armées viennent des cartes seulement ; 28 pays gagnent.",
        ),
        seats: Some((2, SEED.seats)),
        settings: &[("rules", SEED.word)],
    },
    Preset {
        name: "duel",
        title: Text::fixed("Short duel", "Duel rapide"),
        about: Text::fixed(
            "The first Risk, but 21 countries, half of the world, win.",
            "Le premier Risk, mais 21 pays, la moitié du monde, suffisent pour gagner.",
        ),
        seats: Some((2, SEED.seats)),
        settings: &[("rules", SEED.word), ("win", "21")],
    },
    Preset {
        name: "classic",
        title: Text::fixed("Classic", "Classique"),
        about: Text::fixed(
            "New armies every turn, any number of attacks; all 42 countries win.",
            "Des renforts à chaque tour, autant d'attaques qu'on veut ; il faut les 42 pays.",
        ),
        seats: Some((2, CLASSIC.seats)),
        settings: &[("rules", CLASSIC.word)],
    },
    Preset {
        name: "quick",
        title: Text::fixed("Quick classic", "Classique rapide"),
        about: Text::fixed(
            "The classic rules, but 28 countries, two thirds of the world, win.",
            "Les règles classiques, mais 28 pays, les deux tiers du monde, suffisent pour gagner.",
        ),
        seats: Some((2, CLASSIC.seats)),
        settings: &[("rules", CLASSIC.word), ("win", "28")],
    },
];

impl Setup for Risk {
    const CARD: &'static Card = &Card {
        name: "risk",
        title: Text::fixed("Risk", "Risk"),
        about: Text::fixed(
            "Forty-two countries, dice and hidden cards: hold two thirds of the world, or all of it.",
            "Quarante-deux pays, des dés et des cartes cachées : tenez les deux tiers du monde, ou le monde entier.",
        ),
        goal: Text::fixed(
            "Hold 28 of the 42 countries, or all of them by the classic rules.",
            "Tenez 28 des 42 pays, ou tous les pays avec les règles classiques.",
        ),
        seats: (2, 6),
        minutes: (45, 180),
        phases: PHASES,
        settings: &[
            SettingCard {
                name: "rules",
                title: Text::fixed("Rules", "Règles"),
                values: Values::OneOf(&[
                    (
                        SEED.word,
                        Text::fixed(
                            "one attack a turn, armies for cards only; two players",
                            "une attaque par tour, des armées contre des cartes seulement ; deux joueurs",
                        ),
                    ),
                    (
                        CLASSIC.word,
                        Text::fixed(
                            "reinforcements every turn, any number of attacks; two to six players",
                            "des renforts à chaque tour, autant d'attaques qu'on veut ; de deux à six joueurs",
                        ),
                    ),
                ]),
                default: Some(SEED.word),
                absent: None,
            },
            SettingCard {
                name: "win",
                title: Text::fixed(
                    "Countries that win (28 in seed, all 42 in classic)",
                    "Pays pour gagner (28 en seed, les 42 en classic)",
                ),
                values: Values::Number(15, 42),
                default: None,
                absent: None,
            },
            SettingCard {
                name: "stagnation",
                title: Text::fixed(
                    "Rounds without a conquest that end the match (0: never)",
                    "Tours de table sans conquête qui terminent la partie (0 : jamais)",
                ),
                values: Values::Number(0, ROUND_LIMIT as u32),
                default: Some("30"),
                absent: Some("0"),
            },
        ],
        featured: &["classic", "seed"],
        presets: PRESETS,
    };

    fn setup(settings: &Settings, seats: u8) -> Result<Risk, Vec<SettingError>> {
        let mut errors: Vec<SettingError> = Vec::new();
        for setting in Self::CARD.settings {
            if let Some(value) = settings.get(setting.name) {
                errors.extend(setting.check(value).err());
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let number = |name: &str| settings.get(name).and_then(|value| value.parse().ok());
        let rules = settings.get("rules");
        let variant = match rules.is_some_and(|rules| rules == CLASSIC.word) {
            true => &CLASSIC,
            false => &SEED,
        };
        if seats > variant.seats {
            return Err(vec![SettingError {
                name: "seats".to_owned(),
                text: text!(
                    "these rules are for two players: choose the rules `classic` for {seats}",
                    "ces règles se jouent à deux : choisissez les règles « classic » pour {seats} places",
                ),
            }]);
        }
        Ok(Risk {
            stagnation: number("stagnation").unwrap_or(0),
            ..Risk::new(variant, seats, number("win"))
        })
    }

    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: self.variant.name,
            version: 1,
        }
    }
}
