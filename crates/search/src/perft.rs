//! Perft: how many ways there are to go `depth` steps from a state. The oldest test of a generator.

use vauban_game::{Actions, Game, Happening, Notation, Open, Seat, Turn, every_action};

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
        actions: Actions::new(),
        chances: Vec::new(),
    }
    .count(state, depth)
}

/// The leaves `depth` steps below each first step, in the order of the lists.
pub fn divide<G: Notation>(
    game: &G,
    state: &G::State,
    depth: u32,
    kind: Option<&str>,
) -> Vec<(Happening<G>, u64)> {
    let turn = game.turn(state);
    let mut first: Vec<Happening<G>> = Vec::new();
    for seat in turn.seats().iter() {
        let mut actions = every_action(game, state, seat);
        actions.retain(|&action| kind.is_none_or(|kind| game.kind(action) == kind));
        first.extend(
            actions
                .into_iter()
                .map(|action| Happening::Action(seat, action)),
        );
    }
    if turn == Turn::Chance {
        let mut chances = Vec::new();
        game.chances(state, &mut chances);
        first.extend(
            chances
                .into_iter()
                .map(|(chance, _)| Happening::Chance(chance)),
        );
    }
    first
        .into_iter()
        .map(|happening| {
            let mut child = state.clone();
            match happening {
                Happening::Action(seat, action) => game.act(&mut child, seat, action),
                Happening::Chance(chance) => game.settle(&mut child, chance),
            }
            (happening, perft(game, &child, depth, kind))
        })
        .collect()
}

struct Counter<'a, G: Game> {
    game: &'a G,
    kind: Option<&'a str>,
    /// One stack for the whole walk: each node pushes its list and takes it away again.
    actions: Actions<G::Action>,
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
        if depth == 1 && self.kind.is_none() && base == 0 {
            let leaves = self.actions.count();
            self.actions.truncate(base);
            return leaves;
        }
        let mut leaves = 0;
        for index in base..self.actions.len() {
            let choice = self.actions[index];
            if self.kind.is_some_and(|kind| self.game.kind(choice) != kind) {
                continue;
            }
            let amounts = self.actions.amounts(index);
            if depth == 1 {
                leaves += amounts.map_or(1, |amounts| amounts.count() as u64);
                continue;
            }
            let single = amounts.is_none();
            for amount in amounts.unwrap_or(0..=0) {
                let action = match single {
                    true => choice,
                    false => self.game.with_amount(choice, amount),
                };
                let mut child = state.clone();
                self.game.act(&mut child, seat, action);
                leaves += self.count(&child, depth - 1);
            }
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
/// Of a choice with a range of amounts the least is walked.
pub fn walk<G: Open>(
    game: &G,
    state: &G::State,
    depth: u32,
    actions: &mut Actions<G::Action>,
) -> u64 {
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
