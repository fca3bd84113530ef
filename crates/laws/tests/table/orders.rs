//! Orders of several actions: each a step of its own, all taken back together.

use super::*;
use std::collections::HashMap;

use vauban_game::BySeat;
use vauban_table::{Order, Repeat, Standing, Stopped};

/// Takes `actions` one after another, as a host does; how many were taken, and why the next was not.
fn order(table: &mut dyn AnyMatch, seat: Seat, actions: &[String]) -> (usize, Option<Stopped>) {
    let order = Order {
        actions: actions.to_vec(),
        repeat: None,
    };
    order.take(table, seat, None, |_| ())
}

/// Takes round after round, as a host does: how many, and why the next was not. `standing` is what the
/// other seats have left.
fn repeat(
    table: &mut dyn AnyMatch,
    seat: Seat,
    order: &Order,
    standing: Option<Standing>,
) -> (u32, Stopped) {
    let mut round: Option<Vec<String>> = None;
    for rounds in 1.. {
        let (taken, stopped) = order.take(table, seat, round.as_deref(), |_| ());
        if let Some(stopped) = stopped {
            return (rounds - 1 + u32::from(taken > 0), stopped);
        }
        let other = table.turn().seats().iter().find(|&other| other != seat);
        let answer = other
            .zip(standing)
            .and_then(|(other, standing)| table.standing_answer(other, standing).zip(Some(other)));
        if let Some((answer, other)) = answer {
            table
                .answer(other, answer.ask, &answer.text)
                .expect("it is allowed");
        }
        let choice = order.actions.last().expect("an order has an action");
        let repeat = order.repeat.expect("it is repeated");
        match table.next_round(seat, choice, repeat) {
            Ok(next) => round = Some(next),
            Err(stopped) => return (rounds, stopped),
        }
    }
    unreachable!("an order ends")
}

/// A match of the game whose battles are fought out, played at random until `seat` may repeat a choice with
/// at least `least` behind it: that choice with the largest number.
fn battle(seed: u64, least: u32) -> (Box<dyn AnyMatch>, Seat, String, u32) {
    let game = CATALOG.find("risk").expect("it is in the catalogue");
    let mut opening = Opening::seeded(seed);
    opening.settings = Settings::from([("rules".into(), "classic".into())]);
    let mut table = game.open(opening).expect("it opens");
    let mut dice = Dice::seeded(seed);
    loop {
        let seat = table.turn().seats().iter().next().expect("it goes on");
        let page = table.page(Viewer::Seat(seat), Lang::En, 0);
        let choices = page.ask.expect("it is asked").choices;
        let found = choices.into_iter().rev().find_map(|choice| {
            let stake = choice.repeat.filter(|stake| stake.left >= least)?;
            assert_eq!(stake.least, 1);
            Some((choice.text(0), stake.left))
        });
        match found {
            Some((text, left)) => return (table, seat, text, left),
            None => take_one(table.as_mut(), &mut dice),
        };
    }
}

#[test]
fn a_choice_is_repeated_until_it_is_won_or_few_are_left() {
    let mut stops: HashMap<&str, u32> = HashMap::new();
    for seed in 0..40 {
        for left in [0, 3] {
            let (mut table, seat, text, now) = battle(seed, 5);
            let order = Order {
                actions: vec![text],
                repeat: Some(Repeat { left }),
            };
            let before = table.steps();
            let (rounds, stopped) = repeat(table.as_mut(), seat, &order, Some(Standing::Most));
            *stops.entry(stopped.code()).or_default() += 1;
            // Each round has its roll, and costs somebody something.
            let rolls = table.chances_since(before).len() as u32;
            assert_eq!(rounds, rolls, "seed {seed}: {stopped:?}");
            assert!(rounds <= 2 * now + 40, "seed {seed}: {rounds} rounds");
            let record = table.record();
            let again = CATALOG.find("risk").expect("it is in the catalogue");
            let again = again
                .replay(&record, Opening::seeded(seed), None)
                .expect("it replays");
            assert_eq!(again.hash(), table.hash(), "seed {seed}");
            // A roll is never taken back.
            assert!(table.undo(seat).is_err(), "seed {seed}");
        }
    }
    let codes = ["won", "not-offered", "reached"];
    assert!(codes.iter().all(|code| stops[code] > 1), "{stops:?}");
    assert!(
        stops
            .keys()
            .all(|code| codes.contains(code) || *code == "over"),
        "{stops:?}"
    );
}

