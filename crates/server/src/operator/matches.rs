//! Matches as the operator sees them: a list, closing, deleting.

use std::{cmp::Reverse, collections::HashMap, sync::Arc};

use serde::{Deserialize, Serialize};
use vauban_store::{Listing, Match, MatchId, Millis, PlayerId, Stage};

use crate::{
    Problem,
    clock::date,
    command::{Command, Verb},
    registry::Registry,
    summary::MatchSummary,
};

use super::{OperatorAnswer, OperatorError};

/// Matches read from the store at a time.
const AT_A_TIME: usize = 100;

/// Rows that are kept beyond those that will be shown, before they are sorted out.
const MOST_BEYOND: usize = 1_000;

/// Names of accounts that are kept.
const MOST_NAMES: usize = 10_000;

/// By what a list is sorted.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchOrder {
    /// The largest first.
    #[default]
    Size,
    /// The oldest first.
    Age,
    /// By the name of the owner, the largest of each first.
    Owner,
}

impl MatchOrder {
    fn sort(self, rows: &mut [MatchRow]) {
        match self {
            MatchOrder::Size => rows.sort_by_key(|row| Reverse(row.bytes)),
            MatchOrder::Age => rows.sort_by_key(|row| row.created_at),
            MatchOrder::Owner => rows.sort_by(|one, other| {
                let key = |row: &MatchRow| {
                    let name = row.owner_name.clone();
                    (name.is_none(), name, row.owner.clone(), Reverse(row.bytes))
                };
                key(one).cmp(&key(other))
            }),
        }
    }
}

/// What accounts are called, as far as it was asked.
#[derive(Debug, Default)]
struct Names(HashMap<String, Option<String>>);

impl Names {
    async fn of(
        &mut self,
        registry: &Registry,
        owner: Option<&String>,
    ) -> Result<Option<String>, OperatorError> {
        let Some(owner) = owner else {
            return Ok(None);
        };
        if let Some(name) = self.0.get(owner) {
            return Ok(name.clone());
        }
        let player = match PlayerId::new(owner) {
            Ok(id) => registry.store().player(id).await?,
            Err(_) => None,
        };
        let name = player.map(|player| player.name.to_string());
        if self.0.len() >= MOST_NAMES {
            self.0.clear();
        }
        self.0.insert(owner.clone(), name.clone());
        Ok(name)
    }
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchList {
    pub matches: Vec<MatchRow>,
    /// How many there are, also those beyond the limit.
    pub all: usize,
    /// What all of them take up, in bytes.
    pub bytes: u64,
}

/// A match in the operator's list. Nothing in it tells what is hidden in the match.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchRow {
    pub id: String,
    pub game: String,
    /// `open`, `running` or `over`.
    pub stage: String,
    /// `listed` or `private`.
    pub visibility: String,
    /// The account that created it.
    pub owner: Option<String>,
    pub owner_name: Option<String>,
    /// About what it takes up in the store.
    pub bytes: u64,
    pub events: u64,
    /// How many seats programs have.
    pub programs: u8,
    pub created_at: Millis,
    /// When its last event happened.
    pub last_at: Millis,
}

