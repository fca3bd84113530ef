//! The picture, the clicks, and the judge.

use vauban_game::{
    Depict, Evaluate, Lang,
    scene::{Form, Mark, Paint, Shape, Spot},
};

use super::{recorded::half_turns, *};
use crate::guerre::{
    Judge,
    scene::{ISOLATED, RETREAT},
};

fn shapes(game: &Guerre, state: &State) -> Vec<Shape> {
    let layers = game.layers(state, Lang::En);
    layers.into_iter().flat_map(|layer| layer.shapes).collect()
}

#[test]
fn the_sides_differ_by_token_and_by_letter() {
    let game = Guerre::default();
    let shapes = shapes(&game, &game.start());
    let symbol = |key: &str| {
        let shape = shapes
            .iter()
            .find(|shape| shape.key == key)
            .expect("the unit is drawn");
        let Form::Symbol { name, .. } = shape.form else {
            panic!("a unit is a drawing")
        };
        (name, shape.glyph.clone().unwrap_or_default())
    };
    assert_eq!(symbol("n2"), ("north-cavalry", "▲C ".to_owned()));
    assert_eq!(symbol("s2"), ("south-cavalry", "▼c ".to_owned()));
    assert_eq!(symbol("s16"), ("south-mounted-artillery", "▼ac".to_owned()));
}

#[test]
fn a_unit_keeps_its_key_when_it_moves() {
    let game = Guerre::default();
    let mut state = game.start();
    let spot_of = |state: &State| {
        let shapes = shapes(&game, state);
        let unit = shapes.iter().find(|shape| shape.key == "n2").cloned();
        unit.and_then(|unit| unit.spot).map(|spot| spot.0)
    };
    assert_eq!(spot_of(&state).as_deref(), Some("G3"));
    play(&game, &mut state, "G3 F3");
    assert_eq!(spot_of(&state).as_deref(), Some("F3"));
}

#[test]
fn isolated_units_and_those_in_retreat_are_marked() {
    let game = Guerre::default();
    let state = position(&game, "n5", "iJ1 iD7r iD8", "iT3");
    let shapes = shapes(&game, &state);
    let marked = |mark: Mark| -> Vec<String> {
        let marked = shapes
            .iter()
            .filter(|shape| shape.fill == Paint::Mark(mark));
        marked
            .filter_map(|shape| Some(shape.spot.clone()?.0))
            .collect()
    };
    assert_eq!(marked(ISOLATED), ["J1"]);
    assert_eq!(marked(RETREAT), ["D7"]);
    let glyph = |at: &str| {
        let spot = Some(Spot::from(at));
        let glyphs = shapes.iter().filter(|shape| shape.spot == spot);
        let mut glyphs = glyphs.filter_map(|shape| shape.glyph.clone());
        glyphs.rfind(|glyph| !glyph.is_empty()).unwrap_or_default()
    };
    assert_eq!(
        (glyph("J1"), glyph("D7")),
        ("×I ".to_owned(), "!I ".to_owned())
    );
}

#[test]
fn a_unit_both_cut_off_and_in_retreat_shows_both_and_its_fort_stays_visible() {
    let game = Guerre::default();
    let state = position(&game, "s5", "iI13r iD8", "iJ14 iH12 iH13 iH14 iT3");
    assert!(!in_communication(&game, &state, NORTH, "I13"));
    let shapes = shapes(&game, &state);
    let marks: Vec<Paint> = shapes
        .iter()
        .filter(|shape| shape.spot == Some(Spot::from("I13")))
        .map(|shape| shape.fill)
        .collect();
    for mark in [ISOLATED, RETREAT] {
        assert!(marks.contains(&Paint::Mark(mark)), "{mark:?}");
    }
    assert!(
        shapes
            .iter()
            .any(|shape| shape.glyph.as_deref() == Some("%I "))
    );
    // Nothing as large as the square lies over the fort.
    assert!(
        shapes
            .iter()
            .all(|shape| !matches!(shape.form, Form::Rect { .. }))
    );
}

#[test]
fn lines_of_communication_are_drawn_and_fallen_arsenals_are_not() {
    let game = Guerre::default();
    let state = standing(&game, "n5", "D8~T3.T23", "iD7", "iT5");
    let shapes = shapes(&game, &state);
    let has = |key: &str| shapes.iter().any(|shape| shape.key == key);
    assert!(has("arsenal-D8") && !has("arsenal-B15"));
    assert!(
        shapes.iter().any(|shape| {
            matches!(shape.form, Form::Line { .. }) && shape.fill == Paint::Seat(0)
        })
    );
}

#[test]
fn clicks_mean_moves_attacks_and_ends() {
    let game = Guerre::default();
    let state = position(&game, "n4", "iD8ml", "iF8 iT3");
    let meant = |path: &[&str]| {
        let path: Vec<Spot> = path.iter().map(|spot| Spot::from(*spot)).collect();
        game.meant(&state, NORTH, &path)
            .map(|action| game.write(action))
    };
    assert_eq!(meant(&["D8", "D7"]).as_deref(), Some("D8-D7"));
    assert_eq!(meant(&["D8", "F8"]).as_deref(), Some("D8xF8"));
    assert_eq!(meant(&["end"]).as_deref(), Some("end"));
    assert_eq!(meant(&["D8"]), None);
    assert_eq!(meant(&["D8", "nowhere"]), None);
    let card = game
        .card(&state, &Spot::from("F8"))
        .expect("every square has a card");
    assert!(card.title.en.contains("infantry of South"));
    assert_eq!(game.card(&state, &Spot::from("Z99")), None);
}

#[test]
fn the_status_counts_moves_units_arsenals_and_squares() {
    let game = Guerre::default();
    let state = half_turns(&game).pop().expect("there are half-turns");
    let status = game.status(&state);
    assert_eq!(status.left.map(|left| left.count), Some(5));
    let values: Vec<Vec<i64>> = status
        .statistics
        .into_iter()
        .map(|line| line.values)
        .collect();
    assert_eq!(values, [[17, 17], [2, 1], [158, 169], [1, 0]]);
}

#[test]
fn the_judge_sees_both_sides_alike_and_counts_what_is_lost() {
    let game = Guerre::default();
    let start = game.start();
    let judge = |state: &State, seat| Judge::default().evaluate(&game, state)[seat].get();
    assert_eq!(judge(&start, NORTH), 1.0 - judge(&start, SOUTH));
    let whole = position(&game, "n5", "iD8 iD7", "iT3 iT4");
    let less = position(&game, "n5", "iD8", "iT3 iT4");
    assert!(judge(&whole, NORTH) > judge(&less, NORTH));
    let fallen = standing(&game, "n5", "D8~T3.T23", "iD8 iD7", "iT3 iT4");
    assert!(judge(&whole, NORTH) > judge(&fallen, NORTH));
}
