//! What the report planned first: attacks that work, else a move that keeps the strength together.

use vauban_game::{Agent, Budget, Position, SearchMemory, Seat, Thought, every_action};

use crate::guerre::{Action, Fate, Guerre, State, Unit};

/// Attacks that destroy or repel come first; else the moves that keep the sum of own attack and
/// defence are put in order, and one of the best tenth is drawn.
#[derive(Copy, Clone, Debug, Default)]
pub struct Expert {
    pub order: Order,
}

/// What its moves are ordered by.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Order {
    /// The squares in communication after them.
    #[default]
    Communication,
    /// The moves possible after them.
    Mobility,
}

impl Agent<Guerre> for Expert {
    fn think(
        &mut self,
        position: &Position<'_, Guerre>,
        _budget: &Budget,
        _memory: &mut SearchMemory,
    ) -> Thought<Action> {
        let (game, state) = (position.game, position.view);
        let mut dice = position.dice.clone();
        let actions = every_action(game, state, position.seat);
        // Step 1. Attacks that destroy, else attacks that repel.
        let attacks = |destroys: bool| -> Vec<Action> {
            let all = actions.iter().copied();
            all.filter(|&action| {
                let fate = fate(game, state, action);
                fate != Fate::Holds && fate.destroys() == destroys
            })
            .collect()
        };
        let (destroy, repel) = (attacks(true), attacks(false));
        let best = if destroy.is_empty() { repel } else { destroy };
        if !best.is_empty() {
            return Thought::plain(dice.choose(&best));
        }
        // Step 2. Of the moves that keep the potential, one of the best tenth.
        let moves = self.best_moves(game, state, &actions);
        Thought {
            nodes: actions.len() as u64,
            ..Thought::plain(match moves.is_empty() {
                false => dice.choose(&moves),
                true if actions.contains(&Action::End) => Action::End,
                // Whoever must retreat does so anyhow.
                true => dice.choose(&actions),
            })
        }
    }
}

impl Expert {
    /// The best tenth of the moves that keep the potential.
    pub(in crate::guerre) fn best_moves(
        &self,
        game: &Guerre,
        state: &State,
        actions: &[Action],
    ) -> Vec<Action> {
        let seat = state.mover;
        let before = game.potential(state, seat);
        let mut moves: Vec<(usize, Action)> = Vec::new();
        for &action in actions {
            if !matches!(action, Action::Move { .. }) {
                continue;
            }
            let mut after = state.clone();
            game.apply(&mut after, action);
            if game.potential(&after, seat) >= before {
                moves.push((self.rank(game, &after, seat), action));
            }
        }
        // Of equals the first in the list.
        moves.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        moves.truncate(moves.len().div_ceil(10));
        moves.into_iter().map(|(_, action)| action).collect()
    }

    fn rank(&self, game: &Guerre, after: &State, seat: Seat) -> usize {
        match self.order {
            Order::Communication => after.communication(seat).len(),
            Order::Mobility => {
                let possible = every_action(game, after, seat).into_iter();
                let moves = possible.filter(|action| matches!(action, Action::Move { .. }));
                moves.count()
            }
        }
    }
}

/// What an action does to its target; nothing if it is no attack.
fn fate(game: &Guerre, state: &State, action: Action) -> Fate {
    let Action::Attack { from, to } = action else {
        return Fate::Holds;
    };
    let (from, to) = (game.board.known(from), game.board.known(to));
    let (attack, defence) = game.totals(state, state.mover, from, to);
    game.fate(state, state.mover.other(), to, attack - defence)
}

impl Guerre {
    /// The sum over the board of a side's attack and defence, as things stand: what each unit in
    /// communication adds on its lines and, to the defence, under its feet.
    pub(in crate::guerre) fn potential(&self, state: &State, seat: Seat) -> i32 {
        let fed = |unit: &Unit| state.communication(seat).contains(unit.square());
        let units = state.units(seat).filter(fed);
        units
            .map(|unit| {
                let corps = self.doctrine.corps(unit.class());
                let from = self.board.place(unit.square());
                let near = |square| from.distance(self.board.place(square)) <= corps.range.into();
                let sight = self.board.sight(unit.square());
                let covered = sight.iter().filter(|&square| near(square)).count() as i32;
                let attack = match self.strikes(state, seat, unit) {
                    true => i32::from(corps.attack),
                    false => 0,
                };
                attack * covered + i32::from(self.defence(unit).0) * (covered + 1)
            })
            .sum()
    }
}
