//! What is to be seen: on screens of every size, with and without colours.

use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Modifier};
use vauban_catalog::CATALOG;
use vauban_scene::{Colours, Theme};
use vauban_terminal::{Chair, Options};

use crate::seated::{BREAKTHROUGH, MUSTER, STASH, Seated, agent, open, options};

const PERSONS: [Chair; 2] = [Chair::Person, Chair::Person];

#[test]
fn the_usual_screen_shows_everything() {
    let table = open(&BREAKTHROUGH, &[]);
    let mut seated = Seated::new(table, &PERSONS, &options(), (80, 24));
    seated.enter("a2a3");
    for text in [
        "Breakthrough",
        "●1 Blue",
        "▶ ■2 Red",
        "── Log",
        "● Blue goes from a2 to a3",
        "choose a place",
        "› type an action",
    ] {
        seated.sees(text);
    }
}

#[test]
fn a_small_screen_shows_the_board_and_who_is_on_turn() {
    let table = open(&BREAKTHROUGH, &[("size", "8")]);
    let mut seated = Seated::new(table, &PERSONS, &options(), (40, 12));
    seated.sees("▶●1 Blue");
    seated.sees("› ");
    // The board does not fit; the cursor can be taken everywhere.
    for (code, far) in [(KeyCode::Up, "a8"), (KeyCode::Down, "a1")] {
        (0..8).for_each(|_| seated.key(code));
        assert!(
            seated.player.position(&far.into()).is_some(),
            "{far}\n{}",
            seated.screen()
        );
    }
    seated.enter("a2a3");
    assert_eq!(seated.steps(), 1);
}

#[test]
fn a_tiny_screen_says_so_and_a_larger_one_goes_on() {
    let mut seated = Seated::at_breakthrough();
    for (columns, rows) in [(23, 40), (100, 8), (5, 2), (1, 1)] {
        seated.resize(columns, rows);
        seated.key(KeyCode::Right);
    }
    seated.resize(23, 8);
    seated.sees("This terminal is too");
    seated.resize(24, 9);
    seated.sees("●1 Blue");
}

#[test]
fn every_size_can_be_drawn_with_every_window() {
    let chairs = [Chair::Person, agent("random")];
    for table in [
        open(&BREAKTHROUGH, &[]),
        open(&STASH, &[]),
        open(&MUSTER, &[]),
    ] {
        let mut seated = Seated::new(table, &chairs, &options(), (80, 24));
        seated.enter("why a2z9");
        for window in ["", "help", "legal", "resign", "rules"] {
            seated.enter(window);
            for columns in (1..140).step_by(13) {
                for rows in (1..60).step_by(8) {
                    seated.resize(columns, rows);
                }
            }
            seated.resize(80, 24);
            seated.key(KeyCode::Esc);
        }
    }
}

#[test]
fn without_colours_nothing_is_coloured_and_marks_are_signs() {
    let plain = Options {
        colours: Colours::None,
        ..options()
    };
    let table = open(&BREAKTHROUGH, &[]);
    let mut seated = Seated::new(table, &PERSONS, &plain, (80, 24));
    seated.click(&"a2".into());
    seated.sees("( • )");
    seated.enter("why a2a5");
    seated.sees("✗");
    for cell in seated.buffer().content() {
        assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
    }
    let strong = |cell: &ratatui::buffer::Cell| cell.modifier.contains(Modifier::BOLD);
    assert!(seated.buffer().content().iter().any(strong));
}

/// A match of the catalogue without colours, on the usual screen.
fn plain(game: &str, chairs: &[Chair]) -> Seated {
    let options = Options {
        colours: Colours::None,
        ..options()
    };
    let game = CATALOG.find(game).expect("it is in the catalogue");
    Seated::new(open(game, &[]), chairs, &options, (80, 24))
}

#[test]
fn animals_that_can_go_are_marked_where_there_is_no_room_for_signs() {
    let seated = plain("jungle", &PERSONS);
    let manner = |spot: &str| {
        let at = seated.player.position(&spot.into()).expect("it is shown");
        seated.buffer()[at].modifier
    };
    for movable in ["c3", "j3"] {
        assert!(manner(movable).contains(Modifier::UNDERLINED), "{movable}");
    }
    for other in ["c11", "a1"] {
        assert!(!manner(other).contains(Modifier::UNDERLINED), "{other}");
    }
}

#[test]
fn the_numbers_of_a_lens_leave_what_stands_on_the_board() {
    for (game, lens, pieces) in [
        ("jungle", "attack", &["▲Ra", "▲El", "#1#", "[1]"][..]),
        ("guerre", "communication", &["▲R", "▲RC", "<N>", "[#]"]),
    ] {
        let mut seated = plain(game, &PERSONS);
        seated.enter(&format!("lens {lens} 1"));
        seated.sees("Overlay:");
        for piece in pieces {
            seated.sees(piece);
        }
        let digits = seated.screen();
        assert!(digits.contains(" 1 ") || digits.contains("─1─"), "{digits}");
    }
}

