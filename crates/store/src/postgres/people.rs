//! Players, sessions, tokens and bans in SQL. What writes runs inside a transaction of its caller's.

use tokio_postgres::Row;

use super::{
    connection::Connection,
    nodes,
    values::{Int, bound, column, int, maybe, most, number},
};
use crate::{
    Account, AddError, Hash, Line, Millis, NewToken, Player, PlayerId, Session, SessionId,
    StoreError, Token, TokenHash,
};

pub(super) async fn add_player(
    connection: &Connection<'_>,
    player: &Player,
) -> Result<(), AddError> {
    let insert =
        "INSERT INTO players (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    let inserted = connection
        .execute(insert, &[&player.id, &player.name, &Int(player.created_at)])
        .await?;
    added(inserted)
}

pub(super) async fn player(
    connection: &Connection<'_>,
    id: &PlayerId,
) -> Result<Option<Player>, StoreError> {
    let sql = "SELECT id, name, created_at FROM players WHERE id = $1";
    let row = connection.row(sql, &[id]).await?;
    row.as_ref().map(read_player).transpose()
}

pub(super) async fn rename_player(
    connection: &Connection<'_>,
    id: &PlayerId,
    name: &Line,
) -> Result<bool, StoreError> {
    let update = "UPDATE players SET name = $1 WHERE id = $2";
    Ok(connection.execute(update, &[name, id]).await? > 0)
}

pub(super) async fn players(
    connection: &Connection<'_>,
    after: Option<&PlayerId>,
    limit: usize,
) -> Result<Vec<Account>, StoreError> {
    // No id is empty.
    let after = after.map_or(&[][..], |after| after.as_str().as_bytes());
    let rows = connection
        .rows(
            "SELECT id, name, created_at, at FROM players LEFT JOIN bans ON player_id = id
             WHERE id > $1 ORDER BY id LIMIT $2",
            &[&after, &most(limit)],
        )
        .await?;
    let accounts = rows.iter().map(|row| {
        Ok(Account {
            player: read_player(row)?,
            banned_at: maybe(row, 3)?,
        })
    });
    accounts.collect()
}

fn read_player(row: &Row) -> Result<Player, StoreError> {
    Ok(Player {
        id: column(row, 0)?,
        name: column(row, 1)?,
        created_at: number(row, 2)?,
    })
}

pub(super) async fn ban(
    connection: &Connection<'_>,
    id: &PlayerId,
    at: Millis,
) -> Result<bool, StoreError> {
    if player(connection, id).await?.is_none() {
        return Ok(false);
    }
    let insert =
        "INSERT INTO bans (player_id, at, checksum) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    connection
        .execute(insert, &[id, &Int(at), &Hash::of_ban(id, at)])
        .await?;
    nodes::count_revocation(connection).await?;
    Ok(true)
}

pub(super) async fn unban(connection: &Connection<'_>, id: &PlayerId) -> Result<bool, StoreError> {
    let delete = "DELETE FROM bans WHERE player_id = $1";
    Ok(connection.execute(delete, &[id]).await? > 0)
}

pub(super) async fn ban_of(
    connection: &Connection<'_>,
    hash: TokenHash,
) -> Result<Option<Millis>, StoreError> {
    let row = connection
        .row(
            "SELECT at FROM bans JOIN sessions ON sessions.player_id = bans.player_id
             JOIN tokens ON tokens.session_id = sessions.id WHERE tokens.hash = $1",
            &[&hash],
        )
        .await?;
    row.map(|row| number(&row, 0)).transpose()
}

pub(super) async fn add_session(
    connection: &Connection<'_>,
    session: &Session,
) -> Result<(), AddError> {
    if player(connection, &session.player).await?.is_none() {
        return Err(AddError::NoSuch("player"));
    }
    let insert = "INSERT INTO sessions (id, player_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    let inserted = connection
        .execute(
            insert,
            &[&session.id, &session.player, &Int(session.created_at)],
        )
        .await?;
    added(inserted)
}

/// Whose session it is.
async fn player_of(
    connection: &Connection<'_>,
    id: &SessionId,
) -> Result<Option<PlayerId>, StoreError> {
    let sql = "SELECT player_id FROM sessions WHERE id = $1";
    let row = connection.row(sql, &[id]).await?;
    row.map(|row| column(&row, 0)).transpose()
}

pub(super) async fn issue(connection: &Connection<'_>, token: &NewToken) -> Result<(), AddError> {
    let player = player_of(connection, &token.session).await?;
    let player = player.ok_or(AddError::NoSuch("session"))?;
    let inserted = connection
        .execute(
            "INSERT INTO tokens (hash, session_id, kind, created_at, expires_at, checksum)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
            &[
                &token.hash,
                &token.session,
                &token.kind,
                &Int(token.created_at),
                &int(token.expires_at),
                &Hash::of_token(token, &player, None),
            ],
        )
        .await?;
    added(inserted)
}

