//! Whose database it is, and bringing it up to date, with other nodes doing the same.

use super::{
    connection::Connection,
    pool::SETTINGS,
    values::{Int, column, number},
};
use crate::{StoreError, StoreId};

/// The steps from nothing to now; step `n` leads to version `n + 1`. A step is one transaction, so that it
/// can be stopped at any time and begun again.
const STEPS: [&str; 3] = [
    include_str!("v1.sql"),
    include_str!("v2.sql"),
    include_str!("v3.sql"),
];

/// What this release writes.
pub(super) const VERSION: u64 = 3;
const _: () = assert!(STEPS.len() == VERSION as usize);

/// The oldest release of the schema whose programs can work with this one, so that old and new nodes run side by
/// side while they are exchanged.
const FIT_FOR: u64 = 3;

/// Shards of the count of matches.
pub(super) const SHARDS: u64 = 16;

/// Refuses what is not ours and what is too new, makes or completes the tables, and says which store it is.
pub(super) async fn open(connection: &Connection<'_>, name: &str) -> Result<StoreId, StoreError> {
    // Also those of others that we may not read.
    let tables = connection
        .rows(
            "SELECT tablename::TEXT FROM pg_catalog.pg_tables WHERE schemaname = current_schema()",
            &[],
        )
        .await?;
    let tables: Vec<String> = tables
        .iter()
        .map(|row| column(row, 0))
        .collect::<Result<_, _>>()?;
    let not_ours = |reason: String| StoreError::NotAStore {
        path: name.into(),
        reason: reason.into(),
    };
    let unlike_ours = |why: &str| {
        not_ours(format!(
            "its table `vauban` is none of ours, or may not be read: {why}"
        ))
    };
    let is_ours = tables.iter().any(|table| table == "vauban");
    match tables.iter().find(|table| *table != "vauban") {
        Some(other) if !is_ours => {
            return Err(not_ours(format!(
                "it has a table `{other}` of another program; make a database of its own"
            )));
        }
        Some(_) => (),
        // Whoever began may have been stopped after its first table.
        None => match begin(connection).await {
            Err(StoreError::Failed(why)) if is_ours => return Err(unlike_ours(&why)),
            begun => begun?,
        },
    }
    // What is up to date is not written to: `verify` works on a standby that only reads.
    let identity = "SELECT store, version, fit_for FROM vauban";
    let row = match connection.row(identity, &[]).await {
        Err(StoreError::Failed(why)) => return Err(unlike_ours(&why)),
        row => row?,
    };
    let row = row.ok_or_else(|| StoreError::Damaged("the row of its identity is gone".into()))?;
    let id: String = column(&row, 0)?;
    must_be_fit(name, number(&row, 1)?, number(&row, 2)?)?;
    if number(&row, 1)? < VERSION {
        // Another node may be at it: a step can take as long as it needs.
        connection.run("SET lock_timeout = 0").await?;
        while step(connection, name).await? == Step::Done {}
        connection.run(SETTINGS).await?;
    }
    StoreId::new(id).map_err(|error| StoreError::Damaged(error.to_string().into()))
}

/// Whether this release can work with version `found`.
fn must_be_fit(name: &str, found: u64, fit_for: u64) -> Result<(), StoreError> {
    match fit_for > VERSION {
        false => Ok(()),
        true => Err(StoreError::Newer {
            path: name.into(),
            found: u32::try_from(found).unwrap_or(u32::MAX),
            known: u32::try_from(VERSION).unwrap_or(u32::MAX),
        }),
    }
}

pub(super) async fn version(connection: &Connection<'_>) -> Result<u64, StoreError> {
    let row = connection.row("SELECT version FROM vauban", &[]).await?;
    row.map_or(Ok(0), |row| number(&row, 0))
}

/// The table that says whose the others are.
async fn begin(connection: &Connection<'_>) -> Result<(), StoreError> {
    let make = connection
        .run(
            "CREATE TABLE IF NOT EXISTS vauban (
                 id       BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
                 store    TEXT NOT NULL,
                 version  BIGINT NOT NULL,
                 fit_for  BIGINT NOT NULL
             )",
        )
        .await;
    // Two that make the same table at once may trip over each other; one of them has made it.
    if let Err(error) = make {
        let there = connection.rows("SELECT 1 FROM vauban", &[]).await;
        if there.is_err() {
            return Err(error);
        }
    }
    connection
        .execute(
            "INSERT INTO vauban (id, store, version, fit_for)
             VALUES (1, replace(gen_random_uuid()::TEXT, '-', ''), 0, 0) ON CONFLICT DO NOTHING",
            &[],
        )
        .await?;
    Ok(())
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Step {
    Done,
    NothingToDo,
}

async fn step(connection: &Connection<'_>, name: &str) -> Result<Step, StoreError> {
    connection.run("BEGIN").await?;
    let done = within(connection, name).await;
    match done {
        Ok(Step::Done) => connection.run("COMMIT").await?,
        Ok(Step::NothingToDo) | Err(_) => connection.run("ROLLBACK").await?,
    }
    done
}

async fn within(connection: &Connection<'_>, name: &str) -> Result<Step, StoreError> {
    // Whoever holds the row is at work on the next step.
    let row = connection
        .row("SELECT version, fit_for FROM vauban FOR UPDATE", &[])
        .await?;
    let row = row.ok_or_else(|| StoreError::Damaged("the row of its version is gone".into()))?;
    let (found, fit_for) = (number(&row, 0)?, number(&row, 1)?);
    must_be_fit(name, found, fit_for)?;
    let next = usize::try_from(found).ok().and_then(|done| STEPS.get(done));
    let Some(next) = next else {
        return Ok(Step::NothingToDo);
    };
    connection.run(next).await?;
    if found == 0 {
        for shard in 0..SHARDS {
            let insert = "INSERT INTO created (shard, matches) VALUES ($1, 0)";
            connection.execute(insert, &[&Int(shard)]).await?;
        }
    }
    connection
        .execute(
            "UPDATE vauban SET version = $1, fit_for = $2",
            &[&Int(found + 1), &Int(FIT_FOR)],
        )
        .await?;
    Ok(Step::Done)
}
