//! Saved games, in both spellings, at every moment.

use vauban_game::{Dice, FormatError, Formats};

use super::*;
use crate::guerre::position::write_board;

/// The published save of the start position, with its commas.
const PUBLISHED: &str = include_str!("../published.save");

fn load(game: &Guerre, text: &str) -> (Guerre, State) {
    let imported = game.import(text).unwrap();
    game.resume(&imported.position.expect("a save is a position"))
        .unwrap()
}

fn error(text: &str) -> FormatError {
    Guerre::default().import(text).unwrap_err()
}

#[test]
fn the_published_save_is_the_start_and_ours_is_the_same_with_semicolons() {
    let game = Guerre::default();
    let (_, state) = load(&game, PUBLISHED);
    assert_eq!(state, game.start());
    assert_eq!(game.save(&game.start()), PUBLISHED.replace(',', ";"));
    assert!(game.recognise(PUBLISHED));
    assert!(!game.recognise("[Game \"guerre\"]") && !game.recognise("n5.0.0_"));
}

/// A save holds no counters and no empty slots: all else must come back.
fn assert_round_trip(game: &Guerre, state: &State) {
    let text = game.save(state);
    for text in [text.clone(), commas(&text), text.replace('\n', "\r\n")] {
        let (again, read) = load(game, &text);
        assert_eq!(game.key(state), again.key(&read), "{text}");
        assert_eq!(game.save(state), again.save(&read));
        for seat in [NORTH, SOUTH] {
            assert_eq!(state.communication(seat), read.communication(seat));
        }
        if game.turn(state).over().is_none() {
            let sorted = |game: &Guerre, state: &State| {
                let mut words: Vec<String> = legal(game, state)
                    .into_iter()
                    .map(|action| game.write(action))
                    .collect();
                words.sort();
                words
            };
            assert_eq!(sorted(game, state), sorted(&again, &read));
        }
    }
}

/// The spelling of the seed: commas between the booleans.
fn commas(text: &str) -> String {
    text.replace("true;true", "true,true")
        .replace("true;false", "true,false")
        .replace("false;true", "false,true")
        .replace("false;false", "false,false")
}

#[test]
fn every_step_of_the_recorded_game_can_be_saved_and_loaded() {
    let game = Guerre::default();
    let mut state = game.start();
    for line in super::recorded::commands() {
        assert_round_trip(&game, &state);
        play(&game, &mut state, line);
    }
    assert_round_trip(&game, &state);
}

#[test]
fn retreats_and_losses_can_be_saved_and_loaded() {
    let game = Guerre::default();
    let mut dice = Dice::seeded(8);
    let mut retreats = 0;
    for _ in 0..40 {
        let mut state = melee(&game, &mut dice);
        for _ in 0..60 {
            let Some(action) = fierce(&game, &state, &mut dice) else {
                break;
            };
            let both = [NORTH, SOUTH]
                .into_iter()
                .flat_map(|seat| state.units(seat));
            if both.into_iter().any(|unit| unit.must_retreat()) {
                retreats += 1;
                assert_round_trip(&game, &state);
            }
            let seat = state.mover();
            game.act(&mut state, seat, action);
        }
        assert_round_trip(&game, &state);
    }
    assert!(retreats > 20, "{retreats} positions with a retreat");
}

#[test]
fn a_unit_that_has_retreated_is_saved_as_such() {
    let game = Guerre::default();
    let mut state = position(&game, "n5", "iD7r iD8", "iT3");
    assert!(game.save(&state).contains("I;7;4;true;true;false;true;1"));
    play(&game, &mut state, "D7 D6");
    assert!(game.save(&state).contains("I;6;4;true;false;true;true;1"));
    assert_round_trip(&game, &state);
}

#[test]
fn a_bad_file_says_line_and_reason() {
    let line = |number: usize, new: &str| {
        let mut lines: Vec<&str> = PUBLISHED.lines().collect();
        lines[number - 1] = new;
        lines.join("\n")
    };
    for (number, new, reason) in [
        (1, "25", "size"),
        (1, "x;20", "size"),
        (1, "30;20", "512"),
        (2, "3;5", "player"),
        (2, "1;9", "at most 5"),
        (2, "1;x", "number of actions"),
        (4, "Q;1;1;1", "not a kind of terrain"),
        (4, "M;26;1;1", "not a square"),
        (4, "M;0;1;1", "not a square"),
        (4, "F;8;2;1", "already is terrain"),
        (4, "F;8;3", "3 fields"),
        (34, "C;3;4;false,true,false,true;1", "two units"),
        (34, "X;3;7;false,true,false,true;1", "not a kind of unit"),
        (34, "C;10;3;false,true,false,true;1", "mountain"),
        (34, "C;3;7;false,yes,false,true;1", "neither true nor false"),
        (34, "C;3;7;false,true,false,true;0", "player"),
        (34, "1;5", "once"),
    ] {
        let error = error(&line(number, new));
        assert_eq!(error.line, Some(number), "{new}: {error}");
        assert!(error.text.en.contains(reason), "{new}: {error}");
        assert!(!error.text.fr.is_empty());
    }
    assert_eq!(error("").line, None);
}

