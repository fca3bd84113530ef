//! The one trait a game must implement.

use std::{any::TypeId, convert::Infallible, fmt::Debug, hash::Hash};

use crate::{Actions, Dice, Reason, Refused, Seat, Turn, Viewer};

/// The rules of one game, with its options already chosen.
///
/// The value holds what never changes during a match: board, tables, options.
/// Everything that changes is in [`Game::State`]. All methods are pure: same
/// arguments, same answer. No method has a default that panics.
pub trait Game: Send + Sync + 'static {
    /// Plain data without heap or history, cheap to clone: search clones it at every node.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One choice by one seat, as small as it can be.
    type Action: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// One result of nature. [`Infallible`] if the game has no chance.
    type Chance: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// All that one viewer may know. [`Game::State`] itself if nothing is hidden.
    type View: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    type Refusal: Reason;

    fn seats(&self) -> u8;
    fn start(&self) -> Self::State;
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends every action `seat` may take now, in a fixed order; nothing if it is not its turn.
    /// Actions that differ only in an amount are one entry with a range.
    fn actions(&self, state: &Self::State, seat: Seat, out: &mut Actions<Self::Action>);
    /// The same choice with another amount, for entries that have a range.
    fn with_amount(&self, action: Self::Action, _amount: u32) -> Self::Action {
        action
    }
    /// One of the actions that `seat`, whose turn it is, may take now, every amount counted, each with the same
    /// chance. For random play: a game may have a faster way than to list them. `list` is scratch space.
    #[inline]
    fn draw(
        &self,
        state: &Self::State,
        seat: Seat,
        list: &mut Actions<Self::Action>,
        dice: &mut Dice,
    ) -> Self::Action
    where
        Self: Sized,
    {
        list.clear();
        self.actions(state, seat, list);
        list.draw(self, dice)
    }
    /// Says whether `seat` may take `action`, and if not, every reason why not.
    ///
    /// Must accept any value of the action type, also one that [`crate::Notation::read`]
    /// made of nonsense, and any seat of the table.
    fn check(
        &self,
        state: &Self::State,
        seat: Seat,
        action: Self::Action,
    ) -> Result<(), Refused<Self::Refusal>>;
    /// Takes `action`. The caller has made sure that it is allowed.
    fn act(&self, state: &mut Self::State, seat: Seat, action: Self::Action);

    /// Appends every result nature may produce now, each with its weight.
    fn chances(&self, state: &Self::State, out: &mut Vec<(Self::Chance, u32)>);
    /// One of [`Game::chances`], drawn by its weight. Games with many results need not list them for it.
    fn roll(&self, state: &Self::State, dice: &mut Dice) -> Self::Chance {
        let mut chances = Vec::new();
        self.chances(state, &mut chances);
        dice.pick(&chances)
    }
    /// Lets `chance` happen. The caller has made sure that it is one of [`Game::chances`].
    fn settle(&self, state: &mut Self::State, chance: Self::Chance);

    /// Takes `seat` out of a game that goes on without it. `false`: this game cannot, and `seat` loses it.
    fn abandon(&self, _state: &mut Self::State, _seat: Seat) -> bool {
        false
    }

    /// Whether `seat` is out of a game that goes on without it.
    fn is_out(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }

    /// Whether viewers may know different things. It follows from the types, but the options of a game may leave
    /// it without secrets: then everybody's view shows all of the state, always.
    fn has_secrets(&self) -> bool {
        TypeId::of::<Self::View>() != TypeId::of::<Self::State>()
    }
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;
    /// A full state that fits `view`, drawn at random from all that do.
    fn imagine(&self, view: &Self::View, dice: &mut Dice) -> Self::State;

    /// A number for the state without its draw counters: equal states have equal keys.
    fn key(&self, state: &Self::State) -> u64;
    /// After how many more steps, at the earliest, a counter that is not in [`Game::key`] may end the match.
    /// What search has found for a key holds at all states of that key only if it looked less far.
    fn steps_to_count_out(&self, _state: &Self::State) -> u32 {
        u32::MAX
    }
    /// What happens when the same key comes again; enforced by match and search, never kept in `State`.
    fn repetition(&self) -> Repetition {
        Repetition::Free
    }
    /// Whether `state` counts for repetition, if the game counts only some (as turn starts).
    fn landmark(&self, _state: &Self::State) -> bool {
        true
    }
}

/// What a game says about positions that come again.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Repetition {
    /// They may.
    Free,
    /// The game is drawn when a landmark comes for the `times`-th time.
    Draw { times: u8 },
}

/// A game without chance and without secrets. Follows from the types; never implemented by hand.
pub trait Open: Game<Chance = Infallible, View = <Self as Game>::State> {}
impl<G: Game<Chance = Infallible, View = <G as Game>::State>> Open for G {}
