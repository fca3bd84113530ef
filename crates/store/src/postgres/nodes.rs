//! Nodes, their leases and whom they see, in SQL. What writes runs inside a transaction of its caller's.

use futures_util::future::try_join;
use tokio_postgres::{Row, types::ToSql};

use super::{
    connection::Connection,
    life,
    values::{Int, bound, column, most, number},
};
use crate::{
    Duty, Joined, Joining, Lease, MatchId, Millis, NodeId, PlayerId, Pulse, Seq, SessionId,
    Sighting, StoreError,
    node::{FORGOTTEN, LONG_AGO, ORDERS, merged, sighting},
};

/// The names of nodes' own leases, from and before.
const NODES: [&[u8]; 2] = [b"node/", b"node0"];

/// What comes after a name that begins with `beginning`.
fn after(beginning: &str) -> Vec<u8> {
    let mut end = beginning.as_bytes().to_vec();
    if let Some(last) = end.last_mut() {
        *last += 1;
    }
    end
}

fn read_duty(row: &Row, index: usize) -> Result<Duty, StoreError> {
    let name: &[u8] = column(row, index)?;
    let name = std::str::from_utf8(name).ok();
    let duty = name.and_then(Duty::from_name);
    duty.ok_or_else(|| StoreError::Damaged("a lease of something that nobody does".into()))
}

pub(super) async fn nodes(connection: &Connection<'_>) -> Result<Vec<Lease>, StoreError> {
    let sql = "SELECT duty, fence, until FROM leases WHERE duty >= $1 AND duty < $2 ORDER BY duty";
    let rows = connection.rows(sql, &[&NODES[0], &NODES[1]]).await?;
    let leases = rows.iter().map(|row| {
        Ok(Lease {
            duty: read_duty(row, 0)?,
            fence: number(row, 1)?,
            until: number(row, 2)?,
        })
    });
    leases.collect()
}

pub(super) async fn join(
    connection: &Connection<'_>,
    joining: Joining,
) -> Result<Joined, StoreError> {
    // 1. One joins at a time.
    let hold = "SELECT 1 FROM vauban FOR UPDATE";
    connection.row(hold, &[]).await?;
    // 2. Who is there. A dead node that has renewed its lease since is not dead.
    let own = Duty::Node(joining.node.clone());
    let mut alone = true;
    for lease in nodes(connection).await? {
        let Duty::Node(node) = &lease.duty else {
            continue;
        };
        match lease.duty == own || joining.dead.contains(&lease) {
            true => forget(connection, node).await?,
            false => alone = false,
        }
    }
    let last_beat = match alone {
        true => life::wake(connection, joining.at).await?,
        false => life::last_beat(connection).await?,
    };
    // 3. What nobody can need any more, and one node more.
    let old = bound(joining.at.saturating_sub(LONG_AGO));
    let delete = "DELETE FROM presence WHERE NOT here AND at < $1";
    connection.execute(delete, &[&old]).await?;
    let insert =
        "INSERT INTO leases (duty, holder, fence, until) VALUES ($1, $2, nextval('fences'), $3)
                  RETURNING fence";
    let (name, until) = (own.name().into_bytes(), Int(joining.until));
    let row = connection
        .row(insert, &[&name, &joining.node, &until])
        .await?;
    let fence = row.map_or(Ok(0), |row| number(&row, 0))?;
    Ok(Joined {
        lease: Lease {
            duty: own,
            fence,
            until: joining.until,
        },
        alone,
        last_beat,
    })
}

pub(super) async fn pulse(
    connection: &Connection<'_>,
    node: &NodeId,
    now: Millis,
    until: Millis,
    duties: &[Duty],
) -> Result<Pulse, StoreError> {
    let renew = "UPDATE leases SET until = $2 WHERE holder = $1 AND duty = ANY($3)";
    let own = Duty::Node(node.clone());
    let names: Vec<Vec<u8>> = duties
        .iter()
        .chain([&own])
        .map(|duty| duty.name().into_bytes())
        .collect();
    let count = "SELECT number FROM revocations";
    let until = Int(until);
    let renewing: [&(dyn ToSql + Sync); 3] = [node, &until, &names];
    let (renewed, nodes, row, dropped) = futures_util::join!(
        connection.execute(renew, &renewing),
        nodes(connection),
        connection.row(count, &[]),
        drop_orders(connection, now)
    );
    renewed?;
    dropped?;
    let (nodes, row) = (nodes?, row?);
    for lease in &nodes {
        if let Duty::Node(dead) = &lease.duty
            && lease.until.saturating_add(FORGOTTEN) < now
        {
            forget(connection, dead).await?;
        }
    }
    let revocations = row.map_or(Ok(0), |row| number(&row, 0))?;
    Ok(Pulse::of(node, &nodes, revocations))
}

