//! §10 and §11: the hidden set-up and its maps.

use vauban_game::{Actions, Dice, Turn, Viewer, every_action, tell};

use super::*;
use crate::guerre::{
    Board, Class, Deployed,
    deployment::{Glimpse, Stage, Step, map::violations},
    position::{read_board, write_board},
};

fn deployed() -> Deployed {
    Deployed::new(Guerre::default())
}

fn reasons(game: &Deployed, stage: &Stage, seat: Seat, text: &str) -> Vec<&'static str> {
    match game.check(stage, seat, game.read(text).expect("a step")) {
        Ok(()) => Vec::new(),
        Err(refused) => refused.failed.iter().map(Reason::code).collect(),
    }
}

fn order(game: &Deployed, stage: &mut Stage, seat: Seat, text: &str) {
    assert_eq!(
        reasons(game, stage, seat, text),
        Vec::<&str>::new(),
        "{text}"
    );
    game.act(stage, seat, game.read(text).expect("a step"));
}

/// Places everything as published.
fn place_all(game: &Deployed, stage: &mut Stage, seat: Seat) {
    for class in Class::ALL {
        for place in crate::guerre::setup::published(class, seat) {
            order(
                game,
                stage,
                seat,
                &format!("place {} {place}", class.code()),
            );
        }
    }
}

/// §10.1, §10.5, §10.6
#[test]
fn both_sides_place_in_any_order_then_the_lot_falls_and_the_open_game_begins() {
    let game = deployed();
    let mut stage = game.start();
    assert_eq!(game.turn(&stage).seats().len(), 2);
    assert_eq!(reasons(&game, &stage, NORTH, "G3 I4"), ["set-up-first"]);
    place_all(&game, &mut stage, SOUTH);
    order(&game, &mut stage, SOUTH, "done");
    assert_eq!(
        game.turn(&stage).seats().iter().collect::<Vec<_>>(),
        [NORTH]
    );
    assert_eq!(reasons(&game, &stage, SOUTH, "remove K15"), ["ready"]);
    place_all(&game, &mut stage, NORTH);
    order(&game, &mut stage, NORTH, "done");
    assert_eq!(game.turn(&stage), Turn::Chance);
    let mut lots = Vec::new();
    game.chances(&stage, &mut lots);
    assert_eq!(lots, [(NORTH, 1), (SOUTH, 1)]);
    game.settle(&mut stage, SOUTH);
    assert_eq!(game.turn(&stage), Turn::One(SOUTH));
    let Stage::Open(_, state) = &stage else {
        panic!("it is open")
    };
    let published = Guerre::default().start();
    assert_eq!(state.communication(NORTH), published.communication(NORTH));
    assert_eq!(moves(game.open_game(), state), 97);
    assert_eq!(
        reasons(&game, &stage, SOUTH, "place I K15"),
        ["set-up-over"]
    );
    order(&game, &mut stage, SOUTH, "K19 J17");
}

/// §10.2, §10.3, §10.4, §10.5
#[test]
fn every_reason_of_the_set_up() {
    let game = deployed();
    let mut stage = game.start();
    order(&game, &mut stage, NORTH, "place I D8");
    for (text, expected) in [
        ("place I D8", &["occupied"][..]),
        ("place I C10", &["mountain"]),
        ("place I K15", &["other-half"]),
        ("place I N11", &["mountain", "other-half"]),
        ("place I U1", &["off-board"]),
        ("remove A1", &["nobody-there"]),
        ("done", &["units-left"]),
    ] {
        assert_eq!(reasons(&game, &stage, NORTH, text), expected, "{text}");
    }
    order(&game, &mut stage, NORTH, "place A E8");
    assert_eq!(reasons(&game, &stage, NORTH, "place A E9"), ["none-left"]);
    order(&game, &mut stage, NORTH, "remove E8");
    order(&game, &mut stage, NORTH, "place A E9");
}

