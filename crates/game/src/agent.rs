//! Programs that can sit in a seat.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::{Dice, Game, Seat};

/// Something that can sit in a seat. It gets a view, never the state: it cannot cheat.
pub trait Agent<G: Game>: Send {
    /// What `seat` should do. It is the seat's turn in `view`; `past` holds the keys of the
    /// landmarks so far, for games in which repetition counts. `dice` are the agent's own.
    fn think(
        &mut self,
        game: &G,
        seat: Seat,
        view: &G::View,
        past: &[u64],
        budget: &Budget,
        dice: &mut Dice,
    ) -> Thought<G::Action>;
}

/// What an agent found.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    pub action: A,
    /// How good it thinks this is for itself, in thousandths of a sure win.
    pub score: Option<i32>,
    /// What it expects to follow, its own action first.
    pub line: Vec<A>,
    /// How much it looked at.
    pub nodes: u64,
}

/// How long an agent may think. Nothing set: as long as it is made to.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub time: Option<Duration>,
    /// Actions applied in search. Equal nodes give equal thoughts on every machine.
    pub nodes: Option<u64>,
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
