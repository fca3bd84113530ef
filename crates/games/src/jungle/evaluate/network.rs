//! The judge with a network on top: what it has learnt about animals and squares that the weights do not say.
//!
//! Everything is seen from the seat on turn: its animals, the other's, and what the race says. Animals are told by their power,
//! so that both tables of powers share what was learnt; animals that trade places between them get about alike.

use std::sync::{Arc, LazyLock};

use vauban_game::{BySeat, Evaluate, Feature, Lanes, Network, Seat, Text, WinShare};

use super::{
    super::{
        Action, Jungle,
        board::{COLUMNS, Square},
        state::State,
    },
    ALL_TRAPS, HALF, Instinct, SHIPPED, Survey, class, turned,
};

/// Judges like [`Instinct`], and adds what a network has learnt from matches.
#[derive(Clone, Debug)]
pub struct Learned(Arc<Network>);

/// The network that comes with the program.
const TEXT: &str = include_str!("network.txt");

/// Squares, and one place for animals that were taken.
const PLACES: usize = Square::COUNT as usize + 1;
/// By side and power.
const ANIMALS: usize = 2 * 8 * PLACES;
/// Moves of a runner that are told apart, and how many traps can lie open.
const RUNS: usize = 12;
const TRAPS: usize = 5;
/// By how many moves a guard is late or early, as far as it is told apart.
const MARGINS: usize = 11;
/// How many inputs the network has.
const INPUTS: usize = ANIMALS + 2 * RUNS * TRAPS + 2 * MARGINS;

/// By seat on turn and byte: the square as that seat sees it.
static SEEN: [[u8; 256]; 2] = seen();

const fn seen() -> [[u8; 256]; 2] {
    let mut seen = [[Square::COUNT; 256]; 2];
    let mut square = 0;
    while square < Square::COUNT {
        seen[0][square as usize] = square;
        seen[1][square as usize] = Square::COUNT - 1 - square;
        square += 1;
    }
    seen
}

impl Learned {
    pub const INPUTS: usize = INPUTS;

    pub fn new(network: Network) -> Learned {
        Learned(Arc::new(network))
    }

    /// With the network that comes with the program.
    pub fn shipped() -> Learned {
        static NETWORK: LazyLock<Learned> = LazyLock::new(|| {
            let network = Network::read(TEXT, INPUTS);
            Learned::new(network.expect("a test reads the text that comes with the program"))
        });
        NETWORK.clone()
    }

    /// The inputs that are on at `state`.
    pub fn inputs(game: &Jungle, state: &State, out: &mut Vec<u16>) {
        let [own, others] = surveys(game, state);
        each_input(game, state, &own, &others, |input| out.push(input as u16));
    }

    /// The input that stands for the same with left and right swapped.
    pub fn mirrored(input: u16) -> u16 {
        let place = usize::from(input) % PLACES;
        let row = usize::from(COLUMNS);
        match usize::from(input) < ANIMALS && place < PLACES - 1 {
            true => input - (place % row) as u16 + (row - 1 - place % row) as u16,
            false => input,
        }
    }

    /// How far the seat on turn is ahead.
    #[inline]
    fn lead_on_turn(&self, game: &Jungle, state: &State) -> i32 {
        let [own, others] = surveys(game, state);
        SHIPPED.lead_of(state, &own, &others)
            + self.0.points(&self.lanes(game, state, &own, &others))
    }

    #[inline]
    fn lanes(&self, game: &Jungle, state: &State, own: &Survey, others: &Survey) -> Lanes {
        let mut lanes = self.0.start();
        each_input(game, state, own, others, |input| {
            self.0.add(&mut lanes, input)
        });
        lanes
    }
}

#[inline]
fn surveys(game: &Jungle, state: &State) -> [Survey; 2] {
    [
        SHIPPED.survey(game, state.mover, state.own),
        SHIPPED.survey(game, state.mover.other(), state.others),
    ]
}

#[inline]
fn each_input(
    game: &Jungle,
    state: &State,
    own: &Survey,
    others: &Survey,
    mut visit: impl FnMut(usize),
) {
    let seen = &SEEN[state.mover.index() & 1];
    for (side, herd) in [state.own, state.others].into_iter().enumerate() {
        for (square, power) in herd.squares().into_iter().zip(game.powers) {
            let square = usize::from(seen[usize::from(square)]);
            // An animal that was taken has no row of its own: the others say that it is missing.
            if square < PLACES - 1 {
                visit((8 * side + usize::from(power - 1)) * PLACES + square);
            }
        }
    }
    let runs = |runner: u8, covered: u8| {
        let open = (ALL_TRAPS & !covered).count_ones() as usize;
        usize::from(runner).min(RUNS - 1) * TRAPS + open
    };
    visit(ANIMALS + runs(own.runner, others.covered));
    visit(ANIMALS + RUNS * TRAPS + runs(others.runner, own.covered));
    let margin = |guard: u8, runner: u8| {
        let most = (MARGINS / 2) as i16;
        (i16::from(guard) - i16::from(runner)).clamp(-most, most) + most
    };
    let margins = ANIMALS + 2 * RUNS * TRAPS;
    visit(margins + margin(others.guard, own.runner) as usize);
    visit(margins + MARGINS + margin(own.guard, others.runner) as usize);
}

impl Evaluate<Jungle> for Learned {
    fn evaluate(&self, game: &Jungle, state: &State) -> BySeat<WinShare> {
        BySeat::of_lead(state.mover, self.lead_on_turn(game, state), HALF)
    }
    #[inline]
    fn lead(&self, game: &Jungle, state: &State, seat: Seat) -> i32 {
        turned(state, seat, self.lead_on_turn(game, state))
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
    fn features(&self, game: &Jungle, state: &State, seat: Seat, out: &mut Vec<Feature>) {
        Instinct.features(game, state, seat, out);
        let [own, others] = surveys(game, state);
        let points = self.0.points(&self.lanes(game, state, &own, &others));
        out.push(Feature::new(
            Text::fixed("experience", "expérience"),
            turned(state, seat, points),
        ));
    }
}
