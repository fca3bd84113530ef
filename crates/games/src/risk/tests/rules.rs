//! One case per numbered rule of the game for two.

use vauban_game::{Settings, Setup};

use super::*;

// 2. The beginning

#[test]
fn each_of_three_gets_14_countries_one_by_one_with_the_chance_of_its_places() {
    let game = seed();
    let mut state = game.start();
    play(&game, &mut state, "deal");
    let weights = |state: &State| {
        let mut chances = Vec::new();
        game.chances(state, &mut chances);
        chances
            .into_iter()
            .map(|(_, weight)| weight)
            .collect::<Vec<_>>()
    };
    assert_eq!(weights(&state), [14, 14, 14]);
    play(&game, &mut state, "!1 !1 !n");
    assert_eq!(weights(&state), [12, 14, 13]);
    assert_eq!(state.lands(BLUE), [at(101), at(102)].into_iter().collect());
    for _ in 0..12 {
        play(&game, &mut state, "!1");
    }
    assert_eq!(weights(&state), [14, 13]);
    for _ in 0..14 {
        play(&game, &mut state, "!2");
    }
    for _ in 0..13 {
        play(&game, &mut state, "!n");
    }
    assert_eq!(state.phase(), Phase::Place);
    for owner in [Owner(0), Owner(1), Owner::NEUTRAL] {
        assert_eq!(state.lands(owner).len(), 14);
    }
    // §2.2 The neutral armies stand at once.
    assert_eq!(state.total(Owner::NEUTRAL), 42);
    assert_eq!((state.total(BLUE), state.left()), (14, 28));
}

#[test]
fn neutral_armies_go_where_neutral_countries_are_well_connected() {
    let mut state = world(&seed());
    for country in state.lands(Owner::NEUTRAL).iter() {
        if ![301, 302, 309].contains(&country.id()) {
            state.give(country, Owner(0));
        }
    }
    // 302 borders on both others: weights 2, 1, 2 by id.
    let placed = crate::risk::agents::heuristic::placement(&state, Owner::NEUTRAL, 5);
    assert_eq!([301, 302, 309].map(|id| placed[at(id).index()]), [2, 2, 1]);
    assert_eq!(placed.iter().sum::<u16>(), 5);
}

#[test]
fn one_player_places_all_its_armies_then_the_other_then_the_first_begins() {
    let game = seed();
    let mut state = world(&game);
    (state.phase, state.left) = (Phase::Place, 28);
    play(&game, &mut state, "101+20 102+8");
    assert_eq!((state.mover(), state.left()), (RED, 28));
    assert_eq!(state.armies(at(101)), 21);
    play(&game, &mut state, "201+28");
    assert_eq!((state.phase(), state.mover()), (Phase::Attacker, BLUE));
}

#[test]
fn asking_for_more_than_is_left_is_cut_down_to_what_is_left() {
    let game = seed();
    let mut state = world(&game);
    (state.phase, state.left) = (Phase::Place, 4);
    let cut = |text: &str, seat| game.write(game.trim(&state, seat, game.read(text).unwrap()));
    assert_eq!(cut("101+9", BLUE), "101+4");
    assert_eq!(cut("101+4", BLUE), "101+4");
    assert_eq!(cut("101+9", RED), "101+9");
    assert_eq!(cut("101-102+9", BLUE), "101-102+9");
}

// 3. A turn

#[test]
fn a_turn_goes_from_attacker_to_target_to_dice_to_defence() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4), (105, 2), (207, 2)]);
    // 103 has 207 and 505 around; 105 has 505 and 507.
    assert_eq!(legal(&game, &state), ["103", "105", "pass"]);
    play(&game, &mut state, "103");
    assert_eq!(legal(&game, &state), ["x207", "x505"]);
    play(&game, &mut state, "x207");
    assert_eq!(legal(&game, &state), ["d1", "d2", "d3"]);
    play(&game, &mut state, "d2");
    assert_eq!(game.turn(&state), Turn::One(RED));
    assert_eq!(legal(&game, &state), ["v1", "v2"]);
    play(&game, &mut state, "v1");
    assert_eq!(game.turn(&state), Turn::Chance);
}

#[test]
fn the_neutral_owner_defends_with_as_many_dice_as_it_may_without_being_asked() {
    let game = seed();
    for (armies, guard) in [(1, 1), (2, 2), (9, 2)] {
        let mut state = armed(&game, &[(105, 4), (507, armies)]);
        play(&game, &mut state, "105 x507 d3");
        assert_eq!(game.turn(&state), Turn::Chance);
        assert_eq!(state.battle().guard, guard);
    }
}

