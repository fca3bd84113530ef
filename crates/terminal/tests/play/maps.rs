//! Maps of lands on the screen: owners' colours, marks, clicks, and borders without colours.

use std::collections::{BTreeSet, HashMap};

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Position;
use ratatui::style::Color;
use vauban_catalog::CATALOG;
use vauban_scene::{Colours, Half, Spot, Theme};
use vauban_terminal::{Chair, Options};

use crate::seated::{Seated, agent, open, open_as, options};

const PERSONS: [Chair; 2] = [Chair::Person, Chair::Person];

/// The game with the map of the world, its countries dealt.
fn dealt(colours: Colours, size: (u16, u16)) -> Seated {
    let game = CATALOG.find("risk").expect("it is in the catalogue");
    let table = open(game, &[("rules", "classic")]);
    let how = Options {
        colours,
        theme: Theme::Dark,
        ..options()
    };
    let mut seated = Seated::new(table, &PERSONS, &how, size);
    seated.key(KeyCode::Char('D'));
    seated
}

/// The places of the map that are spots of the position.
fn countries(seated: &Seated) -> Vec<Spot> {
    let backdrop = seated.player.table().backdrop(vauban_game::Lang::En).scene;
    let spots: BTreeSet<Spot> = backdrop.grounds().into_keys().cloned().collect();
    spots.into_iter().collect()
}

#[test]
fn the_whole_map_is_seen_and_clicked_on_the_usual_screen() {
    let mut seated = dealt(Colours::True, (80, 24));
    let countries = countries(&seated);
    assert_eq!(countries.len(), 42);
    for spot in &countries {
        assert!(seated.player.position(spot).is_some(), "{spot} is not seen");
    }
    // Every country that can be clicked begins or makes a choice.
    let own = seated
        .player
        .table()
        .questions()
        .legal(vauban_game::Seat(0));
    let place: HashMap<&str, &String> = own
        .iter()
        .filter_map(|text| Some((text.split('+').next()?, text)))
        .collect();
    let spot = countries
        .iter()
        .find(|spot| place.contains_key(spot.0.as_str()));
    let (spot, before) = (spot.expect("armies can be placed"), seated.steps());
    seated.click(spot);
    seated.key(KeyCode::Enter);
    assert!(seated.steps() > before, "{}", seated.screen());
}

#[test]
fn two_colours_share_a_character_and_every_owner_has_its_own() {
    for (colours, size) in [
        (Colours::True, (80, 24)),
        (Colours::Ansi256, (120, 40)),
        (Colours::Ansi16, (200, 60)),
    ] {
        let seated = dealt(colours, size);
        let halves = seated
            .buffer()
            .content()
            .iter()
            .filter(|cell| cell.symbol() == Half::UPPER.to_string())
            .count();
        assert!(halves > 60, "{halves} at {size:?}");
        let is_meant = |colour: Color| match colours {
            Colours::True => matches!(colour, Color::Rgb(..)),
            Colours::Ansi16 => matches!(colour, Color::Indexed(0..16)),
            _ => matches!(colour, Color::Indexed(16..)),
        };
        for cell in seated.buffer().content() {
            assert!(is_meant(cell.bg), "{cell:?}");
        }
    }
}

#[test]
fn a_chosen_country_looks_different_and_keeps_its_token() {
    let mut seated = dealt(Colours::True, (120, 40));
    let (buffer, countries) = (seated.buffer().clone(), countries(&seated));
    let token = |seated: &Seated, spot: &Spot| {
        let Position { x, y } = seated.player.position(spot).expect("it is shown");
        let letters = (x.saturating_sub(2)..x + 3).map(|x| seated.buffer()[(x, y)].symbol());
        letters.collect::<String>()
    };
    let spot = countries
        .iter()
        .find(|spot| token(&seated, spot).contains("B1"))
        .expect("Blue has a country")
        .clone();
    let before = token(&seated, &spot);
    seated.click(&spot);
    let changed = (0..buffer.content().len())
        .filter(|&at| {
            let (old, new) = (&buffer.content()[at], &seated.buffer().content()[at]);
            (old.fg, old.bg) != (new.fg, new.bg)
        })
        .count();
    assert!(changed > 6, "{changed} characters changed");
    let kept: String = before
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .collect();
    assert!(token(&seated, &spot).contains(&kept[..2]));
}

#[test]
fn without_colours_there_are_borders_letters_and_names() {
    let mut seated = dealt(Colours::None, (80, 24));
    let lines = |seated: &Seated| {
        let cells = seated.buffer().content().iter();
        cells
            .filter(|cell| "╭╮╰╯├┤┬┴┼".contains(cell.symbol()))
            .count()
    };
    assert!(lines(&seated) > 80, "{}", seated.screen());
    let tokens = |seated: &Seated, letter: &str| seated.screen().matches(letter).count();
    assert_eq!((tokens(&seated, "B1"), tokens(&seated, "R1")), (14, 14));
    let screen = seated.screen();
    let neutral = screen.as_bytes().windows(2);
    let neutral = neutral.filter(|pair| pair[0] == b'n' && pair[1].is_ascii_digit());
    assert!(neutral.count() > 12, "{screen}");
    seated.resize(200, 60);
    for name in ["Brazil", "Siberia", "Congo"] {
        seated.sees(name);
    }
}

#[test]
fn fortresses_stand_behind_the_numbers_and_an_item_is_named_to_its_owner() {
    let game = CATALOG.find("landbuster").expect("it is in the catalogue");
    // Red holds "full power", Cyan "play twice".
    let mut lands = ["n25"; 48];
    (lands[43], lands[40], lands[12]) = ("a50", "b30", "b7");
    let lands = lands.concat();
    let position = format!("262115.4.1.1.action.-.0.-_{lands}_44~-~f~2.13~-~t~2_-_-");
    for (colours, size) in [(Colours::True, (120, 40)), (Colours::None, (80, 24))] {
        let table = open_as(game, &[], |opening| {
            opening.position = Some(position.clone())
        });
        let how = Options {
            colours,
            ..options()
        };
        let against = [Chair::Person, agent("dumb")];
        let seated = Seated::new(table, &against, &how, size);
        let screen = seated.screen();
        assert!(screen.contains("25♖"), "{screen}");
        seated.sees("you hold the item");
        assert!(screen.contains("full power"), "{screen}");
        assert!(!screen.contains("play twice"), "{screen}");
    }
}

#[test]
fn an_overlay_tells_its_largest_numbers_in_words() {
    let mut seated = dealt(Colours::None, (120, 40));
    seated.enter("lens front 1");
    // Words, then the places with the largest numbers.
    assert!(seated.screen().contains("; "), "{}", seated.screen());
    seated.enter("lens front 1 in nowhere");
    seated.sees("is not a part of this board");
}
