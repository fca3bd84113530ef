//! Playing a game to its end, or some way towards it, by chance.

use vauban_game::{Actions, Dice, Game, Outcome, Policy, Seat, Turn};

use crate::Uniform;

/// Plays by a policy; its lists are kept, so that nothing is allocated per action.
pub struct Playout<G: Game, P = Uniform> {
    policy: P,
    actions: Actions<G::Action>,
    seats: Vec<Seat>,
}

impl<G: Game, P> std::fmt::Debug for Playout<G, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Playout").finish_non_exhaustive()
    }
}

impl<G: Game> Default for Playout<G> {
    fn default() -> Self {
        Playout::by(Uniform)
    }
}

impl<G: Game, P> Playout<G, P> {
    pub fn by(policy: P) -> Playout<G, P> {
        Playout {
            policy,
            actions: Actions::new(),
            seats: Vec::new(),
        }
    }
}

impl<G: Game, P: Policy<G>> Playout<G, P> {
    /// Plays on from `state`, at most `limit` steps, and what nature has to decide then. Returns the
    /// outcome, if it came so far, and the steps.
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
                Turn::Chance => {
                    let chance = game.roll(state, dice);
                    game.settle(state, chance);
                    steps += 1;
                    continue;
                }
                _ if steps >= limit => return (None, steps),
                Turn::One(seat) => seat,
                Turn::Any(seats) => {
                    self.seats.clear();
                    self.seats.extend(seats.iter());
                    dice.choose(&self.seats)
                }
            };
            let action = self
                .policy
                .sample(game, state, seat, &mut self.actions, dice);
            game.act(state, seat, action);
            steps += 1;
        }
    }
}
