//! The agent that every ladder starts with.

use vauban_game::{Actions, Agent, Budget, Dice, Game, Seat, Thought};

/// Any legal action, each with the same chance.
#[derive(Debug, Default)]
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn think(
        &mut self,
        game: &G,
        seat: Seat,
        view: &G::View,
        _past: &[u64],
        _budget: &Budget,
        dice: &mut Dice,
    ) -> Thought<G::Action> {
        let mut actions = Actions::new();
        game.actions(&game.imagine(view, dice), seat, &mut actions);
        let action = actions.draw(game, dice);
        Thought {
            action,
            score: None,
            line: vec![action],
            nodes: 0,
        }
    }
}
