//! Checking the whole store, as of one moment, while others keep using it.

use std::collections::BTreeSet;

use deadpool_postgres::ClientWrapper;
use futures_util::TryStreamExt;
use tokio_postgres::{Row, types::ToSql};

use super::{
    connection::Connection,
    deletion,
    log::{COLUMNS, EVENT_COLUMNS, read_event, read_match},
    people::{TOKENS, read_token},
    usage::wrong_totals,
    values::{column, most, number},
};
use crate::{
    Command, Flaw, Hash, Match, MatchId, Report, StoreError, WholeMatch,
    archive::Pack,
    report::Walk,
    usage::{MATCH, ROW},
};

/// Matches that are looked at at a time.
const AT_A_TIME: usize = 64;

/// A table, and those of its rows that belong to something that is not there.
const ORPHANS: [(&str, &str); 11] = [
    ("archives", "NOT EXISTS (SELECT 1 FROM matches WHERE id = match_id)"),
    ("bans", "NOT EXISTS (SELECT 1 FROM players WHERE id = player_id)"),
    ("commands", "NOT EXISTS (SELECT 1 FROM matches WHERE id = match_id)"),
    ("events", "NOT EXISTS (SELECT 1 FROM matches WHERE id = match_id)"),
    ("match_players", "NOT EXISTS (SELECT 1 FROM matches WHERE id = match_id)"),
    ("match_players", "NOT EXISTS (SELECT 1 FROM players WHERE id = player_id)"),
    (
        "match_players",
        "EXISTS (SELECT 1 FROM matches WHERE id = match_id AND (matches.stage <> match_players.stage
                 OR matches.created_at <> match_players.created_at))",
    ),
    ("matches", "owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM players WHERE players.id = owner)"),
    ("sessions", "NOT EXISTS (SELECT 1 FROM players WHERE players.id = player_id)"),
    ("tokens", "NOT EXISTS (SELECT 1 FROM sessions WHERE id = session_id)"),
    ("life", "id <> 1"),
];

pub(super) async fn verify(client: &ClientWrapper) -> Result<Report, StoreError> {
    let connection = Connection(client);
    connection
        .run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        .await?;
    let report = look(&connection).await;
    connection.run("ROLLBACK").await?;
    report
}

async fn look(connection: &Connection<'_>) -> Result<Report, StoreError> {
    let mut report = Report::default();
    // 1. Rows that belong to nothing.
    for (table, lost) in ORPHANS {
        let sql = format!("SELECT count(*) FROM {table} WHERE {lost}");
        let row = connection.row(&sql, &[]).await?;
        let rows = row.map_or(Ok(0), |row| number(&row, 0))?;
        if rows > 0 {
            let table = table.to_owned();
            report.flaws.push(Flaw::Orphan { table, rows });
        }
    }
    // 2. The matches with their events and commands.
    let mut after: Vec<u8> = Vec::new();
    loop {
        let sql = format!(
            "SELECT {COLUMNS}, checksum, {PACK} FROM matches WHERE id > $1 ORDER BY id LIMIT $2"
        );
        let rows = connection.rows(&sql, &[&after, &most(AT_A_TIME)]).await?;
        let Some(last) = rows.last() else { break };
        after = column(last, 0)?;
        for row in &rows {
            one_match(connection, row, &mut report).await?;
        }
    }
    // 3. The commands.
    let row = connection.row("SELECT count(*) FROM commands", &[]).await?;
    report.commands += row.map_or(Ok(0), |row| number(&row, 0))?;
    let beyond = connection
        .rows(
            "SELECT match_id, encode(command_id, 'escape'), commands.seq FROM commands
             JOIN matches ON matches.id = match_id WHERE commands.seq > last_seq",
            &[],
        )
        .await?;
    for row in &beyond {
        let command: String = column(row, 1)?;
        report.see_beyond(column(row, 0)?, &command, number(row, 2)?);
    }
    // 4. Tokens, bans, and the markers of deleted matches.
    each(connection, TOKENS, &mut report, "a token", |row, report| {
        let token = read_token(row)?;
        report.see_token(&token, column(row, 8)?);
        Ok(())
    })
    .await?;
    let bans = "SELECT player_id, at, checksum FROM bans ORDER BY 1";
    each(connection, bans, &mut report, "a ban", |row, report| {
        report.see_ban(column(row, 0)?, number(row, 1)?, column(row, 2)?);
        Ok(())
    })
    .await?;
    let markers = format!(
        "SELECT {}, checksum, EXISTS (SELECT 1 FROM matches WHERE id = match_id) FROM deletions ORDER BY match_id",
        deletion::COLUMNS
    );
    let what = "the marker of a deleted match";
    each(connection, &markers, &mut report, what, |row, report| {
        report.deleted += 1;
        report.see_deletion(deletion::read(row)?, column(row, 5)?, column(row, 6)?);
        Ok(())
    })
    .await?;
    let sql = "SELECT coalesce(sum(matches), 0)::BIGINT FROM created";
    let created = connection.row(sql, &[]).await?;
    report.see_created(created.map_or(Ok(0), |row| number(&row, 0))?);
    // 5. What quotas rest on.
    report.see_wrong_usage(wrong_usage(connection).await?);
    let wrong = wrong_totals(connection).await?;
    wrong
        .into_iter()
        .for_each(|whose| report.see_wrong_total(whose));
    Ok(report)
}

