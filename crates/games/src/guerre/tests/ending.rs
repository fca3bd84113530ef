//! §9, and that every game ends.

use vauban_game::{Actions, Case, Dice, Ending, Repetition, Turn};

use super::*;

/// Whoever the victory tree says has won.
fn winners(game: &Guerre, state: &State) -> Vec<Seat> {
    let wins = |&seat: &Seat| {
        let case = Case {
            game,
            state,
            seat,
            action: Action::End,
        };
        game.victory_rules().check(&case).is_ok()
    };
    [NORTH, SOUTH].into_iter().filter(wins).collect()
}

fn over(game: &Guerre, state: &State) -> (&'static str, Option<Seat>) {
    match game.turn(state) {
        Turn::Over(outcome) => (outcome.ending.code, outcome.winner()),
        other => panic!("not over: {other:?}"),
    }
}

/// §9.1
#[test]
fn both_arsenals_or_the_whole_army_decide() {
    let game = Guerre::default();
    let mut state = standing(&game, "n5", "D8~T3", "cS3 rD3 iD7", "iM4");
    let events = play(&game, &mut state, "S3 T3");
    assert_eq!(kinds(&events), ["move", "arsenal", "victory"]);
    assert_eq!(over(&game, &state), ("arsenals", Some(NORTH)));
    let army = position(&game, "n5", "iD8", "rT3 rcT4");
    assert_eq!(over(&game, &army), ("army", Some(NORTH)));
}

/// §9.1: a loss in retreat counts as well.
#[test]
fn an_army_can_be_lost_by_a_retreat_that_cannot_be_made() {
    let game = Guerre::default();
    let mut state = position(&game, "s5", "iJ1r rD8", "iT3");
    let events = play(&game, &mut state, "end");
    assert_eq!(kinds(&events), ["end", "destroyed", "victory"]);
    assert_eq!(over(&game, &state), ("army", Some(SOUTH)));
}

/// §9.2
#[test]
fn nobody_acts_when_it_is_over() {
    let game = Guerre::default();
    let state = position(&game, "n5", "iD8", "rT3");
    assert!(legal(&game, &state).is_empty());
    assert_eq!(codes(&game, &state, "end"), ["game-over"]);
    assert_eq!(codes(&game, &state, "D8 D7"), ["game-over"]);
    // Whose turn it would be is of no interest then.
    assert_eq!(codes_for(&game, &state, SOUTH, "end"), ["game-over"]);
}

/// §9.4
#[test]
fn turn_starts_count_for_repetition_and_the_order_of_slots_does_not() {
    let game = Guerre::default();
    assert_eq!(game.repetition(), Repetition::Draw { times: 3 });
    let start = game.start();
    let mut state = start.clone();
    assert!(game.landmark(&state));
    // Two cavalry change places: another state, the same position.
    for order in [
        "H3 F2", "end", "end", "H4 H3", "end", "end", "F2 G2", "end", "end", "G2 H2", "end", "end",
    ] {
        play(&game, &mut state, order);
    }
    play(&game, &mut state, "H2 H4");
    assert!(!game.landmark(&state));
    for _ in 0..2 {
        play(&game, &mut state, "end");
    }
    assert!(game.landmark(&state));
    assert_ne!(state, start);
    assert_eq!(game.key(&state), game.key(&start));
}

/// §9.5, §9.6
#[test]
fn quiet_and_long_games_are_drawn() {
    let game = Guerre::default();
    let mut state = game.start();
    for half_turn in 1..=80 {
        assert_eq!(game.turn(&state), Turn::One(state.mover()), "{half_turn}");
        play(&game, &mut state, "end");
    }
    assert_eq!(over(&game, &state), ("quiet", None));
    let text = game
        .write_position(&game.start())
        .replacen("n5.0.0", "n5.0.599", 1);
    let mut state = game.read_position(&text).unwrap();
    play(&game, &mut state, "end");
    assert_eq!(over(&game, &state), ("long", None));
    assert_eq!(Ending::REPETITION.code, "repetition");
}

/// §9.5
#[test]
fn a_retreat_breaks_the_quiet() {
    let game = Guerre::default();
    let text = "n5.79.200_B15.D8~T3.T23_iD7r.iD8~iT4";
    let mut state = game.read_position(text).unwrap();
    play(&game, &mut state, "D7 D6");
    play(&game, &mut state, "end");
    assert_eq!(game.turn(&state), Turn::One(SOUTH));
}

#[test]
fn a_thousand_random_games_end_and_the_victory_tree_agrees() {
    let options: [&[(&str, &str)]; 4] = [
        &[],
        &[("rules", "debord")],
        &[("relay_contact", "no"), ("first", "south")],
        &[("charge_lines", "all")],
    ];
    let games: Vec<Guerre> = options.into_iter().map(game).collect();
    let mut dice = Dice::seeded(11);
    let mut actions = Actions::new();
    let mut endings = std::collections::BTreeMap::new();
    for round in 0..1_000 {
        let game = &games[round % games.len()];
        let mut state = game.start();
        loop {
            let seat = match game.turn(&state) {
                Turn::Over(outcome) => {
                    *endings.entry(outcome.ending.code).or_insert(0) += 1;
                    let winners = winners(game, &state);
                    assert_eq!(winners.first().copied(), outcome.winner());
                    break;
                }
                _ => state.mover(),
            };
            actions.clear();
            game.actions(&state, seat, &mut actions);
            assert!(!actions.is_empty(), "{}", game.write_position(&state));
            game.act(&mut state, seat, dice.choose(&actions));
        }
    }
    assert_eq!(endings.values().sum::<i32>(), 1_000);
}
