//! Lets an agent of the open game sit at a set-up as well.

use vauban_game::{Agent, Budget, Dice, Seat, Thought};

use super::{Camp, Deployed, Glimpse, Step};
use crate::guerre::{Class, Guerre, Place, setup::published};

/// Places the units as the published position has them, or anywhere if that cannot be; then the
/// agent of the open game takes over.
#[derive(Clone, Debug)]
pub struct Officer<A>(pub A);

impl<A: Agent<Guerre>> Agent<Deployed> for Officer<A> {
    fn think(
        &mut self,
        game: &Deployed,
        seat: Seat,
        view: &Glimpse,
        past: &[u64],
        budget: &Budget,
        dice: &mut Dice,
    ) -> Thought<Step> {
        if let Glimpse::Open(state) = view {
            let Thought {
                action,
                score,
                line,
                nodes,
            } = self.0.think(&game.game, seat, state, past, budget, dice);
            return Thought {
                action: Step::Open(action),
                score,
                line: line.into_iter().map(Step::Open).collect(),
                nodes,
            };
        }
        let action = match view {
            Glimpse::Placing {
                own: Some((of, camp)),
                ..
            } if *of == seat => game.next_placement(camp, seat, dice),
            Glimpse::Placing { .. } | Glimpse::Lot { .. } | Glimpse::Open(_) => Step::Done,
        };
        Thought {
            action,
            score: None,
            line: vec![action],
            nodes: 0,
        }
    }
}

impl Deployed {
    fn next_placement(&self, camp: &Camp, seat: Seat, dice: &mut Dice) -> Step {
        let Some(class) = Class::ALL.into_iter().find(|&class| camp.left(class) > 0) else {
            return Step::Done;
        };
        let free: Vec<Place> = self.free(camp, seat).collect();
        let usual = published(class, seat).find(|place| free.contains(place));
        // §11.7 Every ground of a set-up has room for all units: a square is free for each that is left.
        let at = usual.unwrap_or_else(|| dice.choose(&free));
        Step::Place { class, at }
    }
}