// 4. The roll

#[test]
fn the_five_examples_cost_what_they_must() {
    let game = seed();
    for (dice, guard, roll, attackers, defenders) in [
        ("d3", "v1", "!6,1,1/3", 5, 4),
        ("d3", "v2", "!5,2,2/4,3", 4, 4),
        ("d3", "v2", "!4,1,1/6,1", 3, 5),
        ("d1", "v2", "!6/5,4", 5, 4),
        ("d2", "v2", "!3,3/4,3", 3, 5),
    ] {
        let mut state = armed(&game, &[(103, 5), (207, 5)]);
        play(
            &game,
            &mut state,
            &format!("103 x207 {dice} {guard} {roll}"),
        );
        let found = (state.armies(at(103)), state.armies(at(207)));
        assert_eq!(found, (attackers, defenders), "{roll}");
    }
}

#[test]
fn a_country_without_armies_passes_to_the_attacker_with_one_of_his() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4), (207, 1)]);
    play(&game, &mut state, "103 x207 d3 v1 !6,5,1/5");
    assert_eq!(state.owner(at(207)), Some(Owner(0)));
    assert_eq!((state.armies(at(103)), state.armies(at(207))), (3, 1));
    assert_eq!(state.phase(), Phase::Card);
}

// 5. Cards

#[test]
fn who_takes_a_country_draws_and_who_does_not_may_still_exchange() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4)]);
    play(&game, &mut state, "103 x207 d3 v1 !6,5,1/5 card !tank");
    assert_eq!(state.hand(BLUE), Cards([0, 1, 0]));
    // Fewer than three cards: straight to the moves.
    assert_eq!(state.phase(), Phase::Move);

    let mut state = armed(&game, &[(103, 4)]);
    hold(&mut state, BLUE, "sss");
    play(&game, &mut state, "103 x207 d3 v1 !4,3,1/5");
    assert_eq!(state.phase(), Phase::Exchange);
    play(&game, &mut state, "exchange=sss");
    assert_eq!((state.phase(), state.left()), (Phase::Reinforce, 3));
    assert_eq!(state.discard(), Cards([3, 0, 0]));
    play(&game, &mut state, "101+1 102+2");
    assert_eq!(state.phase(), Phase::Move);
}

#[test]
fn with_five_cards_one_is_put_away_before_the_draw() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4)]);
    hold(&mut state, BLUE, "ssttc");
    play(&game, &mut state, "103 x207 d3 v1 !6,5,1/5");
    assert_eq!(
        legal(&game, &state),
        ["discard=soldier", "discard=tank", "discard=cannon"]
    );
    play(&game, &mut state, "discard=cannon");
    assert_eq!(state.hand(BLUE).len(), 4);
    assert_eq!(state.discard(), Cards([0, 0, 1]));
    play(&game, &mut state, "card !soldier");
    assert_eq!(state.hand(BLUE), Cards([3, 2, 0]));
    assert_eq!(legal(&game, &state), ["exchange=sss", "pass"]);
    play(&game, &mut state, "pass");
    assert_eq!(state.phase(), Phase::Move);
}

#[test]
fn whoever_holds_three_cards_is_asked_even_without_a_set() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4)]);
    hold(&mut state, BLUE, "stc");
    play(&game, &mut state, "103 x207 d1 v1 !1/5");
    assert_eq!(legal(&game, &state), ["pass"]);
}

#[test]
fn sets_bring_three_five_or_eight_armies() {
    let game = seed();
    for (set, armies) in [("sss", 3), ("ttt", 5), ("ccc", 8)] {
        let mut state = armed(&game, &[(103, 4)]);
        hold(&mut state, BLUE, set);
        play(
            &game,
            &mut state,
            &format!("103 x207 d1 v1 !1/5 exchange={set}"),
        );
        assert_eq!(state.left(), armies);
    }
}

#[test]
fn an_empty_draw_pile_is_the_discard_pile_shuffled() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4)]);
    state.discard = std::mem::take(&mut state.draw);
    state.discard = state.discard.minus(Cards([14, 13, 14]));
    state.hands[1] = Cards([14, 13, 14]);
    play(&game, &mut state, "103 x207 d3 v1 !6,5,1/5 card");
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    assert_eq!(chances, [(Chance::Card(Kind::Tank), 1)]);
    play(&game, &mut state, "!tank");
    assert!(state.discard().is_empty() && state.draw_pile().is_empty());
}

