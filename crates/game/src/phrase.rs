//! The text of an action in its parts.

use std::fmt;

use vauban_scene::Spot;

/// The text of an action in its parts, one after the other: `101-`, `102`, `+`, `3`.
///
/// Actions that differ only in their target or their amount are offered as one choice.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct Phrase {
    pub stem: String,
    /// The last spot of the gesture, if the text names it as it is.
    pub target: Option<Spot>,
    /// What stands before the amount.
    pub joint: &'static str,
    pub amount: Option<u32>,
}

impl Phrase {
    /// A text without a target.
    pub fn word(stem: impl Into<String>) -> Phrase {
        Phrase {
            stem: stem.into(),
            target: None,
            joint: "",
            amount: None,
        }
    }
    /// A text that ends with its target.
    pub fn to(stem: impl Into<String>, target: impl Into<Spot>) -> Phrase {
        Phrase {
            target: Some(target.into()),
            ..Phrase::word(stem)
        }
    }
    /// The same text with an amount at its end.
    pub fn with_amount(self, joint: &'static str, amount: impl Into<u32>) -> Phrase {
        Phrase {
            joint,
            amount: Some(amount.into()),
            ..self
        }
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.stem)?;
        if let Some(target) = &self.target {
            f.write_str(&target.0)?;
        }
        f.write_str(self.joint)?;
        self.amount.map_or(Ok(()), |amount| write!(f, "{amount}"))
    }
}
