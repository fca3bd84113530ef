//! Faults that can be planted, to see that tests find them.
//!
//! Behind the feature `faults`, which no ordinary build has.

use std::time::Duration;

/// A mistake that a store could make.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Fault {
    /// Answers, then commits a little later.
    AcknowledgeBeforeCommit,
    /// Sends hints, then commits a little later.
    HintBeforeCommit,
    /// Nothing keeps a command from being recorded twice.
    NoUniqueIndex,
    /// Appends whatever the writer had seen.
    NoVersionCheck,
    /// Commits the events, and a little later the command that made them.
    TwoTransactions,
}

impl Fault {
    pub const ALL: [Fault; 5] = [
        Fault::AcknowledgeBeforeCommit,
        Fault::HintBeforeCommit,
        Fault::NoUniqueIndex,
        Fault::NoVersionCheck,
        Fault::TwoTransactions,
    ];

    /// As it is written on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Fault::AcknowledgeBeforeCommit => "acknowledge-before-commit",
            Fault::HintBeforeCommit => "hint-before-commit",
            Fault::NoUniqueIndex => "no-unique-index",
            Fault::NoVersionCheck => "no-version-check",
            Fault::TwoTransactions => "two-transactions",
        }
    }

    pub fn from_name(name: &str) -> Option<Fault> {
        Fault::ALL.into_iter().find(|fault| fault.name() == name)
    }

    /// How long "a little later" is: long enough for a kill to fall into it.
    pub(crate) fn pause() {
        std::thread::sleep(Duration::from_millis(5));
    }
}
