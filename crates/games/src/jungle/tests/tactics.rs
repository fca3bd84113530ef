//! Positions that a search must solve within [`NODES`]: win, defend, and do not fall for the greedy move.

use vauban_game::{Budget, Position, SearchMemory};
use vauban_search::{AlphaBeta, steps_to_end};

use super::*;
use Animal::{Cat, Dog, Elephant, Leopard, Lion, Rat, Tiger, Wolf};

/// What each position may take.
const NODES: u64 = 20_000;

/// What is asked of the seat on turn.
#[derive(Copy, Clone, Debug)]
enum Asked {
    /// It sees that it wins in so many steps.
    WinsIn(i32),
    /// It plays one of these.
    Plays(&'static [&'static str]),
    /// It does not play this.
    Avoids(&'static str),
}
use Asked::{Avoids, Plays, WinsIn};

type Herd = &'static [(Animal, &'static str)];

/// Name, who is on turn, Blue's animals, Red's animals, and what is asked.
type Task = (&'static str, u8, Herd, Herd, Asked);

const TASKS: &[Task] = &[
    (
        "the throne is one step away",
        1,
        &[(Cat, "e13"), (Lion, "c10")],
        &[(Elephant, "d12"), (Dog, "c11")],
        WinsIn(1),
    ),
    (
        "nobody covers the trap",
        1,
        &[(Wolf, "f11"), (Lion, "c10")],
        &[(Elephant, "a5"), (Dog, "c11")],
        WinsIn(3),
    ),
    (
        "the guard stands at the wrong trap",
        1,
        &[(Dog, "e12"), (Cat, "h12")],
        &[(Lion, "g11"), (Elephant, "a9")],
        WinsIn(3),
    ),
    (
        "taking the last animal wins",
        1,
        &[(Leopard, "c3"), (Wolf, "h9")],
        &[(Cat, "c4")],
        WinsIn(1),
    ),
    (
        "who is on turn wins the race, so it does not stop to take",
        1,
        &[(Wolf, "f10"), (Lion, "a6")],
        &[(Cat, "f4"), (Dog, "a7")],
        WinsIn(5),
    ),
    (
        "the same race for Red",
        2,
        &[(Cat, "g10"), (Dog, "l7")],
        &[(Wolf, "g4"), (Lion, "l8")],
        WinsIn(5),
    ),
    (
        "cover the trap instead of taking the cat",
        1,
        &[(Dog, "d2"), (Lion, "k10")],
        &[(Wolf, "f3"), (Cat, "k11"), (Elephant, "a8")],
        Plays(&["d2e2"]),
    ),
    (
        "Red covers its trap instead of taking the cat",
        2,
        &[(Wolf, "g11"), (Cat, "b3"), (Elephant, "l6")],
        &[(Dog, "i12"), (Lion, "b4")],
        Plays(&["i12h12"]),
    ),
    (
        "an elephant in a trap is the cat's, and must be taken at once",
        1,
        &[(Cat, "e2"), (Lion, "j10")],
        &[(Elephant, "f2"), (Leopard, "j11")],
        Plays(&["e2f2"]),
    ),
    (
        "the rat takes the elephant from the shore",
        1,
        &[(Rat, "b6"), (Wolf, "h3")],
        &[(Elephant, "b7"), (Cat, "i10")],
        Plays(&["b6b7"]),
    ),
    (
        "the cat is poisoned: the lion stands behind it",
        1,
        &[(Leopard, "f4"), (Dog, "d2"), (Elephant, "k3")],
        &[(Cat, "f5"), (Lion, "f6"), (Wolf, "h12"), (Rat, "k11")],
        Avoids("f4f5"),
    ),
];

#[test]
fn every_task_is_solved_within_its_nodes() {
    let game = jungle();
    let mut memory = SearchMemory::default();
    let mut failed = Vec::new();
    for &(name, mover, blue, red, asked) in TASKS {
        let state = position(mover, blue, red);
        let place = Position::new(&game, state.mover(), &state, Dice::seeded(1));
        let found = AlphaBeta::new(Instinct).search(&place, &Budget::nodes(NODES), &mut memory);
        assert!(found.nodes <= NODES + 100, "{name}: {} nodes", found.nodes);
        let plays = game.write(found.line[0]);
        let solved = match asked {
            WinsIn(steps) => steps_to_end(found.value) == Some(steps),
            Plays(actions) => actions.contains(&plays.as_str()),
            Avoids(action) => plays != action,
        };
        if !solved {
            failed.push(format!(
                "{name}: {asked:?}, but {plays} with {}",
                found.value
            ));
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(TASKS.len() >= 10);
}

#[test]
fn a_search_that_is_ahead_does_not_repeat_a_position() {
    let game = jungle();
    let state = position(
        1,
        &[(Lion, "d4"), (Elephant, "h4"), (Tiger, "f3")],
        &[(Cat, "c11"), (Dog, "e12")],
    );
    let mut past = vauban_game::PastKeys::default();
    past.push(game.key(&state));
    // Every state that an action leads to came before but one.
    let legal = actions(&game, &state);
    let spared = action("h4h5");
    for &other in legal.iter().filter(|&&other| other != spared) {
        let mut next = state;
        game.act(&mut next, BLUE, other);
        past.push(game.key(&next));
    }
    let place = Position {
        past: &past,
        ..Position::new(&game, BLUE, &state, Dice::seeded(1))
    };
    let found = AlphaBeta::new(Instinct).search(
        &place,
        &Budget::nodes(5_000),
        &mut SearchMemory::default(),
    );
    assert_eq!(game.write(found.line[0]), "h4h5");
    assert!(found.value > 0);
}

#[test]
fn a_win_that_the_counter_cuts_off_is_a_draw() {
    let game = jungle();
    // Blue needs three steps, but the second ends the match.
    let near = "1.-----f11--.-------a5.98";
    let state = game.read_position(near).unwrap();
    let search = |state: &State| {
        let place = Position::new(&game, BLUE, state, Dice::seeded(1));
        let budget = Budget::nodes(20_000);
        AlphaBeta::new(Instinct)
            .search(&place, &budget, &mut SearchMemory::default())
            .value
    };
    assert_eq!(search(&state), 0);
    let earlier = game.read_position(&near.replace("98", "90")).unwrap();
    assert_eq!(steps_to_end(search(&earlier)), Some(3));
}

#[test]
fn equal_nodes_give_equal_thoughts_and_two_threads_agree_on_a_win() {
    let game = jungle();
    let state = game.start();
    let place = Position::new(&game, BLUE, &state, Dice::seeded(4));
    let search = AlphaBeta::new(Instinct);
    let mut memory = SearchMemory::with_bytes(1 << 24);
    let once = search.search(&place, &Budget::nodes(10_000), &mut memory);
    let again = search.search(&place, &Budget::nodes(10_000), &mut memory);
    assert_eq!(once, again);
    assert!(once.nodes <= 10_100 && once.depth >= 4, "{once:?}");
    let won = position(
        1,
        &[(Wolf, "f10"), (Lion, "a6")],
        &[(Cat, "f4"), (Dog, "a7")],
    );
    let budget = Budget {
        threads: 2,
        ..Budget::nodes(40_000)
    };
    let place = Position::new(&game, BLUE, &won, Dice::seeded(4));
    let found = search.search(&place, &budget, &mut memory);
    assert_eq!(steps_to_end(found.value), Some(5));
}
