//! One case per numbered rule: the board, the animals, a turn, jumps, taking, the end.

use super::*;

// 1. The board

#[test]
fn the_board_is_the_same_after_half_a_turn_and_has_the_right_grounds() {
    let mut counts = BTreeMap::new();
    for square in Square::all() {
        let opposite = Square::new(Square::COUNT - 1 - square.index()).unwrap();
        let turned = match square.terrain() {
            Terrain::Trap(owner) => Terrain::Trap(owner.other()),
            Terrain::Throne(owner) => Terrain::Throne(owner.other()),
            same => same,
        };
        assert_eq!(opposite.terrain(), turned, "{square}");
        *counts.entry(format!("{:?}", square.terrain())).or_insert(0) += 1;
    }
    let counts: Vec<(&str, i32)> = counts.iter().map(|(name, &n)| (name.as_str(), n)).collect();
    assert_eq!(
        counts,
        [
            ("Earth", 102),
            ("Shore", 24),
            ("Throne(Seat(0))", 2),
            ("Throne(Seat(1))", 2),
            ("Trap(Seat(0))", 4),
            ("Trap(Seat(1))", 4),
            ("Water", 18)
        ]
    );
}

#[test]
fn a1_is_the_top_left_corner_and_nothing_lies_off_the_board() {
    assert_eq!(Square::at(0, 0).unwrap().to_string(), "a1");
    assert_eq!(Square::at(11, 12).unwrap().to_string(), "l13");
    assert_eq!(Square::at(12, 0), None);
    assert_eq!(Square::at(0, 13), None);
    assert_eq!(Square::new(156), None);
    assert_eq!(Square::new(255), None);
}

#[test]
fn nobody_reaches_a_throne_but_through_a_trap() {
    for throne in Square::all() {
        let Terrain::Throne(owner) = throne.terrain() else {
            continue;
        };
        for (columns, rows) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let Some(next) = throne.offset(columns, rows) else {
                continue;
            };
            assert!(
                [Terrain::Trap(owner), Terrain::Throne(owner)].contains(&next.terrain()),
                "{next}"
            );
        }
    }
}

// 2. The animals

#[test]
fn the_start_is_the_one_of_the_rules() {
    let start = jungle().start();
    assert_eq!(jungle().write_position(&start), START);
    assert_eq!(start.at(square("j3")), Some((BLUE, Animal::Lion)));
    assert_eq!(start.at(square("h11")), Some((RED, Animal::Wolf)));
}

