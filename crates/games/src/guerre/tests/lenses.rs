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
                assert!(map.values.iter().all(|(spot, value)| {
                    on_board(spot) && (*value != 0 || lens.name == "valleys")
                }));
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

/// The moves of the valley to an arsenal.
fn valley(game: &Guerre, state: &State, arsenal: &str) -> Vec<String> {
    let map = game.lens(state, "valleys", NORTH).expect("the lens exists");
    let plan = map
        .plans
        .iter()
        .find(|(spot, _)| *spot == Spot::from(arsenal));
    plan.map_or_else(Vec::new, |(_, moves)| moves.clone())
}

/// Walks a valley while South stands still, and a relay beside it.
fn walk(game: &Guerre, state: &State, moves: &[String], relay: &[&str]) -> State {
    let mut state = state.clone();
    let mut relay = relay.iter();
    for step in moves {
        if let Some(step) = relay.next() {
            play(game, &mut state, step);
        }
        play(game, &mut state, step);
        if state.end().is_none() {
            play(game, &mut state, "end");
            play(game, &mut state, "end");
        }
    }
    state
}

#[test]
fn the_ride_down_column_3_is_found_at_the_start_and_can_be_walked() {
    let game = Guerre::default();
    let state = game.start();
    let moves = valley(&game, &state, "T3");
    assert_eq!(
        moves,
        ["H3-J3", "J3-L3", "L3-N3", "N3-P3", "P3-R3", "R3-T3"]
    );
    let end = walk(&game, &state, &moves, &[]);
    assert!(!game.is_arsenal_of(&end, SOUTH, square(&game, "T3")));
    let map = game.lens(&state, "valleys", NORTH).unwrap();
    let path: Vec<&str> = map.paths[0].iter().map(|spot| spot.0.as_str()).collect();
    assert_eq!(path[..5], ["H3", "I3", "J3", "K3", "L3"], "it is straight");
    let note = &map.notes[0].en;
    assert!(
        note.contains("6 turns: cavalry H3 by J3, L3, N3") && note.contains("relay D3"),
        "{note}"
    );
}

#[test]
fn a_valley_says_which_relay_must_come_along_and_how_dangerous_it_is() {
    let game = Guerre::default();
    // Down column 5 the communications of the relay end before Q5: it has to go to another column. At the
    // end two infantry units wait, 8 against the 5 of the cavalry.
    let state = position(&game, "n5", "cG5 rcD5 iD8 iD7", "iQ6 aQ5 iQ4 iR5 iS5 iA25");
    let moves = valley(&game, &state, "T3");
    let map = game.lens(&state, "valleys", NORTH).unwrap();
    let note = map.notes.iter().find(|note| note.en.contains("to T3"));
    let note = &note.expect("there is a way").en;
    assert!(note.contains("mounted relay D5 must come along"), "{note}");
    assert!(note.contains("T3 (danger "), "{note}");
    assert!(!moves.is_empty());
}

#[test]
fn without_communications_there_is_no_valley() {
    let game = Guerre::default();
    // The lines of B15 end in L25, before the mountains, or at the edge.
    let state = standing(&game, "n5", "B15~T3.T23", "cB14 iB16", "iP3 iT20");
    let map = game.lens(&state, "valleys", NORTH).unwrap();
    assert!(map.paths.is_empty() && map.plans.is_empty(), "{map:?}");
    // What the ground would cost is told all the same.
    assert_eq!(value(&game, &state, "valleys", NORTH, "S3"), 1);
}

