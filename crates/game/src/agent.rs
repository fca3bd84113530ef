//! Programs that can sit in a seat.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::{Dice, Game, PastKeys, SearchMemory, Seat, Thought, WinShare};

/// Something that can sit in a seat. It gets a view, never the state: it cannot cheat.
///
/// Whoever hosts a match keeps the agent of a seat, but may lose it at any time. What an agent
/// must remember to keep its promise therefore follows from [`Position::turn`]; what it keeps
/// besides only saves work.
pub trait Agent<G: Game>: Send {
    /// What [`Position::seat`] should do; it is its turn. `memory` is lent for this one answer.
    fn think(
        &mut self,
        position: &Position<'_, G>,
        budget: &Budget,
        memory: &mut SearchMemory,
    ) -> Thought<G::Action>;

    /// How many bytes it keeps on the heap between two answers; never more than [`MOST_KEPT`].
    fn bytes(&self) -> usize {
        0
    }
}

/// The most bytes that an agent may keep between two answers.
pub const MOST_KEPT: usize = 64 * 1024;

/// Where an agent has to act, as its seat sees it.
#[derive(Debug)]
pub struct Position<'a, G: Game> {
    pub game: &'a G,
    pub seat: Seat,
    pub view: &'a G::View,
    /// The landmarks so far, for games in which repetition counts.
    pub past: &'a PastKeys,
    pub turn: TurnSoFar<'a, G>,
    /// The agent's own, for this answer.
    pub dice: Dice,
}

/// What a seat has done since another seat last acted. A plan that is made of `start` and `dice` alone
/// is the same at every answer of the turn.
#[derive(Debug)]
pub struct TurnSoFar<'a, G: Game> {
    /// What the seat saw before the first of `actions`.
    pub start: &'a G::View,
    pub actions: &'a [G::Action],
    /// The same at every answer of the turn.
    pub dice: Dice,
}

impl<'a, G: Game> Position<'a, G> {
    /// The first answer of a turn, in a match that has no past.
    pub fn new(game: &'a G, seat: Seat, view: &'a G::View, mut dice: Dice) -> Position<'a, G> {
        Position {
            game,
            seat,
            view,
            past: PastKeys::none(),
            turn: TurnSoFar {
                start: view,
                actions: &[],
                dice: Dice::seeded(dice.roll()),
            },
            dice,
        }
    }
}

/// How long an agent may think. Nothing set: as long as it is made to.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub time: Option<Duration>,
    /// Actions applied in search. Equal nodes give equal thoughts on every machine.
    pub nodes: Option<u64>,
    /// How much less than the best an action may be worth to be told in [`Thought::others`]. Nothing: the
    /// best alone is asked for.
    pub slack: Option<WinShare>,
    /// How many threads may search together; 0 is one. With several, equal nodes no longer give equal thoughts.
    pub threads: usize,
    pub stop: Stop,
}

impl Budget {
    pub fn nodes(nodes: u64) -> Budget {
        Budget {
            nodes: Some(nodes),
            ..Budget::default()
        }
    }
    pub fn time(time: Duration) -> Budget {
        Budget {
            time: Some(time),
            ..Budget::default()
        }
    }
}

/// A hand that can be raised from another thread: answer now with what you have.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
