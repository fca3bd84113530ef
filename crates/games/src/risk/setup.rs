//! The options, and how a match begins. §2, §9

use vauban_game::{
    Card, RuleSet, Seat, SeatSet, SettingCard, SettingError, Settings, Setup, Text, Values, text,
};

use super::{
    Risk,
    board::{COUNTRIES, Lands},
    cards::{Cards, HANDS},
    state::{Battle, OWNERS, Owner, Phase, State},
};

/// Which rules are in force.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Rules {
    /// One attack a turn, armies only for cards.
    #[default]
    Seed,
    /// Reinforcements, any number of attacks, one fortification.
    Classic,
}

impl Rules {
    const fn word(self) -> &'static str {
        match self {
            Rules::Seed => "seed",
            Rules::Classic => "classic",
        }
    }
}

/// §7.1 Two countries of three.
const SEED_WIN: u8 = 28;

impl Risk {
    /// The game with these options; `win` countries win, by default as the rules have it.
    pub fn new(rules: Rules, players: u8, win: Option<u8>) -> Risk {
        let usual = match rules {
            Rules::Seed => SEED_WIN,
            Rules::Classic => COUNTRIES as u8,
        };
        Risk {
            rules,
            players,
            win: win.unwrap_or(usual),
        }
    }

    /// §2.2, §9.2 All armies that an owner begins with.
    pub(super) fn first_armies(&self) -> u16 {
        match (self.rules, self.players) {
            (Rules::Seed, _) => 42,
            (Rules::Classic, 2) => 40,
            (Rules::Classic, 3) => 35,
            (Rules::Classic, 4) => 30,
            (Rules::Classic, 5) => 25,
            (Rules::Classic, _) => 20,
        }
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
            out: SeatSet::EMPTY,
            conquered: false,
            spoils: false,
        }
    }
}

impl Default for Risk {
    fn default() -> Risk {
        Risk::new(Rules::default(), 2, None)
    }
}

impl Setup for Risk {
    const CARD: &'static Card = &Card {
        name: "risk",
        title: Text::fixed("Risk", "Risk"),
        about: Text::fixed(
            "Forty-two countries, dice and hidden cards: hold two thirds of the world, or all of it.",
            "Quarante-deux pays, des dés et des cartes cachées : tenez les deux tiers du monde, ou le monde entier.",
        ),
        seats: (2, 6),
        settings: &[
            SettingCard {
                name: "rules",
                title: Text::fixed("Rules", "Règles"),
                values: Values::OneOf(&[
                    (
                        Rules::Seed.word(),
                        Text::fixed(
                            "one attack a turn, armies for cards only; two players",
                            "une attaque par tour, des armées contre des cartes seulement ; deux joueurs",
                        ),
                    ),
                    (
                        Rules::Classic.word(),
                        Text::fixed(
                            "reinforcements every turn, any number of attacks; two to six players",
                            "des renforts à chaque tour, autant d'attaques qu'on veut ; de deux à six joueurs",
                        ),
                    ),
                ]),
                default: Some(Rules::Seed.word()),
            },
            SettingCard {
                name: "players",
                title: Text::fixed("Players", "Joueurs"),
                values: Values::Number(2, 6),
                default: Some("2"),
            },
            SettingCard {
                name: "win",
                title: Text::fixed(
                    "Countries that win (28 in seed, all 42 in classic)",
                    "Pays pour gagner (28 en seed, les 42 en classic)",
                ),
                values: Values::Number(15, 42),
                default: None,
            },
        ],
    };

    fn setup(settings: &Settings) -> Result<Risk, Vec<SettingError>> {
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
        let rules = match settings.get("rules").map(String::as_str) {
            Some("classic") => Rules::Classic,
            _ => Rules::Seed,
        };
        let players = number("players").unwrap_or(2);
        if rules == Rules::Seed && players != 2 {
            return Err(vec![SettingError {
                name: "players".to_owned(),
                text: text!(
                    "`seed` is for two players: {players} players need `rules=classic`",
                    "« seed » se joue à deux : à {players}, il faut « rules=classic »",
                ),
            }]);
        }
        Ok(Risk::new(rules, players, number("win")))
    }

    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: match self.rules {
                Rules::Seed => "risk",
                Rules::Classic => "risk-classic",
            },
            version: 1,
        }
    }
}
