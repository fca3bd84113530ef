//! One case per numbered rule and per refusal, and what must hold at every state of random play.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use vauban_game::{
    Depict, Dice, Evaluate, Explain, Formats, Game, Happening, Lang, Lenses, Narrate, Notation,
    Reason, Refused, Repetition, Seat, Settings, Setup, Turn, Viewer,
    scene::{Mark, Spot},
};

use super::{
    Action, Animal, Instinct, Jungle, Manner, Powers, Refusal, Square, State, Terrain, state::SEATS,
};

const BLUE: Seat = Seat(0);
const RED: Seat = Seat(1);
const START: &str = "1.b2c3d2e3h3i2j3k2.k12j11i12h11e11d12c11b12.0";

fn jungle() -> Jungle {
    Jungle::default()
}

fn action(text: &str) -> Action {
    jungle().read(text).unwrap()
}

fn square(name: &str) -> Square {
    Square::of_spot(&Spot(name.to_owned())).unwrap()
}

/// A position with a few animals; the kings of the story stand where they do not matter.
fn position(mover: u8, blue: &[(Animal, &str)], red: &[(Animal, &str)]) -> State {
    let herd = |animals: &[(Animal, &str)]| -> String {
        Animal::ALL
            .iter()
            .map(|animal| {
                let held = animals.iter().find(|(other, _)| other == animal);
                held.map_or("-", |(_, square)| square)
            })
            .collect()
    };
    let text = format!("{mover}.{}.{}.0", herd(blue), herd(red));
    jungle().read_position(&text).unwrap()
}

fn codes(state: &State, seat: Seat, text: &str) -> Vec<&'static str> {
    codes_in(&jungle(), state, seat, text)
}

fn codes_in(game: &Jungle, state: &State, seat: Seat, text: &str) -> Vec<&'static str> {
    match game.check(state, seat, action(text)) {
        Ok(()) => Vec::new(),
        Err(refused) => refused.failed.iter().map(Reason::code).collect(),
    }
}

fn refused(state: &State, seat: Seat, text: &str) -> Refused<Refusal> {
    jungle().check(state, seat, action(text)).unwrap_err()
}

/// The state after `text`, which must be allowed.
fn after(state: &State, text: &str) -> State {
    let (game, mut next) = (jungle(), *state);
    assert_eq!(codes(state, state.mover(), text), [""; 0], "{text}");
    game.act(&mut next, state.mover(), action(text));
    next
}

fn over(state: &State) -> Option<(&'static str, Option<Seat>)> {
    let outcome = jungle().turn(state).over()?;
    Some((outcome.ending.code, outcome.winner()))
}

fn actions(game: &Jungle, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    game.actions(state, state.mover(), &mut actions);
    actions
}

fn perft(game: &Jungle, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let next = actions(game, state).into_iter().map(|action| {
        let mut next = *state;
        game.act(&mut next, state.mover(), action);
        perft(game, &next, depth - 1)
    });
    next.sum()
}

/// Every state of some random games, the last one of each too.
fn random_states(game: &Jungle, games: u64) -> Vec<State> {
    let mut states = Vec::new();
    for seed in 0..games {
        let mut dice = Dice::seeded(seed);
        let mut state = game.start();
        loop {
            states.push(state);
            let Turn::One(seat) = game.turn(&state) else {
                break;
            };
            let action = dice.choose(&actions(game, &state));
            game.act(&mut state, seat, action);
        }
    }
    states
}

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
        Jungle::setup(&settings)
    };
    assert_eq!(set("traditional").unwrap().power(Animal::Lion), 7);
    assert_eq!(set("seed").unwrap().power(Animal::Lion), 6);
    assert_eq!(set("strong").unwrap_err()[0].name, "powers");
    assert_eq!(
        Jungle::setup(&Settings::new()).unwrap().power(Animal::Dog),
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
    assert!(refused.unchecked.contains(&"too-far"));
    assert!(refused.unchecked.contains(&"not-your-animal"));
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
    assert_eq!(refused.unchecked, ["rat-from-water", "too-strong"]);
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
    assert!(
        refused.failed[0]
            .text()
            .en
            .contains("attacks from the water")
    );
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
    assert_eq!(refused.unchecked, ["not-your-turn"]);
}

