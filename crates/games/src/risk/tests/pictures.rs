//! The log, the picture and the lenses.

use vauban_game::{
    Depict, Happening, Lang, Lenses, Narrate, TurnEvents, Viewer,
    scene::{Form, Paint, Point, Rgb, Theme},
    tell,
};

use super::*;
use crate::risk::{
    Continent,
    scene::pieces::{tint, token_forms},
    words::owner_letter,
};

#[test]
fn the_log_tells_the_roll_and_the_conquest() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4)]);
    play(&game, &mut state, "103 x207 d3 v1");
    let chance = game.read_chance("6,5,1/5").unwrap();
    let mut after = state;
    game.settle(&mut after, chance);
    let events = tell(
        &game,
        &state,
        Happening::Chance(chance),
        &after,
        Viewer::Spectator,
    );
    let told: Vec<String> = events
        .iter()
        .map(|event| serde_json::to_string(&event.told(Lang::En)).unwrap())
        .collect();
    assert_eq!(
        told,
        [
            r#"{"kind":"roll","seat":1,"against":2,"from":"103","to":"207","dice":[{"attack":6,"defence":5,"wins":"attack"},{"attack":5},{"attack":1}],"lost":[{"seat":2,"amount":1}],"text":"6,5,1 against 5: defender −1."}"#,
            r#"{"kind":"conquest","seat":1,"against":2,"taken":["207"],"text":"Blue takes the Middle East."}"#
        ]
    );
}

#[test]
fn the_defenders_dice_keep_their_colour_when_the_country_falls() {
    let game = seed();
    let colour = |roll: &str| {
        let mut state = armed(&game, &[(103, 4)]);
        play(&game, &mut state, "103 x207 d3 v1");
        game.settle(&mut state, game.read_chance(roll).unwrap());
        let layers = game.layers(&game.view(&state, Viewer::Spectator), Lang::En);
        let mut shapes = layers.iter().flat_map(|layer| &layer.shapes);
        let die = shapes.find(|shape| shape.key == "die-blue-0");
        die.map(|shape| shape.fill).expect("a die was rolled")
    };
    assert_eq!(colour("6,5,1/5"), colour("4,3,1/5"));
}

#[test]
fn owners_differ_by_form_and_letter_too() {
    let forms = token_forms();
    for (number, one) in forms.iter().enumerate() {
        for two in &forms[..number] {
            assert_ne!(one, two);
        }
    }
    for lang in Lang::ALL {
        let letters: std::collections::BTreeSet<char> = (0..=6)
            .map(|owner| owner_letter(Owner(owner), lang))
            .collect();
        assert_eq!(letters.len(), 7);
    }
}

#[test]
fn shields_in_the_sea_tell_what_a_continent_brings() {
    let shown = |game: &Risk| -> Vec<(String, Point)> {
        let backdrop = game.backdrop(Lang::En);
        let bonus = |shape: &&vauban_game::scene::Shape| shape.key.starts_with("bonus-");
        let bonus = backdrop.shapes().filter(bonus);
        bonus
            .filter_map(|shape| match &shape.form {
                Form::Text { text, .. } => Some((text.clone(), shape.at)),
                _ => None,
            })
            .collect()
    };
    assert!(shown(&seed()).is_empty());
    let shields = shown(&classic(3));
    let texts: Vec<&str> = shields.iter().map(|(text, _)| text.as_str()).collect();
    let expected = Continent::ALL.map(|continent| format!("+{}", continent.bonus()));
    assert_eq!(texts, expected);
    for (text, at) in shields {
        let corners = [(-0.4, -0.4), (0.4, -0.4), (0.0, 0.5), (0.0, 0.0)];
        for corner in corners.map(|(x, y)| Point::new(at.x + x, at.y + y)) {
            let land = crate::risk::map::Map::world().outlines.iter();
            let land = land.filter(|outline| outline.contains(corner)).count();
            assert_eq!(land, 0, "the shield {text} at {at:?} lies on land");
        }
    }
}

#[test]
fn only_the_holder_sees_its_cards_on_the_table() {
    let game = seed();
    let mut state = world(&game);
    hold(&mut state, BLUE, "stc");
    let symbols = |viewer| {
        let layers = game.layers(&game.view(&state, viewer), Lang::En);
        let shapes = layers.iter().flat_map(|layer| &layer.shapes);
        shapes
            .filter(|shape| matches!(shape.form, Form::Symbol { .. }))
            .count()
    };
    assert_eq!(symbols(Viewer::Seat(BLUE)), 3);
    assert_eq!(symbols(Viewer::Seat(RED)), 0);
    assert_eq!(symbols(Viewer::Spectator), 0);
}

