//! How good a position is: the armies, their communications, the arsenals and who could reach them.

use vauban_game::{BySeat, Evaluate, Seat, WinShare};

use super::{Class, Guerre, NORTH, SOUTH, State, state::Flag};

/// Judges by units in and out of communication, arsenals, open lines and the nearness of raiders.
#[derive(Copy, Clone, Debug, Default)]
pub struct Judge;

/// What a unit is worth, in the order of [`Class::ALL`].
const WORTH: [i32; Class::ALL.len()] = [400, 550, 650, 750, 500, 600];
/// What is left of it out of communication, in hundredths.
const ISOLATED: i32 = 55;
/// For a unit that must retreat.
const ON_THE_RUN: i32 = -60;
/// For an arsenal that stands.
const ARSENAL: i32 = 2_500;
/// For a square in communication.
const LINE: i32 = 2;
/// For each step that the nearest fighting unit is nearer than [`FAR`] to an enemy arsenal.
const ADVANCE: i32 = 12;
const FAR: u16 = 16;
/// For a unit on turn that could be in an arsenal with its next move.
const AT_THE_GATE: i32 = 400;
/// Four units more are worth half of what there is to gain.
const HALF: u16 = 2_000;

impl Evaluate<Guerre> for Judge {
    fn evaluate(&self, game: &Guerre, state: &State) -> BySeat<WinShare> {
        let north = side(game, state, NORTH) - side(game, state, SOUTH);
        BySeat::of_lead(NORTH, north, HALF)
    }
}

/// What one side has, without what the other has.
fn side(game: &Guerre, state: &State, seat: Seat) -> i32 {
    let communication = state.communication(seat);
    let mut value = LINE * communication.len() as i32;
    value += ARSENAL * state.standing[seat.index()].count_ones() as i32;
    for unit in state.units(seat) {
        let worth = WORTH[unit.class() as usize];
        let connected = communication.contains(unit.square());
        value += if connected {
            worth
        } else {
            worth * ISOLATED / 100
        };
        if unit.is(Flag::Retreat) {
            value += ON_THE_RUN;
        }
    }
    value + raid(game, state, seat)
}

/// How near a side's fighting units in communication are to the enemy's arsenals.
fn raid(game: &Guerre, state: &State, seat: Seat) -> i32 {
    let mut value = 0;
    let foe = seat.other();
    for &arsenal in game.board.arsenals(foe) {
        if !game.is_arsenal_of(state, foe, arsenal) || state.occupant(arsenal).is_some() {
            continue;
        }
        let goal = game.board.place(arsenal);
        let mut nearest = FAR;
        for unit in state.units(seat) {
            let corps = game.doctrine.corps(unit.class());
            let rides = game.doctrine.is_fighter(unit.class())
                && state.communication(seat).contains(unit.square());
            if !rides {
                continue;
            }
            let distance = game.board.place(unit.square()).distance(goal);
            nearest = nearest.min(distance);
            if distance <= u16::from(corps.steps) {
                value += AT_THE_GATE;
            }
        }
        value += ADVANCE * i32::from(FAR - nearest);
    }
    value
}
