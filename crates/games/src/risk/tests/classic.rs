//! The rules that `rules=classic` changes. §9

use super::*;

#[test]
fn armies_and_countries_follow_the_number_of_players() {
    let mut dice = Dice::seeded(1);
    for (players, armies, lands) in [
        (2, 40, vec![14, 14]),
        (3, 35, vec![14, 14, 14]),
        (4, 30, vec![11, 11, 10, 10]),
        (5, 25, vec![9, 9, 8, 8, 8]),
        (6, 20, vec![7; 6]),
    ] {
        let game = classic(players);
        let state = begun(&game, &mut dice);
        let seats = || (0..players).map(Seat);
        let held: Vec<usize> = seats().map(|seat| state.lands(seat).len()).collect();
        assert_eq!(held, lands, "{players}");
        for seat in seats() {
            // Seat 1 already has its first reinforcements to place, not yet on the map.
            assert_eq!(state.total(seat), armies, "{players} {seat}");
        }
        let neutral = if players == 2 { 40 } else { 0 };
        assert_eq!(state.total(Owner::NEUTRAL), neutral);
        assert_eq!((state.phase(), state.mover()), (Phase::Reinforce, BLUE));
    }
}

#[test]
fn a_turn_brings_a_third_of_the_countries_and_whole_continents() {
    let game = classic(2);
    let mut state = world(&game);
    // Blue holds Africa and South America: 14 / 3 + 3 + 2.
    state.mover = RED;
    play(&game, &mut state, "pass end");
    assert_eq!((state.mover(), state.left()), (BLUE, 9));
    play(&game, &mut state, "101+9");
    assert_eq!(state.phase(), Phase::Attacker);
    // A handful of countries still brings three.
    for country in state
        .lands(RED)
        .iter()
        .filter(|country| country.id() != 601)
    {
        state.give(country, Owner::NEUTRAL);
    }
    play(&game, &mut state, "pass end");
    assert_eq!((state.mover(), state.left()), (RED, 3));
}

#[test]
fn attacks_go_on_until_one_goes_on_and_then_one_card_is_drawn() {
    let game = classic(2);
    let mut state = armed(&game, &[(103, 9)]);
    play(&game, &mut state, "103 x207 d3 v1 !1,1,1/1");
    assert_eq!(state.phase(), Phase::Attacker);
    play(
        &game,
        &mut state,
        "103 x207 d3 v1 !6,1,1/1 in+4 103 x505 d3 !6,1,1/1",
    );
    // Three armies may go in, and three dice were rolled: nobody is asked.
    assert_eq!(state.phase(), Phase::Attacker);
    assert_eq!((state.armies(at(207)), state.armies(at(505))), (4, 3));
    play(&game, &mut state, "pass card !tank");
    assert_eq!((state.phase(), state.hand(BLUE).len()), (Phase::Move, 1));
}

#[test]
fn who_takes_nothing_draws_nothing() {
    let game = classic(2);
    let mut state = armed(&game, &[(103, 9)]);
    play(&game, &mut state, "103 x207 d3 v1 !1,1,1/1 pass");
    assert_eq!(state.phase(), Phase::Move);
}

#[test]
fn at_least_the_dice_go_in_and_one_stays() {
    let game = classic(2);
    let mut state = armed(&game, &[(103, 6)]);
    play(&game, &mut state, "103 x207 d3 v1 !6,1,1/1");
    assert_eq!(legal(&game, &state), ["in+3", "in+4", "in+5"]);
    play(&game, &mut state, "in+4");
    assert_eq!((state.armies(at(103)), state.armies(at(207))), (2, 4));
}

#[test]
fn one_move_along_a_chain_of_own_countries() {
    let game = classic(2);
    let mut state = armed(&game, &[(104, 3)]);
    play(&game, &mut state, "pass 104-401+2");
    assert_eq!(state.armies(at(401)), 3);
    assert_eq!(legal(&game, &state), ["end"]);
}

