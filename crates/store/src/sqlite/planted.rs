//! The fault that was planted in a store; in ordinary builds there is none, and nothing to ask.

#[cfg(feature = "faults")]
use crate::Fault;

/// At most one fault.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Planted {
    #[cfg(feature = "faults")]
    pub(super) fault: Option<Fault>,
}

macro_rules! questions {
    ($($question:ident $fault:ident)*) => {
        #[cfg(feature = "faults")]
        impl Planted {
            $(pub(super) fn $question(self) -> bool {
                self.fault == Some(Fault::$fault)
            })*

            pub(super) fn pause() {
                Fault::pause();
            }
        }

        #[cfg(not(feature = "faults"))]
        impl Planted {
            $(pub(super) const fn $question(self) -> bool {
                false
            })*

            pub(super) const fn pause() {}
        }
    };
}

questions! {
    acknowledges_before_commit AcknowledgeBeforeCommit
    hints_before_commit HintBeforeCommit
    has_no_unique_index NoUniqueIndex
    has_no_version_check NoVersionCheck
    has_two_transactions TwoTransactions
}