// 7. Writing it down

#[test]
fn actions_are_read_in_every_hand() {
    let game = jungle();
    for text in [
        "j3j4", "j3-j4", "j3 j4", "J3J4", "  j3j4 ", "j3 - j4", "J3-j4",
    ] {
        assert_eq!(game.write(game.read(text).unwrap()), "j3j4", "{text:?}");
    }
    assert_eq!(game.write(game.read("a1l13").unwrap()), "a1l13");
    assert_eq!(game.write(game.read("l13a1").unwrap()), "l13a1");
    for text in [
        "",
        "j3",
        "j3j",
        "j3j4k5",
        "j0j1",
        "j03j4",
        "m1a1",
        "a14a1",
        "a1a99",
        "j3--j4",
        "é3j4",
        "j３j4",
        "j3\u{0}j4",
        "a1b",
        "-a1b2",
    ] {
        assert!(game.read(text).is_err(), "{text:?}");
    }
    assert!(game.read(&"j3".repeat(100_000)).is_err());
    assert!(game.read("m1a1").unwrap_err().text.en.contains("`m1`"));
}

#[test]
fn positions_are_read_as_they_were_written() {
    let game = jungle();
    for state in random_states(&game, 60) {
        let text = game.write_position(&state);
        assert_eq!(game.read_position(&text), Ok(state), "{text}");
        assert!(
            text.chars()
                .all(|c| c.is_ascii_alphanumeric() || "._~-".contains(c))
        );
        assert!(text.len() < 64);
    }
}

#[test]
fn positions_that_no_match_comes_to_are_refused() {
    let game = jungle();
    for (text, why) in [
        ("", "4"),
        ("1.b2", "4"),
        ("3.-b2------.-b12------.0", "1 or 2"),
        ("1.-b2------.-b2------.0", "two animals are on b2"),
        ("1.-c6------.-b12------.0", "swim"),
        ("1.-f1------.-b12------.0", "own throne"),
        ("1.-f13------.-b12------.0", "was over before"),
        ("2.-f13g13-----.-b12------.0", "was over before"),
        ("1.-b2------.-b12------.101", "0 to 100"),
        ("1.-b2------.-b12------.-1", "0 to 100"),
        ("1.-b2------.-b12------.+1", "0 to 100"),
        ("1.-b2------.--------.0", "moved last"),
        ("1.-b2-----.-b12------.0", "a square or `-`"),
        ("1.-b2-------.-b12------.0", "more than eight"),
        ("1.-m2------.-b12------.0", "`m2`"),
        ("1.-b02------.-b12------.0", "`b02`"),
        ("1.-é------.-b12------.0", "a square or `-`"),
    ] {
        let error = game.read_position(text).unwrap_err().text;
        assert!(error.en.contains(why), "{text}: {}", error.en);
        assert!(!error.fr.is_empty());
    }
    assert!(game.read_position(&"-".repeat(1_000_000)).is_err());
}

#[test]
fn the_end_is_read_from_a_position() {
    let game = jungle();
    let end = |text: &str| over(&game.read_position(text).unwrap());
    assert_eq!(
        end("2.-f13------.-b12------.7"),
        Some(("throne", Some(BLUE)))
    );
    assert_eq!(
        end("2.-b2------.--------.0"),
        Some(("annihilation", Some(BLUE)))
    );
    assert_eq!(end("1.-b2------.-b12------.100"), Some(("quiet", None)));
    assert_eq!(
        end("2.--a12b13----.-a13------.3"),
        Some(("stalemate", Some(BLUE)))
    );
}

const SAMPLE: &str = r#"{
  "commands" :
  [
    {
      "animalID" : 7,
      "orderID" : 1,
      "player" : false,
      "xDestination" : 9,
      "yDestination" : 3
    },
    {
      "animalID" : 4,
      "orderID" : 1,
      "player" : true,
      "xDestination" : 6,
      "yDestination" : 10
    },
  ],
  "length" : 2
}
"#;

