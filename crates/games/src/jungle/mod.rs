//! Jungle War: two herds of eight animals, two lakes, and a throne to be entered.
//!
//! The numbered rules are in `rules.md`. `rules` says them one by one for refusals, `actions` lists
//! what they allow fast enough for search, and the tests hold the two together.

mod actions;
mod drawings;
mod evaluate;
mod formats;
mod lenses;
mod narrate;
mod notation;
mod refusal;
mod rules;
mod scene;
mod state;
#[cfg(test)]
mod tests;

use std::convert::Infallible;

use vauban_game::{
    Actions, Card, Dice, Ending, Game, Odds, Outcome, Refused, Repetition, RuleSet, Seat,
    SettingCard, SettingError, Settings, Setup, Text, Turn, Values, Viewer, fingerprint,
};

pub use evaluate::Instinct;
pub use refusal::Refusal;
pub use state::{Animal, COLUMNS, End, Gait, ROWS, Square, State, Terrain};

use state::Herd;

/// §6.5 After so many half-moves without a capture the match is drawn.
pub const QUIET_LIMIT: u8 = 100;

/// The rules of Jungle War with one table of powers.
#[derive(Clone, Debug)]
pub struct Jungle {
    table: Powers,
    /// By animal.
    powers: [u8; 8],
    /// What each animal takes, in the generator's terms.
    appetites: [actions::Appetite; 8],
}

/// §2.2 How strong the animals are.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Powers {
    /// The dog beats the wolf and the tiger beats the lion.
    #[default]
    Seed,
    /// The wolf beats the dog and the lion beats the tiger.
    Traditional,
}

/// One animal goes from one square to another.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[repr(align(2))]
pub struct Action {
    pub from: Square,
    pub to: Square,
}

/// What an action is, as the board shows it.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Manner {
    Shift,
    /// A capture, whatever the square.
    Attack,
    Jump,
    /// Onto an empty enemy trap.
    ShiftTrapped,
    /// Onto the enemy throne.
    ShiftVictory,
}

impl Action {
    /// A place for an action that was not written yet.
    const NONE: Action = Action {
        from: Square(0),
        to: Square(0),
    };
}

impl Powers {
    const ALL: [Powers; 2] = [Powers::Seed, Powers::Traditional];

    const fn word(self) -> &'static str {
        match self {
            Powers::Seed => "seed",
            Powers::Traditional => "traditional",
        }
    }

    const fn of(self, animal: Animal) -> u8 {
        match (animal, self) {
            (Animal::Rat, _) => 1,
            (Animal::Cat, _) => 2,
            (Animal::Wolf, Powers::Seed) | (Animal::Dog, Powers::Traditional) => 3,
            (Animal::Dog, Powers::Seed) | (Animal::Wolf, Powers::Traditional) => 4,
            (Animal::Leopard, _) => 5,
            (Animal::Lion, Powers::Seed) | (Animal::Tiger, Powers::Traditional) => 6,
            (Animal::Tiger, Powers::Seed) | (Animal::Lion, Powers::Traditional) => 7,
            (Animal::Elephant, _) => 8,
        }
    }
}

impl Manner {
    pub const fn word(self) -> &'static str {
        match self {
            Manner::Shift => "shift",
            Manner::Attack => "attack",
            Manner::Jump => "jump",
            Manner::ShiftTrapped => "shift-trapped",
            Manner::ShiftVictory => "shift-victory",
        }
    }
}

impl Jungle {
    pub fn new(table: Powers) -> Jungle {
        let powers = Animal::ALL.map(|animal| table.of(animal));
        Jungle {
            table,
            powers,
            appetites: actions::appetites(powers),
        }
    }

    /// §2.1 How strong an animal is where nothing weakens it.
    pub fn power(&self, animal: Animal) -> u8 {
        self.powers[animal.index()]
    }

    /// §5.2 How strong an animal of `seat` is on `square`.
    pub fn power_on(&self, seat: Seat, animal: Animal, square: Square) -> u8 {
        if State::is_trapped(seat, square) {
            return 0;
        }
        self.power(animal)
    }

    /// What `action` is at `state`; for an action that is not allowed, what it would be.
    pub fn manner(&self, state: &State, action: Action) -> Manner {
        let Action { from, to } = action;
        let owner = state.at(from).map_or(state.mover, |(owner, _)| owner);
        if state.at(to).is_some() {
            return Manner::Attack;
        }
        if rules::distance(from, to) > 1 {
            return Manner::Jump;
        }
        match to.terrain() {
            Terrain::Trap(seat) if seat != owner => Manner::ShiftTrapped,
            Terrain::Throne(seat) if seat != owner => Manner::ShiftVictory,
            _ => Manner::Shift,
        }
    }

    /// What `seat` could do if it were on turn, in the generator's order.
    fn options(&self, state: &State, seat: Seat) -> Vec<Action> {
        let mut options = Vec::new();
        let (own, others) = (state.herd(seat), state.herd(seat.other()));
        self.append_actions(seat, own, others, &mut options);
        options
    }
}

