//! What people read, in every language at once, so that no translation can be forgotten.

use std::{borrow::Cow, fmt, str::FromStr};

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

/// A text whose parameters both languages use: `text!("{n} on {at}", "{n} en {at}", n = name)`.
///
/// A parameter without a value is the variable of that name. A [`Text`] is put in by language,
/// anything else by its `Display`. Variables that are the same in both languages need not be
/// listed, as in `format!`. A parameter that one language lacks does not compile.
#[macro_export]
macro_rules! text {
    ($en:literal, $fr:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const _: () = assert!(
            $crate::same_parameters($en, $fr),
            "the English and the French text have different parameters"
        );
        $( let $name = &$crate::text!(@value $name $($value)?); )*
        $crate::Text::new(
            {
                $( let $name = $crate::Words::words($name, $crate::Lang::En); )*
                format!($en)
            },
            {
                $( let $name = $crate::Words::words($name, $crate::Lang::Fr); )*
                format!($fr)
            },
        )
    }};
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
}

/// What can stand in a [`text!`]: a [`Text`], or anything that reads alike in every language.
pub trait Words {
    fn words(&self, lang: Lang) -> impl fmt::Display;
}
impl Words for Text {
    fn words(&self, lang: Lang) -> impl fmt::Display {
        self.of(lang)
    }
}
impl Words for &Text {
    fn words(&self, lang: Lang) -> impl fmt::Display {
        self.of(lang)
    }
}
impl<T: fmt::Display> Words for T {
    fn words(&self, _: Lang) -> impl fmt::Display {
        self
    }
}

/// Whether two format strings name the same parameters, in any order and number.
pub const fn same_parameters(one: &str, other: &str) -> bool {
    names_within(one.as_bytes(), other.as_bytes()) && names_within(other.as_bytes(), one.as_bytes())
}

/// Whether every parameter of `text` is one of `other`.
const fn names_within(text: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while let Some((from, to)) = next_parameter(text, at) {
        let mut found = false;
        let mut there = 0;
        while let Some((start, end)) = next_parameter(other, there) {
            found = found || same_bytes(text, from, to, other, start, end);
            there = end;
        }
        if !found {
            return false;
        }
        at = to;
    }
    true
}

/// Where the name of the next parameter at or behind `at` stands. `{{` is a brace, not a parameter.
const fn next_parameter(text: &[u8], mut at: usize) -> Option<(usize, usize)> {
    while at < text.len() {
        if text[at] != b'{' {
            at += 1;
        } else if at + 1 < text.len() && text[at + 1] == b'{' {
            at += 2;
        } else {
            let mut end = at + 1;
            while end < text.len() && text[end] != b'}' && text[end] != b':' {
                end += 1;
            }
            return Some((at + 1, end));
        }
    }
    None
}

const fn same_bytes(a: &[u8], from: usize, to: usize, b: &[u8], start: usize, end: usize) -> bool {
    if to - from != end - start {
        return false;
    }
    let mut step = 0;
    while from + step < to {
        if a[from + step] != b[start + step] {
            return false;
        }
        step += 1;
    }
    true
}

/// `text` with a capital letter at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A French name and the article before it.
fn article(name: &str) -> (&'static str, &str) {
    let articles = ["le ", "la ", "l'", "les "].into_iter();
    let mut found = articles.filter_map(|article| Some((article, name.strip_prefix(article)?)));
    found.next().unwrap_or(("", name))
}

fn begins_with_vowel(name: &str) -> bool {
    name.starts_with(|letter| "AEIOUÂÉÈÊÎÔÛaeiouâéèêîôû".contains(letter))
}

impl Text {
    /// The text at the beginning of a sentence.
    pub fn capital(&self) -> Text {
        Text::new(capital(&self.en), capital(&self.fr))
    }

    /// "of" a thing that is named with its article: "of the Congo", "du Congo", "de l'Inde".
    pub fn of_it(&self) -> Text {
        let fr = match article(&self.fr) {
            ("le ", name) => format!("du {name}"),
            ("les ", name) => format!("des {name}"),
            ("", name) if begins_with_vowel(name) => format!("d'{name}"),
            (article, name) => format!("de {article}{name}"),
        };
        Text::new(format!("of {}", self.en), fr)
    }
    /// "to" a thing that is named with its article: "to the North", "au Nord".
    pub fn to_it(&self) -> Text {
        let fr = match article(&self.fr) {
            ("le ", name) => format!("au {name}"),
            ("les ", name) => format!("aux {name}"),
            (article, name) => format!("à {article}{name}"),
        };
        Text::new(format!("to {}", self.en), fr)
    }
    /// "in" a country that is named with its article: "in India", "en Inde", "au Congo".
    pub fn in_it(&self) -> Text {
        let fr = match article(&self.fr) {
            ("le ", name) => format!("au {name}"),
            ("la " | "l'", name) => format!("en {name}"),
            ("les ", name) => format!("dans les {name}"),
            (_, name) => format!("à {name}"),
        };
        Text::new(format!("in {}", self.en), fr)
    }

