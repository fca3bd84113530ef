//! The log, the picture and the maps.

use vauban_game::{Depict, Happening, Lang, Lenses, Narrate, Viewer, scene::Spot};

use super::*;
use crate::garden::Map;

fn told(state: &State, step: &str, lang: Lang) -> Vec<String> {
    let game = garden();
    let next = after(state, step);
    let happening = match step.strip_prefix('!') {
        Some(result) => Happening::Chance(game.read_chance(result).unwrap()),
        None => Happening::Action(state.mover(), game.read(step).unwrap()),
    };
    game.narrate(state, Some(happening), &next, Viewer::Spectator)
        .iter()
        .map(|event| event.text.of(lang).to_owned())
        .collect()
}

#[test]
fn a_fight_is_told_roll_by_roll() {
    let state = conquest("c4=b4 b3=r2 a2=r3");
    assert_eq!(
        told(&state, "c4-b3", Lang::En),
        ["Blue attacks b3 (2 creatures) from c4 with 4."]
    );
    let state = after(&state, "c4-b3");
    assert_eq!(
        told(&state, "!15", Lang::En),
        ["Blue rolls 15 on c4 (4 dice from 1 to 6)."]
    );
    let state = after(&state, "!15");
    assert_eq!(
        told(&state, "!9", Lang::En),
        [
            "Red rolls 9 on b3 (2 dice from 1 to 6).",
            "Blue takes b3 with 3 creatures and wins a point."
        ]
    );
    assert_eq!(
        told(&state, "!9", Lang::Fr)[1],
        "Bleu prend b3 avec 3 créatures et gagne un point."
    );
}

#[test]
fn facts_are_there_for_programs() {
    let game = garden();
    let state = after(&conquest("c4=b4 b3=r2 a2=r3"), "c4-b3 !9");
    let next = after(&state, "!9");
    let happening = Happening::Chance(Chance::Roll(9));
    let events = game.narrate(&state, Some(happening), &next, Viewer::Spectator);
    let json = serde_json::to_string(&events[1].told(Lang::En)).unwrap();
    assert_eq!(
        json,
        r#"{"kind":"fight","seat":1,"against":2,"from":"c4","to":"b3","attack":9,"defence":9,"throws":[{"seat":1,"amount":4,"sides":6,"sum":9},{"seat":2,"amount":2,"sides":6,"sum":9}],"outcome":"loss","taken":[],"lost":[{"seat":1,"amount":3}],"text":"Red holds b3 and wins a point; one attacker is left on c4."}"#
    );
}

#[test]
fn a_new_turn_tells_what_the_cells_yield() {
    let state = after(&conquest("a4=b5 a2=r3"), "end");
    let ended = told(&after(&state, "end +a2"), "+a2", Lang::En);
    assert_eq!(
        ended,
        [
            "Red places a creature on a2.",
            "Round 7, Blue: the cells yield 2 wood."
        ]
    );
}

#[test]
fn owners_differ_by_pattern_and_letter_and_marks_are_drawn() {
    let game = garden();
    let state = conquest("c4=b4p2 b3=r2k1w1s c2=-s");
    let layers = game.layers(&state, Lang::En);
    let shapes: Vec<_> = layers.iter().flat_map(|layer| &layer.shapes).collect();
    let find = |key: &str| {
        let found = shapes.iter().find(|shape| shape.key == key);
        *found.unwrap_or_else(|| panic!("no {key}"))
    };
    assert_ne!(find("owner-c4").pattern, find("owner-b3").pattern);
    for key in [
        "poison-c4",
        "rocks-b3",
        "weapons-b3",
        "shelter-b3",
        "shelter-c2",
    ] {
        find(key);
    }
    assert_eq!(find("group-c4").glyph.as_deref(), Some("B4%"));
    assert_eq!(find("group-b3").glyph.as_deref(), Some("r2*"));
    assert_eq!(find("glyph-c2").glyph.as_deref(), Some("-^ "));
}

#[test]
fn a_card_tells_ground_yield_and_the_chances_of_attacks() {
    let game = garden();
    let state = conquest("c4=b2 b3=r1 a2=r3");
    let card = game.card(&state, &Spot::from("b3")).unwrap();
    assert_eq!(card.title.en, "b3: Red, the smiths, 1 creature");
    let lines: Vec<(&str, &str)> = card
        .lines
        .iter()
        .map(|(name, value)| (&*name.en, &*value.en))
        .collect();
    assert_eq!(lines[1], ("yields each turn", "2 metal"));
    assert_eq!(lines[2], ("falls with", "84% from c4"));
    assert!(game.card(&state, &Spot::from("poison")).is_some());
    assert!(game.card(&state, &Spot::from("nowhere")).is_none());
}

