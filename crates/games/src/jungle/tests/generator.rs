//! The generator counts as the rules say, and agrees with the rule tree everywhere.
//! `perft.txt` has more counts; the laws run it.

use super::*;

#[test]
fn perft_from_the_start_is_the_one_of_the_rules() {
    for game in [jungle(), Jungle::new(Powers::Traditional)] {
        let start = game.start();
        let counts = [1, 2, 3].map(|depth| perft(&game, &start, depth));
        assert_eq!(counts, [32, 1_024, 30_528]);
    }
}

#[test]
fn check_allows_exactly_what_the_generator_lists() {
    for table in [Powers::Seed, Powers::Traditional] {
        let game = Jungle::new(table);
        let mut dice = Dice::seeded(7);
        for state in random_states(&game, 100) {
            let listed: HashSet<Action> = actions(&game, &state).into_iter().collect();
            assert_eq!(
                listed.len(),
                actions(&game, &state).len(),
                "no action twice"
            );
            let agree = |seat: Seat, from: Square, to: Square| {
                let action = Action { from, to };
                let allowed = game.check(&state, seat, action).is_ok();
                let expected = seat == state.mover() && listed.contains(&action);
                assert_eq!(allowed, expected, "{state} {seat} {from}{to}");
            };
            for (_, from) in state.animals(state.mover()) {
                for to in NEARBY.iter().filter_map(|&(x, y)| from.offset(x, y)) {
                    agree(state.mover(), from, to);
                }
            }
            for (_, from) in state.animals(state.mover().other()) {
                for to in NEARBY[..3].iter().filter_map(|&(x, y)| from.offset(x, y)) {
                    agree(state.mover(), from, to);
                    agree(state.mover().other(), from, to);
                }
            }
            let any = |dice: &mut Dice| Square::new(dice.below(156) as u8).unwrap();
            for _ in 0..10 {
                agree(state.mover(), any(&mut dice), any(&mut dice));
            }
            assert_eq!(listed.is_empty(), state.end().is_some(), "{state}");
        }
    }
}

/// Where legal goals lie, and their neighbours.
const NEARBY: [(i8, i8); 17] = [
    (0, 0),
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (-1, 1),
    (2, 0),
    (0, -2),
    (4, 0),
    (-4, 0),
    (0, 4),
    (0, -4),
    (3, 0),
    (-5, 0),
    (0, 3),
    (4, 4),
];

#[test]
fn check_and_generator_agree_on_every_pair_of_squares_and_crowded_boards() {
    let game = jungle();
    let mut dice = Dice::seeded(11);
    for _ in 0..40 {
        let state = crowded(&game, &mut dice);
        let listed = actions(&game, &state);
        for from in Square::all() {
            for to in Square::all() {
                let action = Action { from, to };
                let allowed = game.check(&state, state.mover(), action).is_ok();
                assert_eq!(allowed, listed.contains(&action), "{state} {from}{to}");
            }
        }
    }
}

#[test]
fn crowded_boards_agree_near_every_animal() {
    let game = jungle();
    let mut dice = Dice::seeded(12);
    let mut kinds = BTreeMap::new();
    for _ in 0..4_000 {
        let state = crowded(&game, &mut dice);
        let listed = actions(&game, &state);
        for (_, from) in state.animals(state.mover()) {
            for (columns, rows) in NEARBY {
                let Some(to) = from.offset(columns, rows) else {
                    continue;
                };
                let action = Action { from, to };
                let checked = game.check(&state, state.mover(), action);
                assert_eq!(
                    checked.is_ok(),
                    listed.contains(&action),
                    "{state} {from}{to}"
                );
                for reason in checked.err().into_iter().flat_map(|refused| refused.failed) {
                    *kinds.entry(reason.code()).or_insert(0) += 1;
                }
            }
        }
    }
    // All of the rules that speak of an own animal were tried.
    for code in tree_codes() {
        let foreign = ["not-your-turn", "no-animal", "not-your-animal"].contains(&code);
        assert!(
            foreign || kinds.contains_key(code),
            "{code} never came: {kinds:?}"
        );
    }
}

/// All animals anywhere that they can be, close together, so that every rule has something to say.
fn crowded(game: &Jungle, dice: &mut Dice) -> State {
    loop {
        let (column, row) = (dice.below(8) as u8, dice.below(9) as u8);
        let mut herd = || -> String {
            let place = |_| {
                let lost = dice.below(4) == 0;
                let square = Square::at(column + dice.below(5) as u8, row + dice.below(5) as u8);
                if lost {
                    "-".to_owned()
                } else {
                    square.unwrap().to_string()
                }
            };
            Animal::ALL.map(place).concat()
        };
        let text = format!("1.{}.{}.0", herd(), herd());
        let text = if dice.below(2) == 0 {
            text.replacen('1', "2", 1)
        } else {
            text
        };
        if let Ok(state) = game.read_position(&text) {
            return state;
        }
    }
}

#[test]
fn no_seat_and_no_action_makes_check_panic() {
    let game = jungle();
    let state = game.start();
    for seat in (0..6).map(Seat) {
        for from in Square::all() {
            for to in Square::all() {
                let allowed = game.check(&state, seat, Action { from, to }).is_ok();
                assert!(!allowed || seat == BLUE);
            }
        }
        let mut none = Actions::new();
        if seat != BLUE {
            game.actions(&state, seat, &mut none);
        }
        assert_eq!(*none, []);
    }
}

#[test]
fn every_random_game_ends_and_throne_quiet_and_captures_are_seen() {
    let game = jungle();
    let mut endings = BTreeMap::new();
    for state in random_states(&game, 400) {
        if let Some((code, winner)) = over(&state) {
            *endings.entry(code).or_insert(0) += 1;
            assert_eq!(winner.is_none(), code == "quiet");
        }
    }
    assert!(
        endings.contains_key("quiet") && endings.contains_key("throne"),
        "{endings:?}"
    );
}
