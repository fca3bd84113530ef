//! The generator and the rule trees are written independently: here they must agree.

use std::collections::HashSet;

use vauban_game::Dice;

use super::{recorded::half_turns, *};

/// Asks about every pair of squares that could matter, and many that cannot.
fn assert_agreement(game: &Guerre, state: &State) {
    let listed: HashSet<Action> = legal(game, state).into_iter().collect();
    let board = game.board();
    let places: Vec<Place> = board.squares().map(|square| board.place(square)).collect();
    for &from in &places {
        // From an empty square nothing goes anywhere: fewer targets are enough.
        let square = board.known(from);
        let every = if state.occupant(square).is_some() {
            1
        } else {
            7
        };
        for &to in places.iter().step_by(every) {
            for action in [Action::Move { from, to }, Action::Attack { from, to }] {
                agree(game, state, &listed, action);
            }
        }
    }
    agree(game, state, &listed, Action::End);
}

/// Asks about some pairs: all from the units, and random ones.
pub(super) fn assert_sampled_agreement(game: &Guerre, state: &State, dice: &mut Dice) {
    let listed: HashSet<Action> = legal(game, state).into_iter().collect();
    let board = game.board();
    let places: Vec<Place> = board.squares().map(|square| board.place(square)).collect();
    let units = [NORTH, SOUTH]
        .into_iter()
        .flat_map(|seat| state.units(seat));
    let units: Vec<Place> = units.map(|unit| board.place(unit.square())).collect();
    for &from in &units {
        for &to in places.iter().filter(|to| from.distance(**to) <= 3) {
            agree(game, state, &listed, Action::Move { from, to });
        }
        for &to in &units {
            agree(game, state, &listed, Action::Attack { from, to });
        }
    }
    for _ in 0..100 {
        let (from, to) = (dice.choose(&places), dice.choose(&places));
        agree(game, state, &listed, Action::Move { from, to });
        agree(game, state, &listed, Action::Attack { from, to });
    }
    agree(game, state, &listed, Action::End);
}

fn agree(game: &Guerre, state: &State, listed: &HashSet<Action>, action: Action) {
    let checked = game.check(state, state.mover(), action);
    assert_eq!(
        checked.is_ok(),
        listed.contains(&action),
        "{} in {}: {checked:?}",
        game.write(action),
        game.write_position(state)
    );
}

#[test]
fn they_agree_on_all_pairs_at_the_start_and_in_recorded_positions() {
    let game = Guerre::default();
    for state in half_turns(&game).iter().step_by(16) {
        assert_agreement(&game, state);
    }
}

#[test]
fn they_agree_after_every_recorded_action() {
    let game = Guerre::default();
    let mut dice = Dice::seeded(5);
    let mut state = game.start();
    for line in super::recorded::commands() {
        assert_sampled_agreement(&game, &state, &mut dice);
        play(&game, &mut state, line);
    }
}

/// Random play out of a melee, so that attacks, retreats and losses come up.
fn wild_play(options: &[(&str, &str)], seed: u64) {
    let game = game(options);
    let mut dice = Dice::seeded(seed);
    let mut seen = HashSet::new();
    for _ in 0..40 {
        let mut state = melee(&game, &mut dice);
        for step in 0..80 {
            let Some(action) = fierce(&game, &state, &mut dice) else {
                break;
            };
            if state.retreat_pending() {
                seen.insert("retreat");
            }
            if state.retreat_pending() || step % 3 == 0 {
                assert_sampled_agreement(&game, &state, &mut dice);
            }
            seen.insert(game.kind(action));
            let seat = state.mover();
            game.act(&mut state, seat, action);
        }
    }
    assert_eq!(seen.len(), 4, "all kinds of actions came up: {seen:?}");
}

#[test]
fn they_agree_on_random_play_with_the_rules_of_bordeaux() {
    wild_play(&[], 1);
}

#[test]
fn they_agree_on_random_play_with_the_rules_of_debord() {
    wild_play(&[("rules", "debord")], 2);
}

#[test]
fn they_agree_on_random_play_with_mixed_options() {
    wild_play(&[("charge_lines", "all"), ("relay_contact", "no")], 3);
}

#[test]
fn they_agree_on_boards_of_every_shape() {
    let game = Guerre::default();
    for (size, units) in [
        ("512x1", "aA1~aA512_cA3.iA5.rcA400~cA9.iA11"),
        ("1x512", "aA1~aSR1_cC1.iE1.rcG1~cI1.iK1"),
        ("64x8", "aA1~aH64_cC3.iE5.rcG60~cD4.iH11"),
        ("22x23", "aA1~aW22_cC3.iE5.rcG20~cD4.iW21"),
    ] {
        let (terrain, units) = units.split_once('_').unwrap();
        let (north, south) = terrain.split_once('~').unwrap();
        let text = format!(
            "n5.0.0_{}~{}_{units}_{size}~{terrain}",
            &north[1..],
            &south[1..]
        );
        let (game, mut state) = game.resume(&text).unwrap();
        let mut dice = Dice::seeded(9);
        for _ in 0..40 {
            let actions = legal(&game, &state);
            if actions.is_empty() {
                break;
            }
            assert_sampled_agreement(&game, &state, &mut dice);
            let seat = state.mover();
            game.act(&mut state, seat, dice.choose(&actions));
            for seat in [NORTH, SOUTH] {
                let walked = super::communications::walked(&game, &state, seat);
                assert_eq!(*state.communication(seat), walked);
            }
        }
    }
}

/// Counts sequences of actions, listed by the generator or found by asking the trees about all of them.
fn count(game: &Guerre, state: &State, depth: u32, list: &dyn Fn(&State) -> Vec<Action>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let next = |action: &Action| {
        let mut after = state.clone();
        game.act(&mut after, state.mover(), *action);
        count(game, &after, depth - 1, list)
    };
    list(state).iter().map(next).sum()
}

#[test]
fn the_trees_alone_count_the_same_sequences() {
    // A small ground with attacks, a charge, a retreat and arsenals within reach.
    let text = "n3.0.0_A1~F8_cC3.cB2.iC4r.rB6.aA2~iD4.cE3.rE6.iF7_8x6~aA1.mB4.fC2~fD7.mE5.aF8";
    for (options, counts) in [
        (&[][..], [5, 186, 4_979]),
        (&[("rules", "debord")], [5, 201, 5_492]),
    ] {
        let (game, state) = game(options).resume(text).unwrap();
        let board = game.board();
        let places: Vec<Place> = board.squares().map(|square| board.place(square)).collect();
        let everything: Vec<Action> = places
            .iter()
            .flat_map(|&from| places.iter().map(move |&to| (from, to)))
            .flat_map(|(from, to)| [Action::Move { from, to }, Action::Attack { from, to }])
            .chain([Action::End])
            .collect();
        let by_trees = |state: &State| -> Vec<Action> {
            let seat = state.mover();
            everything
                .iter()
                .copied()
                .filter(|&action| game.check(state, seat, action).is_ok())
                .collect()
        };
        for (depth, counted) in (1..).zip(counts) {
            let generated = count(&game, &state, depth, &|state| legal(&game, state));
            assert_eq!(generated, counted);
            if depth < 3 {
                assert_eq!(generated, count(&game, &state, depth, &by_trees));
            }
        }
    }
}
