//! Pieces of a store in SQL, as they are read and written when it is copied. What writes runs inside a transaction of
//! its caller's.

use futures_util::future::try_join_all;

use super::{
    archives,
    connection::Connection,
    deletion, log,
    people::{TOKENS, read_token},
    usage::{Holders, Share},
    values::{Int, column, int, most, number},
};
use crate::{
    Account, Command, Deletion, Event, Hash, Head, MatchEnd, MatchId, Millis, Outage, Piece,
    SealedCommand, SealedToken, Session, SessionId, StoreError, StoreId, TokenHash, WholeMatch,
    archive::Pack,
};

/// The bytes of an id; no id is empty.
fn bytes(id: Option<&str>) -> Vec<u8> {
    id.unwrap_or_default().as_bytes().to_vec()
}

pub(super) async fn sessions(
    connection: &Connection<'_>,
    after: Option<&SessionId>,
    limit: usize,
) -> Result<Vec<Session>, StoreError> {
    let sql = "SELECT id, player_id, created_at FROM sessions WHERE id > $1 ORDER BY id LIMIT $2";
    let after = bytes(after.map(SessionId::as_str));
    let rows = connection.rows(sql, &[&after, &most(limit)]).await?;
    let sessions = rows.iter().map(|row| {
        Ok(Session {
            id: column(row, 0)?,
            player: column(row, 1)?,
            created_at: number(row, 2)?,
        })
    });
    sessions.collect()
}

pub(super) async fn tokens(
    connection: &Connection<'_>,
    after: Option<TokenHash>,
    limit: usize,
) -> Result<Vec<SealedToken>, StoreError> {
    let sql = format!("{TOKENS} WHERE hash > $1 ORDER BY hash LIMIT $2");
    let after = after.map_or_else(Vec::new, |after| after.0.0.to_vec());
    let rows = connection.rows(&sql, &[&after, &most(limit)]).await?;
    let tokens = rows.iter().map(|row| {
        Ok(SealedToken {
            token: read_token(row)?,
            checksum: column(row, 8)?,
        })
    });
    tokens.collect()
}

pub(super) async fn deletions(
    connection: &Connection<'_>,
    after: Option<&MatchId>,
    limit: usize,
) -> Result<Vec<Deletion>, StoreError> {
    let sql = format!(
        "SELECT {} FROM deletions WHERE match_id > $1 ORDER BY match_id LIMIT $2",
        deletion::COLUMNS
    );
    let after = bytes(after.map(MatchId::as_str));
    let rows = connection.rows(&sql, &[&after, &most(limit)]).await?;
    rows.iter().map(deletion::read).collect()
}

pub(super) async fn ends(
    connection: &Connection<'_>,
    after: Option<&MatchId>,
    limit: usize,
) -> Result<Vec<MatchEnd>, StoreError> {
    let sql =
        "SELECT id, last_seq, last_hash, checksum FROM matches WHERE id > $1 ORDER BY id LIMIT $2";
    let after = bytes(after.map(MatchId::as_str));
    let rows = connection.rows(sql, &[&after, &most(limit)]).await?;
    let ends = rows.iter().map(|row| {
        Ok(MatchEnd {
            id: column(row, 0)?,
            head: Head {
                seq: number(row, 1)?,
                hash: column(row, 2)?,
            },
            checksum: column(row, 3)?,
        })
    });
    ends.collect()
}

pub(super) async fn whole_match(
    connection: &Connection<'_>,
    id: &MatchId,
) -> Result<Option<WholeMatch>, StoreError> {
    let Some(shown) = log::find(connection, id).await? else {
        return Ok(None);
    };
    let row = connection
        .row("SELECT checksum FROM matches WHERE id = $1", &[id])
        .await?;
    let checksum = row.map_or(Ok(None), |row| column(&row, 0))?;
    if let Some(Pack { events, commands }) = archives::pack(connection, id).await? {
        return Ok(Some(WholeMatch {
            shown,
            checksum,
            events,
            commands,
            is_archived: true,
        }));
    }
    let events = log::since(connection, id, 0, usize::MAX).await?;
    let rows = connection
        .rows(
            "SELECT session, command_id, body, reply, seq, checksum FROM commands
             WHERE match_id = $1 ORDER BY session, command_id",
            &[id],
        )
        .await?;
    let commands = rows.iter().map(|row| {
        Ok(SealedCommand {
            command: Command {
                session: column(row, 0)?,
                id: column(row, 1)?,
                body: column(row, 2)?,
                reply: column(row, 3)?,
            },
            seq: number(row, 4)?,
            checksum: column(row, 5)?,
        })
    });
    let commands: Result<Vec<SealedCommand>, StoreError> = commands.collect();
    Ok(Some(WholeMatch {
        shown,
        checksum,
        events,
        commands: commands?,
        is_archived: false,
    }))
}

pub(super) async fn last_beat(connection: &Connection<'_>) -> Result<Option<Millis>, StoreError> {
    let row = connection.row("SELECT last_beat FROM life", &[]).await?;
    row.map(|row| number(&row, 0)).transpose()
}

pub(super) async fn take_in(connection: &Connection<'_>, piece: &Piece) -> Result<(), StoreError> {
    match piece {
        Piece::Account(account) => take_account(connection, account).await,
        Piece::Session(session) => {
            let insert = "INSERT INTO sessions (id, player_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            let created_at = Int(session.created_at);
            connection
                .execute(insert, &[&session.id, &session.player, &created_at])
                .await?;
            Ok(())
        }
        Piece::Token(sealed) => take_token(connection, sealed).await,
        Piece::Deletion(deletion) => take_deletion(connection, deletion).await,
        Piece::Match(whole) => take_match(connection, whole).await,
        Piece::Life { last_beat, outages } => take_life(connection, *last_beat, outages).await,
    }
}

