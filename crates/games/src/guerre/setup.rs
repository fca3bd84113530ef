//! The options, and the game that they make.

use vauban_game::{
    Card, PhaseCard, Preset, RuleSet, Seat, SettingCard, SettingError, Settings, Setup, Text,
    Unreadable, Values, text,
};

use super::{
    Board, Class, Doctrine, Guerre, NORTH, Place, RuleSetName, SOUTH, State, Unit,
    deployment::map,
    doctrine::{AttackTiming, ChargeLines, RelayContact},
    position,
    words::places,
};

/// The units of the published order of battle, in the order in which its save file lists them.
const STANDARD: [(Class, &str, &str); 6] = [
    (Class::Relay, "D3", "O23"),
    (Class::MountedRelay, "F5", "N17"),
    (Class::Cavalry, "G3 G4 H3 H4", "K19 L19 L18 M18"),
    (
        Class::Infantry,
        "H5 F10 G6 G7 G9 H7 H8 H9 I6",
        "K15 L15 M15 K16 L16 M16 K17 L17 M17",
    ),
    (Class::Artillery, "G8", "K18"),
    (Class::MountedArtillery, "H6", "O16"),
];

/// How many units of each class a side has, in the order of [`Class::ALL`].
pub fn strength() -> [u8; Class::ALL.len()] {
    Class::ALL.map(|class| {
        let (_, north, _) = STANDARD
            .iter()
            .find(|(of, ..)| *of == class)
            .expect("every class is in the order of battle");
        north.split(' ').count() as u8
    })
}

/// Where the published order of battle has a side's units of one class.
pub(super) fn published(class: Class, seat: Seat) -> impl Iterator<Item = Place> {
    STANDARD
        .iter()
        .filter(move |(of, ..)| *of == class)
        .flat_map(move |(_, north, south)| if seat == NORTH { north } else { south }.split(' '))
        .filter_map(Place::read)
}

/// The published order of battle, on a board of at least the standard size.
pub(super) fn standard_units(board: &Board) -> [Vec<Unit>; 2] {
    let side = |places: fn(&(Class, &'static str, &'static str)) -> &'static str| {
        STANDARD
            .iter()
            .flat_map(|line| places(line).split(' ').map(|place| (line.0, place)))
            .map(|(class, place)| {
                let place = Place::read(place).expect("the table is well written");
                Unit::new(class, board.known(place))
            })
            .collect()
    };
    [side(|line| line.1), side(|line| line.2)]
}

/// Whether these settings ask for the hidden set-up or the lot, that is for [`super::Deployed`].
pub fn wants_deployment(settings: &Settings) -> bool {
    is_hidden(settings) || first(settings) == First::Lot
}

/// Whether the sides place their units themselves.
pub(super) fn is_hidden(settings: &Settings) -> bool {
    match settings.get("setup").map(String::as_str) {
        Some(word) => word == "hidden",
        None => rule_set(settings) == RuleSetName::Debord,
    }
}

/// Who begins.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum First {
    North,
    South,
    Lot,
}

/// What the option says; else what the set-up and the rules say.
pub(super) fn first(settings: &Settings) -> First {
    match settings.get("first").map(String::as_str) {
        Some("south") => First::South,
        Some("lot") => First::Lot,
        Some(_) => First::North,
        // §10.6 A hidden set-up is followed by the lot, whatever the rules.
        None if is_hidden(settings) => First::Lot,
        None => match rule_set(settings) {
            RuleSetName::Bordeaux => First::North,
            RuleSetName::Debord => First::Lot,
        },
    }
}

fn rule_set(settings: &Settings) -> RuleSetName {
    match settings.get("rules").map(String::as_str) {
        Some("debord") => RuleSetName::Debord,
        _ => RuleSetName::Bordeaux,
    }
}

fn doctrine(settings: &Settings) -> Doctrine {
    let mut doctrine = match rule_set(settings) {
        RuleSetName::Bordeaux => Doctrine::BORDEAUX,
        RuleSetName::Debord => Doctrine::DEBORD,
    };
    match settings.get("attack_timing").map(String::as_str) {
        Some("each_move") => doctrine.attack_timing = AttackTiming::EachMove,
        Some("end_of_turn") => doctrine.attack_timing = AttackTiming::EndOfTurn,
        _ => {}
    }
    match settings.get("charge_lines").map(String::as_str) {
        Some("initiator") => doctrine.charge_lines = ChargeLines::Initiator,
        Some("all") => doctrine.charge_lines = ChargeLines::All,
        _ => {}
    }
    match settings.get("relay_contact").map(String::as_str) {
        Some("yes") => doctrine.relay_contact = RelayContact::Wakes,
        Some("no") => doctrine.relay_contact = RelayContact::Ignored,
        _ => {}
    }
    doctrine
}

