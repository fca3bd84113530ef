//! Exact odds: the fractions that are known, and brute force for all small battles.

use vauban_game::{Depict, Odds, Viewer};

use super::*;
use crate::risk::{
    Battlefield, MOST_COUNTED, QuickOdds, Rolled, fought_out, losses,
    odds::{most_dice, most_guard, rolls},
    roll_ways,
};

/// Every case of `dice` against `guard`, one by one, compared as §4 says: by the defender's losses.
fn brute(dice: usize, guard: usize) -> [u32; 3] {
    let mut ways = [0; 3];
    for case in 0..6_u32.pow((dice + guard) as u32) {
        let faces: Vec<u32> = (0..dice + guard)
            .map(|die| case / 6_u32.pow(die as u32) % 6 + 1)
            .collect();
        let (mut attack, mut defence) = (faces[..dice].to_vec(), faces[dice..].to_vec());
        attack.sort_by(|one, two| two.cmp(one));
        defence.sort_by(|one, two| two.cmp(one));
        let won = attack
            .iter()
            .zip(&defence)
            .filter(|(one, two)| one > two)
            .count();
        ways[won] += 1;
    }
    ways
}

#[test]
fn the_five_dice_of_the_examples_cost_what_they_must() {
    let rolled = |attack: [u8; 3], guard: [u8; 2]| {
        let lost = losses(Rolled { attack, guard });
        (lost.attacker, lost.defender)
    };
    assert_eq!(rolled([6, 1, 1], [3, 0]), (0, 1));
    assert_eq!(rolled([5, 2, 2], [4, 3]), (1, 1));
    assert_eq!(rolled([4, 1, 1], [6, 1]), (2, 0));
    assert_eq!(rolled([6, 0, 0], [5, 4]), (0, 1));
    assert_eq!(rolled([3, 3, 0], [4, 3]), (2, 0));
}

#[test]
fn one_roll_has_the_odds_that_every_case_counted_gives() {
    for dice in 1..=3 {
        for guard in 1..=2 {
            let expected = brute(dice, guard);
            assert_eq!(
                roll_ways(dice as u8, guard as u8),
                expected,
                "{dice} {guard}"
            );
            let total: u32 = rolls(dice as u8, guard as u8)
                .iter()
                .map(|(_, ways)| ways)
                .sum();
            assert_eq!(total, 6_u32.pow((dice + guard) as u32));
        }
    }
    // By the defender's losses.
    assert_eq!(roll_ways(3, 2), [2275, 2611, 2890]);
    assert_eq!(roll_ways(3, 1), [441, 855, 0]);
    assert_eq!(roll_ways(2, 2), [581, 420, 295]);
    assert_eq!(roll_ways(4, 1), [0; 3]);
    assert_eq!(roll_ways(0, 2), [0; 3]);
}

#[test]
fn results_are_few_sorted_and_all_different() {
    let counts = [
        (1, 1, 36),
        (2, 1, 126),
        (3, 1, 336),
        (1, 2, 126),
        (2, 2, 441),
        (3, 2, 1176),
    ];
    for (dice, guard, count) in counts {
        let results = rolls(dice, guard);
        assert_eq!(results.len(), count);
        let different: std::collections::HashSet<_> =
            results.iter().map(|(roll, _)| roll).collect();
        assert_eq!(different.len(), count);
    }
}

/// The chance to win in whole numbers: ways of all cases, by trying every roll after the other.
fn whole(attackers: u16, defenders: u16, keep: u16) -> (u128, u128) {
    if defenders == 0 {
        return (1, 1);
    }
    if attackers <= keep {
        return (0, 1);
    }
    let (dice, guard) = (most_dice(attackers), most_guard(defenders));
    let stake = dice.min(guard);
    let ways = brute(dice.into(), guard.into());
    let (mut won, mut of) = (0_u128, 1_u128);
    for lost in 0..=stake {
        let (part, whole) = whole(
            attackers - u16::from(stake - lost),
            defenders - u16::from(lost),
            keep,
        );
        // won / of + ways * part / whole, brought to one denominator.
        won = won * whole + u128::from(ways[usize::from(lost)]) * part * of;
        of *= whole;
        let shared = gcd(won, of);
        (won, of) = (won / shared, of / shared);
    }
    let of = of * 6_u128.pow((dice + guard).into());
    let shared = gcd(won, of);
    (won / shared, of / shared)
}

