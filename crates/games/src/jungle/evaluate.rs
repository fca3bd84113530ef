//! How good a position is: the animals, how far they are on their way, who wins the race to a throne, and
//! which traps nobody covers.
//!
//! Distances are moves over an empty board, from tables; blocked ways are the search's business.

mod network;

use std::sync::LazyLock;

use vauban_game::{BySeat, Evaluate, FORCING, Feature, Seat, Text, WinShare, weights};

use super::{
    Action, Jungle,
    actions::{PLACES, Place, TRAPS},
    animal::Animal,
    board::Square,
    herd::{Herd, LOST},
    marches::{MARCHES, UNREACHED},
    setup::Powers,
    state::{SEATS, State},
};

pub use network::Learned;

/// Judges by material, advance, the race for the thrones and the traps that lie open.
#[derive(Copy, Clone, Debug, Default)]
pub struct Instinct;

/// Judges like [`Instinct`], but with other weights.
#[derive(Clone, Debug)]
pub struct Weighed(Box<Tables>);

/// Judges by surviving animals and their distance to the throne, as the first Jungle War did.
#[derive(Copy, Clone, Debug, Default)]
pub struct Survivors;

weights! {
    /// What a judge counts; see `weights.txt`.
    pub struct Weights = (include_str!("weights.txt")) {
        power_1, power_2, power_3, power_4, power_5, power_6, power_7, power_8,
        idle_rat, fearless_elephant, advance, gate, race, race_move, uncovered,
    }
}

/// From here on an animal is on its way.
const FAR: u8 = 16;
/// From here on a runner threatens the traps that lie open.
const NEAR: u8 = 10;
/// Two of the strongest animals more are worth half of what there is to gain.
const HALF: u16 = 2_000;
/// Each seat's traps, the squares beside them, and whose.
const ALL_TRAPS: u8 = 0b1111;

static SHIPPED: LazyLock<Tables> = LazyLock::new(|| Tables::new(*Weights::shipped()));

/// The judge's weights, laid out by animal and square. 256 squares, so that a byte needs no bounds check
/// and a lost animal counts nothing without a question.
#[derive(Clone, Debug)]
struct Tables {
    weights: Weights,
    /// By table of powers, seat, animal and square: worth, advance and the gate.
    places: [[[[i16; 256]; 8]; 2]; 2],
    /// By seat, animal and square.
    roles: [[[Role; 256]; 8]; 2],
}

/// What an animal on a square does for the race.
#[derive(Copy, Clone, Debug)]
struct Role {
    /// Moves to the enemy throne.
    throne: u8,
    /// Moves to its own traps.
    guard: u8,
    /// The own traps that it stands on or beside, a bit each.
    covers: u8,
}

/// What one herd has, without what the other has.
struct Survey {
    value: i32,
    /// How many moves the nearest animal is from the enemy throne.
    runner: u8,
    /// How many moves the nearest animal is from its own traps, which every enemy runner must cross.
    guard: u8,
    /// The own traps that an animal stands on or beside.
    covered: u8,
}

impl Weighed {
    pub fn new(weights: Weights) -> Weighed {
        Weighed(Box::new(Tables::new(weights)))
    }
}

impl Evaluate<Jungle> for Instinct {
    fn evaluate(&self, game: &Jungle, state: &State) -> BySeat<WinShare> {
        BySeat::of_lead(state.mover, SHIPPED.lead(game, state), HALF)
    }
    #[inline]
    fn lead(&self, game: &Jungle, state: &State, seat: Seat) -> i32 {
        turned(state, seat, SHIPPED.lead(game, state))
    }
    fn share(&self, lead: i32) -> WinShare {
        BySeat::of_lead(Seat(0), lead, HALF)[Seat(0)]
    }
    #[inline]
    fn promise(&self, game: &Jungle, state: &State, seat: Seat, action: Action) -> i32 {
        game.promise(state, seat, action)
    }
    #[inline]
    fn is_quiet(&self, _game: &Jungle, state: &State) -> bool {
        !TRAPS[state.mover.index() & 1]
            .into_iter()
            .any(|trap| state.others.holds(trap))
    }
    #[inline]
    fn class(&self, _game: &Jungle, state: &State, seat: Seat, action: Action) -> u16 {
        class(state, seat, action)
    }
    #[inline]
    fn foresee(&self, game: &Jungle, state: &State, _seat: Seat) -> Option<i32> {
        game.foresee(state)
    }
    fn passed(&self, game: &Jungle, state: &State) -> Option<State> {
        game.passed(state)
    }
    fn features(&self, game: &Jungle, state: &State, seat: Seat, out: &mut Vec<Feature>) {
        let features = SHIPPED.features(game, state);
        out.extend(features.map(|(name, points)| Feature::new(name, turned(state, seat, points))));
    }
}

