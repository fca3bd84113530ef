//! The picture, the clicks, and the judge.

use vauban_game::{
    Depict, Evaluate, Lang, Lenses, Odds,
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
    assert_eq!(symbol("s16"), ("south-mounted-artillery", "=ac".to_owned()));
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
            .any(|shape| shape.glyph.as_deref() == Some("%I#"))
    );
    // Nothing as large as the square lies over the fort.
    assert!(
        shapes
            .iter()
            .all(|shape| !matches!(shape.form, Form::Rect { .. }))
    );
}

#[test]
fn fallen_arsenals_are_not_drawn() {
    let game = Guerre::default();
    let state = standing(&game, "n5", "D8~T3.T23", "iD7", "iT5");
    let shapes = shapes(&game, &state);
    let has = |key: &str| shapes.iter().any(|shape| shape.key == key);
    assert!(has("arsenal-D8") && !has("arsenal-B15"));
}

#[test]
fn lines_of_communication_belong_to_their_overlay_and_can_be_switched_off() {
    let game = Guerre::default();
    let state = game.start();
    let drawn = shapes(&game, &state);
    assert!(
        !drawn
            .iter()
            .any(|shape| matches!(shape.form, Form::Line { .. }))
    );
    for seat in [NORTH, SOUTH] {
        let map = game
            .lens(&state, "communication", seat)
            .expect("the lens exists");
        let own = game.board().arsenals(seat)[0];
        let own = game.board().place(own);
        assert!(map.lines.len() > 8, "{:?}", map.lines);
        assert!(map.lines.iter().flatten().any(|end| {
            Place::read(&end.0).is_some_and(|end| end.row == own.row || end.column == own.column)
        }));
    }
}

#[test]
fn what_a_unit_stands_on_has_an_emblem_beside_it() {
    let game = Guerre::default();
    let state = position(&game, "n5", "iI13 rT3 acF10 iD8 iD7", "iT5");
    let shapes = shapes(&game, &state);
    let emblem = |at: &str| {
        let spot = Some(Spot::from(at));
        let small = shapes
            .iter()
            .filter(|shape| shape.spot == spot && shape.key.ends_with("-ground"));
        let found: Vec<(&str, Paint)> = small
            .filter_map(|shape| match shape.form {
                Form::Symbol { name, .. } => Some((name, shape.fill)),
                _ => None,
            })
            .collect();
        found
    };
    assert_eq!(emblem("I13"), [("fort", Paint::Ink)]);
    assert_eq!(emblem("F10"), [("pass", Paint::Ink)]);
    assert_eq!(
        emblem("T3"),
        [("arsenal", Paint::Seat(1))],
        "South's, under a relay of North"
    );
    assert_eq!(emblem("D8"), [("arsenal", Paint::Seat(0))]);
    assert_eq!(emblem("D7"), []);
}

#[test]
fn the_legend_says_who_gets_the_bonus() {
    let legend = Guerre::default().legend();
    let about = |title: &str| {
        let line = legend.iter().find(|line| line.title.en == title);
        line.expect("it is explained").about.en.clone()
    };
    for (ground, bonus) in [("fort", 4), ("pass", 2)] {
        let who = format!(
            "defence +{bonus} for infantry, artillery and mounted artillery, nothing for cavalry, relay and mounted relay"
        );
        assert!(about(ground).starts_with(&who), "{}", about(ground));
    }
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
    let both = judge(&start, NORTH) + judge(&start, SOUTH);
    assert!((both - 1.0).abs() < 1e-9, "{both}");
    let whole = position(&game, "n5", "iD8 iD7", "iT3 iT4");
    let less = position(&game, "n5", "iD8", "iT3 iT4");
    assert!(judge(&whole, NORTH) > judge(&less, NORTH));
    let fallen = standing(&game, "n5", "D8~T3.T23", "iD8 iD7", "iT3 iT4");
    assert!(judge(&whole, NORTH) > judge(&fallen, NORTH));
}

#[test]
fn a_move_that_will_be_cut_off_is_warned_of() {
    let game = Guerre::default();
    let mut dice = Dice::seeded(5);
    let (mut warned, mut quiet) = (0, 0);
    for _ in 0..12 {
        let state = melee(&game, &mut dice);
        let seat = state.mover();
        for action in legal(&game, &state) {
            let Action::Move { to, .. } = action else {
                continue;
            };
            let mut after = state.clone();
            game.act(&mut after, seat, action);
            let warning = game.warning(&state, seat, action);
            match warning.is_some_and(|text| text.en == "will be cut off") {
                true => {
                    assert!(!in_communication(&game, &after, seat, &to.to_string()));
                    warned += 1;
                }
                false => quiet += 1,
            }
        }
    }
    assert!(warned > 0 && quiet > 0, "{warned} {quiet}");
}

/// §6.8 The words say the fate that the rules give, and who is named as a help does help.
#[test]
fn an_attack_is_told_in_words_with_its_sum() {
    let game = Guerre::default();
    let said = |state: &State, text: &str| {
        let told = game.effect(state, NORTH, game.read(text).unwrap());
        told.map(|told| told.en.into_owned())
    };
    let alone = position(&game, "n5", "iD8 cK12 cJ11 rE12", "iK13 iK14 iT3");
    let told = said(&alone, "K12xK13").unwrap();
    assert_eq!(told, "6 short (7 − 12): J11 could bring 7");
    let tired = position(&game, "n0", "iD8 cK12 cJ11 rE12", "iK13 iK14 iT3");
    assert_eq!(said(&tired, "K12xK13").unwrap(), "6 short: 7 − 12");
    let both = position(&game, "n5", "iD8 cK12 cK11 rE12", "iK13 iK14 iT3");
    let told = said(&both, "K12xK13").unwrap();
    assert_eq!(told, "destroys K13: 14 − 12 ≥ 2");
    assert_eq!(said(&both, "K11-J11"), None);
    let mut dice = Dice::seeded(7);
    for _ in 0..12 {
        let state = melee(&game, &mut dice);
        let seat = state.mover();
        for action in legal(&game, &state) {
            let Some(told) = game.effect(&state, seat, action) else {
                continue;
            };
            let fate = game.odds(&state, seat, action).unwrap().remove(0).result;
            let begins = match fate.as_str() {
                "destroyed" | "trapped" => told.en.starts_with("destroys"),
                "retreats" => told.en.starts_with("drives"),
                _ => told.en.contains("short"),
            };
            assert!(begins, "{fate}: {}", told.en);
        }
    }
}
