//! Le Jeu de la Guerre: two armies that live on their lines of communication.
//!
//! [`Guerre`] is the open game: no chance, no secrets. The hidden set-up and the lot for the first
//! turn are [`Deployed`], a game of its own that wraps this one.

pub mod actions;
pub mod agents;
pub mod area;
pub mod army;
pub mod board;
pub mod combat;
pub mod communications;
pub mod deployment;
pub mod doctrine;
pub mod evaluate;
pub mod formats;
pub mod lenses;
mod lessons;
pub mod narrate;
pub mod notation;
pub mod odds;
pub mod place;
mod play;
pub mod position;
pub mod refusal;
pub mod rules;
pub mod scene;
pub mod setup;
pub mod state;
mod words;

#[cfg(test)]
mod tests;

use std::{
    convert::Infallible,
    sync::{Arc, OnceLock},
};

use vauban_game::{Actions, Dice, Game, Refused, Repetition, Seat, Turn, Viewer};

use self::actions::Terrace;
pub use self::{
    agents::{Expert, Plan, Strategist},
    army::Army,
    board::{Board, Square},
    combat::{Battle, Fate},
    deployment::Deployed,
    doctrine::Doctrine,
    evaluate::{Judge, Term, Terms, Weights},
    place::Place,
    refusal::Refusal,
    state::{Action, Class, End, State, Unit},
};

/// The seat whose half is the upper one.
pub const NORTH: Seat = Seat(0);
/// The seat whose half is the lower one.
pub const SOUTH: Seat = Seat(1);

/// The open game: a board, the rules in numbers, and the order of battle.
#[derive(Clone, Debug)]
pub struct Guerre {
    board: Arc<Board>,
    terrace: Arc<Terrace>,
    /// What the board says about raids, once somebody asks.
    ground: Arc<OnceLock<evaluate::Ground>>,
    doctrine: Doctrine,
    rule_set: RuleSetName,
    /// The units that each side has in a set-up.
    army: Army,
    /// Who moves first.
    first: Seat,
    /// The units at the start, for each side.
    order_of_battle: [Vec<Unit>; 2],
}

/// A set of rules that records name.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum RuleSetName {
    Bordeaux,
    Debord,
    Rsg,
}

impl Guerre {
    /// The published board and order of battle, with these rules; North begins.
    pub fn new(doctrine: Doctrine) -> Guerre {
        let board = Board::standard();
        let order_of_battle = setup::standard_units(&board);
        Guerre {
            terrace: Arc::new(Terrace::new(&board)),
            ground: Arc::default(),
            board: Arc::new(board),
            doctrine,
            rule_set: RuleSetName::Bordeaux,
            army: Army::STANDARD,
            first: NORTH,
            order_of_battle,
        }
    }

    /// The same game on another ground, where nobody stands yet.
    fn on(&self, board: Board) -> Guerre {
        Guerre {
            terrace: Arc::new(Terrace::new(&board)),
            ground: Arc::default(),
            board: Arc::new(board),
            order_of_battle: [Vec::new(), Vec::new()],
            ..self.clone()
        }
    }

    /// The same game on the published board, with the published order of battle.
    fn on_standard_ground(&self) -> Guerre {
        Guerre {
            rule_set: self.rule_set,
            army: self.army,
            first: self.first,
            ..Guerre::new(self.doctrine.clone())
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }
    fn ground(&self) -> &evaluate::Ground {
        self.ground
            .get_or_init(|| evaluate::Ground::of(&self.board))
    }
    pub fn doctrine(&self) -> &Doctrine {
        &self.doctrine
    }

    /// A state with these units, all arsenals standing, `first` to begin.
    fn open(&self, units: &[Vec<Unit>; 2], first: Seat) -> State {
        let mut state = State::empty();
        for seat in [NORTH, SOUTH] {
            for (slot, &unit) in state.units[seat.index()]
                .iter_mut()
                .zip(&units[seat.index()])
            {
                *slot = unit;
            }
            let arsenals = self.board.arsenals(seat).len() as u32;
            state.standing[seat.index()] = 1u32.checked_shl(arsenals).unwrap_or(0).wrapping_sub(1);
        }
        state.mover = first;
        state.moves_left = self.doctrine.moves;
        self.muster(&mut state);
        state
    }

    /// Works out all that follows from where the units stand.
    fn muster(&self, state: &mut State) {
        self.connect(state);
        self.strand(state);
        self.judge(state);
    }
}

impl Default for Guerre {
    fn default() -> Guerre {
        Guerre::new(Doctrine::BORDEAUX)
    }
}

impl Game for Guerre {
    type State = State;
    type Action = Action;
    type Chance = Infallible;
    type View = State;
    type Refusal = Refusal;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> State {
        self.open(&self.order_of_battle, self.first)
    }

    fn turn(&self, state: &State) -> Turn {
        match state.end {
            Some(end) => Turn::Over(end.outcome()),
            None => Turn::One(state.mover),
        }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if state.end.is_none() && seat == state.mover {
            self.list(state, out);
        }
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refused<Refusal>> {
        rules::check(self, state, seat, action)
    }

    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        debug_assert_eq!(seat, state.mover, "only the side on turn acts");
        self.apply(state, action);
    }

    fn chances(&self, _state: &State, _out: &mut Vec<(Infallible, u32)>) {}

    fn settle(&self, _state: &mut State, chance: Infallible) {
        match chance {}
    }

    fn view(&self, state: &State, _viewer: Viewer) -> State {
        state.clone()
    }

    fn imagine(&self, view: &State, _dice: &mut Dice) -> State {
        view.clone()
    }

    fn key(&self, state: &State) -> u64 {
        state.key()
    }

    /// A quiet half-turn has at least one action, its end.
    fn steps_to_count_out(&self, state: &State) -> u32 {
        let quiet = match state.quiet {
            State::STIRRED => 0,
            quiet => quiet,
        };
        u32::from(self.doctrine.quiet_limit.saturating_sub(quiet))
    }

    /// §9.4 Only positions at the beginning of a turn count.
    fn repetition(&self) -> Repetition {
        Repetition::Draw { times: 3 }
    }

    fn landmark(&self, state: &State) -> bool {
        state.moves_left == self.doctrine.moves
    }
}
