//! Every game under every one of its options, one at a time.

use vauban_game::{Playable, Settings, Values};

/// A game with the settings that made it.
#[derive(Clone, Debug)]
pub struct Variant<G> {
    pub game: G,
    /// Complete, as a record would name them.
    pub settings: Settings,
}

/// The game with its defaults, and then with each other value of each option; of numbers the least
/// and the most. A value that the game refuses alone is tried with those of the other options; what
/// is refused with all of them is left out.
///
/// # Panics
/// If the game cannot be set up with its defaults.
pub fn variants<G: Playable>() -> Vec<Variant<G>> {
    let mut chosen = vec![Settings::new()];
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
        chosen.extend(other.map(|value| Settings::from([(setting.name.to_owned(), value)])));
    }
    let made = |chosen: &Settings| {
        let settings = G::CARD
            .complete(chosen, 1)
            .expect("the card offers these values");
        G::setup(&settings).map(|game| Variant { game, settings })
    };
    let mut variants = Vec::new();
    for one in &chosen {
        match made(one) {
            Ok(variant) => variants.push(variant),
            Err(errors) => {
                assert!(!one.is_empty(), "the defaults are refused: {errors:?}");
                let both = chosen.iter().map(|other| {
                    let mut both = other.clone();
                    both.extend(one.clone());
                    both
                });
                variants.extend(both.filter_map(|both| made(&both).ok()).next());
            }
        }
    }
    variants
}
