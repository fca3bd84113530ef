//! How fast Risk is played out, beside Jungle War in the same run, and how fast its odds are.
//!
//! `cargo bench -p vauban-games --bench risk`

use divan::{AllocProfiler, Bencher, black_box, counter::ItemsCount};
use vauban_game::{Dice, Game};
use vauban_games::{
    jungle::Jungle,
    risk::{Battlefield, CLASSIC, QuickOdds, Risk},
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

#[divan::bench(sample_count = 30)]
fn random_playouts_of_jungle(bencher: Bencher<'_, '_>) {
    playouts(bencher, &Jungle::default(), 100);
}

#[divan::bench(sample_count = 30)]
fn random_playouts(bencher: Bencher<'_, '_>) {
    playouts(bencher, &Risk::default(), 10);
}

#[divan::bench(sample_count = 30)]
fn random_playouts_of_classic(bencher: Bencher<'_, '_>) {
    playouts(bencher, &Risk::new(&CLASSIC, 2, None), 10);
}

#[divan::bench]
fn table_of_64_by_64() -> QuickOdds {
    QuickOdds::new()
}

#[divan::bench]
fn battle_of_100_against_100(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| Battlefield::new(black_box(100), black_box(100)).prospects());
}
