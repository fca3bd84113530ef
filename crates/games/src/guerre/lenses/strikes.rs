//! The best attack that a side can launch on a unit in a turn, and what hangs because of it.
//!
//! With an attack after each move it is the last mover who attacks, and only its own line may charge:
//! so first the last move is chosen, and then what should move before it. Everything is played move
//! by move, and the attack itself is one that the rules allow: a strike is never too strong, though a
//! cleverer one may exist. Every strike of a single move is found.

use vauban_game::Seat;

use super::{maps::Strength, plans::March};
use crate::guerre::{Guerre, Square, State, Unit, doctrine::AttackTiming, state::Flag};

/// An attack on one unit, with the moves before it.
#[derive(Clone, Debug)]
pub(super) struct Strike {
    pub(super) attack: i32,
    pub(super) defence: i32,
    pub(super) moves: Vec<March>,
    /// Who launches it, where it stands by then.
    pub(super) from: Square,
}

/// What is wanted of a strike.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Aim {
    /// The highest attack.
    Attack,
    /// The highest surplus over the defence, which moves may weaken too.
    Surplus,
}

impl Strike {
    pub(super) fn surplus(&self) -> i32 {
        self.attack - self.defence
    }
    fn value(&self, aim: Aim) -> i32 {
        match aim {
            Aim::Attack => self.attack,
            Aim::Surplus => self.surplus(),
        }
    }
}

/// The better of two strikes; of equals the one found first.
fn better(one: Option<Strike>, other: Option<Strike>, aim: Aim) -> Option<Strike> {
    match (one, other) {
        (Some(one), Some(other)) if other.value(aim) > one.value(aim) => Some(other),
        (one, other) => one.or(other),
    }
}

impl Guerre {
    /// The best strike of `seat` at the enemy on `target` that was found for one turn.
    pub(super) fn best_strike(
        &self,
        state: &State,
        seat: Seat,
        target: Square,
        aim: Aim,
    ) -> Option<Strike> {
        // Step 1: what must retreat does, where it is least in the way of the attack.
        let mut state = self.with_mover(state, seat);
        self.strand(&mut state);
        let mut retreats = Vec::new();
        while state.retreat_pending() {
            let steps = self.moves(&state).into_iter();
            let step = steps.max_by_key(|&step| {
                let next = self.moved(&state, step);
                self.static_at(&next, seat, target, Strength::Attack)
            })?;
            state = self.moved(&state, step);
            retreats.push(step);
        }

        // Step 2: without any further move.
        let at_once = self.launch(&state, seat, target, aim);
        // Step 3: with moves.
        let moved = match self.doctrine.attack_timing {
            AttackTiming::EachMove => self.strike_by_last_mover(&state, seat, target, aim),
            AttackTiming::EndOfTurn => {
                let orders = self.posts(&state, seat, target, Strength::Attack);
                let (mustered, moves) = self.execute(&state, orders);
                let mustered = self.launch_after(&mustered, seat, target, aim, moves);
                let climbed = self.climb(&state, seat, target, aim, None);
                better(mustered, climbed, aim)
            }
        };
        let mut best = better(at_once, moved, aim)?;
        best.moves.splice(0..0, retreats);
        Some(best)
    }

    /// Chooses the last move, and what moves before it.
    fn strike_by_last_mover(
        &self,
        state: &State,
        seat: Seat,
        target: Square,
        aim: Aim,
    ) -> Option<Strike> {
        let finals = self.moves(state).into_iter();
        let finals = finals.filter(|&step| self.may_join(state, seat, step, target));
        let mut alone: Vec<(Strike, March)> = finals
            .filter_map(|step| {
                let next = self.moved(state, step);
                let strike = self.launch_after(&next, seat, target, aim, vec![step])?;
                Some((strike, step))
            })
            .collect();
        alone.sort_by_key(|(strike, _)| std::cmp::Reverse(strike.value(aim)));
        let mut best = None;
        for (index, (strike, last)) in alone.into_iter().enumerate() {
            best = better(best, Some(strike), aim);
            if state.moves_left < 2 {
                continue;
            }
            let orders = self.posts(state, seat, target, Strength::Attack);
            let orders = orders
                .into_iter()
                .filter(|order| order.0 != last.0 && order.1 != last.1)
                .take(usize::from(state.moves_left - 1))
                .collect();
            let (mustered, moves) = self.execute(state, orders);
            let mustered = self.finish(&mustered, seat, target, aim, last, moves);
            best = better(best, mustered, aim);
            if index < CLIMBED {
                best = better(best, self.climb(state, seat, target, aim, Some(last)), aim);
            }
        }
        best
    }

