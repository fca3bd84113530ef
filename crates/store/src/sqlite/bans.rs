//! Accounts as the operator sees them, and their bans, in SQL. Every function runs inside a transaction of
//! its caller's.

use rusqlite::{Connection, OptionalExtension, params};

use super::people;
use crate::{Account, Hash, Millis, Player, PlayerId, Report, StoreError, TokenHash};

pub(super) fn players(
    connection: &Connection,
    after: Option<&PlayerId>,
    limit: usize,
) -> Result<Vec<Account>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    // No id is empty.
    let after = after.map_or("", PlayerId::as_str);
    let found: rusqlite::Result<Vec<Account>> = connection
        .prepare_cached(
            "SELECT id, name, created_at, at FROM players LEFT JOIN bans ON player_id = id
             WHERE id > ? ORDER BY id LIMIT ?",
        )?
        .query_map(params![after, limit], |row| {
            Ok(Account {
                player: Player {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    created_at: row.get(2)?,
                },
                banned_at: row.get(3)?,
            })
        })?
        .collect();
    Ok(found?)
}

pub(super) fn ban(connection: &Connection, id: &PlayerId, at: Millis) -> Result<bool, StoreError> {
    if people::player(connection, id)?.is_none() {
        return Ok(false);
    }
    connection
        .prepare_cached(
            "INSERT INTO bans (player_id, at, checksum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        )?
        .execute(params![id, at, Hash::of_ban(id, at)])?;
    Ok(true)
}

pub(super) fn unban(connection: &Connection, id: &PlayerId) -> Result<bool, StoreError> {
    let lifted = connection
        .prepare_cached("DELETE FROM bans WHERE player_id = ?")?
        .execute([id])?;
    Ok(lifted > 0)
}

pub(super) fn is_banned(connection: &Connection, id: &PlayerId) -> Result<bool, StoreError> {
    let found = connection
        .prepare_cached("SELECT 1 FROM bans WHERE player_id = ?")?
        .exists([id])?;
    Ok(found)
}

pub(super) fn ban_of(
    connection: &Connection,
    hash: TokenHash,
) -> Result<Option<Millis>, StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT at FROM bans JOIN sessions USING (player_id)
             JOIN tokens ON tokens.session_id = sessions.id WHERE tokens.hash = ?",
        )?
        .query_row([hash], |row| row.get(0))
        .optional()?;
    Ok(found)
}

/// Looks at every ban.
pub(super) fn verify(connection: &Connection, report: &mut Report) -> rusqlite::Result<()> {
    let mut bans = connection.prepare("SELECT player_id, at, checksum FROM bans ORDER BY 1")?;
    let mut rows = bans.query([])?;
    while let Some(row) = rows.next()? {
        report.see_ban(row.get(0)?, row.get(1)?, row.get(2)?);
    }
    Ok(())
}
