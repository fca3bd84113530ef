//! The players that the first Jungle War describes.

use vauban_game::{
    Agent, Budget, Dice, Position, SearchMemory, Seat, Thought, every_action, judged,
};

use super::{
    Action, Instinct, Jungle,
    animal::{Animal, Gait},
    board::Square,
    marches::{MARCHES, UNREACHED, between},
    state::State,
};

/// Takes the strongest enemy in reach; else brings its strongest animal, or the farthest one, closer to the throne.
#[derive(Copy, Clone, Debug, Default)]
pub struct Novice;

/// Picks an animal by chance, and weighs for it what it could hunt, what hunts it, and the throne.
#[derive(Copy, Clone, Debug, Default)]
pub struct Heuristic;

impl Agent<Jungle> for Novice {
    fn think(
        &mut self,
        position: &Position<'_, Jungle>,
        _budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<Action> {
        let (game, state, seat) = (position.game, position.view, position.seat);
        let mut dice = position.dice.clone();
        let actions = every_action(game, state, seat);
        // Step 1. Takes whatever it can, of several the strongest.
        let prey = |action: &Action| match state.at(action.to) {
            Some((_, prey)) => game.power(prey),
            None => 0,
        };
        let strongest = actions.iter().map(prey).max().unwrap_or(0);
        if strongest > 0 {
            let takes = |action: &Action| prey(action) == strongest;
            return judged(
                &Instinct,
                game,
                state,
                seat,
                any(&actions, takes, &mut dice),
            );
        }
        // Step 2. Else an animal gets closer to the throne: the strongest that can, or the farthest.
        let closer = |action: &Action| {
            let gait = gait_on(state, action.from);
            let moves = |square| MARCHES.to_throne(seat, gait, square).unwrap_or(UNREACHED);
            moves(action.to) < moves(action.from)
        };
        let by_strength = dice.below(2) == 0;
        let rank = |action: &Action| match state.at(action.from) {
            Some((_, animal)) if by_strength => game.power(animal),
            Some((_, animal)) => {
                let moves = MARCHES.to_throne(seat, animal.gait(), action.from);
                moves.unwrap_or(UNREACHED)
            }
            None => 0,
        };
        let best = actions
            .iter()
            .filter(|action| closer(action))
            .map(rank)
            .max();
        let chosen = |action: &Action| match best {
            Some(best) => closer(action) && rank(action) == best,
            None => true,
        };
        judged(
            &Instinct,
            game,
            state,
            seat,
            any(&actions, chosen, &mut dice),
        )
    }
}

impl Agent<Jungle> for Heuristic {
    fn think(
        &mut self,
        position: &Position<'_, Jungle>,
        _budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<Action> {
        let (game, state, seat) = (position.game, position.view, position.seat);
        let mut dice = position.dice.clone();
        // Step 1. Any animal that can move.
        let actions = every_action(game, state, seat);
        let mut movable: Vec<Square> = actions.iter().map(|action| action.from).collect();
        movable.sort_unstable();
        movable.dedup();
        let from = dice.choose(&movable);
        // Step 2. Where it scores most.
        let Some((_, animal)) = state.at(from) else {
            return judged(&Instinct, game, state, seat, actions[0]);
        };
        let score = |action: &Action| game.score(state, seat, animal, action.to);
        let own = actions.iter().filter(|action| action.from == from);
        let best = own.max_by(|one, other| score(one).total_cmp(&score(other)));
        judged(
            &Instinct,
            game,
            state,
            seat,
            best.copied().unwrap_or(actions[0]),
        )
    }
}

impl Jungle {
    /// What `square` promises to an animal of `seat`, by the first Jungle War's formula; distances are moves.
    pub(super) fn score(&self, state: &State, seat: Seat, animal: Animal, square: Square) -> f64 {
        let gait = animal.gait();
        let foe = seat.other();
        let mut score = 0.0;
        for (other, there) in state.animals(foe) {
            // The prey, the more tempting the nearer it is to its goal.
            if self.could_take(animal, other, self.power_on(foe, other, there))
                && let Some(moves) = between(seat, gait, square, there)
            {
                let goal = MARCHES.to_throne(foe, other.gait(), there);
                let goal = f64::from(goal.unwrap_or(UNREACHED).max(1));
                score += (-f64::from(moves) / 3.0 + 6.4).exp() / goal;
            }
            // The predator; one that is taken on this square hunts no more.
            if there != square
                && self.could_take(other, animal, self.power_on(seat, animal, square))
                && let Some(moves) = between(foe, other.gait(), there, square)
            {
                score -= 200.0 * (-f64::from(moves) / 2.0).exp();
            }
        }
        // The throne.
        let moves = MARCHES.to_throne(seat, gait, square).unwrap_or(UNREACHED);
        score + (-f64::from(moves) / 6.0 + 4.9).exp()
    }

    /// Whether `hunter` takes `prey`, which has this power where it stands, once it is beside it.
    fn could_take(&self, hunter: Animal, prey: Animal, power: u8) -> bool {
        self.power(hunter) >= power || (hunter, prey) == (Animal::Rat, Animal::Elephant)
    }
}

fn gait_on(state: &State, square: Square) -> Gait {
    state
        .at(square)
        .map_or(Gait::Walks, |(_, animal)| animal.gait())
}

/// One of the actions of which `chosen` holds, each with the same chance; it must hold of some.
fn any(actions: &[Action], chosen: impl Fn(&Action) -> bool, dice: &mut Dice) -> Action {
    let chosen: Vec<Action> = actions.iter().copied().filter(chosen).collect();
    dice.choose(&chosen)
}
