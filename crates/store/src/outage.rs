//! Times when nobody ran the matches of a store.

use crate::Millis;

/// From the last sign of life to the next start. Clocks do not run in it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Outage {
    pub since: Millis,
    pub until: Millis,
}