#[test]
fn decisive_points_weigh_what_is_cut_and_what_can_strike() {
    let game = Guerre::default();
    // One arsenal, one line, one relay at its end that feeds two fighters; South's cavalry is near it.
    let state = standing(&game, "n5", "D8~T3.T23", "rD3 iM3 iP3 iD9", "cF2 rT2 iT10");
    let quiet = standing(&game, "n5", "D8~T3.T23", "rD3 iM3 iP3 iD9", "iT10");
    let weight = |state: &State, at: &str| value(&game, state, "decisive", NORTH, at);
    assert_eq!(weight(&quiet, "D3"), 2, "its loss would cut off two");
    assert_eq!(weight(&quiet, "D5"), 2, "so would an enemy on its line");
    assert!(weight(&state, "D3") >= 8, "and now it can be destroyed");
    let map = game.lens(&state, "decisive", NORTH).unwrap();
    let said = map.notes[0].en.clone();
    assert!(
        said.contains("relay D3") && said.contains("South can destroy it"),
        "{said}"
    );
    assert!(!map.paths.is_empty(), "it is seen on the board how");
    let reading = game.reading(&state).unwrap();
    assert!(reading.en.contains(&*said), "{}", reading.en);
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

fn read(game: &Guerre, text: &str) -> State {
    game.read_position(text).expect("a position")
}

#[test]
fn a_unit_that_cavalry_in_range_can_charge_hangs() {
    let game = Guerre::default();
    let state = read(&game, "n5.0.0_B15.D8~T3.T23_cI16.iD8.rI15~iK14.iT3");
    assert_eq!(value(&game, &state, "hanging", SOUTH, "K14"), 1);
    assert_eq!(value(&game, &state, "attack-turn", NORTH, "K14"), 7);
    assert_eq!(value(&game, &state, "outcome-turn", SOUTH, "K14"), -1);
    // And so it is.
    let mut state = state;
    play(&game, &mut state, "I16 J15");
    assert_eq!(
        battle(&game, &state, NORTH, "J15", "K14"),
        (7, 6, "retreat")
    );
}

#[test]
fn a_unit_that_adjacent_cavalry_can_charge_after_a_sidestep_hangs() {
    let game = Guerre::default();
    let state = position(&game, "n5", "cJ15 iD8 rI15", "iK14 iT3");
    assert_eq!(value(&game, &state, "attack-turn", NORTH, "K14"), 7);
    // On its fort L15 it would not charge, but cut the line from T23: 4 against 0 is more.
    assert_eq!(value(&game, &state, "hanging", SOUTH, "K14"), 4);
    let map = game.lens(&state, "hanging", SOUTH).unwrap();
    assert_eq!(map.paths.len(), 2, "it must move before it attacks");
}

#[test]
fn the_cavalry_attacks_last_so_that_its_charge_counts() {
    let game = Guerre::default();
    // The infantry moves up (4), then the cavalry charges (7).
    let state = position(&game, "n5", "iI13 cI16 iD8 rI15", "iK14 iL14 iT3");
    assert_eq!(value(&game, &state, "attack-turn", NORTH, "K14"), 11);
}

#[test]
fn an_attack_that_nobody_can_launch_is_none() {
    let game = Guerre::default();
    // D8 reaches F8, but with nowhere to go it cannot be the unit that moved last: a relay could make
    // room for it, but only one move is left.
    let walled = "rC7 rC8 rC9 rD7 rD9 rE7 rE8 rE9";
    let state = position(&game, "n1", &format!("iD8 {walled}"), "iF8 iT3");
    assert_eq!(value(&game, &state, "attack", NORTH, "F8"), 4);
    assert!(legal(&game, &state).iter().all(|action| {
        !matches!(action, Action::Move { from, .. } if from.to_string() == "D8")
    }));
    let hanging = game.lens(&state, "hanging", SOUTH).unwrap();
    assert!(hanging.values.is_empty(), "{hanging:?}");
    // With one attack at the end of the turn it may attack as it stands.
    let debord = super::game(&[("attack_timing", "end_of_turn")]);
    let text = game.write_position(&state);
    let state = read(&debord, &text);
    assert_eq!(value(&debord, &state, "attack-turn", NORTH, "F8"), 4);
}

#[test]
fn a_fort_within_reach_counts_in_the_defence_of_a_turn() {
    let game = Guerre::default();
    let state = read(&game, "n5.0.0_B15.D8~T3.T23_iB8.rD6.iF3~iT3");
    for at in ["B7", "B9", "C8", "C9", "A7"] {
        let one = value(&game, &state, "defence-after-move", NORTH, at);
        let turn = value(&game, &state, "defence-turn", NORTH, at);
        assert!(turn >= one, "{at}: {turn} against {one}");
    }
}

/// More moves never mean less. Where an enemy stands a turn's attack is one that can be launched, and
/// beats every attack that can be launched after one move.
#[test]
fn a_turn_is_never_worth_less_than_one_move_nor_that_less_than_none() {
    let mut dice = Dice::seeded(12);
    for options in [&[][..], &[("rules", "debord")]] {
        let game = super::game(options);
        for _ in 0..4 {
            let state = melee(&game, &mut dice);
            for name in ["attack", "defence"] {
                let [none, one, turn] = [
                    name.to_owned(),
                    format!("{name}-after-move"),
                    format!("{name}-turn"),
                ];
                let maps = [&none, &one, &turn]
                    .map(|lens| game.lens(&state, lens, NORTH).expect("it exists").values);
                for (spot, less) in &maps[0] {
                    assert!(*less <= field_of(&maps[1], spot), "{none} {spot}");
                }
                for (spot, less) in &maps[1] {
                    let at = square(&game, &spot.0);
                    if name == "attack" && state.unit(SOUTH, at).is_some() {
                        continue;
                    }
                    assert!(*less <= field_of(&maps[2], spot), "{one} {spot}");
                }
                if name == "attack" {
                    for (spot, strike) in strikes_after_one_move(&game, &state) {
                        assert!(strike <= field_of(&maps[2], &spot), "{spot}: {strike}");
                    }
                }
            }
        }
    }
}

fn field_of(values: &[(Spot, i32)], spot: &Spot) -> i32 {
    let found = values.iter().find(|(at, _)| at == spot);
    found.map_or(0, |(_, value)| *value)
}

/// Every attack that North can make now or after one move, by the list of legal actions.
fn strikes_after_one_move(game: &Guerre, state: &State) -> Vec<(Spot, i32)> {
    let mut strikes = Vec::new();
    let mut attacks = |state: &State| {
        for action in legal(game, state) {
            if let Action::Attack { from, to } = action {
                let (attack, ..) = battle(game, state, NORTH, &from.to_string(), &to.to_string());
                strikes.push((to.spot(), attack));
            }
        }
    };
    attacks(state);
    for action in legal(game, state) {
        if game.kind(action) == "move" {
            let mut next = state.clone();
            game.act(&mut next, NORTH, action);
            attacks(&next);
        }
    }
    strikes
}

#[test]
fn an_enemy_in_an_empty_arsenal_cuts_off_what_the_arsenal_fed() {
    let game = Guerre::default();
    let state = read(&game, "n5.0.0_B15.D8~T3.T23_iG8.iD3.iB20~iT3.iR3.iT10");
    assert_eq!(value(&game, &state, "fragile-squares", NORTH, "D8"), 2);
}

#[test]
fn a_valley_counts_the_moves_of_its_unit_and_tells_the_arsenal_from_no_way() {
    let game = Guerre::default();
    // The infantry is nearer by steps, the cavalry by moves.
    let state = position(&game, "n5", "iO3 cN3 rD3 iD8", "iA25 iT13");
    let map = game.lens(&state, "valleys", NORTH).unwrap();
    assert_eq!(map.paths[0].first(), Some(&Spot::from("N3")));
    assert!(map.values.contains(&(Spot::from("T3"), 0)));
    assert_eq!(value(&game, &state, "valleys", NORTH, "R3"), 1);
    assert_eq!(value(&game, &state, "valleys", NORTH, "Q3"), 2);
    let told = |at: &str| map.values.iter().any(|(spot, _)| *spot == Spot::from(at));
    assert!(!told("C10"), "no way leads from a mountain");
}
