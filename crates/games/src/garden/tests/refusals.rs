//! One case per refusal, all reasons at once, and the rulebooks that they cite.

use std::collections::BTreeSet;

use vauban_game::{Explain, Lang, Reason, Text};

use super::*;

/// Every refusal code with a state, a seat and an order that it alone refuses, if it can be alone.
fn cases() -> Vec<(&'static str, State, Seat, &'static str)> {
    let start = garden().start();
    let clans = after(&start, "!blue cooks");
    let plain = conquest("c4=b4 c3=b1 b3=r2 a2=r3 e1=r1 d1=b2k1 c1=r1");
    let rich = |clan, cells| super::rich(clan, cells);
    let cooks = rich(Clan::Cooks, "c4=b4 b3=r2 a2=r3 c1=b1 e1=b1 e5=r1");
    let placing = position(
        "reinforcement",
        "-",
        ["c0,0,0,0,0,2", "s0,0,0,0,0,0"],
        "c4=b5 c3=b1 b3=r2",
    );
    let used = position(
        "conquest",
        "b",
        ["c9,9,9,9,0,0", "s0,0,0,0,0,0"],
        "e1=b1 e2=r2",
    );
    let fight = after(&plain, "c4-b3");
    let won = after(&rich(Clan::Cooks, "e1=b1 e2=r2"), "barbecue-e2");
    vec![
        ("game-over", won, BLUE, "end"),
        ("dice-first", fight, BLUE, "end"),
        ("not-your-turn", plain, RED, "end"),
        ("not-choosing", plain, BLUE, "miners"),
        ("clan-taken", clans, RED, "cooks"),
        ("not-conquest", placing, BLUE, "end"),
        ("not-reinforcement", plain, BLUE, "+c4"),
        ("not-your-cell", plain, BLUE, "b3-b4"),
        ("not-yours", placing, BLUE, "+b3"),
        ("too-few", plain, BLUE, "c3-b2"),
        ("immobilised", plain, BLUE, "d1-d2"),
        ("not-adjacent", plain, BLUE, "c4-c6"),
        ("own-cell", plain, BLUE, "c4-c3"),
        ("entry-cost", plain, BLUE, "c4-c5"),
        ("power-not-owned", plain, BLUE, "candy"),
        ("power-used", used, BLUE, "barbecue-e2"),
        ("power-cost", conquest("e1=b1 e2=r2"), BLUE, "barbecue-e2"),
        ("not-enemy", cooks, BLUE, "jet-c4-c5"),
        ("out-of-reach", cooks, BLUE, "barbecue-b3"),
        ("too-few-points", plain, BLUE, "pillage-b3"),
        ("wrong-clan", cooks, BLUE, "rocks-b3"),
        ("no-neighbour", cooks, BLUE, "poison-a2"),
        ("cell-full", placing, BLUE, "+c4"),
    ]
}

#[test]
fn a_power_aimed_at_no_enemy_cites_its_own_paragraph() {
    let cooks = rich(Clan::Cooks, "c4=b4 b3=r2 a2=r3 c1=b1 e1=b1 e5=r1");
    let game = garden();
    for (order, paragraph) in [
        ("jet-c4-c5", "4.8"),
        ("barbecue-d1", "4.10"),
        ("pool-b4", "4.10"),
        ("pillage-c5", "5.2"),
    ] {
        let action = game.read(order).unwrap();
        let refused = game.check(&cooks, BLUE, action).unwrap_err();
        let mut reasons = refused.failed.iter();
        let found = reasons.find(|reason| reason.code() == "not-enemy");
        assert_eq!(found.map(Reason::paragraph), Some(paragraph), "{order}");
    }
}

#[test]
fn every_rule_refuses_alone() {
    for (code, state, seat, order) in cases() {
        assert_eq!(codes(&state, seat, order), [code], "{order}");
    }
}

