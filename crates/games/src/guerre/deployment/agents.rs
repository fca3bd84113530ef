//! Lets an agent of the open game sit at a set-up as well.

use vauban_game::{Agent, Budget, Dice, Position, SearchMemory, Seat, Thought, TurnSoFar};

use super::{Camp, Deployed, Glimpse, Step};
use crate::guerre::{Class, Guerre, Place, setup::published};

/// Places the units as the published position has them, or anywhere if that cannot be; then the
/// agent of the open game takes over.
#[derive(Clone, Debug)]
pub struct Officer<A>(pub A);

impl<A: Agent<Guerre>> Agent<Deployed> for Officer<A> {
    fn think(
        &mut self,
        position: &Position<'_, Deployed>,
        budget: &Budget,
        memory: &mut SearchMemory,
    ) -> Thought<Step> {
        let (game, seat) = (position.game, position.seat);
        match position.view {
            Glimpse::Open(view) => {
                let actions = position.turn.actions.iter();
                let actions: Vec<_> = actions
                    .filter_map(|step| match step {
                        Step::Open(action) => Some(*action),
                        _ => None,
                    })
                    .collect();
                let open = Position {
                    game: &game.game,
                    seat,
                    view,
                    past: position.past,
                    turn: TurnSoFar {
                        start: match position.turn.start {
                            Glimpse::Open(start) => start,
                            // The lot has just been drawn.
                            Glimpse::Placing { .. } | Glimpse::Lot { .. } => view,
                        },
                        actions: &actions,
                        dice: position.turn.dice.clone(),
                    },
                    dice: position.dice.clone(),
                };
                self.0.think(&open, budget, memory).map(Step::Open)
            }
            Glimpse::Placing {
                own: Some((of, camp)),
                ..
            } if *of == seat => {
                Thought::plain(game.next_placement(camp, seat, &mut position.dice.clone()))
            }
            Glimpse::Placing { .. } | Glimpse::Lot { .. } => Thought::plain(Step::Done),
        }
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

impl Deployed {
    fn next_placement(&self, camp: &Camp, seat: Seat, dice: &mut Dice) -> Step {
        let Some(class) = Class::ALL
            .into_iter()
            .find(|&class| camp.left(&self.game.army, class) > 0)
        else {
            return Step::Done;
        };
        let free: Vec<Place> = self.free(camp, seat).collect();
        let usual = published(class, seat).find(|place| free.contains(place));
        // §11.7 Every ground of a set-up has room for all units: a square is free for each that is left.
        let at = usual.unwrap_or_else(|| dice.choose(&free));
        Step::Place { class, at }
    }
}
