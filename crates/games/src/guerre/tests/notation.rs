//! The command language and positions as text.

use vauban_game::Dice;

use super::{recorded::half_turns, *};
use crate::guerre::position::{read_board, write_board};

#[test]
fn the_command_language_has_its_abbreviations() {
    let game = Guerre::default();
    let action = |text| game.write(game.read(text).expect("an action"));
    for text in [
        "move G3 I4",
        "m G3 I4",
        "G3 I4",
        "G3-I4",
        "  MOVE g3  i4 ",
        "g3-i4",
    ] {
        assert_eq!(action(text), "G3-I4", "{text}");
    }
    for text in ["attack G3 I4", "a G3 I4", "G3xI4", "A g3 i4"] {
        assert_eq!(action(text), "G3xI4", "{text}");
    }
    assert_eq!(action("end"), "end");
    assert_eq!(action("End"), "end");
    // Rows go on in base 26, also where an x might be taken for an attack.
    assert_eq!(action("X3-AA10"), "X3-AA10");
    assert_eq!(action("X3xX4"), "X3xX4");
}

#[test]
fn nonsense_is_no_action() {
    let game = Guerre::default();
    for text in [
        "",
        "move",
        "move G3",
        "G3",
        "G3 I4 J5",
        "attack G3 to I4",
        "G3+I4",
        "end end",
        "m G3 4I",
        "é1 A1",
        "G3x",
        "xG3",
    ] {
        assert!(game.read(text).is_err(), "{text}");
    }
}

#[test]
fn positions_read_back_at_every_step_of_random_play() {
    for options in [&[][..], &[("rules", "debord")]] {
        let game = game(options);
        let mut dice = Dice::seeded(4);
        for _ in 0..10 {
            let mut state = game.start();
            for _ in 0..300 {
                let text = game.write_position(&state);
                assert_eq!(game.read_position(&text).as_ref(), Ok(&state), "{text}");
                let actions = legal(&game, &state);
                if actions.is_empty() {
                    break;
                }
                let seat = state.mover();
                game.act(&mut state, seat, dice.choose(&actions));
            }
        }
    }
}

#[test]
fn a_position_is_safe_in_an_address() {
    let game = Guerre::default();
    for state in half_turns(&game) {
        let text = game.write_position(&state);
        assert!(
            text.chars()
                .all(|c| c.is_ascii_alphanumeric() || "-._~".contains(c)),
            "{text}"
        );
    }
}

#[test]
fn a_position_on_another_ground_names_it_and_is_resumed_there() {
    let game = Guerre::default();
    let text = "s3.x.7_A1~K11_cE5ml.-.iE7~iG7r_11x11~aA1.mB2~fF6.aK11";
    let (elsewhere, state) = game.resume(text).unwrap();
    assert_eq!(elsewhere.board().width(), 11);
    assert_eq!(elsewhere.write_position(&state), text);
    assert!(game.read_position(text).is_err(), "not on this ground");
    // Back again.
    let start = game.start();
    let (standard, resumed) = elsewhere.resume(&game.write_position(&start)).unwrap();
    assert!(standard.board().is_standard());
    assert_eq!(resumed, start);
}

#[test]
fn broken_positions_are_refused() {
    let game = Guerre::default();
    let good = game.write_position(&game.start());
    assert!(game.read_position(&good).is_ok());
    for bad in [
        String::new(),
        "n5".into(),
        good.replacen("n5", "n6", 1),
        good.replacen("n5", "w5", 1),
        good.replacen("n5", "n+5", 1),
        good.replacen(".0.0_", ".0_", 1),
        good.replacen("D8", "D9", 1),
        good.replacen("rD3", "rF5", 1),
        good.replacen("rD3", "rC10", 1),
        good.replacen("rD3", "qD3", 1),
        good.replacen("rD3", "rD3z", 1),
        good.replacen("rD3", "rZ9", 1),
        good.replacen('~', "", 1),
        format!("{good}_25x20"),
        format!("{good}_99x99~-~-"),
        "n5.0.0_-~-_".to_owned() + &"iA1.".repeat(30) + "~-",
        "é_é_é_é".into(),
    ] {
        assert!(game.read_position(&bad).is_err(), "{bad}");
        assert!(game.resume(&bad).is_err(), "{bad}");
    }
}

#[test]
fn grounds_read_back() {
    let board = crate::guerre::Board::standard();
    let text = write_board(&board);
    assert!(read_board(&text).unwrap().is_standard());
    for bad in [
        "",
        "25",
        "25x20~mA1.mA1~-",
        "25x20~qA1~-",
        "25x20~mZ1~-",
        "0x4~-~-",
        "600x1~-~-",
        "5x5~m~-",
    ] {
        assert!(read_board(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_bad_order_names_the_word_that_is_wrong() {
    let game = Guerre::default();
    let setup = crate::guerre::Deployed::new(Guerre::default());
    let told = |text: &str| {
        setup
            .read(text)
            .expect_err("it is wrong")
            .text
            .en
            .into_owned()
    };
    for (text, why) in [
        ("move A0 B1", "`A0` is not a square"),
        ("m A1 B", "`B` is not a square"),
        ("a D8 4F", "`4F` is not a square"),
        ("A1 B0", "`B0` is not a square"),
        ("move J4", "a square is missing"),
        ("attack", "a square is missing"),
        ("move J4 K4 L4", "`L4` is one word too many"),
    ] {
        let error = game.read(text).expect_err("it is wrong");
        assert!(error.text.en.contains(why), "{text}: {error}");
        assert_eq!(told(text), error.text.en, "also in the set-up");
    }
    for (text, why) in [
        ("place Q B4", "`Q` is not a piece"),
        ("place=Q@B4", "`Q` is not a piece"),
        ("place I B0", "`B0` is not a square"),
        ("place I", "a piece and a square"),
        ("remove", "takes a square"),
        ("remove 4B", "`4B` is not a square"),
    ] {
        assert!(told(text).contains(why), "{text}: {}", told(text));
    }
}
