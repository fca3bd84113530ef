//! Accounts as the operator sees them: a list, ending sessions, bans.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use vauban_store::{Millis, PlayerId, UsageOf};

use crate::registry::Registry;

use super::{OperatorAnswer, OperatorError};

/// Accounts read from the store at a time.
const AT_A_TIME: usize = 500;

/// By what a list is sorted.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccountOrder {
    /// Those whose matches take up most first.
    #[default]
    Size,
    /// The oldest first.
    Age,
    Name,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct AccountList {
    pub accounts: Vec<AccountRow>,
    /// How many there are, also those beyond the limit.
    pub all: usize,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct AccountRow {
    pub id: String,
    pub name: String,
    pub created_at: Millis,
    pub banned_at: Option<Millis>,
    /// Sessions and tokens that open something now.
    pub sessions: u64,
    /// Unfinished matches that it created.
    pub open: u64,
    /// Those of them in which a program has a seat.
    pub with_programs: u64,
    /// What all its matches take up.
    pub bytes: u64,
}

pub(super) async fn list(
    registry: &Registry,
    sort: AccountOrder,
    limit: usize,
) -> Result<OperatorAnswer, OperatorError> {
    let store = registry.store();
    let now = registry.time.wall();
    let mut rows = Vec::new();
    let mut after: Option<PlayerId> = None;
    loop {
        let page = store.players(after.take(), AT_A_TIME).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.player.id.clone());
        for account in page {
            let id = account.player.id;
            let tokens = store.tokens(id.clone()).await?;
            let live = tokens.iter().filter(|token| token.is_live(now)).count();
            let usage = store.usage(UsageOf::Owner(id.clone())).await?;
            rows.push(AccountRow {
                id: id.to_string(),
                name: account.player.name.to_string(),
                created_at: account.player.created_at,
                banned_at: account.banned_at,
                sessions: match account.banned_at {
                    Some(_) => 0,
                    None => u64::try_from(live).unwrap_or(u64::MAX),
                },
                open: usage.open,
                with_programs: usage.with_programs,
                bytes: usage.bytes,
            });
        }
    }
    match sort {
        AccountOrder::Size => rows.sort_by_key(|row| Reverse(row.bytes)),
        AccountOrder::Age => rows.sort_by_key(|row| row.created_at),
        AccountOrder::Name => rows.sort_by(|one, other| one.name.cmp(&other.name)),
    }
    let all = rows.len();
    rows.truncate(limit);
    Ok(OperatorAnswer::Accounts(AccountList {
        accounts: rows,
        all,
    }))
}

pub(super) async fn revoke(
    registry: &Registry,
    id: PlayerId,
) -> Result<OperatorAnswer, OperatorError> {
    must_exist(registry, &id).await?;
    let sessions = registry.end_sessions(&id).await?;
    Ok(OperatorAnswer::Revoked {
        id: id.to_string(),
        sessions: u64::try_from(sessions).unwrap_or(u64::MAX),
    })
}

pub(super) async fn ban(
    registry: &Registry,
    id: PlayerId,
) -> Result<OperatorAnswer, OperatorError> {
    match registry.ban(&id).await? {
        true => Ok(OperatorAnswer::Banned { id: id.to_string() }),
        false => Err(OperatorError::no_such_account(id.as_str())),
    }
}

pub(super) async fn unban(
    registry: &Registry,
    id: PlayerId,
) -> Result<OperatorAnswer, OperatorError> {
    must_exist(registry, &id).await?;
    match registry.store().unban_player(id.clone()).await? {
        true => Ok(OperatorAnswer::Unbanned { id: id.to_string() }),
        false => Err(OperatorError::new(
            "not-banned",
            format!("account {id} is not banned"),
            format!("le compte {id} n'est pas banni"),
        )),
    }
}

async fn must_exist(registry: &Registry, id: &PlayerId) -> Result<(), OperatorError> {
    match registry.store().player(id.clone()).await? {
        Some(_) => Ok(()),
        None => Err(OperatorError::no_such_account(id.as_str())),
    }
}
