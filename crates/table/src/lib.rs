//! A match of any game: ask and answer, record, undo, clock, page.
//!
//! Typed inside ([`Match`]), erased once ([`AnyMatch`], [`AnyGame`]): whoever
//! serves, draws or tests matches works with texts and plain data, the same
//! for every game. Only this crate defines what crosses the wire.

mod agent_maker;
mod agent_spec;
mod any;
mod ask;
mod audit;
mod chunks;
mod clock;
mod command;
mod course;
mod diagram;
mod entry;
mod erased;
mod fork;
mod history;
mod lens;
mod lesson;
mod level;
mod log;
mod manners;
mod offers;
mod order;
mod page;
mod paper;
mod pictures;
mod plan;
mod play;
mod proof;
mod record;
mod replay;
mod seated;
mod snapshot;
mod source;
mod standing;
mod undo;
mod wire;

pub use agent_maker::{AgentCard, AgentMaker, Make, Seatable};
pub use agent_spec::AgentSpec;
pub use any::{
    Agents, AnyGame, AnyMatch, Facts, Opening, Orders, Play, Questions, Records, Shelf, Views,
};
pub use ask::{Ask, AskId, Button, Choice, Range};
pub use audit::{Audit, Throw};
pub use clock::{Clock, Millis, Tempo};
pub use command::{CommandCard, Door, commands};
pub use course::{Course, CourseLine, Judged, Judging, MOST_MOMENTS};
pub use entry::Entry;
pub use fork::Fork;
pub use lens::Lens;
pub use lesson::{LessonCard, LessonPage};
pub use level::Level;
pub use log::LogEntry;
pub use manners::Conduct;
pub use order::{MOST_ROUNDS, Order, Progress, Repeat, Stopped};
pub use page::{
    Backdrop, ClocksPage, LeftPage, Offers, Page, PageCard, ResultPage, StatisticPage, StatusPage,
    StepPage, TakenPage, TurnPage,
};
pub use pictures::Pictures;
pub use plan::{Plan, PlanRequest, PlannedLens, PlannedPage, PlannedResult, PlannedStep};
pub use play::Match;
pub use proof::{Doubt, Proof};
pub use record::{Item, Record, RecordError, Ruling, Step};
pub use replay::ReplayError;
pub use seated::{Job, SeatedAgent};
pub use source::{Sealed, Source};
pub use standing::{Standing, StandingAnswer};
pub use undo::Undo;
pub use wire::{Refusal, Refusals};