#[test]
fn the_sample_replay_is_read_and_written() {
    let game = jungle();
    assert!(game.recognise(SAMPLE));
    let imported = game.import(SAMPLE).unwrap();
    assert_eq!(imported.steps, ["j3j4", "h11g11"]);
    assert_eq!(imported.settings["powers"], "seed");
    assert_eq!(imported.position, None);
    let steps = [(BLUE, action("j3j4")), (RED, action("h11g11"))];
    let written = game
        .export(&game.start(), &steps, &game.start())
        .unwrap()
        .unwrap();
    assert_eq!(written, SAMPLE.replace("},\n  ],", "}\n  ],"));
    assert_eq!(game.import(&written), Ok(imported));
}

#[test]
fn a_whole_random_match_survives_the_replay_format() {
    let game = jungle();
    let (mut dice, mut state, mut steps) = (Dice::seeded(3), game.start(), Vec::new());
    while let Turn::One(seat) = game.turn(&state) {
        let action = dice.choose(&actions(&game, &state));
        steps.push((seat, action));
        game.act(&mut state, seat, action);
    }
    let text = game.export(&game.start(), &steps, &state).unwrap().unwrap();
    let texts: Vec<String> = steps
        .iter()
        .map(|&(_, action)| game.write(action))
        .collect();
    assert_eq!(game.import(&text).unwrap().steps, texts);
    let empty = game.export(&game.start(), &[], &game.start());
    assert_eq!(
        game.import(&empty.unwrap().unwrap()).unwrap().steps,
        [""; 0]
    );
}

