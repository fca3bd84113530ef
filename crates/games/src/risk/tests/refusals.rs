//! One case per refusal, and what each of them cites.

use std::collections::BTreeSet;

use vauban_game::{Explain, Lang};

use super::*;

#[test]
fn nobody_acts_out_of_turn_or_at_another_step() {
    let game = seed();
    let state = armed(&game, &[(103, 3), (207, 3)]);
    assert_eq!(codes(&game, &state, RED, "207"), ["not-your-turn"]);
    assert_eq!(codes(&game, &state, BLUE, "d2"), ["wrong-step"]);
    assert_eq!(codes(&game, &state, BLUE, "end"), ["wrong-step"]);
    assert_eq!(
        codes(&game, &state, RED, "card"),
        ["not-your-turn", "wrong-step"]
    );
    assert_eq!(codes(&game, &state, BLUE, "deal"), ["wrong-step"]);
}

#[test]
fn nobody_acts_before_chance_or_after_the_end() {
    let game = seed();
    let mut state = armed(&game, &[(103, 3), (207, 3)]);
    play(&game, &mut state, "103 x207 d2 v2");
    assert_eq!(codes(&game, &state, BLUE, "pass"), ["chance-first"]);
    state.phase = Phase::Over(crate::risk::End::Rounds);
    assert_eq!(codes(&game, &state, BLUE, "pass"), ["game-over"]);
}

#[test]
fn an_attacker_is_own_strong_and_has_somebody_to_attack() {
    let game = seed();
    let state = armed(&game, &[(101, 5), (201, 5)]);
    assert_eq!(codes(&game, &state, BLUE, "201"), ["not-your-country"]);
    assert_eq!(codes(&game, &state, BLUE, "103"), ["too-weak"]);
    assert_eq!(codes(&game, &state, BLUE, "101"), ["no-enemy-border"]);
    assert_eq!(
        codes(&game, &state, BLUE, "104"),
        ["too-weak", "no-enemy-border"]
    );
    assert_eq!(
        codes(&game, &game.start(), BLUE, "101"),
        ["wrong-step", "not-your-country"]
    );
}

#[test]
fn a_target_is_foreign_and_next_to_the_attacker() {
    let game = seed();
    let mut state = armed(&game, &[(103, 5)]);
    play(&game, &mut state, "103");
    assert_eq!(codes(&game, &state, BLUE, "x105"), ["own-country"]);
    assert_eq!(codes(&game, &state, BLUE, "x201"), ["no-border"]);
    assert_eq!(
        codes(&game, &state, BLUE, "x101"),
        ["own-country", "no-border"]
    );
}

#[test]
fn dice_need_armies_and_there_are_three_and_two_of_them() {
    let game = seed();
    let mut state = armed(&game, &[(103, 3)]);
    play(&game, &mut state, "103 x207");
    assert_eq!(codes(&game, &state, BLUE, "d3"), ["too-few-for-dice"]);
    assert_eq!(
        codes(&game, &state, BLUE, "d4"),
        ["dice-count", "too-few-for-dice"]
    );
    assert_eq!(codes(&game, &state, BLUE, "d0"), ["dice-count"]);
    play(&game, &mut state, "d2");
    assert_eq!(codes(&game, &state, RED, "v2"), ["too-few-for-guard"]);
    assert_eq!(
        codes(&game, &state, RED, "v3"),
        ["dice-count", "too-few-for-guard"]
    );
    assert_eq!(codes(&game, &state, BLUE, "v1"), ["not-your-turn"]);
}

#[test]
fn armies_are_placed_on_own_countries_and_no_more_than_are_left() {
    let game = seed();
    let mut state = world(&game);
    (state.phase, state.left) = (Phase::Place, 4);
    assert_eq!(codes(&game, &state, BLUE, "201+1"), ["not-your-country"]);
    assert_eq!(codes(&game, &state, BLUE, "101+0"), ["no-armies"]);
    assert_eq!(codes(&game, &state, BLUE, "101+5"), ["too-many-armies"]);
    assert_eq!(
        codes(&game, &state, RED, "101+5"),
        ["not-your-turn", "not-your-country", "too-many-armies"]
    );
}

