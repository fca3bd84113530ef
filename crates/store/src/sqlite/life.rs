//! When matches were run on this store, and when they were not. Every function runs inside a
//! transaction of its caller's.

use rusqlite::{Connection, OptionalExtension, params};

use crate::{Millis, Outage, StoreError, WRONG_CLOCK};

pub(super) fn beat(connection: &Connection, at: Millis) -> Result<(), StoreError> {
    let mut upsert = connection.prepare_cached(
        "INSERT INTO life (id, last_beat) VALUES (1, ?)
         ON CONFLICT DO UPDATE SET last_beat = max(last_beat, excluded.last_beat)",
    )?;
    upsert.execute([at])?;
    Ok(())
}

pub(super) fn last_beat(connection: &Connection) -> Result<Option<Millis>, StoreError> {
    let mut select = connection.prepare_cached("SELECT last_beat FROM life")?;
    Ok(select.query_row([], |row| row.get(0)).optional()?)
}

pub(super) fn wake(connection: &Connection, at: Millis) -> Result<Option<Millis>, StoreError> {
    let before = last_beat(connection)?;
    if let Some(since) = before.filter(|&since| since < at) {
        let mut insert =
            connection.prepare_cached("INSERT INTO outages (since, until) VALUES (?, ?)")?;
        insert.execute(params![since, at])?;
    }
    if before.is_some_and(|before| before > at.saturating_add(WRONG_CLOCK)) {
        connection.execute("DELETE FROM life", [])?;
        // What happened by the wrong clock is told by it: its outages stay.
        let later = "SELECT EXISTS (SELECT 1 FROM usage JOIN matches ON id = match_id
                                    WHERE last_at > ? AND last_seq > 0)";
        if !connection.query_row(later, [at], |row| row.get::<_, bool>(0))? {
            connection.execute("DELETE FROM outages WHERE since >= ?", [at])?;
            connection.execute("UPDATE outages SET until = ?1 WHERE until > ?1", [at])?;
        }
    }
    beat(connection, at)?;
    Ok(before)
}

pub(super) fn outages(connection: &Connection) -> Result<Vec<Outage>, StoreError> {
    let found: rusqlite::Result<Vec<Outage>> = connection
        .prepare_cached("SELECT since, until FROM outages ORDER BY since")?
        .query_map([], |row| {
            Ok(Outage {
                since: row.get(0)?,
                until: row.get(1)?,
            })
        })?
        .collect();
    Ok(found?)
}
