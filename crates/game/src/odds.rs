//! What chance may do with an action, exactly.

use serde::Serialize;

use crate::{Game, Lang, Seat, Text};

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

/// Everything that one question may have as its answer. The shares' sum is 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// What is asked: `battle`, `attacker-losses`.
    pub name: &'static str,
    pub title: Text,
    pub lines: Vec<Share>,
}

/// One answer, and how likely it is: computed, not simulated, and off by less than 10⁻⁹.
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
    /// The forecast in one language, ready to be serialised.
    pub fn told(&self, lang: Lang) -> impl Serialize + '_ {
        #[derive(Serialize)]
        struct Told<'a> {
            name: &'a str,
            title: &'a str,
            lines: Vec<ToldShare<'a>>,
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
            title: self.title.of(lang),
            lines: lines.collect(),
        }
    }
}
