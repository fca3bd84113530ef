//! How fast Jungle War is walked and played out, beside the same walk of chess in the same run.
//!
//! `walk_jungle` and `walk_chess` do the same work: list the moves, copy the
//! position, make the move, look at it again, and count the leaves one by one.

use divan::{AllocProfiler, Bencher, black_box, counter::ItemsCount};
use vauban_game::{Actions, Dice, Game};
use vauban_games::jungle::Jungle;
use vauban_search::{Playout, walk};

/// Allocations are counted, so that a walk that makes any shows it.
#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

fn jungle() -> Jungle {
    use vauban_game::Setup;
    let (_, settings) = Jungle::CARD
        .complete(&Default::default(), None, 0)
        .expect("the defaults are valid");
    Jungle::setup(&settings, 2).expect("the defaults are valid")
}

#[divan::bench]
fn walk_jungle(bencher: Bencher<'_, '_>) {
    let game = jungle();
    let start = game.start();
    let mut actions = Actions::new();
    let leaves = walk(&game, &start, 4, &mut actions);
    bencher
        .counter(ItemsCount::new(leaves))
        .bench_local(|| walk(&game, black_box(&start), 4, &mut actions));
}

#[divan::bench]
fn walk_chess(bencher: Bencher<'_, '_>) {
    let start = cozy_chess::Board::startpos();
    let leaves = walk_board(&start, 4);
    bencher
        .counter(ItemsCount::new(leaves))
        .bench_local(|| walk_board(black_box(&start), 4));
}

/// Perft of cozy-chess without counting in bulk.
fn walk_board(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for action in moves {
            let mut child = board.clone();
            child.play_unchecked(action);
            leaves += walk_board(&child, depth - 1);
        }
        false
    });
    leaves
}

#[divan::bench]
fn list_of_actions(bencher: Bencher<'_, '_>) {
    let game = jungle();
    let start = game.start();
    let mut actions = Actions::new();
    bencher.bench_local(|| {
        actions.clear();
        game.actions(black_box(&start), vauban_game::Seat(0), &mut actions);
        actions.len()
    });
}

#[divan::bench]
fn random_playouts(bencher: Bencher<'_, '_>) {
    let game = jungle();
    let mut playout = Playout::default();
    // A hundred games from the same seeds each time, so that every sample does the same work.
    let mut play = || {
        let mut dice = Dice::seeded(1);
        (0..100)
            .map(|_| playout.run(&game, &mut game.start(), &mut dice, u64::MAX).1)
            .sum::<u64>()
    };
    let actions = play();
    bencher.counter(ItemsCount::new(actions)).bench_local(play);
}