#[test]
fn a_repeated_order_stops_for_another_seat_and_for_another_action() {
    let mut waits = 0;
    for seed in 0..20 {
        let (mut table, seat, text, _) = battle(seed, 6);
        let order = Order {
            actions: vec![text.clone()],
            repeat: Some(Repeat::default()),
        };
        let (rounds, stopped) = repeat(table.as_mut(), seat, &order, None);
        // The neutral owner answers at once; a player must be waited for.
        if stopped == Stopped::OtherSeat {
            waits += 1;
            let other = table
                .turn()
                .seats()
                .iter()
                .next()
                .expect("somebody must answer");
            let answer = table
                .standing_answer(other, Standing::Most)
                .expect("it has a number");
            let most = table.questions().legal(other).pop();
            assert_eq!(Some(answer.text), most, "seed {seed}");
            assert!(rounds > 0 && !answer.joined);
        }
        let (mut table, seat, text, _) = battle(seed, 6);
        let single = Order::read(&text);
        single.take(table.as_mut(), seat, None, |_| ());
        while !table.turn().includes(seat) {
            take_one(table.as_mut(), &mut Dice::seeded(seed));
        }
        let legal = table.questions().legal(seat);
        let ask = table.ask(seat).expect("it is asked");
        table.answer(seat, ask, &legal[0]).expect("listed");
        if table.turn().includes(seat) {
            let next = table.next_round(seat, &text, Repeat::default());
            assert_eq!(next, Err(Stopped::Interrupted), "seed {seed}");
        }
    }
    assert!(waits > 3, "{waits}");
}

#[test]
fn what_has_nothing_at_stake_is_not_repeated() {
    let (mut table, seat, text, left) = battle(1, 5);
    let refused = |table: &dyn AnyMatch, text: &str, left| {
        let refused = table.must_repeat(seat, text, Repeat { left });
        refused
            .err()
            .map_or(String::new(), |refusals| refusals.codes().join(" "))
    };
    assert_eq!(refused(table.as_ref(), &text, left), "already-reached");
    assert_eq!(refused(table.as_ref(), &text, left - 1), "");
    assert_eq!(refused(table.as_ref(), "nonsense", 0), "unreadable");
    let hash = table.hash();
    let order = Order {
        actions: vec![text],
        repeat: Some(Repeat { left }),
    };
    let (taken, stopped) = order.take(table.as_mut(), seat, None, |_| ());
    assert!(taken == 0 && matches!(stopped, Some(Stopped::Refused(_))));
    assert_eq!(table.hash(), hash);
    for game in games() {
        let table = open(game, 1, Undo::Own);
        let seat = table.turn().seats().iter().next().expect("somebody begins");
        let legal = table.questions().legal(seat);
        let refused = table.must_repeat(seat, &legal[0], Repeat::default());
        assert_eq!(refused.unwrap_err().codes(), ["not-repeatable"]);
    }
}

/// Whoever leaves an answer tells nothing by it: it is given only where everybody sees the question.
#[test]
fn a_standing_answer_is_the_only_choice_or_the_largest_number_and_never_a_secret() {
    let mut given: HashMap<&str, u32> = HashMap::new();
    for (game, settings) in openings() {
        let mut opening = Opening::seeded(5);
        opening.settings = settings;
        let mut table = game.open(opening).expect("each value alone is allowed");
        let mut dice = Dice::seeded(5);
        assert_eq!(
            table.must_stand(Standing::Only).is_err(),
            table.has_secrets()
        );
        for _ in 0..400 {
            for seat in table.turn().seats().iter() {
                let legal = table.questions().legal(seat);
                for standing in Standing::ALL {
                    let Some(answer) = table.standing_answer(seat, standing) else {
                        continue;
                    };
                    *given.entry(standing.name()).or_default() += 1;
                    assert!(legal.contains(&answer.text), "{}", answer.text);
                    assert_eq!(table.ask(seat), Some(answer.ask));
                    match standing {
                        Standing::Only => assert!(legal.len() == 1 && !table.has_secrets()),
                        Standing::Most => assert_eq!(legal.last(), Some(&answer.text)),
                    }
                }
            }
            if take_one(table.as_mut(), &mut dice).is_none() {
                break;
            }
        }
    }
    assert!(given["only"] > 0 && given["most"] > 10, "{given:?}");
}