#[test]
fn a_wrong_replay_is_refused_with_its_line() {
    let game = jungle();
    for (from, to, line, why) in [
        (
            "\"orderID\" : 1",
            "\"orderID\" : 2",
            Some(4),
            "`orderID` is 2",
        ),
        (
            "\"length\" : 2",
            "\"length\" : 3",
            Some(19),
            "there are 2 commands",
        ),
        (
            "\"length\" : 2",
            "\"length\" : -1",
            Some(19),
            "`length` is -1",
        ),
        (
            "\"animalID\" : 7",
            "\"animalID\" : 9",
            Some(4),
            "`animalID` is 9",
        ),
        (
            "\"animalID\" : 4",
            "\"animalID\" : -4",
            Some(11),
            "`animalID` is -4",
        ),
        (
            "\"xDestination\" : 6",
            "\"xDestination\" : 12",
            Some(11),
            "not on the board",
        ),
        (
            "\"xDestination\" : 6",
            "\"xDestination\" : 1e99",
            Some(15),
            "not a replay",
        ),
        (
            "\"player\" : true",
            "\"player\" : false",
            Some(11),
            "It is Red's turn",
        ),
        (
            "\"yDestination\" : 3",
            "\"yDestination\" : 5",
            Some(4),
            "too",
        ),
        ("\"length\" : 2", "\"size\" : 2", Some(20), "length"),
        ("}", "]", Some(10), "not a replay"),
    ] {
        let error = game.import(&SAMPLE.replacen(from, to, 1)).unwrap_err();
        let found = error.text.en.contains(why) || why == "too";
        assert!(found, "{to}: {error}");
        assert_eq!(error.line, line, "{to}: {error}");
    }
    assert!(game.import("").is_err());
    assert!(game.import(&"[".repeat(100_000)).is_err());
    assert!(game.import(&" ".repeat(3_000_000)).is_err());
    // A comma inside a string is no comma.
    assert!(
        game.import(r#"{"commands":[],"length":0,"note":",]\",}"}"#)
            .is_ok()
    );
}

#[test]
fn a_replay_holds_neither_powers_nor_a_position() {
    let traditional = Jungle::new(Powers::Traditional);
    let start = traditional.start();
    let error = traditional
        .export(&start, &[], &start)
        .unwrap()
        .unwrap_err();
    assert!(error.text.en.contains("powers"));
    let other = position(1, &[(Animal::Cat, "b6")], &[(Animal::Cat, "a11")]);
    let error = jungle().export(&other, &[], &other).unwrap().unwrap_err();
    assert!(error.text.en.contains("position"));
}

// The generator

#[test]
fn perft_from_the_start_is_the_one_of_the_rules() {
    for game in [jungle(), Jungle::new(Powers::Traditional)] {
        let start = game.start();
        let counts = [1, 2, 3].map(|depth| perft(&game, &start, depth));
        assert_eq!(counts, [32, 1_024, 30_528]);
    }
}

#[test]
fn perft_of_the_table() {
    for line in include_str!("perft.txt").lines() {
        let line = line.split('#').next().unwrap().trim();
        if line.is_empty() {
            continue;
        }
        let (game, line) = match line.strip_prefix("[powers=traditional] ") {
            Some(rest) => (Jungle::new(Powers::Traditional), rest),
            None => (jungle(), line),
        };
        let (left, count) = line.split_once(" = ").unwrap();
        let (position, depth) = left.rsplit_once(' ').unwrap();
        let state = match position {
            "start" => game.start(),
            text => game.read_position(text).unwrap(),
        };
        let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
        if count < 1_000_000 {
            assert_eq!(perft(&game, &state, depth), count, "{line}");
        }
    }
}

#[test]
fn check_allows_exactly_what_the_generator_lists() {
    for table in [Powers::Seed, Powers::Traditional] {
        let game = Jungle::new(table);
        let mut dice = Dice::seeded(7);
        for state in random_states(&game, 100) {
            let listed: HashSet<Action> = actions(&game, &state).into_iter().collect();
            assert_eq!(
                listed.len(),
                actions(&game, &state).len(),
                "no action twice"
            );
            let agree = |seat: Seat, from: Square, to: Square| {
                let action = Action { from, to };
                let allowed = game.check(&state, seat, action).is_ok();
                let expected = seat == state.mover() && listed.contains(&action);
                assert_eq!(allowed, expected, "{state} {seat} {from}{to}");
            };
            for (_, from) in state.animals(state.mover()) {
                for to in NEARBY.iter().filter_map(|&(x, y)| from.offset(x, y)) {
                    agree(state.mover(), from, to);
                }
            }
            for (_, from) in state.animals(state.mover().other()) {
                for to in NEARBY[..3].iter().filter_map(|&(x, y)| from.offset(x, y)) {
                    agree(state.mover(), from, to);
                    agree(state.mover().other(), from, to);
                }
            }
            let any = |dice: &mut Dice| Square::new(dice.below(156) as u8).unwrap();
            for _ in 0..10 {
                agree(state.mover(), any(&mut dice), any(&mut dice));
            }
            assert_eq!(listed.is_empty(), state.end().is_some(), "{state}");
        }
    }
}

/// Where legal goals lie, and their neighbours.
const NEARBY: [(i8, i8); 17] = [
    (0, 0),
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (-1, 1),
    (2, 0),
    (0, -2),
    (4, 0),
    (-4, 0),
    (0, 4),
    (0, -4),
    (3, 0),
    (-5, 0),
    (0, 3),
    (4, 4),
];

#[test]
fn check_and_generator_agree_on_every_pair_of_squares_and_crowded_boards() {
    let game = jungle();
    let mut dice = Dice::seeded(11);
    for _ in 0..40 {
        let state = crowded(&game, &mut dice);
        let listed = actions(&game, &state);
        for from in Square::all() {
            for to in Square::all() {
                let action = Action { from, to };
                let allowed = game.check(&state, state.mover(), action).is_ok();
                assert_eq!(allowed, listed.contains(&action), "{state} {from}{to}");
            }
        }
    }
}

#[test]
fn crowded_boards_agree_near_every_animal() {
    let game = jungle();
    let mut dice = Dice::seeded(12);
    let mut kinds = BTreeMap::new();
    for _ in 0..4_000 {
        let state = crowded(&game, &mut dice);
        let listed = actions(&game, &state);
        for (_, from) in state.animals(state.mover()) {
            for (columns, rows) in NEARBY {
                let Some(to) = from.offset(columns, rows) else {
                    continue;
                };
                let action = Action { from, to };
                let checked = game.check(&state, state.mover(), action);
                assert_eq!(
                    checked.is_ok(),
                    listed.contains(&action),
                    "{state} {from}{to}"
                );
                for reason in checked.err().into_iter().flat_map(|refused| refused.failed) {
                    *kinds.entry(reason.code()).or_insert(0) += 1;
                }
            }
        }
    }
    // All of the rules that speak of an own animal were tried.
    for code in Jungle::codes() {
        let foreign = ["not-your-turn", "no-animal", "not-your-animal"].contains(&code);
        assert!(
            foreign || kinds.contains_key(code),
            "{code} never came: {kinds:?}"
        );
    }
}

/// All animals anywhere that they can be, close together, so that every rule has something to say.
fn crowded(game: &Jungle, dice: &mut Dice) -> State {
    loop {
        let (column, row) = (dice.below(8) as u8, dice.below(9) as u8);
        let mut herd = || -> String {
            let place = |_| {
                let lost = dice.below(4) == 0;
                let square = Square::at(column + dice.below(5) as u8, row + dice.below(5) as u8);
                if lost {
                    "-".to_owned()
                } else {
                    square.unwrap().to_string()
                }
            };
            Animal::ALL.map(place).concat()
        };
        let text = format!("1.{}.{}.0", herd(), herd());
        let text = if dice.below(2) == 0 {
            text.replacen('1', "2", 1)
        } else {
            text
        };
        if let Ok(state) = game.read_position(&text) {
            return state;
        }
    }
}

#[test]
fn no_seat_and_no_action_makes_check_panic() {
    let game = jungle();
    let state = game.start();
    for seat in (0..6).map(Seat) {
        for from in Square::all() {
            for to in Square::all() {
                let allowed = game.check(&state, seat, Action { from, to }).is_ok();
                assert!(!allowed || seat == BLUE);
            }
        }
        let mut none = Vec::new();
        if seat != BLUE {
            game.actions(&state, seat, &mut none);
        }
        assert_eq!(none, []);
    }
}

#[test]
fn every_random_game_ends_and_throne_quiet_and_captures_are_seen() {
    let game = jungle();
    let mut endings = BTreeMap::new();
    for state in random_states(&game, 400) {
        if let Some((code, winner)) = over(&state) {
            *endings.entry(code).or_insert(0) += 1;
            assert_eq!(winner.is_none(), code == "quiet");
        }
    }
    assert!(
        endings.contains_key("quiet") && endings.contains_key("throne"),
        "{endings:?}"
    );
}

// The rulebook

#[test]
fn every_refusal_cites_a_paragraph_that_both_rulebooks_have() {
    for refusal in all_refusals() {
        for lang in Lang::ALL {
            let paragraph = format!("\n{} ", refusal.paragraph());
            let book = jungle().rulebook(lang);
            assert!(book.contains(&paragraph), "{} {lang:?}", refusal.code());
            assert!(!refusal.text().of(lang).is_empty());
        }
    }
}

#[test]
fn the_tree_and_the_refusals_have_the_same_codes() {
    let refusals: BTreeSet<&str> = all_refusals().iter().map(Reason::code).collect();
    let tree: BTreeSet<&str> = Jungle::codes().into_iter().collect();
    assert_eq!(refusals, tree);
    assert_eq!(Jungle::codes().len(), tree.len());
    let [(kind, tree)] = &jungle().trees()[..] else {
        panic!("one tree");
    };
    assert_eq!(*kind, "move");
    assert!(tree.contains("lazy all") && tree.contains("rat-from-water"));
}

#[test]
fn both_rulebooks_have_the_same_paragraphs() {
    let numbers = |lang| -> Vec<String> {
        let starts = |line: &str| line.chars().next().is_some_and(|c| c.is_ascii_digit());
        jungle()
            .rulebook(lang)
            .lines()
            .filter(|line| starts(line.trim_start_matches("## ")) && line.contains('.'))
            .filter_map(|line| line.trim_start_matches("## ").split(' ').next())
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(numbers(Lang::En), numbers(Lang::Fr));
    assert!(numbers(Lang::En).len() > 30);
}

/// One of each kind.
fn all_refusals() -> Vec<Refusal> {
    let start = jungle().start();
    let crowd = position(
        1,
        &[
            (Animal::Lion, "b6"),
            (Animal::Rat, "d6"),
            (Animal::Cat, "b5"),
            (Animal::Dog, "e13"),
        ],
        &[
            (Animal::Cat, "f6"),
            (Animal::Elephant, "a5"),
            (Animal::Dog, "d13"),
        ],
    );
    let water = position(1, &[(Animal::Rat, "c6")], &[(Animal::Elephant, "b6")]);
    let throne = position(1, &[(Animal::Cat, "e1")], &[(Animal::Cat, "a11")]);
    let won = position(1, &[(Animal::Cat, "e13")], &[(Animal::Lion, "a11")]);
    let won = after(&won, "e13f13");
    let asked = [
        (start, RED, "j3j4"),
        (start, BLUE, "a1a2"),
        (start, BLUE, "b2b2"),
        (start, BLUE, "b2d5"),
        (crowd, BLUE, "b6f6"),
        (crowd, BLUE, "b5f5"),
        (crowd, BLUE, "b5b6"),
        (crowd, BLUE, "b5a5"),
        (crowd, BLUE, "e13d13"),
        (crowd, BLUE, "b6c6"),
        (water, BLUE, "c6b6"),
        (throne, BLUE, "e1f1"),
        (won, RED, "a11a12"),
    ];
    let mut refusals: Vec<Refusal> = asked
        .iter()
        .flat_map(|(state, seat, text)| refused(state, *seat, text).failed)
        .collect();
    let dog = position(1, &[(Animal::Dog, "b6")], &[(Animal::Cat, "a11")]);
    refusals.extend(refused(&dog, BLUE, "b6f6").failed);
    refusals
}

// The log, the picture and the maps

fn events(state: &State, text: &str) -> Vec<String> {
    let game = jungle();
    let next = after(state, text);
    let happening = Happening::Action(state.mover(), action(text));
    game.narrate(state, happening, &next, Viewer::Spectator)
        .iter()
        .map(|event| serde_json::to_string(&event.told(Lang::En)).unwrap())
        .collect()
}

#[test]
fn the_log_tells_moves_captures_and_the_end() {
    let start = jungle().start();
    assert_eq!(
        events(&start, "j3j4"),
        [
            r#"{"kind":"move","seat":1,"animal":"lion","from":"j3","to":"j4","action":"shift","text":"The blue lion goes from j3 to j4."}"#
        ]
    );
    let last = position(1, &[(Animal::Rat, "a5")], &[(Animal::Elephant, "a6")]);
    let told = events(&last, "a5a6");
    assert!(told[0].contains(r#""action":"attack""#));
    assert_eq!(
        told[1],
        r#"{"kind":"capture","seat":2,"animal":"elephant","by":"rat","at":"a6","text":"The red elephant is taken."}"#
    );
    assert_eq!(
        told[2],
        r#"{"kind":"victory","winner":1,"reason":"annihilation","text":"Blue wins by taking every enemy animal."}"#
    );
    let quiet = jungle().read_position("1.-----b2--.-----b12--.99").unwrap();
    assert!(events(&quiet, "b2b3")[1].starts_with(r#"{"kind":"draw","reason":"quiet""#));
}

#[test]
fn every_manner_of_action_has_its_word_and_its_mark() {
    let state = position(
        1,
        &[
            (Animal::Lion, "b6"),
            (Animal::Cat, "d13"),
            (Animal::Dog, "f12"),
        ],
        &[(Animal::Rat, "a6")],
    );
    let game = jungle();
    for (text, word, mark) in [
        ("b6b7", "shift", Mark::Shift),
        ("b6a6", "attack", Mark::Attack),
        ("b6f6", "jump", Mark::Jump),
        ("d13e13", "shift-trapped", Mark::Trapped),
        ("f12f13", "shift-victory", Mark::Victory),
    ] {
        assert_eq!(codes(&state, BLUE, text), [""; 0]);
        assert_eq!(game.manner(&state, action(text)).word(), word);
        assert_eq!(game.mark(&state, BLUE, action(text)), mark);
    }
    // A capture is an attack whatever the square.
    let trap = position(1, &[(Animal::Lion, "d13")], &[(Animal::Cat, "e13")]);
    assert_eq!(game.manner(&trap, action("d13e13")), Manner::Attack);
}

#[test]
fn shapes_have_unique_keys_short_glyphs_and_known_symbols() {
    let game = jungle();
    let trapped = position(1, &[(Animal::Cat, "e13")], &[(Animal::Lion, "e1")]);
    for state in [game.start(), trapped] {
        let backdrop = game.backdrop(Lang::En);
        let symbols: HashSet<&str> = backdrop.symbols.iter().map(|symbol| symbol.name).collect();
        let scene = backdrop.with_layers(game.layers(&state, Lang::En));
        let mut keys = HashSet::new();
        for shape in scene.shapes() {
            assert!(keys.insert(shape.key.clone()), "{} twice", shape.key);
            let glyph = shape.glyph.as_deref().unwrap_or_default();
            assert!(glyph.chars().count() <= 3);
            if let vauban_game::scene::Form::Symbol { name, .. } = shape.form {
                assert!(symbols.contains(name), "{name}");
            }
        }
        for (_, square) in SEATS.into_iter().flat_map(|seat| state.animals(seat)) {
            let spot = square.spot();
            assert!(scene.find(&spot).is_some());
        }
    }
    let glyphs: HashSet<String> = game
        .layers(&game.start(), Lang::En)
        .iter()
        .flat_map(|layer| &layer.shapes)
        .filter_map(|shape| shape.glyph.clone())
        .filter(|glyph| !glyph.is_empty())
        .collect();
    assert_eq!(
        glyphs.len(),
        16,
        "every animal is told apart without colours"
    );
}

#[test]
fn two_clicks_mean_an_action_legal_or_not() {
    let game = jungle();
    let start = game.start();
    let spots =
        |names: &[&str]| -> Vec<Spot> { names.iter().map(|name| Spot::from(*name)).collect() };
    for action in actions(&game, &start) {
        let path = game.gesture(action);
        assert_eq!(game.meant(&start, BLUE, &path), Some(action));
    }
    assert_eq!(
        game.meant(&start, BLUE, &spots(&["a1", "l13"])),
        Some(action("a1l13"))
    );
    assert_eq!(game.meant(&start, BLUE, &spots(&["a1"])), None);
    assert_eq!(game.meant(&start, BLUE, &spots(&["a1", "m1"])), None);
    assert_eq!(game.meant(&start, BLUE, &spots(&["a1", "b1", "c1"])), None);
}

#[test]
fn a_card_says_who_is_there_and_where_it_may_go() {
    let game = jungle();
    let trapped = position(1, &[(Animal::Cat, "d1")], &[(Animal::Elephant, "e1")]);
    let card = game.card(&trapped, &Spot::from("e1")).unwrap();
    assert_eq!(card.title.en, "The red elephant on e1");
    assert_eq!(card.title.fr, "L'éléphant rouge en e1");
    let lines: Vec<String> = card
        .lines
        .iter()
        .map(|(name, value)| format!("{}: {}", name.en, value.en))
        .collect();
    assert_eq!(
        lines,
        [
            "power: 0, trapped (else 8)",
            "may go to: f1 and e2",
            "ground: blue trap",
            "in danger from: the cat on d1"
        ]
    );
    let empty = game.card(&trapped, &Spot::from("c6")).unwrap();
    assert_eq!(empty.title.en, "c6");
    assert_eq!(game.card(&trapped, &Spot::from("z9")), None);
    assert_eq!(game.card(&trapped, &Spot::from("")), None);
    assert_eq!(game.legend().len(), 12);
}

#[test]
fn the_status_counts_animals_moves_to_the_throne_and_quiet_half_moves() {
    let game = jungle();
    let status = game.status(&game.start());
    assert_eq!(status.phase.en, "Blue to move");
    let values: Vec<&[i64]> = status
        .statistics
        .iter()
        .map(|s| s.values.as_slice())
        .collect();
    assert_eq!(values[0], [8, 8]);
    assert_eq!(values[1][0], values[1][1]);
    assert_eq!(values[2], [0, 0]);
    let near = position(1, &[(Animal::Cat, "d13")], &[(Animal::Lion, "a11")]);
    assert_eq!(game.status(&near).statistics[1].values[0], 2);
}

fn lens(state: &State, name: &str, seat: Seat) -> BTreeMap<String, i32> {
    let map = jungle().lens(state, name, seat).unwrap();
    map.values
        .into_iter()
        .map(|(spot, value)| (spot.0, value))
        .collect()
}

#[test]
fn the_reach_of_the_nearest_animal_counts_jumps_as_one_move() {
    let state = position(1, &[(Animal::Lion, "b6")], &[(Animal::Cat, "l1")]);
    let reach = lens(&state, "reach", BLUE);
    assert_eq!(reach["f6"], 1);
    assert_eq!(reach["b8"], 2);
    assert_eq!(reach.get("c6"), None, "the lion cannot stand in water");
    assert_eq!(reach.get("b6"), None, "it is there already");
}

#[test]
fn attack_and_danger_count_who_could_take() {
    let state = position(
        1,
        &[(Animal::Cat, "a5"), (Animal::Rat, "c6")],
        &[
            (Animal::Dog, "a6"),
            (Animal::Wolf, "b5"),
            (Animal::Elephant, "b6"),
        ],
    );
    assert_eq!(
        lens(&state, "danger", BLUE),
        BTreeMap::from([("a5".to_owned(), 2)])
    );
    assert_eq!(lens(&state, "danger", RED), BTreeMap::new());
    let attack = lens(&state, "attack", BLUE);
    assert_eq!(attack.get("a6"), None, "the dog is too strong for the cat");
    assert_eq!(attack.get("b6"), None, "the rat attacks from the water");
    assert_eq!(attack["a4"], 1);
    assert_eq!(attack["c7"], 1);
    assert_eq!(lens(&state, "attack", RED)["a5"], 2);
}

#[test]
fn the_throne_lens_counts_down_to_the_enemy_throne_and_shows_a_way() {
    let state = position(1, &[(Animal::Cat, "e11")], &[(Animal::Lion, "a1")]);
    let throne = lens(&state, "throne", BLUE);
    assert_eq!(throne["e13"], 1);
    assert_eq!(throne.get("f13"), None);
    let map = jungle().lens(&state, "throne", BLUE).unwrap();
    let path: Vec<&str> = map.paths[0].iter().map(|spot| spot.0.as_str()).collect();
    assert_eq!((path.len(), path[0], path[3]), (4, "e11", "f13"));
}

#[test]
fn every_lens_answers_and_the_reading_names_the_danger() {
    let game = jungle();
    for state in random_states(&game, 2) {
        for card in game.lenses() {
            for seat in SEATS {
                assert!(game.lens(&state, card.name, seat).is_some());
            }
        }
        assert!(game.reading(&state).is_some());
        game.status(&state);
    }
    assert!(game.lens(&game.start(), "weather", BLUE).is_none());
    let state = position(1, &[(Animal::Cat, "a5")], &[(Animal::Dog, "a6")]);
    let reading = game.reading(&state).unwrap();
    assert!(
        reading.en.contains("In danger: the blue cat on a5."),
        "{}",
        reading.en
    );
    assert!(
        reading.fr.contains("En danger : le chat bleu en a5."),
        "{}",
        reading.fr
    );
}

// The judge

#[test]
fn the_judge_is_fair_and_sees_who_is_ahead() {
    let game = jungle();
    let judge = |state: &State, seat| Instinct.evaluate(&game, state, seat);
    for state in random_states(&game, 5) {
        assert_eq!(judge(&state, BLUE), -judge(&state, RED));
    }
    assert_eq!(judge(&game.start(), BLUE), 0);
    let ahead = game.read_position(&START.replace("k12", "-")).unwrap();
    assert!(judge(&ahead, BLUE) > 0, "Red lacks its rat");
    // Blue's cat is through: Red's only animal is far away.
    let race = position(1, &[(Animal::Cat, "d13")], &[(Animal::Elephant, "a1")]);
    assert!(judge(&race, BLUE) > 3_000);
    let guarded = position(1, &[(Animal::Cat, "d13")], &[(Animal::Elephant, "e12")]);
    assert!(judge(&guarded, BLUE) < 0);
}
