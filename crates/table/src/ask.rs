//! The open question to a seat, with the choices that answer it.

use std::collections::HashMap;

use serde::Serialize;
use vauban_game::{Lang, Playable, Seat};
use vauban_scene::{Paint, Spot};

/// Names one question to one seat; an answer to an older one is stale.
pub type AskId = u64;

/// An open question to one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ask {
    pub id: AskId,
    pub choices: Vec<Choice>,
}

/// One answer, or a family of answers that differ in an amount.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// What to send; `{n}` stands for the amount.
    pub text: String,
    /// The spots to click, in order.
    pub path: Vec<Spot>,
    /// How the last spot is marked.
    pub mark: Paint,
    /// The action in words.
    pub caption: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Range>,
}

/// The numbers a choice may be made with.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Range {
    pub min: u32,
    pub max: u32,
    pub default: u32,
}

/// The legal actions of `seat` as choices; those that differ only in the amount become one.
///
/// Amounts that are not a run of numbers without gaps stay choices of their own.
pub(crate) fn choices<G: Playable>(
    game: &G,
    view: &G::View,
    seat: Seat,
    actions: &[G::Action],
    lang: Lang,
) -> Vec<Choice> {
    let mut families: HashMap<String, Range> = HashMap::new();
    let mut sizes: HashMap<String, u32> = HashMap::new();
    for &action in actions {
        let Some(amount) = game.amount(action) else {
            continue;
        };
        let n = amount.number;
        *sizes.entry(amount.template.clone()).or_default() += 1;
        families
            .entry(amount.template)
            .and_modify(|range| {
                range.min = range.min.min(n);
                range.max = range.max.max(n);
                range.default = range.max;
            })
            .or_insert(Range {
                min: n,
                max: n,
                default: n,
            });
    }
    let whole = |template: &str| {
        let range = families[template];
        range.max - range.min + 1 == sizes[template]
    };

    let mut choices = Vec::new();
    for &action in actions {
        let (text, amount) = match game.amount(action) {
            Some(amount) if whole(&amount.template) => {
                let range = families[&amount.template];
                if amount.number != range.min {
                    continue;
                }
                (amount.template, Some(range))
            }
            _ => (game.write(action), None),
        };
        choices.push(Choice {
            text,
            path: game.gesture(action),
            mark: Paint::Mark(game.mark(view, seat, action)),
            caption: game.caption(action).of(lang).to_owned(),
            amount,
        });
    }
    choices
}