/// Every way that a battle may go, roll by roll: both sides' losses and the share.
fn ends(attackers: u16, defenders: u16, keep: u16) -> Vec<([u16; 2], f64)> {
    if defenders == 0 || attackers <= keep {
        return vec![([0, 0], 1.0)];
    }
    let (dice, guard) = (most_dice(attackers), most_guard(defenders));
    let stake = u16::from(dice.min(guard));
    let ways = brute(dice.into(), guard.into());
    let of = f64::from(ways.iter().sum::<u32>());
    let roll = |lost: u16| {
        let share = f64::from(ways[usize::from(lost)]) / of;
        let further = ends(attackers - (stake - lost), defenders - lost, keep);
        further.into_iter().map(move |([attack, guard], part)| {
            ([attack + stake - lost, guard + lost], share * part)
        })
    };
    (0..=stake).flat_map(roll).collect()
}

fn gcd(one: u128, two: u128) -> u128 {
    if two == 0 {
        one.max(1)
    } else {
        gcd(two, one % two)
    }
}

#[test]
fn whole_battles_agree_with_whole_numbers_wherever_these_fit() {
    let table = QuickOdds::new();
    for attackers in 1..=5 {
        for defenders in 0..=4 {
            for keep in 1..=attackers {
                let (won, of) = whole(attackers, defenders, keep);
                let expected = won as f64 / of as f64;
                let field = Battlefield {
                    attackers,
                    defenders,
                    keep,
                    dice: 3,
                    guard: None,
                };
                let prospects = field.prospects().unwrap();
                let found = prospects.won;
                assert!(
                    (found - expected).abs() < 1e-12,
                    "{field:?} {found} {expected}"
                );
                let ends = ends(attackers, defenders, keep);
                for (side, shares) in [&prospects.attacker, &prospects.defender]
                    .into_iter()
                    .enumerate()
                {
                    for (lost, share) in shares.iter().enumerate() {
                        let of: f64 = ends
                            .iter()
                            .filter(|(losses, _)| usize::from(losses[side]) == lost)
                            .map(|(_, share)| share)
                            .sum();
                        assert!((share - of).abs() < 1e-12, "{field:?} {side} {lost}");
                    }
                }
                if keep == 1 {
                    let listed = table.win(attackers, defenders);
                    assert!((listed - expected).abs() < 1e-12, "{field:?}");
                }
            }
        }
    }
}

#[test]
fn a_hundred_against_a_hundred_is_whole_and_agrees_with_the_table() {
    let prospects = Battlefield::new(100, 100).prospects().unwrap();
    let sum = |shares: &[f64]| shares.iter().sum::<f64>();
    assert!((sum(&prospects.attacker) - 1.0).abs() < 1e-12);
    assert!((sum(&prospects.defender) - 1.0).abs() < 1e-12);
    assert!((0.7..0.9).contains(&prospects.won), "{}", prospects.won);
    let table = QuickOdds::new();
    for (attackers, defenders) in [(63, 63), (40, 12), (7, 30), (2, 1), (1, 1), (9, 0)] {
        let found = Battlefield::new(attackers, defenders)
            .prospects()
            .unwrap()
            .won;
        assert!((table.win(attackers, defenders) - found).abs() < 1e-12);
    }
    // More attackers are never worse, more defenders never better.
    for attackers in 2..63 {
        for defenders in 1..63 {
            assert!(table.win(attackers + 1, defenders) > table.win(attackers, defenders) - 1e-12);
            assert!(table.win(attackers, defenders + 1) < table.win(attackers, defenders) + 1e-12);
        }
    }
}