impl Default for Jungle {
    fn default() -> Jungle {
        Jungle::new(Powers::default())
    }
}

/// §2.3 Where an animal of seat 1 starts; seat 2 stands there after half a turn of the board.
const fn starts(animal: Animal) -> (u8, u8) {
    match animal {
        Animal::Rat => (1, 1),
        Animal::Cat => (2, 2),
        Animal::Dog => (3, 1),
        Animal::Wolf => (4, 2),
        Animal::Leopard => (7, 2),
        Animal::Tiger => (8, 1),
        Animal::Lion => (9, 2),
        Animal::Elephant => (10, 1),
    }
}

impl Game for Jungle {
    type State = State;
    type Action = Action;
    type Chance = Infallible;
    type View = State;
    type Refusal = Refusal;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> State {
        let blue = Animal::ALL.map(|animal| {
            let (column, row) = starts(animal);
            row * COLUMNS + column
        });
        State {
            own: Herd::new(blue),
            others: Herd::new(blue.map(|square| Square::COUNT - 1 - square)),
            mover: Seat(0),
            quiet: 0,
            end: None,
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.end {
            None => Turn::One(state.mover),
            Some(end) => Turn::Over(outcome(state.mover, end)),
        }
    }

    #[inline]
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if seat == state.mover && state.end.is_none() {
            self.append_actions(seat, state.own, state.others, out);
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

    fn chances(&self, _state: &State, _out: &mut Vec<(Infallible, u32)>) {}

    fn settle(&self, _state: &mut State, chance: Infallible) {
        match chance {}
    }

    #[inline]
    fn view(&self, state: &State, _viewer: Viewer) -> State {
        *state
    }

    #[inline]
    fn imagine(&self, view: &State, _dice: &mut Dice) -> State {
        *view
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        fingerprint(&[
            state.own.word(),
            state.others.word(),
            u64::from(state.mover.0),
        ])
    }

    /// §6.4
    fn repetition(&self) -> Repetition {
        Repetition::Draw { times: 3 }
    }
}

/// The result when `mover` would be next and the match ended by `end`.
#[cold]
fn outcome(mover: Seat, end: End) -> Outcome {
    if end.is_draw() {
        return Outcome::draw(2, end.ending());
    }
    Outcome::win(mover.other(), 2, end.ending())
}

impl End {
    pub fn ending(self) -> &'static Ending {
        static THRONE: Ending = Ending::new(
            "throne",
            "by entering the enemy throne",
            "en entrant dans le trône adverse",
        );
        static ANNIHILATION: Ending = Ending::new(
            "annihilation",
            "by taking every enemy animal",
            "en prenant tous les animaux adverses",
        );
        static STALEMATE: Ending = Ending::new(
            "stalemate",
            "because the other side cannot move",
            "car l'autre camp ne peut plus bouger",
        );
        static QUIET: Ending = Ending::new(
            "quiet",
            "after 100 half-moves without a capture",
            "après 100 demi-coups sans prise",
        );
        match self {
            End::Throne => &THRONE,
            End::Annihilation => &ANNIHILATION,
            End::Stalemate => &STALEMATE,
            End::Quiet => &QUIET,
        }
    }
}

impl Odds for Jungle {}

impl Setup for Jungle {
    const CARD: &'static Card = &Card {
        name: "jungle",
        title: Text::fixed("Jungle War", "Jungle War"),
        about: Text::fixed(
            "Eight animals a side: jump the lakes, mind the rat, and be first on the enemy throne.",
            "Huit animaux par camp : sautez les lacs, gare au rat, et soyez le premier sur le trône adverse.",
        ),
        seats: (2, 2),
        settings: &[SettingCard {
            name: "powers",
            title: Text::fixed("Powers", "Puissances"),
            values: Values::OneOf(&[
                (
                    Powers::Seed.word(),
                    Text::fixed(
                        "as in the first Jungle War: dog over wolf, tiger over lion",
                        "comme dans le premier Jungle War : chien devant loup, tigre devant lion",
                    ),
                ),
                (
                    Powers::Traditional.word(),
                    Text::fixed(
                        "as tradition has it: wolf over dog, lion over tiger",
                        "selon la tradition : loup devant chien, lion devant tigre",
                    ),
                ),
            ]),
            default: Some(Powers::Seed.word()),
        }],
    };

    fn setup(settings: &Settings) -> Result<Jungle, Vec<SettingError>> {
        let Some(chosen) = settings.get("powers") else {
            return Ok(Jungle::default());
        };
        match Powers::ALL.iter().find(|table| table.word() == chosen) {
            Some(&table) => Ok(Jungle::new(table)),
            None => Err(Self::CARD
                .settings
                .iter()
                .filter_map(|setting| setting.check(chosen).err())
                .collect()),
        }
    }

    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "jungle",
            version: 1,
        }
    }
}
