//! Special cells, clan powers, and what lies on cells. §4.6 to §5.8, §7

use super::*;
use crate::garden::Resource;

#[test]
fn the_jet_pack_attacks_any_enemy_cell_and_is_paid_even_if_lost() {
    let state = rich(Clan::Cooks, "c1=b1 d6=b3 a2=r1 a4=r2");
    let won = after(&state, "jet-d6-a2 !10 !3");
    assert_eq!((on(&won, "a2"), on(&won, "d6")), ("b2".into(), "b1".into()));
    let lost = after(&state, "jet-d6-a2 !3 !3");
    for state in [won, lost] {
        assert_eq!(state.resource(BLUE, Resource::Metal), 4);
    }
    assert_eq!((on(&lost, "d6"), lost.points(RED)), ("b1".into(), 21));
    assert_eq!(
        codes(&lost, BLUE, "jet-c1-a4"),
        ["power-used", "power-cost", "too-few"]
    );
}

#[test]
fn the_jet_pack_needs_a_special_targets_own_cost_too() {
    let state = position(
        "conquest",
        "-",
        ["c0,5,0,2,0,0", "s0,0,0,0,0,0"],
        "c1=b1 d6=b3 c5=r1",
    );
    assert_eq!(codes(&state, BLUE, "jet-d6-c5"), ["entry-cost"]);
    let state = rich(Clan::Cooks, "c1=b1 e5=b3 c5=r1 a2=r1");
    let taken = after(&state, "jet-e5-c5 !10 !3");
    assert_eq!(taken.resource(BLUE, Resource::Wood), 6);
}

#[test]
fn candy_brings_three_more_in_this_turn_only() {
    let state = rich(Clan::Cooks, "a1=b1 d4=b1 a5=r3");
    let paid = after(&state, "candy");
    assert_eq!(paid.resource(BLUE, Resource::Food), 6);
    assert_eq!(
        (
            garden().recruits(&state, BLUE),
            garden().recruits(&paid, BLUE)
        ),
        (3, 6)
    );
    let ended = after(&paid, "end");
    assert_eq!(ended.stock(BLUE), 6);
    let next = after(&ended, "+d4 +d4 +d4 +d4 +a1 +a1 end +a5 +a5 end");
    assert_eq!((next.mover(), next.stock(BLUE)), (BLUE, 3));
}

#[test]
fn barbecue_and_pool_kill_up_to_three_beside_them() {
    let state = rich(Clan::Cooks, "e1=b1 d1=r5 e2=r2k2 c5=b1 c6=r4 a2=r1");
    let grilled = after(&state, "barbecue-d1");
    assert_eq!(
        (on(&grilled, "d1"), grilled.resource(BLUE, Resource::Stone)),
        ("r2".into(), 6)
    );
    assert_eq!(codes(&grilled, BLUE, "barbecue-e2"), ["power-used"]);
    // An emptied cell is free, and its rocks are gone.
    assert_eq!(on(&after(&state, "barbecue-e2"), "e2"), "-");
    let flooded = after(&grilled, "pool-c6");
    assert_eq!(
        (on(&flooded, "c6"), flooded.resource(BLUE, Resource::Wood)),
        ("r1".into(), 6)
    );
    assert_eq!(flooded.points(BLUE), 20);
}

#[test]
fn whatever_empties_the_last_cell_ends_the_match() {
    let state = rich(Clan::Cooks, "e1=b1 e2=r2");
    assert_eq!(
        over(&after(&state, "barbecue-e2")),
        Some(("eliminated", Some(BLUE)))
    );
    let state = rich(Clan::Cooks, "e1=b1 e2=r1");
    assert_eq!(
        over(&after(&state, "pillage-e2")),
        Some(("eliminated", Some(BLUE)))
    );
    let state = rich(Clan::Lumberjacks, "e3=b2 e2=r4");
    assert_eq!(
        over(&after(&state, "shelter-e3-e2")),
        Some(("eliminated", Some(BLUE)))
    );
}

#[test]
fn pillage_steals_two_of_the_clans_resource_and_kills_one() {
    for (clan, resource) in [
        (Clan::Cooks, Resource::Food),
        (Clan::Smiths, Resource::Metal),
        (Clan::Miners, Resource::Stone),
        (Clan::Lumberjacks, Resource::Wood),
    ] {
        let state = after(&rich(clan, "e3=b1 e2=r3"), "pillage-e2");
        assert_eq!(on(&state, "e2"), "r2");
        assert_eq!(
            (
                state.resource(BLUE, resource),
                state.resource(RED, resource)
            ),
            (11, 7)
        );
        assert_eq!(state.points(BLUE), 12);
        assert_eq!(state.sides[0].resources.iter().sum::<u16>(), 4 * 9 + 2);
    }
    let poor = position(
        "conquest",
        "-",
        ["c0,0,0,0,8,0", "s1,5,5,5,0,0"],
        "e3=b1 e2=r3",
    );
    assert_eq!(after(&poor, "pillage-e2").resource(BLUE, Resource::Food), 1);
}

