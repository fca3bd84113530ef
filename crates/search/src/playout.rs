//! Playing a game to its end by chance.

use vauban_game::{Actions, Dice, Game, Outcome, Turn, nth};

/// Plays at random; its lists are kept, so that nothing is allocated per action.
pub struct Playout<G: Game> {
    actions: Actions<G::Action>,
    chances: Vec<(G::Chance, u32)>,
    seats: Vec<vauban_game::Seat>,
}

impl<G: Game> std::fmt::Debug for Playout<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Playout").finish_non_exhaustive()
    }
}

impl<G: Game> Default for Playout<G> {
    fn default() -> Self {
        Playout {
            actions: Actions::new(),
            chances: Vec::new(),
            seats: Vec::new(),
        }
    }
}

impl<G: Game> Playout<G> {
    /// Plays on from `state`, at most `limit` steps. Returns the outcome, if it came so far, and the steps.
    pub fn run(
        &mut self,
        game: &G,
        state: &mut G::State,
        dice: &mut Dice,
        limit: u64,
    ) -> (Option<Outcome>, u64) {
        let mut steps = 0;
        loop {
            let seat = match game.turn(state) {
                Turn::Over(outcome) => return (Some(outcome), steps),
                _ if steps >= limit => return (None, steps),
                Turn::Chance => {
                    self.chances.clear();
                    game.chances(state, &mut self.chances);
                    let total = self.chances.iter().map(|&(_, weight)| weight).sum();
                    let chance = nth(&self.chances, dice.below(total));
                    game.settle(state, chance);
                    steps += 1;
                    continue;
                }
                Turn::One(seat) => seat,
                Turn::Any(seats) => {
                    self.seats.clear();
                    self.seats.extend(seats.iter());
                    dice.choose(&self.seats)
                }
            };
            self.actions.clear();
            game.actions(state, seat, &mut self.actions);
            let action = self.actions.draw(game, dice);
            game.act(state, seat, action);
            steps += 1;
        }
    }
}