#[test]
fn a_turn_that_is_passed_has_no_step_for_cards() {
    let game = seed();
    let mut state = world(&game);
    hold(&mut state, BLUE, "sss");
    play(&game, &mut state, "pass");
    assert_eq!(state.phase(), Phase::Move);
}

// 6. Moves

#[test]
fn armies_move_over_one_border_and_one_stays() {
    let game = seed();
    let mut state = armed(&game, &[(101, 3)]);
    play(&game, &mut state, "pass");
    assert_eq!(
        legal(&game, &state),
        [
            "101-102+1",
            "101-102+2",
            "101-105+1",
            "101-105+2",
            "101-106+1",
            "101-106+2",
            "end"
        ]
    );
    play(&game, &mut state, "101-102+2 end");
    assert_eq!((state.armies(at(101)), state.armies(at(102))), (1, 3));
    assert_eq!((state.mover(), state.phase()), (RED, Phase::Attacker));
}

#[test]
fn there_are_twenty_moves_in_a_turn() {
    let game = seed();
    let mut state = armed(&game, &[(101, 2)]);
    play(&game, &mut state, "pass");
    for _ in 0..10 {
        play(&game, &mut state, "101-102+1 102-101+1");
    }
    assert_eq!(legal(&game, &state), ["end"]);
    assert_eq!(codes(&game, &state, BLUE, "101-102+1"), ["too-many-moves"]);
}

// 7. The end

#[test]
fn two_thirds_of_the_world_win_at_once() {
    let game = seed();
    let mut state = armed(&game, &[(105, 4)]);
    for country in state
        .lands(Owner::NEUTRAL)
        .iter()
        .filter(|country| country.id() != 507)
    {
        state.give(country, Owner(0));
    }
    assert_eq!(state.lands(BLUE).len(), 27);
    play(&game, &mut state, "105 x507 d3 !6,6,6/5");
    let over = game.turn(&state).over().unwrap();
    assert_eq!((over.winner(), over.ending.code), (Some(BLUE), "share"));
}

#[test]
fn another_share_can_be_chosen() {
    let game = Risk::new(&SEED, 2, Some(15));
    let mut state = armed(&game, &[(105, 4)]);
    play(&game, &mut state, "105 x507 d3 !6,6,6/5");
    assert_eq!(game.turn(&state).over().unwrap().ending.code, "share");
}

#[test]
fn who_takes_the_last_country_of_the_other_wins() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4)]);
    for country in state
        .lands(RED)
        .iter()
        .filter(|country| country.id() != 207)
    {
        state.give(country, Owner::NEUTRAL);
    }
    play(&game, &mut state, "103 x207 d3 v1 !6,6,6/5");
    let over = game.turn(&state).over().unwrap();
    assert_eq!((over.winner(), over.ending.code), (Some(BLUE), "alone"));
    // The neutral owner still holds most of the world.
    assert_eq!(over.ending.text.en, "because no other player is left");
}

#[test]
fn after_200_rounds_countries_count_then_armies() {
    let game = seed();
    for (red_armies, winner) in [(5, Some(RED)), (4, None), (3, Some(BLUE))] {
        let mut state = armed(&game, &[(101, 4), (201, red_armies)]);
        (state.round, state.mover) = (199, RED);
        play(&game, &mut state, "pass end");
        let over = game.turn(&state).over().unwrap();
        assert_eq!((over.winner(), over.ending.code), (winner, "rounds"));
    }
    let mut state = armed(&game, &[(101, 40)]);
    state.give(at(505), Owner(1));
    (state.round, state.mover) = (199, RED);
    play(&game, &mut state, "pass end");
    assert_eq!(game.turn(&state).over().unwrap().winner(), Some(RED));
}

#[test]
fn a_round_is_one_turn_of_each() {
    let game = seed();
    let mut state = armed(&game, &[(101, 2)]);
    play(&game, &mut state, "pass end");
    assert_eq!(state.round(), 0);
    play(&game, &mut state, "pass end");
    assert_eq!((state.round(), state.mover()), (1, BLUE));
}

#[test]
fn when_nobody_can_attack_any_more_the_match_is_counted() {
    let game = seed();
    let mut state = armed(&game, &[(309, 30)]);
    play(&game, &mut state, "pass end");
    let over = game.turn(&state).over().unwrap();
    assert_eq!((over.winner(), over.ending.code), (None, "dead-end"));
}

