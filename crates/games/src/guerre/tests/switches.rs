//! The switches that override a rule set: each by itself, then all at random.

use vauban_game::{Dice, Turn, Values};

use super::{agreement::assert_sampled_agreement, communications::walked, *};
use crate::guerre::{Army, Deployed, Doctrine, setup::switches::SWITCHES};

/// The values of every switch in a rule set, as records write them.
fn values(rules: &str) -> Vec<(&'static str, String)> {
    let game = game(&[("rules", rules)]);
    let value = |name: &'static str| game.in_force().get(name).cloned().unwrap_or_default();
    SWITCHES
        .iter()
        .map(|switch| (switch.name, value(switch.name)))
        .collect()
}

/// §12.2 The table of the three rule sets.
#[test]
fn the_three_rule_sets_have_the_values_of_the_rulebook() {
    let table = [
        ("attack_timing", ["each_move", "end_of_turn", "end_of_turn"]),
        ("charge_lines", ["initiator", "all", "all"]),
        ("relay_contact", ["yes", "yes", "no"]),
        ("relay_support", ["2", "2", "0"]),
        ("relay_offline_defence", ["0", "0", "1"]),
        ("offline_cuts", ["yes", "yes", "yes"]),
        ("two_arsenals", ["yes", "no", "no"]),
        ("retreat_into_arsenal", ["no", "no", "no"]),
        ("relays_lost", ["no", "no", "yes"]),
        ("moves", ["5", "5", "5"]),
    ];
    for (column, rules) in ["bordeaux", "debord", "rsg"].into_iter().enumerate() {
        let expected = table.map(|(name, values)| (name, values[column].to_owned()));
        assert_eq!(values(rules), expected, "{rules}");
        for lang in vauban_game::Lang::ALL {
            let book = vauban_game::Explain::rulebook(&Guerre::default(), lang);
            for (name, values) in table {
                let row = format!("| {name} | {} |", values.join(" | "));
                assert!(book.contains(&row), "{row}");
            }
        }
    }
    assert_eq!(game(&[("rules", "rsg")]).rule_set().name, "rsg");
}

/// §6.10
#[test]
fn a_relay_lends_its_defence_as_far_as_the_switch_says() {
    for (support, defence) in [("2", 7), ("1", 6), ("0", 6), ("3", 7)] {
        let game = game(&[("relay_support", support)]);
        let state = position(&game, "n5", "iL8 cK7 cK8", "iM8 rO8");
        let total = battle(&game, &state, NORTH, "L8", "M8").1;
        assert_eq!(total, defence, "{support}");
    }
    // Its own square it defends in any case.
    let game = game(&[("relay_support", "0")]);
    let state = position(&game, "n5", "iS4", "rT4");
    assert_eq!(battle(&game, &state, NORTH, "S4", "T4").1, 1);
}

/// §3.9
#[test]
fn a_relay_that_is_cut_off_defends_itself_if_the_switch_says_so() {
    for (value, outcome) in [("0", (4, 0, "destroyed")), ("1", (4, 1, "destroyed"))] {
        let game = game(&[("relay_offline_defence", value)]);
        let state = position(&game, "n5", "iD8", "rC9 iE12");
        assert!(!in_communication(&game, &state, SOUTH, "C9"));
        assert_eq!(battle(&game, &state, NORTH, "D8", "C9"), outcome);
        // A fighting unit beside it gets nothing of that.
        let state = position(&game, "n5", "iD8", "iC8 rC9");
        assert_eq!(battle(&game, &state, NORTH, "D8", "C8").1, 0);
    }
}

/// §3.8
#[test]
fn a_unit_that_is_cut_off_stops_lines_only_if_the_switch_says_so() {
    // South's infantry on G15 is far from home, in the line of North's arsenal B15.
    let reached = |value: &str| {
        let game = game(&[("offline_cuts", value)]);
        let state = position(&game, "n5", "iJ15", "iG15 iS3");
        assert!(!in_communication(&game, &state, SOUTH, "G15"));
        in_communication(&game, &state, NORTH, "J15")
    };
    assert!(!reached("yes"));
    assert!(reached("no"));
}

