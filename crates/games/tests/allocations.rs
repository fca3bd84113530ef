//! Random play allocates nothing: its lists are kept, and no game makes any of its own.
//!
//! In a program of its own, because the allocator that counts is the whole program's.

use allocation_counter::measure;
use vauban_game::{Dice, Game, Setup};
use vauban_games::{
    garden::Garden, guerre::Guerre, jungle::Jungle, landbuster::LandBuster, risk::Risk,
};
use vauban_search::Playout;

/// Plays some games twice; the second time every list is as long as it needs to be.
fn assert_no_allocations<G: Game>(what: &str, game: &G) {
    let mut playout = Playout::default();
    let mut play = || {
        let mut dice = Dice::seeded(1);
        (0..3).fold(0, |steps, _| {
            steps + playout.run(game, &mut game.start(), &mut dice, 20_000).1
        })
    };
    let steps = play();
    let mut again = 0;
    let counted = measure(|| again = play());
    assert_eq!(steps, again, "{what}: the same games");
    assert_eq!(
        counted.count_total, 0,
        "{what}: allocations in {steps} steps"
    );
}

fn usual<G: Setup>(seats: u8) -> G {
    let complete = G::CARD.complete(&Default::default(), None, 7);
    let (_, settings) = complete.expect("the defaults are valid");
    G::setup(&settings, seats).unwrap_or_else(|errors| panic!("the defaults are valid: {errors:?}"))
}

#[test]
fn random_play_allocates_nothing() {
    assert_no_allocations("Jungle War", &usual::<Jungle>(2));
    assert_no_allocations("Le Jeu de la Guerre", &usual::<Guerre>(2));
    assert_no_allocations("Risk", &usual::<Risk>(2));
    assert_no_allocations("Garden Tensions", &usual::<Garden>(2));
    for seats in 2..=6 {
        assert_no_allocations("Land Buster", &usual::<LandBuster>(seats));
    }
}
