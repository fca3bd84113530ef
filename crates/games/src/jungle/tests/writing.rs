//! Actions, positions and replay files, right and wrong.

use super::*;

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