/// §8.6
#[test]
fn a_second_arsenal_falls_in_one_turn_only_if_the_switch_says_so() {
    for timing in ["each_move", "end_of_turn"] {
        let options = |two| [("attack_timing", timing), ("two_arsenals", two)];
        let raided = |two| {
            let game = game(&options(two));
            // The relay in the arsenal's column brings communications to whoever raids.
            let mut state = position(&game, "n5", "cS4 cS22 rS8 iB14", "iJ1");
            play(&game, &mut state, "S4 T3");
            (game, state)
        };
        let (game, state) = raided("no");
        let code = if timing == "each_move" {
            "second-arsenal"
        } else {
            "second-strike"
        };
        assert_eq!(codes(&game, &state, "S22 T23"), [code], "{timing}");
        let text = game.write_position(&state);
        assert!(text.starts_with("n4.x.0.a_"), "{text}");
        assert_eq!(game.read_position(&text), Ok(state));
        let (game, mut state) = raided("yes");
        play(&game, &mut state, "S22 T23");
        assert!(matches!(game.turn(&state), Turn::Over(_)), "{timing}");
    }
}

/// §5.3
#[test]
fn a_retreat_into_an_arsenal_destroys_it_if_the_switch_says_so() {
    let units = ("iS4r iB14", "iJ1 rT25");
    let no = game(&[]);
    let state = position(&no, "n5", &format!("{} rS8", units.0), units.1);
    assert_eq!(codes(&no, &state, "S4 T3"), ["retreat-into-arsenal"]);
    for timing in ["each_move", "end_of_turn"] {
        let game = game(&[("retreat_into_arsenal", "yes"), ("attack_timing", timing)]);
        let mut state = position(&game, "n5", &format!("{} rS8", units.0), units.1);
        play(&game, &mut state, "S4 T3");
        assert!(!game.is_arsenal_of(&state, SOUTH, square(&game, "T3")));
    }
    // §6.8 An arsenal next to it is then room enough not to be trapped.
    let trapped = |game: &Guerre| {
        let text = "s5.0.0_A1~B2_iA2.rA3.iC1~iB1.iC2_3x3~aA1~aB2";
        let (game, state) = game.resume(text).unwrap();
        let here = square(&game, "C1");
        game.fate(&state, NORTH, here, 1)
    };
    use crate::guerre::Fate;
    assert_eq!(
        trapped(&game(&[("retreat_into_arsenal", "yes")])),
        Fate::Retreats
    );
    assert_eq!(trapped(&no), Fate::Trapped);
}

/// §9.7
#[test]
fn a_side_without_relays_that_is_cut_off_loses_if_the_switch_says_so() {
    let end = |options: &[(&str, &str)], south: &str| {
        let game = game(options);
        let state = position(&game, "n5", "iB14 rD3", south);
        match game.turn(&state) {
            Turn::Over(outcome) => Some(outcome.ending.code),
            _ => None,
        }
    };
    let yes = &[("relays_lost", "yes")];
    assert_eq!(end(yes, "iH14"), Some("relays"));
    assert_eq!(end(&[], "iH14"), None);
    assert_eq!(end(yes, "iH14 rA2"), None, "a relay is left");
    assert_eq!(end(yes, "iH14 iS3"), None, "one is in communication");
    // A move that cuts the last line ends it.
    let game = game(yes);
    let mut state = position(&game, "n5", "cR5 rR8 iB14", "iJ3");
    assert_eq!(game.turn(&state), Turn::One(NORTH));
    play(&game, &mut state, "R5 R3");
    assert!(matches!(game.turn(&state), Turn::Over(_)));
}

/// §4.2
#[test]
fn a_turn_has_as_many_moves_as_the_switch_says() {
    for (moves, left) in [("1", 0), ("10", 9)] {
        let game = game(&[("moves", moves)]);
        let mut state = game.start();
        play(&game, &mut state, "G3 I3");
        assert_eq!(state.moves_left(), left);
        if left == 0 {
            assert_eq!(codes(&game, &state, "G4 F3"), ["no-moves-left"]);
        }
        play(&game, &mut state, "end");
        assert_eq!(u32::from(state.moves_left()), moves.parse::<u32>().unwrap());
    }
}