/// Nobody goes on with orders whose leases have ended: before anybody tells of it, their nodes can write no more. Then
/// they are forgotten.
async fn drop_orders(connection: &Connection<'_>, now: Millis) -> Result<(), StoreError> {
    let orders: [&[u8]; 2] = [ORDERS.as_bytes(), &after(ORDERS)];
    let free = "UPDATE leases SET holder = NULL WHERE duty >= $1 AND duty < $2 AND until < $3 AND holder IS NOT NULL";
    let clear = "DELETE FROM leases WHERE duty >= $1 AND duty < $2 AND until < $3";
    let (ended, old) = (bound(now), bound(now.saturating_sub(FORGOTTEN)));
    let freeing: [&(dyn ToSql + Sync); 3] = [&orders[0], &orders[1], &ended];
    let clearing: [&(dyn ToSql + Sync); 3] = [&orders[0], &orders[1], &old];
    let (freed, cleared) = futures_util::join!(
        connection.execute(free, &freeing),
        connection.execute(clear, &clearing)
    );
    freed?;
    cleared.map(drop)
}

/// What `node` had to do is anybody's. Whoever was there was there no longer than its lease.
pub(super) async fn forget(connection: &Connection<'_>, node: &NodeId) -> Result<(), StoreError> {
    let name = Duty::Node(node.clone()).name().into_bytes();
    let delete = "DELETE FROM leases WHERE duty = $1 RETURNING until";
    let Some(row) = connection.row(delete, &[&name]).await? else {
        return Ok(());
    };
    let until: i64 = column(&row, 0)?;
    let free = "UPDATE leases SET holder = NULL WHERE holder = $1";
    connection.execute(free, &[node]).await?;
    let gone = "UPDATE presence SET here = FALSE, at = greatest(at, $2) WHERE node = $1 AND here";
    connection.execute(gone, &[node, &until]).await?;
    Ok(())
}

pub(super) async fn take(
    connection: &Connection<'_>,
    duty: &Duty,
    holder: &NodeId,
    now: Millis,
    until: Millis,
) -> Result<Option<Lease>, StoreError> {
    let sql = "INSERT INTO leases (duty, holder, fence, until) VALUES ($1, $2, nextval('fences'), $4)
               ON CONFLICT (duty) DO UPDATE SET
                   fence = CASE WHEN leases.holder = excluded.holder THEN leases.fence ELSE excluded.fence END,
                   holder = excluded.holder, until = excluded.until
               WHERE leases.holder = excluded.holder OR leases.holder IS NULL OR leases.until < $3
               RETURNING fence";
    let name = duty.name().into_bytes();
    let row = connection
        .row(sql, &[&name, holder, &Int(now), &Int(until)])
        .await?;
    let lease = row.map(|row| {
        Ok(Lease {
            duty: duty.clone(),
            fence: number(&row, 0)?,
            until,
        })
    });
    lease.transpose()
}

/// Whether nobody has taken it over. Nobody does before the transaction is over.
pub(super) async fn holds(connection: &Connection<'_>, lease: &Lease) -> Result<bool, StoreError> {
    let sql = "SELECT fence FROM leases WHERE duty = $1 AND holder IS NOT NULL FOR UPDATE";
    let name = lease.duty.name().into_bytes();
    let row = connection.row(sql, &[&name]).await?;
    let fence = row.map(|row| number(&row, 0)).transpose()?;
    Ok(fence == Some(lease.fence))
}

pub(super) async fn end(connection: &Connection<'_>, lease: &Lease) -> Result<(), StoreError> {
    let delete = "DELETE FROM leases WHERE duty = $1 AND fence = $2";
    let name = lease.duty.name().into_bytes();
    connection
        .execute(delete, &[&name, &Int(lease.fence)])
        .await?;
    Ok(())
}

