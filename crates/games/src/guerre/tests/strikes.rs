//! Strikes of a whole turn: known kills, kills of every kind, and a search that tries everything.

use std::collections::BTreeMap;

use vauban_game::{Formats, LensMap, Lenses, scene::Spot};

use super::*;

/// What `lens` says of one spot: the number, and the actions that lead to it.
fn told(game: &Guerre, state: &State, lens: &str, seat: Seat, at: &str) -> (i32, Vec<String>) {
    let map = game.lens(state, lens, seat).expect("the lens exists");
    let spot = Spot::from(at);
    assert!(
        !map.at_least.contains(&spot),
        "the search for {at} is finished"
    );
    let value = map.values.iter().find(|(other, _)| *other == spot);
    let plan = map.plans.iter().find(|(other, _)| *other == spot);
    (
        value.map_or(0, |(_, value)| *value),
        plan.map_or_else(Vec::new, |(_, plan)| plan.clone()),
    )
}

/// Plays a plan by the rules; the last action is the attack, and these are its totals.
fn carry_out(game: &Guerre, state: &State, plan: &[String]) -> (i32, i32, &'static str) {
    let (attack, moves) = plan.split_last().expect("a plan has actions");
    let mut state = state.clone();
    for step in moves {
        play(game, &mut state, step);
    }
    let (from, to) = attack.split_once('x').expect("an attack");
    let seat = state.mover();
    let totals = battle(game, &state, seat, from, to);
    play(game, &mut state, attack);
    totals
}

/// The position of a save.
fn saved(game: &Guerre, text: &str) -> State {
    let imported = game.import(text).expect("the save is read");
    let position = imported.position.expect("a save has a position");
    game.resume(&position).expect("it is a position").1
}

/// The enemy of North on `at` can be beaten by just so much in the turn that begins.
fn assert_strike(state: &State, at: &str, surplus: i32, moves: usize) {
    let game = Guerre::default();
    let (value, plan) = told(&game, state, "hanging", SOUTH, at);
    assert_eq!(value, surplus, "{at}: {plan:?}");
    let (attack, defence, _) = carry_out(&game, state, &plan);
    assert_eq!(attack - defence, surplus, "{plan:?}");
    assert_eq!(plan.len(), moves + 1, "{plan:?}");
    let (attack_turn, plan) = told(&game, state, "attack-turn", NORTH, at);
    assert_eq!(carry_out(&game, state, &plan).0, attack_turn);
    assert!(attack_turn >= attack);
}

#[test]
fn the_kill_of_turn_43_is_found() {
    let game = Guerre::default();
    let state = saved(&game, include_str!("before-turn-43.txt"));
    let map = game
        .lens(&state, "hanging", SOUTH)
        .expect("the lens exists");
    let h13 = Spot::from("H13");
    let value = map.values.iter().find(|(spot, _)| *spot == h13);
    assert!(value.is_some_and(|(_, value)| *value >= 6), "{value:?}");
    let plan = map.plans.iter().find(|(spot, _)| *spot == h13);
    let (_, plan) = plan.expect("with its moves");
    let (attack, defence, fate) = carry_out(&game, &state, plan);
    assert_eq!(fate, "destroyed", "{plan:?}");
    assert!(attack - defence >= 6, "{attack} against {defence}");
    assert!(game.reading(&state).unwrap().en.contains("infantry H13"));
}

#[test]
fn a_charge_of_two_is_found() {
    let state = position(&Guerre::default(), "n5", "cI16 cI17 iD8 rI15", "iK14 iT3");
    assert_strike(&state, "K14", 8, 1);
}

#[test]
fn a_unit_in_a_fort_is_beaten_without_a_charge() {
    let state = position(
        &Guerre::default(),
        "n5",
        "iI13 iI15 aI17 cI16 iD8 rH15",
        "iL15 iT3",
    );
    assert_strike(&state, "L15", 7, 4);
}

#[test]
fn a_relay_that_must_come_along_is_moved() {
    let state = position(
        &Guerre::default(),
        "n5",
        "cB20 cB19 rC17 iD8",
        "iE20 rE23 iT3",
    );
    assert_strike(&state, "E20", 8, 3);
}

#[test]
fn artillery_fires_across_a_friend() {
    let state = position(
        &Guerre::default(),
        "n5",
        "aD15 iF15 iG14 iG15 iD8",
        "iH15 iH16 rH23 iT3",
    );
    assert_strike(&state, "H15", 5, 1);
}

#[test]
fn a_line_that_is_complete_only_with_the_last_move_charges() {
    let state = position(
        &Guerre::default(),
        "n5",
        "cI16 cH17 cI13 iD8 rI15",
        "iK14 iT3",
    );
    assert_strike(&state, "K14", 15, 1);
}

/// Every sequence of moves, and every attack that may follow it: the best by attack and by surplus.
fn brute_force(game: &Guerre, state: &State, best: &mut BTreeMap<Place, [i32; 2]>) {
    for action in legal(game, state) {
        match action {
            Action::Move { .. } => {
                let mut next = state.clone();
                game.act(&mut next, state.mover(), action);
                if next.end().is_none() {
                    brute_force(game, &next, best);
                }
            }
            Action::Attack { from, to } => {
                let board = game.board();
                let (from, target) = (board.known(from), board.known(to));
                let (attack, defence) = game.totals(state, state.mover(), from, target);
                let known = best.entry(to).or_insert([0, 0]);
                *known = [known[0].max(attack), known[1].max(attack - defence)];
            }
            Action::End => {}
        }
    }
}

