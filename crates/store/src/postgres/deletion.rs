//! Deleting a match and what stays of it, in SQL.

use tokio_postgres::Row;

use super::{
    connection::Connection,
    schema::SHARDS,
    usage::{Holders, Share},
    values::{Int, column, number},
};
use crate::{Deletion, Hash, Head, MatchId, Millis, StoreError};

pub(super) async fn delete(
    connection: &Connection<'_>,
    id: &MatchId,
    deleted_at: Millis,
) -> Result<Option<Deletion>, StoreError> {
    // 1. Nobody writes to it from here on.
    let held = connection
        .row(
            "SELECT created_at, last_seq, last_hash FROM matches WHERE id = $1 FOR UPDATE",
            &[id],
        )
        .await?;
    let Some(row) = held else {
        return Ok(None);
    };
    let deletion = Deletion {
        id: id.clone(),
        created_at: number(&row, 0)?,
        deleted_at,
        head: Head {
            seq: number(&row, 1)?,
            hash: column(&row, 2)?,
        },
    };
    // 2. The marker, then what belongs to the match, then the match.
    mark(connection, &deletion).await?;
    remove(connection, id).await?;
    Ok(Some(deletion))
}

/// Writes the marker.
pub(super) async fn mark(
    connection: &Connection<'_>,
    deletion: &Deletion,
) -> Result<(), StoreError> {
    connection
        .execute(
            "INSERT INTO deletions (match_id, created_at, deleted_at, last_seq, last_hash, checksum)
             VALUES ($1, $2, $3, $4, $5, $6)",
            &[
                &deletion.id,
                &Int(deletion.created_at),
                &Int(deletion.deleted_at),
                &Int(deletion.head.seq),
                &deletion.head.hash,
                &Hash::of_deletion(deletion),
            ],
        )
        .await?;
    Ok(())
}

/// Removes what belongs to a match, then the match. Whether there was one.
pub(super) async fn remove(connection: &Connection<'_>, id: &MatchId) -> Result<bool, StoreError> {
    for table in ["archives", "commands", "events", "match_players"] {
        let sql = format!("DELETE FROM {table} WHERE match_id = $1");
        connection.execute(&sql, &[id]).await?;
    }
    let delete = "DELETE FROM matches WHERE id = $1 RETURNING owner, origin, stage, bytes";
    let Some(row) = connection.row(delete, &[id]).await? else {
        return Ok(false);
    };
    let holders = Holders {
        owner: column(&row, 0)?,
        origin: column(&row, 1)?,
    };
    let share = Share {
        stage: column(&row, 2)?,
        bytes: number(&row, 3)?,
    };
    holders.settle(connection, Some(share), None).await?;
    Ok(true)
}

pub(super) async fn deletion(
    connection: &Connection<'_>,
    id: &MatchId,
) -> Result<Option<Deletion>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM deletions WHERE match_id = $1");
    let row = connection.row(&sql, &[id]).await?;
    row.as_ref().map(read).transpose()
}

/// One more match was created.
pub(super) async fn count_match(
    connection: &Connection<'_>,
    id: &MatchId,
) -> Result<(), StoreError> {
    let shard = u64::from(Hash::of(id.as_str().as_bytes()).0[0]) % SHARDS;
    let count = "UPDATE created SET matches = matches + 1 WHERE shard = $1";
    match connection.execute(count, &[&Int(shard)]).await? {
        1 => Ok(()),
        _ => Err(StoreError::Damaged(
            "a row that counts matches is gone".into(),
        )),
    }
}

pub(super) const COLUMNS: &str = "match_id, created_at, deleted_at, last_seq, last_hash";

pub(super) fn read(row: &Row) -> Result<Deletion, StoreError> {
    Ok(Deletion {
        id: column(row, 0)?,
        created_at: number(row, 1)?,
        deleted_at: number(row, 2)?,
        head: Head {
            seq: number(row, 3)?,
            hash: column(row, 4)?,
        },
    })
}