/// The player's orders in a match end, but for the one by which something is written.
pub(super) async fn end_orders(
    connection: &Connection<'_>,
    id: &MatchId,
    player: &PlayerId,
    by: Option<&Lease>,
) -> Result<(), StoreError> {
    let delete = "DELETE FROM leases WHERE duty >= $1 AND duty < $2 AND duty <> $3";
    let orders = Duty::orders_of(id, player);
    let spared = by.map_or_else(String::new, |lease| lease.duty.name());
    let values: [&(dyn ToSql + Sync); 3] =
        [&orders.as_bytes(), &after(&orders), &spared.as_bytes()];
    connection.execute(delete, &values).await?;
    Ok(())
}

pub(super) async fn abandoned(
    connection: &Connection<'_>,
    now: Millis,
    limit: usize,
) -> Result<Vec<Duty>, StoreError> {
    let sql =
        "SELECT duty FROM leases WHERE (holder IS NULL OR (until < $1 AND (duty < $4 OR duty >= $5)))
               AND (duty < $2 OR duty >= $3) ORDER BY duty LIMIT $6";
    let (now, orders) = (bound(now), [ORDERS.as_bytes(), &after(ORDERS)]);
    let values: [&(dyn ToSql + Sync); 6] = [
        &now,
        &NODES[0],
        &NODES[1],
        &orders[0],
        &orders[1],
        &most(limit),
    ];
    let rows = connection.rows(sql, &values).await?;
    // What a later release does is nothing to this one.
    let duties = rows.iter().filter_map(|row| read_duty(row, 0).ok());
    Ok(duties.collect())
}

pub(super) async fn heads(
    connection: &Connection<'_>,
    ids: &[MatchId],
) -> Result<Vec<(MatchId, Seq)>, StoreError> {
    let sql = "SELECT id, last_seq FROM matches WHERE id = ANY($1)";
    let rows = connection.rows(sql, &[&ids]).await?;
    let heads = rows
        .iter()
        .map(|row| Ok((column(row, 0)?, number(row, 1)?)));
    heads.collect()
}

pub(super) async fn open_sessions(
    connection: &Connection<'_>,
    sessions: &[SessionId],
    now: Millis,
) -> Result<Vec<SessionId>, StoreError> {
    let sql = "SELECT DISTINCT session_id FROM tokens JOIN sessions ON sessions.id = tokens.session_id
               WHERE session_id = ANY($1) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
               AND NOT EXISTS (SELECT 1 FROM bans WHERE bans.player_id = sessions.player_id)";
    let rows = connection.rows(sql, &[&sessions, &bound(now)]).await?;
    rows.iter().map(|row| column(row, 0)).collect()
}

/// Somebody's sessions may have ended.
pub(super) async fn count_revocation(connection: &Connection<'_>) -> Result<(), StoreError> {
    let update = "UPDATE revocations SET number = number + 1";
    connection.execute(update, &[]).await?;
    Ok(())
}

pub(super) async fn note_presence(
    connection: &Connection<'_>,
    node: &NodeId,
    seen: &[Sighting],
) -> Result<(), StoreError> {
    for seen in seen {
        let upsert = "INSERT INTO presence (match_id, player_id, node, here, at) VALUES ($1, $2, $3, $4, $5)
                      ON CONFLICT (match_id, player_id, node) DO UPDATE SET here = excluded.here, at = excluded.at";
        connection
            .execute(
                upsert,
                &[&seen.id, &seen.player, node, &seen.is_here, &Int(seen.at)],
            )
            .await?;
    }
    Ok(())
}

pub(super) async fn presence(
    connection: &Connection<'_>,
    ids: &[MatchId],
    now: Millis,
) -> Result<Vec<Sighting>, StoreError> {
    let sql = "SELECT match_id, player_id, node, here, at FROM presence WHERE match_id = ANY($1)
               ORDER BY match_id, player_id";
    let (rows, nodes) = try_join(connection.rows(sql, &[&ids]), nodes(connection)).await?;
    let mut sightings = Vec::with_capacity(rows.len());
    for row in &rows {
        let player: PlayerId = column(row, 1)?;
        let node = Duty::Node(column(row, 2)?);
        let lives = nodes.iter().find(|lease| lease.duty == node);
        sightings.push(sighting(
            (column(row, 0)?, player),
            (column(row, 3)?, number(row, 4)?),
            lives.map(|lease| lease.until),
            now,
        ));
    }
    Ok(merged(sightings))
}
