//! The rules, as a book for people and as trees.

use std::fmt::Write;

use crate::{Card, Game, Lang, Rules, Settings, Values, shorten};

/// Rules that explain themselves.
pub trait Explain: Game {
    /// The game's `rules.md`, whose numbered paragraphs the refusals cite.
    fn rulebook(&self, lang: Lang) -> &'static str;
    /// The rule trees behind [`Game::check`], one for each kind of action.
    fn trees(&self) -> Vec<RuleTree>;
}

/// What one kind of action must satisfy.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RuleTree {
    /// The kind of action, as [`crate::Notation::kind`] calls it.
    pub kind: &'static str,
    /// The tree as people read it: one demand a line, indented by its depth.
    pub text: String,
    /// The demands in their order, each with the code of the refusal that it gives.
    pub demands: Vec<(&'static str, &'static str)>,
}

impl RuleTree {
    pub fn new<G: Game>(kind: &'static str, rules: &Rules<G>) -> RuleTree {
        RuleTree {
            kind,
            text: rules.to_string(),
            demands: rules.names().into_iter().zip(rules.codes()).collect(),
        }
    }

    /// The same tree behind a demand that is looked at before everything else.
    pub fn after(self, name: &'static str, code: &'static str) -> RuleTree {
        let mut text = format!("lazy all\n  {name}\n");
        for line in self.text.lines() {
            let _ = writeln!(text, "  {line}");
        }
        let mut demands = vec![(name, code)];
        demands.extend(self.demands);
        RuleTree {
            text,
            demands,
            ..self
        }
    }
}

/// A rulebook with the values in force marked: `name=value` where it holds, and `name` of a number or a word
/// with its value. Books write options as code, and so does every sentence about them.
pub fn marked(book: &str, card: &Card, values: &Settings, lang: Lang) -> String {
    let mut out = String::with_capacity(book.len() + 64);
    let mut fenced = false;
    for line in book.split_inclusive('\n') {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        if fenced || fence {
            out.push_str(line);
            continue;
        }
        for (index, part) in line.split('`').enumerate() {
            let code = index % 2 == 1;
            if index > 0 {
                out.push('`');
            }
            // What stands after a code begins with its closing mark.
            if index > 0 && !code {
                let before = line.split('`').nth(index - 1).unwrap_or_default();
                if let Some(mark) = mark(before, card, values, lang) {
                    let _ = write!(out, " **({mark})**");
                }
            }
            out.push_str(part);
        }
    }
    out
}

/// What is said after a code of a rulebook, if it is an option in force.
fn mark(code: &str, card: &Card, values: &Settings, lang: Lang) -> Option<String> {
    let (name, value) = match code.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (code, None),
    };
    let setting = card.settings.iter().find(|setting| setting.name == name)?;
    let here = values.get(name).filter(|value| !value.is_empty())?;
    match value {
        Some(value) => (value == here).then(|| lang.pick("in force", "en vigueur").to_owned()),
        None => match setting.values {
            Values::OneOf(_) => None,
            Values::Number(..) | Values::Seed | Values::Word => {
                let here = shorten(here);
                Some(lang.pick(format!("here {here}"), format!("ici {here}")))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SettingCard, Text};

    const CARD: Card = Card {
        name: "toy",
        title: Text::fixed("Toy", "Jouet"),
        about: Text::fixed("", ""),
        goal: Text::fixed("", ""),
        seats: (2, 2),
        minutes: (1, 2),
        phases: &[],
        settings: &[
            SettingCard {
                name: "swim",
                title: Text::fixed("", ""),
                values: Values::OneOf(&[]),
                default: None,
                absent: None,
            },
            SettingCard {
                name: "moves",
                title: Text::fixed("", ""),
                values: Values::Number(1, 9),
                default: None,
                absent: None,
            },
        ],
        featured: &[],
        presets: &[],
    };

    #[test]
    fn what_is_in_force_is_marked_beside_its_sentence() {
        let values = [("swim", "no"), ("moves", "7")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
        let book =
            "1.1 With `swim=no` or `swim=yes`, `moves` and `a=b`; `swim`.\n```\n`moves`\n```\n";
        assert_eq!(
            marked(book, &CARD, &values, Lang::En),
            "1.1 With `swim=no` **(in force)** or `swim=yes`, `moves` **(here 7)** and `a=b`; `swim`.\n```\n`moves`\n```\n"
        );
        assert!(marked(book, &CARD, &values, Lang::Fr).contains("`swim=no` **(en vigueur)**"));
        assert_eq!(marked(book, &CARD, &Settings::new(), Lang::En), book);
    }
}
