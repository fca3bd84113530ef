//! How a match ends other than by its rules: draws, leaving, clocks and claims.

use vauban_game::{Dice, Lang, Seat, Viewer};
use vauban_table::{AnyGame, Opening, Record, Undo};

use super::{BREAKTHROUGH, MUSTER, open, play_out, take_one};

#[test]
fn a_draw_needs_everybody_and_lapses_when_another_acts() {
    let mut table = open(&BREAKTHROUGH, 1, Undo::Own);
    let mut dice = Dice::seeded(1);
    let first = table.turn().seats().iter().next().expect("somebody begins");
    table.offer_draw(first).expect("anybody may offer");
    take_one(table.as_mut(), &mut dice).expect("it goes on");
    assert!(
        table.offers().draw.contains(first),
        "one's own action leaves the offer standing"
    );
    take_one(table.as_mut(), &mut dice).expect("it goes on");
    assert!(table.offers().draw.is_empty(), "the other acted instead");
    for seat in [first, first.other()] {
        table.offer_draw(seat).expect("anybody may offer");
    }
    let outcome = table.turn().over().expect("all agreed");
    assert_eq!(
        (outcome.scores(), outcome.ending.code),
        (&[0, 0][..], "agreement")
    );
    assert_eq!(table.resign(first).unwrap_err().codes(), ["match-over"]);
}

#[test]
fn an_agreed_draw_leaves_no_offer_and_says_that_it_is_over() {
    let mut table = open(&BREAKTHROUGH, 1, Undo::Own);
    for seat in [Seat(0), Seat(1)] {
        table.offer_draw(seat).expect("anybody may offer");
    }
    assert!(table.offers().draw.is_empty());
    let page = table.page(Viewer::Spectator, Lang::En, 0);
    assert_eq!(page.status.phase, "Over: a draw by agreement");
}

#[test]
fn whoever_leaves_a_game_of_many_does_not_end_it() {
    let mut table = open(&MUSTER, 1, Undo::Own);
    table.resign(Seat(4)).expect("anybody may leave");
    assert!(table.turn().over().is_none(), "the others play on");
    play_out(table.as_mut(), &mut Dice::seeded(1));
    let record = Record::read(&table.record().to_string()).expect("it can be read");
    let again = MUSTER
        .replay(&record, Opening::seeded(0), None)
        .expect("it replays");
    assert_eq!(again.hash(), table.hash());
}

#[test]
fn time_outs_end_a_match_of_two() {
    let mut table = open(&BREAKTHROUGH, 1, Undo::Own);
    table.time_out(Seat(1)).expect("it was on the clock");
    assert_eq!(
        table.turn().over().map(|outcome| outcome.ending.code),
        Some("timeout")
    );
    let text = table.record().to_string();
    assert!(
        text.contains("2:timeout") && text.contains("1/-1 timeout"),
        "{text}"
    );
}

#[test]
fn who_is_claimed_against_forfeits_by_the_rules_of_the_game() {
    let mut table = open(&BREAKTHROUGH, 1, Undo::Own);
    table.forfeit(Seat(0)).expect("it was away");
    let text = table.record().to_string();
    assert!(
        text.contains("1:forfeit") && text.contains("-1/1 forfeit"),
        "{text}"
    );
    let record = Record::read(&text).expect("it can be read");
    let again = BREAKTHROUGH
        .replay(&record, Opening::seeded(0), None)
        .expect("it replays");
    assert_eq!(again.record().to_string(), text);

    let mut table = open(&MUSTER, 1, Undo::Own);
    table.forfeit(Seat(4)).expect("it was away");
    assert!(table.turn().over().is_none(), "the others play on");
}
