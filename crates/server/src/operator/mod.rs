//! What the operator of a server can ask of it: to list, close, delete and archive matches, and to list, revoke and
//! ban accounts.
//!
//! A running server is asked through a Unix socket in its data folder ([`socket`]); without one, the same
//! commands are carried out on the store ([`carry_out`]).

mod accounts;
mod archives;
mod matches;
pub mod socket;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use vauban_game::{Lang, Text};
use vauban_store::{MatchId, PlayerId, StoreError};

use crate::{Problem, registry::Registry};

pub use self::{
    accounts::{AccountList, AccountOrder, AccountRow},
    archives::ArchivedMatches,
    matches::{MatchList, MatchOrder, MatchRow},
};

/// One command of the operator's.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum OperatorCommand {
    ListMatches {
        sort: MatchOrder,
        /// Only those of this account.
        owner: Option<String>,
        /// Only `open`, `running` or `over` ones.
        stage: Option<String>,
        limit: usize,
    },
    CloseMatch {
        id: String,
    },
    DeleteMatch {
        id: String,
    },
    /// Archives finished matches in which nothing has happened for so many days.
    ArchiveMatches {
        days: u64,
        /// Only those whose id comes after this one.
        after: Option<String>,
        limit: usize,
    },
    ListAccounts {
        sort: AccountOrder,
        limit: usize,
    },
    /// Ends every session and token of an account.
    RevokeAccount {
        id: String,
    },
    BanAccount {
        id: String,
    },
    UnbanAccount {
        id: String,
    },
}

/// What came of it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum OperatorAnswer {
    Matches(MatchList),
    Accounts(AccountList),
    Closed {
        id: String,
    },
    Deleted {
        id: String,
        /// About what it took up.
        bytes: u64,
    },
    Archived(ArchivedMatches),
    /// So many sessions were open.
    Revoked {
        id: String,
        sessions: u64,
    },
    Banned {
        id: String,
    },
    Unbanned {
        id: String,
    },
}

/// Why a command was not carried out.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct OperatorError {
    pub code: String,
    pub en: String,
    pub fr: String,
}

impl OperatorError {
    pub fn new(code: &str, en: impl Into<String>, fr: impl Into<String>) -> OperatorError {
        OperatorError {
            code: code.to_owned(),
            en: en.into(),
            fr: fr.into(),
        }
    }

    pub fn text(&self) -> Text {
        Text::new(self.en.clone(), self.fr.clone())
    }

    fn no_such_match(id: &str) -> OperatorError {
        OperatorError::new(
            "no-such-match",
            format!("unknown match `{id}`; `vauban matches` lists them"),
            format!("partie inconnue : « {id} » ; `vauban matches` en donne la liste"),
        )
    }

    fn no_such_account(id: &str) -> OperatorError {
        OperatorError::new(
            "no-such-account",
            format!("unknown account `{id}`; `vauban accounts` lists them"),
            format!("compte inconnu : « {id} » ; `vauban accounts` en donne la liste"),
        )
    }
}

impl From<Problem> for OperatorError {
    fn from(problem: Problem) -> OperatorError {
        let text = problem.text();
        OperatorError::new(problem.code(), text.of(Lang::En), text.of(Lang::Fr))
    }
}

impl From<StoreError> for OperatorError {
    fn from(error: StoreError) -> OperatorError {
        let text = error.to_string();
        OperatorError::new("store", text.clone(), text)
    }
}

/// Carries out a command on the matches and accounts of `registry`.
pub async fn carry_out(
    registry: &Arc<Registry>,
    command: OperatorCommand,
) -> Result<OperatorAnswer, OperatorError> {
    tracing::info!(?command, "the operator");
    match command {
        OperatorCommand::ListMatches {
            sort,
            owner,
            stage,
            limit,
        } => matches::list(registry, sort, owner, stage, limit).await,
        OperatorCommand::CloseMatch { id } => matches::close(registry, &match_id(&id)?).await,
        OperatorCommand::DeleteMatch { id } => matches::delete(registry, match_id(&id)?).await,
        OperatorCommand::ArchiveMatches { days, after, limit } => {
            let after = after.map(|id| match_id(&id)).transpose()?;
            archives::archive(registry, days, after, limit).await
        }
        OperatorCommand::ListAccounts { sort, limit } => {
            accounts::list(registry, sort, limit).await
        }
        OperatorCommand::RevokeAccount { id } => accounts::revoke(registry, player_id(&id)?).await,
        OperatorCommand::BanAccount { id } => accounts::ban(registry, player_id(&id)?).await,
        OperatorCommand::UnbanAccount { id } => accounts::unban(registry, player_id(&id)?).await,
    }
}

/// The same where no server runs. The store must be the caller's alone.
pub async fn carry_out_alone(
    registry: &Arc<Registry>,
    command: OperatorCommand,
) -> Result<OperatorAnswer, OperatorError> {
    // Closing runs a match for a moment: nobody's clock has run since the last server stopped.
    if matches!(command, OperatorCommand::CloseMatch { .. }) {
        registry.start().await?;
    }
    let done = carry_out(registry, command).await;
    registry.leave().await;
    done
}

fn match_id(text: &str) -> Result<MatchId, OperatorError> {
    MatchId::new(text).map_err(|_| OperatorError::no_such_match(text))
}

fn player_id(text: &str) -> Result<PlayerId, OperatorError> {
    PlayerId::new(text).map_err(|_| OperatorError::no_such_account(text))
}
