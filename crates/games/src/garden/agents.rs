//! The two players that come with the game: one that plays what it drew, one that always attacks. And a quick one for
//! imagined matches.

mod nimble;

use vauban_game::{Agent, Budget, Dice, Position, SearchMemory, Seat, Thought, every_action};

use super::{
    Garden,
    cell::{Area, Cell},
    state::{Action, Phase, State},
};

pub use nimble::Nimble;

/// Draws five moves and five placements that the state allows at the start of its turn, and plays five
/// of the ten. What has become illegal is skipped; creatures that must be placed besides go anywhere.
#[derive(Copy, Clone, Debug, Default)]
pub struct Random;

/// How many moves and placements are drawn, and how many of both are played.
const DRAWN: usize = 5;
const PLAYED: usize = 5;

/// Of its cells next to an enemy, the one with most creatures attacks the enemy beside it with
/// fewest; without contact, anybody goes to an empty cell. New creatures join the strongest cells that
/// touch the enemy.
#[derive(Copy, Clone, Debug, Default)]
pub struct Bold;

impl Random {
    /// What will be played in the turn that begins at `start`, in this order.
    pub(super) fn plan(game: &Garden, seat: Seat, start: &State, mut dice: Dice) -> Vec<Action> {
        let mut plan = moves(game, seat, start);
        draw(&mut plan, DRAWN, &mut dice);
        let room: Vec<Cell> = start.roomy(seat).collect();
        if !room.is_empty() {
            plan.extend((0..DRAWN).map(|_| Action::Place {
                at: dice.choose(&room),
            }));
        }
        draw(&mut plan, PLAYED, &mut dice);
        plan
    }
}

/// Leaves `count` of `items`, drawn at random.
fn draw<T>(items: &mut Vec<T>, count: usize, dice: &mut Dice) {
    for index in 0..count.min(items.len()) {
        let left = (items.len() - index) as u32;
        items.swap(index, index + dice.below(left) as usize);
    }
    items.truncate(count);
}

impl Agent<Garden> for Random {
    fn think(
        &mut self,
        position: &Position<'_, Garden>,
        _budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<Action> {
        let turn = &position.turn;
        let plan = Random::plan(position.game, position.seat, turn.start, turn.dice.clone());
        // Moves come first, then placements. What stands before something that was played is done, or
        // was skipped.
        let places = position.view.phase() == Phase::Reinforcement;
        let plan: Vec<Action> = plan
            .into_iter()
            .filter(|planned| matches!(planned, Action::Place { .. }) == places)
            .collect();
        let mut left = plan.as_slice();
        for done in turn.actions {
            if let Some(at) = left.iter().position(|planned| planned == done) {
                left = &left[at + 1..];
            }
        }
        let allowed = every_action(position.game, position.view, position.seat);
        let next = left.iter().find(|planned| allowed.contains(planned));
        Thought::plain(match next {
            Some(&planned) => planned,
            None if allowed.contains(&Action::End) => Action::End,
            None => position.dice.clone().choose(&allowed),
        })
    }
}

impl Agent<Garden> for Bold {
    fn think(
        &mut self,
        position: &Position<'_, Garden>,
        _budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<Action> {
        let (game, seat, view) = (position.game, position.seat, position.view);
        let mut dice = position.dice.clone();
        if view.phase() != Phase::Conquest {
            let front = view.roomy(seat).and(view.cells(seat.other()).border());
            let strongest = front.max_by_key(|&at| view.creatures(at));
            return match strongest.filter(|_| view.phase() == Phase::Reinforcement) {
                Some(at) => Thought::plain(Action::Place { at }),
                None => Thought::plain(dice.choose(&every_action(game, view, seat))),
            };
        }
        let moves = moves(game, seat, view);
        let attacks = moves.iter().filter_map(|&action| match action {
            Action::Move { from, to } if view.owner(to).is_some() => Some((from, to)),
            _ => None,
        });
        // The strongest, then the weakest; of equals the first.
        let strength = |&(from, to): &(Cell, Cell)| {
            let strong = view.creatures(from);
            (u8::MAX - strong, view.creatures(to), from, to)
        };
        if let Some((from, to)) = attacks.min_by_key(strength) {
            return Thought::plain(Action::Move { from, to });
        }
        let enemies: Area = view.cells(seat.other());
        let contact = !view.cells(seat).and(enemies.border()).is_empty();
        if contact || moves.is_empty() {
            return Thought::plain(Action::End);
        }
        Thought::plain(dice.choose(&moves))
    }
}

/// What groups can do.
fn moves(game: &Garden, seat: Seat, view: &State) -> Vec<Action> {
    let mut actions = every_action(game, view, seat);
    actions.retain(|action| matches!(action, Action::Move { .. }));
    actions
}
