//! What a record holds, and how a match comes out of it again.

use vauban_game::{Dice, Seat, Viewer};
use vauban_table::{AnyGame, AnyMatch, Opening, Record, Step, Undo};

use super::{BREAKTHROUGH, MUSTER, STASH, games, open, play_out, take_one};

#[test]
fn a_record_replays_to_the_same_state_and_writes_itself_again() {
    for game in games() {
        for seed in 0..5 {
            let mut table = open(game, seed, Undo::Own);
            table.set_tag("Date", "2026-01-01");
            play_out(table.as_mut(), &mut Dice::seeded(seed));
            let text = table.record().to_string();
            let record = Record::read(&text).expect("what we wrote can be read");
            assert_eq!(record.to_string(), text);
            // Another seed: everything that chance did stands in the record.
            let again = game
                .replay(&record, Opening::seeded(99), None)
                .expect("it replays");
            assert_eq!(again.hash(), table.hash());
            assert_eq!(again.record().to_string(), text, "{}", game.card().name);
            for viewer in Viewer::all(table.seats()) {
                let log = |table: &dyn AnyMatch| table.log(viewer, 0, usize::MAX);
                assert_eq!(log(again.as_ref()), log(table.as_ref()));
                assert_eq!(table.record_for(viewer).to_string(), text);
            }
        }
    }
}

#[test]
fn a_record_stops_where_it_is_told_to() {
    for game in games() {
        let mut table = open(game, 4, Undo::Own);
        play_out(table.as_mut(), &mut Dice::seeded(4));
        let record = table.record();
        let half = record.steps().count() / 2;
        let mut middle = game
            .replay(&record, Opening::seeded(4), Some(half))
            .expect("half a record replays");
        assert!(middle.steps() >= half);
        play_out(middle.as_mut(), &mut Dice::seeded(5));
    }
}

#[test]
fn a_running_match_with_secrets_shows_question_marks() {
    let mut table = open(&STASH, 1, Undo::Own);
    let mut dice = Dice::seeded(1);
    take_one(table.as_mut(), &mut dice).expect("somebody hides a stash");
    for viewer in Viewer::all(2) {
        let hidden = |step: &&Step| **step == Step::Hidden;
        let record = table.record_for(viewer);
        assert_eq!(
            record.steps().filter(hidden).count(),
            1,
            "one mark, whatever is hidden"
        );
    }
    let secret = table.record_for(Viewer::Spectator);
    assert!(secret.to_string().contains("when the match is over"));
    let error = STASH
        .replay(&secret, Opening::seeded(1), None)
        .err()
        .expect("not yet");
    assert!(error.text.en.contains("hidden"), "{error}");
}

#[test]
fn whatever_was_undone_stays_in_the_record() {
    let mut table = open(&BREAKTHROUGH, 1, Undo::All);
    let mut dice = Dice::seeded(1);
    let mut undone = Vec::new();
    for _ in 0..3 {
        for _ in 0..2 {
            let (_, text) = take_one(table.as_mut(), &mut dice).expect("it goes on");
            undone.push(text);
        }
        for _ in 0..2 {
            table.undo(Seat(0)).expect("the policy allows all");
        }
    }
    let text = table.record().to_string();
    for action in undone {
        assert!(text.contains(&format!("undone: {action}")), "{text}");
    }
}

#[test]
fn an_order_is_cut_down_and_the_record_stores_what_was_done() {
    let mut table = open(&MUSTER, 5, Undo::All);
    let mut dice = Dice::seeded(5);
    loop {
        let seat = table
            .turn()
            .seats()
            .iter()
            .next()
            .expect("it is not over yet");
        let place = table
            .questions()
            .legal(seat)
            .into_iter()
            .find(|text| text.contains("+1"));
        let Some(one) = place else {
            take_one(table.as_mut(), &mut dice);
            continue;
        };
        let many = one.replace("+1", "+99");
        let ask = table.ask(seat).expect("it is on turn");
        table.answer(seat, ask, &many).expect("it is cut down");
        let kinds: Vec<&str> = table
            .last_events(Viewer::Seat(seat))
            .iter()
            .map(|event| event.kind)
            .collect();
        assert!(kinds.contains(&"trim"), "{kinds:?}");
        assert!(!table.record().to_string().contains("+99"));
        break;
    }
}
