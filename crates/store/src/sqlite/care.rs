//! Maintenance of the file: backups, and a check of all of it.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    path::Path,
};

use rusqlite::Connection;

use super::{
    bans,
    checkpoint::Checkpoint,
    deletion,
    log::{COLUMNS, EVENT_COLUMNS, players_of, read_event, read_match},
    people::{TOKENS, read_token},
    place::{beside, create_private, sync_folder, trouble},
    schema, transfer, usage,
};
use crate::{
    Command, Flaw, Hash, Head, MatchId, Millis, Report, Seq, StoreError, Token, report::Walk,
};

/// A consistent copy of the store in `from` as the new file `to`, also while a server is using it.
pub fn backup_file(from: &Path, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(StoreError::File {
            path: to.to_owned(),
            reason: "there is such a file already; a backup never overwrites".into(),
        });
    }
    let connection = schema::open_guest(from)?;
    // The name says that it is whole, so the file takes it only when it is.
    let part = beside(to, "part");
    if part.exists() {
        fs::remove_file(&part).map_err(|error| trouble(&part, "cannot be removed", &error))?;
    }
    let Some(name) = part.to_str() else {
        return Err(StoreError::File {
            path: to.to_owned(),
            reason: "the name of a backup must be Unicode".into(),
        });
    };
    drop(create_private(&part)?);
    // It writes only the new file, but SQLite counts that as writing.
    connection.pragma_update(None, "query_only", false)?;
    connection.execute("VACUUM INTO ?", [name])?;
    File::options()
        .write(true)
        .open(&part)
        .and_then(|file| file.sync_all())
        .and_then(|()| fs::rename(&part, to))
        .map_err(|error| trouble(to, "cannot be written", &error))?;
    sync_folder(to.parent().unwrap_or(Path::new("")))
}

/// Looks through the store in `path`, also while a server is using it, and compares it with the
/// checkpoint beside it, if there is one.
pub fn verify_file(path: &Path) -> Result<Report, StoreError> {
    // First, so that a server cannot write a later one in between.
    let expected = Checkpoint::read(path)?;
    let mut connection = schema::open_guest(path)?;
    let transaction = connection.transaction()?;
    let mut report = verify(&transaction)?;
    if let Some(expected) = expected
        && let Err(error) = schema::compare(&transaction, path, &expected)
    {
        report.flaws.push(Flaw::WrongCheckpoint(error));
    }
    Ok(report)
}

