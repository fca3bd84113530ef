//! One case for every reason, and that reasons come all at once.

use vauban_game::{Case, Explain, Lang, Refused, RuleTree};

use super::*;
use crate::guerre::{Deployed, Refusal};

fn refused(game: &Guerre, state: &State, text: &str) -> Refused<Refusal> {
    let action = action(game, text);
    game.check(state, state.mover(), action)
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
        ("a A1 F8", &["not-your-unit", "not-aligned"]),
        ("a F8 D8", &["not-your-unit", "no-enemy"]),
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
            "in-communication",
            "is-relay",
            "near-enough",
            "free-path",
            "retreats-first",
            "not-moved-yet",
            "no-retreat-into-arsenal"
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

/// The trees one after another, as the console prints them.
fn printed(title: &str, game: &impl Explain) -> String {
    let tree = |tree: RuleTree| format!("\n## {}\n{}", tree.kind, tree.text);
    let trees: String = game.trees().into_iter().map(tree).collect();
    format!("# {title}\n{trees}")
}

#[test]
fn the_trees_read_as_lists_of_demands() {
    let trees = [
        printed("bordeaux", &Guerre::default()),
        printed("debord", &super::game(&[("rules", "debord")])),
        printed("set-up", &Deployed::new(Guerre::default())),
    ];
    assert_eq!(trees.join("\n"), include_str!("trees.txt"));
}

#[test]
fn the_books_have_the_same_paragraphs() {
    let game = Guerre::default();
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

/// The reasons of one kind, as people read them.
fn said(game: &Guerre, state: &State, text: &str, code: &str) -> (String, &'static str) {
    let refused = refused(game, state, text);
    let reason = refused
        .failed
        .iter()
        .find(|reason| reason.code() == code)
        .unwrap_or_else(|| panic!("{text} is not refused by {code}: {refused:?}"));
    (reason.text().en.into_owned(), reason.paragraph())
}

#[test]
fn no_charge_says_why() {
    let game = Guerre::default();
    for (north, south, order, why, paragraph) in [
        ("iD8ml", "iG8", "a D8 G8", "only cavalry", "7.1"),
        ("cD8ml", "iG8", "a D8 G8", "gap in the line on F8", "7.1"),
        (
            "cD8ml iF8 cE8",
            "iG8",
            "a D8 G8",
            "the unit on F8 is not your cavalry",
            "7.2",
        ),
        (
            "cD8ml cE8 cF8r",
            "iG8",
            "a D8 G8",
            "on F8 is in retreat",
            "7.2",
        ),
        (
            "cK3ml cL3 cM3 rD3 iD8",
            "iN3",
            "a K3 N3",
            "on M3 is in a fort",
            "7.3",
        ),
        ("cO23ml cQ25", "iL20", "a O23 L20", "gap", "7.1"),
        (
            "cI18ml cI19 cI20 rD19 rD20",
            "iH21",
            "a I18 H21",
            "in a fort",
            "7.3",
        ),
        (
            "cF13ml cF12 cF11 iD8",
            "iF10",
            "a F13 F10",
            "on a pass",
            "7.3",
        ),
        ("cD8ml", "iG9", "a D8 G9", "not on a line", "7.1"),
        (
            "cQ12ml cR12 cS12 iD8",
            "iT12",
            "a Q12 T12",
            "on S12 is out of communication",
            "7.2",
        ),
    ] {
        // Whoever must retreat has done so: else it would come first.
        let north = north.replace("F8r", "F8rm");
        let state = position(&game, "n4", &north, &format!("{south} iT4"));
        let (text, cited) = said(&game, &state, order, "no-charge");
        assert!(text.contains(why), "{order}: {text}");
        assert_eq!(cited, paragraph, "{text}");
    }
}

/// One case for each reason that other tests meet only among others.
#[test]
fn every_code_has_its_case() {
    let game = Guerre::default();
    let book = super::game(&[("rules", "debord")]);
    for (game, turn, north, south, order, code, paragraph) in [
        (&game, "n4", "iD8ml", "iT4", "D8 D7", "moved-already", "4.3"),
        (&game, "n0", "iD8", "iT4", "D8 D7", "no-moves-left", "4.2"),
        (
            &game,
            "n5",
            "iD7r iD8",
            "iT4",
            "D8 E8",
            "retreats-first",
            "5.1",
        ),
        (
            &game,
            "n5",
            "iD7r iD8",
            "iT4",
            "end",
            "retreats-first",
            "5.1",
        ),
        (
            &game,
            "n5",
            "cS3r rD3 iD8",
            "iM4",
            "S3 T3",
            "retreat-into-arsenal",
            "5.3",
        ),
        (
            &game,
            "n4",
            "iD8mlx",
            "iF8 iT4",
            "a D8 F8",
            "cannot-attack",
            "6.1",
        ),
        (
            &game,
            "n4",
            "iD8rml",
            "iF8 iT4",
            "a D8 F8",
            "cannot-attack",
            "5.2",
        ),
        (
            &book,
            "n4",
            "cR5mlx cS23 rD23 iD8",
            "iM4",
            "S23 T23",
            "second-strike",
            "8.3",
        ),
        (
            &book,
            "n4",
            "cR5mlx iD8",
            "iF8 iT9",
            "a D8 F8",
            "strike-spent",
            "6.2",
        ),
    ] {
        let state = position(game, turn, north, south);
        let refused = refused(game, &state, order);
        let found = refused.failed.iter().find(|reason| reason.code() == code);
        let found = found.unwrap_or_else(|| panic!("{order}: {refused:?}"));
        assert_eq!(found.paragraph(), paragraph, "{order}");
    }
}

#[test]
fn a_unit_that_took_an_arsenal_is_told_so() {
    let game = Guerre::default();
    let mut state = position(&game, "n5", "cS3 rD3 iD7", "iT5 iM4");
    play(&game, &mut state, "S3 T3");
    let (text, paragraph) = said(&game, &state, "a T3 T5", "cannot-attack");
    assert!(text.contains("taken an arsenal"), "{text}");
    assert_eq!(paragraph, "8.2");
}

#[test]
fn the_victory_tree_tells_what_is_still_in_the_way() {
    let game = Guerre::default();
    let state = position(&game, "n5", "iD8", "iT4 rT5 iT6");
    let case = Case {
        game: &game,
        state: &state,
        seat: NORTH,
        action: Action::End,
    };
    let refused = game.victory_rules().check(&case).unwrap_err();
    let codes: Vec<&str> = refused.failed.iter().map(Reason::code).collect();
    assert_eq!(codes, ["arsenals-stand", "fighters-left"]);
    assert_eq!(refused.failed[0].spots().len(), 2);
    assert_eq!(refused.failed[1].numbers(), [("left", 2)]);
}
