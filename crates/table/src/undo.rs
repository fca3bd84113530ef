//! Taking back: what a policy allows.

use std::str::FromStr;

use serde::Serialize;

/// Who may take back what.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undo {
    /// One's own last action, never across another seat's action, a revealed secret or a roll.
    #[default]
    Own,
    /// Only with everybody's consent, and not across a roll either.
    Ask,
    /// Anything, across rolls too.
    All,
}

impl FromStr for Undo {
    type Err = String;
    fn from_str(text: &str) -> Result<Undo, String> {
        match text {
            "own" => Ok(Undo::Own),
            "ask" => Ok(Undo::Ask),
            "all" => Ok(Undo::All),
            _ => Err(format!(
                "`{text}` is not an undo policy; use own, ask or all"
            )),
        }
    }
}
