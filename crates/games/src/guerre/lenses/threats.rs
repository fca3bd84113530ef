//! The strikes of a whole position: what hangs, and how strong an attack on each square can get.
//!
//! A search takes a while, so that what was found is remembered, valleys too: see [`super::memory`].

use std::sync::Arc;

use vauban_game::Seat;

use super::{
    maps::{Field, Strength},
    memory::{Answer, MEMORY, Memory, Question},
    strikes::{Aim, Found, Strike},
    theatre::Theatre,
    valleys::Valley,
};
use crate::guerre::{Guerre, Square, State, Unit, area::Area};

/// So many moves may be tried for all units of a map, and for one of them; see docs/bench.md.
const NODES_A_MAP: u32 = 20_000;
const NODES_A_UNIT: u32 = 10_000;

/// So many are tried for each unit before those that need more share the rest: every strike of a single move is
/// found.
const NODES_AT_FIRST: u32 = 250;

/// So many may be tried for all squares where nobody stands, and for one of them.
const NODES_FOR_SQUARES: u32 = 10_000;
const NODES_A_SQUARE: u32 = 400;

/// What the enemy can do to one unit.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::guerre) struct Threat {
    pub(super) unit: Unit,
    pub(super) found: Found,
}

/// The strongest attack on every square.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::guerre) struct AttackMap {
    pub(super) field: Field,
    /// Squares where there may be a stronger one.
    pub(super) at_least: Vec<Square>,
    /// The attacks on units, with their moves.
    pub(super) strikes: Vec<(Square, Strike)>,
}

impl AttackMap {
    /// What was found for a unit.
    fn take(&mut self, square: Square, found: Found) {
        let open = self.at_least.iter().position(|other| *other == square);
        match (found.exact, open) {
            (true, Some(at)) => drop(self.at_least.remove(at)),
            (false, None) => self.at_least.push(square),
            _ => {}
        }
        if let Some(strike) = found.strike {
            self.field[square.index()] = strike.attack;
            self.strikes.push((square, strike));
        }
    }
}

impl Guerre {
    /// What the enemy could do in its turn to each unit of `seat` in `zone`; never less than what was found when
    /// somebody asked about another zone.
    pub(super) fn threats(&self, state: &State, seat: Seat, zone: &Area) -> Arc<Vec<Threat>> {
        let key = self.key_of(state, seat, Question::Threats, zone);
        let least = self.doctrine.retreat_at - 1;
        let found = Memory::answer(&MEMORY, key.clone(), Answer::threats, || {
            let units = state.units(seat);
            let units: Vec<Unit> = units.filter(|unit| zone.contains(unit.square())).collect();
            let targets = units.iter().map(|unit| (unit.square(), None)).collect();
            let theatre = self.theatre(state, seat.other());
            let found = self.searched(&theatre, targets, Aim::Surplus, least);
            let threats = units.into_iter().zip(found);
            let threats = threats.map(|(unit, (_, found))| Threat { unit, found });
            Answer::Threats(Arc::new(threats.collect()))
        });
        if found.iter().all(|threat| threat.found.exact) {
            return found;
        }
        let known = Memory::strikes(&MEMORY, &key, seat.other());
        let improved = found.iter().map(|threat| Threat {
            unit: threat.unit,
            found: known.improve(&threat.found, threat.unit.square(), Aim::Surplus, least),
        });
        Arc::new(improved.collect())
    }

    /// The best strike at each of these units that is worth more than `least`, and than what is known. All have a
    /// short search first; then those that are not finished share what is left, each as much.
    fn searched(
        &self,
        theatre: &Theatre,
        targets: Vec<(Square, Option<Strike>)>,
        aim: Aim,
        least: i32,
    ) -> Vec<(Square, Found)> {
        let mut left = NODES_A_MAP;
        let mut search = |square: Square, known: Option<Strike>, part: u32, budget: u32| {
            let known = known.filter(|strike| strike.value(aim) > least);
            let least = known.as_ref().map_or(least, |strike| strike.value(aim));
            let budget = (left / part.max(1)).clamp(NODES_AT_FIRST, budget);
            let (found, nodes) = self.best_strike(theatre, square, aim, least, budget);
            left = left.saturating_sub(nodes);
            Found {
                strike: found.strike.or(known),
                ..found
            }
        };
        let mut all: Vec<(Square, Found)> = targets
            .into_iter()
            .map(|(square, known)| (square, search(square, known, 1, NODES_AT_FIRST)))
            .collect();
        let mut open = all.iter().filter(|(_, found)| !found.exact).count() as u32;
        for (square, found) in all.iter_mut().filter(|(_, found)| !found.exact) {
            *found = search(*square, found.strike.take(), open, NODES_A_UNIT);
            open -= 1;
        }
        all
    }

