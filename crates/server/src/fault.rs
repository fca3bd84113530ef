//! Faults that can be planted in the write path, to see that the crash oracle finds them.
//!
//! Behind the feature `faults`, which no ordinary build has.

/// A mistake that the write path could make.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Fault {
    /// Shows the page, then commits a little later.
    PublishBeforeCommit,
    /// Keeps no command, so that nothing knows it when it is sent again.
    ForgetCommands,
    /// Acknowledges with the hash from before the action.
    AcknowledgeOldHash,
}

impl Fault {
    pub const ALL: [Fault; 3] = [
        Fault::PublishBeforeCommit,
        Fault::ForgetCommands,
        Fault::AcknowledgeOldHash,
    ];

    /// As it is written in the environment.
    pub fn name(self) -> &'static str {
        match self {
            Fault::PublishBeforeCommit => "publish-before-commit",
            Fault::ForgetCommands => "forget-commands",
            Fault::AcknowledgeOldHash => "acknowledge-old-hash",
        }
    }

    pub fn from_name(name: &str) -> Option<Fault> {
        Fault::ALL.into_iter().find(|fault| fault.name() == name)
    }
}
