//! The drawing is the board: every country once, neighbours touch or are linked, and nobody else.

use std::collections::{BTreeMap, BTreeSet};

use vauban_game::{
    Lang,
    scene::{Point, label, polygon},
};

use super::*;
use crate::risk::{COUNTRIES, Continent};
use crate::risk::{
    map::{self, Map, Outline, Part},
    scene::pieces::{LONG_NAME, NAME_SIZE, TOKEN_SIZE},
};

fn borders() -> BTreeSet<(Country, Country)> {
    Country::all()
        .flat_map(|one| one.neighbours().iter().map(move |two| (one, two)))
        .filter(|(one, two)| one < two)
        .collect()
}

fn ordered(one: Country, two: Country) -> (Country, Country) {
    (one.min(two), one.max(two))
}

fn sides(part: &Part) -> impl Iterator<Item = (usize, usize)> + '_ {
    let next = part.names.iter().cycle().skip(1);
    part.names.iter().copied().zip(next.copied())
}

/// Pairs of countries that have a side of their outlines in common.
fn touching() -> BTreeSet<(Country, Country)> {
    let mut owners: BTreeMap<(usize, usize), Vec<Country>> = BTreeMap::new();
    for outline in &Map::world().outlines {
        for (one, two) in outline.parts.iter().flat_map(sides) {
            let side = (one.min(two), one.max(two));
            owners.entry(side).or_default().push(outline.country);
        }
    }
    owners
        .into_values()
        .filter_map(|owners| match owners[..] {
            [_] => None,
            [one, two] => Some(ordered(one, two)),
            _ => panic!("one side belongs to {owners:?}"),
        })
        .collect()
}

#[test]
fn there_are_42_countries_and_83_borders_both_ways() {
    assert_eq!(Map::world().outlines.len(), COUNTRIES);
    assert_eq!(borders().len(), 83);
    for country in Country::all() {
        for other in country.neighbours().iter() {
            assert!(other.borders_on(country), "{country} {other}");
        }
        assert!(!country.borders_on(country));
    }
    let sizes: Vec<usize> = Continent::ALL
        .map(|continent| continent.lands().len())
        .into();
    assert_eq!(sizes, [6, 12, 9, 4, 7, 4]);
}

#[test]
fn neighbours_share_a_side_or_a_link_and_nobody_else_does() {
    let linked: BTreeSet<_> = Map::world()
        .links
        .iter()
        .map(|link| ordered(link.ends.0, link.ends.1))
        .collect();
    let touching = touching();
    let drawn: BTreeSet<_> = touching.union(&linked).copied().collect();
    let (missing, too_many): (Vec<_>, Vec<_>) = (
        borders().difference(&drawn).copied().collect(),
        drawn.difference(&borders()).copied().collect(),
    );
    assert!(missing.is_empty(), "not drawn: {missing:?}");
    assert!(too_many.is_empty(), "drawn, but no borders: {too_many:?}");
}

#[test]
fn the_way_from_alaska_to_kamchatka_leaves_the_map_on_both_sides() {
    let map = Map::world();
    let ends = |link: &&map::Link| ordered(link.ends.0, link.ends.1) == ordered(at(301), at(206));
    let parts: Vec<&map::Link> = map.links.iter().filter(ends).collect();
    assert_eq!(parts.len(), 2);
    let leaves = |edge: f32| {
        let mut points = parts.iter().flat_map(|link| &link.points);
        points.any(|point| (point.x - edge).abs() < 0.2)
    };
    assert!(leaves(0.0) && leaves(map.width));
}

#[test]
fn no_two_countries_overlap() {
    let map = Map::world();
    for (number, one) in map.outlines.iter().enumerate() {
        for two in &map.outlines[number + 1..] {
            for (first, second) in pairs(one, two) {
                assert!(!crosses(first, second), "{} {}", one.country, two.country);
                // Without a crossing, one lies in the other or they are apart.
                for (inner, outer) in [(first, second), (second, first)] {
                    let inside = polygon::centre(&inner.points).unwrap();
                    let contained = polygon::contains(&outer.points, inside);
                    assert!(!contained, "{} {}", one.country, two.country);
                }
            }
        }
    }
}

