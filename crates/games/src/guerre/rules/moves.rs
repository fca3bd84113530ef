//! What is demanded of moves.

use std::collections::VecDeque;

use vauban_game::Rules;

use super::{Demand, IN_COMMUNICATION, IS_RELAY, ensure, order::Order};
use crate::guerre::{
    NORTH, SOUTH,
    area::Area,
    board::{DIRECTIONS, Terrain},
    refusal::{Obstacle, Refusal},
    state::Flag,
};

/// §4.2 A turn has only so many moves.
pub(super) const MOVES_LEFT: Demand = Rules::demand("moves-left", "no-moves-left", |case| {
    let moves = case.game.doctrine.moves;
    ensure(case.state.moves_left > 0, || Refusal::NoMovesLeft { moves })
});

/// §4.5 Only a relay leaves a square that is not in communication.
pub(super) const MAY_LEAVE: Demand = Rules::lazy_any(&[IN_COMMUNICATION, IS_RELAY]);

/// §4.4 No more steps than the unit's move.
pub(super) const NEAR_ENOUGH: Demand = Rules::demand("near-enough", "too-far", |case| {
    let Some(unit) = case.unit() else {
        return Ok(());
    };
    let (from, to) = (case.origin(), case.target());
    let (distance, steps) = (from.distance(to), case.corps(unit).steps);
    ensure(distance <= u16::from(steps), || Refusal::TooFar {
        from,
        to,
        distance,
        steps,
    })
});

/// §4.4 A way of king's steps through empty squares. Whether it is too long is another demand's
/// business: a target that is too far away is given as many steps as it is away.
pub(super) const FREE_PATH: Demand = Rules::demand("free-path", "no-path", |case| {
    let Some(unit) = case.unit() else {
        return Ok(());
    };
    let (from, to) = (case.origin(), case.target());
    let refuse = |obstacle| Err(Refusal::NoPath { from, to, obstacle });
    if let Some(obstacle) = case.obstacle(to) {
        return refuse(obstacle);
    }
    let most = u16::from(case.corps(unit).steps).max(from.distance(to));
    // What is not to be entered (again): units, and where we have been.
    let occupied = [NORTH, SOUTH]
        .into_iter()
        .flat_map(|seat| case.state.units(seat));
    let mut closed: Area = occupied.map(|unit| unit.square()).collect();
    let mut edge = VecDeque::from([(from, 0)]);
    while let Some((here, walked)) = edge.pop_front() {
        if here == to {
            return Ok(());
        }
        if walked == most {
            continue;
        }
        for step in DIRECTIONS {
            let Some(next) = case.neighbour(here, step) else {
                continue;
            };
            // What cannot reach the target in time need not be walked.
            let in_time = next.distance(to) < most - walked;
            let Some(square) = case.square(next).filter(|_| in_time) else {
                continue;
            };
            let mountain = case.game.board.terrain(square) == Some(Terrain::Mountain);
            if !closed.contains(square) && !mountain {
                closed.insert(square);
                edge.push_back((next, walked + 1));
            }
        }
    }
    refuse(Obstacle::Walled)
});

/// §5.1 A unit that must retreat moves before any other.
pub(super) const RETREATS_FIRST: Demand =
    Rules::demand("retreats-first", "retreats-first", |case| {
        let at = case.pending();
        let first = at.is_empty() || at.contains(&case.origin());
        ensure(first, || Refusal::RetreatsFirst { at })
    });

/// §4.3 Each unit moves at most once a turn.
pub(super) const NOT_MOVED_YET: Demand = Rules::demand("not-moved-yet", "moved-already", |case| {
    let moved = case.unit().is_some_and(|unit| unit.is(Flag::Moved));
    ensure(!moved, || Refusal::MovedAlready { at: case.origin() })
});

/// §5.3 A retreat may not end in an enemy arsenal.
pub(super) const NO_RETREAT_INTO_ARSENAL: Demand =
    Rules::demand("no-retreat-into-arsenal", "retreat-into-arsenal", |case| {
        let retreats = case.unit().is_some_and(|unit| unit.is(Flag::Retreat));
        ensure(!(retreats && case.enters_arsenal()), || {
            Refusal::RetreatIntoArsenal { to: case.target() }
        })
    });

/// §8.6 Only one arsenal falls in a turn.
pub(super) const NO_SECOND_ARSENAL: Demand =
    Rules::demand("no-second-arsenal", "second-arsenal", |case| {
        let raids = case.fighter().is_some() && case.enters_arsenal();
        ensure(!(raids && case.state.razed), || Refusal::SecondArsenal {
            to: case.target(),
        })
    });

/// §8.3 An arsenal is the turn's one attack.
pub(super) const NO_SECOND_STRIKE: Demand =
    Rules::demand("no-second-strike", "second-strike", |case| {
        let strikes = case.fighter().is_some() && case.enters_arsenal();
        ensure(!(strikes && case.struck()), || Refusal::SecondStrike {
            to: case.target(),
        })
    });
