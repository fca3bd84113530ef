//! The two players that come with the game: one of whims, one that always attacks.

use vauban_game::{Agent, Budget, Dice, Seat, Thought, every_action};

use super::{
    Garden,
    cell::{Area, Cell},
    state::{Action, Phase, State},
};

/// Builds five moves and five placements that the state allows and plays five of the ten, drawn at
/// random. Since creatures must all be placed, the draw decides how many moves come before.
#[derive(Clone, Debug, Default)]
pub struct Whim {
    plan: Option<Plan>,
}

/// How many moves a turn will yet have.
#[derive(Copy, Clone, Debug)]
struct Plan {
    round: u8,
    seat: Seat,
    moves: u8,
}

/// How many moves and placements are built, and how many of both are played.
const BUILT: u32 = 5;
const PLAYED: u32 = 5;

/// Of its cells next to an enemy, the one with most creatures attacks the enemy beside it with
/// fewest; without contact, anybody goes to an empty cell. New creatures join the strongest cells that
/// touch the enemy.
#[derive(Copy, Clone, Debug, Default)]
pub struct Bold;

impl Whim {
    /// How many moves are among those drawn.
    fn draw(dice: &mut Dice) -> u8 {
        let mut left = BUILT;
        let mut moves = 0;
        for drawn in 0..PLAYED {
            if dice.below(2 * BUILT - drawn) < left {
                left -= 1;
                moves += 1;
            }
        }
        moves
    }
}

impl Agent<Garden> for Whim {
    fn think(
        &mut self,
        game: &Garden,
        seat: Seat,
        view: &State,
        _past: &[u64],
        _budget: &Budget,
        dice: &mut Dice,
    ) -> Thought<Action> {
        if view.phase() != Phase::Conquest {
            return any(game, seat, view, dice);
        }
        let round = view.round();
        let plan = self
            .plan
            .filter(|plan| plan.round == round && plan.seat == seat)
            .unwrap_or_else(|| Plan {
                round,
                seat,
                moves: Whim::draw(dice),
            });
        let moves = moves(game, seat, view);
        if plan.moves == 0 || moves.is_empty() {
            self.plan = None;
            return plain(Action::End);
        }
        self.plan = Some(Plan {
            moves: plan.moves - 1,
            ..plan
        });
        plain(dice.choose(&moves))
    }
}

impl Agent<Garden> for Bold {
    fn think(
        &mut self,
        game: &Garden,
        seat: Seat,
        view: &State,
        _past: &[u64],
        _budget: &Budget,
        dice: &mut Dice,
    ) -> Thought<Action> {
        if view.phase() != Phase::Conquest {
            let front = view.roomy(seat).and(view.cells(seat.other()).border());
            let strongest = front.max_by_key(|&at| view.creatures(at));
            return match strongest.filter(|_| view.phase() == Phase::Reinforcement) {
                Some(at) => plain(Action::Place { at }),
                None => any(game, seat, view, dice),
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
            return plain(Action::Move { from, to });
        }
        let enemies: Area = view.cells(seat.other());
        let contact = !view.cells(seat).and(enemies.border()).is_empty();
        if contact || moves.is_empty() {
            return plain(Action::End);
        }
        plain(dice.choose(&moves))
    }
}

/// What groups can do.
fn moves(game: &Garden, seat: Seat, view: &State) -> Vec<Action> {
    let mut actions = every_action(game, view, seat);
    actions.retain(|action| matches!(action, Action::Move { .. }));
    actions
}

/// Anything that is allowed: a clan, a place.
fn any(game: &Garden, seat: Seat, view: &State, dice: &mut Dice) -> Thought<Action> {
    let actions = every_action(game, view, seat);
    plain(dice.choose(&actions))
}

fn plain(action: Action) -> Thought<Action> {
    Thought {
        action,
        score: None,
        line: vec![action],
        nodes: 0,
    }
}
