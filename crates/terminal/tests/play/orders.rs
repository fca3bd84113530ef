//! Orders of several actions, repeated ones, and answers left behind, in a real game with battles.

use vauban_catalog::CATALOG;
use vauban_terminal::Chair;

use crate::seated::{Seated, agent, open_as, options};

/// The first seat, with 40 armies, may attack the 30 of the second as often as it likes.
const BATTLE: &str = "1.1.attacker.0.0._a40b30n1n1n1n1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1a1b1\
    _0-0-0.0-0-0.0-0-0.0-0-0.0-0-0.0-0-0_14-14-14.0-0-0_-.-.0.0.00000";

fn battle(against: Chair) -> Seated {
    let game = CATALOG.find("risk").expect("it is in the catalogue");
    let table = open_as(game, &[("rules", "classic")], |opening| {
        opening.position = Some(BATTLE.to_owned());
    });
    Seated::new(table, &[Chair::Person, against], &options(), (160, 50))
}

#[test]
fn a_line_holds_several_actions_and_says_how_far_it_came() {
    let mut seated = battle(Chair::Person);
    seated.enter("101; x102; 105");
    assert_eq!(seated.steps(), 2);
    seated.sees("2 of 3 actions taken");
    seated.enter("revert");
    assert_eq!(seated.steps(), 0);
    seated.enter("nonsense; x102");
    seated.sees("✗");
    assert_eq!(seated.steps(), 0);
}

#[test]
fn an_attack_on_a_program_is_repeated_until_few_are_left() {
    let mut seated = battle(agent("uniform"));
    seated.enter("101; x102; d3 until 30");
    seated.sees("rounds, then: only the number you wanted to keep is left");
    // Each round has four actions and a roll.
    assert!(
        seated.steps() >= 25 && seated.steps().is_multiple_of(5),
        "{}",
        seated.steps()
    );
    seated.enter("101; x102 until won");
    seated.sees("this choice cannot be repeated");
}

#[test]
fn a_repeated_attack_waits_for_nobody_but_programs_and_left_answers() {
    let mut seated = battle(Chair::Person);
    seated.enter("101; x102; d3 until won");
    seated.sees("1 round, then: another player must answer");
    seated.enter("stand only");
    seated.sees("✗ this game has secrets");
    // The screen is the defender's now.
    seated.enter("stand most");
    assert_eq!(seated.steps(), 5, "what is open is answered at once");
    seated.enter("101; x102; d3 until won");
    seated.sees("rounds, then: it ");
    assert!(seated.steps() > 50);
    seated.enter("stand");
    seated.sees("write `stand only|most|off`");
}
