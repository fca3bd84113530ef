//! Odds: of one attack counted case by case, of a plan against every case of it.

use vauban_game::{Lang, Odds, Viewer};

use super::*;
use crate::landbuster::{LUCK, odds::SAMPLES};

#[test]
fn one_attack_is_counted_case_by_case() {
    let game = game(2);
    let state = war(&game, &[(3, 60), (8, 30)]);
    let prospects = game.prospects(&state, at(3), at(8), 1);
    // Thirty times a luck of 1.000 or more: 201 of 401 cases.
    assert_eq!(prospects.conquered, 201);
    let mut cases = [0; 31];
    for luck in LUCK {
        let end = after(&game, &state, "3x8 launch");
        let mut end = end;
        game.settle(&mut end, Chance::Luck(luck));
        let left = match end.owner(at(8)) {
            Some(CYAN) => end.soldiers(at(8)),
            _ => 0,
        };
        cases[30 - left as usize] += 1;
    }
    for (lost, count) in prospects.losses {
        assert_eq!(cases[lost as usize], count, "{lost}");
    }
    let view = game.view(&state, Viewer::Seat(RED));
    let action = game.read("3x8").unwrap();
    let lines = game.odds(&view, RED, action).unwrap();
    assert_eq!((lines[0].ways, lines[0].of), (201, 401));
    assert_eq!((lines[1].result.as_str(), lines[1].ways), ("held", 200));
    // Nothing is told of what is not allowed, nor of what has no chance in it.
    let refused = game.read("1x8").unwrap();
    assert_eq!(game.odds(&view, RED, refused), None);
    assert_eq!(game.odds(&view, RED, Action::Skip), None);
}

#[test]
fn a_plan_is_counted_exactly() {
    let game = game(2);
    let mut state = war(&game, &[(3, 60), (8, 10), (9, 10)]);
    state.give(at(10), Some(RED));
    state.set_soldiers(at(10), 42);
    // 30 against 20, then 21 against what is left of 8 and the ten of 9, the capital.
    let state = after(&game, &state, "3x8 10x9");
    let prospects = game.plan_prospects(&state);
    assert_eq!(prospects.error, None);
    // Every pair of luck by itself.
    let mut fates = [[0_u32; 2]; 2];
    let (mut cases, mut lost) = (0_u32, 0_u64);
    for one in LUCK {
        let mut fought = after(&game, &state, "launch");
        game.settle(&mut fought, Chance::Luck(one));
        let first = fought.owner(at(8)) == Some(RED);
        assert_eq!(fought.phase(), Phase::Battle { at: 1 });
        for two in LUCK {
            let mut end = fought;
            game.settle(&mut end, Chance::Luck(two));
            let second = end.owner(at(9)) == Some(RED);
            fates[usize::from(first)][usize::from(second)] += 1;
            lost += u64::from(20 - end.soldiers(at(8)) - end.soldiers(at(9)));
            cases += 1;
        }
    }
    let share = |count: u32| f64::from(count) / f64::from(cases);
    let near = |one: f64, two: f64| assert!((one - two).abs() < 1e-9, "{one} {two}");
    let [[none, only_second], [only_first, both]] = fates;
    near(prospects.attacks[0][0], share(only_first + both));
    near(prospects.attacks[1][0], share(only_second + both));
    near(prospects.attacks[1][2], 0.0);
    near(prospects.conquests[0], share(none));
    near(prospects.conquests[1], share(only_first + only_second));
    near(prospects.conquests[2], share(both));
    let mean = prospects
        .losses
        .iter()
        .map(|&(lost, part)| f64::from(lost) * part);
    near(mean.sum(), lost as f64 / f64::from(cases));
    assert!(fates.iter().flatten().all(|&count| count > 0), "{fates:?}");
}

#[test]
fn an_attack_on_a_land_that_fell_is_left_out() {
    let game = game(2);
    let mut state = war(&game, &[(3, 80), (8, 10)]);
    state.give(at(7), Some(RED));
    state.set_soldiers(at(7), 80);
    let state = after(&game, &state, "3x8 7x8");
    let prospects = game.plan_prospects(&state);
    // 40 against 10 always take it, so the second is never fought.
    assert_eq!(prospects.attacks, [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    assert_eq!(prospects.losses, [(10, 1.0)]);
}

#[test]
fn a_plan_with_too_many_states_is_sampled_and_says_so() {
    let game = LandBuster::new(7, 2).unwrap();
    let (state, planned) = crowded(&game);
    assert!(planned >= 3);
    let prospects = game.plan_prospects(&state);
    let error = prospects.error.expect("too many states to count");
    assert_eq!(error, 1.0 / f64::from(SAMPLES).sqrt());
    // The same position is answered alike.
    assert_eq!(game.plan_prospects(&state), prospects);
    for shares in &prospects.attacks {
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
    let view = game.view(&state, Viewer::Seat(RED));
    let told = game.forecasts(&view, RED, Action::Launch, None).unwrap();
    for forecast in &told {
        assert_eq!(forecast.error, Some(error));
        let heading = forecast.heading().en;
        assert!(heading.ends_with(" (about, ± 0.7 points)"), "{heading}");
        let json = serde_json::to_value(forecast.told(Lang::En)).unwrap();
        assert_eq!(json["about"], error);
    }
}

/// Red attacks as many lands as it can with huge armies, each of which may lose any of many soldiers.
fn crowded(game: &LandBuster) -> (State, usize) {
    let mut state = game.start();
    let lands: Vec<Land> = game.map().lands().iter().collect();
    // Every other land, so that there is a long border.
    for (index, &land) in lands.iter().enumerate() {
        let seat = if index % 2 == 0 { RED } else { CYAN };
        state.give(land, Some(seat));
        state.set_soldiers(land, if seat == RED { 400_000 } else { 3_000 });
    }
    state.capitals[0] = Some(lands[0]);
    state.capitals[1] = Some(lands[1]);
    state.heroes = [Hero::Dead; 6];
    state.boons.full_power = true;
    state.phase = Phase::Action;
    let mut aimed = Lands::NONE;
    for from in state.lands(RED).iter() {
        let free = game.map().near(from).both(state.lands(CYAN)).minus(aimed);
        let Some(to) = free.iter().next().filter(|_| aimed.len() < 4) else {
            continue;
        };
        aimed = aimed.with(to);
        // Just strong enough that it costs any number of soldiers, and never all.
        let defence = game.defence(&state, to).power().whole();
        state.set_soldiers(from, defence + 2_000);
        let action = Action::Attack { from, to };
        assert!(game.check(&state, RED, action).is_ok());
        game.act(&mut state, RED, action);
    }
    let planned = state.planned();
    (state, planned)
}
