//! Random play: invariants, generator and rules as each other's witness, frequencies, the end.

use super::*;
use vauban_game::{Actions, every_action};

/// What must hold in every state of play.
fn hold_together(game: &Risk, state: &State) {
    let all = |kind: Kind| {
        let hands: u8 = state.hands.iter().map(|hand| hand.of(kind)).sum();
        hands + state.draw_pile().of(kind) + state.discard().of(kind)
    };
    assert_eq!(Kind::ALL.map(all), [14; 3], "{state:?}");
    let mut seen = Lands::NONE;
    for owner in (0..=6).map(Owner) {
        let lands = state.lands(owner);
        assert!(seen.both(lands).is_empty(), "{state:?}");
        seen = seen.or(lands);
    }
    for country in Country::all() {
        let (armies, owned) = (state.armies(country), seen.contains(country));
        assert_eq!(armies > 0, owned, "{country} {state:?}");
        assert_eq!(state.strong.contains(country), armies > 1);
    }
    if !matches!(state.phase(), Phase::Deal | Phase::Dealing) {
        assert_eq!(seen, Lands::ALL);
    }
    let most = game.variant().hand_limit.unwrap_or(42);
    assert!(state.hands.iter().all(|hand| hand.len() <= most));
}

fn random_game(game: &Risk, seed: u64) -> (State, u32) {
    let mut dice = Dice::seeded(seed);
    let mut state = game.start();
    let mut steps = 0;
    while game.turn(&state).over().is_none() {
        step(game, &mut state, &mut dice);
        hold_together(game, &state);
        steps += 1;
        assert!(steps < 60_000, "no end comes: {state:?}");
    }
    (state, steps)
}

#[test]
fn two_hundred_random_games_for_two_keep_cards_and_armies_together_and_end() {
    let endings: std::collections::BTreeSet<&str> = (0..200)
        .map(|seed| {
            let game = super::seed();
            let (state, _) = random_game(&game, seed);
            assert!(state.round() <= 200);
            game.turn(&state).over().unwrap().ending.code
        })
        .collect();
    assert!(
        endings.contains("rounds") || endings.contains("dead-end"),
        "{endings:?}"
    );
}

#[test]
fn two_hundred_random_classic_games_keep_cards_and_armies_together_and_end() {
    for seed in 0..200 {
        let game = classic(2 + (seed % 5) as u8);
        let (state, _) = random_game(&game, seed);
        assert!(state.round() <= 200);
    }
}

#[test]
fn what_is_listed_is_allowed_and_what_is_not_listed_is_refused() {
    for game in [seed(), classic(2), classic(4)] {
        let mut dice = Dice::seeded(3);
        let mut state = game.start();
        let mut asked: Vec<Action> = Vec::new();
        for _ in 0..1_500 {
            if game.turn(&state).over().is_some() {
                state = game.start();
            }
            if let Turn::One(seat) = game.turn(&state) {
                let list = every_action(&game, &state, seat);
                assert!(!list.is_empty(), "{state:?}");
                for &action in &list {
                    assert!(
                        game.check(&state, seat, action).is_ok(),
                        "{action:?} {state:?}"
                    );
                }
                for _ in 0..8.min(asked.len()) {
                    let action = dice.choose(&asked);
                    let allowed = game.check(&state, seat, action).is_ok();
                    assert_eq!(allowed, list.contains(&action), "{action:?} {state:?}");
                }
                let some = dice.choose(&list);
                if !asked.contains(&some) && asked.len() < 400 {
                    asked.push(some);
                }
            }
            step(&game, &mut state, &mut dice);
        }
    }
}

/// Pearson's sum over all results, and the degrees of freedom.
fn chi_square(expected: &[f64], found: &[u32]) -> (f64, f64) {
    let sum = expected
        .iter()
        .zip(found)
        .map(|(expected, &found)| (f64::from(found) - expected).powi(2) / expected)
        .sum();
    (sum, expected.len() as f64 - 1.0)
}