async fn take_account(connection: &Connection<'_>, account: &Account) -> Result<(), StoreError> {
    let player = &account.player;
    connection
        .execute(
            "INSERT INTO players (id, name, created_at) VALUES ($1, $2, $3)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            &[&player.id, &player.name, &Int(player.created_at)],
        )
        .await?;
    let lift = "DELETE FROM bans WHERE player_id = $1";
    connection.execute(lift, &[&player.id]).await?;
    if let Some(at) = account.banned_at {
        let insert = "INSERT INTO bans (player_id, at, checksum) VALUES ($1, $2, $3)";
        let checksum = Hash::of_ban(&player.id, at);
        connection
            .execute(insert, &[&player.id, &Int(at), &checksum])
            .await?;
    }
    Ok(())
}

async fn take_token(connection: &Connection<'_>, sealed: &SealedToken) -> Result<(), StoreError> {
    let SealedToken { token, checksum } = sealed;
    let new = &token.token;
    connection
        .execute(
            "INSERT INTO tokens (hash, session_id, kind, created_at, expires_at, last_used_at, revoked_at, checksum)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (hash) DO UPDATE SET last_used_at = excluded.last_used_at,
                 revoked_at = excluded.revoked_at, checksum = excluded.checksum",
            &[
                &new.hash,
                &new.session,
                &new.kind,
                &Int(new.created_at),
                &int(new.expires_at),
                &int(token.last_used_at),
                &int(token.revoked_at),
                checksum,
            ],
        )
        .await?;
    Ok(())
}

async fn take_deletion(connection: &Connection<'_>, marker: &Deletion) -> Result<(), StoreError> {
    if deletion::deletion(connection, &marker.id).await?.is_some() {
        return Ok(());
    }
    // If it was copied before it was deleted, it has been counted.
    if !deletion::remove(connection, &marker.id).await? {
        deletion::count_match(connection, &marker.id).await?;
    }
    deletion::mark(connection, marker).await
}

async fn take_match(connection: &Connection<'_>, whole: &WholeMatch) -> Result<(), StoreError> {
    let WholeMatch {
        shown,
        checksum,
        events,
        commands,
        is_archived,
    } = whole;
    let (id, summary) = (&shown.id, &shown.summary);
    if !deletion::remove(connection, id).await? {
        deletion::count_match(connection, id).await?;
    }
    connection
        .execute(
            "INSERT INTO matches (id, header, created_at, visibility, stage, summary, deadline, last_seq, last_hash,
                                  checksum, owner, origin, programs, bytes, last_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
            &[
                id,
                &shown.header,
                &Int(shown.created_at),
                &shown.visibility,
                &summary.stage,
                &summary.text,
                &int(summary.deadline),
                &Int(shown.head.seq),
                &shown.head.hash,
                checksum,
                &shown.owner,
                &shown.origin,
                &Int(summary.programs.into()),
                &Int(shown.bytes),
                &Int(shown.last_at),
            ],
        )
        .await?;
    log::seat(connection, id, summary, shown.created_at).await?;
    let holders = Holders {
        owner: shown.owner.clone(),
        origin: shown.origin.clone(),
    };
    let share = Share {
        stage: summary.stage,
        bytes: shown.bytes,
    };
    holders.settle(connection, None, Some(share)).await?;
    if *is_archived {
        let pack = Pack {
            events: events.clone(),
            commands: commands.clone(),
        };
        return archives::insert(connection, id, &pack.to_bytes()).await;
    }
    insert_rows(connection, id, events, commands).await
}

/// Writes events and commands of a match as they are.
pub(super) async fn insert_rows(
    connection: &Connection<'_>,
    id: &MatchId,
    events: &[Event],
    commands: &[SealedCommand],
) -> Result<(), StoreError> {
    try_join_all(
        events
            .iter()
            .map(|event| log::insert(connection, id, event)),
    )
    .await?;
    try_join_all(
        commands
            .iter()
            .map(|sealed| take_command(connection, id, sealed)),
    )
    .await?;
    Ok(())
}

async fn take_command(
    connection: &Connection<'_>,
    id: &MatchId,
    sealed: &SealedCommand,
) -> Result<(), StoreError> {
    let command = &sealed.command;
    connection
        .execute(
            "INSERT INTO commands (match_id, session, command_id, body, reply, seq, checksum)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            &[
                id,
                &command.session,
                &command.id,
                &command.body,
                &command.reply,
                &Int(sealed.seq),
                &sealed.checksum,
            ],
        )
        .await?;
    Ok(())
}

async fn take_life(
    connection: &Connection<'_>,
    last_beat: Option<Millis>,
    outages: &[Outage],
) -> Result<(), StoreError> {
    connection.execute("DELETE FROM life", &[]).await?;
    connection.execute("DELETE FROM outages", &[]).await?;
    if let Some(last_beat) = last_beat {
        let insert = "INSERT INTO life (id, last_beat) VALUES (1, $1)";
        connection.execute(insert, &[&Int(last_beat)]).await?;
    }
    for outage in outages {
        let insert = "INSERT INTO outages (since, until) VALUES ($1, $2)";
        let (since, until) = (Int(outage.since), Int(outage.until));
        connection.execute(insert, &[&since, &until]).await?;
    }
    Ok(())
}

pub(super) async fn rename(connection: &Connection<'_>, id: &StoreId) -> Result<(), StoreError> {
    let update = "UPDATE vauban SET store = $1";
    connection.execute(update, &[&id.as_str()]).await?;
    Ok(())
}