#[test]
fn sets_come_before_the_reinforcements_and_five_cards_leave_no_choice() {
    let game = classic(2);
    let mut state = world(&game);
    hold(&mut state, RED, "sssttttc");
    play(&game, &mut state, "pass end");
    assert_eq!(state.phase(), Phase::Exchange);
    assert_eq!(legal(&game, &state), ["exchange=sss", "exchange=ttt"]);
    play(&game, &mut state, "exchange=sss");
    assert_eq!(legal(&game, &state), ["exchange=ttt"]);
    play(&game, &mut state, "exchange=ttt");
    // Asia is Red's: 14 / 3 + 7, and 3 and 5 for the sets.
    assert_eq!((state.phase(), state.left()), (Phase::Reinforce, 4 + 7 + 8));
}

#[test]
fn three_or_four_cards_may_be_kept_and_so_may_five_without_a_set() {
    let game = classic(2);
    for (cards, allowed) in [("sss", true), ("ssttc", true), ("sssst", false)] {
        let mut state = world(&game);
        hold(&mut state, RED, cards);
        play(&game, &mut state, "pass end");
        assert_eq!(
            codes(&game, &state, RED, "pass").is_empty(),
            allowed,
            "{cards}"
        );
    }
}

/// Red's last country is 207, next to Blue's 103; Yellow holds the rest of Red's.
fn last_country() -> (Risk, State) {
    let game = classic(3);
    let mut state = armed(&game, &[(103, 5)]);
    for country in Country::all() {
        let owner = match state.owner(country) {
            Some(Owner(0)) => Owner(0),
            _ if country == at(207) => Owner(1),
            _ => Owner(2),
        };
        state.give(country, owner);
    }
    (game, state)
}

#[test]
fn the_cards_of_who_is_out_go_to_the_conqueror_who_exchanges_at_once() {
    let (game, mut state) = last_country();
    hold(&mut state, BLUE, "ss");
    hold(&mut state, RED, "sstt");
    play(&game, &mut state, "103 x207 d3 v1 !6,1,1/1 in+3");
    assert!(state.out().contains(RED));
    assert_eq!(
        (state.phase(), state.hand(BLUE)),
        (Phase::Exchange, Cards([4, 2, 0]))
    );
    assert_eq!(legal(&game, &state), ["exchange=sss"]);
    play(&game, &mut state, "exchange=sss");
    // Three are left, which need not be exchanged.
    assert_eq!(legal(&game, &state), ["pass"]);
    play(&game, &mut state, "pass 103+3");
    assert_eq!(state.phase(), Phase::Attacker);
    play(&game, &mut state, "pass card !cannon end");
    assert_eq!(state.mover(), Seat(2));
}

#[test]
fn who_is_out_is_passed_over_and_a_round_ends_all_the_same() {
    let (game, mut state) = last_country();
    play(
        &game,
        &mut state,
        "103 x207 d3 v1 !6,1,1/1 in+3 pass card !cannon end",
    );
    assert_eq!((state.mover(), state.round()), (Seat(2), 0));
    let left = state.left();
    play(&game, &mut state, &format!("301+{left} pass end"));
    assert_eq!((state.mover(), state.round()), (BLUE, 1));
}

#[test]
fn the_whole_world_wins_or_the_share_that_was_chosen() {
    let game = Risk::new(&CLASSIC, 3, Some(15));
    let (_, mut state) = last_country();
    play(&game, &mut state, "103 x207 d3 v1 !6,1,1/1");
    assert_eq!(game.turn(&state).over().unwrap().winner(), Some(BLUE));
}

#[test]
fn all_42_countries_are_the_whole_world() {
    let game = classic(2);
    let mut state = armed(&game, &[(103, 4)]);
    for country in Country::all().filter(|country| country.id() != 207) {
        state.give(country, Owner(0));
    }
    play(&game, &mut state, "103 x207 d3 v1 !6,6,6/5");
    let over = game.turn(&state).over().unwrap();
    assert_eq!((over.winner(), over.ending.code), (Some(BLUE), "world"));
    assert_eq!(over.ending.text.en, "by holding the whole world");
    let text = game.write_position(&state);
    assert_eq!(game.read_position(&text), Ok(state));
}