impl Setup for Guerre {
    const CARD: &'static Card = &Card {
        name: "guerre",
        title: Text::fixed("Jeu de la Guerre", "Jeu de la Guerre"),
        about: Text::fixed(
            "Two armies that live on their lines of communication: cut the enemy's, keep your own.",
            "Deux armées qui vivent de leurs lignes de communication : coupez celles de l'ennemi, gardez les vôtres.",
        ),
        goal: Text::fixed(
            "Destroy both enemy arsenals, or every enemy fighting unit.",
            "Détruisez les deux arsenaux ennemis, ou toutes les unités combattantes ennemies.",
        ),
        seats: (2, 2),
        minutes: (60, 180),
        phases: PHASES,
        settings: SETTINGS,
        presets: PRESETS,
    };

    /// The open part: the hidden set-up and the lot are left to [`super::Deployed`], see
    /// [`wants_deployment`]. With `first=south` South begins, else North; on a map for the hidden
    /// set-up nobody stands yet.
    fn setup(settings: &Settings, _seats: u8) -> Result<Guerre, Vec<SettingError>> {
        let mut game = Guerre::new(doctrine(settings));
        game.rule_set = rule_set(settings);
        if first(settings) == First::South {
            game.first = SOUTH;
        }
        let Some(text) = settings.get("map").filter(|text| !text.is_empty()) else {
            return Ok(game);
        };
        let wrong = |text: Text| SettingError {
            name: "map".to_owned(),
            text,
        };
        let map = position::read_map(text).map_err(|error| vec![wrong(error.text)])?;
        let board = map.judge().map_err(|violations| {
            let texts = violations.iter().map(map::Violation::text);
            texts.map(wrong).collect::<Vec<SettingError>>()
        })?;
        let mut on_map = game.on(board);
        if !is_hidden(settings) {
            on_map.order_of_battle = on_map
                .standard_units_here()
                .map_err(|text| vec![wrong(text)])?;
        }
        Ok(on_map)
    }

    fn rule_set(&self) -> RuleSet {
        let name = match self.rule_set {
            RuleSetName::Bordeaux => "bordeaux",
            RuleSetName::Debord => "debord",
        };
        RuleSet { name, version: 1 }
    }

    /// A position names its ground when it is not the standard one; without a name it is.
    fn resume(&self, position: &str) -> Result<(Guerre, State), Unreadable> {
        let game = match position::board_of(position) {
            Some(board) => {
                let board = position::read_board(board)?;
                if position::same_ground(&board, &self.board) {
                    self.clone()
                } else {
                    self.on(board)
                }
            }
            None if self.board.is_standard() => self.clone(),
            None => {
                let standard = Guerre::new(self.doctrine.clone());
                Guerre {
                    rule_set: self.rule_set,
                    first: self.first,
                    ..standard
                }
            }
        };
        let state = game.read_state(position)?;
        Ok((game, state))
    }
}

impl Guerre {
    /// The published order of battle on this board, if nobody would stand on a mountain.
    fn standard_units_here(&self) -> Result<[Vec<Unit>; 2], Text> {
        let standard = Board::standard();
        if (self.board.width(), self.board.height()) != (standard.width(), standard.height()) {
            return Err(Text::fixed(
                "a board of this size has no standard position; choose setup=hidden",
                "un plateau de cette taille n'a pas de position standard ; choisissez setup=hidden",
            ));
        }
        let units = standard_units(&self.board);
        let stuck: Vec<Place> = [NORTH, SOUTH]
            .into_iter()
            .flat_map(|seat| units[seat.index()].iter())
            .map(|unit| unit.square())
            .filter(|&square| self.board.is_mountain(square))
            .map(|square| self.board.place(square))
            .collect();
        if stuck.is_empty() {
            return Ok(units);
        }
        Err(text!(
            "units of the standard position would stand on mountains: {stuck}; choose setup=hidden",
            "des unités de la position standard seraient sur des montagnes : {stuck} ; choisissez setup=hidden",
            stuck = places(&stuck)
        ))
    }
}

/// §4, §5, §6 With one attack at the end, it follows the moves; else each move may be followed by one.
const PHASES: &[PhaseCard] = &[
    PhaseCard {
        name: "retreat",
        title: Text::fixed("retreat", "retraite"),
    },
    PhaseCard {
        name: "moves",
        title: Text::fixed("up to five moves", "cinq déplacements au plus"),
    },
    PhaseCard {
        name: "attack",
        title: Text::fixed("attack", "attaque"),
    },
];