#[test]
fn the_keys_of_the_first_risk_are_shown_and_differ() {
    let game = seed();
    let key = |text: &str| game.shortcut(game.read(text).unwrap());
    assert_eq!(
        ["deal", "card", "pass", "end", "101"].map(key),
        [Some('D'), Some('P'), Some('N'), Some('E'), None]
    );
    assert_eq!(game.undo_key(), Some('U'));
}

fn lens(game: &Risk, state: &State, name: &str, seat: Seat) -> Vec<(String, i32)> {
    let view = game.view(state, Viewer::Spectator);
    let map = game.lens(&view, name, seat).unwrap();
    map.values
        .into_iter()
        .map(|(spot, value)| (spot.0, value))
        .collect()
}

#[test]
fn lenses_show_danger_threat_and_chances() {
    let game = seed();
    // Blue's 103 with 4 beside Red's 207 with 2.
    let state = armed(&game, &[(103, 4), (207, 2)]);
    let danger = lens(&game, &state, "danger", RED);
    assert!(
        danger
            .iter()
            .any(|(spot, value)| spot == "207" && *value > 60),
        "{danger:?}"
    );
    let threat = lens(&game, &state, "threat", RED);
    assert_eq!(
        threat
            .iter()
            .map(|(spot, _)| spot.as_str())
            .collect::<Vec<_>>(),
        ["103"]
    );
    let attack = lens(&game, &state, "attack", BLUE);
    let on = |spot: &str| attack.iter().find(|(other, _)| other == spot).unwrap().1;
    assert_eq!(on("505"), 92);
    assert!(on("207") > 60);
    // With one roll two armies fall in 2890 of 7776 cases.
    let roll = lens(&game, &state, "roll", BLUE);
    assert!(roll.contains(&("207".to_owned(), 37)));
}

#[test]
fn lenses_show_the_front_and_the_continents() {
    let game = seed();
    let state = armed(&game, &[(207, 6)]);
    let front = lens(&game, &state, "front", BLUE);
    // 103 has 207 with six and 505 with one; 104 is inside, one step from 102.
    assert!(front.contains(&("103".to_owned(), 7)));
    assert!(front.contains(&("104".to_owned(), -1)));
    let continents = lens(&game, &state, "continent", BLUE);
    assert!(continents.contains(&("104".to_owned(), 100)));
    assert!(continents.contains(&("507".to_owned(), 57)));
    let view = game.view(&state, Viewer::Spectator);
    assert!(game.lens(&view, "nothing", BLUE).is_none());
    assert!(
        game.reading(&view)
            .unwrap()
            .en
            .contains("Whole continents: Africa and South America.")
    );
}

#[test]
fn a_click_means_what_the_step_asks_for() {
    use vauban_game::scene::Spot;
    let game = seed();
    let mut state = armed(&game, &[(103, 4)]);
    let meant = |state: &State, path: &[&str]| {
        let path: Vec<Spot> = path.iter().map(|spot| Spot::from(*spot)).collect();
        let action = game.meant(&game.view(state, Viewer::Seat(BLUE)), BLUE, &path);
        action.map(|action| game.write(action))
    };
    assert_eq!(meant(&state, &["201"]).as_deref(), Some("201"));
    play(&game, &mut state, "103");
    assert_eq!(meant(&state, &["201"]).as_deref(), Some("x201"));
    assert_eq!(meant(&state, &["101", "102"]).as_deref(), Some("101-102+1"));
    assert_eq!(meant(&state, &["nowhere"]), None);
}

fn turns(game: &Risk, state: &State, country: &str) -> Option<i32> {
    let reach = lens(game, state, "reach", BLUE);
    let found = reach.into_iter().find(|(spot, _)| spot == country);
    found.map(|(_, turns)| turns)
}

#[test]
fn reach_starts_from_two_armies_and_attacks_once_a_turn() {
    let game = seed();
    // Nobody can attack.
    assert_eq!(lens(&game, &world(&game), "reach", BLUE), []);
    // Two spare armies take two countries, one a turn.
    let state = armed(&game, &[(103, 3)]);
    let at = |country: &str| turns(&game, &state, country);
    assert_eq!(["207", "505", "201", "506"].map(at), [1, 1, 2, 2].map(Some));
    assert_eq!(["202", "211", "103"].map(at), [None; 3]);
    // Behind 105 the moves of the first turn come before the attack.
    assert_eq!(at("507"), Some(2));
    // From inside, the group first goes to the front.
    let state = armed(&game, &[(104, 2)]);
    assert_eq!(turns(&game, &state, "207"), Some(2));
    assert_eq!(turns(&game, &state, "201"), None);
}

