//! One case per refusal, and what each of them cites.

use std::collections::BTreeSet;

use vauban_game::{Explain, Lang, RuleTree};

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
    assert_eq!(codes(&game, &state, BLUE, "x103"), ["own-country"]);
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

/// Every refusal code with the paragraph it cites, and an order that it alone refuses.
fn cases() -> Vec<(&'static str, &'static str, Risk, State, Seat, &'static str)> {
    let (plain, long) = (seed(), classic(2));
    let world = armed(&plain, &[(101, 3), (103, 3), (207, 3)]);
    let after = |game: &Risk, state: &State, words: &str| {
        let mut state = *state;
        play(game, &mut state, words);
        state
    };
    let mut placing = world;
    (placing.phase, placing.left) = (Phase::Place, 4);
    let mut won = world;
    (won.phase, won.left) = (Phase::Reinforce, 4);
    let mut over = world;
    over.phase = Phase::Over(crate::risk::End::Rounds);
    let target = after(&plain, &world, "103");
    let dice = after(&plain, &target, "x207");
    let weak = after(&plain, &armed(&plain, &[(103, 3)]), "103 x207 d2");
    let moving = after(&plain, &world, "pass");
    let mut moved = moving;
    for _ in 0..10 {
        play(&plain, &mut moved, "101-102+1 102-101+1");
    }
    let mut holding = world;
    hold(&mut holding, BLUE, "sst");
    let exchange = after(&plain, &holding, "103 x207 d1 v1 !1/6");
    let mut discard = holding;
    discard.phase = Phase::Discard;
    let enter = after(&long, &armed(&long, &[(103, 8)]), "103 x207 d2 v1 !6,5/5");
    let fortify = after(&long, &armed(&long, &[(101, 3)]), "pass");
    let fortified = after(&long, &fortify, "101-102+1");
    let mut full = world;
    hold(&mut full, BLUE, "sssst");
    full.phase = Phase::Exchange;
    let start = plain.start();
    let case = |code, paragraph, game: &Risk, state: State, seat, order| {
        (code, paragraph, game.clone(), state, seat, order)
    };
    vec![
        case("game-over", "7.6", &plain, over, BLUE, "pass"),
        case(
            "chance-first",
            "4.5",
            &plain,
            after(&plain, &start, "deal"),
            BLUE,
            "deal",
        ),
        case("not-your-turn", "2.1", &plain, start, RED, "deal"),
        case("not-your-turn", "2.4", &plain, placing, RED, "207+1"),
        case("not-your-turn", "3.1", &plain, world, RED, "207"),
        case("wrong-step", "2.1", &plain, start, BLUE, "end"),
        case("wrong-step", "2.4", &plain, placing, BLUE, "end"),
        case("wrong-step", "3.1", &plain, world, BLUE, "end"),
        case("not-your-country", "2.4", &plain, placing, BLUE, "201+1"),
        case("not-your-country", "2.4", &plain, won, BLUE, "201+1"),
        case("not-your-country", "3.2", &plain, world, BLUE, "207"),
        case("not-your-country", "6.1", &plain, moving, BLUE, "207-103+1"),
        case("not-your-country", "6.1", &plain, moving, BLUE, "103-207+1"),
        case(
            "not-your-country",
            "9.10",
            &long,
            fortify,
            BLUE,
            "101-207+1",
        ),
        case("own-country", "3.3", &plain, target, BLUE, "x105"),
        case("too-weak", "3.2", &plain, world, BLUE, "105"),
        case("no-enemy-border", "3.2", &plain, world, BLUE, "101"),
        case("no-border", "3.3", &plain, target, BLUE, "x201"),
        case("no-border", "6.1", &plain, moving, BLUE, "101-103+1"),
        case("no-chain", "9.10", &long, fortify, BLUE, "101-501+1"),
        case("same-country", "6.2", &plain, moving, BLUE, "101-101+1"),
        case("dice-count", "3.4", &plain, dice, BLUE, "d0"),
        case("dice-count", "3.5", &plain, weak, RED, "v0"),
        case("too-few-for-dice", "3.4", &plain, dice, BLUE, "d3"),
        case("too-few-for-guard", "3.5", &plain, weak, RED, "v2"),
        case("no-armies", "2.5", &plain, placing, BLUE, "101+0"),
        case("no-armies", "6.2", &plain, moving, BLUE, "101-102+0"),
        case("too-many-armies", "2.5", &plain, placing, BLUE, "101+5"),
        case("nobody-stays", "6.2", &plain, moving, BLUE, "101-102+3"),
        case("nobody-stays", "6.2", &long, fortify, BLUE, "101-102+3"),
        case("nobody-stays", "9.7", &long, enter, BLUE, "in+8"),
        case("too-few-moved-in", "9.7", &long, enter, BLUE, "in+1"),
        case("too-many-moves", "6.3", &plain, moved, BLUE, "101-102+1"),
        case(
            "too-many-moves",
            "9.10",
            &long,
            fortified,
            BLUE,
            "101-102+1",
        ),
        case(
            "card-not-held",
            "5.2",
            &plain,
            discard,
            BLUE,
            "discard=cannon",
        ),
        case(
            "not-three-equal",
            "5.3",
            &plain,
            exchange,
            BLUE,
            "exchange=sst",
        ),
        case(
            "cards-not-held",
            "5.3",
            &plain,
            exchange,
            BLUE,
            "exchange=sss",
        ),
        case("must-exchange", "9.5", &long, full, BLUE, "pass"),
    ]
}

