//! Programs against programs: paired matches of any game, what their results say, and the ladder of levels.

mod arena;
mod bench;
mod contest;
mod evidence;
mod ladder;
mod ratings;
mod report;
mod schedule;
mod soak;
mod standings;
mod statistics;
mod strength;
mod tally;
mod tuner;

pub use arena::{Arena, Cancel, Progress};
pub use bench::{BenchLine, bench};
pub use contest::{Contest, Played, Rules};
pub use evidence::{CLEAR, Evidence};
pub use ladder::{Ladder, Step};
pub use ratings::{Rating, ratings};
pub use report::{pair_report, rating_report, strength};
pub use schedule::{Round, Schedule};
pub use soak::{Soak, Soaked};
pub use standings::{Meeting, Standings};
pub use statistics::{Elo, Scores, Sprt, Verdict, expected_score};
pub use strength::{SOAK_DIVISOR, Strength};
pub use tally::{Pair, Tally};
pub use tuner::{Outcome, Tuner, usual_state};
