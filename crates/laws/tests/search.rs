//! What search finds is what plain minimax finds, where nothing is left out.

#[path = "search/piles.rs"]
mod piles;

use std::fmt::Debug;

use vauban_game::{
    Actions, Budget, BySeat, Dice, Evaluate, Game, Open, Position, Repetition, SearchMemory, Seat,
    Turn, WinShare, every_action, mix,
};
use vauban_games::{
    guerre::{Guerre, Judge},
    jungle::{Instinct, Jungle},
};
use vauban_laws::toys::Breakthrough;
use vauban_search::{AlphaBeta, Cuts, win_in};

use piles::Piles;

/// Judges by the key alone: any order of actions may be the right one, and there are few ties.
#[derive(Copy, Clone, Debug)]
struct Lottery;

impl<G: Game> Evaluate<G> for Lottery {
    fn evaluate(&self, game: &G, state: &G::State) -> BySeat<WinShare> {
        let first = f64::from(mix(game.key(state)) as u16) / f64::from(u16::MAX);
        BySeat::split(2, |seat| if seat.0 == 0 { first } else { 1.0 - first })
    }
    fn promise(&self, game: &G, state: &G::State, seat: Seat, action: G::Action) -> i32 {
        let class = self.class(game, state, seat, action);
        (mix(u64::from(class)) % 2_000) as i32
    }
}

/// Minimax as it is defined, and nothing else.
struct Plain<'a, G: Open, J> {
    game: &'a G,
    judge: &'a J,
    cuts: Cuts,
    /// The landmarks of the match and of the line.
    keys: Vec<u64>,
}

impl<G: Open, J: Evaluate<G>> Plain<'_, G, J> {
    /// The value for the first seat.
    fn value(&mut self, state: &G::State, depth: u32, ply: u32) -> i32 {
        let seat = match self.game.turn(state) {
            Turn::Over(outcome) => {
                let ahead = outcome.score(Seat(0)) - outcome.score(Seat(1));
                return i32::from(ahead.signum()) * win_in(ply);
            }
            Turn::One(seat) => seat,
            other => unreachable!("{other:?} in an open game"),
        };
        let counts = self.cuts.repetition
            && self.game.repetition() != Repetition::Free
            && self.game.landmark(state);
        let key = self.game.key(state);
        if counts && ply > 0 && self.keys.contains(&key) {
            return 0;
        }
        if depth == 0 {
            return self.judge.lead(self.game, state, Seat(0));
        }
        if counts {
            self.keys.push(key);
        }
        let actions = every_action(self.game, state, seat);
        let values = actions.into_iter().map(|action| {
            let mut child = state.clone();
            self.game.act(&mut child, seat, action);
            self.value(&child, depth - 1, ply + 1)
        });
        let best = match seat {
            Seat(0) => values.max(),
            _ => values.min(),
        };
        if counts {
            self.keys.pop();
        }
        best.expect("a seat on turn may do something")
    }
}

/// Compares `depth` steps deep, after up to `most_steps` of random play in each of some `matches`.
fn agrees<G: Open>(
    game: &G,
    judge: &(impl Evaluate<G> + Clone + Debug),
    depth: u32,
    matches: u64,
    most_steps: u32,
) {
    // The table cannot know by which way a state was reached: the two are compared one at a time.
    let repetition = Cuts {
        repetition: true,
        ..Cuts::NONE
    };
    let table = Cuts {
        table: true,
        ..Cuts::NONE
    };
    let mut memory = SearchMemory::default();
    let mut compared = 0_u64;
    for seed in 0..matches {
        let mut dice = Dice::seeded(seed);
        let (mut state, mut past) = (game.start(), vauban_game::PastKeys::default());
        let mut list = Actions::new();
        let steps = dice.below(most_steps);
        for _ in 0..steps {
            let Turn::One(seat) = game.turn(&state) else {
                break;
            };
            if game.landmark(&state) {
                past.push(game.key(&state));
            }
            list.clear();
            game.actions(&state, seat, &mut list);
            let action = list.draw(game, &mut dice);
            game.act(&mut state, seat, action);
        }
        let Turn::One(seat) = game.turn(&state) else {
            continue;
        };
        if game.landmark(&state) {
            past.push(game.key(&state));
        }
        let position = Position {
            past: &past,
            ..Position::new(game, seat, &state, dice)
        };
        for cuts in [Cuts::NONE, repetition, table] {
            let mut plain = Plain {
                game,
                judge,
                cuts,
                keys: past.keys().to_vec(),
            };
            let value = plain.value(&state, depth, 0);
            let expected = if seat == Seat(0) { value } else { -value };
            let search = AlphaBeta::new(judge.clone())
                .to_depth(depth)
                .with_cuts(cuts);
            let found = search.search(&position, &Budget::nodes(u64::MAX), &mut memory);
            // A lone action needs no search, and a sure end no deeper one.
            if found.depth == 0 {
                continue;
            }
            assert_eq!(found.value, expected, "seed {seed}, {cuts:?}, {judge:?}");
            compared += 1;
        }
    }
    assert!(compared > matches, "{compared} of {matches} were compared");
}

#[test]
fn search_finds_what_minimax_finds_in_jungle_war() {
    agrees(&Jungle::default(), &Instinct, 3, 12, 60);
    agrees(&Jungle::default(), &Lottery, 3, 12, 60);
}

#[test]
fn search_finds_what_minimax_finds_in_guerre() {
    agrees(&Guerre::default(), &Judge::default(), 1, 4, 40);
    agrees(&Guerre::default(), &Lottery, 2, 2, 40);
}

#[test]
fn search_finds_what_minimax_finds_in_a_toy() {
    let retreating = Breakthrough::new(5, true);
    for game in [
        Breakthrough::new(4, false),
        Breakthrough::new(5, false),
        retreating,
    ] {
        agrees(&game, &Lottery, 5, 12, 10);
    }
}

#[test]
fn search_finds_what_minimax_finds_where_a_turn_has_several_actions() {
    agrees(&Piles, &Lottery, 6, 40, 9);
}
