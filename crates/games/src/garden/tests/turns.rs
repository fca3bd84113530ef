//! The lot, the clans, yields, reinforcement, and what counts the turns. §2, §3, §6

use super::*;
use crate::garden::{Resource, STOCK};

#[test]
fn a_lot_decides_who_begins_and_picks_a_clan_first() {
    for (lot, first) in [("!blue", BLUE), ("!red", RED)] {
        let state = after(&garden().start(), lot);
        assert_eq!((state.mover(), state.phase()), (first, Phase::Clans));
        let state = after(&state, "miners");
        assert_eq!(state.mover(), first.other());
        let state = after(&state, "cooks");
        assert_eq!((state.mover(), state.round()), (first, 1));
        assert_eq!(state.clan(first), Some(Clan::Miners));
        assert_eq!(state.phase(), Phase::Conquest);
    }
}

#[test]
fn the_lot_is_fair() {
    let mut chances = Vec::new();
    garden().chances(&garden().start(), &mut chances);
    assert_eq!(chances, [(Chance::First(BLUE), 1), (Chance::First(RED), 1)]);
}

#[test]
fn cells_yield_when_their_owners_turn_begins() {
    // Blue's d4 yields 1 stone, Red's a2 1 food... each for its own turn only.
    let state = after(&garden().start(), "!blue cooks miners");
    assert_eq!(state.resource(BLUE, Resource::Stone), 1);
    assert_eq!(state.sides[1].resources, [0; 4]);
    let state = after(&state, "end +d4 +d4");
    assert_eq!(state.mover(), RED);
    let yielded = Resource::ALL.map(|resource| garden().map().yielded(resource, state.cells(RED)));
    assert_eq!(state.sides[1].resources, yielded);
    assert_eq!(yielded.iter().sum::<u16>(), 1);
}

#[test]
fn special_cells_yield_nothing_and_nobody_has_more_than_999() {
    let sides = ["c999,999,999,998,0,0", "s0,0,0,0,0,1"];
    let state = position(
        "reinforcement",
        "-",
        ["c0,0,0,0,0,1", "s0,0,0,0,0,0"],
        "c1=b1 a5=r1",
    );
    // a5 yields 1 wood, the sky nothing.
    let next = after(&state, "+c1");
    assert_eq!(next.sides[1].resources, [0, 0, 0, 1]);
    let full = read(&format!(
        "7.12.6.reinforcement.-.{}.{}.{}",
        sides[0],
        sides[1],
        board("a4=b1 a3=b1 a5=r1")
    ));
    let next = after(&full, "+a5");
    assert_eq!(next.sides[0].resources, [999, 999, 999, 999]);
}

#[test]
fn three_creatures_come_and_two_more_for_a_zone() {
    // The grass of this garden.
    let grass = garden().map().zone(crate::garden::Soil::Grass);
    let most: String = grass.map(|cell| format!("{cell}=b1 ")).collect();
    let state = conquest(&format!("{most}a1=r1"));
    assert_eq!(garden().recruits(&state, BLUE), 5);
    let ended = after(&state, "end");
    assert_eq!(
        (ended.phase(), ended.stock(BLUE)),
        (Phase::Reinforcement, 5)
    );
    let (first, rest) = most.split_once(' ').unwrap();
    assert!(first.ends_with("=b1"));
    let state = conquest(&format!("{rest}a1=r1"));
    assert_eq!(garden().recruits(&state, BLUE), 3);
}

#[test]
fn two_zones_at_once_bring_two_creatures_each() {
    use crate::garden::Soil;
    let map = garden();
    let map = map.map();
    let both = map.zone(Soil::Grass).or(map.zone(Soil::Sand));
    let cells: String = both.map(|cell| format!("{cell}=b1 ")).collect();
    let state = conquest(&format!("{cells}a1=r1"));
    assert_eq!(after(&state, "end").stock(BLUE), 3 + 2 * 2);
}

#[test]
fn the_turn_ends_by_itself_when_all_are_placed() {
    let state = after(&conquest("d4=b1 a2=r3"), "end +d4 +d4");
    assert_eq!((state.mover(), state.stock(BLUE)), (BLUE, 1));
    let state = after(&state, "+d4");
    assert_eq!((state.mover(), state.phase()), (RED, Phase::Conquest));
    assert_eq!(on(&state, "d4"), "b4");
}

