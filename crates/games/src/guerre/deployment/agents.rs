//! Lets an agent of the open game sit at a set-up as well.

use vauban_game::{
    Actions, Agent, Budget, Dice, Game, Position, SearchMemory, Seat, Thought, TurnSoFar,
};

use super::{Deployed, Glimpse, Piece, Stage, Step};
use crate::guerre::{Board, Guerre, NORTH, Place, SOUTH, setup::published};

/// Places everything as the published position has it, or anywhere if that cannot be, and accepts whatever the
/// other side proposes; then the agent of the open game takes over.
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
        let Glimpse::Open(field, view) = position.view else {
            let stage = game.bare(position.view);
            return Thought::plain(game.next_step(&stage, seat, &mut position.dice.clone()));
        };
        let actions = position.turn.actions.iter();
        let actions: Vec<_> = actions
            .filter_map(|step| match step {
                Step::Open(action) => Some(*action),
                _ => None,
            })
            .collect();
        let open = Position {
            game: game.on(field),
            seat,
            view,
            past: position.past,
            turn: TurnSoFar {
                start: match position.turn.start {
                    Glimpse::Open(_, start) => start,
                    // The lot has just been drawn.
                    _ => view,
                },
                actions: &actions,
                dice: position.turn.dice.clone(),
            },
            dice: position.dice.clone(),
        };
        self.0.think(&open, budget, memory).map(Step::Open)
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

impl Deployed {
    /// A step of the set-up. What the other side has placed does not matter: no list depends on it.
    fn next_step(&self, stage: &Stage, seat: Seat, dice: &mut Dice) -> Step {
        let mut steps = Actions::new();
        self.actions(stage, seat, &mut steps);
        if steps.contains(&Step::Done) || steps.is_empty() {
            return Step::Done;
        }
        if steps.contains(&Step::Accept) {
            return Step::Accept;
        }
        let usual = steps.iter().copied().find(|step| match *step {
            Step::Place { piece, at } => is_usual(piece, at),
            _ => false,
        });
        usual.unwrap_or_else(|| dice.choose(&steps))
    }
}

/// Whether the published position has this piece there.
fn is_usual(piece: Piece, at: Place) -> bool {
    match piece {
        Piece::Unit(class) => [NORTH, SOUTH]
            .into_iter()
            .any(|seat| published(class, seat).any(|place| place == at)),
        Piece::Terrain(terrain) => {
            Board::published().any(|(kind, place)| kind == terrain && place == at)
        }
    }
}
