//! The paints that the games declare: readable on every screen, and one look for one name.

use std::collections::HashMap;

use vauban_catalog::CATALOG;
use vauban_game::scene::{Figure, Mark, Paint, Paints, Theme};

const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

/// Every game's name with what it declares.
fn games() -> impl Iterator<Item = (&'static str, Paints)> {
    CATALOG
        .games()
        .map(|game| (game.card().name, game.paints()))
}

/// The grounds and marks that pictures of a game may have.
fn named(paints: Paints) -> impl Iterator<Item = Paint> {
    let grounds = paints.grounds.iter().map(|&ground| Paint::Ground(ground));
    grounds.chain(paints.all_marks().map(Paint::Mark))
}

#[test]
fn a_name_has_one_look_in_all_games() {
    let mut known = HashMap::new();
    for (game, paints) in games() {
        let mut own = Vec::new();
        for paint in named(paints) {
            let name = paint.name().into_owned();
            let &mut (other, looks) = known.entry(name.clone()).or_insert((game, paint));
            assert_eq!(paint, looks, "{name} in {game} and {other}");
            assert!(!own.contains(&name), "{game} declares {name} twice");
            own.push(name);
        }
    }
}

#[test]
fn a_name_can_stand_in_a_style_sheet() {
    for (game, paints) in games() {
        for paint in named(paints) {
            let name = paint.name();
            let plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            assert!(plain && !name.ends_with('-'), "{game}: {name}");
        }
    }
}

#[test]
fn ink_is_readable_on_every_ground() {
    for theme in THEMES {
        for (game, paints) in games() {
            for &ground in paints.grounds {
                let back = theme.colour(Paint::Ground(ground));
                let contrast = theme.colour(Paint::Ink).contrast(back);
                assert!(
                    contrast >= 4.5,
                    "{theme:?} {game} {}: {contrast}",
                    ground.name
                );
            }
        }
    }
}

/// Marks that point at a place; a star is told by its figure.
fn pointing(paints: Paints) -> impl Iterator<Item = Mark> {
    let points = |mark: &Mark| mark.opacity >= 90 && mark.figure != Figure::Star;
    paints.all_marks().filter(points)
}

#[test]
fn marks_that_point_at_a_place_stand_out_on_a_plain_ground() {
    let grounds = || games().flat_map(|(_, paints)| paints.grounds);
    let plain = grounds().find(|ground| ground.name == "plain");
    let plain = Paint::Ground(*plain.expect("a game has a plain"));
    for theme in THEMES {
        for (game, paints) in games() {
            for mark in pointing(paints) {
                let colour = theme.colour(Paint::Mark(mark));
                let contrast = colour.contrast(theme.colour(plain));
                assert!(
                    contrast >= 3.0,
                    "{theme:?} {game} {}: {contrast}",
                    mark.name
                );
                // With a halo around it, less is enough.
                for &ground in paints.grounds {
                    let contrast = colour.contrast(theme.colour(Paint::Ground(ground)));
                    assert!(contrast >= 1.4, "{theme:?} {game} {mark:?}: {contrast}");
                }
            }
        }
    }
}

#[test]
fn words_on_a_seats_colour_are_readable() {
    for theme in THEMES {
        for (game, paints) in games() {
            let look = theme.with(paints.seat_colours());
            for seat in 0..=255 {
                let back = look.colour(Paint::Seat(seat));
                let contrast = look.colour(Paint::OnSeat(seat)).contrast(back);
                assert!(contrast >= 4.5, "{theme:?} {game} seat {seat}: {contrast}");
            }
        }
    }
}

#[test]
fn seats_differ_for_those_who_see_no_green_or_no_red() {
    for theme in THEMES {
        for (game, paints) in games() {
            let difference = paints.seat_colours().least_difference(theme);
            assert!(difference > 18.0, "{theme:?} {game}: {difference}");
        }
    }
}

#[test]
fn a_token_in_colours_of_the_games_own_stands_out_on_what_its_owner_holds() {
    for theme in THEMES {
        for (game, paints) in games().filter(|(_, paints)| paints.seats.is_some()) {
            let look = theme.with(paints.seat_colours());
            for seat in 0..6 {
                let held = Paint::Held(seat);
                for &ground in paints.grounds {
                    let land = look.colour(Paint::Ground(ground));
                    let land = land.under(look.colour(held), held.opacity());
                    let outline = look.colour(Paint::OnSeat(seat)).contrast(land);
                    assert!(
                        outline >= 3.0,
                        "{theme:?} {game} {seat} {}: {outline}",
                        ground.name
                    );
                }
            }
        }
    }
}
