//! Orders of several actions.

use super::*;

/// Several actions in one order are the same steps as one by one, and are taken back together.
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
            let ask = ordered.ask(seat).expect("it is on turn");
            let done = ordered
                .order(seat, ask, &actions)
                .expect("the first is legal");
            let name = game.card().name;
            assert_eq!(done.taken, count, "{name}");
            assert!(done.stopped.is_some(), "{name}: nonsense is left");
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
        let refused = table.order(seat, ask, &["nonsense".into(), legal[0].clone()]);
        assert_eq!(refused.unwrap_err().codes(), ["unreadable"]);
        assert_eq!(
            table.order(seat, ask, &[]).unwrap_err().codes(),
            ["empty-order"]
        );
        let stale = table.order(seat, ask + 1, &legal[..1]).unwrap_err();
        assert_eq!(stale.codes(), ["stale"]);
        assert_eq!((table.hash(), table.ask(seat)), (hash, Some(ask)));
    }
}