#[test]
fn the_powers_are_the_seeds_or_the_traditional_ones() {
    let powers = |table| Animal::ALL.map(|animal| Jungle::new(table).power(animal));
    assert_eq!(powers(Powers::Seed), [1, 2, 4, 3, 5, 7, 6, 8]);
    assert_eq!(powers(Powers::Traditional), [1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn with_traditional_powers_the_wolf_takes_the_dog_and_the_lion_the_tiger() {
    let traditional = Jungle::new(Powers::Traditional);
    let wolf = position(1, &[(Animal::Wolf, "a5")], &[(Animal::Dog, "a6")]);
    let lion = position(1, &[(Animal::Lion, "a5")], &[(Animal::Tiger, "a6")]);
    for state in [wolf, lion] {
        assert_eq!(codes(&state, BLUE, "a5a6"), ["too-strong"]);
        assert_eq!(codes_in(&traditional, &state, BLUE, "a5a6"), [""; 0]);
        assert!(!actions(&jungle(), &state).contains(&action("a5a6")));
        assert!(actions(&traditional, &state).contains(&action("a5a6")));
    }
}

#[test]
fn settings_choose_the_powers_and_wrong_ones_are_refused() {
    let set = |value: &str| {
        let settings = Settings::from([("powers".to_owned(), value.to_owned())]);
        Jungle::setup(&settings, 2)
    };
    assert_eq!(set("traditional").unwrap().power(Animal::Lion), 7);
    assert_eq!(set("seed").unwrap().power(Animal::Lion), 6);
    assert_eq!(set("strong").unwrap_err()[0].name, "powers");
    assert_eq!(
        Jungle::setup(&Settings::new(), 2)
            .unwrap()
            .power(Animal::Dog),
        4
    );
    assert_eq!(jungle().rule_set().to_string(), "jungle 1");
}

// 3. A turn

#[test]
fn blue_begins_and_the_sides_take_turns() {
    let game = jungle();
    let start = game.start();
    assert_eq!(game.turn(&start), Turn::One(BLUE));
    let next = after(&start, "j3j4");
    assert_eq!(game.turn(&next), Turn::One(RED));
    assert_eq!(codes(&next, BLUE, "b2b3"), ["not-your-turn"]);
}

#[test]
fn moving_the_opponents_animal_out_of_turn_gives_every_reason() {
    let start = jungle().start();
    assert_eq!(
        codes(&start, RED, "j3j4"),
        ["not-your-turn", "not-your-animal"]
    );
    assert_eq!(codes(&start, BLUE, "h11g11"), ["not-your-animal"]);
    assert_eq!(codes(&start, RED, "h11g11"), ["not-your-turn"]);
}

#[test]
fn an_empty_square_cannot_move_and_leaves_the_rest_unchecked() {
    let refused = refused(&jungle().start(), BLUE, "a1a2");
    assert_eq!(refused.failed[0].code(), "no-animal");
    assert_eq!(refused.failed.len(), 1);
    assert!(refused.unchecked.contains(&"one-square-or-a-jump"));
    assert!(refused.unchecked.contains(&"own-animal"));
}

#[test]
fn an_animal_goes_to_another_square() {
    assert_eq!(codes(&jungle().start(), BLUE, "b2b2"), ["same-square"]);
}

#[test]
fn a_step_is_straight_and_one_square_long() {
    let start = jungle().start();
    assert_eq!(codes(&start, BLUE, "b2a3"), ["not-straight"]);
    assert_eq!(codes(&start, BLUE, "b2b4"), ["too-far"]);
    assert_eq!(codes(&start, BLUE, "b2d5"), ["not-straight", "too-far"]);
    assert_eq!(codes(&start, BLUE, "b2b3"), [""; 0]);
    let far = refused(&start, BLUE, "b2b13");
    assert_eq!(far.failed[0].numbers(), [("distance", 11)]);
}

#[test]
fn an_animal_does_not_wrap_around_the_edge() {
    let state = position(1, &[(Animal::Cat, "l5")], &[(Animal::Cat, "a11")]);
    assert_eq!(codes(&state, BLUE, "l5a6"), ["not-straight", "too-far"]);
    assert!(!actions(&jungle(), &state).contains(&action("l5a6")));
}

#[test]
fn an_animal_never_steps_onto_its_own_side() {
    let state = position(
        1,
        &[(Animal::Cat, "a5"), (Animal::Rat, "a6")],
        &[(Animal::Cat, "a11")],
    );
    assert_eq!(codes(&state, BLUE, "a5a6"), ["own-animal-there"]);
}

#[test]
fn an_animal_never_enters_its_own_throne() {
    let state = position(1, &[(Animal::Cat, "e1")], &[(Animal::Cat, "a11")]);
    assert_eq!(codes(&state, BLUE, "e1f1"), ["own-throne"]);
}

#[test]
fn only_the_rat_swims() {
    let blue = [
        (Animal::Cat, "b6"),
        (Animal::Rat, "b7"),
        (Animal::Elephant, "c5"),
    ];
    let state = position(1, &blue, &[(Animal::Cat, "a11")]);
    assert_eq!(codes(&state, BLUE, "b6c6"), ["not-a-swimmer"]);
    assert_eq!(codes(&state, BLUE, "c5c6"), ["not-a-swimmer"]);
    assert_eq!(codes(&state, BLUE, "b7c7"), [""; 0]);
}

#[test]
fn a_cat_two_squares_into_the_water_is_told_both_reasons() {
    let state = position(1, &[(Animal::Cat, "b6")], &[(Animal::Cat, "a11")]);
    assert_eq!(codes(&state, BLUE, "b6d6"), ["not-a-swimmer", "too-far"]);
}

// 4. Jumps

#[test]
fn leopard_tiger_and_lion_jump_between_twelve_pairs_of_shores() {
    for jumper in [Animal::Leopard, Animal::Tiger, Animal::Lion] {
        let mut pairs = BTreeSet::new();
        for from in Square::all() {
            let square = from.to_string();
            let Ok(state) = jungle().read_position(&place(jumper, &square)) else {
                continue;
            };
            for jump in actions(&jungle(), &state) {
                if jungle().manner(&state, jump) == Manner::Jump {
                    assert_eq!(from.terrain(), Terrain::Shore);
                    assert_eq!(jump.to.terrain(), Terrain::Shore);
                    pairs.insert((from.min(jump.to), from.max(jump.to)));
                }
            }
        }
        assert_eq!(pairs.len(), 12, "{jumper:?}");
        assert!(pairs.contains(&(square("b6"), square("f6"))));
        assert!(pairs.contains(&(square("j5"), square("j9"))));
    }
}

/// Blue's `animal` alone on `square` against a far cat, as a position line.
fn place(animal: Animal, square: &str) -> String {
    let blue: String = Animal::ALL
        .iter()
        .map(|other| if *other == animal { square } else { "-" })
        .collect();
    let cat = if square == "l12" { "l11" } else { "l12" };
    format!("1.{blue}.-{cat}------.0")
}

#[test]
fn nobody_else_jumps() {
    for animal in [
        Animal::Rat,
        Animal::Cat,
        Animal::Dog,
        Animal::Wolf,
        Animal::Elephant,
    ] {
        let state = position(1, &[(animal, "b6")], &[(Animal::Cat, "a11")]);
        assert_eq!(codes(&state, BLUE, "b6f6"), ["not-a-jumper"]);
    }
}

#[test]
fn a_rat_of_either_side_below_blocks_the_jump() {
    for rat_on in ["c6", "d6", "e6"] {
        let lion = (Animal::Lion, "b6");
        let cat = (Animal::Cat, "a11");
        let own = position(1, &[lion, (Animal::Rat, rat_on)], &[cat]);
        let enemy = position(1, &[lion], &[cat, (Animal::Rat, rat_on)]);
        for state in [own, enemy] {
            let refused = refused(&state, BLUE, "b6f6");
            assert_eq!(refused.failed[0].code(), "jump-blocked");
            assert_eq!(refused.failed[0].spots(), [Spot(rat_on.to_owned())]);
        }
    }
    let beside = position(
        1,
        &[(Animal::Lion, "b6")],
        &[(Animal::Rat, "c7"), (Animal::Cat, "a11")],
    );
    assert_eq!(codes(&beside, BLUE, "b6f6"), [""; 0]);
}

#[test]
fn a_jump_takes_nobody() {
    let lion = (Animal::Lion, "b6");
    let enemy = position(1, &[lion], &[(Animal::Cat, "f6")]);
    assert_eq!(codes(&enemy, BLUE, "b6f6"), ["landing-occupied"]);
    let own = position(1, &[lion, (Animal::Cat, "f6")], &[(Animal::Cat, "a11")]);
    assert_eq!(
        codes(&own, BLUE, "b6f6"),
        ["landing-occupied", "own-animal-there"]
    );
}

// 5. Taking

#[test]
fn among_equals_who_attacks_wins_and_the_stronger_is_safe() {
    let state = position(
        1,
        &[(Animal::Dog, "a5")],
        &[
            (Animal::Dog, "a6"),
            (Animal::Wolf, "b5"),
            (Animal::Leopard, "a4"),
        ],
    );
    assert_eq!(codes(&state, BLUE, "a5a6"), [""; 0]);
    assert_eq!(codes(&state, BLUE, "a5b5"), [""; 0]);
    let refused = refused(&state, BLUE, "a5a4");
    assert_eq!(refused.failed[0].code(), "too-strong");
    assert_eq!(
        refused.failed[0].numbers(),
        [("power", 4), ("prey-power", 5)]
    );
    let next = after(&state, "a5b5");
    assert_eq!(next.at(square("b5")), Some((BLUE, Animal::Dog)));
    assert_eq!(next.square_of(RED, Animal::Wolf), None);
}

#[test]
fn anybody_takes_an_animal_in_an_enemy_trap() {
    let state = position(1, &[(Animal::Cat, "d1")], &[(Animal::Elephant, "e1")]);
    assert_eq!(codes(&state, BLUE, "d1e1"), [""; 0]);
    // In its own trap an animal keeps its power.
    let own = position(2, &[(Animal::Elephant, "e1")], &[(Animal::Cat, "d1")]);
    assert_eq!(codes(&own, RED, "d1e1"), ["too-strong"]);
}

#[test]
fn power_comes_back_when_the_trap_is_left() {
    let game = jungle();
    assert_eq!(game.power_on(RED, Animal::Elephant, square("e1")), 0);
    assert_eq!(game.power_on(RED, Animal::Elephant, square("d1")), 8);
    assert_eq!(game.power_on(BLUE, Animal::Elephant, square("e1")), 8);
}

#[test]
fn a_trapped_animal_takes_nobody() {
    let state = position(1, &[(Animal::Lion, "e13")], &[(Animal::Cat, "d13")]);
    let refused = refused(&state, BLUE, "e13d13");
    assert_eq!(refused.failed[0].code(), "trapped-attacker");
    assert_eq!(
        refused.unchecked,
        ["from-water-only-a-rat-in-water", "strong-enough"]
    );
}

#[test]
fn a_trapped_rat_does_not_even_take_the_elephant() {
    let state = position(1, &[(Animal::Rat, "e13")], &[(Animal::Elephant, "d13")]);
    assert_eq!(codes(&state, BLUE, "e13d13"), ["trapped-attacker"]);
}

#[test]
fn the_rat_takes_the_elephant_from_land_shore_or_its_own_trap() {
    for (rat, elephant) in [("a5", "a6"), ("b6", "b5"), ("e1", "d1"), ("b6", "a6")] {
        let state = position(1, &[(Animal::Rat, rat)], &[(Animal::Elephant, elephant)]);
        assert_eq!(codes(&state, BLUE, &format!("{rat}{elephant}")), [""; 0]);
    }
}

#[test]
fn the_elephant_may_take_the_rat() {
    let state = position(1, &[(Animal::Elephant, "a5")], &[(Animal::Rat, "a6")]);
    assert_eq!(codes(&state, BLUE, "a5a6"), [""; 0]);
}

#[test]
fn a_rat_in_water_cannot_take_the_elephant() {
    let state = position(1, &[(Animal::Rat, "c6")], &[(Animal::Elephant, "b6")]);
    let refused = refused(&state, BLUE, "c6b6");
    assert_eq!(refused.failed[0].code(), "rat-from-water");
    assert_eq!(refused.failed.len(), 1);
    assert!(refused.failed[0].text().en.contains("From the water on c6"));
}

#[test]
fn a_rat_in_water_takes_only_a_rat_in_water() {
    let water = position(1, &[(Animal::Rat, "c6")], &[(Animal::Rat, "c7")]);
    assert_eq!(codes(&water, BLUE, "c6c7"), [""; 0]);
    let land = position(1, &[(Animal::Rat, "c6")], &[(Animal::Rat, "b6")]);
    assert_eq!(codes(&land, BLUE, "c6b6"), ["rat-from-water"]);
    let cat = position(1, &[(Animal::Rat, "c6")], &[(Animal::Cat, "b6")]);
    assert_eq!(codes(&cat, BLUE, "c6b6"), ["rat-from-water", "too-strong"]);
}

#[test]
fn a_rat_on_land_may_take_a_rat_in_water() {
    let state = position(1, &[(Animal::Rat, "b6")], &[(Animal::Rat, "c6")]);
    assert_eq!(codes(&state, BLUE, "b6c6"), [""; 0]);
    let cat = position(1, &[(Animal::Cat, "b6")], &[(Animal::Rat, "c6")]);
    assert_eq!(codes(&cat, BLUE, "b6c6"), ["not-a-swimmer"]);
}

// 6. The end

#[test]
fn who_enters_the_enemy_throne_wins() {
    let state = position(1, &[(Animal::Cat, "e13")], &[(Animal::Lion, "a11")]);
    assert_eq!(over(&after(&state, "e13f13")), Some(("throne", Some(BLUE))));
    let red = position(2, &[(Animal::Cat, "a11")], &[(Animal::Lion, "g2")]);
    assert_eq!(over(&after(&red, "g2g1")), Some(("throne", Some(RED))));
}

#[test]
fn who_takes_the_last_animal_wins() {
    let state = position(1, &[(Animal::Lion, "a5")], &[(Animal::Cat, "a6")]);
    assert_eq!(
        over(&after(&state, "a5a6")),
        Some(("annihilation", Some(BLUE)))
    );
}

#[test]
fn who_cannot_move_loses() {
    // Red's cat in the corner; the dog stands above it and the wolf comes beside it.
    let blue = [(Animal::Dog, "a12"), (Animal::Wolf, "b12")];
    let state = position(1, &blue, &[(Animal::Cat, "a13")]);
    assert_eq!(
        over(&after(&state, "b12b13")),
        Some(("stalemate", Some(BLUE)))
    );
    // A prey in reach is a move.
    let blue = [(Animal::Dog, "a12"), (Animal::Rat, "b12")];
    let state = position(1, &blue, &[(Animal::Cat, "a13")]);
    assert_eq!(over(&after(&state, "b12b13")), None);
}

#[test]
fn a_jump_saves_from_stalemate() {
    // The tiger on b6: its own cats and an elephant stand around it, the lake is free.
    let red = [(Animal::Tiger, "b6")];
    let blue = [
        (Animal::Elephant, "b5"),
        (Animal::Lion, "a7"),
        (Animal::Dog, "a4"),
    ];
    let state = position(1, &blue, &red);
    assert_eq!(over(&after(&state, "a7b7")), None);
}

#[test]
fn the_third_time_is_a_draw_that_the_table_sees() {
    let game = jungle();
    assert_eq!(game.repetition(), Repetition::Draw { times: 3 });
    let start = game.start();
    let mut state = start;
    for text in ["j3j4", "h11g11", "j4j3", "g11h11"] {
        state = after(&state, text);
    }
    assert_eq!(state.quiet(), 4);
    assert_ne!(state, start);
    assert_eq!(game.key(&state), game.key(&start));
    assert_ne!(game.key(&after(&start, "j3j4")), game.key(&start));
}

#[test]
fn a_hundred_half_moves_without_a_capture_are_a_draw() {
    let game = jungle();
    let before = game.read_position("1.-----b2--.-----b12--.99").unwrap();
    assert_eq!(over(&before), None);
    let drawn = after(&before, "b2b3");
    assert_eq!(over(&drawn), Some(("quiet", None)));
    assert_eq!(codes(&drawn, RED, "b12b11"), ["game-over"]);
    assert!(actions(&game, &drawn).is_empty());
}

#[test]
fn a_capture_starts_the_count_anew_and_a_win_goes_before_a_draw() {
    let game = jungle();
    let text = "1.-----a5-e13.-a6---l1--.99";
    let state = game.read_position(text).unwrap();
    assert_eq!(after(&state, "a5a6").quiet(), 0);
    assert_eq!(over(&after(&state, "e13f13")), Some(("throne", Some(BLUE))));
    let stuck = game.read_position("1.--a12b12----.-a13------.99").unwrap();
    assert_eq!(
        over(&after(&stuck, "b12b13")),
        Some(("stalemate", Some(BLUE)))
    );
}

#[test]
fn after_the_end_nobody_moves() {
    let state = position(1, &[(Animal::Cat, "e13")], &[(Animal::Lion, "a11")]);
    let over = after(&state, "e13f13");
    let refused = refused(&over, RED, "a11a12");
    assert_eq!(refused.failed[0].code(), "game-over");
    assert_eq!(refused.unchecked, ["your-turn"]);
}
