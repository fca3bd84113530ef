//! What people read, in every language at once, so that no translation can be forgotten.

use std::{borrow::Cow, str::FromStr};

use serde::Serialize;

/// A language that people play in.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Lang {
    #[default]
    En,
    Fr,
}

impl Lang {
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Fr];

    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
        }
    }

    /// The right one of two texts.
    pub fn pick<T>(self, en: T, fr: T) -> T {
        match self {
            Lang::En => en,
            Lang::Fr => fr,
        }
    }
}

impl FromStr for Lang {
    type Err = String;
    fn from_str(text: &str) -> Result<Lang, String> {
        Lang::ALL
            .into_iter()
            .find(|lang| lang.code() == text)
            .ok_or_else(|| format!("`{text}` is not a language here; use en or fr"))
    }
}

/// One text in English and in French.
#[derive(Clone, Eq, PartialEq, Hash, Debug, Default, Serialize)]
pub struct Text {
    pub en: Cow<'static, str>,
    pub fr: Cow<'static, str>,
}

impl Text {
    pub fn new(en: impl Into<Cow<'static, str>>, fr: impl Into<Cow<'static, str>>) -> Text {
        Text {
            en: en.into(),
            fr: fr.into(),
        }
    }
    /// A text known when the program is built.
    pub const fn fixed(en: &'static str, fr: &'static str) -> Text {
        Text {
            en: Cow::Borrowed(en),
            fr: Cow::Borrowed(fr),
        }
    }
    /// A text that is the same in every language: a name, a coordinate.
    pub fn same(text: impl Into<String>) -> Text {
        let text = text.into();
        Text::new(text.clone(), text)
    }
    pub fn of(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }
}