#[test]
fn a_save_with_a_bad_first_line_is_recognised_so_that_the_line_is_told() {
    let game = Guerre::default();
    for first in ["25", "x;20", "25;20;3", "25;x", "25 20", "25x20"] {
        let text = PUBLISHED.replacen("25;20", first, 1);
        assert!(game.recognise(&text), "{first}");
        let error = game.import(&text).unwrap_err();
        assert_eq!(error.line, Some(1), "{first}: {error}");
    }
    let start = game.write_position(&game.start());
    let other = "[Game \"guerre\"]\n; 25;20\n1;5\n";
    for text in [
        start.as_str(),
        other,
        "",
        "G3 I4\nend\n",
        "{\"commands\": 1;2}",
    ] {
        assert!(!game.recognise(text), "{text}");
    }
}

#[test]
fn a_map_with_an_overlap_is_told_everything_that_is_wrong_with_the_lines() {
    let terrain: String = PUBLISHED
        .lines()
        .filter(|line| line.split(';').count() == 4 || *line == "25;20")
        .map(|line| format!("{line}\n"))
        .collect();
    let bad = terrain.replacen("M;10;3;1\n", "M;8;2;1\nM;8;2;1\n", 1);
    let error = error(&bad);
    for part in [
        "North has 10 mountains, not 9 (§11.1)",
        "B8 (line ",
        "(§11.5)",
    ] {
        assert!(error.text.en.contains(part), "{error}");
    }
    assert_eq!(error.text.en.matches("(line ").count(), 2, "{error}");
}

#[test]
fn a_save_of_the_book_with_a_retreat_pending_comes_back() {
    let game = game(&[("rules", "debord")]);
    let mut dice = Dice::seeded(18);
    let mut retreats = 0;
    for _ in 0..40 {
        let mut state = melee(&game, &mut dice);
        for _ in 0..60 {
            let Some(action) = fierce(&game, &state, &mut dice) else {
                break;
            };
            if state.retreat_pending() {
                retreats += 1;
                assert_round_trip(&game, &state);
            }
            let seat = state.mover();
            game.act(&mut state, seat, action);
        }
    }
    assert!(retreats > 20, "{retreats} positions with a retreat");
}

#[test]
fn twenty_units_a_side_are_the_limit() {
    let unit = |index: usize| {
        format!(
            "I;{};{};false;true;false;true;1\n",
            index % 25 + 1,
            index / 25 + 1
        )
    };
    let file = |units: usize| {
        let units: String = (0..units).map(unit).collect();
        format!("25;20\n1;5\nAR;1;20;1\nAR;9;20;2\nI;25;20;false;true;false;true;2\n{units}")
    };
    assert!(Guerre::default().import(&file(20)).is_ok());
    let error = error(&file(21));
    assert!(error.text.en.contains("at most 20 units"), "{error}");
    assert_eq!(error.line, Some(26));
}

#[test]
fn a_destroyed_arsenal_is_not_saved_and_the_ground_stays_the_standard_one() {
    let game = Guerre::default();
    let state = standing(&game, "n5", "B15~T3.T23", "iD7 iD8", "iT4");
    let imported = game.import(&game.save(&state)).unwrap();
    let position = imported.position.unwrap();
    assert!(
        position.contains("_B15~T3.T23_") && !position.contains("25x20"),
        "{position}"
    );
}

#[test]
fn any_ground_can_be_loaded() {
    let game = Guerre::default();
    let text = "11;11\n2;3\nAR;1;1;1\nM;2;2;1\nAR;11;11;2\nI;5;5;false;true;false;true;1\nC;7;7;false;true;false;true;2\n";
    let (elsewhere, state) = load(&game, text);
    assert_eq!(
        (elsewhere.board().width(), state.mover(), state.moves_left()),
        (11, SOUTH, 3)
    );
    assert_eq!(elsewhere.save(&state), text);
    assert_round_trip(&elsewhere, &state);
}

#[test]
fn a_file_of_terrain_is_a_map_for_the_set_up() {
    let terrain: String = PUBLISHED
        .lines()
        .filter(|line| line.split(';').count() == 4 || *line == "25;20")
        .map(|line| format!("{line}\n"))
        .collect();
    let imported = Guerre::default().import(&terrain).unwrap();
    assert_eq!(imported.settings["setup"], "hidden");
    assert_eq!(
        imported.settings["map"],
        write_board(&crate::guerre::Board::standard())
    );
    // One mountain less: the error names what is broken.
    let error = error(&terrain.replacen("M;10;3;1\n", "", 1));
    assert!(
        error.text.en.contains("North has 8 mountains, not 9"),
        "{error}"
    );
}