impl Evaluate<Jungle> for Weighed {
    fn evaluate(&self, game: &Jungle, state: &State) -> BySeat<WinShare> {
        BySeat::of_lead(state.mover, self.0.lead(game, state), HALF)
    }
    #[inline]
    fn lead(&self, game: &Jungle, state: &State, seat: Seat) -> i32 {
        turned(state, seat, self.0.lead(game, state))
    }
    fn share(&self, lead: i32) -> WinShare {
        Instinct.share(lead)
    }
    #[inline]
    fn promise(&self, game: &Jungle, state: &State, seat: Seat, action: Action) -> i32 {
        game.promise(state, seat, action)
    }
    #[inline]
    fn is_quiet(&self, game: &Jungle, state: &State) -> bool {
        Instinct.is_quiet(game, state)
    }
    #[inline]
    fn class(&self, _game: &Jungle, state: &State, seat: Seat, action: Action) -> u16 {
        class(state, seat, action)
    }
    #[inline]
    fn foresee(&self, game: &Jungle, state: &State, _seat: Seat) -> Option<i32> {
        game.foresee(state)
    }
    fn passed(&self, game: &Jungle, state: &State) -> Option<State> {
        game.passed(state)
    }
}

impl Evaluate<Jungle> for Survivors {
    fn evaluate(&self, game: &Jungle, state: &State) -> BySeat<WinShare> {
        BySeat::of_lead(Seat(0), self.lead(game, state, Seat(0)), HALF)
    }
    fn lead(&self, game: &Jungle, state: &State, seat: Seat) -> i32 {
        let value = |seat: Seat| -> i32 {
            let animals = state.animals(seat).map(|(animal, square)| {
                let moves = MARCHES.to_throne(seat, animal.gait(), square);
                100 * i32::from(game.power(animal)) - i32::from(moves.unwrap_or(FAR))
            });
            animals.sum()
        };
        value(seat) - value(seat.other())
    }
    fn share(&self, lead: i32) -> WinShare {
        Instinct.share(lead)
    }
    fn promise(&self, game: &Jungle, state: &State, seat: Seat, action: Action) -> i32 {
        game.promise(state, seat, action)
    }
}

/// A lead of the seat on turn as `seat` sees it.
#[inline]
fn turned(state: &State, seat: Seat, lead: i32) -> i32 {
    if seat == state.mover { lead } else { -lead }
}

/// The animal and where it goes.
#[inline]
fn class(state: &State, seat: Seat, action: Action) -> u16 {
    let animal = state.herd(seat).animal_on(action.from.index());
    animal.map_or(0, |animal| animal.index() as u16) << 8 | u16::from(action.to.index())
}

impl Tables {
    fn new(weights: Weights) -> Tables {
        let mut tables = Tables {
            weights,
            places: [[[[0; 256]; 8]; 2]; 2],
            roles: [[[Role::NONE; 256]; 8]; 2],
        };
        for seat in SEATS {
            for animal in Animal::ALL {
                for square in Square::all() {
                    tables.fill(seat, animal, square);
                }
            }
        }
        tables
    }