#[test]
fn every_rule_has_a_case_and_every_refusal_a_paragraph_in_both_books() {
    let shown: BTreeSet<&str> = cases().iter().map(|case| case.0).collect();
    let game = garden();
    let trees = game.trees();
    let demands = trees.iter().flat_map(|tree| &tree.demands);
    assert_eq!(shown, demands.map(|(_, code)| *code).collect());
    for (_, state, seat, order) in cases() {
        let action = game.read(order).unwrap();
        for reason in game.check(&state, seat, action).unwrap_err().failed {
            for lang in Lang::ALL {
                let paragraph = format!("\n{} ", reason.paragraph());
                assert!(game.rulebook(lang).contains(&paragraph), "{reason:?}");
                assert!(!reason.text().of(lang).is_empty());
            }
        }
    }
}

#[test]
fn a_group_that_goes_nowhere_is_told_so() {
    let game = garden();
    let action = game.read("c4-c4").expect("it can be read");
    let refused = game.check(&conquest("c4=b4 b3=r2"), BLUE, action);
    let texts: Vec<Text> = (refused.expect_err("it stays").failed.iter())
        .map(Reason::text)
        .collect();
    let nowhere = "The group is already on c4: it can only go to a neighbouring cell.";
    assert!(texts.iter().any(|text| text.en == nowhere), "{texts:?}");
}

#[test]
fn all_reasons_are_told_at_once() {
    let state = conquest("c3=b1k2 b3=r2 a1=r1");
    assert_eq!(
        codes(&state, BLUE, "c3-a1"),
        ["too-few", "immobilised", "not-adjacent", "entry-cost"]
    );
    assert_eq!(
        codes(&state, BLUE, "shelter-c3-e3"),
        [
            "wrong-clan",
            "too-few-points",
            "too-few",
            "immobilised",
            "not-adjacent",
            "not-enemy"
        ]
    );
    assert_eq!(
        codes(&state, RED, "rocks-e5"),
        [
            "not-your-turn",
            "wrong-clan",
            "too-few-points",
            "not-enemy",
            "no-neighbour"
        ]
    );
    let game = garden();
    let refused = game
        .check(&state, BLUE, game.read("jet-b3-c3").unwrap())
        .unwrap_err();
    assert_eq!(
        refused.unchecked,
        [
            "once-a-turn",
            "can-pay-power",
            "two-creatures-or-more",
            "no-rocks",
            "can-pay-entry"
        ]
    );
}

#[test]
fn the_trees_read_as_lists_of_demands() {
    let trees = garden().trees();
    let printed: Vec<String> = trees
        .iter()
        .map(|tree| format!("{}\n{}", tree.kind, tree.text))
        .collect();
    assert_eq!(printed.join("\n"), include_str!("trees.txt"));
}

#[test]
fn the_tree_of_an_action_is_the_one_printed_under_its_kind() {
    let game = garden();
    for (_, _, _, order) in cases() {
        let action = game.read(order).unwrap();
        let trees = game.trees();
        let tree = trees.iter().find(|tree| tree.kind == game.kind(action));
        let text = crate::garden::rules::tree(action).to_string();
        assert_eq!(tree.map(|tree| &tree.text), Some(&text), "{order}");
    }
}

#[test]
fn numbers_and_cells_stand_beside_the_words() {
    let state = conquest("c4=b4 b3=r2");
    let reason = |order: &str| -> Refusal {
        let game = garden();
        let refused = game.check(&state, BLUE, game.read(order).unwrap());
        refused.unwrap_err().failed[0]
    };
    let far = reason("c4-c7");
    assert_eq!(far.numbers(), [("steps", 3)]);
    assert_eq!(far.spots(), [cell("c4").spot(), cell("c7").spot()]);
    assert_eq!(
        far.text().en,
        "c7 is 3 steps from c4: a group can only go to a neighbouring cell."
    );
    let dear = reason("c4-c5");
    assert_eq!(dear.numbers(), [("need", 3), ("have", 0)]);
    assert_eq!(dear.text().en, "Taking the pool costs 3 wood; you have 0.");
    assert_eq!(
        dear.text().fr,
        "Prendre la piscine coûte 3 unités de bois ; vous en avez 0."
    );
}

#[test]
fn both_rulebooks_have_the_same_paragraphs() {
    let numbers = |lang| -> Vec<String> {
        let book = garden().rulebook(lang).lines();
        book.filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
            .filter_map(|line| line.split(' ').next())
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(numbers(Lang::En), numbers(Lang::Fr));
    assert!(numbers(Lang::En).len() > 40);
}
