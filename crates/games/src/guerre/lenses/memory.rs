//! What was found for the last positions, for all matches together.
//!
//! The same question gets the same answer. Another question about the same position may have found more, because
//! its search had fewer squares to look at: what it found is never forgotten beside it.

use std::{
    cmp::Reverse,
    collections::{HashMap, VecDeque},
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use vauban_game::Seat;

use super::{
    strikes::{Aim, Found},
    threats::{AttackMap, Threat},
    valleys::Valley,
};
use crate::guerre::{Guerre, Square, State, area::Area, position::write_board};

/// So many questions are remembered, of all matches together: some kilobytes each.
const REMEMBERED: usize = 128;

/// What was asked.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Key {
    /// The ground and the numbers of the rules.
    rules: u64,
    state: State,
    seat: Seat,
    question: Question,
    zone: Area,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) enum Question {
    Threats,
    Attacks,
    Valleys,
}

#[derive(Clone, Debug)]
pub(super) enum Answer {
    Threats(Arc<Vec<Threat>>),
    Attacks(Arc<AttackMap>),
    Valleys(Arc<Vec<Valley>>),
}

impl Answer {
    pub(super) fn threats(self) -> Option<Arc<Vec<Threat>>> {
        match self {
            Answer::Threats(threats) => Some(threats),
            Answer::Attacks(_) | Answer::Valleys(_) => None,
        }
    }
    pub(super) fn attacks(self) -> Option<Arc<AttackMap>> {
        match self {
            Answer::Attacks(map) => Some(map),
            Answer::Threats(_) | Answer::Valleys(_) => None,
        }
    }
    pub(super) fn valleys(self) -> Option<Arc<Vec<Valley>>> {
        match self {
            Answer::Valleys(valleys) => Some(valleys),
            Answer::Threats(_) | Answer::Attacks(_) => None,
        }
    }
}

/// What questions about a position have found, in no order.
#[derive(Default)]
pub(super) struct Known {
    threats: Vec<Arc<Vec<Threat>>>,
    /// With the squares that were searched.
    maps: Vec<(Area, Arc<AttackMap>)>,
}

impl Known {
    /// The best strike at a square that is worth more than `least`: what was found, or what is known.
    pub(super) fn improve(&self, found: &Found, square: Square, aim: Aim, least: i32) -> Found {
        let threats = self.threats.iter().flat_map(|threats| threats.iter());
        let mut threats = threats.filter(|threat| threat.unit.square() == square);
        let of_maps = self.maps.iter().flat_map(|(_, map)| &map.strikes);
        let of_maps = of_maps.filter(|(other, _)| *other == square);
        let of_threats = threats.clone().filter_map(|one| one.found.strike.as_ref());
        let known = of_threats.chain(of_maps.map(|(_, strike)| strike));
        // Of equals the one with the fewest moves, so that the order of the questions makes no difference.
        let best = known
            .filter(|strike| strike.value(aim) > least)
            .max_by_key(|strike| {
                (
                    strike.value(aim),
                    Reverse((strike.moves.len(), &strike.moves)),
                )
            });
        let own = found.strike.as_ref();
        let better = best.filter(|best| own.is_none_or(|own| best.value(aim) > own.value(aim)));
        let is_exact = match aim {
            Aim::Surplus => threats.any(|threat| threat.found.exact),
            Aim::Attack | Aim::Bare => self.is_exact(square),
        };
        Found {
            strike: better.or(own).cloned(),
            exact: found.exact || is_exact,
        }
    }

    /// Whether a map says all there is about a square.
    pub(super) fn is_exact(&self, square: Square) -> bool {
        let mut maps = self.maps.iter();
        maps.any(|(zone, map)| zone.contains(square) && !map.at_least.contains(&square))
    }

    /// The strongest attack on a square that a map has.
    pub(super) fn attack(&self, square: Square) -> i32 {
        let fields = self.maps.iter().map(|(_, map)| map.field[square.index()]);
        fields.max().unwrap_or(0)
    }
}

/// The last answers; the oldest goes first.
#[derive(Default)]
pub(super) struct Memory {
    answers: HashMap<Key, Answer>,
    order: VecDeque<Key>,
}

pub(super) static MEMORY: LazyLock<Mutex<Memory>> = LazyLock::new(Mutex::default);

impl Memory {
    /// The answer that is remembered, or a new one. Nobody waits for another's search.
    pub(super) fn answer<T>(
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

    /// What is remembered of the attacks of `seat` in the position of a question.
    pub(super) fn strikes(shared: &Mutex<Memory>, asked: &Key, seat: Seat) -> Known {
        let memory = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = Known::default();
        for (key, answer) in &memory.answers {
            if (key.rules, &key.state) != (asked.rules, &asked.state) {
                continue;
            }
            match answer {
                Answer::Threats(threats) if key.seat == seat.other() => {
                    known.threats.push(Arc::clone(threats));
                }
                Answer::Attacks(map) if key.seat == seat => {
                    known.maps.push((key.zone, Arc::clone(map)));
                }
                _ => {}
            }
        }
        known
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

impl Guerre {
    pub(super) fn key_of(&self, state: &State, seat: Seat, question: Question, zone: &Area) -> Key {
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
