//! What is said under the board about the last thing somebody tried.

use vauban_game::Lang;
use vauban_scene::Spot;
use vauban_table::Refusals;

use crate::window::Item;

/// A few lines, and the spots they speak of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notice {
    pub lines: Vec<(Tone, String)>,
    pub spots: Vec<Spot>,
}

/// How a line is meant.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Tone {
    Good,
    Refused,
    Plain,
}

impl Notice {
    pub fn clear(&mut self) {
        *self = Notice::default();
    }

    pub fn good(text: String) -> Notice {
        Notice::one(Tone::Good, text)
    }

    pub fn plain(text: String) -> Notice {
        Notice::one(Tone::Plain, text)
    }

    pub fn wrong(text: String) -> Notice {
        Notice::one(Tone::Refused, text)
    }

    /// Every reason on a line of its own, with its paragraph of the rules.
    pub fn refused(refusals: &Refusals, lang: Lang) -> Notice {
        let reason = |refusal: &vauban_table::Refusal| {
            let text = refusal.text.of(lang);
            let text = match refusal.paragraph {
                Some(paragraph) => format!("{text} (§{paragraph})"),
                None => text.to_owned(),
            };
            (Tone::Refused, text)
        };
        let lines = refusals.refusals.iter().map(reason).collect();
        let spots = refusals
            .refusals
            .iter()
            .flat_map(|refusal| refusal.spots.clone())
            .collect();
        Notice { lines, spots }
    }

    /// The same with a line above it.
    pub fn under(mut self, text: String) -> Notice {
        self.lines.insert(0, (Tone::Plain, text));
        self
    }

    /// The whole of it, to be read in a window.
    pub fn items(&self) -> Vec<Item> {
        let item = |(tone, text): &(Tone, String)| match tone {
            Tone::Refused => Item::Reason(text.clone()),
            Tone::Good | Tone::Plain => Item::Text(text.clone()),
        };
        self.lines.iter().map(item).collect()
    }

    fn one(tone: Tone, text: String) -> Notice {
        Notice {
            lines: vec![(tone, text)],
            spots: Vec::new(),
        }
    }
}
