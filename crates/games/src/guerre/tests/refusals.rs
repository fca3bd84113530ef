//! One case for every reason, and that reasons come all at once.

use vauban_game::{Explain, Lang, Refused};

use super::*;
use crate::guerre::Refusal;

fn refused(game: &Guerre, state: &State, text: &str) -> Refused<Refusal> {
    let action = action(game, text);
    game.check(state, state.on_turn(), action)
        .expect_err("it is refused")
}

#[test]
fn an_isolated_cavalry_sent_too_far_without_a_way_is_told_four_reasons() {
    let game = Guerre::default();
    let state = position(&game, "n5", "cJ1 iD8", "iK1 iK2 iT3");
    assert_eq!(
        codes(&game, &state, "J1 M1"),
        ["not-in-communication", "not-a-relay", "too-far", "no-path"]
    );
    // The same to a square that is taken.
    let state = position(&game, "n5", "cJ1 iD8", "iM1 iT3");
    assert_eq!(
        codes(&game, &state, "move J1 M1"),
        ["not-in-communication", "not-a-relay", "too-far", "no-path"]
    );
}

#[test]
fn every_reason_of_a_move() {
    let game = Guerre::default();
    let start = game.start();
    for (text, expected) in [
        ("U1 A1", &["off-board"][..]),
        ("A26 ZZ999", &["off-board"]),
        ("A1 A2", &["not-your-unit"]),
        ("K15 K14", &["not-your-unit"]),
        ("G3 D3", &["too-far", "no-path"]),
        ("G3 D1", &["too-far"]),
        ("H9 H10", &["no-path"]),
        ("G9 H9", &["no-path"]),
        ("G9 G9", &["no-path"]),
        ("H5 J5", &["too-far"]),
    ] {
        assert_eq!(codes(&game, &start, text), expected, "{text}");
    }
    assert_eq!(
        codes_for(&game, &start, SOUTH, "K15 K12"),
        ["not-your-turn", "too-far"]
    );
}

#[test]
fn every_reason_of_an_attack() {
    let game = Guerre::default();
    let state = position(&game, "n4", "iD8ml iD7 rD6 cJ1", "iF8 iD12 iF7 iT3");
    for (text, expected) in [
        ("a D8 F8", &[][..]),
        ("a D7 F7", &["not-last-moved"]),
        ("a D8 D7", &["no-enemy"]),
        ("a D8 F7", &["not-aligned"]),
        (
            "a D8 D12",
            &["out-of-range", "no-charge", "mountain-between"],
        ),
        ("a D6 F8", &["not-last-moved", "relay-cannot-attack"]),
        (
            "a J1 F8",
            &[
                "not-last-moved",
                "out-of-range",
                "no-charge",
                "not-in-communication",
                "not-aligned",
            ],
        ),
        (
            "a A1 F8",
            &["not-your-unit", "not-in-communication", "not-aligned"],
        ),
        (
            "a F8 D8",
            &["not-your-unit", "not-in-communication", "no-enemy"],
        ),
        ("a D8 U9", &["off-board"]),
    ] {
        assert_eq!(codes(&game, &state, text), expected, "{text}");
    }
}

#[test]
fn what_hangs_on_a_failed_rule_is_named_as_unchecked() {
    let game = Guerre::default();
    let state = game.start();
    let refused = refused(&game, &state, "A1 A2");
    assert_eq!(
        refused.unchecked,
        [
            "not-in-communication",
            "not-a-relay",
            "too-far",
            "no-path",
            "retreats-first",
            "moved-already",
            "retreat-into-arsenal"
        ]
    );
}

#[test]
fn refusals_carry_numbers_places_paragraphs_and_both_languages() {
    let game = Guerre::default();
    let state = game.start();
    let reason = &refused(&game, &state, "G3 D1").failed[0];
    assert_eq!(reason.numbers(), [("distance", 3), ("move", 2)]);
    let spots: Vec<String> = reason.spots().into_iter().map(|spot| spot.0).collect();
    assert_eq!(spots, ["G3", "D1"]);
    assert_eq!(reason.paragraph(), "4.4");
    assert!(reason.text().en.contains("3 squares") && reason.text().fr.contains("3 cases"));
}

#[test]
fn the_trees_can_be_printed_and_the_books_have_the_same_paragraphs() {
    let game = Guerre::default();
    let trees = game.trees();
    let kinds: Vec<&str> = trees.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, ["move", "attack", "end", "victory"]);
    assert_eq!(
        trees[0].1,
        "all\n  not-your-turn\n  no-moves-left\n  lazy all\n    off-board\n    lazy all\n      not-your-unit\n      \
         all\n        lazy any\n          not-in-communication\n          not-a-relay\n        too-far\n        \
         no-path\n        retreats-first\n        moved-already\n        retreat-into-arsenal\n"
    );
    let paragraphs = |lang| -> Vec<&str> {
        game.rulebook(lang)
            .lines()
            .filter_map(|line| line.split(' ').next())
            .filter(|word| {
                word.contains('.') && word.chars().all(|c| c.is_ascii_digit() || c == '.')
            })
            .collect()
    };
    assert_eq!(paragraphs(Lang::En), paragraphs(Lang::Fr));
    assert!(paragraphs(Lang::En).contains(&"9.6"));
}
