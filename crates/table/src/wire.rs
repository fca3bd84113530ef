//! Refusals of any game, as they go over the wire.

use serde::{Serialize, Serializer, ser::SerializeStruct};
use vauban_game::{Lang, Reason, Refused, SettingError, Text, Unreadable, text};
use vauban_scene::Spot;

/// One reason, of any game or of the table itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    pub code: &'static str,
    pub text: Text,
    /// The paragraph of the game's rules; `None` for the table's own reasons.
    pub paragraph: Option<&'static str>,
    pub spots: Vec<Spot>,
    pub numbers: Vec<(&'static str, i64)>,
}

/// Everything that is wrong with what somebody asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusals {
    pub refusals: Vec<Refusal>,
    pub unchecked: Vec<&'static str>,
}

impl Refusal {
    /// A reason of the table's own.
    pub fn new(code: &'static str, text: Text) -> Refusal {
        Refusal {
            code,
            text,
            paragraph: None,
            spots: Vec::new(),
            numbers: Vec::new(),
        }
    }
}

impl Refusals {
    pub fn one(code: &'static str, text: Text) -> Refusals {
        Refusal::new(code, text).into()
    }
    pub fn unreadable(unreadable: Unreadable) -> Refusals {
        Refusals::one("unreadable", unreadable.text)
    }
    /// `text` is no result that nature may give now.
    pub(crate) fn impossible_chance(text: &str) -> Refusals {
        Refusals::one(
            "impossible-chance",
            text!(
                "{text} is not a possible result of this roll",
                "{text} n'est pas un résultat possible de ce tirage"
            ),
        )
    }
    /// The codes, in order.
    pub fn codes(&self) -> Vec<&'static str> {
        self.refusals.iter().map(|refusal| refusal.code).collect()
    }
    /// All reasons in one line.
    pub fn line(&self, lang: Lang) -> String {
        let texts = self.refusals.iter().map(|refusal| refusal.text.of(lang));
        // Sentences of the games follow each other; the table's own reasons are parts of one.
        let join = |line: String, text: &str| match line.ends_with('.') {
            true => format!("{line} {text}"),
            false => format!("{line}; {text}"),
        };
        texts
            .map(str::to_owned)
            .reduce(|line, text| join(line, &text))
            .unwrap_or_default()
    }
    /// The refusals in one language, ready to be serialised.
    pub fn told(&self, lang: Lang) -> impl Serialize + '_ {
        Told {
            refusals: self,
            lang,
        }
    }
}

impl From<Refusal> for Refusals {
    fn from(refusal: Refusal) -> Refusals {
        Refusals {
            refusals: vec![refusal],
            unchecked: Vec::new(),
        }
    }
}

impl<R: Reason> From<Refused<R>> for Refusals {
    fn from(refused: Refused<R>) -> Refusals {
        let refusal = |reason: R| Refusal {
            code: reason.code(),
            text: reason.text(),
            paragraph: Some(reason.paragraph()),
            spots: reason.spots(),
            numbers: reason.numbers(),
        };
        Refusals {
            refusals: refused.failed.into_iter().map(refusal).collect(),
            unchecked: refused.unchecked,
        }
    }
}

impl From<Vec<SettingError>> for Refusals {
    fn from(errors: Vec<SettingError>) -> Refusals {
        Refusals {
            refusals: errors
                .into_iter()
                .map(|error| Refusal::new("bad-setting", error.text))
                .collect(),
            unchecked: Vec::new(),
        }
    }
}

struct Told<'a> {
    refusals: &'a Refusals,
    lang: Lang,
}

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let refusals: Vec<ToldRefusal<'_>> = self
            .refusals
            .refusals
            .iter()
            .map(|refusal| ToldRefusal {
                refusal,
                lang: self.lang,
            })
            .collect();
        let mut told = serializer.serialize_struct("Refusals", 2)?;
        told.serialize_field("refusals", &refusals)?;
        told.serialize_field("unchecked", &self.refusals.unchecked)?;
        told.end()
    }
}

struct ToldRefusal<'a> {
    refusal: &'a Refusal,
    lang: Lang,
}

impl Serialize for ToldRefusal<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Refusal {
            code,
            text,
            paragraph,
            spots,
            numbers,
        } = self.refusal;
        let mut told = serializer.serialize_struct("Refusal", 5)?;
        told.serialize_field("code", code)?;
        told.serialize_field("text", text.of(self.lang))?;
        told.serialize_field("rule", paragraph)?;
        told.serialize_field("spots", spots)?;
        if numbers.is_empty() {
            told.skip_field("numbers")?;
        } else {
            let numbers: std::collections::BTreeMap<_, _> = numbers.iter().copied().collect();
            told.serialize_field("numbers", &numbers)?;
        }
        told.end()
    }
}
