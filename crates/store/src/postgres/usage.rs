//! What the matches of somebody come to, in SQL.

use tokio_postgres::types::ToSql;

use super::{
    connection::Connection,
    values::{bound, column, number},
};
use crate::{Origin, PlayerId, Stage, StoreError, Usage, UsageOf};

/// Whose a match is.
#[derive(Clone, Debug)]
pub(super) struct Holders {
    pub(super) owner: Option<PlayerId>,
    pub(super) origin: Option<Origin>,
}

/// How far a match is, and what it takes up.
#[derive(Copy, Clone, Debug)]
pub(super) struct Share {
    pub(super) stage: Stage,
    pub(super) bytes: u64,
}

impl Share {
    fn finished(share: Option<Share>) -> i64 {
        let finished = share.filter(|share| share.stage == Stage::Over);
        bound(finished.map_or(0, |share| share.bytes))
    }
}

impl Holders {
    /// Adds up anew what the finished matches of the holders take up, when a match of theirs has changed. Owners come
    /// first, so that two who do this do not wait for each other.
    pub(super) async fn settle(
        &self,
        connection: &Connection<'_>,
        before: Option<Share>,
        after: Option<Share>,
    ) -> Result<(), StoreError> {
        let more = Share::finished(after) - Share::finished(before);
        let owner = self.owner.as_ref().map(|it| ("owner", it.as_str()));
        let origin = self.origin.as_ref().map(|it| ("origin", it.as_str()));
        let holders = owner.into_iter().chain(origin).filter(|_| more != 0);
        for (whose, key) in holders {
            let add = "INSERT INTO finished_bytes (whose, key, bytes) VALUES ($1, $2, $3)
                       ON CONFLICT (whose, key) DO UPDATE SET bytes = finished_bytes.bytes + excluded.bytes";
            let key = key.as_bytes();
            connection.execute(add, &[&whose, &key, &more]).await?;
        }
        Ok(())
    }
}

/// Those whose finished matches do not come to what is written.
pub(super) async fn wrong_totals(connection: &Connection<'_>) -> Result<Vec<String>, StoreError> {
    let rows = connection
        .rows(
            "WITH found AS (
                 SELECT 'owner' AS whose, owner AS key, sum(bytes)::BIGINT AS bytes FROM matches
                 WHERE owner IS NOT NULL AND stage = 'over' GROUP BY owner
                 UNION ALL
                 SELECT 'origin', origin, sum(bytes)::BIGINT FROM matches
                 WHERE origin IS NOT NULL AND stage = 'over' GROUP BY origin),
             written AS (SELECT whose, key, bytes FROM finished_bytes WHERE bytes <> 0),
             wrong AS (
                 (SELECT * FROM found EXCEPT SELECT * FROM written)
                 UNION ALL
                 (SELECT * FROM written EXCEPT SELECT * FROM found))
             SELECT DISTINCT whose || ' ' || encode(key, 'escape') FROM wrong ORDER BY 1",
            &[],
        )
        .await?;
    rows.iter().map(|row| column(row, 0)).collect()
}

pub(super) async fn usage(connection: &Connection<'_>, of: &UsageOf) -> Result<Usage, StoreError> {
    let (whose, key, since): (_, &(dyn ToSql + Sync), _) = match of {
        UsageOf::Owner(player) => ("owner", player, 0),
        UsageOf::Origin { origin, since } => ("origin", origin, *since),
    };
    // Finished matches are added up already, however many there are.
    let sql = format!(
        "SELECT count(*) FILTER (WHERE last_at >= $2),
                count(*) FILTER (WHERE last_at >= $2 AND programs > 0),
                (coalesce(sum(bytes), 0)
                    + coalesce((SELECT bytes FROM finished_bytes WHERE whose = '{whose}' AND key = $1), 0))::BIGINT
         FROM matches WHERE {whose} = $1 AND stage <> 'over'"
    );
    let row = connection.row(&sql, &[key, &bound(since)]).await?;
    row.map_or_else(
        || Ok(Usage::default()),
        |row| {
            Ok(Usage {
                open: number(&row, 0)?,
                with_programs: number(&row, 1)?,
                bytes: number(&row, 2)?,
            })
        },
    )
}
