//! What the shelf shows of the game, and how its options make a map. §1, §2

use vauban_game::{
    Card, MAX_SEATS, PhaseCard, Preset, RuleSet, Seat, SeatSet, SettingCard, SettingError,
    Settings, Setup, Text, Unreadable, Values, text,
};

use super::{
    LandBuster,
    land::{Lands, MOST_LANDS},
    map::ATTEMPTS,
    position,
    state::{Boons, Habit, Hero, MOST_ITEMS, MOST_PLANNED, Phase, State},
};

impl LandBuster {
    /// §2.1 Before the lot: all lands are neutral.
    pub(super) fn opening(&self) -> State {
        let mut soldiers = [0; MOST_LANDS];
        for land in self.map().lands().iter() {
            soldiers[land.index()] = self.map().troops(land).into();
        }
        State {
            soldiers,
            lands: [Lands::NONE; MAX_SEATS],
            ports: Lands::NONE,
            lying: [None; MOST_ITEMS],
            capitals: [None; MAX_SEATS],
            heroes: [Hero::Waiting; MAX_SEATS],
            held: [None; MAX_SEATS],
            habits: [Habit::default(); MAX_SEATS],
            plans: [None; MOST_PLANNED],
            plannings: 0,
            boons: Boons::default(),
            news: None,
            phase: Phase::Lot,
            mover: Seat(0),
            first: Seat(0),
            round: 0,
            out: SeatSet::EMPTY,
        }
    }
}

/// §4.1
const PHASES: &[PhaseCard] = &[
    PhaseCard {
        name: "reinforcement",
        title: Text::fixed("reinforcement", "renforts"),
    },
    PhaseCard {
        name: "action",
        title: Text::fixed("action", "action"),
    },
    PhaseCard {
        name: "move",
        title: Text::fixed("move", "déplacement"),
    },
];

const PRESETS: &[Preset] = &[
    Preset {
        name: "open",
        title: Text::fixed("Open war", "Guerre ouverte"),
        about: Text::fixed(
            "Two to six players on a map that nobody has seen.",
            "De deux à six joueurs sur une carte que personne n'a vue.",
        ),
        seats: Some((2, 6)),
        settings: &[],
    },
    Preset {
        name: "duel",
        title: Text::fixed("Duel", "Duel"),
        about: Text::fixed(
            "Two players have the whole map to share.",
            "Deux joueurs ont toute la carte à se partager.",
        ),
        seats: Some((2, 2)),
        settings: &[],
    },
    Preset {
        name: "crowd",
        title: Text::fixed("Full table", "Table pleine"),
        about: Text::fixed(
            "Five or six players: neutral lands are gone soon.",
            "Cinq ou six joueurs : les terres neutres partent vite.",
        ),
        seats: Some((5, 6)),
        settings: &[],
    },
];

impl Setup for LandBuster {
    const CARD: &'static Card = &Card {
        name: "landbuster",
        title: Text::fixed("Land Buster", "Land Buster"),
        about: Text::fixed(
            "A new map every time: plan your attacks, build ports, find your hero, and keep what you found to yourself.",
            "Une carte nouvelle à chaque fois : planifiez vos attaques, construisez des ports, gagnez votre héros, et gardez pour vous vos trouvailles.",
        ),
        goal: Text::fixed(
            "Take the others' capitals and be the last one left; after 300 rounds, hold most lands.",
            "Prenez les capitales des autres et restez le dernier ; après 300 tours de table, tenez le plus de terres.",
        ),
        seats: (2, 6),
        minutes: (30, 120),
        phases: PHASES,
        settings: &[SettingCard {
            name: "map",
            title: Text::fixed("Map", "Carte"),
            values: Values::Seed,
            default: None,
            absent: None,
        }],
        featured: &[],
        presets: PRESETS,
    };

    fn setup(settings: &Settings, seats: u8) -> Result<LandBuster, Vec<SettingError>> {
        let number = settings.get("map").and_then(|number| number.parse().ok());
        let number: u64 = number.unwrap_or_default();
        LandBuster::new(number, seats).map_err(|_| {
            vec![SettingError {
                name: "map".to_owned(),
                text: text!(
                    "no map for {seats} players comes from the number {number}, after {ATTEMPTS} attempts: choose another number",
                    "aucune carte pour {seats} joueurs ne sort du numéro {number}, après {ATTEMPTS} essais : choisissez un autre numéro"
                ),
            }]
        })
    }

    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "landbuster",
            version: 1,
        }
    }

    fn in_force(&self) -> Settings {
        Settings::from([("map".to_owned(), self.map().number().to_string())])
    }

    /// A position names its map.
    fn resume(&self, position: &str) -> Result<(LandBuster, State), Unreadable> {
        position::resume(self, position)
    }
}
