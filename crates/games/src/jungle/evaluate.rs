//! How good a position is: the animals, how far they are on their way, and who wins the race to a throne.
//!
//! Distances are moves over an empty board, from tables; blocked ways are the search's business.

use std::sync::LazyLock;

use vauban_game::{BySeat, Evaluate, Seat, WinShare};

use super::{
    Jungle,
    actions::open_ways,
    animal::{Animal, Gait},
    board::{Square, Terrain},
    herd::{Herd, LOST},
    state::{SEATS, State},
};

/// Judges by material, advance and the race for the thrones.
#[derive(Copy, Clone, Debug, Default)]
pub struct Instinct;

/// What an animal of each power is worth. The rat's is for a match in which an elephant fears it.
const WORTH: [i32; 9] = [0, 450, 200, 300, 400, 600, 850, 950, 1_000];
/// What a rat without an elephant to hunt is worth less.
const IDLE_RAT: i32 = 250;
/// What an elephant without a rat to fear is worth more.
const FEARLESS_ELEPHANT: i32 = 150;
/// For each move that an animal is nearer than [`FAR`] to the enemy throne.
const ADVANCE: i32 = 8;
const FAR: u8 = 16;
/// For an animal in an enemy trap: the throne is next, if nobody takes it first.
const AT_THE_GATE: i32 = 120;
/// For a runner that no guard can stop.
const RACE_WON: i32 = 5_000;
/// The earlier the better.
const RACE_MOVE: i32 = 100;
/// Two of the strongest animals more are worth half of what there is to gain.
const HALF: u16 = 2_000;

impl Evaluate<Jungle> for Instinct {
    fn evaluate(&self, game: &Jungle, state: &State) -> BySeat<WinShare> {
        let marches = &*MARCHES;
        let own = Survey::of(game, marches, state.mover, state.own);
        let others = Survey::of(game, marches, state.mover.other(), state.others);
        let value = own.value - others.value + rat_and_elephant(state.own, state.others)
            - rat_and_elephant(state.others, state.own)
            + race(&own, &others);
        BySeat::of_lead(state.mover, value, HALF)
    }
}

/// What one herd has, without what the other has.
struct Survey {
    value: i32,
    /// How many moves the nearest animal is from the enemy throne.
    runner: u8,
    /// How many moves the nearest animal is from its own traps, which every enemy runner must cross.
    guard: u8,
}

impl Survey {
    #[inline]
    fn of(game: &Jungle, marches: &Marches, seat: Seat, herd: Herd) -> Survey {
        let to_throne = &marches.to_throne[seat.index() & 1];
        let to_traps = &marches.to_traps[seat.index() & 1];
        let mut survey = Survey {
            value: 0,
            runner: UNREACHED,
            guard: UNREACHED,
        };
        for (animal, square) in Animal::ALL.into_iter().zip(herd.squares()) {
            if square == LOST {
                continue;
            }
            let (gait, square) = (animal.gait() as usize, usize::from(square));
            let distance = to_throne[gait][square];
            survey.runner = survey.runner.min(distance);
            survey.guard = survey.guard.min(to_traps[gait][square]);
            survey.value += WORTH[usize::from(game.powers[animal.index()])];
            survey.value += ADVANCE * i32::from(FAR.saturating_sub(distance));
            if distance == 1 {
                survey.value += AT_THE_GATE;
            }
        }
        survey
    }
}

/// What the race for the thrones is worth to the side on turn.
///
/// A runner must cross a trap and is taken there if a guard is near. Until then the guards have as
/// many moves as the runner has steps before the throne, and one more if they are on turn.
fn race(own: &Survey, others: &Survey) -> i32 {
    let own_free = others.guard > own.runner.saturating_sub(1);
    let others_free = own.guard > others.runner;
    let prize = |runner: u8| RACE_WON - RACE_MOVE * i32::from(runner.min(FAR));
    match (own_free, others_free) {
        (false, false) => 0,
        // Who is on turn arrives first if it is as near.
        (true, true) if own.runner <= others.runner => prize(own.runner),
        (true, false) => prize(own.runner),
        (_, true) => -prize(others.runner),
    }
}

fn rat_and_elephant(own: Herd, others: Herd) -> i32 {
    let lives = |herd: Herd, animal: Animal| herd.squares()[animal.index()] != LOST;
    let mut value = 0;
    if lives(own, Animal::Rat) && !lives(others, Animal::Elephant) {
        value -= IDLE_RAT;
    }
    if lives(own, Animal::Elephant) && !lives(others, Animal::Rat) {
        value += FEARLESS_ELEPHANT;
    }
    value
}

/// Moves from every square, by seat, gait and the square's byte.
type Moves = [[[u8; 256]; 3]; 2];

/// No way leads there; also the distance of a lost animal.
pub(super) const UNREACHED: u8 = u8::MAX;

/// Distances over an empty board.
pub(super) struct Marches {
    to_throne: Moves,
    to_traps: Moves,
}

pub(super) static MARCHES: LazyLock<Marches> = LazyLock::new(|| Marches {
    to_throne: moves(|seat, terrain| terrain == Terrain::Throne(seat.other())),
    to_traps: moves(|seat, terrain| terrain == Terrain::Trap(seat)),
});

impl Marches {
    /// How many moves an animal of `seat` needs from `square` to the enemy throne.
    pub(super) fn to_throne(&self, seat: Seat, gait: Gait, square: Square) -> Option<u8> {
        let moves = self.to_throne[seat.index() & 1][gait as usize][usize::from(square.index())];
        (moves != UNREACHED).then_some(moves)
    }
}

/// How many moves each square is from the nearest goal.
fn moves(is_goal: fn(Seat, Terrain) -> bool) -> Moves {
    let mut moves = [[[UNREACHED; 256]; 3]; 2];
    for seat in SEATS {
        for gait in [Gait::Walks, Gait::Swims, Gait::Jumps] {
            let table = &mut moves[seat.index()][gait as usize];
            for goal in Square::all().filter(|square| is_goal(seat, square.terrain())) {
                table[usize::from(goal.index())] = 0;
            }
            // Each round settles the squares one move farther away.
            for distance in 0..UNREACHED - 1 {
                let mut found = false;
                for square in Square::all() {
                    let here = usize::from(square.index());
                    let leads_on = |next: Square| table[usize::from(next.index())] == distance;
                    if table[here] == UNREACHED && open_ways(seat, gait, square).any(leads_on) {
                        table[here] = distance + 1;
                        found = true;
                    }
                }
                if !found {
                    break;
                }
            }
        }
    }
    moves
}