#[test]
fn wrong_cards_are_refused_and_kept() {
    let game = seed();
    let mut state = armed(&game, &[(103, 3)]);
    hold(&mut state, BLUE, "sst");
    play(&game, &mut state, "103 x207 d1 v1 !1/6");
    assert_eq!(
        codes(&game, &state, BLUE, "exchange=sst"),
        ["not-three-equal"]
    );
    assert_eq!(
        codes(&game, &state, BLUE, "exchange=sss"),
        ["cards-not-held"]
    );
    assert_eq!(
        codes(&game, &state, BLUE, "exchange=ttc"),
        ["not-three-equal", "cards-not-held"]
    );
    assert_eq!(state.hand(BLUE).len(), 3);
    state.phase = Phase::Discard;
    assert_eq!(
        codes(&game, &state, BLUE, "discard=cannon"),
        ["card-not-held"]
    );
    assert_eq!(codes(&game, &state, BLUE, "discard=tank"), [""; 0]);
}

#[test]
fn moves_go_between_own_neighbours_and_leave_one() {
    let game = seed();
    let mut state = armed(&game, &[(101, 3)]);
    play(&game, &mut state, "pass");
    assert_eq!(codes(&game, &state, BLUE, "101-102+3"), ["nobody-stays"]);
    assert_eq!(codes(&game, &state, BLUE, "101-102+0"), ["no-armies"]);
    assert_eq!(codes(&game, &state, BLUE, "101-101+1"), ["same-country"]);
    assert_eq!(codes(&game, &state, BLUE, "101-103+1"), ["no-border"]);
    assert_eq!(
        codes(&game, &state, BLUE, "101-201+1"),
        ["not-your-country"]
    );
    assert_eq!(
        codes(&game, &state, BLUE, "201-202+1"),
        ["not-your-country", "not-your-country"]
    );
}

#[test]
fn classic_refusals_cite_their_own_rules() {
    let game = classic(2);
    let mut state = armed(&game, &[(103, 8)]);
    play(&game, &mut state, "103 x207 d2 v1 !6,5/5");
    assert_eq!(codes(&game, &state, BLUE, "in+1"), ["too-few-moved-in"]);
    assert_eq!(codes(&game, &state, BLUE, "in+8"), ["nobody-stays"]);
    play(&game, &mut state, "in+7 pass card !tank");
    assert_eq!(codes(&game, &state, BLUE, "101-401+1"), ["nobody-stays"]);
    assert_eq!(codes(&game, &state, BLUE, "207-501+1"), ["no-chain"]);
    let mut state = world(&game);
    hold(&mut state, BLUE, "sssst");
    state.phase = Phase::Exchange;
    assert_eq!(codes(&game, &state, BLUE, "pass"), ["must-exchange"]);
}

#[test]
fn the_trees_have_exactly_the_codes_that_these_cases_show() {
    let shown: BTreeSet<&str> = [
        "game-over",
        "chance-first",
        "not-your-turn",
        "wrong-step",
        "not-your-country",
        "own-country",
        "too-weak",
        "no-enemy-border",
        "no-border",
        "no-chain",
        "same-country",
        "dice-count",
        "too-few-for-dice",
        "too-few-for-guard",
        "no-armies",
        "too-many-armies",
        "nobody-stays",
        "too-few-moved-in",
        "too-many-moves",
        "card-not-held",
        "not-three-equal",
        "cards-not-held",
        "must-exchange",
    ]
    .into();
    assert_eq!(Risk::codes(), shown);
    assert_eq!(seed().trees().len(), 13);
}

#[test]
fn both_rulebooks_have_the_same_paragraphs() {
    let numbers = |lang| -> Vec<String> {
        let book = seed().rulebook(lang);
        let first = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
        let is_number = |word: &String| {
            word.contains('.') && word.chars().all(|c| c.is_ascii_digit() || c == '.')
        };
        book.lines().map(first).filter(is_number).collect()
    };
    assert_eq!(numbers(Lang::En), numbers(Lang::Fr));
    assert!(numbers(Lang::En).len() > 45);
}
