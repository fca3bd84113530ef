//! The vocabulary of Vauban: what a game is, and the words every crate shares.
//!
//! [`Game`] is the one trait that a game must implement; what else it can do
//! (be written down, told, drawn, set up, judged, mapped) are small traits
//! beside it. Nothing here does input or output, reads a clock, or owns any
//! randomness but [`Dice`].

mod actions;
mod agent;
mod certain;
mod depict;
mod dice;
mod evaluate;
mod explain;
mod fact;
mod formats;
mod game;
mod lenses;
mod lessons;
mod memory;
mod narrate;
mod network;
mod notation;
mod odds;
mod past;
mod phrase;
mod planner;
mod policy;
mod refusal;
mod rules;
mod seat;
mod setup;
mod text;
mod thought;
mod turn;
mod weights;

pub use actions::{Actions, Choice, every_action};
pub use agent::{Agent, Budget, MOST_KEPT, Position, Stop, TurnSoFar};
pub use certain::Certain;
pub use depict::{Depict, Left, Legend, SpotCard, Statistic, Status, Taken};
pub use dice::{Dice, fingerprint, mix, nth};
pub use evaluate::{
    CLASSES, Evaluate, Even, FORCING, Feature, MOST_LEAD, WinShare, judged, reasons, reasons_for,
};
pub use explain::{Explain, RuleTree, marked};
pub use fact::{FACTS, Fact, FactForm};
pub use formats::{FormatCard, FormatError, Formats, Imported};
pub use game::{Game, Open, Repetition};
pub use lenses::{LensCard, LensMap, Lenses, Scale, Tally};
pub use lessons::{Diagram, Lesson, Lessons, Progress, Task, Wanted};
pub use memory::{SearchMemory, SearchTable};
pub use narrate::{Event, Happening, Narrate, Told, TurnEvents, tell};
pub use network::{LANES, Lanes, Network, ONE, POINT};
pub use notation::{Notation, Unreadable, shorten};
pub use odds::{Balance, Forecast, Odds, OddsLine, Part, Share, Side, Stake};
pub use past::PastKeys;
pub use phrase::Phrase;
pub use planner::{Planner, TurnPart};
pub use policy::Policy;
pub use refusal::{Explanation, Reason, Refused};
pub use rules::{Case, Rules};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet, Viewer};
pub use setup::{
    Card, PLAYERS, PhaseCard, Preset, RuleSet, SettingCard, SettingError, Settings, Setup, Values,
};
pub use text::{Lang, Text, Words, capital, same_parameters};
pub use thought::{Reach, Thought};
pub use turn::{Ending, Outcome, Turn};
pub use vauban_scene as scene;
pub use weights::{read_weights, write_weights};

/// All that a game must be able to do to be played on the platform.
pub trait Playable:
    Notation + Narrate + Depict + Setup + Explain + Lenses + Lessons + Odds + Formats
{
}
impl<G: Notation + Narrate + Depict + Setup + Explain + Lenses + Lessons + Odds + Formats> Playable
    for G
{
}
