//! Taking back: everything, one's own, with consent, and in secret.

use vauban_catalog::CATALOG;
use vauban_game::{Dice, Lang, Seat, Settings, Viewer};
use vauban_table::{AnyGame, AnyMatch, Opening, Record, Step, Undo};

use super::{BREAKTHROUGH, MUSTER, STASH, games, open, play_out, take_one};

#[test]
fn everything_can_be_taken_back_and_the_same_rolls_come_again() {
    for game in games() {
        let mut table = open(game, 8, Undo::All);
        let start = table.hash();
        let actions = play_out(table.as_mut(), &mut Dice::seeded(8));
        let end = table.hash();
        for _ in &actions {
            table.undo(Seat(0)).expect("the policy allows all");
        }
        assert_eq!(table.hash(), start, "{}", game.card().name);
        assert!(table.undo(Seat(0)).is_err(), "nothing is left");
        for (seat, text) in &actions {
            let ask = table.ask(*seat).expect("it is on turn again");
            table.answer(*seat, ask, text).expect("it was legal");
        }
        assert_eq!(table.hash(), end, "{}", game.card().name);
        // What was undone stays in the record as a comment, and the record still replays.
        let record = Record::read(&table.record().to_string()).expect("it can be read");
        assert_eq!(
            game.replay(&record, Opening::seeded(0), None)
                .expect("it replays")
                .hash(),
            end
        );
    }
}

#[test]
fn alone_one_takes_back_only_ones_own_last_action() {
    let mut table = open(&BREAKTHROUGH, 1, Undo::Own);
    let mut dice = Dice::seeded(1);
    let (first, _) = take_one(table.as_mut(), &mut dice).expect("it has begun");
    let start_of_second = table.hash();
    assert_eq!(
        table.undo(first.other()).unwrap_err().codes(),
        ["undo-needs-consent"]
    );
    take_one(table.as_mut(), &mut dice).expect("it goes on");
    assert_eq!(
        table.undo(first).unwrap_err().codes(),
        ["undo-needs-consent"]
    );
    table.undo(first.other()).expect("its own last action");
    assert_eq!(table.hash(), start_of_second);
}

#[test]
fn nobody_takes_back_a_roll_or_a_revealed_secret_alone() {
    for game in [&STASH as &dyn AnyGame, &MUSTER] {
        let mut table = open(game, 2, Undo::Own);
        let mut dice = Dice::seeded(2);
        while let Some((seat, _)) = take_one(table.as_mut(), &mut dice) {
            let rolled = table
                .record()
                .steps()
                .last()
                .is_some_and(|step| matches!(step, Step::Chance(_)));
            if rolled {
                assert!(table.undo(seat).is_err(), "{}", game.card().name);
            }
        }
    }
}

#[test]
fn with_consent_one_takes_back_across_the_others() {
    let mut table = open(&BREAKTHROUGH, 1, Undo::Ask);
    let mut dice = Dice::seeded(1);
    let start = table.hash();
    let (first, _) = take_one(table.as_mut(), &mut dice).expect("it has begun");
    take_one(table.as_mut(), &mut dice).expect("it goes on");
    assert_eq!(
        table.undo(first).unwrap_err().codes(),
        ["undo-needs-consent"]
    );
    assert_eq!(
        table.consent(first, true).unwrap_err().codes(),
        ["no-undo-wish"]
    );
    table.ask_undo(first).expect("it has acted");
    table
        .consent(first.other(), false)
        .expect("a refusal is an answer");
    assert!(table.offers().undo.is_none());
    table.ask_undo(first).expect("it may ask again");
    table
        .consent(first.other(), true)
        .expect("an agreement is an answer");
    assert_eq!(table.hash(), start);
}

#[test]
fn in_secret_placement_one_takes_back_ones_own_and_the_other_notices_nothing() {
    let game = CATALOG.find("guerre").expect("it is on the shelf");
    for undo in [Undo::Own, Undo::All] {
        let mut opening = Opening::seeded(6);
        opening.undo = undo;
        opening.settings = Settings::from([("setup".to_owned(), "hidden".to_owned())]);
        let mut table = game.open(opening).expect("it opens");
        let [north, south] = [Seat(0), Seat(1)];
        let seen_by = |table: &dyn AnyMatch, seat| {
            let page = table.page(Viewer::Seat(seat), Lang::En, 0);
            serde_json::to_string(&page).expect("a page is JSON")
        };
        let place = |table: &mut dyn AnyMatch, seat, text| {
            let ask = table.ask(seat).expect("it sets up");
            table.answer(seat, ask, text).expect("it is allowed");
        };
        let empty = table.hash();
        place(table.as_mut(), north, "place C A1");
        place(table.as_mut(), south, "place C T1");
        let (before, record) = (
            seen_by(&*table, south),
            table.record_for(Viewer::Seat(south)),
        );
        table.undo(north).expect("its own, and nobody knew");
        assert_eq!(
            seen_by(&*table, south),
            before,
            "not a byte tells South of it"
        );
        assert_eq!(table.record_for(Viewer::Seat(south)), record);
        // North may place the unit anew, and what South did still stands.
        place(table.as_mut(), north, "place C A1");
        table.undo(north).expect("its own again");
        table.undo(south).expect("South's own");
        assert_eq!(table.hash(), empty);
    }
}