fn lens(state: &State, name: &str, seat: Seat) -> Vec<(String, i32)> {
    let map = garden().lens(state, name, seat).unwrap();
    map.values
        .into_iter()
        .map(|(spot, value)| (spot.0, value))
        .collect()
}

#[test]
fn lenses_show_attacks_threats_front_and_interior() {
    let at = |name: &str, value| (name.to_owned(), value);
    let state = conquest("c4=b2 d4=b1 e5=b1 b3=r1 a2=r3");
    assert_eq!(lens(&state, "attack", BLUE), [at("b3", 84)]);
    assert_eq!(lens(&state, "threatened", RED), [at("b3", 84)]);
    assert_eq!(lens(&state, "threatening", RED), [at("c4", 84)]);
    // A single creature attacks nobody.
    assert_eq!(lens(&state, "threatened", BLUE), []);
    assert_eq!(lens(&state, "front", BLUE), [at("c4", 1)]);
    assert_eq!(lens(&state, "interior", BLUE), [at("d4", 2), at("e5", 4)]);
    let map = garden().lens(&state, "attack", BLUE).unwrap();
    assert_eq!(map.paths, [[cell("c4").spot(), cell("b3").spot()]]);
}

#[test]
fn reach_counts_turns_and_leaves_one_creature_a_step() {
    let state = conquest("e5=b3 a1=r1");
    let turns = |state: &State, name: &str| {
        let map = lens(state, "reach", BLUE);
        map.into_iter()
            .find(|(spot, _)| spot == name)
            .map(|(_, turns)| turns)
    };
    // Three creatures go two steps; the recruits carry on.
    assert_eq!(turns(&state, "e4"), Some(1));
    assert_eq!(turns(&state, "e3"), Some(1));
    assert_eq!(turns(&state, "e2"), Some(2));
    assert_eq!(turns(&state, "e5"), None);
    let held = conquest("e5=b3k1 a1=r1");
    assert_eq!(turns(&held, "e4"), Some(2));
}

const POOL_AND_SHELTER: &str =
    "7.11.6.conquest.-.c0,0,0,0,0,0.l0,0,0,0,0,0.-r3---/--r2s---/---b4r1--/------/-----";
const SKY: &str =
    "7.11.6.conquest.-.c9,9,9,9,0,0.l0,0,0,0,0,0.-r3---/------/b1------/-----b4/-----";

fn percent(state: &State, from: &str, to: &str) -> i32 {
    crate::garden::Bout::between(state, cell(from), cell(to)).percent()
}

#[test]
fn a_cell_that_cannot_be_paid_for_is_not_attacked() {
    let state = read(POOL_AND_SHELTER);
    assert_eq!(codes(&state, BLUE, "c4-c5"), ["entry-cost"]);
    assert_eq!(lens(&state, "attack", BLUE), []);
    assert_eq!(lens(&state, "threatened", RED), []);
    assert_eq!(lens(&state, "threatening", RED), []);
    let map = garden().lens(&state, "attack", BLUE).unwrap();
    assert!(map.paths.is_empty());
    assert!(!garden().reading(&state).unwrap().en.contains("likely"));
    let card = garden().card(&state, &Spot::from("c5")).unwrap();
    assert!(card.lines.iter().all(|(name, _)| name.en != "falls with"));
    // With the wood it is.
    let paid = read(&POOL_AND_SHELTER.replace("c0,0,0,0,0", "c0,0,0,3,0"));
    let won = percent(&paid, "c4", "c5");
    assert_eq!(lens(&paid, "attack", BLUE), [("c5".to_owned(), won)]);
    assert_eq!(lens(&paid, "threatening", RED), [("c4".to_owned(), won)]);
    assert!(
        garden()
            .reading(&paid)
            .unwrap()
            .en
            .contains("if attacked: c5.")
    );
}

#[test]
fn a_sheltered_cell_is_attacked_but_not_won() {
    let state = read(POOL_AND_SHELTER);
    assert_eq!(codes(&state, BLUE, "c4-b3"), [""; 0]);
    assert!(lens(&state, "attack", BLUE).is_empty());
    let card = garden().card(&state, &Spot::from("b3")).unwrap();
    assert!(card.lines.iter().all(|(name, _)| name.en != "falls with"));
    let open = read(&POOL_AND_SHELTER.replace("r2s", "r2"));
    let won = percent(&open, "c4", "b3");
    assert_eq!(lens(&open, "attack", BLUE), [("b3".to_owned(), won)]);
}

