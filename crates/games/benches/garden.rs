//! How fast Garden Tensions is played out, beside Jungle War in the same run.
//!
//! A decision is an action or a result of nature: each is listed, chosen and applied.
//!
//! `cargo bench -p vauban-games --bench garden`

use divan::{AllocProfiler, Bencher, black_box, counter::ItemsCount};
use vauban_game::{Actions, Dice, Evaluate, Game, Notation, Turn};
use vauban_games::{
    garden::{Bout, Garden, Greed, State},
    jungle::Jungle,
};
use vauban_search::Playout;

/// Allocations are counted, so that play that makes any shows it.
#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// Both sides touch; there are marks, points and resources.
const MIDDLE: &str = "7.21.6.conquest.-.m2,5,8,0,9,0.l8,8,0,1,3,0.r2r5p3---/-r4k2r3b5w2-p1-/b3-r2b1b2-s-/b1r1s-b2p2k1w1sb5-/r3--b4-";

fn middle() -> (Garden, State) {
    let game = Garden::new(7);
    let state = game
        .read_position(MIDDLE)
        .expect("the position is well written");
    (game, state)
}

#[divan::bench]
fn random_decisions_of_garden(bencher: Bencher<'_, '_>) {
    let games: Vec<Garden> = (0..20).map(Garden::new).collect();
    random_decisions(bencher, &games);
}

#[divan::bench]
fn random_decisions_of_jungle(bencher: Bencher<'_, '_>) {
    let games: Vec<Jungle> = (0..100).map(|_| Jungle::default()).collect();
    random_decisions(bencher, &games);
}

/// A game of each from the same seeds each time, so that every sample does the same work.
fn random_decisions<G: Game>(bencher: Bencher<'_, '_>, games: &[G]) {
    let mut playout = Playout::default();
    let mut play = || {
        let mut dice = Dice::seeded(1);
        games
            .iter()
            .map(|game| playout.run(game, &mut game.start(), &mut dice, u64::MAX).1)
            .sum::<u64>()
    };
    let decisions = play();
    bencher
        .counter(ItemsCount::new(decisions))
        .bench_local(play);
}

#[divan::bench]
fn list_of_actions(bencher: Bencher<'_, '_>) {
    let (game, state) = middle();
    let mut actions = Actions::new();
    bencher.bench_local(|| {
        actions.clear();
        game.actions(black_box(&state), state.mover(), &mut actions);
        actions.len()
    });
}

#[divan::bench(args = ["c5-b4", "b4-b3", "jet-c1-a1", "poison-e1"])]
fn check(bencher: Bencher<'_, '_>, text: &str) {
    let (game, state) = middle();
    let action = game.read(text).expect("it is an action");
    bencher.bench_local(|| game.check(black_box(&state), state.mover(), black_box(action)));
}

#[divan::bench]
fn one_judgement(bencher: Bencher<'_, '_>) {
    let (game, state) = middle();
    assert_eq!(game.turn(&state), Turn::One(state.mover()));
    bencher.bench_local(|| Greed.evaluate(&game, black_box(&state)));
}

#[divan::bench]
fn odds_of_a_fight(bencher: Bencher<'_, '_>) {
    let bout = Bout {
        attacker: (5, 9),
        defender: (4, 6),
    };
    bencher.bench_local(|| black_box(bout).wins());
}
