//! What people see: the status, cards, overlays and the log.

use vauban_game::{
    Depict, Lang, Lenses, Viewer,
    scene::{Colours, Form, Paint, Raster, Rgb, Scene, Shape, Spot, Theme, svg},
};

use super::*;
use crate::landbuster::Plan;

fn lens(game: &LandBuster, state: &State, name: &str, seat: Seat) -> Vec<(String, i32)> {
    let view = game.view(state, Viewer::Spectator);
    let map = game.lens(&view, name, seat).unwrap();
    let plain = |(spot, value): (vauban_game::scene::Spot, i32)| (spot.0, value);
    map.values.into_iter().map(plain).collect()
}

fn told(values: &[(&str, i32)]) -> Vec<(String, i32)> {
    let owned = |&(spot, value): &(&str, i32)| (spot.to_owned(), value);
    values.iter().map(owned).collect()
}

#[test]
fn overlays_show_attack_defence_and_their_difference() {
    let game = game(2);
    let state = war(&game, &[(1, 5), (3, 40), (8, 9), (9, 3)]);
    assert_eq!(lens(&game, &state, "attack", RED), told(&[("8", 40)]));
    assert_eq!(
        lens(&game, &state, "defence", CYAN),
        told(&[("8", 12), ("9", 12)])
    );
    assert_eq!(lens(&game, &state, "difference", RED), told(&[("8", 28)]));
    assert_eq!(lens(&game, &state, "difference", CYAN), told(&[("3", -31)]));
    let view = game.view(&state, Viewer::Spectator);
    let paths = game.lens(&view, "attack", RED).unwrap().paths;
    assert_eq!(paths, [["3".into(), "8".into()]]);
}

#[test]
fn overlays_show_losses_types_sea_and_front() {
    let game = game(2);
    let mut state = war(&game, &[(1, 5), (2, 4), (3, 40), (8, 9), (9, 3)]);
    // With nine more, 49 against 12: all nine soldiers of 8 could be lost; 9 is out of reach.
    assert_eq!(lens(&game, &state, "losses", CYAN), told(&[("8", 9)]));
    assert_eq!(lens(&game, &state, "losses", RED), told(&[]));
    // Red has meadow, forest and desert: mountains and coasts are missing; 4 is next to 3.
    assert_eq!(
        lens(&game, &state, "types", RED),
        told(&[("4", 2), ("5", 1), ("9", 1), ("10", 1)])
    );
    assert_eq!(
        lens(&game, &state, "sea", RED),
        told(&[("6", 1), ("10", 1)])
    );
    state.ports = Lands::of(at(1));
    assert_eq!(
        lens(&game, &state, "sea", RED),
        told(&[("6", 2), ("10", 2)])
    );
    assert_eq!(
        lens(&game, &state, "front", RED),
        told(&[("1", -2), ("2", -1), ("3", 9)])
    );
}

#[test]
fn the_status_shows_all_players() {
    let game = game(3);
    let mut state = war(&game, &[(1, 5), (3, 40), (8, 9)]);
    state.held[CYAN.index()] = Some(Item::FullPower);
    let view = game.view(&state, Viewer::Spectator);
    let status = game.status(&view);
    let values = |name: &str| {
        let found = status.statistics.iter().find(|line| line.name.en == name);
        found.map(|line| line.values.clone())
    };
    assert_eq!(values("lands"), Some(vec![3, 2, 1]));
    assert_eq!(values("soldiers"), Some(vec![45, 9, 0]));
    assert_eq!(values("item"), Some(vec![0, 1, 0]));
    assert_eq!(status.phase_name, Some("action"));
}

/// The whole picture as a seat sees it.
fn picture(game: &LandBuster, state: &State) -> Scene {
    let view = game.view(state, Viewer::Seat(RED));
    game.backdrop(Lang::En)
        .with_layers(game.layers(&view, Lang::En))
}