#[test]
fn a_jet_pack_attacks_from_afar() {
    let state = read(SKY);
    let won = percent(&state, "d6", "a2");
    assert_eq!(lens(&state, "attack", BLUE), [("a2".to_owned(), won)]);
    assert_eq!(lens(&state, "threatened", RED), [("a2".to_owned(), won)]);
    assert_eq!(lens(&state, "threatening", RED), [("d6".to_owned(), won)]);
    let map = garden().lens(&state, "attack", BLUE).unwrap();
    assert_eq!(map.paths, [[cell("d6").spot(), cell("a2").spot()]]);
    // Not twice a turn, and not without metal; the other side's turn does not matter.
    let used = read(&SKY.replace("conquest.-", "conquest.s"));
    let poor = read(&SKY.replace("c9,9", "c9,4"));
    assert!(lens(&used, "attack", BLUE).is_empty() && lens(&poor, "attack", BLUE).is_empty());
    let others = read(&SKY.replace("7.11.6.conquest.-", "7.12.6.conquest.s"));
    assert_eq!(lens(&others, "attack", BLUE), [("a2".to_owned(), won)]);
}

#[test]
fn reach_leaves_out_what_cannot_be_paid_and_flies_where_it_can() {
    let turns = |text: &str, name: &str| {
        let map = lens(&read(text), "reach", BLUE);
        let found = map.into_iter().find(|(spot, _)| spot == name);
        found.map(|(_, turns)| turns)
    };
    assert_eq!(turns(POOL_AND_SHELTER, "c5"), None);
    assert_eq!(turns(POOL_AND_SHELTER, "b3"), Some(1));
    let paid = POOL_AND_SHELTER.replace("c0,0,0,0,0", "c0,0,0,3,0");
    assert_eq!(turns(&paid, "c5"), Some(1));
    // The flight, and on from there.
    assert_eq!(turns(SKY, "a2"), Some(1));
    assert_eq!(turns(SKY, "b1"), Some(1));
    let used = SKY.replace("conquest.-", "conquest.s");
    assert_eq!(turns(&used, "a2"), Some(2));
    // On foot from d6 with four: three steps a turn.
    let poor = SKY.replace("c9,9", "c9,4");
    assert_eq!((turns(&poor, "a2"), turns(&poor, "b6")), (Some(2), Some(1)));
}

#[test]
fn one_cell_is_not_many_cells() {
    let reading = garden().reading(&conquest("e5=b1 a1=r2 a2=r2")).unwrap();
    assert!(
        reading.en.contains("Blue holds 1 cell with 1 creature."),
        "{}",
        reading.en
    );
    assert!(
        reading.fr.contains("Bleu tient 1 case avec 1 créature."),
        "{}",
        reading.fr
    );
    assert!(
        reading.en.contains("Red holds 2 cells with 4 creatures."),
        "{}",
        reading.en
    );
    let state = rich(Clan::Lumberjacks, "e3=b3 e2=r1 a5=r1");
    assert_eq!(
        told(&state, "shelter-e3-e2", Lang::En)[1],
        "1 creature goes from e2 back to stock."
    );
}

#[test]
fn zone_progress_is_the_share_of_the_zone() {
    let map = Map::new(7);
    let grass = map.zone(crate::garden::Soil::Grass);
    let state = conquest("d2=b1 d3=b1 a2=r1");
    let shown = lens(&state, "zones", BLUE);
    let share = 200 / grass.len() as i32;
    assert!(grass.holds(cell("d2")) && grass.holds(cell("d3")));
    assert_eq!(shown.len(), grass.len() as usize);
    assert!(shown.iter().all(|(_, value)| *value == share));
}

#[test]
fn the_status_names_clans_round_and_phase() {
    let game = garden();
    let status = game.status(&conquest("c4=b2 a2=r3"));
    assert_eq!(
        status.phase.en,
        "round 6 of 200, Blue, the cooks: the conquest (against Red, the smiths)"
    );
    let names: Vec<&str> = status
        .statistics
        .iter()
        .map(|statistic| &*statistic.name.en)
        .collect();
    for name in [
        "in stock",
        "conquest points, of 8",
        "food",
        "metal",
        "stone",
        "wood",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
}

#[test]
fn a_full_garden_is_drawn_in_few_bytes() {
    let all: String = Cell::all()
        .map(|here| match here.index() % 2 {
            0 => format!("{here}=b5 "),
            _ => format!("{here}=r5 "),
        })
        .collect();
    let layers = garden().layers(&conquest(all.trim()), Lang::En);
    let bytes = serde_json::to_vec(&layers).unwrap().len();
    println!("{bytes} bytes");
    assert!(bytes < 24_000, "{bytes}");
}