    /// Moves that each add most, and then the last one, if there is to be one.
    fn climb(
        &self,
        state: &State,
        seat: Seat,
        target: Square,
        aim: Aim,
        last: Option<March>,
    ) -> Option<Strike> {
        let finish = |state: &State, moves: Vec<March>| match last {
            Some(last) => self.finish(state, seat, target, aim, last, moves),
            None => self.launch_after(state, seat, target, aim, moves),
        };
        let mut state = state.clone();
        let mut moves = Vec::new();
        let mut best = finish(&state, Vec::new());
        while state.moves_left > u8::from(last.is_some()) && state.end.is_none() {
            let mut step = None;
            for march in self.moves(&state) {
                let taken = last.is_some_and(|last| march.0 == last.0 || march.1 == last.1);
                if taken || !self.may_join(&state, seat, march, target) {
                    continue;
                }
                let next = self.moved(&state, march);
                let mut so_far = moves.clone();
                so_far.push(march);
                let strike = finish(&next, so_far);
                let value = |strike: &Option<Strike>| strike.as_ref().map(|s| s.value(aim));
                if value(&strike) > value(&best) {
                    best = strike;
                    step = Some((march, next));
                }
            }
            let Some((march, next)) = step else {
                break;
            };
            moves.push(march);
            state = next;
        }
        best
    }

    /// Plays the last move, if it is still possible, and launches the attack.
    fn finish(
        &self,
        state: &State,
        seat: Seat,
        target: Square,
        aim: Aim,
        last: March,
        mut moves: Vec<March>,
    ) -> Option<Strike> {
        let can = state.moves_left > 0 && state.end.is_none() && self.moves(state).contains(&last);
        if !can {
            return None;
        }
        moves.push(last);
        self.launch_after(&self.moved(state, last), seat, target, aim, moves)
    }

    fn launch_after(
        &self,
        state: &State,
        seat: Seat,
        target: Square,
        aim: Aim,
        moves: Vec<March>,
    ) -> Option<Strike> {
        let strike = self.launch(state, seat, target, aim)?;
        Some(Strike { moves, ..strike })
    }

    /// The best attack on `target` that may be launched as things stand.
    fn launch(&self, state: &State, seat: Seat, target: Square, aim: Aim) -> Option<Strike> {
        if state.end.is_some() || state.unit(seat.other(), target).is_none() {
            return None;
        }
        let may_start = |unit: &Unit| match self.doctrine.attack_timing {
            AttackTiming::EachMove => unit.is(Flag::Last) && !unit.is(Flag::Spent),
            AttackTiming::EndOfTurn => !state.spent(),
        };
        let mut best = None;
        for unit in state.units(seat).filter(may_start) {
            if self.strikes(state, seat, unit) && self.hits(state, seat, unit, target) {
                let from = unit.square();
                let (attack, defence) = self.totals(state, seat, from, target);
                let strike = Strike {
                    attack,
                    defence,
                    moves: Vec::new(),
                    from,
                };
                best = better(best, Some(strike), aim);
            }
        }
        best
    }

    /// Whether a move may bring somebody more into an attack: one who comes to bear on the target, or
    /// cavalry that comes to stand in a line with it.
    fn may_join(&self, state: &State, seat: Seat, (from, to): March, target: Square) -> bool {
        let Some(unit) = state.unit(seat, from) else {
            return false;
        };
        let rides = self.doctrine.corps(unit.class()).charge.is_some();
        self.reaches(unit.at(to), target) || rides && self.board.sight(target).contains(to)
    }

    /// The side's units that the enemy can drive off or destroy in its next turn, by how much.
    pub(super) fn hanging(&self, state: &State, seat: Seat) -> Vec<(Unit, Strike)> {
        let mut hanging: Vec<(Unit, Strike)> = state
            .units(seat)
            .filter_map(|unit| {
                let strike = self.best_strike(state, seat.other(), unit.square(), Aim::Surplus)?;
                (strike.surplus() >= self.doctrine.retreat_at).then_some((unit, strike))
            })
            .collect();
        hanging.sort_by_key(|(unit, strike)| (-strike.surplus(), unit.square()));
        hanging
    }
}

/// For so many last moves, the best ones by themselves, the others' moves are tried one by one.
const CLIMBED: usize = 12;
