//! How actions, results and positions are written and read. §10

use vauban_game::Setup;

use super::*;
use crate::garden::Action;

#[test]
fn every_action_has_its_text() {
    let game = garden();
    for text in [
        "c3-b2",
        "jet-a1-e5",
        "candy",
        "barbecue-b2",
        "pool-b2",
        "pillage-b2",
        "poison-b2",
        "weapons-b2",
        "rocks-b2",
        "shelter-c3-b2",
        "end",
        "+b2",
        "cooks",
        "smiths",
        "miners",
        "lumberjacks",
    ] {
        assert_eq!(game.write(game.read(text).unwrap()), text);
    }
    let order = Action::Move {
        from: cell("c3"),
        to: cell("b2"),
    };
    for text in ["c3b2", "c3 b2", " C3 - B2 "] {
        assert_eq!(game.read(text), Ok(order), "{text}");
    }
}

#[test]
fn what_is_no_action_is_told() {
    let game = garden();
    for text in [
        "", "b", "b7", "c3-", "c3-b2-a1", "jet-a1", "poison", "+", "+b9", "cook", "é3-b2",
    ] {
        assert!(game.read(text).is_err(), "{text}");
    }
    let error = game.read("c3-b7").unwrap_err();
    assert!(error.text.en.starts_with("`b7` is not a cell"), "{error}");
}

#[test]
fn every_result_of_nature_has_its_text() {
    let game = Garden::with_humans(7);
    for text in [
        "blue", "red", "17", "0", "45", "dead-0", "dead-5", "quiet", "foot-c3", "grill", "swim",
        "treat",
    ] {
        assert_eq!(game.write_chance(game.read_chance(text).unwrap()), text);
    }
    for text in ["", "green", "46", "017", "-1", "dead-6", "foot-c9", "foot"] {
        assert!(game.read_chance(text).is_err(), "{text}");
    }
}

#[test]
fn a_position_names_its_map_and_is_resumed_on_it() {
    let game = garden();
    let other = Garden::new(123);
    let text = other.write_position(&other.start());
    assert!(game.read_position(&text).is_err());
    let (resumed, state) = game.resume(&text).unwrap();
    assert_eq!((resumed.map().number(), state), (123, other.start()));
}

#[test]
fn positions_that_no_match_can_come_to_are_refused() {
    let good = |phase: &str, cells: &str| {
        format!(
            "7.11.6.{phase}.-.c9,9,9,9,9,1.s9,9,9,9,9,1.{}",
            board(cells)
        )
    };
    let plain = "e3=b3 a2=r3";
    for (text, part) in [
        (good("conquest", "e3=b3"), "a side has no cell left"),
        (good("conquest", "e3=b6 a2=r3"), "goes wrong at e3"),
        (good("conquest", "e3=-k1 a2=r3 e4=b1"), "goes wrong at e3"),
        (
            good("conquest", plain).replace(".6.", ".201."),
            "the round must be a number",
        ),
        (
            good("conquest", plain).replace(".6.", ".0."),
            "rounds are counted from 1",
        ),
        (
            good("conquest", plain).replace("s9", "c9"),
            "the clans do not fit",
        ),
        (good("clans", plain), "the clans do not fit"),
        (good("humans", plain), "the phase does not fit"),
        (good("poison-e3", plain), "the phase does not fit"),
        (good("attack-e3-a3", plain), "the phase does not fit"),
        (good("defence-e3-a2-19", plain), "the phase does not fit"),
        (
            good("reinforcement", "e3=b5 a2=r3"),
            "the phase does not fit",
        ),
        (good("over", plain), "both sides could go on"),
        (good("nowhere", plain), "the phase is unknown"),
        (
            good("conquest", plain).replace(".-.", ".ps."),
            "letters scbp",
        ),
        (
            good("conquest", plain).replace("7.11", "8.11"),
            "another map",
        ),
        (
            good("conquest", plain).replace("c9,9", "c9,1000"),
            "Blue's part",
        ),
        (good("conquest", plain) + "-", "more than 29"),
        ("7.11.6".to_owned(), "3 parts"),
    ] {
        let error = garden().read_position(&text).unwrap_err();
        assert!(error.text.en.contains(part), "{text}: {error}");
    }
    read(&good("conquest", plain));
}

#[test]
fn options_are_checked() {
    let settings = |map: &str, humans: &str| {
        [("map", map), ("humans", humans)]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into()
    };
    assert_eq!(
        Garden::setup(&settings("7", "yes"), 2)
            .unwrap()
            .map()
            .number(),
        7
    );
    let errors = Garden::CARD.complete(&settings("x", "maybe"), None, 5);
    assert_eq!(errors.unwrap_err().len(), 2);
    let (_, complete) = Garden::CARD.complete(&Default::default(), None, 5).unwrap();
    assert!(
        complete.contains_key("map"),
        "the map is always written down"
    );
}
