//! Every game under every one of its options, one at a time.

use std::collections::BTreeSet;

use vauban_game::{Playable, SettingError, Settings, Values};

/// A game with the settings that made it; its seats are the game's own.
#[derive(Clone, Debug)]
pub struct Variant<G> {
    pub game: G,
    /// Complete, as a record would name them.
    pub settings: Settings,
}

/// The game with its defaults, then with each other value of each option, of numbers the least and the
/// most, then with the fewest and the most seats. What the game refuses alone is tried with the values
/// of the other options; what is refused with all of them is left out.
///
/// # Panics
/// If the game cannot be set up with its defaults.
pub fn variants<G: Playable>() -> Vec<Variant<G>> {
    let mut chosen = vec![(Settings::new(), None)];
    for setting in G::CARD.settings {
        let values: Vec<String> = match &setting.values {
            Values::OneOf(words) => words.iter().map(|(word, _)| (*word).to_owned()).collect(),
            Values::Number(least, most) => vec![least.to_string(), most.to_string()],
            Values::Seed => vec!["7".to_owned()],
            Values::Word => Vec::new(),
        };
        let other = values
            .into_iter()
            .filter(|value| setting.default != Some(value));
        let name = setting.name.to_owned();
        chosen.extend(other.map(|value| (Settings::from([(name.clone(), value)]), None)));
    }
    let (fewest, most) = G::CARD.seats;
    let usual = made::<G>(&Settings::new(), None).map(|variant| variant.game.seats());
    for seats in BTreeSet::from([fewest, most]) {
        if usual != Ok(seats) {
            chosen.push((Settings::new(), Some(seats)));
        }
    }
    let mut variants = Vec::new();
    for (one, seats) in &chosen {
        match made(one, *seats) {
            Ok(variant) => variants.push(variant),
            Err(errors) => {
                assert!(
                    !one.is_empty() || seats.is_some(),
                    "the defaults are refused: {errors:?}"
                );
                let both = chosen.iter().map(|(other, _)| {
                    let mut both = other.clone();
                    both.extend(one.clone());
                    both
                });
                variants.extend(both.filter_map(|both| made(&both, *seats).ok()).next());
            }
        }
    }
    variants
}

fn made<G: Playable>(
    chosen: &Settings,
    seats: Option<u8>,
) -> Result<Variant<G>, Vec<SettingError>> {
    let complete = G::CARD.complete(chosen, seats, 1);
    let (seats, settings) = complete.expect("the card offers these values");
    G::setup(&settings, seats).map(|game| Variant { game, settings })
}
