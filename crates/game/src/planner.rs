//! Turns of several actions, as a search that plans whole turns sees them.

use crate::{BySeat, Evaluate, Game, Seat, WinShare};

/// A judge that knows how a turn of several actions is put together.
pub trait Planner<G: Game>: Evaluate<G> + Clone {
    /// The judge for plans of the turn that begins at `start`: what it dares may depend on how things
    /// stand then, and must not change while turns are compared.
    #[must_use]
    fn for_turn(&self, _game: &G, _start: &G::State) -> Self {
        self.clone()
    }

    /// By how much `seat` leads at `state` if its turn ended here, in the judge's own units. Not called
    /// when it is over.
    fn turn_lead(&self, game: &G, state: &G::State, seat: Seat) -> i32;

    /// What `action` is in the turn of the seat that may take it at `state`.
    fn part(&self, game: &G, state: &G::State, action: G::Action) -> TurnPart;

    /// The same number for states of one turn from which the same can follow, however they were reached.
    fn position(&self, game: &G, state: &G::State) -> u64 {
        game.key(state)
    }

    /// The lead that is worth half of what there is to gain.
    fn half(&self) -> u16;

    /// The part of a win that a lead of `seat` stands for: what people are told. Search goes by leads alone.
    fn share_of(&self, seat: Seat, lead: i32) -> WinShare {
        BySeat::of_lead(seat, lead, self.half())[seat]
    }
}

/// What an action is in a turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TurnPart {
    /// Carries the turn on; some of these, in whatever order, are a turn.
    Step,
    /// Follows the step just taken, or never.
    Rider,
    /// Ends the turn.
    End,
    /// Not worth a look.
    Idle,
}
