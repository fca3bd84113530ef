//! A match from its events: played again through the rules, and compared with what was recorded.

use std::{collections::VecDeque, fmt, sync::Arc};

use vauban_game::Lang;
use vauban_store::{Event, Outage, Seq};

use crate::{Problem, deed::Deed, hall::Room, table::Table};

/// A match that is being played again.
pub struct Rebuild {
    table: Table,
    /// The results of nature that must come next.
    expected: VecDeque<Deed>,
    /// When nobody ran the match, the oldest first.
    outages: Arc<[Outage]>,
    /// How many of them are credited.
    credited: usize,
}

/// Where the log and the rules part.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Unlike {
    pub seq: Seq,
    pub why: String,
}

impl fmt::Display for Unlike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.seq, self.why)
    }
}

impl Rebuild {
    /// Before the first event.
    pub fn new(room: &Room, outages: Arc<[Outage]>) -> Result<Rebuild, Problem> {
        Ok(Rebuild {
            table: Table::open(&room.header, &room.id, room.shelf(), room.created_at)?,
            expected: VecDeque::new(),
            outages,
            credited: 0,
        })
    }

    /// Credits the outages that were over at `at`.
    fn credit(&mut self, at: u64) {
        let rest = self.outages.get(self.credited..).unwrap_or_default();
        for outage in rest.iter().take_while(|outage| outage.until <= at) {
            self.table.credit(*outage);
            self.credited += 1;
        }
    }

    /// The next event.
    pub fn see(&mut self, event: &Event) -> Result<(), Unlike> {
        let unlike = |why: String| Unlike {
            seq: event.seq,
            why,
        };
        let deed = Deed::read(&event.event.payload).map_err(|error| unlike(error.to_string()))?;
        match self.expected.pop_front() {
            Some(expected) if expected == deed => (),
            Some(expected) => {
                return Err(unlike(format!(
                    "the dice give {expected:?}, the log has {deed:?}"
                )));
            }
            None if matches!(deed, Deed::Chance { .. }) => {
                return Err(unlike("a result of chance that did not come".into()));
            }
            None => {
                self.credit(event.event.at);
                let steps = self.table.play.steps();
                self.table
                    .apply(&deed, event.event.at)
                    .map_err(|refusals| unlike(refusals.line(Lang::En)))?;
                self.expected = self.table.chances_since(steps, &deed).into();
            }
        }
        // An order of several deeds has one state, the one after them all; the last event carries it.
        let ours = self.table.play.hash();
        if self.expected.is_empty() && matches_rules(&deed) && ours != event.event.state_hash {
            return Err(unlike(format!(
                "the rules give the state {ours:016x}, the log has {:016x}",
                event.event.state_hash
            )));
        }
        self.table.seq = event.seq;
        Ok(())
    }

    /// After the last event.
    pub fn end(mut self) -> Result<Table, Unlike> {
        self.credit(u64::MAX);
        match self.expected.front() {
            None => Ok(self.table),
            Some(missing) => Err(Unlike {
                seq: self.table.seq,
                why: format!("{missing:?} is missing after it"),
            }),
        }
    }
}

/// Whether the state after this deed is the state after its order. Asking to take back changes
/// nothing by itself, but programs may agree in the same order.
fn matches_rules(deed: &Deed) -> bool {
    !matches!(deed, Deed::AskUndo { .. } | Deed::Consent { .. })
}
