//! Random play: the generator and the rules agree, and every match ends.

use super::*;

#[test]
fn matches_of_two_to_six_end() {
    for players in 2..=6 {
        let game = LandBuster::new(u64::from(players), players).unwrap();
        let mut dice = Dice::seeded(u64::from(players));
        let mut state = game.start();
        let mut steps = 0;
        while game.turn(&state).over().is_none() {
            step(&game, &mut state, &mut dice);
            steps += 1;
            assert!(steps < 60_000, "{players} players go on and on");
        }
    }
}

#[test]
fn every_action_that_could_be_meant_is_listed_exactly_when_it_is_allowed() {
    let game = game(3);
    for seed in 0..12 {
        let mut dice = Dice::seeded(seed);
        let mut state = game.start();
        for _ in 0..150 {
            let Turn::One(seat) = game.turn(&state) else {
                if game.turn(&state).over().is_some() {
                    break;
                }
                step(&game, &mut state, &mut dice);
                continue;
            };
            let listed = every_action(&game, &state, seat);
            for action in everything(&game) {
                let allowed = game.check(&state, seat, action).is_ok();
                assert_eq!(allowed, listed.contains(&action), "{action:?} in {state:?}");
            }
            step(&game, &mut state, &mut dice);
        }
    }
}

/// Every action on ten lands.
fn everything(game: &LandBuster) -> Vec<Action> {
    let mut all = vec![Action::Launch, Action::Use, Action::Skip, Action::Pass];
    for from in game.map().lands().iter() {
        let at = from;
        all.extend([
            Action::Capital { at },
            Action::Reinforce { at },
            Action::Port { at },
        ]);
        for to in game.map().lands().iter() {
            all.extend([
                Action::Capture { from, to },
                Action::Attack { from, to },
                Action::Cancel { from, to },
            ]);
            let parts = (0..=5).flat_map(|quarters| [(quarters, false), (quarters, true)]);
            all.extend(parts.map(|(quarters, hero)| Action::Move {
                from,
                to,
                quarters,
                hero,
            }));
        }
    }
    all
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 512, "{}", size_of::<State>());
    assert!(size_of::<Action>() <= 8);
}