/// Every row that a statement finds, without all of them in memory.
async fn each(
    connection: &Connection<'_>,
    sql: &str,
    report: &mut Report,
    what: &str,
    see: impl Fn(&Row, &mut Report) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let none: [&(dyn ToSql + Sync); 0] = [];
    let rows = connection.0.query_raw(sql, none).await?;
    let mut rows = std::pin::pin!(rows);
    while let Some(row) = rows.try_next().await? {
        if let Err(error) = see(&row, report) {
            report.see_unreadable(what, error);
        }
    }
    Ok(())
}

async fn one_match(
    connection: &Connection<'_>,
    row: &Row,
    report: &mut Report,
) -> Result<(), StoreError> {
    report.matches += 1;
    let read = || Ok((read_match(row)?, column(row, 15)?));
    let (found, checksum) = match read() {
        Ok(read) => read,
        Err(error) => {
            let error: StoreError = error;
            report.see_unreadable("a match", error);
            return Ok(());
        }
    };
    match column::<Option<&[u8]>>(row, 16)? {
        None => one_in_rows(connection, found, checksum, report).await,
        Some(packed) => {
            let beside = "SELECT (SELECT count(*) FROM events WHERE match_id = $1)
                               + (SELECT count(*) FROM commands WHERE match_id = $1)";
            let beside = connection.row(beside, &[&found.id]).await?;
            if beside.map_or(Ok(0), |row| number(&row, 0))? > 0 {
                report.see_archive(found.id.clone(), "there are rows beside it");
            }
            archived(packed, found, checksum, report);
            Ok(())
        }
    }
}

/// The archive of a match, if it has one.
const PACK: &str = "(SELECT pack FROM archives WHERE match_id = matches.id)";

fn archived(packed: &[u8], shown: Match, checksum: Option<Hash>, report: &mut Report) {
    match Pack::read(&shown.id, packed) {
        Ok(Pack { events, commands }) => report.see_whole(&WholeMatch {
            shown,
            checksum,
            events,
            commands,
            is_archived: true,
        }),
        Err(error) => report.see_archive(shown.id, &error.to_string()),
    }
}

async fn one_in_rows(
    connection: &Connection<'_>,
    found: Match,
    checksum: Option<Hash>,
    report: &mut Report,
) -> Result<(), StoreError> {
    report.see_summary(&found, checksum);
    // 1. The commands, with their answers.
    let mut answered = BTreeSet::new();
    let sql =
        "SELECT session, command_id, body, reply, seq, checksum FROM commands WHERE match_id = $1";
    for row in &connection.rows(sql, &[&found.id]).await? {
        let command = || {
            Ok(Command {
                session: column(row, 0)?,
                id: column(row, 1)?,
                body: column(row, 2)?,
                reply: column(row, 3)?,
            })
        };
        let command: Result<Command, StoreError> = command();
        match (command, column::<Option<Hash>>(row, 5)?) {
            (Ok(command), Some(stored)) => {
                answered.insert(stored);
                report.see_command(&found.id, number(row, 4)?, &command, stored);
            }
            (Ok(_), None) => (),
            (Err(error), _) => report.see_unreadable(&format!("match {}", found.id), error),
        }
    }
    // 2. The chain.
    let hash = Hash::of_header(&found.id, found.created_at, &found.header);
    let mut walk = Walk::new(found.id.clone(), hash);
    let sql = format!("SELECT {EVENT_COLUMNS} FROM events WHERE match_id = $1 ORDER BY seq");
    let of: [&(dyn ToSql + Sync); 1] = [&found.id];
    let events = connection.0.query_raw(&sql, of).await?;
    let mut events = std::pin::pin!(events);
    while let Some(row) = events.try_next().await? {
        match read_event(&row) {
            Ok(event) => {
                walk.see(&event, report);
                if event.command.is_some_and(|it| !answered.contains(&it)) {
                    report.miss_command(&found.id, &event);
                }
            }
            Err(error) => report.see_unreadable(&format!("match {}", found.id), error),
        }
    }
    walk.end(found.head, report);
    Ok(())
}

/// The matches that do not take up what their events and commands come to.
async fn wrong_usage(connection: &Connection<'_>) -> Result<Vec<MatchId>, StoreError> {
    let sql = format!(
        "SELECT id FROM matches WHERE NOT EXISTS (SELECT 1 FROM archives WHERE match_id = id) AND bytes <> octet_length(header) + {MATCH}
           + (SELECT coalesce(sum(octet_length(match_id) + octet_length(rule_set) + octet_length(payload) + {ROW}), 0)
              FROM events WHERE match_id = matches.id)
           + (SELECT coalesce(sum(2 * (octet_length(match_id) + octet_length(session) + octet_length(command_id))
                                  + octet_length(reply) + {ROW}), 0)
              FROM commands WHERE match_id = matches.id)
         ORDER BY id"
    );
    let rows = connection.rows(&sql, &[]).await?;
    rows.iter().map(|row| column(row, 0)).collect()
}