    /// The side's units that the enemy can drive off or destroy in its turn, the weakest first.
    pub(super) fn hanging(&self, state: &State, seat: Seat, zone: &Area) -> Vec<(Unit, Strike)> {
        let threats = self.threats(state, seat, zone);
        let mut hanging: Vec<(Unit, Strike)> = threats
            .iter()
            .filter_map(|threat| Some((threat.unit, threat.found.strike.clone()?)))
            .collect();
        hanging.sort_by_key(|(unit, strike)| (-strike.surplus(), unit.square()));
        hanging
    }

    /// The best attack of a whole turn on every square of `zone`. Where an enemy stands, it is one that
    /// can be launched, with its charge; elsewhere whatever would bear on the square. Never less than what was
    /// found when somebody asked another question about the position.
    pub(super) fn attack_map(&self, state: &State, seat: Seat, zone: &Area) -> Arc<AttackMap> {
        let key = self.key_of(state, seat, Question::Attacks, zone);
        let found = Memory::answer(&MEMORY, key.clone(), Answer::attacks, || {
            Answer::Attacks(Arc::new(self.find_attacks(state, seat, zone)))
        });
        if found.at_least.is_empty() {
            return found;
        }
        let known = Memory::strikes(&MEMORY, &key, seat);
        let mut map = AttackMap::clone(&found);
        for &square in &found.at_least {
            let own = map.strikes.iter().position(|(other, _)| *other == square);
            let own = Found {
                strike: own.map(|at| map.strikes.swap_remove(at).1),
                exact: known.is_exact(square),
            };
            let field = &mut map.field[square.index()];
            *field = known.attack(square).max(*field);
            map.take(
                square,
                match state.unit(seat.other(), square) {
                    Some(_) => known.improve(&own, square, Aim::Attack, 0),
                    None => own,
                },
            );
        }
        map.strikes.sort_by_key(|(square, _)| *square);
        Arc::new(map)
    }

    fn find_attacks(&self, state: &State, seat: Seat, zone: &Area) -> AttackMap {
        let theatre = self.theatre(state, seat);
        let mut map = AttackMap {
            field: self.blank(),
            at_least: Vec::new(),
            strikes: Vec::new(),
        };
        // Units first: what is found for them can be launched. What destroys them is a beginning.
        let threats = self.threats(state, seat.other(), zone);
        let targets = threats.iter();
        let targets = targets.map(|threat| (threat.unit.square(), threat.found.strike.clone()));
        for (square, found) in self.searched(&theatre, targets.collect(), Aim::Attack, 0) {
            map.take(square, found);
        }
        let one_move = self.after_move_map(state, seat, Strength::Attack);
        let mut left = NODES_FOR_SQUARES;
        let is_bare = |square: &Square| {
            !self.board.is_mountain(*square) && state.unit(seat.other(), *square).is_none()
        };
        for square in zone.iter().filter(is_bare) {
            let least = one_move[square.index()];
            let budget = left.min(NODES_A_SQUARE);
            let (found, nodes) = self.best_strike(&theatre, square, Aim::Bare, least, budget);
            left = left.saturating_sub(nodes);
            map.field[square.index()] = least;
            if !found.exact {
                map.at_least.push(square);
            }
            if let Some(strike) = found.strike {
                map.field[square.index()] = strike.attack;
            }
        }
        map
    }

    /// For every enemy arsenal that stands the best way to it that can be walked: the shortest, and of
    /// those the least dangerous.
    pub(in crate::guerre) fn valleys(&self, state: &State, seat: Seat) -> Arc<Vec<Valley>> {
        let key = self.key_of(state, seat, Question::Valleys, &Area::EMPTY);
        Memory::answer(&MEMORY, key, Answer::valleys, || {
            Answer::Valleys(Arc::new(self.find_valleys(state, seat)))
        })
    }

    /// All squares.
    pub(super) fn everywhere(&self) -> Area {
        self.board.squares().collect()
    }
}