/// Otherwise nobody could take back anything before it: it would be given again at once.
#[test]
fn a_standing_answer_that_follows_an_own_action_is_taken_back_with_it() {
    let mut together = 0;
    for (game, settings) in openings() {
        let mut opening = Opening::seeded(5);
        (opening.settings, opening.undo) = (settings, Undo::Own);
        let mut table = game.open(opening).expect("each value alone is allowed");
        let mut standing = BySeat::default();
        standing.0.fill(Some(Standing::Only));
        let mut dice = Dice::seeded(5);
        for _ in 0..400 {
            let (before, steps) = (table.hash(), table.steps());
            let Some((seat, _)) = take_one(table.as_mut(), &mut dice) else {
                break;
            };
            let joined = table
                .standing_answer(seat, Standing::Only)
                .is_some_and(|answer| answer.joined);
            Standing::give_all(&standing, table.as_mut(), |_| ());
            if joined && table.steps() == steps + 2 {
                table.undo(seat).expect("it is one's own order");
                assert_eq!(table.hash(), before, "{}", game.card().name);
                together += 1;
                // Once more without looking back, so that it goes on.
                take_one(table.as_mut(), &mut dice);
            }
        }
    }
    assert!(
        together > 0,
        "no game leaves one choice after an own action"
    );
}

#[test]
fn an_order_takes_its_actions_one_by_one_and_goes_back_whole() {
    let mut together = 0;
    for game in games() {
        for seed in 0..6 {
            let mut single = open(game, seed, Undo::All);
            let mut dice = Dice::seeded(seed);
            // Somewhere in the middle, so that every phase is met.
            for _ in 0..seed * 7 {
                if take_one(single.as_mut(), &mut dice).is_none() {
                    break;
                }
            }
            let record = single.record();
            let mut opening = Opening::seeded(seed);
            opening.undo = Undo::All;
            let mut ordered = game.replay(&record, opening, None).expect("it replays");
            let before = ordered.hash();
            let Some(seat) = single.turn().seats().iter().next() else {
                continue;
            };
            // What the seat does until something else has its turn.
            let mut actions = Vec::new();
            while let Some(ask) = single.ask(seat).filter(|_| actions.len() < 4) {
                let legal = single.questions().legal(seat);
                let text = legal[dice.below(legal.len() as u32) as usize].clone();
                let steps = single.steps();
                single.answer(seat, ask, &text).expect("listed");
                actions.push(text);
                if single.steps() > steps + 1 {
                    break;
                }
            }
            let count = actions.len();
            actions.push("nonsense".into());
            let (taken, stopped) = order(ordered.as_mut(), seat, &actions);
            let name = game.card().name;
            assert_eq!(taken, count, "{name}");
            assert!(stopped.is_some(), "{name}: nonsense is left");
            assert_eq!(ordered.record().to_string(), single.record().to_string());
            ordered.undo(seat).expect("everything may be taken back");
            assert_eq!(ordered.hash(), before, "{name}: {actions:?}");
            together += usize::from(count > 1);
        }
    }
    assert!(together > 8, "{together}");
}

#[test]
fn an_order_whose_first_action_is_refused_changes_nothing() {
    for game in games() {
        let mut table = open(game, 1, Undo::Own);
        let seat = table.turn().seats().iter().next().expect("somebody begins");
        let (hash, ask) = (table.hash(), table.ask(seat).expect("it is asked"));
        let legal = table.questions().legal(seat);
        let (taken, stopped) = order(table.as_mut(), seat, &["nonsense".into(), legal[0].clone()]);
        assert!(taken == 0 && matches!(stopped, Some(Stopped::Refused(_))));
        let stale = table.continue_order(seat, ask + 1, &legal[0]).unwrap_err();
        assert_eq!(stale.codes(), ["stale"]);
        assert_eq!((table.hash(), table.ask(seat)), (hash, Some(ask)));
    }
}
