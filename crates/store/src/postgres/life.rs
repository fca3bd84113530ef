//! When matches were run on this store, and when they were not.

use super::{
    connection::Connection,
    values::{Int, bound, number},
};
use crate::{Millis, Outage, StoreError, WRONG_CLOCK};

pub(super) async fn beat(connection: &Connection<'_>, at: Millis) -> Result<(), StoreError> {
    connection
        .execute(
            "INSERT INTO life (id, last_beat) VALUES (1, $1)
             ON CONFLICT (id) DO UPDATE SET last_beat = greatest(life.last_beat, excluded.last_beat)",
            &[&Int(at)],
        )
        .await?;
    Ok(())
}

/// Held until the transaction is over.
pub(super) async fn last_beat(connection: &Connection<'_>) -> Result<Option<Millis>, StoreError> {
    let sql = "SELECT last_beat FROM life FOR UPDATE";
    let row = connection.row(sql, &[]).await?;
    row.map(|row| number(&row, 0)).transpose()
}

pub(super) async fn wake(
    connection: &Connection<'_>,
    at: Millis,
) -> Result<Option<Millis>, StoreError> {
    let before = last_beat(connection).await?;
    if let Some(since) = before.filter(|&since| since < at) {
        let insert = "INSERT INTO outages (since, until) VALUES ($1, $2)";
        connection.execute(insert, &[&Int(since), &Int(at)]).await?;
    }
    if before.is_some_and(|before| before > at.saturating_add(WRONG_CLOCK)) {
        connection.execute("DELETE FROM life", &[]).await?;
        // What happened by the wrong clock is told by it: its outages stay.
        let later = "SELECT 1 FROM matches WHERE last_at > $1 AND last_seq > 0 LIMIT 1";
        if connection.row(later, &[&bound(at)]).await?.is_none() {
            let delete = "DELETE FROM outages WHERE since >= $1";
            connection.execute(delete, &[&bound(at)]).await?;
            let cut = "UPDATE outages SET until = $1 WHERE until > $1";
            connection.execute(cut, &[&bound(at)]).await?;
        }
    }
    beat(connection, at).await?;
    Ok(before)
}

pub(super) async fn outages(connection: &Connection<'_>) -> Result<Vec<Outage>, StoreError> {
    let sql = "SELECT since, until FROM outages ORDER BY since";
    let rows = connection.rows(sql, &[]).await?;
    let outages = rows.iter().map(|row| {
        Ok(Outage {
            since: number(row, 0)?,
            until: number(row, 1)?,
        })
    });
    outages.collect()
}
