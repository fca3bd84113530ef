//! Moves and fights. §4.1 to §4.5, and the odds of them

use vauban_game::{Depict, Odds};

use super::*;
use crate::garden::{Bout, Resource};

#[test]
fn all_but_one_go_and_a_free_cell_is_taken() {
    let state = after(&conquest("d4=b4 a2=r3"), "d4-c4");
    assert_eq!(
        (on(&state, "d4"), on(&state, "c4")),
        ("b1".into(), "b3".into())
    );
    assert_eq!((state.mover(), state.phase()), (BLUE, Phase::Conquest));
    assert_eq!(state.points(BLUE), 0);
}

#[test]
fn the_higher_sum_wins_the_cell_with_all_but_one_and_a_point() {
    let state = conquest("c4=b4 b3=r2 a2=r3");
    let fight = after(&state, "c4-b3");
    assert_eq!(garden().turn(&fight), Turn::Chance);
    let won = after(&fight, "!12 !11");
    assert_eq!((on(&won, "c4"), on(&won, "b3")), ("b1".into(), "b3".into()));
    assert_eq!((won.points(BLUE), won.points(RED)), (1, 0));
}

#[test]
fn the_defender_wins_ties_and_the_attackers_fall_to_one() {
    let state = conquest("c4=b4 b3=r2 a2=r3");
    for rolls in ["c4-b3 !12 !12", "c4-b3 !4 !8"] {
        let lost = after(&state, rolls);
        assert_eq!(
            (on(&lost, "c4"), on(&lost, "b3")),
            ("b1".into(), "r2".into())
        );
        assert_eq!((lost.points(BLUE), lost.points(RED)), (0, 1));
        assert_eq!(lost.phase(), Phase::Conquest);
    }
}

#[test]
fn a_special_cell_is_paid_for_when_it_is_taken() {
    let sides = ["c0,0,0,3,0,0", "s0,0,0,0,0,0"];
    // The pool is free.
    let state = after(&position("conquest", "-", sides, "d4=b3 a2=r3"), "d4-c5");
    assert_eq!(state.resource(BLUE, Resource::Wood), 0);
    // It is Red's: nothing is spent unless the fight is won.
    let state = position("conquest", "-", sides, "d4=b3 c5=r1 a2=r3");
    assert_eq!(
        after(&state, "d4-c5 !3 !6").resource(BLUE, Resource::Wood),
        3
    );
    assert_eq!(
        after(&state, "d4-c5 !7 !6").resource(BLUE, Resource::Wood),
        0
    );
}

#[test]
fn the_attacker_rolls_for_all_creatures_of_the_cell() {
    let state = after(&conquest("c4=b3 b3=r2w1 a2=r3"), "c4-b3");
    let mut chances = Vec::new();
    garden().chances(&state, &mut chances);
    assert_eq!(chances.first(), Some(&(Chance::Roll(3), 1)));
    assert_eq!(chances.last(), Some(&(Chance::Roll(18), 1)));
    assert_eq!(chances.iter().map(|(_, ways)| ways).sum::<u32>(), 6 * 6 * 6);
    // The defenders are armed.
    chances.clear();
    garden().chances(&after(&state, "!10"), &mut chances);
    assert_eq!(chances.last(), Some(&(Chance::Roll(18), 1)));
    assert_eq!(chances.iter().map(|(_, ways)| ways).sum::<u32>(), 81);
}

/// Every throw of the dice, one by one: how many the attacker wins.
fn brute_force(bout: Bout) -> u64 {
    fn sums(dice: u8, sides: u8) -> Vec<u8> {
        let mut sums = vec![0];
        for _ in 0..dice {
            sums = sums
                .iter()
                .flat_map(|sum| (1..=sides).map(move |face| sum + face))
                .collect();
        }
        sums
    }
    let attacks = sums(bout.attacker.0, bout.attacker.1);
    let defences = sums(bout.defender.0, bout.defender.1);
    // How many defences lie below each sum.
    let mut below = [0u64; 64];
    for defence in &defences {
        for count in below.iter_mut().skip(usize::from(*defence) + 1) {
            *count += 1;
        }
    }
    attacks
        .iter()
        .map(|&attack| below[usize::from(attack)])
        .sum()
}

#[test]
fn the_odds_are_those_of_every_throw_counted() {
    for attack_sides in [6, 9] {
        for defence_sides in [6, 9] {
            for attackers in 1..=5 {
                for defenders in 1..=5 {
                    let bout = Bout {
                        attacker: (attackers, attack_sides),
                        defender: (defenders, defence_sides),
                    };
                    assert_eq!(bout.wins(), brute_force(bout), "{bout:?}");
                    assert!(bout.wins() < bout.cases());
                }
            }
        }
    }
}