#[test]
fn a_side_is_blind_to_the_other() {
    let game = deployed();
    let mut stage = game.start();
    let before = game.view(&stage, Viewer::Seat(SOUTH));
    let spectator = game.view(&stage, Viewer::Spectator);
    let step = game.read("place C G3").unwrap();
    let old = stage.clone();
    order(&game, &mut stage, NORTH, "place C G3");
    assert_eq!(game.view(&stage, Viewer::Seat(SOUTH)), before);
    assert_eq!(game.view(&stage, Viewer::Spectator), spectator);
    assert_ne!(
        game.view(&stage, Viewer::Seat(NORTH)),
        game.view(&old, Viewer::Seat(NORTH))
    );
    assert!(!game.shown(&old, NORTH, step, Viewer::Seat(SOUTH)));
    let happening = Happening::Action(NORTH, step);
    assert!(tell(&game, &old, happening, &stage, Viewer::Seat(SOUTH)).is_empty());
    assert_eq!(
        tell(&game, &old, happening, &stage, Viewer::Seat(NORTH)).len(),
        1
    );
}

#[test]
fn an_imagined_set_up_looks_the_same() {
    let game = deployed();
    let mut dice = Dice::seeded(2);
    let mut stage = game.start();
    place_all(&game, &mut stage, SOUTH);
    order(&game, &mut stage, SOUTH, "done");
    order(&game, &mut stage, NORTH, "place I D8");
    for viewer in Viewer::all(2) {
        let view = game.view(&stage, viewer);
        for _ in 0..20 {
            let imagined = game.imagine(&view, &mut dice);
            assert_eq!(game.view(&imagined, viewer), view);
        }
    }
}

#[test]
fn random_set_ups_end_in_games_that_end() {
    let game = deployed();
    let mut dice = Dice::seeded(6);
    let mut steps = Actions::new();
    for _ in 0..20 {
        let mut stage = game.start();
        loop {
            let text = game.write_position(&stage);
            assert_eq!(game.read_position(&text).as_ref(), Ok(&stage), "{text}");
            match game.turn(&stage) {
                Turn::Over(_) => break,
                Turn::Chance => game.settle(&mut stage, dice.choose(&[NORTH, SOUTH])),
                turn => {
                    let seats: Vec<Seat> = turn.seats().iter().collect();
                    let seat = dice.choose(&seats);
                    steps.clear();
                    game.actions(&stage, seat, &mut steps);
                    let step = dice.choose(&steps);
                    assert!(
                        game.check(&stage, seat, step).is_ok(),
                        "{}",
                        game.write(step)
                    );
                    assert_eq!(game.read(&game.write(step)), Ok(step));
                    game.act(&mut stage, seat, step);
                }
            }
        }
    }
}

#[test]
fn removing_is_possible_but_not_offered() {
    let game = deployed();
    let mut stage = game.start();
    order(&game, &mut stage, NORTH, "place I D8");
    let steps = every_action(&game, &stage, NORTH);
    assert!(steps.iter().all(|step| matches!(step, Step::Place { .. })));
    assert_eq!(
        reasons(&game, &stage, NORTH, "remove D8"),
        Vec::<&str>::new()
    );
    assert!(matches!(
        game.view(&stage, Viewer::Spectator),
        Glimpse::Placing { own: None, .. }
    ));
}

#[test]
fn options_choose_the_set_up_and_the_lot() {
    let settings = |chosen: &[(&str, &str)]| -> Settings {
        let chosen = chosen
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Guerre::CARD.complete(&chosen.collect(), None, 1).unwrap().1
    };
    assert!(!Deployed::wanted(&settings(&[])));
    assert!(Deployed::wanted(&settings(&[("setup", "hidden")])));
    assert!(Deployed::wanted(&settings(&[("first", "lot")])));
    assert!(Deployed::wanted(&settings(&[("rules", "debord")])));
    assert!(!Deployed::wanted(&settings(&[
        ("rules", "debord"),
        ("setup", "standard"),
        ("first", "south")
    ])));
    // Only the lot: the published position, and chance is next.
    let lot = Deployed::setup(&settings(&[("first", "lot")]), 2).unwrap();
    assert_eq!(lot.turn(&lot.start()), Turn::Chance);
    // §10.6 A hidden set-up ends with the lot, unless it is said who begins.
    for (first, turn) in [
        (None, Turn::Chance),
        (Some("north"), Turn::One(NORTH)),
        (Some("south"), Turn::One(SOUTH)),
        (Some("lot"), Turn::Chance),
    ] {
        let first = first.map(|first| ("first", first));
        let chosen: Vec<(&str, &str)> = [("setup", "hidden")].into_iter().chain(first).collect();
        let hidden = Deployed::setup(&settings(&chosen), 2).unwrap();
        let mut stage = hidden.start();
        for seat in [NORTH, SOUTH] {
            place_all(&hidden, &mut stage, seat);
            order(&hidden, &mut stage, seat, "done");
        }
        assert_eq!(hidden.turn(&stage), turn, "{first:?}");
        assert_eq!(hidden.rule_set().name, "bordeaux");
    }
    let debord = Deployed::setup(&settings(&[("rules", "debord")]), 2).unwrap();
    assert_eq!(debord.rule_set().to_string(), "debord 1");
}