    fn fill(&mut self, seat: Seat, animal: Animal, square: Square) {
        let (gait, at) = (animal.gait() as usize, usize::from(square.index()));
        let Role { throne, guard, .. } = Role {
            throne: MARCHES.to_throne[seat.index()][gait][at],
            guard: MARCHES.to_traps[seat.index()][gait][at],
            covers: 0,
        };
        let mut covers = 0;
        for (bit, trap) in TRAPS[seat.index()].into_iter().enumerate() {
            let trap = Square::new(trap).map_or((9, 9), |trap| trap.apart(square));
            if trap.0.abs() + trap.1.abs() <= 1 {
                covers |= 1 << bit;
            }
        }
        self.roles[seat.index()][animal.index()][at] = Role {
            throne,
            guard,
            covers,
        };
        let weights = &self.weights;
        let mut value = weights.advance * i32::from(FAR.saturating_sub(throne));
        if throne == 1 {
            value += weights.gate;
        }
        for table in Powers::ALL {
            let worth = weights.worth(table.powers()[animal.index()]);
            self.places[table as usize][seat.index()][animal.index()][at] = (worth + value) as i16;
        }
    }

    /// How far the seat on turn is ahead.
    #[inline]
    fn lead(&self, game: &Jungle, state: &State) -> i32 {
        let own = self.survey(game, state.mover, state.own);
        let others = self.survey(game, state.mover.other(), state.others);
        self.lead_of(state, &own, &others)
    }

    #[inline]
    fn lead_of(&self, state: &State, own: &Survey, others: &Survey) -> i32 {
        own.value - others.value + self.rat_and_elephant(state.own, state.others)
            - self.rat_and_elephant(state.others, state.own)
            + self.race(own, others)
            + self.open_traps(own.runner, others.covered)
            - self.open_traps(others.runner, own.covered)
    }

    /// The parts of the lead of the seat on turn, by name.
    fn features(&self, game: &Jungle, state: &State) -> [(Text, i32); 4] {
        let own = self.survey(game, state.mover, state.own);
        let others = self.survey(game, state.mover.other(), state.others);
        let animals = self.animals(game, state.own, state.others)
            - self.animals(game, state.others, state.own);
        let hunt = self.rat_and_elephant(state.own, state.others)
            - self.rat_and_elephant(state.others, state.own);
        [
            (Text::fixed("animals", "animaux"), animals),
            (
                Text::fixed("way to the throne", "chemin vers le trône"),
                own.value - others.value + hunt - animals,
            ),
            (
                Text::fixed("race for the thrones", "course aux trônes"),
                self.race(&own, &others),
            ),
            (
                Text::fixed("uncovered traps", "pièges sans défense"),
                self.open_traps(own.runner, others.covered)
                    - self.open_traps(others.runner, own.covered),
            ),
        ]
    }

    /// What the animals of one herd are worth, wherever they stand.
    fn animals(&self, game: &Jungle, own: Herd, others: Herd) -> i32 {
        let living = own.squares().into_iter().zip(game.powers);
        let living = living.filter(|&(square, _)| square != LOST);
        let worth: i32 = living.map(|(_, power)| self.weights.worth(power)).sum();
        worth + self.rat_and_elephant(own, others)
    }

    #[inline]
    fn survey(&self, game: &Jungle, seat: Seat, herd: Herd) -> Survey {
        let places = &self.places[game.table as usize][seat.index() & 1];
        let roles = &self.roles[seat.index() & 1];
        let mut survey = Survey {
            value: 0,
            runner: UNREACHED,
            guard: UNREACHED,
            covered: 0,
        };
        for ((places, roles), square) in places.iter().zip(roles).zip(herd.squares()) {
            let square = usize::from(square);
            let role = roles[square];
            survey.value += i32::from(places[square]);
            survey.runner = survey.runner.min(role.throne);
            survey.guard = survey.guard.min(role.guard);
            survey.covered |= role.covers;
        }
        survey
    }

    /// What the race for the thrones is worth to the side on turn.
    ///
    /// A runner must cross a trap and is taken there if a guard is near. Until then the guards have as
    /// many moves as the runner has steps before the throne, and one more if they are on turn.
    #[inline]
    fn race(&self, own: &Survey, others: &Survey) -> i32 {
        let own_free = others.guard > own.runner.saturating_sub(1);
        let others_free = own.guard > others.runner;
        let Weights {
            race, race_move, ..
        } = self.weights;
        let prize = |runner: u8| race - race_move * i32::from(runner.min(FAR));
        match (own_free, others_free) {
            (false, false) => 0,
            // Who is on turn arrives first if it is as near.
            (true, true) if own.runner <= others.runner => prize(own.runner),
            (true, false) => prize(own.runner),
            (_, true) => -prize(others.runner),
        }
    }

