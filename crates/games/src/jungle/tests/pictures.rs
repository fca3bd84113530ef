//! The log, the picture and the maps.

use vauban_game::Odds;

use super::*;
use crate::jungle::scene::{JUMP, TRAPPED};

fn events(state: &State, text: &str) -> Vec<String> {
    let game = jungle();
    let next = after(state, text);
    let happening = Happening::Action(state.mover(), action(text));
    game.narrate(state, Some(happening), &next, Viewer::Spectator)
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
            r#"{"kind":"move","seat":1,"piece":"lion","from":"j3","to":"j4","manner":"shift","text":"The blue lion goes from j3 to j4."}"#
        ]
    );
    let last = position(1, &[(Animal::Rat, "a5")], &[(Animal::Elephant, "a6")]);
    let told = events(&last, "a5a6");
    assert!(told[0].contains(r#""manner":"attack""#));
    assert_eq!(
        told[1],
        r#"{"kind":"capture","seat":1,"against":2,"piece":"elephant","at":"a6","lost":[{"seat":2,"amount":1,"piece":"elephant"}],"text":"The red elephant is taken."}"#
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
        ("b6b7", "shift", Mark::SHIFT),
        ("b6a6", "attack", Mark::ATTACK),
        ("b6f6", "jump", JUMP),
        ("d13e13", "shift-trapped", TRAPPED),
        ("f12f13", "shift-victory", Mark::VICTORY),
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
            "power: 0, trapped (otherwise 8)",
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

#[test]
fn what_was_taken_is_shown_and_leaves_the_board() {
    let game = jungle();
    assert!(game.taken(&game.start()).is_empty());
    let state = game.read_position("1.b2c3d2e3h3i2j3k2.k12j11i12h11e11d12c11b12.0");
    let mut state = state.expect("the start, by its position");
    assert!(game.taken(&state).is_empty());
    let fight = position(
        1,
        &[(Animal::Rat, "a5")],
        &[(Animal::Elephant, "a6"), (Animal::Cat, "l1")],
    );
    let names = |state: &State| -> Vec<(Seat, String)> {
        let taken = game.taken(state).into_iter();
        taken
            .map(|piece| (piece.seat, piece.name.en.into_owned()))
            .collect()
    };
    let before = names(&fight);
    // Whatever is not on the board was taken, and is in the list all the same: eight of each side.
    assert_eq!(before.len(), 7 + 6);
    assert!(!before.contains(&(Seat(1), "elephant".to_owned())));
    state = after(&fight, "a5a6");
    assert!(names(&state).contains(&(Seat(1), "elephant".to_owned())));
    assert_eq!(names(&state).len(), 14);
    assert!(
        game.taken(&state)
            .iter()
            .all(|piece| piece.symbol.is_some())
    );
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

#[test]
fn a_square_on_which_one_can_be_taken_is_warned_of() {
    let game = jungle();
    let (mut warned, mut quiet) = (0, 0);
    for state in random_states(&game, 2) {
        for action in actions(&game, &state) {
            let mut next = state;
            game.act(&mut next, state.mover(), action);
            let is_prey = actions(&game, &next)
                .iter()
                .any(|answer| answer.to == action.to);
            let warning = game.warning(&state, state.mover(), action);
            assert_eq!(warning.is_some(), is_prey, "{action:?}");
            warned += usize::from(is_prey);
            quiet += usize::from(!is_prey);
        }
    }
    assert!(warned > 0 && quiet > 0, "{warned} {quiet}");
}

/// §5.1, §5.2, §5.4
#[test]
fn what_is_taken_is_told_with_the_powers() {
    let game = jungle();
    let told = |state: &State, text: &str| {
        let told = game.effect(state, BLUE, action(text));
        told.map(|told| told.en.into_owned())
    };
    let blue = [(Animal::Lion, "j3"), (Animal::Rat, "b3")];
    let red = [(Animal::Cat, "j4"), (Animal::Elephant, "b4")];
    let state = position(1, &blue, &red);
    let powers = format!("{} ≥ {}", game.power(Animal::Lion), game.power(Animal::Cat));
    assert_eq!(
        told(&state, "j3j4"),
        Some(format!("takes the cat: {powers}"))
    );
    assert_eq!(told(&state, "b3b4").as_deref(), Some("takes the elephant"));
    assert_eq!(told(&state, "j3i3"), None);
}
