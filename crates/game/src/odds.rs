//! What chance may do with an action, exactly.

use serde::{Serialize, Serializer};
use vauban_scene::Spot;

use crate::{Game, Lang, Seat, Text, text};

/// Exact odds, shown before the decision.
pub trait Odds: Game {
    /// The results that `action` may have, or `None` if chance has no part in it.
    fn odds(
        &self,
        _view: &Self::View,
        _seat: Seat,
        _action: Self::Action,
    ) -> Option<Vec<OddsLine>> {
        None
    }

    /// What `action` comes to if it is sure, in words with the sum behind them: "destroys G15: 4 − 0 ≥ 2", "2 short:
    /// H6 could bring 4"; `None` where there is nothing to reckon.
    fn effect(&self, _view: &Self::View, _seat: Seat, _action: Self::Action) -> Option<Text> {
        None
    }

    /// The two strengths that `action` sets against each other, and who adds what; `None` if nothing is
    /// weighed.
    fn balance(&self, _view: &Self::View, _seat: Seat, _action: Self::Action) -> Option<Balance> {
        None
    }

    /// What may come of `action` over many rolls, if it is fought out to the end, or until its seat
    /// has no more than `keep` left; `None` if there is nothing to fight out.
    fn forecasts(
        &self,
        _view: &Self::View,
        _seat: Seat,
        _action: Self::Action,
        _keep: Option<u32>,
    ) -> Option<Vec<Forecast>> {
        None
    }

    /// What stands behind `action` and may be lost by it, if it can be taken again and again until it is
    /// won; `None` for everything else.
    fn stake(&self, _view: &Self::View, _seat: Seat, _action: Self::Action) -> Option<Stake> {
        None
    }
}

/// What a seat puts at risk with an action that it may repeat.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize)]
pub struct Stake {
    /// How many stand behind the action now.
    pub left: u32,
    /// The fewest that can be left when it cannot go on.
    pub least: u32,
}

/// One result, and in how many of all equally likely cases it comes.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct OddsLine {
    /// For programs: `defender-2`.
    pub result: String,
    /// For people, short: "defender −2".
    pub text: Text,
    pub ways: u64,
    pub of: u64,
}

/// An attack against a defence, before it is made.
#[derive(Clone, PartialEq, Debug)]
pub struct Balance {
    pub attack: f64,
    pub defence: f64,
    pub parts: Vec<Part>,
}

/// What one place adds to an attack or a defence.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    pub side: Side,
    pub spot: Spot,
    pub value: f64,
    /// Who it is and why it counts: "cavalry, charging".
    pub why: Text,
}

/// Which of the two strengths a part belongs to.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    Attack,
    Defence,
}

/// Everything that one question may have as its answer. The shares' sum is 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// What is asked: `battle`, `attacker-losses`.
    pub name: &'static str,
    pub title: Text,
    pub lines: Vec<Share>,
    /// How far each share may be off in 19 cases of 20, if they are sampled: then they are told as "about".
    /// None if they are computed.
    pub error: Option<f64>,
}

/// One answer, and how likely it is: off by less than 10⁻⁹, unless the forecast is sampled.
#[derive(Clone, PartialEq, Debug)]
pub struct Share {
    /// For programs; a number if numbers are asked for.
    pub result: String,
    pub text: Text,
    pub share: f64,
}

impl OddsLine {
    /// The line in one language, ready to be serialised.
    pub fn told(&self, lang: Lang) -> impl Serialize + '_ {
        #[derive(Serialize)]
        struct Told<'a> {
            result: &'a str,
            text: &'a str,
            ways: u64,
            of: u64,
        }
        Told {
            result: &self.result,
            text: self.text.of(lang),
            ways: self.ways,
            of: self.of,
        }
    }
}

impl Forecast {
    /// The title; of a sampled forecast with how exact it is: `soldiers lost (about, ± 0.7 points)`.
    pub fn heading(&self) -> Text {
        let title = self.title.clone();
        let Some(error) = self.error else {
            return title;
        };
        let points = 100.0 * error;
        text!(
            "{title} (about, ± {points:.1} points)",
            "{title} (environ, ± {points:.1} points)",
            title
        )
    }

    /// The forecast in one language, ready to be serialised.
    pub fn told(&self, lang: Lang) -> impl Serialize + '_ {
        #[derive(Serialize)]
        struct Told<'a> {
            name: &'a str,
            title: String,
            lines: Vec<ToldShare<'a>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            about: Option<f64>,
        }
        #[derive(Serialize)]
        struct ToldShare<'a> {
            result: &'a str,
            text: &'a str,
            share: f64,
        }
        let lines = self.lines.iter().map(|line| ToldShare {
            result: &line.result,
            text: line.text.of(lang),
            share: line.share,
        });
        Told {
            name: self.name,
            title: self.heading().of(lang).to_owned(),
            lines: lines.collect(),
            about: self.error,
        }
    }
}

impl Balance {
    /// The balance in one language, ready to be serialised beside the odds: `attack`, `defence`, `parts`.
    pub fn told(&self, lang: Lang) -> impl Serialize + '_ {
        #[derive(Serialize)]
        struct Told<'a> {
            #[serde(serialize_with = "number")]
            attack: f64,
            #[serde(serialize_with = "number")]
            defence: f64,
            parts: Vec<ToldPart<'a>>,
        }
        #[derive(Serialize)]
        struct ToldPart<'a> {
            side: Side,
            spot: &'a Spot,
            #[serde(serialize_with = "number")]
            value: f64,
            why: &'a str,
        }
        let parts = self.parts.iter().map(|part| ToldPart {
            side: part.side,
            spot: &part.spot,
            value: part.value,
            why: part.why.of(lang),
        });
        Told {
            attack: self.attack,
            defence: self.defence,
            parts: parts.collect(),
        }
    }

    /// A line for each side: "attack 14: K11 7 (cavalry, charging), K12 7 (cavalry, charging)".
    pub fn lines(&self) -> [Text; 2] {
        let line = |side: Side, name: Text, total: f64| {
            let parts: Vec<Text> = self
                .parts
                .iter()
                .filter(|part| part.side == side)
                .map(|part| {
                    let (spot, why) = (&part.spot, &part.why);
                    let value = hundredths(part.value);
                    text!("{spot} {value} ({why})", "{spot} {value} ({why})", why)
                })
                .collect();
            let total = hundredths(total);
            if parts.is_empty() {
                return text!("{name} {total}", "{name} {total}", name);
            }
            let parts = Text::list(parts);
            text!(
                "{name} {total}: {parts}",
                "{name} {total} : {parts}",
                name,
                parts
            )
        };
        [
            line(Side::Attack, Text::fixed("attack", "attaque"), self.attack),
            line(
                Side::Defence,
                Text::fixed("defence", "défense"),
                self.defence,
            ),
        ]
    }
}

/// A number as it is shown: no more digits than anybody reads.
fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Whole numbers are written without a point.
fn number<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.fract() == 0.0 {
        serializer.serialize_i64(*value as i64)
    } else {
        serializer.serialize_f64(*value)
    }
}
