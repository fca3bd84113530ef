//! Perft: how many ways there are to go `depth` steps from a state. The oldest test of a generator.

use vauban_game::{Game, Notation, Open, Seat, Turn};

/// Counts the leaves `depth` steps below `state`. A result of nature is a step like any other.
///
/// With `kind`, only actions of that kind are followed and counted.
pub fn perft<G: Notation>(game: &G, state: &G::State, depth: u32, kind: Option<&str>) -> u64 {
    if depth == 0 {
        return 1;
    }
    Counter {
        game,
        kind,
        actions: Vec::new(),
        chances: Vec::new(),
    }
    .count(state, depth)
}

/// The leaves below each first action of the seats on turn, in the order of the list.
pub fn divide<G: Notation>(
    game: &G,
    state: &G::State,
    depth: u32,
    kind: Option<&str>,
) -> Vec<(Seat, G::Action, u64)> {
    let mut divided = Vec::new();
    for seat in game.turn(state).seats().iter() {
        let mut actions = Vec::new();
        game.actions(state, seat, &mut actions);
        actions.retain(|&action| kind.is_none_or(|kind| game.kind(action) == kind));
        for action in actions {
            let mut child = state.clone();
            game.act(&mut child, seat, action);
            let leaves = perft(game, &child, depth.saturating_sub(1), kind);
            divided.push((seat, action, leaves));
        }
    }
    divided
}

struct Counter<'a, G: Game> {
    game: &'a G,
    kind: Option<&'a str>,
    /// One stack for the whole walk: each node pushes its list and takes it away again.
    actions: Vec<G::Action>,
    chances: Vec<(G::Chance, u32)>,
}

impl<G: Notation> Counter<'_, G> {
    fn count(&mut self, state: &G::State, depth: u32) -> u64 {
        match self.game.turn(state) {
            Turn::Over(_) => 0,
            Turn::One(seat) => self.count_actions(state, seat, depth),
            Turn::Any(seats) => seats
                .iter()
                .map(|seat| self.count_actions(state, seat, depth))
                .sum(),
            Turn::Chance => self.count_chances(state, depth),
        }
    }

    fn count_actions(&mut self, state: &G::State, seat: Seat, depth: u32) -> u64 {
        let base = self.actions.len();
        self.game.actions(state, seat, &mut self.actions);
        if depth == 1 && self.kind.is_none() {
            let leaves = self.actions.len() - base;
            self.actions.truncate(base);
            return leaves as u64;
        }
        let mut leaves = 0;
        for index in base..self.actions.len() {
            let action = self.actions[index];
            if self.kind.is_some_and(|kind| self.game.kind(action) != kind) {
                continue;
            }
            if depth == 1 {
                leaves += 1;
                continue;
            }
            let mut child = state.clone();
            self.game.act(&mut child, seat, action);
            leaves += self.count(&child, depth - 1);
        }
        self.actions.truncate(base);
        leaves
    }

    fn count_chances(&mut self, state: &G::State, depth: u32) -> u64 {
        let base = self.chances.len();
        self.game.chances(state, &mut self.chances);
        let mut leaves = 0;
        for index in base..self.chances.len() {
            if depth == 1 {
                leaves += 1;
                continue;
            }
            let mut child = state.clone();
            self.game.settle(&mut child, self.chances[index].0);
            leaves += self.count(&child, depth - 1);
        }
        self.chances.truncate(base);
        leaves
    }
}

/// Walks every node down to `depth` (generate, copy, act, look at the turn) and counts the
/// leaves one by one. What benchmarks measure: nothing is counted in bulk.
pub fn walk<G: Open>(game: &G, state: &G::State, depth: u32, actions: &mut Vec<G::Action>) -> u64 {
    let Turn::One(seat) = game.turn(state) else {
        return 0;
    };
    if depth == 0 {
        return 1;
    }
    let base = actions.len();
    game.actions(state, seat, actions);
    let mut leaves = 0;
    for index in base..actions.len() {
        let mut child = state.clone();
        game.act(&mut child, seat, actions[index]);
        leaves += walk(game, &child, depth - 1, actions);
    }
    actions.truncate(base);
    leaves
}
