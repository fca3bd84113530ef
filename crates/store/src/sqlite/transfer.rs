//! Pieces of a store in SQL, as they are read and written when it is copied. Every function runs inside a transaction
//! of its caller's.

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    archives, deletion,
    log::{self, COLUMNS, most},
    people::{TOKENS, read_token},
};
use crate::{
    Account, Command, Deletion, Event, Hash, Head, MatchEnd, MatchId, Millis, Outage, Piece,
    SealedCommand, SealedToken, Session, SessionId, Stage, StoreError, StoreId, TokenHash,
    WholeMatch, archive::Pack,
};

pub(super) fn sessions(
    connection: &Connection,
    after: Option<&SessionId>,
    limit: usize,
) -> Result<Vec<Session>, StoreError> {
    // No id is empty.
    let after = after.map_or("", SessionId::as_str);
    let found: rusqlite::Result<Vec<Session>> = connection
        .prepare_cached(
            "SELECT id, player_id, created_at FROM sessions WHERE id > ? ORDER BY id LIMIT ?",
        )?
        .query_map(params![after, most(limit)], |row| {
            Ok(Session {
                id: row.get(0)?,
                player: row.get(1)?,
                created_at: row.get(2)?,
            })
        })?
        .collect();
    Ok(found?)
}

pub(super) fn tokens(
    connection: &Connection,
    after: Option<TokenHash>,
    limit: usize,
) -> Result<Vec<SealedToken>, StoreError> {
    let sql = format!("{TOKENS} WHERE hash > ? ORDER BY hash LIMIT ?");
    let after = after.map_or_else(Vec::new, |after| after.0.0.to_vec());
    let found: rusqlite::Result<Vec<SealedToken>> = connection
        .prepare_cached(&sql)?
        .query_map(params![after, most(limit)], |row| {
            Ok(SealedToken {
                token: read_token(row)?,
                checksum: row.get(8)?,
            })
        })?
        .collect();
    Ok(found?)
}

pub(super) fn deletions(
    connection: &Connection,
    after: Option<&MatchId>,
    limit: usize,
) -> Result<Vec<Deletion>, StoreError> {
    let after = after.map_or("", MatchId::as_str);
    let found: rusqlite::Result<Vec<Deletion>> = connection
        .prepare_cached(&deletion::page())?
        .query_map(params![after, most(limit)], deletion::read)?
        .collect();
    Ok(found?)
}

pub(super) fn ends(
    connection: &Connection,
    after: Option<&MatchId>,
    limit: usize,
) -> Result<Vec<MatchEnd>, StoreError> {
    let after = after.map_or("", MatchId::as_str);
    let found: rusqlite::Result<Vec<MatchEnd>> = connection
        .prepare_cached(
            "SELECT id, last_seq, last_hash, checksum FROM matches WHERE id > ? ORDER BY id LIMIT ?",
        )?
        .query_map(params![after, most(limit)], |row| {
            Ok(MatchEnd {
                id: row.get(0)?,
                head: Head {
                    seq: row.get(1)?,
                    hash: row.get(2)?,
                },
                checksum: row.get(3)?,
            })
        })?
        .collect();
    Ok(found?)
}

pub(super) fn whole_match(
    connection: &Connection,
    id: &MatchId,
) -> Result<Option<WholeMatch>, StoreError> {
    let Some(shown) = log::find(connection, id)? else {
        return Ok(None);
    };
    let checksum = connection
        .prepare_cached("SELECT checksum FROM matches WHERE id = ?")?
        .query_row([id], |row| row.get(0))?;
    if let Some(Pack { events, commands }) = archives::pack(connection, id)? {
        return Ok(Some(WholeMatch {
            shown,
            checksum,
            events,
            commands,
            is_archived: true,
        }));
    }
    let events = log::since(connection, id, 0, usize::MAX)?;
    let commands: rusqlite::Result<Vec<SealedCommand>> = connection
        .prepare_cached(
            "SELECT session, command_id, body, reply, seq, checksum FROM commands
             WHERE match_id = ? ORDER BY session, command_id",
        )?
        .query_map([id], |row| {
            Ok(SealedCommand {
                command: Command {
                    session: row.get(0)?,
                    id: row.get(1)?,
                    body: row.get(2)?,
                    reply: row.get(3)?,
                },
                seq: row.get(4)?,
                checksum: row.get(5)?,
            })
        })?
        .collect();
    Ok(Some(WholeMatch {
        shown,
        checksum,
        events,
        commands: commands?,
        is_archived: false,
    }))
}

pub(super) fn last_beat(connection: &Connection) -> Result<Option<Millis>, StoreError> {
    let found = connection
        .prepare_cached("SELECT last_beat FROM life")?
        .query_row([], |row| row.get(0))
        .optional()?;
    Ok(found)
}

