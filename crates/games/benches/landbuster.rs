//! How fast Land Buster draws its maps, lists its actions and is played out, beside Jungle War in the same run.
//!
//! `cargo bench -p vauban-games --bench landbuster`

use divan::{AllocProfiler, Bencher, black_box, counter::ItemsCount};
use vauban_game::{Actions, Dice, Game, Turn};
use vauban_games::{
    jungle::Jungle,
    landbuster::{LandBuster, Map, State},
};
use vauban_search::Playout;

/// Allocations are counted, so that a playout that makes any shows it.
#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// Whole random games from the same seeds each time, so that every sample does the same work.
fn playouts<G: Game>(bencher: Bencher<'_, '_>, game: &G, games: u64) {
    let mut playout = Playout::default();
    let mut play = || {
        let mut dice = Dice::seeded(1);
        (0..games)
            .map(|_| playout.run(game, &mut game.start(), &mut dice, u64::MAX).1)
            .sum::<u64>()
    };
    let actions = play();
    bencher.counter(ItemsCount::new(actions)).bench_local(play);
}

fn game(players: u8) -> LandBuster {
    LandBuster::new(7, players).expect("map 7 has room for six")
}

/// A state in the middle of a random match where somebody chooses an action.
fn middle(game: &LandBuster) -> State {
    let mut dice = Dice::seeded(3);
    let mut state = game.start();
    let mut playout = Playout::default();
    playout.run(game, &mut state, &mut dice, 2_000);
    state
}

#[divan::bench]
fn map() -> Map {
    Map::new(black_box(7), 6).expect("map 7 has room for six")
}

#[divan::bench]
fn list_of_actions(bencher: Bencher<'_, '_>) {
    let game = game(6);
    let state = middle(&game);
    let Turn::One(seat) = game.turn(&state) else {
        panic!("somebody chooses where a playout stops");
    };
    let mut actions = Actions::new();
    bencher.bench_local(|| {
        actions.clear();
        game.actions(black_box(&state), seat, &mut actions);
        actions.len()
    });
}

#[divan::bench(sample_count = 30)]
fn random_playouts_of_jungle(bencher: Bencher<'_, '_>) {
    playouts(bencher, &Jungle::default(), 100);
}

#[divan::bench(sample_count = 30)]
fn random_playouts_of_two(bencher: Bencher<'_, '_>) {
    playouts(bencher, &game(2), 10);
}

#[divan::bench(sample_count = 30)]
fn random_playouts_of_six(bencher: Bencher<'_, '_>) {
    playouts(bencher, &game(6), 5);
}
