//! Actions, results and positions as text, right and wrong.

use super::*;

#[test]
fn actions_are_read_in_every_hand() {
    let game = seed();
    for (text, written) in [
        ("101+4", "101+4"),
        ("place 101 4", "101+4"),
        ("101", "101"),
        ("attack 101", "101"),
        ("x102", "x102"),
        ("Target 102", "x102"),
        ("d3", "d3"),
        ("DICE 3", "d3"),
        ("v2", "v2"),
        ("defend 2", "v2"),
        ("101-102+3", "101-102+3"),
        ("move 101 102 3", "101-102+3"),
        ("exchange cCc", "exchange=ccc"),
        ("exchange=tss", "exchange=sst"),
        ("discard tank", "discard=tank"),
        ("discard=c", "discard=cannon"),
        ("in 3", "in+3"),
        ("next", "pass"),
        (" end ", "end"),
        ("101+99999999", "101+65535"),
    ] {
        assert_eq!(game.write(game.read(text).unwrap()), written, "{text}");
    }
    for text in [
        "",
        "1",
        "107",
        "0101",
        "101+",
        "101-102",
        "x",
        "d",
        "dx",
        "exchange=ss",
        "exchange=ssx",
        "discard=king",
        "101--102+1",
        "+4",
        "101+-1",
        "in+",
        "é",
        "d300",
        "101 102",
    ] {
        assert!(game.read(text).is_err(), "{text:?}");
    }
    assert!(game.read(&"1".repeat(100_000)).is_err());
}

#[test]
fn what_is_missing_from_an_order_is_named() {
    let game = seed();
    for (text, missing) in [
        ("103+", "the number of armies is missing after `+`"),
        ("101-102+", "the number of armies is missing after `+`"),
        ("in+", "the number of armies is missing after `+`"),
        ("x", "the country is missing: give its id, 101 to 604"),
        ("v", "the number of dice is missing"),
        ("103+x", "`x` is not a number of armies"),
    ] {
        assert_eq!(game.read(text).unwrap_err().text.en, missing, "{text}");
    }
}

#[test]
fn results_are_read_in_any_order_of_the_dice() {
    let game = seed();
    let read = |text: &str| game.write_chance(game.read_chance(text).unwrap());
    assert_eq!(read("2,6,5/3,4"), "6,5,2/4,3");
    assert_eq!(read("6/5"), "6/5");
    assert_eq!(read("tank"), "tank");
    assert_eq!((read("1"), read("N")), ("1".into(), "n".into()));
    for text in [
        "",
        "7/1",
        "0/1",
        "6,6,6,6/1",
        "1/1,1,1",
        "6",
        "3",
        "/",
        "6/",
        "king",
        "01",
    ] {
        assert!(game.read_chance(text).is_err(), "{text:?}");
    }
}

#[test]
fn positions_are_read_as_they_were_written() {
    for game in [seed(), classic(2), classic(5)] {
        let mut dice = Dice::seeded(9);
        let mut state = game.start();
        for _ in 0..4_000 {
            let text = game.write_position(&state);
            assert_eq!(game.read_position(&text), Ok(state), "{text}");
            assert!(text.len() < 400);
            if game.turn(&state).over().is_some() {
                state = game.start();
            }
            step(&game, &mut state, &mut dice);
        }
    }
}

#[test]
fn positions_that_cannot_be_played_on_from_are_refused() {
    let game = seed();
    let good = game.write_position(&armed(&game, &[(103, 4)]));
    assert!(game.read_position(&good).is_ok());
    for (from, to, why) in [
        ("0.1.attacker", "0.3.attacker", "begins with"),
        ("0.1.attacker", "0.1.nap", "begins with"),
        ("0.1.attacker", "200.1.attacker", "rounds"),
        ("attacker.0", "attacker.3", "left to place"),
        ("attacker", "place", "left to place"),
        ("attacker", "target", "do not fit"),
        ("attacker", "exchange", "do not fit"),
        ("attacker", "deal", "countries do not fit"),
        ("a1a1a4", "c1a1a4", "`c` is not an owner"),
        ("a1a1a4", "a0a1a4", "one army or more"),
        ("a1a1a4", "a99999a1a4", "one army or more"),
        ("a1a1a4", "a60000a1a4", "that many armies"),
        ("a1a1a4", "a1a4", "fewer than 42"),
        ("a1a1a4", "a1a1a1a4", "more than 42"),
        ("14-14-14", "13-14-14", "14 cards"),
        ("14-14-14", "14-14", "piles"),
        ("-.-.0.0.00000", "-.-.0.0.00001", "attack"),
        ("-.-.0.0.00000", "101.103.0.0.00000", "attack"),
    ] {
        assert!(good.contains(from), "{from}");
        let wrong = game.read_position(&good.replacen(from, to, 1)).unwrap_err();
        assert!(
            wrong.text.en.contains(why),
            "{from} {to}: {}",
            wrong.text.en
        );
        assert!(!wrong.text.fr.is_empty());
    }
    assert!(game.read_position("").is_err());
    assert!(game.read_position(&"_".repeat(10_000)).is_err());
}

#[test]
fn equal_seats_that_are_out_are_written_with_a_cross() {
    let game = classic(3);
    let mut state = world(&game);
    for country in state.lands(Owner::NEUTRAL).iter() {
        state.give(country, Owner(2));
    }
    for country in state.lands(RED).iter() {
        state.give(country, Owner(2));
    }
    state.out = SeatSet::EMPTY.with(RED);
    let text = game.write_position(&state);
    assert!(text.contains("0-0-0.0-0-0x.0-0-0"), "{text}");
    assert_eq!(game.read_position(&text), Ok(state));
    assert!(
        game.read_position(&text.replace("0-0-0x", "0-0-0"))
            .is_err()
    );
}
