//! Deleting a match and what stays of it, in SQL. Every function runs inside a transaction of its caller's.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::log;
use crate::{Deletion, Hash, Head, MatchId, Millis, Report, StoreError};

pub(super) fn delete(
    connection: &Connection,
    id: &MatchId,
    deleted_at: Millis,
) -> Result<Option<Deletion>, StoreError> {
    let Some(found) = log::find(connection, id)? else {
        return Ok(None);
    };
    let deletion = Deletion {
        id: found.id,
        created_at: found.created_at,
        deleted_at,
        head: found.head,
    };
    mark(connection, &deletion)?;
    remove(connection, id)?;
    Ok(Some(deletion))
}

/// Writes the marker.
pub(super) fn mark(connection: &Connection, deletion: &Deletion) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO deletions (match_id, created_at, deleted_at, last_seq, last_hash, checksum)
             VALUES (?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            deletion.id,
            deletion.created_at,
            deletion.deleted_at,
            deletion.head.seq,
            deletion.head.hash,
            Hash::of_deletion(deletion)
        ])?;
    Ok(())
}

/// Removes what belongs to a match, then the match. Whether there was one.
pub(super) fn remove(connection: &Connection, id: &MatchId) -> rusqlite::Result<bool> {
    for table in ["archives", "commands", "events", "match_players", "usage"] {
        connection.execute(&format!("DELETE FROM {table} WHERE match_id = ?"), [id])?;
    }
    Ok(connection.execute("DELETE FROM matches WHERE id = ?", [id])? > 0)
}

pub(super) fn deletion(
    connection: &Connection,
    id: &MatchId,
) -> Result<Option<Deletion>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM deletions WHERE match_id = ?");
    let found = connection
        .prepare_cached(&sql)?
        .query_row([id], read)
        .optional()?;
    Ok(found)
}

/// One more match was created.
pub(super) fn count_match(connection: &Connection) -> rusqlite::Result<()> {
    let count = "UPDATE identity SET matches = matches + 1";
    connection.prepare_cached(count)?.execute([])?;
    Ok(())
}

/// Looks at every marker, and whether any match is missing without one.
pub(super) fn verify(connection: &Connection, report: &mut Report) -> rusqlite::Result<()> {
    let sql = format!(
        "SELECT {COLUMNS}, checksum, EXISTS (SELECT 1 FROM matches WHERE id = match_id)
         FROM deletions ORDER BY match_id"
    );
    let mut markers = connection.prepare(&sql)?;
    let mut rows = markers.query([])?;
    while let Some(row) = rows.next()? {
        report.deleted += 1;
        let marker = || -> rusqlite::Result<(Deletion, Hash, bool)> {
            Ok((read(row)?, row.get(5)?, row.get(6)?))
        };
        match marker() {
            Ok((deletion, stored, is_there)) => report.see_deletion(deletion, stored, is_there),
            Err(error) => report.see_unreadable("the marker of a deleted match", error),
        }
    }
    let created = connection.query_row("SELECT matches FROM identity", [], |row| row.get(0))?;
    report.see_created(created);
    Ok(())
}

/// Markers after one, in order.
pub(super) fn page() -> String {
    format!("SELECT {COLUMNS} FROM deletions WHERE match_id > ? ORDER BY match_id LIMIT ?")
}

const COLUMNS: &str = "match_id, created_at, deleted_at, last_seq, last_hash";

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Deletion> {
    Ok(Deletion {
        id: row.get(0)?,
        created_at: row.get(1)?,
        deleted_at: row.get(2)?,
        head: Head {
            seq: row.get(3)?,
            hash: row.get(4)?,
        },
    })
}