// 8. What is open

#[test]
fn a_hand_is_seen_by_its_holder_and_counted_by_all() {
    use vauban_game::Viewer;
    let game = seed();
    let mut one = world(&game);
    let mut two = one;
    // As long as nobody holds a card, nobody knows more than another.
    let before = [BLUE, RED].map(|seat| game.view(&one, Viewer::Seat(seat)));
    assert_eq!(before[0], before[1]);
    hold(&mut one, BLUE, "ss");
    hold(&mut two, BLUE, "cc");
    for viewer in [Viewer::Seat(RED), Viewer::Spectator] {
        let view = game.view(&one, viewer);
        assert_eq!(view, game.view(&two, viewer));
        assert_eq!((view.held(BLUE), view.draw_pile()), (2, 40));
        assert_ne!(view.own_hand().map(|(_, hand)| hand.len()), Some(2));
    }
    let own = game.view(&one, Viewer::Seat(BLUE));
    assert_ne!(own, game.view(&two, Viewer::Seat(BLUE)));
    assert_eq!(own.own_hand(), Some((BLUE, Cards([2, 0, 0]))));
}

#[test]
fn a_drawn_card_is_told_to_who_drew_it() {
    use vauban_game::{Happening, Viewer, tell};
    let game = seed();
    let mut before = world(&game);
    before.phase = Phase::Drawing;
    let told = |viewer| {
        let chance = Chance::Card(Kind::Cannon);
        let mut after = before;
        game.settle(&mut after, chance);
        assert_eq!(
            game.chance_shown(&before, chance, viewer),
            viewer == Viewer::Seat(BLUE)
        );
        let events = tell(&game, &before, Happening::Chance(chance), &after, viewer);
        events.iter().any(|event| event.text.en.contains("cannon"))
    };
    assert!(told(Viewer::Seat(BLUE)));
    assert!(!told(Viewer::Seat(RED)) && !told(Viewer::Spectator));
}

/// §7.7 Rounds without a conquest are counted, and a conquest begins the count again.
#[test]
fn after_too_many_rounds_without_a_conquest_the_match_is_counted() {
    let ended = |stagnation: &str, calm_since: u8| {
        let game = stagnating(stagnation);
        let mut state = armed(&game, &[(101, 3)]);
        (state.round, state.calm_since) = (4, calm_since);
        state.mover = Seat(1);
        state.phase = Phase::Move;
        game.act(&mut state, Seat(1), Action::End);
        match game.turn(&state) {
            Turn::Over(outcome) => Some(outcome.ending.code),
            _ => None,
        }
    };
    assert_eq!(ended("5", 0), Some("stagnation"));
    assert_eq!(ended("6", 0), None);
    assert_eq!(ended("5", 2), None);
    assert_eq!(ended("3", 2), Some("stagnation"));
    assert_eq!(ended("0", 0), None);
}

/// §7.7, §8.3
#[test]
fn a_position_says_since_when_nothing_was_taken_or_counts_from_its_own_round() {
    let game = stagnating("30");
    let mut state = armed(&game, &[(101, 3)]);
    (state.round, state.mover, state.phase) = (40, Seat(1), Phase::Move);
    for (calm_since, step) in [(40, "0._"), (41, "0.c41_"), (15, "0.c15_")] {
        state.calm_since = calm_since;
        let text = game.write_position(&state);
        assert!(text.starts_with(&format!("40.2.move.0.{step}")), "{text}");
        assert_eq!(game.read_position(&text), Ok(state));
    }
    // A position of a match without the option may come late in a match, and is not over at once.
    let old = Risk::default().write_position(&State {
        calm_since: 0,
        ..state
    });
    assert_eq!(game.read_position(&old).map(|state| state.calm()), Ok(0));
    let over = game.write_position(&State {
        calm_since: 10,
        ..state
    });
    assert!(game.read_position(&over).is_err(), "{over}");
    let never = game.write_position(&state).replace(".c15_", ".c42_");
    assert!(game.read_position(&never).is_err(), "{never}");
}

fn stagnating(rounds: &str) -> Risk {
    let chosen = Settings::from([("stagnation".to_owned(), rounds.to_owned())]);
    let (seats, settings) = Risk::CARD.complete(&chosen, None, 1).unwrap();
    Risk::setup(&settings, seats).unwrap()
}