    /// What enemy traps that nobody covers are worth to a seat whose nearest animal needs `runner` moves.
    #[inline]
    fn open_traps(&self, runner: u8, covered: u8) -> i32 {
        let open = (ALL_TRAPS & !covered).count_ones() as i32;
        self.weights.uncovered * open * i32::from(NEAR.saturating_sub(runner)) / 100
    }

    #[inline]
    fn rat_and_elephant(&self, own: Herd, others: Herd) -> i32 {
        let lives = |herd: Herd, animal: Animal| herd.squares()[animal.index()] != LOST;
        let mut value = 0;
        if lives(own, Animal::Rat) && !lives(others, Animal::Elephant) {
            value -= self.weights.idle_rat;
        }
        if lives(own, Animal::Elephant) && !lives(others, Animal::Rat) {
            value += self.weights.fearless_elephant;
        }
        value
    }
}

impl Weights {
    /// What an animal of this power is worth.
    fn worth(&self, power: u8) -> i32 {
        match power {
            1 => self.power_1,
            2 => self.power_2,
            3 => self.power_3,
            4 => self.power_4,
            5 => self.power_5,
            6 => self.power_6,
            7 => self.power_7,
            _ => self.power_8,
        }
    }
}

impl Role {
    /// A lost animal's.
    const NONE: Role = Role {
        throne: UNREACHED,
        guard: UNREACHED,
        covers: 0,
    };
}

/// What search asks besides.
impl Jungle {
    /// The throne first, then captures of much by little, then steps into enemy traps.
    #[inline]
    fn promise(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let to = action.to.index();
        if let Some(prey) = state.herd(seat.other()).animal_on(to) {
            let hunter = state.herd(seat).animal_on(action.from.index());
            let hunter = hunter.map_or(0, |hunter| i32::from(self.power(hunter)));
            return FORCING + 16 * i32::from(self.power(prey)) - hunter + 8;
        }
        if PLACES[usize::from(to)] == Place::Throne {
            return 2 * FORCING;
        }
        i32::from(TRAPS[seat.other().index() & 1].contains(&to))
    }

    /// Who stands in an enemy trap and is on turn enters the throne. An enemy in one's own trap must be taken
    /// at once, which any animal beside it can do; of two, one is left.
    #[inline]
    fn foresee(&self, state: &State) -> Option<i32> {
        let seat = state.mover.index() & 1;
        if TRAPS[seat ^ 1]
            .into_iter()
            .any(|trap| state.own.holds(trap))
        {
            return Some(1);
        }
        let mut intruders = TRAPS[seat]
            .into_iter()
            .filter(|&trap| state.others.holds(trap));
        let intruder = intruders.next()?;
        // §6.5 An action without a capture would be the last.
        if state.quiet + 1 >= super::QUIET_LIMIT {
            return None;
        }
        let can_take = |beside: u8| state.own.holds(beside);
        let saved = intruders.next().is_none() && beside(intruder).into_iter().any(can_take);
        (!saved).then_some(-2)
    }

    /// The other seat on turn instead.
    fn passed(&self, state: &State) -> Option<State> {
        let mut passed = State {
            own: state.others,
            others: state.own,
            mover: state.mover.other(),
            quiet: state.quiet.saturating_add(1),
            end: None,
        };
        passed.end = self.ending(&passed, LOST);
        passed.end.is_none().then_some(passed)
    }
}

/// The squares beside a trap; traps are in the middle of an edge of the board or above it.
#[inline]
fn beside(trap: u8) -> [u8; 4] {
    let row = super::board::COLUMNS;
    [
        trap - 1,
        trap + 1,
        trap.checked_sub(row).unwrap_or(LOST - 1),
        // Below the last row there is no square: nobody stands there.
        trap + row,
    ]
}
