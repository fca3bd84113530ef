//! What the matches of somebody come to, in SQL.

use tokio_postgres::types::ToSql;

use super::{
    connection::Connection,
    values::{bound, number},
};
use crate::{StoreError, Usage, UsageOf};

pub(super) async fn usage(connection: &Connection<'_>, of: &UsageOf) -> Result<Usage, StoreError> {
    let (whose, key, since): (_, &(dyn ToSql + Sync), _) = match of {
        UsageOf::Owner(player) => ("owner", player, 0),
        UsageOf::Origin { origin, since } => ("origin", origin, *since),
    };
    let sql = format!(
        "SELECT count(*) FILTER (WHERE stage <> 'over' AND last_at >= $2),
                count(*) FILTER (WHERE stage <> 'over' AND last_at >= $2 AND programs > 0),
                coalesce(sum(bytes), 0)::BIGINT
         FROM matches WHERE {whose} = $1"
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
