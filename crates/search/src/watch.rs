//! Keeps an agent inside its budget.

use std::time::Instant;

use vauban_game::Budget;

/// Counts nodes and looks at the clock now and then.
#[derive(Debug)]
pub struct Watch<'a> {
    budget: &'a Budget,
    deadline: Option<Instant>,
    nodes: u64,
    next_look: u64,
}

/// Nodes between two looks at the clock and at the stop sign.
const LOOK_EVERY: u64 = 1_024;

impl<'a> Watch<'a> {
    /// Starts the clock.
    pub fn start(budget: &'a Budget) -> Watch<'a> {
        Watch {
            budget,
            deadline: budget.time.map(|time| Instant::now() + time),
            nodes: 0,
            next_look: LOOK_EVERY,
        }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Notes that `nodes` more actions were applied.
    #[inline]
    pub fn spend(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Whether it is time to answer. `limit` is the most nodes when the budget names neither nodes nor time.
    #[inline]
    pub fn is_up(&mut self, limit: u64) -> bool {
        let most = match (self.budget.nodes, self.budget.time) {
            (Some(nodes), _) => nodes,
            (None, Some(_)) => u64::MAX,
            (None, None) => limit,
        };
        if self.nodes >= most {
            return true;
        }
        if self.nodes < self.next_look {
            return false;
        }
        self.next_look = self.nodes + LOOK_EVERY;
        self.budget.stop.is_raised()
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn nodes_are_counted_exactly() {
        let budget = Budget::nodes(10);
        let mut watch = Watch::start(&budget);
        watch.spend(9);
        assert!(!watch.is_up(1));
        watch.spend(1);
        assert!(watch.is_up(1));
    }

    #[test]
    fn a_raised_hand_ends_thinking() {
        let budget = Budget::time(Duration::from_secs(3_600));
        let mut watch = Watch::start(&budget);
        watch.spend(LOOK_EVERY);
        assert!(!watch.is_up(1));
        budget.stop.raise();
        watch.spend(LOOK_EVERY);
        assert!(watch.is_up(1));
    }

    #[test]
    fn an_empty_budget_has_the_agents_own_limit() {
        let budget = Budget::default();
        let mut watch = Watch::start(&budget);
        watch.spend(5);
        assert!(watch.is_up(5));
    }
}