#[test]
fn poison_works_at_three_turn_starts_of_either_side_on_whoever_is_there() {
    let state = after(&rich(Clan::Cooks, "e3=b5 e2=r3 a5=r5"), "poison-e2");
    assert_eq!((on(&state, "e2"), state.points(BLUE)), ("r3p3".into(), 12));
    // Red's turn starts: the garden rolls 4, whoever rolls 1 to 3 dies.
    let state = after(&state, "end");
    assert_eq!(state.phase(), Phase::Poison(cell("e2")));
    let state = after(&state, "!4");
    assert_eq!(state.phase(), Phase::Dying(cell("e2"), 4));
    let state = after(&state, "!dead-1");
    assert_eq!(
        (on(&state, "e2"), state.phase()),
        ("r2p2".into(), Phase::Conquest)
    );
    // Blue's turn starts; with a 1 nobody dies.
    let state = after(&state, "end +e2 +e2 +e2 !1");
    assert_eq!((on(&state, "e2"), state.mover()), ("r5p1".into(), BLUE));
    // Blue takes the cell, and the poison hits Blue. Three creatures had waited for room.
    let state = after(&state, "e3-e2 !20 !10 end +e3 +e3 +e3 +e3 +e2 !6 !dead-5");
    assert_eq!(on(&state, "e2"), "-");
}

#[test]
fn poison_on_a_free_cell_rolls_no_dice_but_wears_off() {
    let state = after(&conquest("e3=b5 a5=r5 e2=-p2"), "end");
    assert_eq!(
        (on(&state, "e2"), state.phase()),
        ("-p1".into(), Phase::Conquest)
    );
    let state = after(&state, "end");
    assert_eq!(on(&state, "e2"), "-");
}

#[test]
fn deaths_by_poison_have_the_right_weights() {
    let mut chances = Vec::new();
    let state = position(
        "dying-e2-4",
        "-",
        ["c0,0,0,0,0,0", "s0,0,0,0,0,0"],
        "e3=b5 e2=r2p1",
    );
    garden().chances(&state, &mut chances);
    // Each dies in 3 of 6.
    let expected = [(0, 9), (1, 18), (2, 9)].map(|(dead, ways)| (Chance::Dead(dead), ways));
    assert_eq!(chances, expected);
}

#[test]
fn poisoned_cells_are_rolled_for_in_their_order() {
    let state = after(&conquest("a2=r2p1 c3=b5p3 e2=r3p2"), "end");
    assert_eq!(state.phase(), Phase::Poison(cell("a2")));
    let state = after(&state, "!1");
    assert_eq!(state.phase(), Phase::Poison(cell("c3")));
    let state = after(&state, "!2 !dead-0");
    assert_eq!(state.phase(), Phase::Poison(cell("e2")));
    let state = after(&state, "!1");
    assert_eq!(
        [on(&state, "a2"), on(&state, "c3"), on(&state, "e2")],
        ["r2", "b5p2", "r3p1"]
    );
}

#[test]
fn weapons_last_until_the_end_of_the_next_turn() {
    let state = after(&rich(Clan::Smiths, "e3=b5 a5=r5"), "weapons-e3");
    assert_eq!(
        (on(&state, "e3"), state.dice(cell("e3"))),
        ("b5w2".into(), (5, 9))
    );
    let state = after(&state, "end end");
    assert_eq!((on(&state, "e3"), state.mover()), ("b5w1".into(), BLUE));
    let state = after(&state, "end");
    assert_eq!(on(&state, "e3"), "b5");
}

#[test]
fn weapons_go_with_those_who_take_a_cell_and_are_lost_with_a_lost_attack() {
    let state = rich(Clan::Smiths, "e3=b5w2 a5=r5 d4=r1");
    let moved = after(&state, "e3-e2");
    assert_eq!(
        (on(&moved, "e3"), on(&moved, "e2")),
        ("b1".into(), "b4w2".into())
    );
    let won = after(&state, "e3-d4 !45 !6");
    assert_eq!(
        (on(&won, "e3"), on(&won, "d4")),
        ("b1".into(), "b4w2".into())
    );
    let lost = after(&state, "e3-d4 !5 !6");
    assert_eq!(
        (on(&lost, "e3"), on(&lost, "d4")),
        ("b1".into(), "r1".into())
    );
    // Defenders keep theirs when they hold, and lose them with the cell.
    let armed = rich(Clan::Cooks, "e3=b5 a5=r5 d4=r2w1");
    assert_eq!(on(&after(&armed, "e3-d4 !10 !12"), "d4"), "r2w1");
    assert_eq!(on(&after(&armed, "e3-d4 !13 !12"), "d4"), "b4");
}

#[test]
fn rocks_hold_a_cell_for_two_turns_of_its_owner() {
    let state = after(&rich(Clan::Miners, "e3=b5 e2=r5 a5=r5"), "rocks-e2 end");
    assert_eq!((on(&state, "e2"), state.mover()), ("r5k2".into(), RED));
    assert_eq!(codes(&state, RED, "e2-d2"), ["immobilised"]);
    assert_eq!(codes(&state, RED, "e2-e3"), ["immobilised"]);
    let state = after(&state, "end");
    // Blue's turn does not count.
    assert_eq!(on(&state, "e2"), "r5k1");
    let state = after(&state, "end");
    assert_eq!(codes(&state, RED, "e2-d2"), ["immobilised"]);
    let state = after(&state, "end end");
    assert_eq!(
        (on(&state, "e2"), codes(&state, RED, "e2-d2")),
        ("r5".into(), vec![])
    );
}

