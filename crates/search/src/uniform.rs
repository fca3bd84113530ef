//! The agent that every ladder starts with.

use vauban_game::{Actions, Agent, Budget, Dice, Game, Position, SearchMemory, Seat, Thought};

use crate::Policy;

/// Any legal action, each with the same chance.
#[derive(Copy, Clone, Debug, Default)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    #[inline]
    fn sample(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        actions: &mut Actions<G::Action>,
        dice: &mut Dice,
    ) -> G::Action {
        game.draw(state, seat, actions, dice)
    }
}

impl<G: Game> Agent<G> for Uniform {
    fn think(
        &mut self,
        position: &Position<'_, G>,
        _budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<G::Action> {
        let mut dice = position.dice.clone();
        let state = position.game.imagine(position.view, &mut dice);
        let mut actions = Actions::new();
        Thought::plain(self.sample(
            position.game,
            &state,
            position.seat,
            &mut actions,
            &mut dice,
        ))
    }
}
