//! A lens as it is drawn: which places are painted, and how strongly.

use std::collections::{BTreeMap, BTreeSet};

use vauban_game::{Dice, Lang, Seat, Viewer};
use vauban_laws::{perft, times};
use vauban_scene::{Layer, Scene, Theme, svg};
use vauban_table::{AnyGame, AnyMatch, Lens, Opening};

use super::{openings, take_one};

/// A surface of a picture: its element with the outline, its class, and how much of it is seen.
struct Surface {
    outline: String,
    class: String,
    opacity: f32,
}

/// The surfaces of each spot, in the layers that are asked for.
fn surfaces(picture: &str, is_asked: fn(&str) -> bool) -> BTreeMap<String, Vec<Surface>> {
    let field = |line: &str, name: &str| {
        let (_, rest) = line.split_once(&format!(" {name}=\""))?;
        Some(rest.split('"').next()?.to_owned())
    };
    let mut surfaces: BTreeMap<String, Vec<Surface>> = BTreeMap::new();
    let mut asked = false;
    for line in picture.lines() {
        if let Some(layer) = field(line, "data-layer") {
            asked = is_asked(&layer);
        }
        let mut tags = ["<rect ", "<circle ", "<polygon ", "<path "].into_iter();
        // A speck only says where something stands.
        let is_speck = line.contains(" r=\"0.01\"");
        if !asked || is_speck || !tags.any(|tag| line.starts_with(tag)) {
            continue;
        }
        if let Some(spot) = field(line, "data-spot") {
            let opacity = field(line, "fill-opacity").map_or(1.0, |text| {
                text.parse().unwrap_or_else(|_| panic!("no number: {line}"))
            });
            surfaces.entry(spot).or_default().push(Surface {
                outline: line.split(" class=").next().unwrap_or_default().to_owned(),
                class: field(line, "class").unwrap_or_default(),
                opacity,
            });
        }
    }
    surfaces
}

fn outlines(surfaces: &[Surface]) -> BTreeSet<&str> {
    surfaces
        .iter()
        .map(|surface| surface.outline.as_str())
        .collect()
}

/// One moment of a match, to be looked at through all lenses.
struct Board {
    backdrop: Scene,
    grounds: BTreeMap<String, Vec<Surface>>,
    page: Vec<Layer>,
}

impl Board {
    fn of(table: &dyn AnyMatch) -> Board {
        let backdrop = table.backdrop(Lang::En).scene;
        Board {
            grounds: surfaces(&svg(&backdrop, Theme::Light), |_| true),
            page: table.page(Viewer::Spectator, Lang::En, 0).layers,
            backdrop,
        }
    }

    /// Draws a lens and compares what is painted with its numbers; gives how many places are.
    fn look_through(&self, lens: &Lens, what: &str) -> usize {
        let shaded = self.backdrop.with_shades([lens.layer(&self.backdrop)]);
        let picture = svg(&shaded.with_layers(self.page.clone()), Theme::Light);
        let painted = surfaces(&picture, |layer| layer == "lens");
        let numbers: BTreeMap<&str, i32> = lens
            .shown()
            .iter()
            .filter(|(_, value)| *value != 0)
            .map(|(spot, value)| (spot.0.as_str(), *value))
            .collect();
        let spots: Vec<&str> = painted.keys().map(String::as_str).collect();
        assert_eq!(spots, numbers.keys().copied().collect::<Vec<_>>(), "{what}");

        let mut strengths: Vec<(u32, f32)> = Vec::new();
        for (&spot, &value) in &numbers {
            let (ground, shades) = (&self.grounds[spot], &painted[spot]);
            assert_eq!(outlines(shades), outlines(ground), "{what}: {spot}");
            for shade in shades {
                let prefix = match (shade.class.starts_with("heat-"), value > 0) {
                    (true, true) => "heat-p".to_owned(),
                    (true, false) => "heat-m".to_owned(),
                    (false, _) => format!("wash-{}-", lens.seat.number()),
                };
                let class = &shade.class;
                assert!(class.starts_with(&prefix), "{what}: {spot} is {class}");
                strengths.push((value.unsigned_abs(), shade.opacity));
            }
        }
        strengths.sort_by(|one, other| one.partial_cmp(other).expect("no opacity is NaN"));
        let most = strengths.last().map_or(0, |&(value, _)| value);
        for pair in strengths.windows(2) {
            let [(less, faint), (more, strong)] = [pair[0], pair[1]];
            let grows = match () {
                () if less == more => faint == strong,
                () if more == most => faint < strong,
                () => faint <= strong,
            };
            assert!(grows && faint > 0.1, "{what}: {pair:?}");
        }
        numbers.len()
    }
}

