//! The programs: the rules of thumb step by step, and who beats whom.

use vauban_game::{Agent, Budget, Position, SearchMemory, Viewer};
use vauban_search::Uniform;

use super::*;
use crate::risk::{Deep, Heuristic, agents::heuristic::discard};

fn thumb(game: &Risk, state: &State, seat: Seat) -> String {
    let view = game.view(state, Viewer::Seat(seat));
    let position = Position::new(game, seat, &view, Dice::seeded(1));
    let thought = Heuristic.think(&position, &Budget::default(), &mut SearchMemory::default());
    game.write(thought.action)
}

#[test]
fn it_attacks_from_most_armies_then_most_own_borders_then_the_lowest_id() {
    let game = seed();
    assert_eq!(
        thumb(&game, &armed(&game, &[(103, 3), (105, 4)]), BLUE),
        "105"
    );
    // 105 has three own neighbours and 402; 103 has two.
    assert_eq!(
        thumb(&game, &armed(&game, &[(103, 4), (105, 4)]), BLUE),
        "105"
    );
    // Both have two own neighbours.
    assert_eq!(
        thumb(&game, &armed(&game, &[(103, 4), (501, 4)]), BLUE),
        "501"
    );
    assert_eq!(
        thumb(&game, &armed(&game, &[(103, 4), (503, 4)]), BLUE),
        "103"
    );
    assert_eq!(thumb(&game, &world(&game), BLUE), "pass");
}

#[test]
fn it_attacks_the_fewest_armies_then_most_borders_with_its_own() {
    let game = seed();
    let mut state = armed(&game, &[(105, 4), (505, 2), (507, 2)]);
    state.battle = Battle::from(at(105));
    state.phase = Phase::Target;
    // 505 borders on 103, 105 and 503; 507 on 105, 501 and 503.
    assert_eq!(thumb(&game, &state, BLUE), "x505");
    state.set_armies(at(507), 1);
    assert_eq!(thumb(&game, &state, BLUE), "x507");
}

#[test]
fn it_rolls_all_dice_it_may() {
    let game = seed();
    for (armies, dice) in [(2, "d1"), (3, "d2"), (4, "d3"), (9, "d3")] {
        let mut state = armed(&game, &[(103, armies)]);
        play(&game, &mut state, "103 x207");
        assert_eq!(thumb(&game, &state, BLUE), dice);
    }
    for (armies, dice) in [(1, "v1"), (2, "v2"), (7, "v2")] {
        let mut state = armed(&game, &[(103, 4), (207, armies)]);
        play(&game, &mut state, "103 x207 d3");
        assert_eq!(thumb(&game, &state, RED), dice);
    }
}

#[test]
fn it_puts_away_what_the_table_says() {
    let table = "500 S, 410 S, 401 S, 320 T, 311 T, 302 C, 230 S, 221 C, 212 T, 203 S, 140 S, 131 S, 122 S, \
                 113 S, 104 S, 050 T, 041 T, 032 C, 023 T, 014 T, 005 C";
    let entries: Vec<&str> = table.split(", ").collect();
    assert_eq!(entries.len(), 21);
    for entry in entries {
        let (hand, kind) = entry.split_once(' ').unwrap();
        let counts: Vec<u8> = hand.bytes().map(|digit| digit - b'0').collect();
        let found = discard(Cards(counts.try_into().unwrap()));
        assert_eq!(
            found.letter().to_ascii_uppercase().to_string(),
            kind,
            "{hand}"
        );
    }
}

#[test]
fn it_exchanges_as_soon_as_it_can_and_strengthens_the_weakest() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4), (101, 2)]);
    hold(&mut state, BLUE, "sssc");
    play(&game, &mut state, "103 x207 d1 v1 !1/6");
    assert_eq!(thumb(&game, &state, BLUE), "exchange=sss");
    play(&game, &mut state, "exchange=sss");
    assert_eq!(thumb(&game, &state, BLUE), "102+1");
}

#[test]
fn a_surrounded_country_keeps_one_army_and_sends_the_rest_outwards() {
    let game = seed();
    let mut state = armed(&game, &[(106, 5), (103, 2)]);
    play(&game, &mut state, "pass");
    // 101, 104 and 106 are inside; of 106's neighbours 102 is at the front.
    assert_eq!(thumb(&game, &state, BLUE), "106-102+4");
    play(&game, &mut state, "106-102+4");
    assert_eq!(thumb(&game, &state, BLUE), "end");
}

#[test]
fn it_places_all_its_first_armies_by_weight() {
    let game = seed();
    let mut state = begun(&game, &mut Dice::seeded(2));
    for country in state.lands(BLUE).iter() {
        state.set_armies(country, 1);
    }
    (state.phase, state.left, state.mover) = (Phase::Place, 28, BLUE);
    let plan = crate::risk::agents::heuristic::placement(&state, Owner(0), 28);
    while state.phase() == Phase::Place && state.mover() == BLUE {
        let text = thumb(&game, &state, BLUE);
        play(&game, &mut state, &text);
    }
    for country in state.lands(BLUE).iter() {
        assert_eq!(
            state.armies(country),
            plan[country.index()] + 1,
            "{country}"
        );
    }
}

/// Plays a match between programs; the score of seat 1.
fn duel(game: &Risk, seats: &mut [&mut dyn Agent<Risk>; 2], seed: u64) -> i16 {
    let mut dice = Dice::seeded(seed);
    let mut state = game.start();
    let mut memory = SearchMemory::default();
    for _ in 0..60_000 {
        match game.turn(&state) {
            Turn::Over(outcome) => return outcome.score(BLUE),
            Turn::One(seat) => {
                let view = game.view(&state, Viewer::Seat(seat));
                let agent = &mut seats[seat.index()];
                let position = Position::new(game, seat, &view, Dice::seeded(dice.roll()));
                let thought = agent.think(&position, &Budget::default(), &mut memory);
                assert!(
                    game.check(&state, seat, thought.action).is_ok(),
                    "{thought:?}"
                );
                game.act(&mut state, seat, thought.action);
            }
            _ => step(game, &mut state, &mut dice),
        }
    }
    panic!("no end comes")
}

/// The sum of seat 1's scores with the sides changing, over `matches` pairs.
fn series(game: &Risk, one: &mut dyn Agent<Risk>, two: &mut dyn Agent<Risk>, pairs: u64) -> i16 {
    (0..pairs)
        .map(|seed| {
            let first = duel(game, &mut [one, two], seed);
            first - duel(game, &mut [two, one], seed)
        })
        .sum()
}

#[test]
fn rules_of_thumb_beat_chance_and_looking_ahead_beats_rules_of_thumb() {
    let pairs = 10;
    for game in [seed(), classic(2)] {
        let thumb = series(&game, &mut Heuristic, &mut Uniform, pairs);
        let deep = series(&game, &mut Deep::default(), &mut Heuristic, pairs);
        println!(
            "{}: thumb {thumb}, deep {deep} of {}",
            game.variant().word,
            2 * pairs
        );
        assert!(thumb > 8, "{}: {thumb}", game.variant().word);
        assert!(deep > 8, "{}: {deep}", game.variant().word);
    }
}
