//! Orders of several actions: each a step of its own, all taken back together.

use super::*;
use vauban_table::Stopped;

/// Takes `actions` one after another, as a host does; how many were taken, and why the next was not.
fn order(table: &mut dyn AnyMatch, seat: Seat, actions: &[String]) -> (usize, Option<Stopped>) {
    let mut rolled = false;
    for (taken, text) in actions.iter().enumerate() {
        let (steps, ask) = (table.steps(), table.ask(seat).unwrap_or(0));
        let stopped = match taken {
            0 => table.answer(seat, ask, text).err().map(Stopped::Refused),
            _ => Stopped::before_next(table.turn(), seat, rolled).or_else(|| {
                let refused = table.continue_order(seat, ask, text).err();
                refused.map(Stopped::Refused)
            }),
        };
        if stopped.is_some() {
            return (taken, stopped);
        }
        rolled = table.steps() > steps + 1;
    }
    (actions.len(), None)
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