#[test]
fn after_200_rounds_those_who_share_the_first_place_draw_and_the_others_lose() {
    let game = classic(3);
    // 14 countries each; the armies decide.
    for (armies, scores) in [
        ([4, 4, 1], [0, 0, -1]),
        ([4, 1, 4], [0, -1, 0]),
        ([4, 4, 4], [0, 0, 0]),
        ([1, 4, 1], [-1, 1, -1]),
    ] {
        let mut state = world(&game);
        for country in state.lands(Owner::NEUTRAL).iter() {
            state.give(country, Owner(2));
        }
        for (id, armies) in [101, 201, 301].into_iter().zip(armies) {
            state.set_armies(at(id), armies);
        }
        (state.round, state.mover) = (199, Seat(2));
        play(&game, &mut state, "pass end");
        let over = game.turn(&state).over().unwrap();
        assert_eq!((over.scores(), over.ending.code), (&scores[..], "rounds"));
    }
}

#[test]
fn nobody_able_to_attack_is_no_end_where_new_armies_come() {
    let game = classic(2);
    let mut state = world(&game);
    play(&game, &mut state, "pass end");
    assert_eq!((state.phase(), state.mover()), (Phase::Reinforce, RED));
}

#[test]
fn who_leaves_loses_and_the_others_play_on() {
    let (game, mut state) = last_country();
    hold(&mut state, BLUE, "sst");
    assert!(game.abandon(&mut state, BLUE));
    assert_eq!(state.owner(at(101)), Some(Owner::NEUTRAL));
    assert_eq!((state.mover(), state.phase()), (RED, Phase::Reinforce));
    assert_eq!(state.discard(), Cards([2, 1, 0]));
    assert!(game.abandon(&mut state, Seat(2)));
    let over = game.turn(&state).over().unwrap();
    assert_eq!(
        (over.scores(), over.ending.code),
        (&[-1, 1, -1][..], "alone")
    );
    // With two players a resignation is the table's business.
    let mut state = world(&classic(2));
    assert!(!classic(2).abandon(&mut state, BLUE));
}

#[test]
fn a_defender_who_leaves_defends_as_the_neutral_owner() {
    let (game, mut state) = last_country();
    play(&game, &mut state, "103 x207 d3");
    assert_eq!(game.turn(&state), Turn::One(RED));
    assert!(game.abandon(&mut state, RED));
    assert_eq!((game.turn(&state), state.battle().guard), (Turn::Chance, 1));
}

#[test]
fn leaving_at_any_moment_leaves_a_match_that_goes_on() {
    for seed in 0..40 {
        let game = classic(3 + (seed % 4) as u8);
        let mut dice = Dice::seeded(seed);
        let mut state = game.start();
        for number in 0..2_000 {
            if game.turn(&state).over().is_some() {
                break;
            }
            step(&game, &mut state, &mut dice);
            if number % 37 == 0 {
                let seat = Seat(dice.below(game.seats().into()) as u8);
                game.abandon(&mut state, seat);
                assert!(!game.turn(&state).includes(seat));
                let text = game.write_position(&state);
                assert_eq!(game.read_position(&text), Ok(state), "{text}");
            }
            if let Turn::One(_) = game.turn(&state) {
                assert!(!legal(&game, &state).is_empty());
            }
        }
    }
}

#[test]
fn seed_is_for_two() {
    use vauban_game::{Settings, Setup};
    let settings = |pairs: &[(&str, &str)]| -> Settings {
        let chosen = pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Risk::CARD.complete(&chosen.collect(), None, 1).unwrap().1
    };
    assert!(Risk::setup(&settings(&[]), 3).is_err());
    let game = Risk::setup(&settings(&[("rules", "classic")]), 3).unwrap();
    assert_eq!((game.seats(), game.win()), (3, 42));
    assert_eq!(
        Risk::setup(&settings(&[("win", "20")]), 2).unwrap().win(),
        20
    );
    assert_eq!(Risk::setup(&settings(&[]), 2).unwrap().win(), 28);
}
