//! The strikes of a whole position: what hangs, and how strong an attack on each square can get; and the
//! memory of what was found.
//!
//! A search takes a while, so that what was found for the last positions is remembered, valleys too.

use std::{
    collections::{HashMap, VecDeque},
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use vauban_game::Seat;

use super::{
    maps::{Field, Strength},
    strikes::{Aim, Found, Strike},
    valleys::Valley,
};
use crate::guerre::{Guerre, Square, State, Unit, area::Area, position::write_board};

/// So many moves may be tried for all units of a map, and for one of them; see docs/bench.md.
const NODES_A_MAP: u32 = 20_000;
const NODES_A_UNIT: u32 = 10_000;

/// However many have been tried for others, so many may be tried for each unit: every strike of a single
/// move is found.
const NODES_AT_LEAST: u32 = 250;

/// So many may be tried for all squares where nobody stands, and for one of them.
const NODES_FOR_SQUARES: u32 = 10_000;
const NODES_A_SQUARE: u32 = 400;

/// So many questions are remembered, of all matches together: some kilobytes each.
const REMEMBERED: usize = 128;

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

impl Guerre {
    /// What the enemy could do in its turn to each unit of `seat` in `zone`.
    pub(super) fn threats(&self, state: &State, seat: Seat, zone: &Area) -> Arc<Vec<Threat>> {
        let key = self.key_of(state, seat, Question::Threats, zone);
        Memory::answer(&MEMORY, key, Answer::threats, || {
            let theatre = self.theatre(state, seat.other());
            let mut left = NODES_A_MAP;
            let units = state
                .units(seat)
                .filter(|unit| zone.contains(unit.square()));
            let threats = units.map(|unit| {
                let least = self.doctrine.retreat_at - 1;
                let budget = left.clamp(NODES_AT_LEAST, NODES_A_UNIT);
                let (found, nodes) =
                    self.best_strike(&theatre, unit.square(), Aim::Surplus, least, budget);
                left = left.saturating_sub(nodes);
                Threat { unit, found }
            });
            Answer::Threats(Arc::new(threats.collect()))
        })
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
    /// can be launched, with its charge; elsewhere whatever would bear on the square.
    pub(super) fn attack_map(&self, state: &State, seat: Seat, zone: &Area) -> Arc<AttackMap> {
        let key = self.key_of(state, seat, Question::Attacks, zone);
        Memory::answer(&MEMORY, key, Answer::attacks, || {
            let theatre = self.theatre(state, seat);
            let one_move = self.after_move_map(state, seat, Strength::Attack);
            let mut map = AttackMap {
                field: self.blank(),
                at_least: Vec::new(),
                strikes: Vec::new(),
            };
            let (mut left, mut left_bare) = (NODES_A_MAP, NODES_FOR_SQUARES);
            // Units first: what is found for them can be launched.
            let mut squares: Vec<(bool, Square)> = zone
                .iter()
                .filter(|&square| !self.board.is_mountain(square))
                .map(|square| (state.unit(seat.other(), square).is_none(), square))
                .collect();
            squares.sort_unstable();
            for (bare, square) in squares {
                let (aim, least, budget) = match bare {
                    false => (Aim::Attack, 0, left.clamp(NODES_AT_LEAST, NODES_A_UNIT)),
                    true => (
                        Aim::Bare,
                        one_move[square.index()],
                        left_bare.min(NODES_A_SQUARE),
                    ),
                };
                let (found, nodes) = self.best_strike(&theatre, square, aim, least, budget);
                let left = match bare {
                    false => &mut left,
                    true => &mut left_bare,
                };
                *left = left.saturating_sub(nodes);
                let attack = found.strike.as_ref().map_or(least, |strike| strike.attack);
                map.field[square.index()] = attack;
                if !found.exact {
                    map.at_least.push(square);
                }
                if let Some(strike) = found.strike.filter(|_| !bare) {
                    map.strikes.push((square, strike));
                }
            }
            Answer::Attacks(Arc::new(map))
        })
    }

    /// For every enemy arsenal that stands the best way to it that can be walked: the shortest, and of
    /// those the least dangerous.
    pub(in crate::guerre) fn valleys(&self, state: &State, seat: Seat) -> Arc<Vec<Valley>> {
        let key = self.key_of(state, seat, Question::Valleys, &Area::EMPTY);
        Memory::answer(&MEMORY, key, Answer::valleys, || {
            Answer::Valleys(Arc::new(self.find_valleys(state, seat)))
        })
    }

    fn key_of(&self, state: &State, seat: Seat, question: Question, zone: &Area) -> Key {
        let mut hasher = DefaultHasher::new();
        write_board(&self.board).hash(&mut hasher);
        format!("{:?}", self.doctrine).hash(&mut hasher);
        Key {
            rules: hasher.finish(),
            state: state.clone(),
            seat,
            question,
            zone: *zone,
        }
    }

    /// All squares.
    pub(super) fn everywhere(&self) -> Area {
        self.board.squares().collect()
    }
}

/// What was asked.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
struct Key {
    /// The ground and the numbers of the rules.
    rules: u64,
    state: State,
    seat: Seat,
    question: Question,
    zone: Area,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
enum Question {
    Threats,
    Attacks,
    Valleys,
}

#[derive(Clone, Debug)]
enum Answer {
    Threats(Arc<Vec<Threat>>),
    Attacks(Arc<AttackMap>),
    Valleys(Arc<Vec<Valley>>),
}

impl Answer {
    fn threats(self) -> Option<Arc<Vec<Threat>>> {
        match self {
            Answer::Threats(threats) => Some(threats),
            Answer::Attacks(_) | Answer::Valleys(_) => None,
        }
    }
    fn attacks(self) -> Option<Arc<AttackMap>> {
        match self {
            Answer::Attacks(map) => Some(map),
            Answer::Threats(_) | Answer::Valleys(_) => None,
        }
    }
    fn valleys(self) -> Option<Arc<Vec<Valley>>> {
        match self {
            Answer::Valleys(valleys) => Some(valleys),
            Answer::Threats(_) | Answer::Attacks(_) => None,
        }
    }
}

/// The last answers; the oldest goes first.
#[derive(Default)]
struct Memory {
    answers: HashMap<Key, Answer>,
    order: VecDeque<Key>,
}

static MEMORY: LazyLock<Mutex<Memory>> = LazyLock::new(Mutex::default);

impl Memory {
    /// The answer that is remembered, or a new one. Nobody waits for another's search.
    fn answer<T>(
        shared: &Mutex<Memory>,
        key: Key,
        read: impl Fn(Answer) -> Option<T>,
        find: impl FnOnce() -> Answer,
    ) -> T {
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().answers.get(&key).cloned();
        if let Some(answer) = known.and_then(&read) {
            return answer;
        }
        let found = find();
        lock().keep(key, found.clone());
        read(found).expect("a question is answered in its own kind")
    }

    fn keep(&mut self, key: Key, answer: Answer) {
        if self.answers.insert(key.clone(), answer).is_none() {
            self.order.push_back(key);
        }
        while self.order.len() > REMEMBERED {
            if let Some(oldest) = self.order.pop_front() {
                self.answers.remove(&oldest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use vauban_game::Game;

    use super::*;
    use crate::guerre::NORTH;

    #[test]
    fn what_was_found_is_remembered_and_no_more_than_so_many() {
        let game = Guerre::default();
        let state = game.start();
        let memory = Mutex::default();
        let mut searched = 0;
        let mut ask = |square: Square| {
            let zone = [square].into_iter().collect();
            let key = game.key_of(&state, NORTH, Question::Threats, &zone);
            Memory::answer(&memory, key, Answer::threats, || {
                searched += 1;
                Answer::Threats(Arc::default())
            })
        };
        let first = ask(Square(0));
        assert!(
            Arc::ptr_eq(&first, &ask(Square(0))),
            "it is the same answer"
        );
        for square in game.board.squares().take(REMEMBERED + 1) {
            ask(square);
        }
        // The first was forgotten for the last.
        ask(Square(0));
        assert_eq!(searched, REMEMBERED + 2);
        let memory = memory.into_inner().expect("nobody has panicked");
        assert_eq!(memory.order.len(), REMEMBERED);
        assert_eq!(memory.answers.len(), REMEMBERED);
    }

    #[test]
    fn other_rules_another_side_and_another_zone_are_other_questions() {
        let game = Guerre::default();
        let state = game.start();
        let all = game.everywhere();
        let key = game.key_of(&state, NORTH, Question::Threats, &all);
        let mut other = game.clone();
        other.doctrine.moves = 3;
        let part = [Square(0)].into_iter().collect();
        for different in [
            other.key_of(&state, NORTH, Question::Threats, &all),
            game.key_of(&state, NORTH.other(), Question::Threats, &all),
            game.key_of(&state, NORTH, Question::Attacks, &all),
            game.key_of(&state, NORTH, Question::Threats, &part),
        ] {
            assert_ne!(key, different);
        }
        assert_eq!(key, game.key_of(&state, NORTH, Question::Threats, &all));
    }
}