/// A random position on a small board.
fn skirmish(game: &Guerre, dice: &mut Dice, units: &[Class]) -> (Guerre, State) {
    let mut free: Vec<String> = (0..9u16)
        .flat_map(|row| (0..9u16).map(move |column| Place { row, column }.to_string()))
        .filter(|place| !["A1", "I9", "A5", "I5"].contains(&place.as_str()))
        .collect();
    let mut draw = |dice: &mut Dice| free.swap_remove(dice.below(free.len() as u32) as usize);
    let mut ground = String::new();
    for letter in ["m", "m", "m", "f", "f", "p"] {
        ground += &format!(".{letter}{}", draw(dice));
    }
    let mut side = |dice: &mut Dice| {
        let words: Vec<String> = units
            .iter()
            .map(|class| {
                let flag = if dice.below(9) == 0 { "r" } else { "" };
                format!("{}{}{flag}", class.code().to_ascii_lowercase(), draw(dice))
            })
            .collect();
        words.join(".")
    };
    let (north, south) = (side(dice), side(dice));
    let text = format!("n5.0.0_A1.A5~I9.I5_{north}~{south}_9x9~aA1.aA5{ground}~aI9.aI5");
    game.resume(&text).expect("the position is well written")
}

/// The search agrees with one that tries everything, under these rules.
fn assert_agrees_with_brute_force(options: &[(&str, &str)], seed: u64, positions: u32, moves: u8) {
    use Class::{Artillery, Cavalry, Infantry, MountedRelay, Relay};
    let mut dice = Dice::seeded(seed);
    let mut found = 0;
    for _ in 0..positions {
        let game = super::game(options);
        let units = [
            Cavalry,
            Cavalry,
            Infantry,
            Infantry,
            Artillery,
            Relay,
            MountedRelay,
        ];
        let (mut game, mut state) = skirmish(&game, &mut dice, &units);
        game.doctrine.moves = moves;
        state.moves_left = moves;
        let mut best = BTreeMap::new();
        brute_force(&game, &state, &mut best);
        for (lens, seat, index) in [("attack-turn", NORTH, 0), ("hanging", SOUTH, 1)] {
            let map = game.lens(&state, lens, seat).expect("the lens exists");
            for unit in state.units(SOUTH) {
                let place = game.board().place(unit.square());
                assert!(!map.at_least.contains(&place.spot()), "it is finished");
                let value = map.values.iter().find(|(spot, _)| *spot == place.spot());
                let value = value.map_or(0, |(_, value)| *value);
                let truth = best.get(&place).map_or(0, |best| best[index]);
                assert_eq!(
                    value,
                    truth.max(0),
                    "{lens} {place} in {}",
                    game.write_position(&state)
                );
                found += i32::from(truth > 0);
            }
        }
    }
    assert!(found > 0, "something was there to be found");
}

#[test]
fn the_search_agrees_with_one_that_tries_everything() {
    assert_agrees_with_brute_force(&[], 1, 40, 2);
    assert_agrees_with_brute_force(&[], 2, 4, 3);
}

#[test]
fn the_search_agrees_with_the_rules_of_debord_too() {
    assert_agrees_with_brute_force(&[("rules", "debord")], 3, 30, 2);
}

#[test]
fn a_zone_is_searched_alone() {
    let game = Guerre::default();
    let state = saved(&game, include_str!("before-turn-43.txt"));
    let zone = game.zone("G12-I14").expect("two corners");
    assert_eq!(zone.len(), 9);
    let part = game.lens_in(&state, "hanging", SOUTH, &zone).unwrap();
    let whole = game.lens(&state, "hanging", SOUTH).unwrap().within(&zone);
    assert_eq!(part.values, whole.values);
    assert!(part.values.iter().all(|(spot, _)| zone.contains(spot)));
    assert_eq!(game.zone("Z99"), None);
}

/// What a map says of a spot, and what its plan comes to when it is played.
fn played(game: &Guerre, state: &State, map: &LensMap, spot: &Spot) -> (i32, i32) {
    let value = map.values.iter().find(|(other, _)| other == spot);
    let plan = map.plans.iter().find(|(other, _)| other == spot);
    let (_, plan) = plan.expect("an attack has its moves");
    (
        value.map_or(0, |(_, value)| *value),
        carry_out(game, state, plan).0,
    )
}

#[test]
fn the_map_of_attacks_knows_what_was_found_for_hanging_units() {
    let game = Guerre::default();
    let state = saved(&game, include_str!("before-turn-43.txt"));
    let attacks = game.lens(&state, "attack-turn", NORTH).unwrap();
    let hanging = game.lens(&state, "hanging", SOUTH).unwrap();
    assert!(hanging.plans.len() >= 2, "{:?}", hanging.plans);
    for (spot, plan) in &hanging.plans {
        let (attack, _, _) = carry_out(&game, &state, plan);
        let (told, launched) = played(&game, &state, &attacks, spot);
        assert!(told >= attack, "{spot}: {told}, but {plan:?} is {attack}");
        assert_eq!(told, launched, "the number of {spot} is that of its plan");
    }
}

#[test]
fn a_map_says_no_less_than_what_was_found_in_a_part_of_it() {
    let game = Guerre::default();
    let state = saved(&game, include_str!("before-turn-43.txt"));
    let i14 = Spot::from("I14");
    let zone = game.zone("I14").unwrap();
    for (lens, seat) in [("attack-turn", NORTH), ("hanging", SOUTH)] {
        let of = |map: &LensMap| {
            let value = map.values.iter().find(|(spot, _)| *spot == i14);
            value.map_or(0, |(_, value)| *value)
        };
        let part = of(&game.lens_in(&state, lens, seat, &zone).unwrap());
        let whole = of(&game.lens(&state, lens, seat).unwrap());
        assert!(part > 0 && whole >= part, "{lens}: {whole} against {part}");
    }
}