/// What hangs on the stage is named as unchecked, before the set-up is done and after.
#[test]
fn a_step_of_another_stage_leaves_its_rules_unchecked() {
    let game = deployed();
    let mut stage = game.start();
    let refused = |stage: &Stage, text: &str| {
        let step = game.read(text).expect("a step");
        game.check(stage, NORTH, step).expect_err("another stage")
    };
    let unchecked = refused(&stage, "end").unchecked;
    assert_eq!(unchecked, ["game-goes-on", "your-turn", "retreats-first"]);
    for seat in [NORTH, SOUTH] {
        place_all(&game, &mut stage, seat);
        order(&game, &mut stage, seat, "done");
    }
    assert_eq!(
        refused(&stage, "done").unchecked,
        [
            "not-done-yet",
            "your-word",
            "ground-drawn",
            "works-built",
            "all-placed"
        ]
    );
}

fn broken(old: &str, new: &str) -> Vec<&'static str> {
    let text = write_board(&Board::standard());
    assert!(text.contains(old), "{text}");
    let board = read_board(&text.replacen(old, new, 1)).unwrap();
    violations(&board, 17)
        .iter()
        .map(|violation| violation.code())
        .collect()
}

/// §11
#[test]
fn the_map_validator_names_every_broken_rule() {
    assert!(violations(&Board::standard(), 17).is_empty());
    assert_eq!(broken("mC10.", ""), ["mountain-count"]);
    assert_eq!(broken("pF10", "pF11"), ["pass-in-the-open"]);
    assert_eq!(broken("pF10.", ""), ["pass-count"]);
    assert_eq!(broken("fB8", "fA1"), ["fort-cut-off"]);
    assert_eq!(
        broken("aB15", "mB15"),
        ["mountain-count", "arsenal-count", "fort-cut-off"]
    );
    assert_eq!(broken("fB8", "fK8"), ["wrong-half"]);
    assert_eq!(broken("fB8.", ""), ["fort-count"]);
    let odd: Vec<&str> = violations(&read_board("4x3~-~-").unwrap(), 17)
        .iter()
        .map(|violation| violation.code())
        .collect();
    assert!(odd.contains(&"unequal-halves") && !odd.contains(&"mirrored"));
    // A ground whose halves mirror each other.
    let half = |rows: &dyn Fn(u16) -> u16| {
        let place = |terrain: char, row: u16, column: u16| {
            format!(
                "{terrain}{}",
                Place {
                    row: rows(row),
                    column
                }
            )
        };
        let mut words: Vec<String> = (0..9).map(|column| place('m', 4, 2 * column)).collect();
        words.push(place('p', 4, 1));
        words.extend([place('f', 0, 2), place('f', 0, 3), place('f', 0, 5)]);
        words.extend([place('a', 0, 0), place('a', 0, 9)]);
        words.join(".")
    };
    let mirrored = format!("25x20~{}~{}", half(&|row| row), half(&|row| 19 - row));
    let codes: Vec<&str> = violations(&read_board(&mirrored).unwrap(), 17)
        .iter()
        .map(|violation| violation.code())
        .collect();
    assert_eq!(codes, ["mirrored"]);
}

#[test]
fn an_own_map_is_played_on_and_a_bad_one_is_refused_with_every_reason() {
    let board = write_board(&Board::standard()).replacen("fI13", "fE9", 1);
    let board = write_board(&read_board(&board).unwrap());
    let settings = |map: String| -> Settings {
        let chosen = [("map", map), ("setup", "hidden".to_owned())];
        let chosen = chosen
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        Guerre::CARD.complete(&chosen.collect(), None, 1).unwrap().1
    };
    let game = Deployed::setup(&settings(board.clone()), 2).unwrap();
    assert_eq!(write_board(game.open_game().board()), board);
    let stage = game.start();
    let text = game.write_position(&stage);
    assert!(text.contains("25x20"));
    assert_eq!(game.read_position(&text), Ok(stage));
    let bad = board.replacen("mC10.", "", 1).replacen("pF10", "pF12", 1);
    let errors = Deployed::setup(&settings(bad), 2).unwrap_err();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors.iter().all(|error| error.name == "map"));
}