fn pairs<'a>(one: &'a Outline, two: &'a Outline) -> impl Iterator<Item = (&'a Part, &'a Part)> {
    one.parts
        .iter()
        .flat_map(|first| two.parts.iter().map(move |second| (first, second)))
}

fn crosses(one: &Part, two: &Part) -> bool {
    sides_cross(&one.points, &two.points)
}

/// Whether a side of one outline properly crosses a side of the other.
fn sides_cross(one: &[Point], two: &[Point]) -> bool {
    let segments = |points: &[Point]| -> Vec<(Point, Point)> {
        let next = points.iter().cycle().skip(1);
        points.iter().copied().zip(next.copied()).collect()
    };
    let turn = |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let hair = 1e-5;
    let (first, second) = (segments(one), segments(two));
    first.iter().any(|&(a, b)| {
        second.iter().any(|&(c, d)| {
            let (first, second) = (turn(a, b, c), turn(a, b, d));
            let (third, fourth) = (turn(c, d, a), turn(c, d, b));
            first * second < -hair * hair
                && third * fourth < -hair * hair
                && first.abs().min(second.abs()) > hair
                && third.abs().min(fourth.abs()) > hair
        })
    })
}

#[test]
fn bent_coasts_keep_the_armies_inside_and_cross_nobodys() {
    let coasts = Map::coasts();
    let outlines = || Map::world().outlines.iter().zip(&coasts.countries);
    for (outline, loops) in outlines() {
        let inside = loops
            .iter()
            .any(|points| polygon::contains(points, outline.army));
        assert!(inside, "{}", outline.country);
        for (part, points) in outline.parts.iter().zip(loops) {
            let (placed, bent) = (polygon::area(&part.points), polygon::area(points));
            let moved = (bent - placed).abs();
            assert!(moved < 0.2 * placed.abs() + 0.02, "{}", outline.country);
        }
    }
    let all: Vec<(Country, &[Point])> = outlines()
        .flat_map(|(outline, loops)| loops.iter().map(|points| (outline.country, &points[..])))
        .collect();
    for (number, (one, first)) in all.iter().enumerate() {
        for (two, second) in &all[number..] {
            assert!(!sides_cross(first, second), "{one} {two}");
        }
    }
    // Each continent is hemmed, and Europe and Asia meet on land.
    assert_eq!(coasts.continents.len(), Continent::ALL.len());
    assert!(coasts.seams.len() > 10);
}

#[test]
fn armies_stand_inside_their_countries() {
    for outline in &Map::world().outlines {
        assert!(outline.contains(outline.army), "{}", outline.country);
    }
}

/// A box: left, top, right, bottom.
type Box4 = [f32; 4];

fn label(outline: &Outline, lang: Lang) -> Box4 {
    let lines = label::broken(outline.country.name().of(lang), LONG_NAME);
    let letters = lines.iter().map(|line| line.chars().count()).max().unwrap();
    // Half-bold letters are a little more than half as wide as high.
    let wide = letters as f32 * NAME_SIZE * 0.56;
    let high = 0.28 * lines.len() as f32;
    let Point { x, y } = outline.label;
    [
        x - wide / 2.0,
        y - high / 2.0,
        x + wide / 2.0,
        y + high / 2.0,
    ]
}

fn overlap(one: Box4, two: Box4) -> bool {
    one[0] < two[2] && two[0] < one[2] && one[1] < two[3] && two[1] < one[3]
}

