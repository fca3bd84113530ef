//! How many moves it is from square to square over an empty board; a jump counts one.

use std::sync::LazyLock;

use vauban_game::Seat;

use super::{
    actions::open_ways,
    animal::Gait,
    board::{Square, Terrain},
    state::SEATS,
};

/// Moves from every square, by seat, gait and the square's byte.
pub(super) type Moves = [[[u8; 256]; 3]; 2];

/// No way leads there; also the distance of a lost animal.
pub(super) const UNREACHED: u8 = u8::MAX;

/// Distances to what matters.
pub(super) struct Marches {
    pub(super) to_throne: Moves,
    /// To its own traps, which every enemy runner must cross.
    pub(super) to_traps: Moves,
}

pub(super) static MARCHES: LazyLock<Marches> = LazyLock::new(|| Marches {
    to_throne: moves(|seat, square| square.terrain() == Terrain::Throne(seat.other())),
    to_traps: moves(|seat, square| square.terrain() == Terrain::Trap(seat)),
});

/// By goal.
static BETWEEN: LazyLock<Vec<Moves>> = LazyLock::new(|| {
    let goals = Square::all().map(|goal| moves(|_, square| square == goal));
    goals.collect()
});

impl Marches {
    /// How many moves an animal of `seat` needs from `square` to the enemy throne.
    pub(super) fn to_throne(&self, seat: Seat, gait: Gait, square: Square) -> Option<u8> {
        known(&self.to_throne, seat, gait, square)
    }
}

/// How many moves an animal of `seat` needs from one square to another.
pub(super) fn between(seat: Seat, gait: Gait, from: Square, to: Square) -> Option<u8> {
    known(&BETWEEN[usize::from(to.index())], seat, gait, from)
}

fn known(moves: &Moves, seat: Seat, gait: Gait, from: Square) -> Option<u8> {
    let moves = moves[seat.index() & 1][gait as usize][usize::from(from.index())];
    (moves != UNREACHED).then_some(moves)
}

/// How many moves each square is from the nearest goal.
fn moves(is_goal: impl Fn(Seat, Square) -> bool) -> Moves {
    let mut moves = [[[UNREACHED; 256]; 3]; 2];
    for seat in SEATS {
        for gait in [Gait::Walks, Gait::Swims, Gait::Jumps] {
            let table = &mut moves[seat.index()][gait as usize];
            for goal in Square::all().filter(|&square| is_goal(seat, square)) {
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
