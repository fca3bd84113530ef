//! All that one screen needs. A page replaces the last one whole.

mod build;

pub(crate) use build::Ground;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use vauban_game::{Lang, Left, Outcome, Seat, SeatSet, SpotCard, Statistic, Text, Turn};
use vauban_scene::{Figure, Layer, Scene, Spot};

use crate::{Ask, LessonPage, Millis};

/// What one viewer sees of a match, in one language.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    /// How many things this viewer was told, and the chain over them.
    pub seq: u64,
    pub hash: String,
    /// Names the backdrop, which is fetched once.
    pub backdrop: String,
    /// What lies over the backdrop now.
    pub layers: Vec<Layer>,
    /// The open question, if the viewer is on turn.
    pub ask: Option<Ask>,
    pub turn: TurnPage,
    /// What the seats are called.
    pub seats: Vec<String>,
    pub status: StatusPage,
    /// Nothing without clocks.
    pub clocks: Option<ClocksPage>,
    /// The newest entries of the log.
    pub log: Vec<Value>,
    /// The spots of the last action.
    pub last: Vec<Spot>,
    pub legend: Vec<LegendPage>,
    pub lenses: Vec<LensPage>,
    pub offers: Offers,
    pub result: Option<ResultPage>,
    /// The task at hand, in a match that teaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<LessonPage>,
}

/// Who moves the match on.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct TurnPage {
    pub seats: SeatSet,
    /// Nature's result is waited for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chance: bool,
}

impl From<Turn> for TurnPage {
    fn from(turn: Turn) -> TurnPage {
        TurnPage {
            seats: turn.seats(),
            chance: turn == Turn::Chance,
        }
    }
}

/// What the clocks show.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct ClocksPage {
    /// When they were read, by the clock of whoever hosts.
    pub now: Millis,
    /// Milliseconds left for each seat at `now`.
    pub left: Vec<Millis>,
    /// The seats whose time goes down. A program's does not: it is charged when it has answered.
    pub running: SeatSet,
}

/// Phase, what is left to do and numbers per seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StatusPage {
    pub phase: String,
    /// The phase of the turn, by its name on the game's card; none outside a turn.
    pub phase_name: Option<&'static str>,
    /// The number of the turn, from 1; of the last one when the match is over.
    pub turn: u32,
    pub left: Option<LeftPage>,
    pub statistics: Vec<StatisticPage>,
    /// What the viewer has and others must not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
    /// What was taken from each seat, where single pieces count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<TakenPage>,
}

/// A piece that was taken.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TakenPage {
    /// Whose it was.
    pub seat: Seat,
    /// The symbol of the scene that shows it.
    pub symbol: Option<&'static str>,
    pub glyph: String,
    pub name: String,
}

/// So many of something are left.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LeftPage {
    pub name: String,
    pub count: u32,
}

impl LeftPage {
    pub(crate) fn of(left: &Left, lang: Lang) -> LeftPage {
        LeftPage {
            name: left.name.of(lang).to_owned(),
            count: left.count,
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StatisticPage {
    pub name: String,
    pub values: Vec<i64>,
}

impl StatisticPage {
    pub(crate) fn all(statistics: Vec<Statistic>, lang: Lang) -> Vec<StatisticPage> {
        let page = |statistic: Statistic| StatisticPage {
            name: statistic.name.of(lang).to_owned(),
            values: statistic.values,
        };
        statistics.into_iter().map(page).collect()
    }
}

/// One line of the legend.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LegendPage {
    pub symbol: Option<&'static str>,
    pub glyph: String,
    pub title: String,
    pub about: String,
}

/// One lens in the menu.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LensPage {
    pub name: &'static str,
    /// The heading under which it stands.
    pub group: String,
    pub title: String,
    /// What its shades mean.
    pub about: String,
    pub initial: bool,
}

/// What seats have proposed to each other.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize)]
pub struct Offers {
    /// Who has offered a draw.
    pub draw: SeatSet,
    /// Who wants to take back, and who has agreed so far.
    pub undo: Option<UndoOffer>,
}

/// A wish to take back.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
pub struct UndoOffer {
    pub by: Seat,
    pub agreed: SeatSet,
}

/// How it ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ResultPage {
    pub scores: Vec<i16>,
    pub winner: Option<Seat>,
    pub reason: &'static str,
    pub text: String,
}

impl ResultPage {
    pub(crate) fn of(outcome: &Outcome, lang: Lang) -> ResultPage {
        ResultPage {
            scores: outcome.scores().to_vec(),
            winner: outcome.winner(),
            reason: outcome.ending.code,
            text: outcome.ending.text.of(lang).to_owned(),
        }
    }
}

/// Something that the viewer was told, and what it changed in the picture: a turn can be shown step by step.
#[derive(Clone, Debug, Serialize)]
pub struct StepPage {
    /// The entry of the log.
    #[serde(flatten)]
    pub entry: Value,
    /// The shapes that are new or look different now, by layer.
    pub changed: Vec<Layer>,
    /// The keys of the shapes that are gone.
    pub gone: Vec<String>,
}

/// What lies under everything and never changes.
#[derive(Clone, Debug, Serialize)]
pub struct Backdrop {
    pub hash: String,
    pub scene: Scene,
    /// How each mark of the game is drawn, by its paint: `mark-attack`.
    pub marks: BTreeMap<String, Figure>,
}

/// What is at a spot, in one language.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PageCard {
    pub title: String,
    pub lines: Vec<(String, String)>,
}

impl PageCard {
    pub fn of(card: &SpotCard, lang: Lang) -> PageCard {
        let line =
            |(name, value): &(Text, Text)| (name.of(lang).to_owned(), value.of(lang).to_owned());
        PageCard {
            title: card.title.of(lang).to_owned(),
            lines: card.lines.iter().map(line).collect(),
        }
    }
}
