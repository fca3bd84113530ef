//! Players, sessions and tokens in SQL. Every function runs inside a transaction of its caller's.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::bans;
use crate::{
    AddError, Hash, Line, Millis, NewToken, Player, PlayerId, Session, SessionId, StoreError,
    Token, TokenHash,
};

pub(super) fn add_player(connection: &Connection, player: &Player) -> Result<(), AddError> {
    let inserted = connection
        .prepare_cached(
            "INSERT INTO players (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        )?
        .execute(params![player.id, player.name, player.created_at])?;
    added(inserted)
}

pub(super) fn player(connection: &Connection, id: &PlayerId) -> Result<Option<Player>, StoreError> {
    let found = connection
        .prepare_cached("SELECT id, name, created_at FROM players WHERE id = ?")?
        .query_row([id], |row| {
            Ok(Player {
                id: row.get(0)?,
                name: row.get(1)?,
                created_at: row.get(2)?,
            })
        })
        .optional()?;
    Ok(found)
}

pub(super) fn rename_player(
    connection: &Connection,
    id: &PlayerId,
    name: &Line,
) -> Result<bool, StoreError> {
    let renamed = connection
        .prepare_cached("UPDATE players SET name = ? WHERE id = ?")?
        .execute(params![name, id])?;
    Ok(renamed > 0)
}

pub(super) fn add_session(connection: &Connection, session: &Session) -> Result<(), AddError> {
    if player(connection, &session.player)?.is_none() {
        return Err(AddError::NoSuch("player"));
    }
    let inserted = connection
        .prepare_cached(
            "INSERT INTO sessions (id, player_id, created_at) VALUES (?, ?, ?)
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![session.id, session.player, session.created_at])?;
    added(inserted)
}

fn session(connection: &Connection, id: &SessionId) -> Result<Option<Session>, StoreError> {
    let found = connection
        .prepare_cached("SELECT id, player_id, created_at FROM sessions WHERE id = ?")?
        .query_row([id], |row| {
            Ok(Session {
                id: row.get(0)?,
                player: row.get(1)?,
                created_at: row.get(2)?,
            })
        })
        .optional()?;
    Ok(found)
}

pub(super) fn issue(connection: &Connection, token: &NewToken) -> Result<(), AddError> {
    let Some(Session { player, .. }) = session(connection, &token.session)? else {
        return Err(AddError::NoSuch("session"));
    };
    let inserted = connection
        .prepare_cached(
            "INSERT INTO tokens (hash, session_id, kind, created_at, expires_at, checksum)
             VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            token.hash,
            token.session,
            token.kind,
            token.created_at,
            token.expires_at,
            Hash::of_token(token, &player, None)
        ])?;
    added(inserted)
}

pub(super) fn find_token(
    connection: &Connection,
    hash: TokenHash,
    now: Millis,
) -> Result<Option<Token>, StoreError> {
    let sql = format!("{TOKENS} WHERE tokens.hash = ?");
    let found = connection
        .prepare_cached(&sql)?
        .query_row([hash], read_token)
        .optional()?;
    match found.filter(|token| token.is_live(now)) {
        Some(token) if bans::is_banned(connection, &token.player)? => Ok(None),
        found => Ok(found),
    }
}

/// Those of `sessions` that some token opens at `now`.
pub(super) fn open_sessions(
    connection: &Connection,
    sessions: Vec<SessionId>,
    now: Millis,
) -> Result<Vec<SessionId>, StoreError> {
    let sql = format!("{TOKENS} WHERE session_id = ?");
    let mut open = Vec::new();
    for session in sessions {
        let found: rusqlite::Result<Vec<Token>> = connection
            .prepare_cached(&sql)?
            .query_map([&session], read_token)?
            .collect();
        let live = found?.into_iter().find(|token| token.is_live(now));
        let Some(token) = live else { continue };
        if !bans::is_banned(connection, &token.player)? {
            open.push(session);
        }
    }
    Ok(open)
}

pub(super) fn tokens(connection: &Connection, id: &PlayerId) -> Result<Vec<Token>, StoreError> {
    let sql = format!("{TOKENS} WHERE sessions.player_id = ? ORDER BY tokens.created_at, hash");
    let found: rusqlite::Result<Vec<Token>> = connection
        .prepare_cached(&sql)?
        .query_map([id], read_token)?
        .collect();
    Ok(found?)
}

pub(super) fn touch(
    connection: &Connection,
    hash: TokenHash,
    at: Millis,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE tokens SET last_used_at = ?1
             WHERE hash = ?2 AND (last_used_at IS NULL OR last_used_at < ?1)",
        )?
        .execute(params![at, hash])?;
    Ok(())
}

pub(super) fn exchange(
    connection: &Connection,
    old: TokenHash,
    new: &NewToken,
    at: Millis,
) -> Result<bool, AddError> {
    let Some(old_token) = find_token(connection, old, at)? else {
        return Ok(false);
    };
    match session(connection, &new.session)? {
        None => return Err(AddError::NoSuch("session")),
        Some(session) if session.player != old_token.player => return Ok(false),
        Some(_) => {}
    }
    issue(connection, new)?;
    revoke(connection, &old_token, at)?;
    Ok(true)
}

pub(super) fn revoke_session(
    connection: &Connection,
    id: &SessionId,
    at: Millis,
) -> Result<u64, StoreError> {
    let sql = format!("{TOKENS} WHERE session_id = ? AND revoked_at IS NULL");
    let live: rusqlite::Result<Vec<Token>> = connection
        .prepare_cached(&sql)?
        .query_map([id], read_token)?
        .collect();
    let live = live?;
    for token in &live {
        revoke(connection, token, at)?;
    }
    Ok(u64::try_from(live.len()).expect("no machine has more than 64 bits"))
}

pub(super) fn revoke_player(
    connection: &Connection,
    id: &PlayerId,
    at: Millis,
) -> Result<Vec<SessionId>, StoreError> {
    let mut live = tokens(connection, id)?;
    live.retain(|token| token.revoked_at.is_none());
    for token in &live {
        revoke(connection, token, at)?;
    }
    let mut sessions: Vec<SessionId> = live.into_iter().map(|it| it.token.session).collect();
    sessions.sort();
    sessions.dedup();
    Ok(sessions)
}

fn revoke(connection: &Connection, token: &Token, at: Millis) -> rusqlite::Result<()> {
    let checksum = Hash::of_token(&token.token, &token.player, Some(at));
    connection
        .prepare_cached("UPDATE tokens SET revoked_at = ?, checksum = ? WHERE hash = ?")?
        .execute(params![at, checksum, token.token.hash])?;
    Ok(())
}

pub(super) const TOKENS: &str = "
    SELECT hash, session_id, kind, tokens.created_at, expires_at, player_id, last_used_at, revoked_at,
           checksum
    FROM tokens JOIN sessions ON sessions.id = tokens.session_id";

pub(super) fn read_token(row: &Row<'_>) -> rusqlite::Result<Token> {
    Ok(Token {
        token: NewToken {
            hash: row.get(0)?,
            session: row.get(1)?,
            kind: row.get(2)?,
            created_at: row.get(3)?,
            expires_at: row.get(4)?,
        },
        player: row.get(5)?,
        last_used_at: row.get(6)?,
        revoked_at: row.get(7)?,
    })
}

fn added(rows: usize) -> Result<(), AddError> {
    match rows {
        0 => Err(AddError::Taken),
        _ => Ok(()),
    }
}