/// Looks through everything that the transaction of the caller's sees. Columns of the first schema
/// suffice; what a later one has added is looked at if it is there.
pub(super) fn verify(connection: &Connection) -> Result<Report, StoreError> {
    let mut report = Report::default();
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let has_checksums = schema::has_identity(version);
    // 1. The database itself.
    let findings: Vec<String> = connection
        .prepare("PRAGMA integrity_check(100)")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let findings = findings.into_iter().filter(|finding| finding != "ok");
    report.flaws.extend(findings.map(Flaw::Database));
    // 2. Rows that belong to nothing.
    let orphans: Vec<Flaw> = connection
        .prepare(
            "SELECT \"table\", count(*) FROM pragma_foreign_key_check() GROUP BY 1 ORDER BY 1",
        )?
        .query_map([], |row| {
            Ok(Flaw::Orphan {
                table: row.get(0)?,
                rows: row.get(1)?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    report.flaws.extend(orphans);
    // 3. The chain of every match.
    let mut matches = connection
        .prepare("SELECT id, created_at, header, last_seq, last_hash FROM matches ORDER BY id")?;
    let mut rows = matches.query([])?;
    while let Some(row) = rows.next()? {
        report.matches += 1;
        let read = || -> rusqlite::Result<(MatchId, Millis, Vec<u8>, Head)> {
            let head = Head {
                seq: row.get(3)?,
                hash: row.get(4)?,
            };
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, head))
        };
        match read() {
            Ok((id, created_at, header, head)) => {
                if schema::has_archives(version) && archived(connection, &id, &mut report)? {
                    continue;
                }
                let walk = Walk::new(id.clone(), Hash::of_header(&id, created_at, &header));
                let walked = match has_checksums {
                    true => checked_chain(connection, walk, head, &mut report),
                    false => {
                        let columns = EVENT_COLUMNS.replace("command", "NULL");
                        chain(connection, &columns, None, walk, head, &mut report)
                    }
                };
                if let Err(error) = walked {
                    report.see_unreadable(&format!("match {id}"), error);
                }
            }
            Err(error) => report.flaws.push(Flaw::Unreadable(error.to_string())),
        }
    }
    // 4. The commands.
    report.commands += connection.query_row("SELECT count(*) FROM commands", [], |row| {
        row.get::<_, u64>(0)
    })?;
    commands(connection, &mut report)?;
    // 5. The tokens.
    if has_checksums {
        tokens(connection, &mut report)?;
    }
    // 6. What operators and quotas rest on.
    if schema::has_usage(version) {
        deletion::verify(connection, &mut report)?;
        bans::verify(connection, &mut report)?;
        let elsewhere = match schema::has_archives(version) {
            true => "EXISTS (SELECT 1 FROM archives WHERE archives.match_id = id)",
            false => "FALSE",
        };
        report.see_wrong_usage(usage::wrong(connection, elsewhere)?);
    }
    if schema::has_archives(version) {
        let wrong: rusqlite::Result<Vec<MatchId>> = connection
            .prepare(
                "SELECT DISTINCT id FROM match_players JOIN matches ON id = match_id
                 WHERE (match_players.stage, match_players.created_at) <> (matches.stage, matches.created_at)
                 ORDER BY id",
            )?
            .query_map([], |row| row.get(0))?
            .collect();
        report.see_wrong_places(wrong?);
        let wrong = usage::wrong_totals(connection)?;
        wrong
            .into_iter()
            .for_each(|whose| report.see_wrong_total(whose));
    }
    Ok(report)
}

/// Looks at an archived match; whether it is one.
fn archived(
    connection: &Connection,
    id: &MatchId,
    report: &mut Report,
) -> Result<bool, StoreError> {
    let is_archived = "SELECT EXISTS (SELECT 1 FROM archives WHERE match_id = ?)";
    let mut is_archived = connection.prepare_cached(is_archived)?;
    if !is_archived.query_row([id], |row| row.get::<_, bool>(0))? {
        return Ok(false);
    }
    let rows = "SELECT (SELECT count(*) FROM events WHERE match_id = ?1)
                     + (SELECT count(*) FROM commands WHERE match_id = ?1)";
    let mut rows = connection.prepare_cached(rows)?;
    if rows.query_row([id], |row| row.get::<_, u64>(0))? > 0 {
        report.see_archive(id.clone(), "there are rows beside it");
    }
    match transfer::whole_match(connection, id) {
        Ok(Some(whole)) => report.see_whole(&whole),
        // Its row of `usage` is missing, which is told with the others.
        Ok(None) => (),
        Err(error) => report.see_archive(id.clone(), &error.to_string()),
    }
    Ok(true)
}

/// The chain of a match with the checksums of its commands and of its summary.
fn checked_chain(
    connection: &Connection,
    walk: Walk,
    head: Head,
    report: &mut Report,
) -> rusqlite::Result<()> {
    let id = walk.id().clone();
    let sql = format!("SELECT {COLUMNS}, checksum FROM matches WHERE id = ?");
    let (mut found, checksum) = connection.prepare_cached(&sql)?.query_row([&id], |row| {
        Ok((read_match(row)?, row.get::<_, Option<Hash>>(9)?))
    })?;
    found.summary.players = players_of(connection, &id)?;
    report.see_summary(&found, checksum);
    let mut answered = BTreeSet::new();
    let mut commands = connection.prepare_cached(
        "SELECT session, command_id, body, reply, seq, checksum FROM commands WHERE match_id = ?",
    )?;
    let mut rows = commands.query([&id])?;
    while let Some(row) = rows.next()? {
        let command = Command {
            session: row.get(0)?,
            id: row.get(1)?,
            body: row.get(2)?,
            reply: row.get(3)?,
        };
        let Some(stored) = row.get::<_, Option<Hash>>(5)? else {
            continue;
        };
        answered.insert(stored);
        report.see_command(&id, row.get(4)?, &command, stored);
    }
    chain(
        connection,
        EVENT_COLUMNS,
        Some(&answered),
        walk,
        head,
        report,
    )
}

/// Walks along the events of a match; the commands that they name must be among those `answered`.
fn chain(
    connection: &Connection,
    columns: &str,
    answered: Option<&BTreeSet<Hash>>,
    mut walk: Walk,
    head: Head,
    report: &mut Report,
) -> rusqlite::Result<()> {
    let sql = format!("SELECT {columns} FROM events WHERE match_id = ? ORDER BY seq");
    let mut events = connection.prepare_cached(&sql)?;
    let mut rows = events.query([walk.id()])?;
    while let Some(row) = rows.next()? {
        let event = read_event(row)?;
        walk.see(&event, report);
        if let (Some(answered), Some(command)) = (answered, &event.command)
            && !answered.contains(command)
        {
            report.miss_command(walk.id(), &event);
        }
    }
    walk.end(head, report);
    Ok(())
}

fn tokens(connection: &Connection, report: &mut Report) -> rusqlite::Result<()> {
    let mut tokens = connection.prepare(TOKENS)?;
    let mut rows = tokens.query([])?;
    while let Some(row) = rows.next()? {
        let read =
            || -> rusqlite::Result<(Token, Option<Hash>)> { Ok((read_token(row)?, row.get(8)?)) };
        match read() {
            Ok((token, stored)) => report.see_token(&token, stored),
            Err(error) => report.see_unreadable("a token", error),
        }
    }
    Ok(())
}

fn commands(connection: &Connection, report: &mut Report) -> rusqlite::Result<()> {
    let mut twice = connection.prepare(
        "SELECT match_id, session, command_id, count(*) FROM commands
         GROUP BY match_id, session, command_id HAVING count(*) > 1",
    )?;
    let mut rows = twice.query([])?;
    while let Some(row) = rows.next()? {
        let (session, command): (String, String) = (row.get(1)?, row.get(2)?);
        report.see_repeated(row.get(0)?, &session, &command, row.get(3)?);
    }
    let mut beyond = connection.prepare(
        "SELECT match_id, command_id, commands.seq FROM commands
         JOIN matches ON matches.id = match_id WHERE commands.seq > last_seq",
    )?;
    let mut rows = beyond.query([])?;
    while let Some(row) = rows.next()? {
        let (command, seq): (String, Seq) = (row.get(1)?, row.get(2)?);
        report.see_beyond(row.get(0)?, &command, seq);
    }
    Ok(())
}
