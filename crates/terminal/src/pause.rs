//! A pause: the board is covered, programs wait with what they found, and no clock runs.

use vauban_table::Millis;

use crate::player::{Effect, Input, Player};

/// Since when nothing goes on.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Pause {
    since: Millis,
}

impl Player<'_> {
    pub(crate) fn begin_pause(&mut self) {
        let since = self.now;
        self.pause.get_or_insert(Pause { since });
    }

    pub(crate) fn end_pause(&mut self) -> Vec<Effect> {
        let Some(Pause { since }) = self.pause.take() else {
            return Vec::new();
        };
        self.table.clock_mut().credit(since, self.now);
        let held = std::mem::take(&mut self.held);
        held.into_iter()
            .flat_map(|found| self.handle(Input::Thought(found)))
            .collect()
    }
}
