//! Ten positions that the beam must solve, each within 6,000 nodes.

use vauban_search::Beam;

use super::*;
use crate::{
    guerre::{End, Judge},
    tactics::{turn, turn_of},
};

const NODES: u64 = 6_000;

fn beam() -> Beam<Guerre, Judge> {
    Beam::new(Judge::default())
}

/// Where the turn of the side to move leads.
fn solved(arsenals: &str, turn: &str, north: &str, south: &str) -> (Guerre, Vec<String>, State) {
    let game = Guerre::default();
    let state = standing(&game, turn, arsenals, north, south);
    let played = turn_of(&game, &state, NODES, beam());
    (game, played.actions, played.end)
}

const ALL: &str = "B15.D8~T3.T23";

#[test]
fn wins_by_the_last_arsenal() {
    let (_, played, end) = solved("B15.D8~T23", "n5", "cR22 iD8", "iA1 iA2");
    assert_eq!(end.end(), Some(End::Arsenals(NORTH)), "{played:?}");
    assert_eq!(played, ["R22-T23"], "no detours");
}

#[test]
fn wins_by_two_arsenals_in_one_turn() {
    // The relay on T8 feeds the row along which the second rider comes.
    let (_, played, end) = solved(ALL, "n5", "cR22 cT5 rT8 iD8", "iA1 iA2");
    assert_eq!(end.end(), Some(End::Arsenals(NORTH)), "{played:?}");
}

#[test]
fn wins_after_moving_the_relay_that_feeds_the_rider() {
    // The rider on S5 is cut off until the relay comes into column 8.
    let (_, played, end) = solved("B15.D8~T3", "n5", "cT5 rcT10 iD8", "iA1 iA2");
    assert_eq!(end.end(), Some(End::Arsenals(NORTH)), "{played:?}");
}

#[test]
fn wins_by_the_last_fighter() {
    let (_, played, end) = solved(ALL, "n5", "iB8 iD8", "iB6 rO23");
    assert_eq!(end.end(), Some(End::Army(NORTH)), "{played:?}");
}

#[test]
fn destroys_by_a_charge_of_two() {
    let (game, played, end) = solved(ALL, "n5", "cL8 cK8 iD8", "iO8 iT4 iT22");
    assert_eq!(places(&game, &end, SOUTH).len(), 2, "{played:?}");
}

/// No move of South's ends the match at once.
fn holds(game: &Guerre, state: &State) -> bool {
    let mut state = state.clone();
    if state.mover() == NORTH {
        game.act(&mut state, NORTH, Action::End);
    }
    legal(game, &state).into_iter().all(|action| {
        let mut after = state.clone();
        game.act(&mut after, SOUTH, action);
        after.end().is_none()
    })
}

/// South's cavalry is fed by the relay on F3, two steps from D8, North's last arsenal.
const RAID_ON_D8: &str = "cF6 rF3 iT3";

#[test]
fn guards_the_last_arsenal() {
    let (game, played, end) = solved("D8~T3.T23", "n5", "iD9 iC9", RAID_ON_D8);
    assert!(holds(&game, &end), "{played:?}");
}

#[test]
fn does_not_fall_for_a_unit_while_the_arsenal_hangs() {
    // A9 is cut off and could be taken, but then nobody guards D8.
    let south = format!("{RAID_ON_D8} iA9");
    let (game, played, end) = solved("D8~T3.T23", "n5", "iD9", &south);
    assert!(holds(&game, &end), "{played:?}");
}

#[test]
fn prefers_an_arsenal_to_a_unit() {
    let (_, played, end) = solved(ALL, "n1", "cR22 iB8 iD8", "iB6 iK2 iL2 rM25");
    assert_eq!(end.standing[1].count_ones(), 1, "{played:?}");
}

#[test]
fn takes_what_is_cut_off() {
    let (game, played, end) = solved(ALL, "n5", "iB8 iD8", "iB6 iT4 iT22 rO23");
    assert_eq!(places(&game, &end, SOUTH).len(), 3, "{played:?}");
}

#[test]
fn retreats_first_and_still_wins() {
    let (_, played, end) = solved("B15.D8~T23", "n5", "cR22 iD7r iD8", "iA1 iA2");
    assert_eq!(end.end(), Some(End::Arsenals(NORTH)), "{played:?}");
    assert!(played[0].starts_with("D7"), "{played:?}");
}

#[test]
fn follows_the_same_plan_if_it_is_lost_in_between() {
    let game = Guerre::default();
    let mut dice = Dice::seeded(4);
    for _ in 0..3 {
        let state = melee(&game, &mut dice);
        let kept = turn_of(&game, &state, 2_000, beam());
        let lost = turn(&game, &state, 2_000, || Some(Box::new(beam())));
        assert_eq!(kept.actions, lost.actions);
        assert!(kept.actions.len() > 1, "{:?}", kept.actions);
    }
}
