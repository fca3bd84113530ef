//! What is demanded of attacks.

use vauban_game::{Case, Rules};

use super::{Answer, Demand, IS_RELAY, ensure, order::Order};
use crate::guerre::{
    Guerre, Unit,
    board::Terrain,
    refusal::{Hitch, Obstacle, Refusal, Stranger},
    state::Flag,
};

/// §6.2 The turn's one attack has not been spent on an arsenal.
pub(super) const STRIKE_LEFT: Demand = Rules::demand("strike-left", "strike-spent", |case| {
    ensure(!case.struck(), || Refusal::StrikeSpent)
});

/// §6.1 The unit that moved last attacks.
pub(super) const LAST_MOVED: Demand = Rules::demand("last-moved", "not-last-moved", |case| {
    let last = case.unit().is_some_and(|unit| unit.is(Flag::Last));
    ensure(last, || Refusal::NotLastMoved { at: case.origin() })
});

/// §6.4 The target is within range, or can be charged.
pub(super) const WITHIN_REACH: Demand = Rules::any(&[IN_RANGE, CHARGE_POSSIBLE]);

const IN_RANGE: Demand = Rules::demand("in-range", "out-of-range", |case| {
    let Some(unit) = case.unit() else {
        return Ok(());
    };
    let (from, to) = (case.origin(), case.target());
    let (distance, range) = (from.distance(to), case.corps(unit).range);
    ensure(distance <= u16::from(range), || Refusal::OutOfRange {
        from,
        to,
        distance,
        range,
    })
});

/// §7 Own cavalry stands without a gap from the target to the unit that attacks.
const CHARGE_POSSIBLE: Demand = Rules::demand("charge-possible", "no-charge", |case| {
    let (from, to) = (case.origin(), case.target());
    let refuse = |hitch| Err(Refusal::NoCharge { from, to, hitch });
    let rides = |unit: &Unit| case.corps(*unit).charge.is_some();
    if let Some(unit) = case.unit().filter(|unit| !rides(unit)) {
        let class = unit.class();
        return refuse(Hitch::NoCavalry { class });
    }
    match case.terrain(to) {
        Some(Terrain::Fort) => return refuse(Hitch::TargetInFort),
        Some(Terrain::Pass) => return refuse(Hitch::TargetOnPass),
        _ => {}
    }
    let Some(step) = case.step_back() else {
        return refuse(Hitch::NoLine);
    };
    let mut here = to;
    while here != from {
        let Some(at) = case.neighbour(here, step) else {
            return refuse(Hitch::NoLine);
        };
        let Some((owner, unit)) = case.occupant(at) else {
            return refuse(Hitch::Gap { at });
        };
        if owner != case.seat || !rides(&unit) {
            return refuse(Hitch::Stranger { at });
        }
        if case.terrain(at) == Some(Terrain::Fort) {
            return refuse(Hitch::RiderInFort { at });
        }
        if unit.is(Flag::Retreat) {
            return refuse(Hitch::RiderInRetreat { at });
        }
        if !case.state.communication(case.seat).contains(unit.square()) {
            return refuse(Hitch::RiderCutOff { at });
        }
        here = at;
    }
    Ok(())
});

/// §5.2, §6.1, §8.2 The unit is not in retreat, and has neither attacked nor taken an arsenal this turn.
pub(super) const MAY_ATTACK: Demand = Rules::demand("may-attack", "cannot-attack", |case| {
    not_in_retreat(case)?;
    let spent = case.unit().is_some_and(|unit| unit.is(Flag::Spent));
    let at = case.origin();
    ensure(!spent, || {
        // A unit that moved last and stands on what was an enemy arsenal has just destroyed it.
        if stands_on_ruins(case) {
            Refusal::TookArsenal { at }
        } else {
            Refusal::HasAttacked { at }
        }
    })
});

/// §5.2 With one attack at the end of the turn, what a unit did before is the turn's business, not its own.
pub(super) const NOT_IN_RETREAT: Demand =
    Rules::demand("may-attack", "cannot-attack", not_in_retreat);

fn not_in_retreat(case: &Case<'_, Guerre>) -> Answer {
    let retreats = case.unit().is_some_and(|unit| unit.is(Flag::Retreat));
    ensure(!retreats, || Refusal::HasRetreated { at: case.origin() })
}

/// Whether the unit stands where an arsenal of the enemy was destroyed.
fn stands_on_ruins(case: &Case<'_, Guerre>) -> bool {
    let (game, foe) = (case.game, case.seat.other());
    case.square(case.origin()).is_some_and(|square| {
        game.board.arsenals(foe).contains(&square) && !game.is_arsenal_of(case.state, foe, square)
    })
}

/// §6.3 Relays never attack.
pub(super) const FIGHTING_UNIT: Demand =
    Rules::not("fighting-unit", "relay-cannot-attack", &IS_RELAY, |case| {
        Refusal::RelayCannotAttack { at: case.origin() }
    });

/// §6.4, §6.5 An enemy along a line of fire.
pub(super) const TARGET: Demand = Rules::LazyAll(&[ENEMY_THERE, ALIGNED, NO_MOUNTAIN_BETWEEN]);

const ENEMY_THERE: Demand = Rules::demand("enemy-there", "no-enemy", |case| {
    let at = case.target();
    let stranger = match case.occupant(at) {
        Some((owner, _)) if owner != case.seat => return Ok(()),
        Some(_) => Stranger::Friend,
        None => Stranger::Nobody,
    };
    Err(Refusal::NoEnemy { at, stranger })
});

const ALIGNED: Demand = Rules::demand("aligned", "not-aligned", |case| {
    ensure(case.step_back().is_some(), || Refusal::NotAligned {
        from: case.origin(),
        to: case.target(),
    })
});

const NO_MOUNTAIN_BETWEEN: Demand =
    Rules::demand("no-mountain-between", "mountain-between", |case| {
        let (from, to) = (case.origin(), case.target());
        let Some(step) = case.step_back() else {
            return Ok(());
        };
        let mut here = to;
        while here != from {
            if case.obstacle(here) == Some(Obstacle::Mountain) {
                return Err(Refusal::MountainBetween { from, to, at: here });
            }
            let Some(next) = case.neighbour(here, step) else {
                return Ok(());
            };
            here = next;
        }
        Ok(())
    });
