//! The maps, with the published figures.

use vauban_game::{Lenses, scene::Spot};

use super::{recorded::half_turns, *};

fn value(game: &Guerre, state: &State, name: &str, seat: Seat, at: &str) -> i32 {
    let map = game.lens(state, name, seat).expect("the lens exists");
    let found = map.values.iter().find(|(spot, _)| *spot == Spot::from(at));
    found.map_or(0, |(_, value)| *value)
}

#[test]
fn the_first_lens_counts_communicating_squares() {
    let game = Guerre::default();
    assert_eq!(game.lenses()[0].name, "communication");
    assert!(game.lenses()[0].initial);
    let table = include_str!("../recorded.tsv");
    for (row, state) in table.lines().skip(1).zip(half_turns(&game)) {
        let row: Vec<&str> = row.split('\t').collect();
        for (seat, column) in [(NORTH, 4), (SOUTH, 5)] {
            let map = game.lens(&state, "communication", seat).unwrap();
            assert_eq!(map.values.len().to_string(), row[column]);
        }
    }
}

#[test]
fn every_lens_answers_for_both_sides_wherever_the_game_stands() {
    let game = Guerre::default();
    for state in half_turns(&game).iter().step_by(8) {
        for lens in game.lenses() {
            for seat in [NORTH, SOUTH] {
                let map = game.lens(state, lens.name, seat).unwrap();
                let on_board = |spot: &Spot| {
                    Place::read(&spot.0).is_some_and(|place| game.board().square(place).is_some())
                };
                assert!(
                    map.values
                        .iter()
                        .all(|(spot, value)| on_board(spot) && *value != 0)
                );
                assert!(map.paths.iter().flatten().all(on_board));
            }
        }
        assert_eq!(game.lens(state, "no such lens", NORTH), None);
    }
}

/// Five infantry as a star on an 11×11 board.
#[test]
fn the_star_has_its_published_fast_attack_map() {
    let game = Guerre::default();
    let text = "n5.0.0_A1~K11_iE5.iE7.iF6.iG5.iG7~iK10_11x11~aA1~aK11";
    let (game, state) = game.resume(text).unwrap();
    let border = [0; 11];
    let b = [0, 4, 4, 8, 8, 8, 8, 8, 4, 4, 0];
    let c = [0, 4, 8, 12, 12, 12, 12, 12, 8, 4, 0];
    let d = [0, 8, 12, 20, 20, 20, 20, 20, 12, 8, 0];
    let rows = [border, b, c, d, d, d, d, d, c, b, border];
    for (row, values) in (0..).zip(rows) {
        for (column, expected) in (0..).zip(values) {
            let at = Place { row, column }.to_string();
            assert_eq!(
                value(&game, &state, "attack-fast", NORTH, &at),
                expected,
                "{at}"
            );
        }
    }
    for at in ["E5", "E7", "F6", "G5", "G7"] {
        assert_eq!(value(&game, &state, "defence-fast", NORTH, at), 30);
        // A1's diagonal feeds E5, and contact the others: in fact they defend each other.
        assert_eq!(value(&game, &state, "defence", NORTH, at), 30);
    }
}

#[test]
fn static_maps_add_values_on_lines() {
    let game = Guerre::default();
    let state = position(&game, "n5", "aD8 iI13 cJ1", "iT3");
    assert_eq!(value(&game, &state, "attack", NORTH, "G8"), 5);
    assert_eq!(
        value(&game, &state, "attack", NORTH, "H8"),
        0,
        "out of range"
    );
    assert_eq!(value(&game, &state, "attack", NORTH, "D9"), 5);
    assert_eq!(
        value(&game, &state, "attack", NORTH, "D11"),
        0,
        "behind a mountain"
    );
    assert_eq!(value(&game, &state, "attack", NORTH, "E9"), 5);
    assert_eq!(value(&game, &state, "attack", NORTH, "F9"), 0, "on no line");
    assert_eq!(value(&game, &state, "defence", NORTH, "D8"), 8);
    assert_eq!(
        value(&game, &state, "defence", NORTH, "J13"),
        10,
        "with its fort"
    );
    assert_eq!(value(&game, &state, "attack", NORTH, "J2"), 0, "cut off");
    assert_eq!(value(&game, &state, "isolated", NORTH, "J1"), 1);
    assert_eq!(value(&game, &state, "outcome", NORTH, "D8"), 8);
}