#[test]
fn reach_in_classic_goes_as_far_as_armies_last_and_gets_new_ones() {
    let game = classic(2);
    let state = armed(&game, &[(103, 3)]);
    let at = |country: &str| turns(&game, &state, country);
    assert_eq!(["207", "201", "506"].map(at), [1, 1, 1].map(Some));
    // Blue has nine new armies each turn: from 207 over 201, 202 and 208 to 205.
    assert_eq!(["202", "205", "601"].map(at), [2, 2, 2].map(Some));
    // Without an army to spare the first turn takes nothing.
    assert_eq!(turns(&game, &world(&game), "207"), Some(2));
    // What is yet to be placed goes along.
    let mut state = world(&game);
    (state.phase, state.left) = (Phase::Reinforce, 2);
    assert_eq!(turns(&game, &state, "201"), Some(1));
    assert_eq!(turns(&game, &state, "202"), Some(2));
}

#[test]
fn everybody_sees_the_piles() {
    let game = seed();
    let mut state = world(&game);
    state.draw = state.draw.minus(Cards([2, 1, 0]));
    state.discard = Cards([2, 1, 0]);
    for viewer in Viewer::all(2) {
        let view = game.view(&state, viewer);
        let layers = game.layers(&view, Lang::En);
        let mut shapes = layers.iter().flat_map(|layer| &layer.shapes);
        let piles = shapes.find(|shape| shape.key == "piles").unwrap();
        let Form::Text { text, .. } = &piles.form else {
            panic!("{piles:?}");
        };
        assert_eq!(text, "draw pile 39, discard 3");
        let statistics = game.status(&view).statistics;
        let told = |name: &str| {
            let mut rows = statistics.iter();
            let row = rows.find(|row| row.name.en.starts_with(name)).unwrap();
            (row.name.en.to_string(), row.values[0])
        };
        assert_eq!(told("draw pile"), ("draw pile".to_owned(), 39));
        let discard = "discard pile: 2 soldiers and 1 tank".to_owned();
        assert_eq!(told("discard pile"), (discard, 3));
    }
}

#[test]
fn a_token_stays_under_its_number_when_its_owner_changes() {
    let game = classic(2);
    let mut state = armed(&game, &[(103, 6)]);
    let shapes = |state: &State| {
        let layers = game.layers(&game.view(state, Viewer::Spectator), Lang::En);
        let armies = layers.into_iter().find(|layer| layer.name == "armies");
        let all = armies.unwrap().shapes;
        let token = all.iter().position(|shape| shape.key == "token-207");
        let number = all.iter().position(|shape| shape.key == "armies-207");
        let (token, number) = (token.unwrap(), number.unwrap());
        assert!(token < number);
        let Form::Text { text, .. } = &all[number].form else {
            panic!("{:?}", all[number]);
        };
        (all[token].at, text.clone())
    };
    let (place, text) = shapes(&state);
    assert_eq!(text, "R1");
    for (words, number) in [("103 x207 d3 v1 !6,1,1/1", "B1"), ("in+4", "B4")] {
        play(&game, &mut state, words);
        assert_eq!(shapes(&state), (place, number.to_owned()), "{words}");
    }
    for owner in (0..=6).map(Owner) {
        state.give(at(207), owner);
        assert_eq!(shapes(&state).0, place);
    }
}

#[test]
fn owners_have_the_figures_of_their_seats() {
    // As many corners as the page draws in its list of seats, the first at the top but for the square.
    let corners: Vec<Option<usize>> = token_forms()
        .iter()
        .map(|form| match form {
            Form::Polygon { points } => Some(points.len()),
            _ => None,
        })
        .collect();
    assert_eq!(
        corners,
        [None, Some(4), Some(3), Some(4), Some(5), Some(6), Some(8)]
    );
    let top = |form: &Form| match form {
        Form::Polygon { points } => points[0].x == 0.0,
        _ => true,
    };
    assert!(
        [2, 3, 4, 5]
            .into_iter()
            .all(|seat| top(&token_forms()[seat]))
    );
    assert_ne!(token_forms()[1], token_forms()[3]);
}

#[test]
fn continents_have_colours_that_differ_in_both_themes() {
    let tint = |theme: Theme, continent: Continent| theme.colour(Paint::Region(tint(continent)));
    let apart = |Rgb(r1, g1, b1): Rgb, Rgb(r2, g2, b2): Rgb| {
        let part = |one: u8, two: u8| u32::from(one.abs_diff(two)).pow(2);
        part(r1, r2) + part(g1, g2) + part(b1, b2)
    };
    for (theme, least) in [(Theme::Light, 32), (Theme::Dark, 24)] {
        for (number, one) in Continent::ALL.into_iter().enumerate() {
            for two in Continent::ALL.into_iter().skip(number + 1) {
                let far = apart(tint(theme, one), tint(theme, two));
                assert!(far >= least * least, "{theme:?} {one:?} {two:?} {far}");
            }
        }
    }
}

