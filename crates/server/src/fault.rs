//! Faults that can be planted in the server, to see that the crash oracle and the tests for leaks
//! find them.
//!
//! Behind the feature `faults`, which no ordinary build has.

/// A mistake that the server could make.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Fault {
    /// Shows the page, then commits a little later.
    PublishBeforeCommit,
    /// Keeps no command, so that nothing knows it when it is sent again.
    ForgetCommands,
    /// Acknowledges with the hash from before the action.
    AcknowledgeOldHash,
    /// Sends a frame for what the viewer did not see.
    FrameForUnseen,
    /// Lets everybody look through every eye.
    AnyEye,
    /// Counts the steps of the record that the viewer was not shown.
    CountUnseen,
}

impl Fault {
    pub const ALL: [Fault; 6] = [
        Fault::PublishBeforeCommit,
        Fault::ForgetCommands,
        Fault::AcknowledgeOldHash,
        Fault::FrameForUnseen,
        Fault::AnyEye,
        Fault::CountUnseen,
    ];

    /// As it is written in the environment.
    pub fn name(self) -> &'static str {
        match self {
            Fault::PublishBeforeCommit => "publish-before-commit",
            Fault::ForgetCommands => "forget-commands",
            Fault::AcknowledgeOldHash => "acknowledge-old-hash",
            Fault::FrameForUnseen => "frame-for-unseen",
            Fault::AnyEye => "any-eye",
            Fault::CountUnseen => "count-unseen",
        }
    }

    pub fn from_name(name: &str) -> Option<Fault> {
        Fault::ALL.into_iter().find(|fault| fault.name() == name)
    }
}