const PRESETS: &[Preset] = &[
    Preset {
        name: "bordeaux",
        title: Text::fixed("Bordeaux rules", "Règles de Bordeaux"),
        about: Text::fixed(
            "The published position; a unit may attack right after its move.",
            "La position publiée ; une unité peut attaquer juste après son déplacement.",
        ),
        seats: None,
        settings: &[("rules", "bordeaux")],
    },
    Preset {
        name: "debord",
        title: Text::fixed("Debord's rules", "Règles de Debord"),
        about: Text::fixed(
            "Both sides set up in secret, a lot says who begins, and a turn has one attack, at its end.",
            "Chaque camp se place en secret, le sort désigne qui commence, et un tour a une seule attaque, à la fin.",
        ),
        seats: None,
        settings: &[("rules", "debord")],
    },
    Preset {
        name: "hidden",
        title: Text::fixed("Bordeaux, hidden set-up", "Bordeaux, mise en place cachée"),
        about: Text::fixed(
            "The Bordeaux rules, but both sides set up in secret, and a lot says who begins.",
            "Les règles de Bordeaux, mais chaque camp se place en secret, et le sort désigne qui commence.",
        ),
        seats: None,
        settings: &[("rules", "bordeaux"), ("setup", "hidden")],
    },
];

const SETTINGS: &[SettingCard] = &[
    SettingCard {
        name: "rules",
        title: Text::fixed("Rules", "Règles"),
        values: Values::OneOf(&[
            (
                "bordeaux",
                Text::fixed(
                    "a unit may attack right after its move; only the attacker's line charges",
                    "une unité peut attaquer juste après son déplacement ; seule la ligne de l'assaillant charge",
                ),
            ),
            (
                "debord",
                Text::fixed(
                    "one attack at the end of the turn, every line charges, hidden set-up, lot for the first turn",
                    "une attaque en fin de tour, toutes les lignes chargent, mise en place cachée, premier joueur tiré au sort",
                ),
            ),
        ]),
        default: Some("bordeaux"),
    },
    SettingCard {
        name: "setup",
        title: Text::fixed("Set-up", "Mise en place"),
        values: Values::OneOf(&[
            (
                "standard",
                Text::fixed("the published position", "la position publiée"),
            ),
            (
                "hidden",
                Text::fixed(
                    "each side places its units unseen, then a lot says who begins",
                    "chaque camp place ses unités sans être vu, puis le sort désigne qui commence",
                ),
            ),
        ]),
        default: None,
    },
    SettingCard {
        name: "first",
        title: Text::fixed("First turn", "Premier tour"),
        values: Values::OneOf(&[
            ("north", Text::fixed("North", "Nord")),
            ("south", Text::fixed("South", "Sud")),
            ("lot", Text::fixed("drawn by lot", "tiré au sort")),
        ]),
        default: None,
    },
    SettingCard {
        name: "attack_timing",
        title: Text::fixed("Attacks", "Attaques"),
        values: Values::OneOf(&[
            (
                "each_move",
                Text::fixed("after each move", "après chaque déplacement"),
            ),
            (
                "end_of_turn",
                Text::fixed("one, at the end of the turn", "une seule, en fin de tour"),
            ),
        ]),
        default: None,
    },
    SettingCard {
        name: "charge_lines",
        title: Text::fixed("Charges", "Charges"),
        values: Values::OneOf(&[
            (
                "initiator",
                Text::fixed("the attacker's line", "la ligne de l'assaillant"),
            ),
            (
                "all",
                Text::fixed(
                    "every line that touches the target",
                    "toutes les lignes au contact de la cible",
                ),
            ),
        ]),
        default: None,
    },
    SettingCard {
        name: "relay_contact",
        title: Text::fixed("Relays woken by contact", "Relais activés par contact"),
        values: Values::OneOf(&[
            ("yes", Text::fixed("yes", "oui")),
            ("no", Text::fixed("no", "non")),
        ]),
        default: Some("yes"),
    },
    SettingCard {
        name: "map",
        title: Text::fixed(
            "Own map, §11 of the rules: 25x20~mC10…~mN11…, or load a map file",
            "Carte personnelle, §11 des règles : 25x20~mC10…~mN11…, ou chargez un fichier de carte",
        ),
        values: Values::Word,
        default: None,
    },
];