#[test]
fn creatures_without_room_wait_in_stock() {
    let state = after(&conquest("d4=b4 a2=r3"), "end +d4");
    assert_eq!((state.mover(), state.stock(BLUE)), (RED, 2));
    // No room at all: the turn ends at once.
    let state = after(&conquest("d4=b5 a2=r3"), "end");
    assert_eq!((state.mover(), state.stock(BLUE)), (RED, 3));
    let sides = ["c0,0,0,0,0,98", "s0,0,0,0,0,0"];
    let state = position("conquest", "-", sides, "d4=b5 a2=r3");
    assert_eq!(after(&state, "end").stock(BLUE), STOCK);
}

#[test]
fn a_round_is_a_turn_of_each() {
    let state = after(&conquest("d4=b5 a2=r5"), "end");
    assert_eq!((state.mover(), state.round()), (RED, 6));
    let state = after(&state, "end");
    assert_eq!((state.mover(), state.round()), (BLUE, 7));
}

#[test]
fn humans_come_by_in_one_round_of_eight() {
    let game = Garden::with_humans(7);
    let state = after_in(&game, &game.start(), "!blue cooks miners");
    assert_eq!(state.phase(), Phase::Humans);
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
    let weight = |wanted: &str| -> u32 {
        let matching = chances
            .iter()
            .filter(|(chance, _)| game.write_chance(*chance).starts_with(wanted));
        matching.map(|(_, weight)| weight).sum()
    };
    assert_eq!(8 * weight("quiet"), 7 * total);
    // The four things are equally likely, and so are the 29 cells.
    for what in ["foot", "grill", "swim", "treat"] {
        assert_eq!(32 * weight(what), total, "{what}");
    }
    assert_eq!(weight("foot-c3"), weight("foot-e5"));
    let quiet = after_in(&game, &state, "!quiet");
    assert_eq!(
        (quiet.phase(), quiet.resource(BLUE, Resource::Stone)),
        (Phase::Conquest, 1)
    );
}

fn humans(cells: &str) -> State {
    let text = format!("7.11.6.humans.-.c0,0,0,0,0,0.s0,0,0,0,0,0.{}", board(cells));
    Garden::with_humans(7).read_position(&text).unwrap()
}

#[test]
fn a_foot_kills_each_creature_by_one_roll_in_three() {
    let game = Garden::with_humans(7);
    let state = humans("d4=b3 a2=r3");
    let stepped = after_in(&game, &state, "!foot-d4");
    let mut chances = Vec::new();
    game.chances(&stepped, &mut chances);
    let weights: Vec<u32> = chances.iter().map(|(_, weight)| *weight).collect();
    assert_eq!(weights, [8, 12, 6, 1]);
    assert_eq!(on(&after_in(&game, &stepped, "!dead-2"), "d4"), "b1");
    // Nobody is there to be stepped on.
    let missed = after_in(&game, &state, "!foot-c4");
    assert_eq!(missed.phase(), Phase::Conquest);
    let lost = after_in(&game, &stepped, "!dead-3");
    assert_eq!(over(&lost), Some(("eliminated", Some(RED))));
}

#[test]
fn the_barbecue_and_the_pool_are_emptied_and_candy_feeds_its_neighbours() {
    let game = Garden::with_humans(7);
    let state = humans("d4=b3 e1=b5 c5=r2s a2=r4 a1=b1 b1=r1 b2=b2");
    let grilled = after_in(&game, &state, "!grill");
    assert_eq!(
        (on(&grilled, "e1"), on(&grilled, "c5")),
        ("-".into(), "r2s".into())
    );
    // A shelter helps against attacks and powers, not against humans; it stays.
    assert_eq!(on(&after_in(&game, &state, "!swim"), "c5"), "-s");
    let fed = after_in(&game, &state, "!treat");
    assert_eq!(
        [
            on(&fed, "a2"),
            on(&fed, "b1"),
            on(&fed, "b2"),
            on(&fed, "a1")
        ],
        ["r5", "r3", "b4", "b1"]
    );
}
