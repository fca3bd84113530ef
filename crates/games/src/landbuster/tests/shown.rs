//! What people see: the status, cards, overlays and the log.

use vauban_game::{Depict, Lenses, Viewer};

use super::*;

fn lens(game: &LandBuster, state: &State, name: &str, seat: Seat) -> Vec<(String, i32)> {
    let view = game.view(state, Viewer::Spectator);
    let map = game.lens(&view, name, seat).unwrap();
    let plain = |(spot, value): (vauban_game::scene::Spot, i32)| (spot.0, value);
    map.values.into_iter().map(plain).collect()
}

fn told(values: &[(&str, i32)]) -> Vec<(String, i32)> {
    let owned = |&(spot, value): &(&str, i32)| (spot.to_owned(), value);
    values.iter().map(owned).collect()
}

#[test]
fn overlays_show_attack_defence_and_their_difference() {
    let game = game(2);
    let state = war(&game, &[(1, 5), (3, 40), (8, 9), (9, 3)]);
    assert_eq!(lens(&game, &state, "attack", BLUE), told(&[("8", 40)]));
    assert_eq!(
        lens(&game, &state, "defence", RED),
        told(&[("8", 12), ("9", 12)])
    );
    assert_eq!(lens(&game, &state, "difference", BLUE), told(&[("8", 28)]));
    assert_eq!(lens(&game, &state, "difference", RED), told(&[("3", -31)]));
    let view = game.view(&state, Viewer::Spectator);
    let paths = game.lens(&view, "attack", BLUE).unwrap().paths;
    assert_eq!(paths, [["3".into(), "8".into()]]);
}

#[test]
fn overlays_show_losses_types_sea_and_front() {
    let game = game(2);
    let mut state = war(&game, &[(1, 5), (2, 4), (3, 40), (8, 9), (9, 3)]);
    // With nine more, 49 against 12: all nine soldiers of 8 could be lost; 9 is out of reach.
    assert_eq!(lens(&game, &state, "losses", RED), told(&[("8", 9)]));
    assert_eq!(lens(&game, &state, "losses", BLUE), told(&[]));
    // Blue has meadow, forest and desert: mountains and coasts are missing; 4 is next to 3.
    assert_eq!(
        lens(&game, &state, "types", BLUE),
        told(&[("4", 2), ("5", 1), ("9", 1), ("10", 1)])
    );
    assert_eq!(
        lens(&game, &state, "sea", BLUE),
        told(&[("6", 1), ("10", 1)])
    );
    state.ports = Lands::of(at(1));
    assert_eq!(
        lens(&game, &state, "sea", BLUE),
        told(&[("6", 2), ("10", 2)])
    );
    assert_eq!(
        lens(&game, &state, "front", BLUE),
        told(&[("1", -2), ("2", -1), ("3", 9)])
    );
}

#[test]
fn the_status_shows_all_players() {
    let game = game(3);
    let mut state = war(&game, &[(1, 5), (3, 40), (8, 9)]);
    state.held[RED.index()] = Some(Item::FullPower);
    let view = game.view(&state, Viewer::Spectator);
    let status = game.status(&view);
    let values = |name: &str| {
        let found = status.statistics.iter().find(|line| line.name.en == name);
        found.map(|line| line.values.clone())
    };
    assert_eq!(values("lands"), Some(vec![3, 2, 1]));
    assert_eq!(values("soldiers"), Some(vec![45, 9, 0]));
    assert_eq!(values("item"), Some(vec![0, 1, 0]));
    assert_eq!(status.phase_name, Some("action"));
}