#[test]
fn known_odds_of_small_fights() {
    let bout = |attackers, defenders| Bout {
        attacker: (attackers, 6),
        defender: (defenders, 6),
    };
    // Of 36 throws of one die each 15 are won; of 216 of two against one, 181.
    assert_eq!((bout(1, 1).wins(), bout(1, 1).cases()), (15, 36));
    assert_eq!((bout(2, 1).wins(), bout(2, 1).cases()), (181, 216));
    let armed = Bout {
        attacker: (1, 9),
        defender: (1, 6),
    };
    assert_eq!((armed.wins(), armed.cases()), (15 + 18, 54));
    assert_eq!(bout(2, 1).percent(), 84);
}

#[test]
fn odds_are_told_before_the_decision() {
    let game = garden();
    let state = conquest("c4=b2 b3=r1 a2=r3");
    let ask = |state: &State, text: &str| {
        let lines = game.odds(state, BLUE, game.read(text).unwrap())?;
        Some(
            lines
                .into_iter()
                .map(|line| (line.result, line.ways, line.of))
                .collect::<Vec<_>>(),
        )
    };
    let line = |result: &str, ways, of| (result.to_owned(), ways, of);
    assert_eq!(
        ask(&state, "c4-b3"),
        Some(vec![line("win", 181, 216), line("loss", 35, 216)])
    );
    assert_eq!(ask(&state, "c4-c5"), None);
    assert_eq!(ask(&state, "end"), None);
    let sheltered = conquest("c4=b2 b3=r1s a2=r3");
    assert_eq!(
        ask(&sheltered, "c4-b3").unwrap()[0],
        line("absorbed", 181, 216)
    );
    // The garden rolls 1 to 6, the creature dies in 0 to 5 cases of six.
    assert_eq!(
        ask(&state, "poison-b3"),
        Some(vec![line("dead-0", 21, 36), line("dead-1", 15, 36)])
    );
}

#[test]
fn rolls_come_as_often_as_their_ways_say() {
    let state = after(&conquest("c4=b3 b3=r2 a2=r3"), "c4-b3");
    let mut chances = Vec::new();
    garden().chances(&state, &mut chances);
    const ROLLS: u32 = 100_000;
    let mut counts = [0u32; 19];
    let mut dice = Dice::seeded(11);
    for _ in 0..ROLLS {
        let Chance::Roll(sum) = dice.pick(&chances) else {
            panic!("dice show a sum");
        };
        counts[usize::from(sum)] += 1;
    }
    let total: u32 = chances.iter().map(|(_, ways)| ways).sum();
    let chi: f64 = chances
        .iter()
        .map(|&(chance, ways)| {
            let Chance::Roll(sum) = chance else {
                panic!("dice show a sum");
            };
            let expected = f64::from(ROLLS) * f64::from(ways) / f64::from(total);
            (f64::from(counts[usize::from(sum)]) - expected).powi(2) / expected
        })
        .sum();
    // 15 degrees of freedom, the 99.99th percentile.
    assert!(chi < 44.3, "{chi}");
}

#[test]
fn nobody_has_more_than_999_points() {
    let state = position(
        "conquest",
        "-",
        ["c0,0,0,0,999,0", "s0,0,0,0,999,0"],
        "c4=b4 b3=r2 a2=r3",
    );
    assert_eq!(after(&state, "c4-b3 !15 !9").points(BLUE), 999);
    assert_eq!(after(&state, "c4-b3 !9 !9").points(RED), 999);
}

#[test]
fn a_poor_attack_and_a_dangerous_step_are_warned_of() {
    let game = garden();
    let state = conquest("c4=b2 b3=r1 a2=r3");
    let warned = |state: &State, text: &str| {
        let text = game.warning(state, BLUE, game.read(text).unwrap());
        text.map(|text| text.en.into_owned())
    };
    assert_eq!(warned(&state, "c4-b3"), None, "two dice against one");
    let poor = conquest("c4=b2 b3=r3 a2=r3");
    let percent = Bout::between(&poor, cell("c4"), cell("b3")).percent();
    assert_eq!(
        warned(&poor, "c4-b3"),
        Some(format!("you win it with only {percent} %"))
    );
    let step = warned(&poor, "c4-c3").unwrap_or_default();
    assert!(step.starts_with("can be taken with"), "{step}");
}