/// Where to look: every game from its start at several steps, with each of its options once, and
/// the positions of its perft table, where random play does not come.
fn looks() -> Vec<(&'static dyn AnyGame, Opening, Vec<u32>)> {
    let mut looks = Vec::new();
    for (game, settings) in openings() {
        let steps = match settings.is_empty() {
            true => vec![0, 25, 50, 75, 100],
            false => vec![20],
        };
        let name = game.card().name;
        if settings.is_empty() {
            let folder = env!("CARGO_MANIFEST_DIR");
            let table = ["../games/src", "tests"]
                .iter()
                .find_map(|part| {
                    std::fs::read_to_string(format!("{folder}/{part}/{name}/perft.txt")).ok()
                })
                .unwrap_or_else(|| panic!("{name} has no perft table"));
            let mut known = BTreeSet::new();
            for line in perft::read(&table).unwrap_or_else(|wrong| panic!("{name}: {wrong}")) {
                if line.position.is_some() && known.insert(line.position.clone()) {
                    let mut opening = Opening::seeded(7);
                    (opening.settings, opening.position) = (line.settings, line.position);
                    looks.push((game, opening, vec![0, 5]));
                }
            }
        }
        let mut opening = Opening::seeded(5);
        opening.settings = settings;
        looks.push((game, opening, steps));
    }
    looks
}

#[test]
fn a_lens_paints_the_places_that_have_a_number_and_no_others() {
    let mut seen: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (game, opening, steps) in looks() {
        let game_name = game.card().name;
        let what = format!("{game_name} {:?} {:?}", opening.settings, opening.position);
        // An option changes little for one seat alone.
        let seats = match opening.settings.is_empty() {
            true => u8::MAX,
            false => times("VAUBAN_LENS_SEATS", 2, u64::from(u8::MAX)) as u8,
        };
        let mut table = game.open(opening).expect("each value alone is allowed");
        let mut dice = Dice::seeded(5);
        for step in 0..=steps[steps.len() - 1] {
            if steps.contains(&step) {
                let board = Board::of(table.as_ref());
                for card in table.questions().lenses() {
                    for seat in (0..seats.min(table.seats())).map(Seat) {
                        let lens =
                            table
                                .questions()
                                .lens(Viewer::Spectator, Some(card.name), seat, None);
                        let lens = lens.expect("everybody may look");
                        let what = format!("{what}, {} of {seat} at step {step}", card.name);
                        let places = board.look_through(&lens, &what);
                        *seen.entry((game_name, card.name)).or_default() += places;
                    }
                }
            }
            if take_one(table.as_mut(), &mut dice).is_none() {
                break;
            }
        }
    }
    let blank: Vec<_> = seen.iter().filter(|(_, places)| **places == 0).collect();
    assert!(blank.is_empty(), "never painted: {blank:?}");
}

#[test]
fn what_an_action_changes_is_painted_where_it_changes_something() {
    let mut seen = BTreeMap::new();
    for (game, settings) in openings()
        .into_iter()
        .filter(|(_, chosen)| chosen.is_empty())
    {
        let mut opening = Opening::seeded(6);
        opening.settings = settings;
        let mut table = game.open(opening).expect("a game opens with its defaults");
        let mut dice = Dice::seeded(6);
        for _ in 0..40 {
            let (Some(actor), false) = (
                table.turn().seats().iter().next(),
                table.questions().lenses().is_empty(),
            ) else {
                break;
            };
            let legal = table.questions().legal(actor);
            let action = &legal[dice.below(legal.len() as u32) as usize];
            let cards = table.questions().lenses();
            let name = cards[dice.below(cards.len() as u32) as usize].name;
            let lens = table
                .questions()
                .lens(Viewer::Seat(actor), Some(name), actor, Some(action));
            let lens = lens.expect("what is legal can be planned");
            let what = format!("{}, {name} after {action}", game.card().name);
            let places = Board::of(table.as_ref()).look_through(&lens, &what);
            *seen.entry(game.card().name).or_insert(0) += places;
            take_one(table.as_mut(), &mut dice);
        }
    }
    let blank: Vec<_> = seen.iter().filter(|(_, places)| **places == 0).collect();
    assert!(blank.is_empty(), "never painted: {blank:?}");
}