#[test]
fn what_is_left_to_do_is_not_cut_off() {
    let seated = plain("guerre", &PERSONS);
    seated.sees("North to play");
    seated.sees("Moves left: 5");
    seated.sees("end the turn");
    let mut seated = plain("jungle", &PERSONS);
    seated.enter("resign");
    seated.key(KeyCode::Char('y'));
    seated.key(KeyCode::Esc);
    seated.sees("★ Red wins by resignation");
    seated.sees("exit");
}

#[test]
fn a_board_beyond_the_screen_tells_where_the_cursor_is() {
    let mut seated = plain("guerre", &PERSONS);
    (0..30).for_each(|_| seated.key(KeyCode::Right));
    (0..30).for_each(|_| seated.key(KeyCode::Down));
    assert!(seated.player.position(&"T25".into()).is_some());
    seated.sees("T25 ·");
}

#[test]
fn a_secret_set_up_has_readable_buttons_and_a_curtain() {
    let game = CATALOG.find("guerre").expect("it is in the catalogue");
    let table = open(game, &[("setup", "hidden")]);
    let mut seated = Seated::new(table, &PERSONS, &options(), (120, 40));
    seated.sees("F1 infantry …");
    seated.key(KeyCode::F(1));
    seated.key(KeyCode::Enter);
    assert_eq!(seated.steps(), 1, "{}", seated.screen());
    while seated.player.table().ask(vauban_game::Seat(0)).is_some() {
        let text = seated
            .player
            .table()
            .questions()
            .legal(vauban_game::Seat(0));
        let text = text.iter().find(|text| !text.starts_with("remove"));
        seated.enter(&text.expect("something can be placed").clone());
    }
    seated.sees("Pass the screen to South.");
    seated.key(KeyCode::Enter);
    seated.sees_no("▲I");
}

#[test]
fn a_table_of_256_colours_is_enough() {
    for theme in [Theme::Light, Theme::Dark] {
        let few = Options {
            colours: Colours::Ansi256,
            theme,
            ..options()
        };
        let table = open(&BREAKTHROUGH, &[]);
        let mut seated = Seated::new(table, &PERSONS, &few, (120, 40));
        seated.click(&"a2".into());
        for cell in seated.buffer().content() {
            assert!(matches!(cell.bg, Color::Indexed(_)), "{cell:?}");
        }
    }
}

#[test]
fn marks_change_the_colour_behind_a_place() {
    let mut seated = Seated::at_breakthrough();
    let back = |seated: &Seated, spot: &str| {
        let at = seated.player.position(&spot.into()).expect("it is shown");
        seated.buffer()[at].bg
    };
    let (near, far) = (back(&seated, "a3"), back(&seated, "d3"));
    seated.click(&"a2".into());
    assert_ne!(near, back(&seated, "a3"));
    assert_eq!(far, back(&seated, "d3"));
    seated.key(KeyCode::Esc);
    assert_eq!(near, back(&seated, "a3"));
}

#[test]
fn the_log_scrolls_and_comes_back_to_its_end() {
    let table = open(&BREAKTHROUGH, &[("size", "8"), ("retreat", "yes")]);
    let mut seated = Seated::new(table, &PERSONS, &options(), (80, 24));
    let out = ["a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6"];
    let back = ["a3a2", "a6a7", "b3b2", "b6b7", "c3c2", "c6c7"];
    out.iter()
        .chain(&back)
        .chain(&out)
        .for_each(|text| seated.enter(text));
    seated.sees("Red goes from c7 to c6");
    seated.key(KeyCode::PageUp);
    seated.sees("below");
    seated.key(KeyCode::PageUp);
    seated.key(KeyCode::PageUp);
    seated.key(KeyCode::PageUp);
    seated.sees("Blue goes from a2 to a3");
    seated.key(KeyCode::Esc);
    seated.sees_no("below");
}

#[test]
fn the_letters_that_a_game_gives_its_commands_play_them_in_capitals() {
    let mut seated = plain("risk", &[Chair::Person, agent("random")]);
    seated.sees("D deal the countries");
    // A small letter begins a typed line.
    seated.key(KeyCode::Char('d'));
    assert_eq!(seated.steps(), 0);
    seated.key(KeyCode::Esc);
    seated.key(KeyCode::Char('D'));
    let dealt = seated.steps();
    assert!(dealt > 42, "{}", seated.screen());
    let place = seated
        .player
        .table()
        .questions()
        .legal(vauban_game::Seat(0))[0]
        .clone();
    seated.enter(&place);
    assert_eq!(seated.steps(), dealt + 1);
    seated.key(KeyCode::Char('U'));
    assert_eq!(seated.steps(), dealt);
}
