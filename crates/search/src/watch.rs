//! Keeps an agent inside its budget.

use std::time::Instant;

use vauban_game::Budget;

/// Counts nodes and looks at the clock now and then.
#[derive(Debug)]
pub struct Watch<'a> {
    budget: &'a Budget,
    deadline: Option<Instant>,
    /// The most nodes.
    most: u64,
    nodes: u64,
    next_look: u64,
    stopped: bool,
}

/// Nodes between two looks at the clock and at the stop sign.
const LOOK_EVERY: u64 = 1_024;

impl<'a> Watch<'a> {
    /// Starts the clock. `limit` is the most nodes when the budget names neither nodes nor time.
    pub fn start(budget: &'a Budget, limit: u64) -> Watch<'a> {
        Watch {
            budget,
            deadline: budget
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            most: match (budget.nodes, budget.time) {
                (Some(nodes), _) => nodes,
                (None, Some(_)) => u64::MAX,
                (None, None) => limit,
            },
            nodes: 0,
            next_look: LOOK_EVERY,
            stopped: false,
        }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many nodes the budget still has.
    pub fn left(&self) -> u64 {
        self.most.saturating_sub(self.nodes)
    }

    /// Notes that `nodes` more actions were applied.
    #[inline]
    pub fn spend(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Whether it is time to answer. Once it is, it stays so.
    #[inline]
    pub fn is_up(&mut self) -> bool {
        if self.stopped || self.nodes >= self.most {
            return true;
        }
        if self.nodes < self.next_look {
            return false;
        }
        self.next_look = self.nodes + LOOK_EVERY;
        self.stopped = self.budget.stop.is_raised()
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
        self.stopped
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn nodes_are_counted_exactly() {
        let budget = Budget::nodes(10);
        let mut watch = Watch::start(&budget, 1);
        watch.spend(9);
        assert!(!watch.is_up());
        watch.spend(1);
        assert!(watch.is_up());
    }

    #[test]
    fn a_raised_hand_ends_thinking_for_good() {
        let budget = Budget::time(Duration::from_secs(3_600));
        let mut watch = Watch::start(&budget, 1);
        watch.spend(LOOK_EVERY);
        assert!(!watch.is_up());
        budget.stop.raise();
        watch.spend(LOOK_EVERY);
        assert!(watch.is_up() && watch.is_up());
    }

    #[test]
    fn an_empty_budget_has_the_agents_own_limit() {
        let budget = Budget::default();
        let mut watch = Watch::start(&budget, 5);
        watch.spend(5);
        assert!(watch.is_up());
    }
}