/// A map of 12 by 4 with everything that §11.1 asks for, on which 17 units do not fit.
const CRAMPED: &str = "12x4~aA1.mA2.mA3.mA4.mA5.mA6.mA7.mA8.aA12.fB1.mB2.pB3.mB4.fB12.fA11~\
    fC1.mC2.pC3.mC4.mC5.fC12.fC11.aD1.mD3.mD4.mD5.mD6.mD7.mD8.aD12";

#[test]
fn a_map_without_room_for_all_units_is_refused_and_nobody_is_soft_locked() {
    let codes = |text: &str| -> Vec<&str> {
        violations(&read_board(text).unwrap(), 17)
            .iter()
            .map(|violation| violation.code())
            .collect()
    };
    assert_eq!(codes(CRAMPED), ["no-room", "no-room"]);
    // No way leads there by a position either.
    let game = deployed();
    assert!(game.resume(&format!("place_-_-~-_{CRAMPED}")).is_err());
    // With two columns more everybody fits.
    let wider = CRAMPED.replacen("12x4", "14x4", 1);
    assert_eq!(codes(&wider), Vec::<&str>::new());
}

#[test]
fn an_agent_places_everybody_on_the_smallest_map_and_is_done_only_then() {
    use crate::guerre::deployment::Officer;
    use vauban_game::{Agent, Budget, Position, SearchMemory};
    let map = CRAMPED.replacen("12x4", "14x4", 1);
    let (game, mut stage) = deployed().resume(&format!("place_-_-~-_{map}")).unwrap();
    let mut dice = Dice::seeded(3);
    let mut officer = Officer(vauban_search::Uniform);
    for seat in [NORTH, SOUTH] {
        for _ in 0..18 {
            let view = game.view(&stage, Viewer::Seat(seat));
            let position = Position::new(&game, seat, &view, Dice::seeded(dice.roll()));
            let mut memory = SearchMemory::default();
            let thought = officer.think(&position, &Budget::default(), &mut memory);
            assert!(game.check(&stage, seat, thought.action).is_ok());
            game.act(&mut stage, seat, thought.action);
        }
    }
    assert_eq!(game.turn(&stage), Turn::Chance);
}

#[test]
fn an_overlap_hides_no_other_violation() {
    let text = write_board(&Board::standard());
    let text = text
        .replacen("mC10.", "", 1)
        .replacen("fB8.", "fB8.fB8.", 1)
        .replacen("pO16", "pO17", 1);
    let chosen = [("map", text.as_str()), ("setup", "hidden")];
    let chosen = chosen.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let (_, settings) = Guerre::CARD.complete(&chosen.into(), None, 1).unwrap();
    let errors = Deployed::setup(&settings, 2).unwrap_err();
    let texts: Vec<&str> = errors.iter().map(|error| error.text.en.as_ref()).collect();
    assert_eq!(
        texts,
        [
            "North has 8 mountains, not 9 (§11.1)",
            "North has 4 forts, not 3 (§11.1)",
            "South's pass does not lie between two mountains: O17 (§11.3)",
            "terrain lies on other terrain: B8 (§11.5)",
        ]
    );
}

#[test]
fn the_reserve_is_told_to_its_side_only() {
    use vauban_game::{Depict, scene::Spot};
    let game = deployed();
    let mut stage = game.start();
    order(&game, &mut stage, NORTH, "place C G3");
    let seen = |viewer| game.view(&stage, viewer);
    let north = game.status(&seen(Viewer::Seat(NORTH)));
    assert!(
        north.phase.en.contains("9 infantry, 3 cavalry"),
        "{}",
        north.phase.en
    );
    assert!(north.phase.fr.contains("3 cavalerie"));
    assert_eq!(game.status(&seen(Viewer::Spectator)).phase.en, "set-up");
    assert_eq!(north.statistics.len(), 1, "only who is ready is public");
    let card = |viewer| game.card(&seen(viewer), &Spot::from("reserve-C"));
    let card_of_north = card(Viewer::Seat(NORTH)).expect("it has a reserve");
    assert_eq!(card_of_north.title.en, "cavalry");
    assert_eq!(card_of_north.lines[0].1.en, "3");
    assert_eq!(card(Viewer::Spectator), None);
}
