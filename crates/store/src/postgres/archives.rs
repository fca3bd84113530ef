//! Archived matches in SQL. What writes runs inside a transaction of its caller's.

use super::{
    connection::Connection,
    transfer,
    values::{bound, column, most},
};
use crate::{Archiving, MatchId, Millis, Stage, StoreError, archive::Pack};

pub(super) async fn finished(
    connection: &Connection<'_>,
    before: Millis,
    after: Option<&MatchId>,
    limit: usize,
) -> Result<Vec<MatchId>, StoreError> {
    // No id is empty. Each is looked for in the archives, which may be many, by itself.
    let after = after.map_or("", MatchId::as_str).as_bytes();
    let rows = connection
        .rows(
            "SELECT id FROM matches WHERE id > $1 AND stage = 'over' AND last_at < $2
               AND (SELECT 1 FROM archives WHERE match_id = id) IS NULL
             ORDER BY id LIMIT $3",
            &[&after, &bound(before), &most(limit)],
        )
        .await?;
    rows.iter().map(|row| column(row, 0)).collect()
}

pub(super) async fn archive(
    connection: &Connection<'_>,
    id: &MatchId,
) -> Result<Archiving, StoreError> {
    // 1. Nobody writes to it from here on.
    let hold = "SELECT 1 FROM matches WHERE id = $1 FOR UPDATE";
    connection.row(hold, &[id]).await?;
    let Some(whole) = transfer::whole_match(connection, id).await? else {
        return Ok(Archiving::Left);
    };
    if whole.is_archived || whole.shown.summary.stage != Stage::Over {
        return Ok(Archiving::Left);
    }
    // 2. One row for all.
    match Pack::of(whole) {
        Ok((archived, packed)) => {
            insert(connection, id, &packed).await?;
            for table in ["events", "commands"] {
                let sql = format!("DELETE FROM {table} WHERE match_id = $1");
                connection.execute(&sql, &[id]).await?;
            }
            Ok(Archiving::Archived(archived))
        }
        Err(left) => Ok(left),
    }
}

pub(super) async fn insert(
    connection: &Connection<'_>,
    id: &MatchId,
    packed: &[u8],
) -> Result<(), StoreError> {
    let insert = "INSERT INTO archives (match_id, pack) VALUES ($1, $2)";
    connection.execute(insert, &[id, &packed]).await?;
    Ok(())
}

/// What is in the archive of a match, if it has one.
pub(super) async fn pack(
    connection: &Connection<'_>,
    id: &MatchId,
) -> Result<Option<Pack>, StoreError> {
    let sql = "SELECT pack FROM archives WHERE match_id = $1";
    let row = connection.row(sql, &[id]).await?;
    let read = |row| Pack::read(id, column(&row, 0)?);
    row.map(read).transpose()
}

/// Turns the archive of a match into rows again.
pub(super) async fn bring_back(
    connection: &Connection<'_>,
    id: &MatchId,
    pack: &Pack,
) -> Result<(), StoreError> {
    transfer::insert_rows(connection, id, &pack.events, &pack.commands).await?;
    let delete = "DELETE FROM archives WHERE match_id = $1";
    connection.execute(delete, &[id]).await?;
    Ok(())
}