#[test]
fn textures_are_seen_on_every_ground_and_hide_no_word() {
    let game = LandBuster::new(7, 6).unwrap();
    for theme in [Theme::Light, Theme::Dark] {
        let scene = game.backdrop(Lang::En);
        let document = svg(&scene, theme);
        let ink = theme.colour(Paint::Ink);
        let mut seen = 0;
        for shape in scene.shapes().filter(|shape| shape.pattern.is_some()) {
            // The texture follows the surface that it lies on.
            let place = document
                .find(&format!("data-key=\"{}\"", shape.key))
                .unwrap();
            let name = document[place..].split("fill=\"url(#").nth(1).unwrap();
            let name = name.split(')').next().unwrap();
            let tile = document
                .split(&format!("<pattern id=\"{name}\""))
                .nth(1)
                .unwrap();
            let part = |key: &str| {
                let value = tile.split(&format!(" {key}=\"")).nth(1).unwrap();
                value.split('"').next().unwrap()
            };
            let hex = u32::from_str_radix(part("fill").trim_start_matches('#'), 16).unwrap();
            let opacity: f32 = part("opacity").parse().unwrap();
            let ground = theme.colour(shape.fill);
            let texture = ground.under(Rgb::hex(hex), opacity);
            let contrast = texture.contrast(ground);
            assert!(contrast > 1.2, "{theme:?} {} {name}: {contrast}", shape.key);
            assert!(
                ink.contrast(texture) >= 2.5,
                "{theme:?} {} {name}",
                shape.key
            );
            seen += 1;
        }
        assert!(seen > 40, "{seen}");
    }
}

#[test]
fn tokens_signs_and_names_stay_within_the_picture() {
    for number in 0..20 {
        let game = LandBuster::new(number, 6).unwrap();
        let scene = picture(&game, &game.start());
        for shape in scene.shapes() {
            let half = match &shape.form {
                Form::Text { text, size } => (0.3 * size * text.chars().count() as f32, size / 2.0),
                Form::Symbol { size, .. } => (size / 2.0, size / 2.0),
                Form::Plate { .. } if shape.key.starts_with("token") => (0.4, 0.2),
                _ => continue,
            };
            let inside = shape.at.x - half.0 >= 0.0
                && shape.at.x + half.0 <= scene.width
                && shape.at.y - half.1 >= 0.0
                && shape.at.y + half.1 <= scene.height;
            assert!(inside, "map {number}: {} at {:?}", shape.key, shape.at);
        }
    }
}

#[test]
fn every_planned_attack_is_an_arrow_of_its_own_with_its_number() {
    let game = game(2);
    let mut state = war(&game, &[(1, 5), (3, 40), (8, 9), (9, 3)]);
    assert!(
        picture(&game, &state)
            .shapes()
            .all(|shape| !shape.key.starts_with("plan-"))
    );
    state.plans[0] = Some(Plan {
        from: at(3),
        to: at(8),
    });
    let scene = picture(&game, &state);
    let arrow = scene
        .shapes()
        .find(|shape| shape.spot == Some(Spot::from("plan-3x8")));
    assert!(matches!(
        arrow.unwrap().form,
        Form::Trail { arrow: true, .. }
    ));
    let order = scene.shapes().find(|shape| shape.key == "plan-3x8-order");
    let form = &order.unwrap().form;
    assert!(
        matches!(form, Form::Text { text, .. } if text == "1"),
        "{form:?}"
    );
}

#[test]
fn whoever_moved_with_the_hero_takes_him_along_again() {
    let game = game(2);
    let mut state = war(&game, &[(1, 8), (2, 4)]);
    state.phase = Phase::Move;
    state.heroes[RED.index()] = Hero::At(at(1));
    let usual = |state: &State| {
        let view = game.view(state, Viewer::Seat(RED));
        let action = Action::Move {
            from: at(1),
            to: at(2),
            quarters: 4,
            hero: false,
        };
        (
            game.usual_amount(&view, RED, action),
            game.instead(&view, RED),
        )
    };
    // §7.3 At first half of them, without the hero.
    assert_eq!(usual(&state), (Some(2), vec![]));
    let with_hero = Action::Move {
        from: at(1),
        to: at(2),
        quarters: 3,
        hero: true,
    };
    game.act(&mut state, RED, with_hero);
    // Two turns later.
    state.phase = Phase::Move;
    state.mover = RED;
    assert_eq!(
        usual(&state),
        (Some(3), vec![("2".into(), "hero-2".into())])
    );
}