    /// `items` one after another: "a", "a and b", "a, b and c".
    pub fn list(items: impl IntoIterator<Item = Text>) -> Text {
        let items: Vec<Text> = items.into_iter().collect();
        let join = |lang: Lang| match items.split_last() {
            None => String::new(),
            Some((last, [])) => last.of(lang).to_owned(),
            Some((last, others)) => {
                let others: Vec<&str> = others.iter().map(|item| item.of(lang)).collect();
                let and = lang.pick("and", "et");
                format!("{} {and} {}", others.join(", "), last.of(lang))
            }
        };
        Text::new(join(Lang::En), join(Lang::Fr))
    }

    /// A number of things: `count(3, ["army", "armies"], ["armée", "armées"])` is "3 armies".
    pub fn count(n: impl Into<i64>, en: [&str; 2], fr: [&str; 2]) -> Text {
        let n = n.into();
        let noun = Text::plural(n, en, fr);
        text!("{n} {noun}", "{n} {noun}", noun)
    }

    /// The form of a noun that goes with `n`. In English only 1 is singular, in French 0 is too.
    pub fn plural(n: impl Into<i64>, en: [&str; 2], fr: [&str; 2]) -> Text {
        let n = n.into().unsigned_abs();
        let form = |forms: [&str; 2], many: bool| forms[usize::from(many)].to_owned();
        Text::new(form(en, n != 1), form(fr, n >= 2))
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_put_in_by_language() {
        let (who, at, n) = (Text::fixed("the cat", "le chat"), "b3", 4);
        let text = text!("{who} on {at}: {n}", "{n} : {who} en {at}", who);
        assert_eq!(text.en, "the cat on b3: 4");
        assert_eq!(text.fr, "4 : le chat en b3");
        let text = text!("{first} {{}}", "{first} {{}}", first = who.capital());
        assert_eq!((&*text.en, &*text.fr), ("The cat {}", "Le chat {}"));
    }

    #[test]
    fn parameters_are_compared_by_name() {
        assert!(same_parameters("{a} then {b:>3}", "{b} puis {a}, {a}"));
        assert!(same_parameters("{{a}}", "rien"));
        for (en, fr) in [
            ("{a}", ""),
            ("", "{a}"),
            ("{a}", "{ab}"),
            ("{a} {b}", "{a}"),
        ] {
            assert!(!same_parameters(en, fr), "{en} | {fr}");
        }
    }

    #[test]
    fn french_prepositions_follow_the_article() {
        for (name, [of, to, inside]) in [
            ("le Congo", ["du Congo", "au Congo", "au Congo"]),
            ("la Chine", ["de la Chine", "à la Chine", "en Chine"]),
            ("l'Inde", ["de l'Inde", "à l'Inde", "en Inde"]),
            ("les États", ["des États", "aux États", "dans les États"]),
            (
                "Madagascar",
                ["de Madagascar", "à Madagascar", "à Madagascar"],
            ),
            ("Alger", ["d'Alger", "à Alger", "à Alger"]),
        ] {
            let name = Text::new("there", name);
            let found = [name.of_it(), name.to_it(), name.in_it()];
            assert_eq!(found.each_ref().map(|text| &*text.fr), [of, to, inside]);
            assert_eq!(
                found.map(|text| text.en),
                ["of there", "to there", "in there"]
            );
        }
    }

    #[test]
    fn lists_and_counts_read_well() {
        let items = ["a", "b", "c"].map(Text::same);
        assert_eq!(Text::list(items.clone()).en, "a, b and c");
        assert_eq!(Text::list(items[..2].to_vec()).fr, "a et b");
        assert_eq!(Text::list(items[..1].to_vec()).fr, "a");
        let armies = |n| Text::count(n, ["army", "armies"], ["armée", "armées"]);
        assert_eq!((&*armies(0).en, &*armies(0).fr), ("0 armies", "0 armée"));
        assert_eq!((&*armies(1).en, &*armies(1).fr), ("1 army", "1 armée"));
        assert_eq!((&*armies(2).en, &*armies(2).fr), ("2 armies", "2 armées"));
    }
}