#[test]
fn an_owners_wash_looks_the_same_on_every_continent() {
    let game = seed();
    let backdrop = game.backdrop(Lang::En);
    let lands: Vec<Paint> = backdrop
        .shapes()
        .filter(|shape| shape.key.starts_with("land-"))
        .map(|shape| shape.fill)
        .collect();
    assert_eq!(lands.len(), 42);
    let apart = |Rgb(r1, g1, b1): Rgb, Rgb(r2, g2, b2): Rgb| {
        let part = |one: u8, two: u8| one.abs_diff(two);
        part(r1, r2).max(part(g1, g2)).max(part(b1, b2))
    };
    for theme in [Theme::Light, Theme::Dark] {
        let washed = |owner: u8, land: Paint| {
            let held = Paint::Held(owner);
            let land = theme.colour(land);
            land.under(theme.colour(held), held.opacity())
        };
        for owner in 0..6 {
            for &land in &lands {
                let own = apart(washed(owner, land), washed(owner, lands[0]));
                for other in (0..6).filter(|&other| other != owner) {
                    let others = apart(washed(owner, land), washed(other, lands[0]));
                    assert!(
                        2 * own < others,
                        "{theme:?} {owner} {other}: {own} {others}"
                    );
                }
            }
        }
    }
}

#[test]
fn french_names_a_country_with_its_article() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4)]);
    let told = |state: &State, text: &str| {
        let action = game.read(text).unwrap();
        let mut after = *state;
        game.act(&mut after, BLUE, action);
        let happening = Happening::Action(BLUE, action);
        let events = tell(&game, state, happening, &after, Viewer::Spectator);
        events[0].text.fr.to_string()
    };
    assert_eq!(
        told(&state, "103"),
        "Bleu prépare une attaque depuis l'Égypte."
    );
    play(&game, &mut state, "103");
    assert_eq!(told(&state, "x207"), "Bleu attaque le Moyen-Orient.");
    play(&game, &mut state, "x207 d3 v1 !6,1,1/1 card !tank");
    assert_eq!(
        told(&state, "103-102+1"),
        "Bleu déplace 1 armée depuis l'Égypte vers l'Afrique de l'Est."
    );
    (state.phase, state.left) = (Phase::Reinforce, 1);
    assert_eq!(told(&state, "101+1"), "Bleu place 1 armée au Congo.");
}

#[test]
fn a_turn_is_summed_up_in_one_line() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4)]);
    let mut events = Vec::new();
    for text in [
        "103",
        "x207",
        "d3",
        "v1",
        "!6,1,1/1",
        "card",
        "!tank",
        "103-102+1",
        "end",
    ] {
        let before = state;
        play(&game, &mut state, text);
        let seat = game.turn(&before).seats().iter().next().unwrap_or(BLUE);
        let happening = match text.strip_prefix('!') {
            Some(result) => Happening::Chance(game.read_chance(result).unwrap()),
            None => Happening::Action(seat, game.read(text).unwrap()),
        };
        events.extend(tell(&game, &before, happening, &state, Viewer::Spectator));
    }
    let turn = TurnEvents {
        seat: BLUE,
        events: &events,
    };
    let summary = game.summarise(&turn).unwrap();
    assert_eq!(
        (&*summary.en, &*summary.fr),
        (
            "Blue took the Middle East, destroyed 1 army, drew a card and moved 1 army.",
            "Bleu a pris le Moyen-Orient, a détruit 1 armée, a pioché une carte et a déplacé 1 armée."
        )
    );
    let roll = events.iter().find(|event| event.kind == "roll").unwrap();
    let facts = serde_json::to_string(&roll.facts()).unwrap();
    assert_eq!(
        facts,
        concat!(
            r#"{"kind":"roll","seat":1,"against":2,"from":"103","to":"207","#,
            r#""dice":[{"attack":6,"defence":1,"wins":"attack"},{"attack":1},{"attack":1}],"#,
            r#""lost":[{"seat":2,"amount":1}]}"#
        )
    );
}

#[test]
fn one_card_is_not_many_cards() {
    let game = seed();
    let mut state = world(&game);
    hold(&mut state, BLUE, "s");
    let reading = game.reading(&game.view(&state, Viewer::Spectator)).unwrap();
    assert!(
        reading.en.contains("14 armies and 1 card."),
        "{}",
        reading.en
    );
    assert!(
        reading.fr.contains("14 armées et 1 carte."),
        "{}",
        reading.fr
    );
    assert!(
        reading.fr.contains("14 armées et 0 carte."),
        "{}",
        reading.fr
    );
}
