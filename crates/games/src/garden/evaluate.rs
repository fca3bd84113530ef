//! How good a position is: cells and what they yield, creatures, zones, points, and what the dice threaten.

use vauban_game::{BySeat, Evaluate, Seat, WinShare};

use super::{
    Garden,
    cell::{Area, Cell},
    map::{Resource, Soil, Special},
    odds::Bout,
    play::POWER_POINTS,
    state::{Phase, SEATS, State},
};

/// Judges by possessions, and by what the other side may take with its best attacks.
#[derive(Copy, Clone, Debug, Default)]
pub struct Greed;

/// A creature on the board, or in stock.
const CREATURE: i32 = 100;
const IN_STOCK: i32 = 90;
/// A cell, whatever it is.
const CELL: i32 = 130;
/// For each unit of a resource that a cell yields a turn.
const YIELD: i32 = 12;
const SPECIAL: i32 = 130;
/// For a zone that is held, and for each part of one on the way.
const ZONE: i32 = 260;
const ZONE_PART: i32 = 90;
/// For each conquest point, up to what a power costs twice over.
const POINT: i32 = 14;
/// For each unit of a resource up to what its special cell costs.
const PROVISION: i32 = 6;
/// A creature where it can reach enemies is worth more than one at home, which has only steps to go.
const AT_THE_FRONT: i32 = 22;
/// For each step that the group with the most creatures is away from the nearest enemy.
const STEP: i32 = 6;
/// What cannot be attacked has no worth beyond its own; how much of a threatened cell is feared for.
const FEAR: f64 = 0.55;
/// What immobilised, poisoned and armed creatures are worth more or less.
const ROCKS: i32 = 30;
const POISON: i32 = 35;
const ARMS: i32 = 30;
const SHELTER: i32 = 90;
/// Twenty creatures more are worth half of what there is to gain.
const HALF: u16 = 2_000;

impl Evaluate<Garden> for Greed {
    fn evaluate(&self, game: &Garden, state: &State) -> BySeat<WinShare> {
        let [blue, red] = SEATS.map(|seat| worth(game, state, seat));
        BySeat::of_lead(SEATS[0], blue - red, HALF)
    }
}

fn worth(game: &Garden, state: &State, seat: Seat) -> i32 {
    let cells = state.cells(seat);
    let enemies = state.cells(seat.other());
    let front = enemies.border();
    let mut value = CELL * cells.len() as i32 + CREATURE * state.army(seat) as i32;
    value += IN_STOCK * i32::from(state.stock(seat)) + coming(game, state, seat);
    for resource in Resource::ALL {
        value += YIELD * i32::from(game.map.yielded(resource, cells));
    }
    for special in Special::ALL {
        let (resource, cost) = special.cost();
        let provision = state.resource(seat, resource).min(2 * cost);
        value += PROVISION * i32::from(provision);
        if cells.holds(game.map.cell_of(special)) {
            value += SPECIAL;
        }
    }
    for soil in Soil::ALL {
        let zone = game.map.zone(soil);
        let held = zone.and(cells).len() as i32;
        let all = zone.len() as i32;
        value += ZONE_PART * held / all;
        if held == all {
            value += ZONE;
        }
    }
    value += POINT * i32::from(state.points(seat).min(2 * POWER_POINTS));
    value += AT_THE_FRONT * state.creatures.sum(cells.and(front)) as i32;
    value += burdens(state, cells);
    value -= danger(game, state, seat);
    value - march(cells.and(state.creatures.several()), enemies)
}

/// §6.1 What a seat will yet get in this round. Counted by rounds, so that it makes no difference to
/// the judgement when a turn ends.
fn coming(game: &Garden, state: &State, seat: Seat) -> i32 {
    let had = match state.phase() {
        Phase::Reinforcement => seat == state.mover() || seat == state.first(),
        _ => seat != state.mover() && seat == state.first(),
    };
    if had {
        return 0;
    }
    IN_STOCK * i32::from(game.recruits(state, seat))
}

fn burdens(state: &State, cells: Area) -> i32 {
    ARMS * state.creatures.sum(cells.and(state.arms.any())) as i32
        - ROCKS * state.creatures.sum(cells.and(state.rocks.any())) as i32
        - POISON * state.creatures.sum(cells.and(state.poison.any())) as i32
        + SHELTER * cells.and(state.shelter).len() as i32
}

/// What the other side's best attack on each cell may take, by its chance.
fn danger(game: &Garden, state: &State, seat: Seat) -> i32 {
    let attackers = state.movable(seat.other());
    let mut danger = 0.0;
    for to in state.cells(seat).and(attackers.border()) {
        if state.is_sheltered(to) {
            continue;
        }
        let best = attackers
            .and(to.neighbours())
            .map(|from| Bout::between(state, from, to).chance())
            .fold(0.0, f64::max);
        let special = game.map.special(to).map_or(0, |_| SPECIAL);
        let stake = CELL + special + CREATURE * i32::from(state.creatures(to));
        danger += FEAR * best * f64::from(stake);
    }
    danger as i32
}

/// How far the nearest group that can move is from the enemy.
fn march(groups: Area, enemies: Area) -> i32 {
    let distance = |from: Cell| enemies.map(|to| from.steps_to(to)).min();
    let nearest = groups.filter_map(distance).min();
    STEP * i32::from(nearest.unwrap_or(0))
}
