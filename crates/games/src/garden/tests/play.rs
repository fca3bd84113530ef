//! Random matches: what holds at every state, and that they end.

use super::*;
use crate::garden::{CROWD, PLENTY, ROUNDS, STOCK};
use vauban_game::every_action;

fn whole(game: &Garden, state: &State) {
    let [blue, red] = [BLUE, RED].map(|seat| state.cells(seat));
    assert!(blue.and(red).is_empty());
    for here in Cell::all() {
        let creatures = state.creatures(here);
        assert!(creatures <= CROWD);
        assert_eq!(
            creatures > 0,
            state.owner(here).is_some(),
            "{here}: {state:?}"
        );
        assert!(state.poison(here) <= 3 && state.rocks(here) <= 2 && state.arms(here) <= 2);
        if creatures == 0 {
            assert_eq!((state.rocks(here), state.arms(here)), (0, 0));
        }
        if state.arms(here) > 0 {
            let owner = state.owner(here).unwrap();
            assert_eq!(state.clan(owner), Some(Clan::Smiths));
        }
    }
    for side in state.sides {
        assert!(side.resources.iter().all(|&amount| amount <= PLENTY));
        assert!(side.stock <= STOCK && side.points <= PLENTY);
    }
    assert!(state.round() <= ROUNDS);
    let text = game.write_position(state);
    assert_eq!(game.read_position(&text).as_ref(), Ok(state), "{text}");
}

#[test]
fn two_hundred_random_matches_stay_whole_and_end() {
    let mut endings = std::collections::BTreeMap::new();
    for seed in 0..200 {
        let game = match seed % 2 {
            0 => Garden::new(seed),
            _ => Garden::with_humans(seed),
        };
        let states = random_match(&game, seed);
        for state in &states {
            whole(&game, state);
        }
        let last = states.last().unwrap();
        let outcome = game.turn(last).over().unwrap();
        *endings.entry(outcome.ending.code).or_insert(0) += 1;
        assert!(states.len() < 20_000, "{seed}: {}", states.len());
    }
    println!("{endings:?}");
    assert!(endings.len() > 1, "{endings:?}");
}

#[test]
fn a_record_of_actions_and_results_replays_to_the_same_state() {
    let game = Garden::with_humans(3);
    let mut dice = Dice::seeded(9);
    let (mut state, mut steps) = (game.start(), Vec::new());
    for _ in 0..400 {
        match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance => {
                let mut chances = Vec::new();
                game.chances(&state, &mut chances);
                let chance = dice.pick(&chances);
                steps.push(format!("!{}", game.write_chance(chance)));
                game.settle(&mut state, chance);
            }
            Turn::One(seat) => {
                let actions = every_action(&game, &state, seat);
                let action = dice.choose(&actions);
                steps.push(game.write(action));
                game.act(&mut state, seat, action);
            }
            Turn::Any(_) => unreachable!("the sides take turns"),
        }
    }
    let replayed = after_in(&game, &game.start(), &steps.join(" "));
    assert_eq!(replayed, state);
    assert_eq!(game.key(&replayed), game.key(&state));
}

#[test]
fn chance_never_has_more_than_2048_results() {
    let mut most = 0;
    for seed in 0..20 {
        let game = Garden::with_humans(seed);
        for state in random_match(&game, seed) {
            let mut chances = Vec::new();
            game.chances(&state, &mut chances);
            most = most.max(chances.len());
        }
    }
    assert!((33..=45).contains(&most), "{most}");
}

#[test]
fn the_key_tells_everything_but_the_round() {
    let state = conquest("e3=b5 a2=r1");
    let game = garden();
    let later = read(&format!("{:?}", state).replacen("11.6.", "7.11.7.", 1));
    assert_eq!(game.key(&state), game.key(&later));
    let mut keys = std::collections::HashSet::new();
    for other in [
        "e3=b5 a2=r1",
        "e3=b4 a2=r1",
        "e3=b5p1 a2=r1",
        "e3=b5p2 a2=r1",
        "e3=b5k1 a2=r1",
        "e3=b5w1 a2=r1",
        "e3=b5s a2=r1",
        "e3=b5 a2=r1p1",
        "e3=b5 a3=r1",
    ] {
        keys.insert(game.key(&conquest(other)));
    }
    for phase in ["attack-e3-a2", "defence-e3-a2-9", "defence-e3-a2-10"] {
        let sides = ["c0,0,0,0,0,0", "s0,0,0,0,0,0"];
        keys.insert(game.key(&position(phase, "-", sides, "e3=b5 a2=r1")));
    }
    assert_eq!(keys.len(), 12);
    assert_eq!(state.phase(), Phase::Conquest);
}