#[test]
fn names_and_armies_lie_on_the_map_and_not_on_each_other() {
    let map = Map::world();
    for lang in Lang::ALL {
        for one in &map.outlines {
            let name = label(one, lang);
            assert!(name[0] >= 0.0 && name[1] >= 0.0, "{}", one.country);
            assert!(
                name[2] <= map.width && name[3] <= map.height,
                "{}",
                one.country
            );
            for two in &map.outlines {
                let Point { x, y } = two.army;
                let token = [
                    x - TOKEN_SIZE,
                    y - TOKEN_SIZE,
                    x + TOKEN_SIZE,
                    y + TOKEN_SIZE,
                ];
                let shrunk = [name[0] + 0.1, name[1] + 0.06, name[2] - 0.1, name[3] - 0.06];
                assert!(
                    !overlap(shrunk, token),
                    "{} {} {lang:?}",
                    one.country,
                    two.country
                );
                if one.country < two.country {
                    let other = label(two, lang);
                    assert!(
                        !overlap(shrunk, other),
                        "{} {} {lang:?}",
                        one.country,
                        two.country
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_wrong_with_a_drawing_is_told_with_its_line() {
    for (text, part) in [
        ("size 1 x", "line 1: `x` is no number"),
        (
            "size 1 1\n\npoint a 0 0\npoint a 1 1",
            "line 4: the point `a` comes twice",
        ),
        ("country 999 0 0 0 0 : a", "`999` is no country"),
        ("country 101 0 0 0 0 : a b c", "there is no point `a`"),
        ("island 101 : a", "there is no point `a`"),
        ("link 101 102 : 1", "a point has two numbers"),
        ("link 101 102 : 1 1", "two points or more"),
        ("circle 1", "`circle` is not understood"),
        ("size 1 1", "101 is missing"),
        ("", "there is no `size`"),
    ] {
        let wrong = map::read(text).unwrap_err();
        assert!(wrong.contains(part), "{wrong}");
    }
}

/// The whole board in so many columns and rows, with 12 armies everywhere.
fn printed(columns: u16, rows: u16) -> String {
    use vauban_game::{
        Depict, Viewer,
        scene::{Colours, Raster, Theme},
    };
    let game = seed();
    let mut state = world(&game);
    for country in Country::all() {
        state.set_armies(country, 12);
    }
    let layers = game.layers(&game.view(&state, Viewer::Spectator), Lang::En);
    let scene = game.backdrop(Lang::En).with_layers(layers);
    Raster::new(&scene, Theme::Light, columns, rows).ansi(Colours::None)
}

#[test]
fn no_two_tokens_touch_in_the_smallest_terminal() {
    let picture = printed(1, 1);
    let wide = picture.lines().map(|line| line.chars().count()).max();
    // What a window of 80×24 leaves beside the log.
    assert!(
        wide <= Some(49) && picture.lines().count() <= 18,
        "{picture}"
    );
    let labels: Vec<&str> = picture
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|label| label.contains("12"))
        .collect();
    let long: Vec<&&str> = labels.iter().filter(|label| label.len() != 3).collect();
    assert!(long.is_empty(), "{long:?}\n{picture}");
    assert_eq!(labels.len(), 42, "{picture}");
}

#[test]
fn a_large_terminal_names_the_countries() {
    let picture = printed(190, 58);
    let words: Vec<&str> = picture
        .split(|letter: char| !letter.is_alphanumeric())
        .collect();
    let is_token = |word: &&&str| {
        word.len() == 3 && word.ends_with("12") && !word.starts_with(char::is_numeric)
    };
    assert_eq!(words.iter().filter(is_token).count(), 42, "{picture}");
    let named = |country: &Country| {
        let lines = label::broken(country.name().of(Lang::En), LONG_NAME);
        let mut parts = lines.iter().flat_map(|line| line.split(' '));
        parts.all(|part| words.contains(&part))
    };
    let count = Country::all().filter(named).count();
    assert!(count >= 20, "{count} of 42\n{picture}");
    let ids = Country::all().filter(|country| words.contains(&country.to_string().as_str()));
    assert!(ids.count() >= 30, "{picture}");
}
