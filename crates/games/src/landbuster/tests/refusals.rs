//! One case per refusal, and what each of them cites.

use std::collections::BTreeSet;

use vauban_game::{Explain, Lang, RuleTree};

use super::*;
use crate::landbuster::{End, Plan};

/// Every refusal once for each paragraph that it may cite: code, paragraph, state, who, order.
fn cases(game: &LandBuster) -> Vec<(&'static str, &'static str, State, Seat, &'static str)> {
    let plain = war(game, &[(1, 9), (2, 1), (3, 20), (8, 5)]);
    let with = |change: &dyn Fn(&mut State)| {
        let mut state = plain;
        change(&mut state);
        state
    };
    let over = with(&|state| state.phase = Phase::Over(End::Rounds));
    let reinforce = with(&|state| state.phase = Phase::Reinforce);
    let moving = with(&|state| state.phase = Phase::Move);
    let choosing = after(game, &game.start(), "!first-1 capital-1");
    let planned = after(game, &plain, "3x8");
    let anywhere = with(&|state| state.boons.anywhere = true);
    let full = with(&|state| {
        state.plannings = 8;
        state.set_soldiers(at(3), 900);
        for (place, to) in (1..)
            .zip(state.plans.iter_mut())
            .map(|(at, place)| (place, at))
        {
            *place = Some(Plan {
                from: at(2),
                to: at(to),
            });
        }
    });
    let busy = with(&|state| state.plannings = 16);
    let port = with(&|state| state.ports = Lands::of(at(1)));
    vec![
        ("game-over", "10.3", over, RED, "pass"),
        ("chance-first", "4.2", game.start(), RED, "pass"),
        ("not-your-turn", "2.2", choosing, RED, "capital-5"),
        ("not-your-turn", "4.1", plain, CYAN, "pass"),
        ("wrong-phase", "2.2", choosing, CYAN, "pass"),
        ("wrong-phase", "4.1", plain, RED, "reinforce-1"),
        ("land-taken", "2.2", choosing, CYAN, "capital-1"),
        ("not-your-land", "5.1", reinforce, RED, "reinforce-8"),
        ("not-your-land", "6.2", plain, RED, "port-5"),
        ("not-your-land", "6.3", plain, RED, "8=7"),
        ("not-your-land", "6.4", plain, RED, "9x8"),
        ("not-your-land", "7.1", moving, RED, "4-3+4"),
        ("not-your-land", "7.1", moving, RED, "3-4+4"),
        ("no-coast", "6.2", plain, RED, "port-2"),
        ("port-there", "6.2", port, RED, "port-1"),
        ("attacks-planned", "6.8", planned, RED, "3=4"),
        ("attacks-planned", "6.8", planned, RED, "port-1"),
        ("not-neutral", "6.3", plain, RED, "3=8"),
        ("no-enemy", "6.4", plain, RED, "3x4"),
        ("no-enemy", "6.4", plain, RED, "3x2"),
        ("not-connected", "6.3", plain, RED, "1=4"),
        ("not-connected", "6.4", plain, RED, "1x8"),
        ("not-connected", "7.1", moving, RED, "1-3+4"),
        ("no-port", "3.2", plain, RED, "1=6"),
        ("capital-from-afar", "9.6", anywhere, RED, "1x9"),
        (
            "too-weak",
            "6.5",
            with(&|state| state.set_soldiers(at(8), 20)),
            RED,
            "3x8",
        ),
        ("planned-already", "6.6", planned, RED, "3x8"),
        ("too-many-planned", "6.6", full, RED, "3x8"),
        ("too-many-plannings", "6.6", busy, RED, "3x8"),
        ("not-planned", "6.7", plain, RED, "cancel-3x8"),
        ("nothing-planned", "6.9", plain, RED, "launch"),
        ("no-part", "7.1", moving, RED, "1-2+5"),
        ("no-hero", "7.1", moving, RED, "1h2+4"),
        ("nobody-goes", "7.2", moving, RED, "2-3+3"),
        ("same-land", "7.1", moving, RED, "1-1+4"),
        ("no-item", "9.5", plain, RED, "use"),
    ]
}

#[test]
fn every_rule_refuses_alone_and_cites_its_paragraph() {
    let game = game(2);
    for (code, paragraph, state, seat, order) in cases(&game) {
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
    let game = game(2);
    let shown: BTreeSet<&str> = cases(&game).iter().map(|case| case.0).collect();
    assert_eq!(game.codes(), shown);
}

#[test]
fn a_refused_action_tells_every_reason() {
    let game = game(2);
    let state = after(&game, &war(&game, &[(3, 20)]), "3x8");
    assert_eq!(
        codes(&game, &state, CYAN, "8=2"),
        [
            "not-your-turn",
            "attacks-planned",
            "not-neutral",
            "not-connected"
        ]
    );
    let refused = game.check(&state, RED, game.read("8x4").unwrap());
    let refused = refused.unwrap_err();
    let told: Vec<_> = refused.failed.iter().map(Reason::code).collect();
    assert_eq!(told, ["not-your-land", "no-enemy"]);
    let unchecked = [
        "connected",
        "port-for-the-sea",
        "no-capital-from-afar",
        "more-than-the-defence",
    ];
    assert_eq!(refused.unchecked, unchecked);
}

#[test]
fn the_trees_read_as_lists_of_demands() {
    let printed = |tree: &RuleTree| format!("{}\n{}\n", tree.kind, tree.text);
    let found: String = game(2).trees().iter().map(printed).collect();
    assert_eq!(found, include_str!("trees.txt"), "{found}");
}

#[test]
fn both_rulebooks_have_the_same_paragraphs() {
    let numbers = |lang| -> Vec<String> {
        let book = game(2).rulebook(lang);
        let first = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
        let is_number = |word: &String| {
            word.contains('.') && word.chars().all(|c| c.is_ascii_digit() || c == '.')
        };
        book.lines().map(first).filter(is_number).collect()
    };
    assert_eq!(numbers(Lang::En), numbers(Lang::Fr));
    assert!(numbers(Lang::En).len() > 50);
}