pub(super) async fn find_token(
    connection: &Connection<'_>,
    hash: TokenHash,
    now: Millis,
) -> Result<Option<Token>, StoreError> {
    // A banned player's opens nothing.
    let sql = format!(
        "{TOKENS} WHERE tokens.hash = $1
         AND NOT EXISTS (SELECT 1 FROM bans WHERE bans.player_id = sessions.player_id)"
    );
    let row = connection.row(&sql, &[&hash]).await?;
    let found = row.as_ref().map(read_token).transpose()?;
    Ok(found.filter(|token| token.is_live(now)))
}

pub(super) async fn tokens(
    connection: &Connection<'_>,
    id: &PlayerId,
) -> Result<Vec<Token>, StoreError> {
    let sql = format!("{TOKENS} WHERE sessions.player_id = $1 ORDER BY tokens.created_at, hash");
    let rows = connection.rows(&sql, &[id]).await?;
    rows.iter().map(read_token).collect()
}

pub(super) async fn touch(
    connection: &Connection<'_>,
    hash: TokenHash,
    at: Millis,
) -> Result<(), StoreError> {
    let update = "UPDATE tokens SET last_used_at = $1
                  WHERE hash = $2 AND (last_used_at IS NULL OR last_used_at < $1)";
    connection.execute(update, &[&bound(at), &hash]).await?;
    Ok(())
}

pub(super) async fn exchange(
    connection: &Connection<'_>,
    old: TokenHash,
    new: &NewToken,
    at: Millis,
) -> Result<bool, AddError> {
    // Of several who come with the same token one goes on.
    let hold = "SELECT 1 FROM tokens WHERE hash = $1 FOR UPDATE";
    connection.row(hold, &[&old]).await?;
    let Some(old_token) = find_token(connection, old, at).await? else {
        return Ok(false);
    };
    match player_of(connection, &new.session).await? {
        None => return Err(AddError::NoSuch("session")),
        Some(player) if player != old_token.player => return Ok(false),
        Some(_) => (),
    }
    issue(connection, new).await?;
    revoke(connection, &[old_token], at).await?;
    Ok(true)
}

pub(super) async fn revoke_session(
    connection: &Connection<'_>,
    id: &SessionId,
    at: Millis,
) -> Result<u64, StoreError> {
    let sql = format!("{TOKENS} WHERE session_id = $1 AND revoked_at IS NULL FOR UPDATE OF tokens");
    let rows = connection.rows(&sql, &[id]).await?;
    let live: Vec<Token> = rows.iter().map(read_token).collect::<Result<_, _>>()?;
    revoke(connection, &live, at).await?;
    nodes::count_revocation(connection).await?;
    Ok(u64::try_from(live.len()).expect("no machine has more than 64 bits"))
}

pub(super) async fn revoke_player(
    connection: &Connection<'_>,
    id: &PlayerId,
    at: Millis,
) -> Result<Vec<SessionId>, StoreError> {
    let sql = format!(
        "{TOKENS} WHERE sessions.player_id = $1 AND revoked_at IS NULL ORDER BY hash FOR UPDATE OF tokens"
    );
    let rows = connection.rows(&sql, &[id]).await?;
    let live: Vec<Token> = rows.iter().map(read_token).collect::<Result<_, _>>()?;
    revoke(connection, &live, at).await?;
    nodes::count_revocation(connection).await?;
    let mut sessions: Vec<SessionId> = live.into_iter().map(|it| it.token.session).collect();
    sessions.sort();
    sessions.dedup();
    Ok(sessions)
}

async fn revoke(
    connection: &Connection<'_>,
    tokens: &[Token],
    at: Millis,
) -> Result<(), StoreError> {
    for token in tokens {
        let checksum = Hash::of_token(&token.token, &token.player, Some(at));
        let update = "UPDATE tokens SET revoked_at = $1, checksum = $2 WHERE hash = $3";
        connection
            .execute(update, &[&Int(at), &checksum, &token.token.hash])
            .await?;
    }
    Ok(())
}

pub(super) const TOKENS: &str = "
    SELECT hash, session_id, kind, tokens.created_at, expires_at, player_id, last_used_at, revoked_at,
           checksum
    FROM tokens JOIN sessions ON sessions.id = tokens.session_id";

pub(super) fn read_token(row: &Row) -> Result<Token, StoreError> {
    Ok(Token {
        token: NewToken {
            hash: column(row, 0)?,
            session: column(row, 1)?,
            kind: column(row, 2)?,
            created_at: number(row, 3)?,
            expires_at: maybe(row, 4)?,
        },
        player: column(row, 5)?,
        last_used_at: maybe(row, 6)?,
        revoked_at: maybe(row, 7)?,
    })
}

fn added(rows: u64) -> Result<(), AddError> {
    match rows {
        0 => Err(AddError::Taken),
        _ => Ok(()),
    }
}
