//! Garden Tensions: two clans of tiny creatures, 29 hexagons, dice and resources.
//!
//! The numbered rules are in `rules.md`. `rules` says them one by one for refusals, `actions` lists
//! what they allow fast enough for search, `turns` says what happens, and the tests hold them together.

mod actions;
mod agents;
mod cell;
mod chance;
mod drawings;
mod evaluate;
mod lenses;
mod map;
mod narrate;
mod notation;
mod odds;
mod planes;
mod position;
mod refusal;
mod rules;
mod scene;
mod state;
mod turns;
mod words;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use vauban_game::{
    Actions, Card, Dice, Ending, Formats, Game, Outcome, Refused, RuleSet, Seat, SettingCard,
    SettingError, Settings, Setup, Text, Turn, Unreadable, Values, Viewer, fingerprint,
};

pub use actions::{Action, POWER_POINTS};
pub use agents::{Bold, Random};
pub use cell::{Area, Cell};
pub use chance::{Chance, Visit};
pub use evaluate::Greed;
pub use map::{HOMES_APART, Land, Map, Resource, Soil, Special};
pub use odds::Bout;
pub use refusal::Refusal;
pub use state::{CROWD, Clan, End, PLENTY, Phase, ROUNDS, STOCK, State};

use planes::Planes;
use state::{SEATS, Side};

/// §2.4 How many creatures each side begins with.
pub const SETTLERS: u8 = 3;

/// The rules of Garden Tensions in one garden.
#[derive(Clone, Debug)]
pub struct Garden {
    map: Arc<Map>,
    /// §9.1 Whether humans come by.
    humans: bool,
}

impl Garden {
    /// The garden with this number, without humans.
    pub fn new(map: u64) -> Garden {
        Garden {
            map: Arc::new(Map::new(map)),
            humans: false,
        }
    }
    /// The same with humans.
    pub fn with_humans(map: u64) -> Garden {
        Garden {
            humans: true,
            ..Garden::new(map)
        }
    }
    pub fn map(&self) -> &Map {
        &self.map
    }
}

impl Game for Garden {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type View = State;
    type Refusal = Refusal;

    fn seats(&self) -> u8 {
        2
    }

    /// §2.4
    fn start(&self) -> State {
        let homes = SEATS.map(|seat| self.map.home(seat));
        let mut creatures = Planes::ZERO;
        for home in homes {
            creatures.set(home, SETTLERS);
        }
        State {
            own: homes.map(Area::of),
            creatures,
            poison: Planes::ZERO,
            rocks: Planes::ZERO,
            arms: Planes::ZERO,
            shelter: Area::EMPTY,
            sides: [Side::default(); 2],
            phase: Phase::Lot,
            mover: Seat(0),
            first: Seat(0),
            used: 0,
            round: 0,
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Clans | Phase::Conquest | Phase::Reinforcement => Turn::One(state.mover),
            Phase::Over(end) => Turn::Over(outcome(end)),
            Phase::Lot
            | Phase::Humans
            | Phase::Trampling(_)
            | Phase::Poison(_)
            | Phase::Dying(..)
            | Phase::Attack { .. }
            | Phase::Defence { .. } => Turn::Chance,
        }
    }

    #[inline]
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if seat == state.mover {
            self.append_actions(state, out);
        }
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refused<Refusal>> {
        rules::check(self, state, seat, action)
    }

    #[inline]
    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        debug_assert_eq!(seat, state.mover, "only the seat on turn acts");
        self.apply(state, action);
    }

    #[inline]
    fn chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) {
        self.append_chances(state, out);
    }

    #[inline]
    fn roll(&self, state: &State, dice: &mut Dice) -> Chance {
        self.draw_chance(state, dice)
    }

    #[inline]
    fn settle(&self, state: &mut State, chance: Chance) {
        self.happen(state, chance);
    }

    #[inline]
    fn view(&self, state: &State, _viewer: Viewer) -> State {
        *state
    }

    #[inline]
    fn imagine(&self, view: &State, _dice: &mut Dice) -> State {
        *view
    }

    /// The round only matters for the end.
    fn key(&self, state: &State) -> u64 {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let [ones, twos, fours] = state.creatures.words();
        let [poison, more_poison] = state.poison.words();
        let [rocks, more_rocks] = state.rocks.words();
        let [arms, more_arms] = state.arms.words();
        let [blue, red] = state.sides.map(|side| {
            let [food, metal, stone, wood] = side.resources.map(u64::from);
            let resources = food | metal << 16 | stone << 32 | wood << 48;
            let clan = side.clan.map_or(0, |clan| clan as u64 + 1);
            let rest = u64::from(side.points) | u64::from(side.stock) << 16 | clan << 24;
            [resources, rest]
        });
        let flags = u64::from(state.mover.0)
            | u64::from(state.first.0) << 8
            | u64::from(state.used) << 16
            | phase_word(state.phase) << 24;
        fingerprint(&[
            pair(state.own[0].0, state.own[1].0),
            pair(ones, twos),
            pair(fours, state.shelter.0),
            pair(poison, more_poison),
            pair(rocks, more_rocks),
            pair(arms, more_arms),
            blue[0],
            blue[1],
            red[0],
            red[1],
            flags,
        ])
    }
}

