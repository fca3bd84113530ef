//! Archived matches in SQL. Every function runs inside a transaction of its caller's.

use rusqlite::{Connection, OptionalExtension, params};

use super::{log, transfer};
use crate::{Archiving, MatchId, Millis, Stage, StoreError, archive::Pack};

pub(super) fn finished(
    connection: &Connection,
    before: Millis,
    after: Option<&MatchId>,
    limit: usize,
) -> Result<Vec<MatchId>, StoreError> {
    // No id is empty. The plus keeps SQLite to the order of the ids.
    let after = after.map_or("", MatchId::as_str);
    let before = i64::try_from(before).unwrap_or(i64::MAX);
    let found: rusqlite::Result<Vec<MatchId>> = connection
        .prepare_cached(
            "SELECT id FROM matches CROSS JOIN usage ON usage.match_id = id
             WHERE id > ? AND +stage = 'over' AND last_at < ?
               AND NOT EXISTS (SELECT 1 FROM archives WHERE archives.match_id = id)
             ORDER BY id LIMIT ?",
        )?
        .query_map(params![after, before, log::most(limit)], |row| row.get(0))?
        .collect();
    Ok(found?)
}

pub(super) fn archive(connection: &Connection, id: &MatchId) -> Result<Archiving, StoreError> {
    let Some(whole) = transfer::whole_match(connection, id)? else {
        return Ok(Archiving::Left);
    };
    if whole.is_archived || whole.shown.summary.stage != Stage::Over {
        return Ok(Archiving::Left);
    }
    match Pack::of(whole) {
        Ok((archived, packed)) => {
            insert(connection, id, &packed)?;
            for table in ["events", "commands"] {
                let sql = format!("DELETE FROM {table} WHERE match_id = ?");
                connection.prepare_cached(&sql)?.execute([id])?;
            }
            Ok(Archiving::Archived(archived))
        }
        Err(left) => Ok(left),
    }
}

pub(super) fn insert(connection: &Connection, id: &MatchId, packed: &[u8]) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO archives (match_id, pack) VALUES (?, ?)")?
        .execute(params![id, packed])?;
    Ok(())
}

/// What is in the archive of a match, if it has one.
pub(super) fn pack(connection: &Connection, id: &MatchId) -> Result<Option<Pack>, StoreError> {
    let packed: Option<Vec<u8>> = connection
        .prepare_cached("SELECT pack FROM archives WHERE match_id = ?")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    packed.map(|packed| Pack::read(id, &packed)).transpose()
}

/// Turns the archive of a match, if it has one, into rows again.
pub(super) fn bring_back(connection: &Connection, id: &MatchId) -> Result<(), StoreError> {
    let Some(pack) = pack(connection, id)? else {
        return Ok(());
    };
    transfer::insert_rows(connection, id, &pack.events, &pack.commands)?;
    connection
        .prepare_cached("DELETE FROM archives WHERE match_id = ?")?
        .execute([id])?;
    Ok(())
}