#[test]
fn what_is_kept_stops_the_battle() {
    let stopped = Battlefield {
        keep: 6,
        ..Battlefield::new(10, 5)
    };
    let prospects = stopped.prospects().unwrap();
    assert!(prospects.won < Battlefield::new(10, 5).prospects().unwrap().won);
    // A last roll of two dice may cost one army more than was to be kept.
    assert!(prospects.attacker[5] > 0.0);
    assert!(prospects.attacker[6..].iter().all(|&share| share == 0.0));
    let none = Battlefield {
        keep: 10,
        ..stopped
    };
    assert_eq!(none.prospects().unwrap().won, 0.0);
}

#[test]
fn odds_are_told_before_the_decision() {
    let game = seed();
    let mut state = armed(&game, &[(103, 5), (207, 3)]);
    play(&game, &mut state, "103");
    let view = |state: &State, seat| game.view(state, Viewer::Seat(seat));
    let of = |state: &State, seat, text: &str| {
        let odds = game.odds(&view(state, seat), seat, game.read(text).unwrap());
        let lines = odds.into_iter().flatten();
        lines
            .map(|line| (line.result, line.ways, line.of))
            .collect::<Vec<_>>()
    };
    let known = [
        ("defender-2".to_owned(), 2890, 7776),
        ("each-1".to_owned(), 2611, 7776),
        ("attacker-2".to_owned(), 2275, 7776),
    ];
    assert_eq!(of(&state, BLUE, "x207"), known);
    play(&game, &mut state, "x207");
    assert_eq!(of(&state, BLUE, "d3"), known);
    assert_eq!(of(&state, BLUE, "d1").len(), 2);
    play(&game, &mut state, "d3");
    assert_eq!(of(&state, RED, "v2"), known);
    assert_eq!(
        of(&state, RED, "v1"),
        [
            ("defender-1".to_owned(), 855, 1296),
            ("attacker-1".to_owned(), 441, 1296)
        ]
    );
    assert!(of(&state, BLUE, "end").is_empty());
    let forecasts = game.forecasts(&view(&state, RED), RED, game.read("v2").unwrap(), None);
    let forecasts = forecasts.unwrap();
    let won = Battlefield::new(5, 3).prospects().unwrap().won;
    assert_eq!(forecasts[0].name, "battle");
    assert_eq!(forecasts[0].lines[0].share, won);
}

#[test]
fn lenses_and_cards_tell_the_chances_that_odds_tells() {
    use vauban_game::{Depict, Lenses, scene::Spot};
    let game = seed();
    for (attackers, defenders) in [(100, 100), (70, 90), (64, 63), (63, 63)] {
        let mut state = armed(&game, &[(103, attackers), (207, defenders)]);
        let spectator = game.view(&state, Viewer::Spectator);
        let shown = |lens: &str, seat, spot: &str| {
            let values = game.lens(&spectator, lens, seat).unwrap().values;
            values
                .into_iter()
                .find(|(other, _)| *other == Spot::from(spot))
                .map(|(_, value)| value)
        };
        let card = game.card(&spectator, &Spot::from("207")).unwrap();
        let reading = game.reading(&spectator).unwrap();
        play(&game, &mut state, "103");
        let view = game.view(&state, Viewer::Seat(BLUE));
        let forecasts = game.forecasts(&view, BLUE, game.read("x207").unwrap(), None);
        let won = forecasts.unwrap()[0].lines[0].share;
        assert!((fought_out(attackers, defenders) - won).abs() < 1e-12);
        let hundredths = (100.0 * won).round() as i32;
        assert_eq!(shown("attack", BLUE, "207"), Some(hundredths));
        assert_eq!(shown("danger", RED, "207"), Some(hundredths));
        assert_eq!(shown("threat", RED, "103"), Some(hundredths));
        let danger = format!("{hundredths}% if fought to the end");
        assert!(card.lines.iter().any(|(_, line)| line.en.contains(&danger)));
        // Egypt's other neighbours have one army each.
        let sure = "100% if fought to the end";
        assert!(reading.en.contains(sure), "{}", reading.en);
    }
}

