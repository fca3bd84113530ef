//! Pages of the past are what was seen then, copies go their own ways, and a step takes little memory.

use serde_json::{Value, json};
use vauban_game::{Dice, Lang, Seat, Viewer};
use vauban_laws::times;
use vauban_table::{AnyMatch, Opening, Page, Undo};

use super::{games, open, openings, play_out, take_one};

/// A page without what belongs to the present only.
fn past(mut page: Page) -> Value {
    page.ask = None;
    page.clocks = None;
    page.offers = Default::default();
    json!(page)
}

fn seen(table: &dyn AnyMatch) -> Vec<Value> {
    let viewers = Viewer::all(table.seats());
    viewers
        .map(|viewer| past(table.page(viewer, Lang::En, 0)))
        .collect()
}

/// Also across what was taken back since, and across the states that are kept.
#[test]
fn a_page_of_the_past_is_the_page_that_was_seen() {
    for (game, settings) in openings() {
        let mut opening = Opening::seeded(4);
        opening.settings = settings.clone();
        opening.undo = Undo::All;
        let mut table = game.open(opening).expect("each value alone is allowed");
        let mut dice = Dice::seeded(4);
        // What was seen, with the step after which it was.
        let mut then: Vec<(usize, Vec<Value>)> = vec![(table.steps(), seen(table.as_ref()))];
        let mut by = Vec::new();
        // By the defaults farther than the states that are kept lie apart.
        let most = match settings.is_empty() {
            true => 200,
            false => times("VAUBAN_PAST", 40, 200),
        };
        for number in 1..=most {
            let Some((seat, _)) = take_one(table.as_mut(), &mut dice) else {
                break;
            };
            by.push(seat);
            then.push((table.steps(), seen(table.as_ref())));
            if number % 40 == 0 {
                // By whoever did it: where sides act unseen, each takes back its own.
                for _ in 0..3 {
                    let seat = by.pop().expect("somebody has acted");
                    table.undo(seat).expect("the policy allows all");
                }
                let steps = table.steps();
                then.retain(|(step, _)| *step <= steps);
            }
        }
        // Somebody goes: that is announced with the last step.
        if table.turn().over().is_none() && table.resign(Seat(0)).is_ok() {
            then.push((table.steps(), seen(table.as_ref())));
        }
        assert!(then.len() > 2, "{}", game.card().name);
        for (step, pages) in &then {
            for (viewer, page) in Viewer::all(table.seats()).zip(pages) {
                let again = table.past_page(viewer, *step, Lang::En);
                let again = past(again.expect("there are so many steps"));
                let name = game.card().name;
                assert_eq!(again, *page, "{name} {settings:?}, step {step}");
            }
        }
        let beyond = table.steps() + 1;
        assert!(
            table
                .past_page(Viewer::Spectator, beyond, Lang::En)
                .is_none()
        );
    }
}

#[test]
fn a_copy_goes_its_own_way() {
    for game in games() {
        let mut table = open(game, 6, Undo::All);
        let mut dice = Dice::seeded(6);
        for _ in 0..70 {
            take_one(table.as_mut(), &mut dice);
        }
        let (hash, pages) = (table.hash(), seen(table.as_ref()));
        let record = table.record();
        let mut copy = table.copy();
        assert_eq!((copy.hash(), copy.record()), (hash, record.clone()));
        for _ in 0..5 {
            copy.undo(Seat(0)).expect("the policy allows all");
        }
        play_out(copy.as_mut(), &mut dice);
        assert_ne!(copy.record(), record, "{}", game.card().name);
        assert_eq!(seen(table.as_ref()), pages, "{}", game.card().name);
        assert_eq!((table.hash(), table.record()), (hash, record));
        let before = copy.record();
        play_out(table.as_mut(), &mut dice);
        assert_eq!(copy.record(), before, "{}", game.card().name);
    }
}

/// A tenth of what a step took in 0.3, where the leanest took 2,700 bytes.
#[test]
fn a_step_takes_little_memory() {
    const MOST: usize = 270;
    for (game, settings) in openings() {
        let mut opening = Opening::seeded(5);
        opening.settings = settings;
        let mut table = game.open(opening).expect("each value alone is allowed");
        let mut dice = Dice::seeded(5);
        let mut at = Vec::new();
        for _ in 0..1_500 {
            if take_one(table.as_mut(), &mut dice).is_none() {
                break;
            }
            at.push((table.steps(), table.bytes()));
        }
        // The first steps fill the newest entries of the logs, which every match has.
        let (first, last) = (at[at.len() / 4], at[at.len() - 1]);
        let a_step = last.1.saturating_sub(first.1) / (last.0 - first.0).max(1);
        println!(
            "{}: {a_step} bytes a step, {} in all",
            game.card().name,
            last.1
        );
        assert!(
            at.len() < 200 || a_step <= MOST,
            "{}: {a_step}",
            game.card().name
        );
    }
}
