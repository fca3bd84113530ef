//! The options, and the game that they make.

mod options;
pub(super) mod switches;

use vauban_game::{Card, RuleSet, Seat, SettingError, Settings, Setup, Text, Unreadable, text};

use self::switches::SWITCHES;
use super::{
    Army, Board, Class, Doctrine, Guerre, NORTH, Place, RuleSetName, SOUTH, State, Unit,
    deployment::{drawn_map, map},
    doctrine::AttackTiming,
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

/// Whether these settings ask for a set-up or the lot, that is for [`super::Deployed`].
pub fn wants_deployment(settings: &Settings) -> bool {
    start(settings) != Start::Standard || first(settings) == First::Lot
}

/// How a match starts.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Start {
    /// In the published position.
    Standard,
    /// The sides place their units unseen.
    Hidden,
    /// Before that they agree on the ground.
    Terrain,
    /// One person draws everything.
    Editor,
}

/// What the option says, else the rules.
pub(super) fn start(settings: &Settings) -> Start {
    match settings.get("setup").map(String::as_str) {
        Some("hidden") => Start::Hidden,
        Some("terrain") => Start::Terrain,
        Some("editor") => Start::Editor,
        Some(_) => Start::Standard,
        None => match rule_set(settings) {
            RuleSetName::Bordeaux => Start::Standard,
            RuleSetName::Debord | RuleSetName::Rsg => Start::Hidden,
        },
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
        // §10.6 A set-up is followed by the lot, whatever the rules.
        None if start(settings) != Start::Standard => First::Lot,
        None => match rule_set(settings) {
            RuleSetName::Bordeaux => First::North,
            RuleSetName::Debord | RuleSetName::Rsg => First::Lot,
        },
    }
}

fn rule_set(settings: &Settings) -> RuleSetName {
    match settings.get("rules").map(String::as_str) {
        Some("debord") => RuleSetName::Debord,
        Some("rsg") => RuleSetName::Rsg,
        _ => RuleSetName::Bordeaux,
    }
}

fn doctrine(settings: &Settings) -> Doctrine {
    let mut doctrine = match rule_set(settings) {
        RuleSetName::Bordeaux => Doctrine::BORDEAUX,
        RuleSetName::Debord => Doctrine::DEBORD,
        RuleSetName::Rsg => Doctrine::RSG,
    };
    for switch in &SWITCHES {
        if let Some(value) = settings.get(switch.name) {
            switch.turn(&mut doctrine, value);
        }
    }
    // §8.6 Where an arsenal is the turn's one attack, a second one needs to be allowed.
    if !settings.contains_key(switches::TWO_ARSENALS.name) {
        doctrine.two_arsenals = doctrine.attack_timing == AttackTiming::EachMove;
    }
    doctrine
}

/// §10.3 The units that a side places.
fn army(settings: &Settings) -> Result<Army, SettingError> {
    let wrong = |text| SettingError {
        name: "army".to_owned(),
        text,
    };
    let Some(word) = settings.get("army").filter(|word| !word.is_empty()) else {
        return Ok(Army::STANDARD);
    };
    let army = Army::read(word).map_err(wrong)?;
    if army != Army::STANDARD && start(settings) == Start::Standard {
        return Err(wrong(Text::fixed(
            "the published position has its own units; an army needs another set-up, such as setup=hidden",
            "la position publiée a ses propres unités ; une armée demande une autre mise en place, comme setup=hidden",
        )));
    }
    Ok(army)
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
        phases: options::PHASES,
        settings: options::SETTINGS,
        featured: &[],
        presets: options::PRESETS,
    };

    /// The open part: set-ups and the lot are left to [`super::Deployed`], see [`wants_deployment`]. With
    /// `first=south` South begins, else North; on a map for a set-up nobody stands yet.
    fn setup(settings: &Settings, _seats: u8) -> Result<Guerre, Vec<SettingError>> {
        let mut game = Guerre::new(doctrine(settings));
        game.rule_set = rule_set(settings);
        game.army = army(settings).map_err(|error| vec![error])?;
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
        if start(settings) == Start::Terrain {
            return Err(vec![wrong(Text::fixed(
                "with setup=terrain the sides make the map themselves: leave `map` out",
                "avec setup=terrain, les camps font eux-mêmes la carte : n'indiquez pas « map »",
            ))]);
        }
        let board = match text.parse() {
            Ok(number) => drawn_map(number),
            Err(_) => {
                let map = position::read_map(text).map_err(|error| vec![wrong(error.text)])?;
                map.judge(game.army.len()).map_err(|violations| {
                    let texts = violations.iter().map(map::Violation::text);
                    texts.map(wrong).collect::<Vec<SettingError>>()
                })?
            }
        };
        let mut on_map = game.on(board);
        if start(settings) == Start::Standard {
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
            RuleSetName::Rsg => "rsg",
        };
        RuleSet { name, version: 1 }
    }

    fn in_force(&self) -> Settings {
        let switches = SWITCHES
            .iter()
            .map(|switch| (switch.name.to_owned(), (switch.value)(&self.doctrine)));
        let names = [
            ("setup", "standard"),
            (
                "first",
                if self.first == NORTH {
                    "north"
                } else {
                    "south"
                },
            ),
        ];
        let named = names.map(|(name, value)| (name.to_owned(), value.to_owned()));
        switches.chain(named).collect()
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
            None => self.on_standard_ground(),
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