pub(super) async fn list(
    registry: &Registry,
    sort: MatchOrder,
    owner: Option<String>,
    stage: Option<String>,
    limit: usize,
) -> Result<OperatorAnswer, OperatorError> {
    let stage = stage.map(|name| {
        Stage::from_name(&name).ok_or_else(|| {
            OperatorError::new(
                "no-such-stage",
                format!("unknown stage `{name}`; available: open, running, over"),
                format!("étape inconnue « {name} » ; disponibles : open, running, over"),
            )
        })
    });
    let mut listing = Listing {
        stage: stage.transpose()?,
        ..Listing::all(AT_A_TIME)
    };
    let mut names = Names::default();
    let (mut rows, mut all, mut bytes) = (Vec::new(), 0, 0);
    loop {
        let page = registry.store().list(listing.clone()).await?;
        let Some(last) = page.last() else { break };
        listing.after = Some(last.cursor());
        for mut row in page.into_iter().map(row) {
            if owner.is_some() && row.owner != owner {
                continue;
            }
            (all, bytes) = (all + 1, bytes + row.bytes);
            if sort == MatchOrder::Owner {
                row.owner_name = names.of(registry, row.owner.as_ref()).await?;
            }
            rows.push(row);
        }
        // However many there are, those that will not be shown do not stay.
        if rows.len() > limit.saturating_add(MOST_BEYOND) {
            sort.sort(&mut rows);
            rows.truncate(limit);
        }
    }
    sort.sort(&mut rows);
    rows.truncate(limit);
    for row in &mut rows {
        row.owner_name = names.of(registry, row.owner.as_ref()).await?;
    }
    Ok(OperatorAnswer::Matches(MatchList {
        matches: rows,
        all,
        bytes,
    }))
}

fn row(found: Match) -> MatchRow {
    let shown = MatchSummary::read(&found.summary.text);
    MatchRow {
        id: found.id.to_string(),
        game: shown.map_or_else(|| "?".into(), |shown| shown.game),
        stage: found.summary.stage.name().into(),
        visibility: found.visibility.name().into(),
        owner: found.owner.map(|owner| owner.to_string()),
        owner_name: None,
        bytes: found.bytes,
        events: found.head.seq,
        programs: found.summary.programs,
        created_at: found.created_at,
        last_at: found.last_at,
    }
}

/// Ends a match without a result. Its players, and whoever may watch it, can go on reading it.
pub(super) async fn close(
    registry: &Arc<Registry>,
    id: &MatchId,
) -> Result<OperatorAnswer, OperatorError> {
    let unreadable = |problem: Problem| match problem.code() {
        "internal" | "set-aside" => OperatorError::new(
            "unreadable-match",
            format!(
                "match {id} cannot be rebuilt from its events, so it cannot be closed; delete it"
            ),
            format!("la partie {id} ne peut être reconstituée, ni donc fermée ; supprimez-la"),
        ),
        _ => problem.into(),
    };
    if registry.store().find(id.clone()).await?.is_none() {
        return Err(missing(registry, id).await?);
    }
    let room = registry.room(id.as_str()).await.map_err(unreadable)?;
    let over = || {
        OperatorError::new(
            "match-over",
            format!("match {id} is already over"),
            format!("la partie {id} est déjà finie"),
        )
    };
    if registry.table(&room).await.map_err(unreadable)?.is_over() {
        return Err(over());
    }
    let command = Command::of_server("close".into(), Verb::Close)?;
    let reply = registry.execute(&room, command).await?;
    match reply.is_accepted() {
        true => Ok(OperatorAnswer::Closed { id: id.to_string() }),
        // It ended just now.
        false => Err(over()),
    }
}

pub(super) async fn delete(
    registry: &Registry,
    id: MatchId,
) -> Result<OperatorAnswer, OperatorError> {
    let Some(found) = registry.store().find(id.clone()).await? else {
        return Err(missing(registry, &id).await?);
    };
    registry.delete(&id).await?;
    Ok(OperatorAnswer::Deleted {
        id: id.to_string(),
        bytes: found.bytes,
    })
}

/// Why there is no such match: it never was, or it was deleted.
async fn missing(registry: &Registry, id: &MatchId) -> Result<OperatorError, OperatorError> {
    let deletion = registry.store().deletion(id.clone()).await?;
    Ok(match deletion {
        None => OperatorError::no_such_match(id.as_str()),
        Some(deletion) => {
            let day = date(deletion.deleted_at);
            OperatorError::new(
                "match-deleted",
                format!("match {id} was deleted on {day}"),
                format!("la partie {id} a été supprimée le {day}"),
            )
        }
    })
}