pub(super) fn take_in(connection: &Connection, piece: &Piece) -> Result<(), StoreError> {
    match piece {
        Piece::Account(account) => take_account(connection, account)?,
        Piece::Session(session) => {
            connection
                .prepare_cached(
                    "INSERT INTO sessions (id, player_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                )?
                .execute(params![session.id, session.player, session.created_at])?;
        }
        Piece::Token(sealed) => take_token(connection, sealed)?,
        Piece::Deletion(deletion) => take_deletion(connection, deletion)?,
        Piece::Match(whole) => take_match(connection, whole)?,
        Piece::Life { last_beat, outages } => take_life(connection, *last_beat, outages)?,
    }
    Ok(())
}

fn take_account(connection: &Connection, account: &Account) -> rusqlite::Result<()> {
    let player = &account.player;
    connection
        .prepare_cached(
            "INSERT INTO players (id, name, created_at) VALUES (?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        )?
        .execute(params![player.id, player.name, player.created_at])?;
    connection
        .prepare_cached("DELETE FROM bans WHERE player_id = ?")?
        .execute([&player.id])?;
    if let Some(at) = account.banned_at {
        connection
            .prepare_cached("INSERT INTO bans (player_id, at, checksum) VALUES (?, ?, ?)")?
            .execute(params![player.id, at, Hash::of_ban(&player.id, at)])?;
    }
    Ok(())
}

fn take_token(connection: &Connection, sealed: &SealedToken) -> rusqlite::Result<()> {
    let SealedToken { token, checksum } = sealed;
    let new = &token.token;
    connection
        .prepare_cached(
            "INSERT INTO tokens (hash, session_id, kind, created_at, expires_at, last_used_at, revoked_at, checksum)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (hash) DO UPDATE SET last_used_at = excluded.last_used_at,
                 revoked_at = excluded.revoked_at, checksum = excluded.checksum",
        )?
        .execute(params![
            new.hash,
            new.session,
            new.kind,
            new.created_at,
            new.expires_at,
            token.last_used_at,
            token.revoked_at,
            checksum
        ])?;
    Ok(())
}

fn take_deletion(connection: &Connection, marker: &Deletion) -> Result<(), StoreError> {
    if deletion::deletion(connection, &marker.id)?.is_some() {
        return Ok(());
    }
    // If it was copied before it was deleted, it has been counted.
    if !remove(connection, &marker.id)? {
        deletion::count_match(connection)?;
    }
    deletion::mark(connection, marker)?;
    Ok(())
}

/// Whether it was there.
fn remove(connection: &Connection, id: &MatchId) -> rusqlite::Result<bool> {
    deletion::remove(connection, id)
}

fn take_match(connection: &Connection, whole: &WholeMatch) -> Result<(), StoreError> {
    let WholeMatch {
        shown,
        checksum,
        events,
        commands,
        is_archived,
    } = whole;
    let (id, summary) = (&shown.id, &shown.summary);
    if !remove(connection, id)? {
        deletion::count_match(connection)?;
    }
    let sql =
        format!("INSERT INTO matches ({COLUMNS}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    connection.prepare_cached(&sql)?.execute(params![
        id,
        shown.header,
        shown.created_at,
        shown.visibility,
        summary.stage,
        summary.text,
        summary.deadline,
        shown.head.seq,
        shown.head.hash,
        checksum
    ])?;
    connection
        .prepare_cached(
            "INSERT INTO usage (match_id, owner, origin, is_open, programs, bytes, last_at)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            id,
            shown.owner,
            shown.origin,
            summary.stage != Stage::Over,
            summary.programs,
            shown.bytes,
            shown.last_at
        ])?;
    for player in &summary.players {
        connection
            .prepare_cached(
                "INSERT INTO match_players (match_id, player_id, stage, created_at) VALUES (?, ?, ?, ?)",
            )?
            .execute(params![id, player, summary.stage, shown.created_at])?;
    }
    if *is_archived {
        let pack = Pack {
            events: events.clone(),
            commands: commands.clone(),
        };
        archives::insert(connection, id, &pack.to_bytes())?;
        return Ok(());
    }
    insert_rows(connection, id, events, commands)?;
    Ok(())
}

/// Writes events and commands of a match as they are.
pub(super) fn insert_rows(
    connection: &Connection,
    id: &MatchId,
    events: &[Event],
    commands: &[SealedCommand],
) -> rusqlite::Result<()> {
    for event in events {
        log::insert(connection, id, event)?;
    }
    for sealed in commands {
        let command = &sealed.command;
        connection
            .prepare_cached(
                "INSERT INTO commands (match_id, session, command_id, body, reply, seq, checksum)
                 VALUES (?, ?, ?, ?, ?, ?, ?)",
            )?
            .execute(params![
                id,
                command.session,
                command.id,
                command.body,
                command.reply,
                sealed.seq,
                sealed.checksum
            ])?;
    }
    Ok(())
}

fn take_life(
    connection: &Connection,
    last_beat: Option<Millis>,
    outages: &[Outage],
) -> rusqlite::Result<()> {
    connection.execute_batch("DELETE FROM life; DELETE FROM outages")?;
    if let Some(last_beat) = last_beat {
        connection.execute(
            "INSERT INTO life (id, last_beat) VALUES (1, ?)",
            [last_beat],
        )?;
    }
    for outage in outages {
        connection
            .prepare_cached("INSERT INTO outages (since, until) VALUES (?, ?)")?
            .execute(params![outage.since, outage.until])?;
    }
    Ok(())
}

pub(super) fn rename(connection: &Connection, id: &StoreId) -> Result<(), StoreError> {
    connection.execute("UPDATE identity SET store = ?", [id])?;
    Ok(())
}