#[test]
fn moves_widen_what_can_be_reached_and_struck() {
    let game = Guerre::default();
    let state = position(&game, "n5", "iD8 iB8", "iT3");
    assert_eq!(value(&game, &state, "reach", NORTH, "C8"), 2);
    assert_eq!(value(&game, &state, "reach", NORTH, "E8"), 1);
    assert_eq!(
        value(&game, &state, "reach-after-move", NORTH, "D8"),
        0,
        "two steps are too many"
    );
    assert_eq!(value(&game, &state, "attack", NORTH, "G8"), 0);
    assert_eq!(value(&game, &state, "attack-after-move", NORTH, "G8"), 4);
    assert_eq!(
        value(&game, &state, "attack-turn", NORTH, "F8"),
        4,
        "B8 is too far away"
    );
    assert_eq!(
        value(&game, &state, "attack-turn", NORTH, "E8"),
        8,
        "C8 comes nearer"
    );
    assert!(value(&game, &state, "attack-heat", NORTH, "E8") > 4);
}

#[test]
fn a_whole_turn_gathers_an_attack() {
    let game = Guerre::default();
    let state = position(&game, "n5", "iE7 iE9 iD8 aC8", "iG8 rL8 iT3");
    let alone = value(&game, &state, "attack-after-move", NORTH, "G8");
    let gathered = value(&game, &state, "attack-turn", NORTH, "G8");
    assert!(gathered >= alone + 8, "{alone}, {gathered}");
    assert!(value(&game, &state, "hanging", SOUTH, "G8") > 0);
    let map = game.lens(&state, "attack-turn", NORTH).unwrap();
    assert!(!map.paths.is_empty());
    assert!(game.reading(&state).unwrap().en.contains("G8"));
}

#[test]
fn fragile_points_are_found() {
    let game = Guerre::default();
    // One arsenal, one line, one relay at its end that feeds two fighters.
    let state = standing(&game, "n5", "D8~T3.T23", "rD3 iM3 iP3 iD9", "iT10");
    assert_eq!(value(&game, &state, "fragile-squares", NORTH, "D5"), 2);
    assert_eq!(value(&game, &state, "fragile-squares", NORTH, "N3"), 1);
    assert_eq!(value(&game, &state, "fragile-units", NORTH, "D3"), 2);
    assert_eq!(value(&game, &state, "arsenals", NORTH, "D8"), 4);
    let squares = state.communication(NORTH).len() as i32;
    assert_eq!(value(&game, &state, "arsenal-lines", NORTH, "D8"), squares);
    let reading = game.reading(&state).unwrap();
    assert!(reading.en.contains("D8") && reading.fr.contains("D8"));
}

#[test]
fn valleys_lead_to_the_enemy_arsenals_around_the_defence() {
    let game = Guerre::default();
    let state = position(&game, "n5", "cD3 iD7", "iP3 iT20");
    let map = game.lens(&state, "valleys", NORTH).unwrap();
    assert_eq!(map.paths.len(), 2);
    let cheapest = &map.paths[0];
    assert_eq!(cheapest.first().map(|spot| spot.0.as_str()), Some("D3"));
    assert_eq!(cheapest.last().map(|spot| spot.0.as_str()), Some("T3"));
    assert!(!cheapest.contains(&Spot::from("P3")));
    // Every step is a king's step.
    for step in cheapest.windows(2) {
        let [from, to] = [&step[0], &step[1]].map(|spot| Place::read(&spot.0).unwrap());
        assert_eq!(from.distance(to), 1);
    }
    assert_eq!(value(&game, &state, "valleys", NORTH, "S3"), 1);
}

#[test]
fn the_reading_is_a_paragraph_in_both_languages() {
    let game = Guerre::default();
    for state in half_turns(&game) {
        let text = game.reading(&state).unwrap();
        for text in [&text.en, &text.fr] {
            assert!(text.len() > 200 && !text.contains('\n'), "{text}");
        }
    }
    let state = &half_turns(&game)[16];
    let text = game.reading(state).unwrap();
    assert!(
        text.en.contains("Cut off from North: infantry J6."),
        "{}",
        text.en
    );
}