#[test]
fn rolls_come_as_often_as_their_weights_say() {
    let game = seed();
    for (dice, guard) in [(1, 1), (3, 1), (2, 2), (3, 2)] {
        let mut state = armed(&game, &[(103, 9), (207, 9)]);
        play(&game, &mut state, &format!("103 x207 d{dice} v{guard}"));
        let mut chances = Vec::new();
        game.chances(&state, &mut chances);
        // By the five faces alone: what each single die shows must be fair as well.
        let mut faces = [0_u32; 6];
        let mut counts = vec![0_u32; chances.len()];
        let mut source = Dice::seeded(11);
        let rolls = 60 * chances.len() as u32;
        for _ in 0..rolls {
            let chance = source.pick(&chances);
            let place = chances
                .iter()
                .position(|&(other, _)| other == chance)
                .unwrap();
            counts[place] += 1;
            if let Chance::Roll(rolled) = chance {
                for face in rolled
                    .attack
                    .into_iter()
                    .chain(rolled.guard)
                    .filter(|&face| face > 0)
                {
                    faces[usize::from(face) - 1] += 1;
                }
            }
        }
        let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
        let expected: Vec<f64> = chances
            .iter()
            .map(|&(_, weight)| f64::from(rolls) * f64::from(weight) / f64::from(total))
            .collect();
        let (sum, freedom) = chi_square(&expected, &counts);
        // Five standard deviations: with this seed it is a fact, and no honest change comes near.
        assert!(
            (sum - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(),
            "{dice} {guard}: {sum}"
        );
        let each = f64::from(faces.iter().sum::<u32>()) / 6.0;
        let (sum, _) = chi_square(&[each; 6], &faces);
        assert!(sum < 25.0, "{dice} {guard}: {faces:?}");
    }
}

#[test]
fn a_playout_takes_every_amount_equally_often() {
    let game = classic(2);
    // 101, 102 and 105 are one chain with the rest of Africa: ranges of 3 and 1, and `end`.
    let mut state = armed(&game, &[(101, 4), (105, 2)]);
    play(&game, &mut state, "pass");
    let list = every_action(&game, &state, BLUE);
    assert!(list.contains(&game.read("101-404+3").unwrap()), "{list:?}");
    let after = |action| {
        let mut after = state;
        game.act(&mut after, BLUE, action);
        after
    };
    let states: Vec<State> = list.iter().map(|&action| after(action)).collect();
    let mut playout = vauban_search::Playout::default();
    let mut dice = Dice::seeded(12);
    let mut counts = vec![0_u32; list.len()];
    for _ in 0..200 * list.len() {
        let mut next = state;
        playout.run(&game, &mut next, &mut dice, 1);
        let place = states.iter().position(|&other| other == next);
        counts[place.expect("it is listed")] += 1;
    }
    let (sum, freedom) = chi_square(&vec![200.0; list.len()], &counts);
    assert!(
        (sum - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(),
        "{sum} for {freedom}: {counts:?}"
    );
}

#[test]
fn a_list_of_amounts_is_as_short_as_its_choices() {
    let game = classic(2);
    let mut state = world(&game);
    for country in Country::all() {
        state.set_armies(country, 60);
    }
    play(&game, &mut state, "pass");
    let mut list = Actions::new();
    game.actions(&state, BLUE, &mut list);
    // Ten countries of one chain, four of another, each to each of the others, and `end`.
    assert_eq!(list.len(), 10 * 9 + 4 * 3 + 1);
    assert_eq!(list.count(), (10 * 9 + 4 * 3) * 59 + 1);
    // In random play too there are a few entries for each pair of countries at most.
    let mut dice = Dice::seeded(8);
    let (mut longest, mut most) = (0, 0);
    let mut state = game.start();
    while let turn @ (Turn::One(_) | Turn::Chance) = game.turn(&state) {
        if let Turn::One(seat) = turn {
            list.clear();
            game.actions(&state, seat, &mut list);
            longest = longest.max(list.len());
            most = most.max(list.count());
        }
        step(&game, &mut state, &mut dice);
    }
    assert!(longest <= 42 * 41 + 1, "{longest}");
    assert!(most > 10_000, "{most}");
}

#[test]
fn an_imagined_world_holds_what_is_known() {
    use vauban_game::Viewer;
    let game = classic(3);
    let mut dice = Dice::seeded(5);
    let mut state = begun(&game, &mut dice);
    for _ in 0..3_000 {
        if game.turn(&state).over().is_some() {
            break;
        }
        step(&game, &mut state, &mut dice);
        for viewer in Viewer::all(3) {
            let view = game.view(&state, viewer);
            let world = game.imagine(&view, &mut dice);
            hold_together(&game, &world);
            assert_eq!(game.view(&world, viewer), view);
        }
    }
}