#[test]
fn nobody_flies_from_under_rocks() {
    let state = rich(Clan::Miners, "c1=b1 d6=b3k1 e5=b3 a2=r1");
    assert_eq!(codes(&state, BLUE, "jet-d6-a2"), ["immobilised"]);
    assert_eq!(codes(&state, BLUE, "jet-e5-a2"), [""; 0]);
}

#[test]
fn poison_laid_again_begins_at_three_again() {
    let state = rich(Clan::Cooks, "e3=b5 e2=r3p1 a5=r5");
    let again = after(&state, "poison-e2");
    assert_eq!((on(&again, "e2"), again.points(BLUE)), ("r3p3".into(), 12));
}

#[test]
fn a_shelter_sends_no_more_than_99_into_stock() {
    let state = position(
        "conquest",
        "-",
        ["l0,0,0,0,8,0", "s0,0,0,0,0,97"],
        "e3=b3 e2=r4 a5=r1",
    );
    assert_eq!(after(&state, "shelter-e3-e2").stock(RED), 99);
}

#[test]
fn rocks_are_gone_when_the_cell_changes_hands() {
    let state = rich(Clan::Miners, "e3=b5 e2=r1k2 a5=r5");
    assert_eq!(on(&after(&state, "e3-e2 !20 !6"), "e2"), "b4");
}

#[test]
fn a_shelter_takes_the_cell_and_drives_the_enemies_into_stock() {
    let state = rich(Clan::Lumberjacks, "e3=b3 e2=r4k2w1 a5=r1");
    let built = after(&state, "shelter-e3-e2");
    assert_eq!(
        (on(&built, "e2"), on(&built, "e3")),
        ("b1s".into(), "b2".into())
    );
    assert_eq!((built.stock(RED), built.points(BLUE)), (4, 12));
    // They are placed in Red's next reinforcement.
    let red = after(&built, "end +e3 +e3 +e3 end");
    assert_eq!((red.mover(), red.stock(RED)), (RED, 7));
}

#[test]
fn a_shelter_on_a_special_cell_needs_and_spends_its_resources() {
    let state = rich(Clan::Lumberjacks, "d4=b3 c5=r2 a5=r1");
    assert_eq!(
        after(&state, "shelter-d4-c5").resource(BLUE, Resource::Wood),
        6
    );
    let poor = position(
        "conquest",
        "-",
        ["l9,9,9,2,9,0", "s0,0,0,0,0,0"],
        "d4=b3 c5=r2",
    );
    assert_eq!(codes(&poor, BLUE, "shelter-d4-c5"), ["entry-cost"]);
}

#[test]
fn a_shelter_absorbs_the_first_attack_that_would_win() {
    let state = rich(Clan::Smiths, "e3=b5w2 e2=r1s a5=r1");
    let held = after(&state, "e3-e2 !20 !1");
    assert_eq!(
        (on(&held, "e3"), on(&held, "e2")),
        ("b5w2".into(), "r1".into())
    );
    assert_eq!((held.points(BLUE), held.points(RED)), (20, 20));
    // An attack that is lost anyway leaves it standing.
    let lost = after(&state, "e3-e2 !5 !6");
    assert_eq!(
        (on(&lost, "e3"), on(&lost, "e2"), lost.points(RED)),
        ("b1".into(), "r1s".into(), 21)
    );
    // The next one takes the cell.
    assert_eq!(on(&after(&held, "e3-e2 !20 !1"), "e2"), "b4w2");
}

#[test]
fn a_shelter_absorbs_a_power_which_is_paid_for() {
    for (clan, power) in [
        (Clan::Cooks, "pillage-e2"),
        (Clan::Cooks, "poison-e2"),
        (Clan::Miners, "rocks-e2"),
        (Clan::Lumberjacks, "shelter-e3-e2"),
    ] {
        let state = after(&rich(clan, "e3=b3 e2=r4s a5=r1"), power);
        assert_eq!(
            (on(&state, "e2"), on(&state, "e3")),
            ("r4".into(), "b3".into()),
            "{power}"
        );
        assert_eq!(state.points(BLUE), 12);
        assert_eq!((state.sides[1].resources, state.stock(RED)), ([9; 4], 0));
    }
    let state = after(&rich(Clan::Cooks, "e1=b3 e2=r4s a5=r1"), "barbecue-e2");
    assert_eq!(
        (on(&state, "e2"), state.resource(BLUE, Resource::Stone)),
        ("r4".into(), 6)
    );
}

#[test]
fn poison_that_was_there_before_works_in_a_shelter_and_the_shelter_stays() {
    let state = after(&conquest("e3=b5 e2=r1p1s a5=r5"), "end !6 !dead-1");
    assert_eq!(on(&state, "e2"), "-s");
}