/// §10.3
#[test]
fn an_army_is_what_the_word_says_and_needs_a_set_up() {
    assert_eq!(Army::STANDARD.to_string(), "I9.C4.A1.AC1.R1.RC1");
    assert_eq!(Army::read("c4.i9.a1.ac1.r1.rc1"), Ok(Army::STANDARD));
    for (word, part) in [
        ("I21", "at most 20"),
        ("I9.I2", "twice"),
        ("R2", "fighting"),
        ("X2", "X2"),
        ("I", "`I`"),
        ("I-1", "I-1"),
    ] {
        let error = Army::read(word).unwrap_err();
        assert!(error.en.contains(part), "{}", error.en);
    }
    let settings = |chosen: &[(&str, &str)]| -> Settings {
        let chosen = chosen
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Guerre::CARD.complete(&chosen.collect(), None, 1).unwrap().1
    };
    let alone = Guerre::setup(&settings(&[("army", "I2")]), 2).unwrap_err();
    assert_eq!(alone[0].name, "army");
    let game = Deployed::setup(&settings(&[("army", "I2.RC1"), ("setup", "hidden")]), 2).unwrap();
    let mut stage = game.start();
    for text in ["place I A1", "place I A2"] {
        game.act(&mut stage, NORTH, game.read(text).unwrap());
    }
    let refused = |text| {
        let refused = game
            .check(&stage, NORTH, game.read(text).unwrap())
            .unwrap_err();
        refused.failed.iter().map(Reason::code).collect::<Vec<_>>()
    };
    assert_eq!(refused("place I A3"), ["none-left"]);
    assert_eq!(refused("place C A3"), ["none-left"]);
    assert_eq!(refused("done"), ["units-left"]);
}

/// Some value of every option that changes the open game.
fn random_options(dice: &mut Dice) -> Vec<(&'static str, String)> {
    let mut chosen = Vec::new();
    for card in Guerre::CARD.settings {
        let value = match card.values {
            Values::OneOf(words) => {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                dice.choose(&words).to_owned()
            }
            Values::Number(least, most) => (least + dice.below(most - least + 1)).to_string(),
            Values::Seed | Values::Word => continue,
        };
        let open = !matches!(card.name, "setup" | "first");
        if open && dice.below(3) > 0 {
            chosen.push((card.name, value));
        }
    }
    chosen
}

#[test]
fn generator_and_trees_agree_under_random_combinations_of_all_switches() {
    let mut dice = Dice::seeded(17);
    let mut kinds = std::collections::HashSet::new();
    let mut doctrines: Vec<Doctrine> = Vec::new();
    for _ in 0..30 {
        let options = random_options(&mut dice);
        let chosen: Vec<(&str, &str)> = options
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let game = game(&chosen);
        if !doctrines.contains(game.doctrine()) {
            doctrines.push(game.doctrine().clone());
        }
        let mut state = besieged(&game, &mut dice);
        for step in 0..50 {
            let Some(action) = fierce(&game, &state, &mut dice) else {
                break;
            };
            if state.retreat_pending() || step % 4 == 0 || state.razed {
                assert_sampled_agreement(&game, &state, &mut dice);
            }
            kinds.insert(game.kind(action));
            let seat = state.mover();
            game.act(&mut state, seat, action);
            for seat in [NORTH, SOUTH] {
                assert_eq!(
                    *state.communication(seat),
                    walked(&game, &state, seat),
                    "{chosen:?}"
                );
            }
            let text = game.write_position(&state);
            assert_eq!(game.read_position(&text).as_ref(), Ok(&state), "{text}");
        }
    }
    assert_eq!(kinds.len(), 3);
    assert!(doctrines.len() > 25, "{}", doctrines.len());
}

/// A melee around the arsenals of both sides, so that they fall.
fn besieged(game: &Guerre, dice: &mut Dice) -> State {
    let mut state = melee(game, dice);
    let all: Vec<Square> = [NORTH, SOUTH]
        .into_iter()
        .flat_map(|seat| game.board().arsenals(seat).to_vec())
        .collect();
    for seat in [NORTH, SOUTH] {
        for slot in 0..4 {
            let arsenal = dice.choose(&all);
            let near: Vec<Square> = game.board().around(arsenal).iter().collect();
            let square = dice.choose(&near);
            let unit = state.units[seat.index()][slot];
            if unit.stands() && state.occupant(square).is_none() {
                state.units[seat.index()][slot] = unit.at(square);
            }
        }
    }
    state.moves_left = game.doctrine().moves;
    game.muster(&mut state);
    state
}
