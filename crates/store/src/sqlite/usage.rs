//! What matches take up and whose they are, in SQL. Every function runs inside a transaction of its caller's.

use rusqlite::{Connection, params};

use crate::{
    AddError, MatchId, Millis, NewMatch, Stage, StoreError, Summary, Usage, UsageOf,
    usage::{MATCH, ROW, bytes_of_command, bytes_of_match},
};

/// Begins the row of a new match; its owner must be a player.
pub(super) fn begin(connection: &Connection, new: &NewMatch) -> Result<(), AddError> {
    if let Some(owner) = &new.owner
        && super::people::player(connection, owner)?.is_none()
    {
        return Err(AddError::NoSuch("player"));
    }
    let command = new.command.as_ref();
    let command = command.map_or(0, |command| bytes_of_command(&new.id, command));
    let mut insert = connection.prepare_cached(
        "INSERT INTO usage (match_id, owner, origin, is_open, programs, bytes, last_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)",
    )?;
    insert.execute(params![
        new.id,
        new.owner,
        new.origin,
        is_open(&new.summary),
        new.summary.programs,
        bytes_of_match(&new.header) + command,
        new.created_at
    ])?;
    Ok(())
}

/// The match has grown, at `at` if something happened in it.
pub(super) fn grow(
    connection: &Connection,
    id: &MatchId,
    bytes: u64,
    at: Option<Millis>,
) -> rusqlite::Result<()> {
    let mut update = connection.prepare_cached(
        "UPDATE usage SET bytes = bytes + ?, last_at = coalesce(?, last_at) WHERE match_id = ?",
    )?;
    update.execute(params![bytes, at, id])?;
    Ok(())
}

/// What the summary says of it from now on.
pub(super) fn show(
    connection: &Connection,
    id: &MatchId,
    summary: &Summary,
) -> rusqlite::Result<()> {
    let mut update = connection.prepare_cached(
        "UPDATE usage SET is_open = ?1, programs = ?2
         WHERE match_id = ?3 AND (is_open, programs) <> (?1, ?2)",
    )?;
    update.execute(params![is_open(summary), summary.programs, id])?;
    Ok(())
}

pub(super) fn usage(connection: &Connection, of: &UsageOf) -> Result<Usage, StoreError> {
    let (whose, key, since) = match of {
        UsageOf::Owner(player) => ("owner", player.as_str(), 0),
        UsageOf::Origin { origin, since } => ("origin", origin.as_str(), *since),
    };
    // Finished matches are added up already, however many there are.
    let sql = format!(
        "SELECT count(*) FILTER (WHERE last_at >= ?2),
                count(*) FILTER (WHERE last_at >= ?2 AND programs > 0),
                coalesce(sum(bytes), 0)
                    + coalesce((SELECT bytes FROM finished_bytes WHERE whose = '{whose}' AND key = ?1), 0)
         FROM usage WHERE {whose} = ?1 AND is_open = 1"
    );
    // Beyond what a signed number holds lies nothing that was stored.
    let since = i64::try_from(since).unwrap_or(i64::MAX);
    let found = connection
        .prepare_cached(&sql)?
        .query_row(params![key, since], |row| {
            Ok(Usage {
                open: row.get(0)?,
                with_programs: row.get(1)?,
                bytes: row.get(2)?,
            })
        })?;
    Ok(found)
}

/// The matches whose row is missing, or is not what their events and commands come to; but those that are `elsewhere`.
pub(super) fn wrong(connection: &Connection, elsewhere: &str) -> rusqlite::Result<Vec<MatchId>> {
    let sql = format!(
        "SELECT id FROM matches LEFT JOIN usage ON usage.match_id = id
         WHERE bytes IS NULL OR is_open <> (stage <> 'over') OR NOT ({elsewhere}) AND bytes <> length(header) + {MATCH}
           + (SELECT coalesce(sum(octet_length(match_id) + octet_length(rule_set) + length(payload) + {ROW}), 0)
              FROM events WHERE match_id = matches.id)
           + (SELECT coalesce(sum(2 * (octet_length(match_id) + octet_length(session) + octet_length(command_id))
                                  + length(reply) + {ROW}), 0)
              FROM commands WHERE match_id = matches.id)
         ORDER BY id"
    );
    connection
        .prepare(&sql)?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// Those whose finished matches do not come to what is written.
pub(super) fn wrong_totals(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare(
            "WITH found AS (
                 SELECT 'owner' AS whose, owner AS key, sum(bytes) AS bytes FROM usage
                 WHERE owner IS NOT NULL AND is_open = 0 GROUP BY owner
                 UNION ALL
                 SELECT 'origin', origin, sum(bytes) FROM usage
                 WHERE origin IS NOT NULL AND is_open = 0 GROUP BY origin),
             written AS (SELECT whose, key, bytes FROM finished_bytes WHERE bytes <> 0)
             SELECT whose || ' ' || key FROM (SELECT * FROM found EXCEPT SELECT * FROM written)
             UNION SELECT whose || ' ' || key FROM (SELECT * FROM written EXCEPT SELECT * FROM found)
             ORDER BY 1",
        )?
        .query_map([], |row| row.get(0))?
        .collect()
}

fn is_open(summary: &Summary) -> bool {
    summary.stage != Stage::Over
}
