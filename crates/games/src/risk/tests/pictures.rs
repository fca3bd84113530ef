//! The log, the picture and the lenses.

use vauban_game::{Depict, Happening, Lang, Lenses, Narrate, Viewer, scene::Form};

use super::*;
use crate::risk::pieces::{owner_letter, token_forms};

#[test]
fn the_log_tells_the_roll_and_the_conquest() {
    let game = seed();
    let mut state = armed(&game, &[(103, 4)]);
    play(&game, &mut state, "103 x207 d3 v1");
    let chance = game.read_chance("6,5,1/5").unwrap();
    let mut after = state;
    game.settle(&mut after, chance);
    let events = game.narrate(&state, Happening::Chance(chance), &after, Viewer::Spectator);
    let told: Vec<String> = events
        .iter()
        .map(|event| serde_json::to_string(&event.told(Lang::En)).unwrap())
        .collect();
    assert_eq!(
        told,
        [
            r#"{"kind":"roll","attack":[6,5,1],"defence":[5],"attacker-lost":0,"defender-lost":1,"text":"6,5,1 against 5: defender −1."}"#,
            r#"{"kind":"conquest","seat":1,"country":"207","text":"Blue takes Middle East (207)."}"#
        ]
    );
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
fn lenses_show_the_front_the_reach_and_the_continents() {
    let game = seed();
    let state = armed(&game, &[(207, 6)]);
    let front = lens(&game, &state, "front", BLUE);
    // 103 has 207 with six and 505 with one; 104 is inside, one step from 102.
    assert!(front.contains(&("103".to_owned(), 7)));
    assert!(front.contains(&("104".to_owned(), -1)));
    let reach = lens(&game, &state, "reach", BLUE);
    assert!(reach.contains(&("207".to_owned(), 1)));
    assert!(reach.contains(&("201".to_owned(), 2)));
    assert!(reach.iter().all(|(spot, _)| !spot.starts_with('1')));
    let continents = lens(&game, &state, "continent", BLUE);
    assert!(continents.contains(&("104".to_owned(), 100)));
    assert!(continents.contains(&("507".to_owned(), 57)));
    let view = game.view(&state, Viewer::Spectator);
    assert!(game.lens(&view, "nothing", BLUE).is_none());
    assert!(
        game.reading(&view)
            .unwrap()
            .en
            .contains("All of Africa, South America")
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