#[test]
fn nothing_is_foretold_of_a_battle_too_large_to_count() {
    let game = seed();
    assert!(
        Battlefield::new(MOST_COUNTED, MOST_COUNTED)
            .prospects()
            .is_some()
    );
    for (attackers, defenders) in [(MOST_COUNTED + 1, 2), (2, MOST_COUNTED + 1), (9_900, 9_900)] {
        assert_eq!(Battlefield::new(attackers, defenders).prospects(), None);
        let mut state = armed(&game, &[(103, attackers), (207, defenders)]);
        play(&game, &mut state, "103");
        let view = game.view(&state, Viewer::Seat(BLUE));
        let action = game.read("x207").unwrap();
        assert_eq!(game.forecasts(&view, BLUE, action, None), None);
        // The next roll is counted all the same.
        assert!(game.odds(&view, BLUE, action).is_some());
        assert!((0.0..=1.0).contains(&fought_out(attackers, defenders)));
    }
    // Both sides are scaled down together.
    assert_eq!(fought_out(9_000, 9_000), fought_out(1_000, 1_000));
}

#[test]
fn a_battle_is_foretold_from_the_dice_that_are_chosen() {
    let game = seed();
    let mut state = armed(&game, &[(103, 5), (207, 3)]);
    play(&game, &mut state, "103 x207");
    let won = |state: &State, seat, text: &str| {
        let view = game.view(state, Viewer::Seat(seat));
        let forecasts = game.forecasts(&view, seat, game.read(text).unwrap(), None);
        forecasts.map(|forecasts| forecasts[0].lines[0].share)
    };
    let to_the_end = |attackers, defenders| fought_out(attackers, defenders);
    // Whoever chooses one die goes on with one: the highest of the defence must be beaten, and one army falls.
    fn with_one_die(attackers: u16, defenders: u16) -> f64 {
        if attackers == 1 || defenders == 0 {
            return f64::from(u8::from(defenders == 0));
        }
        let [lost, taken, _] = brute(1, usize::from(defenders.min(2))).map(f64::from);
        let won = taken * with_one_die(attackers, defenders - 1);
        (won + lost * with_one_die(attackers - 1, defenders)) / (lost + taken)
    }
    let one = with_one_die(5, 3);
    assert!((won(&state, BLUE, "d1").unwrap() - one).abs() < 1e-12);
    assert!((won(&state, BLUE, "d3").unwrap() - to_the_end(5, 3)).abs() < 1e-12);
    assert_eq!(won(&state, BLUE, "d4"), None);
    play(&game, &mut state, "d3");
    let [lost, taken, _] = brute(3, 1).map(|ways| f64::from(ways) / 1296.0);
    let one = taken * to_the_end(5, 2) + lost * to_the_end(4, 3);
    assert!((won(&state, RED, "v1").unwrap() - one).abs() < 1e-12);
}

#[test]
fn an_attack_that_fails_more_often_than_not_is_warned_of() {
    let game = seed();
    let mut state = armed(&game, &[(103, 3), (207, 5)]);
    play(&game, &mut state, "103");
    let view = game.view(&state, Viewer::Seat(BLUE));
    let to = game.read("x207").unwrap();
    let warning = game.warning(&view, BLUE, to).expect("five against three");
    let percent = (100.0 * fought_out(3, 5)).round() as i32;
    assert!(
        warning.en.ends_with(&format!("{percent} %")),
        "{}",
        warning.en
    );
    let mut state = armed(&game, &[(103, 9), (207, 3)]);
    play(&game, &mut state, "103");
    let view = game.view(&state, Viewer::Seat(BLUE));
    assert_eq!(game.warning(&view, BLUE, to), None);
}