#[test]
fn arrows_go_around_the_numbers_of_other_lands_and_lie_below_them() {
    let mut crossed = 0;
    let mut arrows = 0;
    for number in 1..=6 {
        let game = LandBuster::new(number, 2).unwrap();
        let mut state = game.start();
        for from in game.map().lands().iter() {
            for to in game.map().lands().iter() {
                if game.map().connection(from, to).is_none() {
                    continue;
                }
                state.plans[0] = Some(Plan { from, to });
                let layers = game.layers(&game.view(&state, Viewer::Spectator), Lang::En);
                let place = |name| layers.iter().position(|layer| layer.name == name).unwrap();
                assert!(place("plans") < place("pieces") && place("pieces") < place("orders"));
                let mut shapes = layers.iter().flat_map(|layer| &layer.shapes);
                let arrow = shapes.find(|shape| shape.key == format!("plan-{from}x{to}"));
                let Some(Form::Trail { points, width, .. }) = arrow.map(|shape| &shape.form) else {
                    panic!("a plan is an arrow");
                };
                arrows += 1;
                let tokens = layers[place("pieces")].shapes.iter();
                let tokens = tokens.filter(|shape| shape.key.starts_with("token-"));
                let others = tokens.filter(|shape| {
                    let spot = shape.spot.as_ref();
                    spot != Some(&from.spot()) && spot != Some(&to.spot())
                });
                let inside = |shape: &&Shape| {
                    points.iter().any(|&point| {
                        let (wide, high) = (point.x - shape.at.x, point.y - shape.at.y);
                        let room = width / 2.0;
                        wide.abs() < 0.21 + room && high.abs() < 0.2 + room
                    })
                };
                crossed += others.filter(inside).count();
            }
        }
    }
    assert!(arrows > 500, "{arrows} arrows");
    assert!(
        crossed * 20 < arrows,
        "{crossed} numbers under {arrows} arrows"
    );
}

#[test]
fn a_small_picture_shows_every_number_and_every_fortress_without_colours() {
    for players in [2, 6] {
        let game = LandBuster::new(7, players).unwrap();
        let state = game.start();
        let scene = picture(&game, &state);
        let fortresses = game.map().fortresses();
        assert!(!fortresses.is_empty());
        // As large as `show` draws it in the console, and larger.
        for (columns, rows) in [(48, 12), (80, 24), (120, 40)] {
            let raster = Raster::new(&scene, Theme::Dark, columns, rows);
            let text = raster.ansi(Colours::None);
            let written = |word: &str| text.matches(word).count();
            for land in fortresses.iter() {
                let token = format!("{}♖", state.soldiers(land));
                assert!(written(&token) > 0, "{token} in\n{text}");
            }
            assert_eq!(written("♖"), fortresses.len(), "{text}");
        }
    }
}

#[test]
fn an_items_name_is_told_to_its_owner_alone() {
    let game = game(2);
    let mut state = war(&game, &[(1, 5), (3, 40)]);
    state.held[RED.index()] = Some(Item::PlayTwice);
    let own = |viewer| game.own(&game.view(&state, viewer));
    let told = own(Viewer::Seat(RED)).unwrap();
    assert_eq!(told.en, "you hold the item “play twice”");
    assert_eq!(told.fr, "vous avez l'objet « jouer deux fois »");
    assert_eq!(own(Viewer::Seat(CYAN)), None);
    assert_eq!(own(Viewer::Spectator), None);
}

#[test]
fn a_lands_card_tells_owner_soldiers_defence_and_the_attack_that_one_could_bring() {
    let game = game(2);
    let state = war(&game, &[(1, 5), (3, 40), (8, 9), (9, 3)]);
    let card = |seat, spot: &str| {
        let view = game.view(&state, Viewer::Seat(seat));
        let card = game.card(&view, &Spot::from(spot)).unwrap();
        let lines = card.lines.into_iter();
        let lines = lines.map(|(name, value)| format!("{}: {}", name.en, value.en));
        let mut told = vec![card.title.en.to_string()];
        told.extend(lines);
        told
    };
    assert_eq!(
        card(RED, "8"),
        [
            "Land8: Cyan, 9 soldiers",
            "number: 8",
            "type: desert",
            "total defence: 9 here + 3 beside = 12",
            "your attack: from Land3: 40",
        ]
    );
    // One's own land is not attacked, and a neutral one is captured.
    assert_eq!(card(CYAN, "8").len(), 4);
    let neutral = card(RED, "4");
    assert!(
        neutral.contains(&"with: fortress".to_owned()),
        "{neutral:?}"
    );
    assert!(
        neutral.contains(&"can be captured: from Land3, with 10 soldiers".to_owned()),
        "{neutral:?}"
    );
}