/// A number for the phase with all that it carries.
fn phase_word(phase: Phase) -> u64 {
    let word = |tag: u64, parts: [u8; 3]| {
        let [one, two, three] = parts.map(u64::from);
        tag | one << 8 | two << 16 | three << 24
    };
    let index = |cell: Cell| cell.index() as u8;
    match phase {
        Phase::Lot => word(0, [0; 3]),
        Phase::Clans => word(1, [0; 3]),
        Phase::Humans => word(2, [0; 3]),
        Phase::Trampling(cell) => word(3, [index(cell), 0, 0]),
        Phase::Poison(cell) => word(4, [index(cell), 0, 0]),
        Phase::Dying(cell, roll) => word(5, [index(cell), roll, 0]),
        Phase::Conquest => word(6, [0; 3]),
        Phase::Attack { from, to } => word(7, [index(from), index(to), 0]),
        Phase::Defence { from, to, sum } => word(8, [index(from), index(to), sum]),
        Phase::Reinforcement => word(9, [0; 3]),
        Phase::Over(_) => word(10, [0; 3]),
    }
}

#[cold]
fn outcome(end: End) -> Outcome {
    match end.winner() {
        Some(seat) => Outcome::win(seat, 2, end.ending()),
        None => Outcome::draw(2, end.ending()),
    }
}

impl End {
    pub fn ending(self) -> &'static Ending {
        static GARDEN: Ending = Ending::new(
            "garden",
            "by conquering the whole garden",
            "en conquérant tout le jardin",
        );
        static ELIMINATED: Ending = Ending::new(
            "eliminated",
            "because the other side has no cell left",
            "car l'autre camp n'a plus de case",
        );
        static EXTINCT: Ending = Ending::new(
            "extinct",
            "because both sides lost their last cell at once",
            "car les deux camps ont perdu leur dernière case en même temps",
        );
        static ROUNDS: Ending = Ending::new("rounds", "after 200 rounds", "après 200 manches");
        match self {
            End::Garden(_) => &GARDEN,
            End::Eliminated(_) => &ELIMINATED,
            End::Extinct => &EXTINCT,
            End::Rounds(_) => &ROUNDS,
        }
    }
}

impl Formats for Garden {}

impl Setup for Garden {
    const CARD: &'static Card = &Card {
        name: "garden",
        title: Text::fixed("Garden Tensions", "Garden Tensions"),
        about: Text::fixed(
            "Tiny creatures conquer a garden of hexagons: gather, roll dice, poison, and be first in the sky.",
            "De minuscules créatures conquièrent un jardin d'hexagones : récoltez, lancez les dés, empoisonnez, et prenez le ciel.",
        ),
        seats: (2, 2),
        settings: &[
            SettingCard {
                name: "map",
                title: Text::fixed("Map", "Carte"),
                values: Values::Seed,
                default: None,
            },
            SettingCard {
                name: "humans",
                title: Text::fixed("Humans", "Humains"),
                values: Values::OneOf(&[
                    (
                        "no",
                        Text::fixed(
                            "the creatures are among themselves",
                            "les créatures sont entre elles",
                        ),
                    ),
                    (
                        "yes",
                        Text::fixed(
                            "humans come by now and then, and step on somebody",
                            "des humains passent de temps en temps, et marchent sur quelqu'un",
                        ),
                    ),
                ]),
                default: Some("no"),
            },
        ],
    };

    fn setup(settings: &Settings) -> Result<Garden, Vec<SettingError>> {
        let mut errors: Vec<SettingError> = Vec::new();
        for card in Self::CARD.settings {
            let chosen = settings.get(card.name);
            errors.extend(chosen.and_then(|value| card.check(value).err()));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let number = settings.get("map").and_then(|number| number.parse().ok());
        let map = Map::new(number.unwrap_or_default());
        Ok(Garden {
            map: Arc::new(map),
            humans: settings.get("humans").is_some_and(|humans| humans == "yes"),
        })
    }

    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "garden",
            version: 1,
        }
    }

    /// A position names its map.
    fn resume(&self, position: &str) -> Result<(Garden, State), Unreadable> {
        position::resume(self, position)
    }
}