#[test]
fn every_rule_refuses_alone_and_cites_its_paragraph() {
    for (code, paragraph, game, state, seat, order) in cases() {
        let action = game.read(order).unwrap();
        let refused = game.check(&state, seat, action).unwrap_err().failed;
        let told: Vec<_> = refused
            .iter()
            .map(|reason| (reason.code(), reason.paragraph()))
            .collect();
        assert_eq!(told, [(code, paragraph)], "{order}");
        for lang in Lang::ALL {
            let line = format!("\n{paragraph} ");
            assert!(game.rulebook(lang).contains(&line), "{paragraph}");
            assert!(!refused[0].text().of(lang).is_empty());
        }
    }
}

#[test]
fn every_rule_has_a_case() {
    let shown: BTreeSet<&str> = cases().iter().map(|case| case.0).collect();
    let mut known = seed().codes();
    known.extend(classic(2).codes());
    assert_eq!(known, shown);
}

#[test]
fn the_trees_read_as_lists_of_demands() {
    // What the two rule sets have in common is printed once.
    let (plain, mut own) = (seed().trees(), classic(2).trees());
    own.retain(|tree| !plain.contains(tree));
    let printed = |tree: &RuleTree| format!("{}\n{}\n", tree.kind, tree.text);
    let found: String = plain.iter().chain(&own).map(printed).collect();
    assert_eq!(found, include_str!("trees.txt"), "{found}");
}

#[test]
fn one_army_and_one_move_are_not_many() {
    let told = |code: &str, order: &str| {
        let cases = cases();
        let mut cases = cases.iter();
        let (.., game, state, seat, _) = cases
            .find(|case| (case.0, case.5) == (code, order))
            .unwrap();
        let action = game.read(order).unwrap();
        game.check(state, *seat, action).unwrap_err().failed[0].text()
    };
    assert_eq!(
        told("nobody-stays", "101-102+3").en,
        "Congo has 3 armies and one must stay: you can't move 3."
    );
    assert_eq!(
        told("too-few-for-guard", "v2").fr,
        "Le Moyen-Orient a 1 armée ; il en faut 2 pour défendre avec 2 dés."
    );
    assert_eq!(
        told("too-few-moved-in", "in+1").en,
        "You attacked with 2 dice: at least as many armies must move in, not 1."
    );
    let moved = cases();
    let (.., game, state, seat, order) = moved
        .iter()
        .find(|case| (case.0, case.1) == ("too-many-moves", "9.10"))
        .unwrap();
    let refused = game.check(state, *seat, game.read(order).unwrap());
    assert_eq!(
        refused.unwrap_err().failed[0].text().en,
        "You have already moved armies this turn: you may do so only once."
    );
    // Three dice against two armies, whatever else is wrong.
    let game = seed();
    let mut state = armed(&game, &[(103, 3), (207, 2)]);
    play(&game, &mut state, "103 x207 d2");
    let refused = game.check(&state, RED, game.read("v3").unwrap());
    assert_eq!(
        refused.unwrap_err().failed[1].text().en,
        "The Middle East has 2 armies; defending with 3 dice takes 3."
    );
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
