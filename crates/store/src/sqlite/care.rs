//! Looking after the file: copies of it, and a look through all of it.

use std::{
    fs::{self, File},
    path::Path,
};

use rusqlite::Connection;

use super::{
    log::{EVENT_COLUMNS, read_event},
    place::{beside, create_private, sync_folder, trouble},
    schema,
};
use crate::{Flaw, Hash, Head, MatchId, Millis, Report, Seq, StoreError, report::Walk};

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

/// Looks through the store in `path`, also while a server is using it.
pub fn verify_file(path: &Path) -> Result<Report, StoreError> {
    let mut connection = schema::open_guest(path)?;
    let transaction = connection.transaction()?;
    verify(&transaction)
}

/// Looks through everything that the transaction of the caller's sees. Columns of the first schema suffice.
pub(super) fn verify(connection: &Connection) -> Result<Report, StoreError> {
    let mut report = Report::default();
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
                let walk = Walk::new(id.clone(), Hash::of_header(&id, created_at, &header));
                if let Err(error) = chain(connection, walk, head, &mut report) {
                    let text = format!("match {id}: {error}");
                    report.flaws.push(Flaw::Unreadable(text));
                }
            }
            Err(error) => report.flaws.push(Flaw::Unreadable(error.to_string())),
        }
    }
    // 4. The commands.
    report.commands =
        connection.query_row("SELECT count(*) FROM commands", [], |row| row.get(0))?;
    commands(connection, &mut report)?;
    Ok(report)
}

fn chain(
    connection: &Connection,
    mut walk: Walk,
    head: Head,
    report: &mut Report,
) -> rusqlite::Result<()> {
    let sql = format!("SELECT {EVENT_COLUMNS} FROM events WHERE match_id = ? ORDER BY seq");
    let mut events = connection.prepare_cached(&sql)?;
    let mut rows = events.query([walk.id()])?;
    while let Some(row) = rows.next()? {
        walk.see(&read_event(row)?, report);
    }
    walk.end(head, report);
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
        let times: u64 = row.get(3)?;
        report.flaws.push(Flaw::WrongCommand {
            id: row.get(0)?,
            text: format!("command {command} of session {session} is recorded {times} times"),
        });
    }
    let mut beyond = connection.prepare(
        "SELECT match_id, command_id, commands.seq FROM commands
         JOIN matches ON matches.id = match_id WHERE commands.seq > last_seq",
    )?;
    let mut rows = beyond.query([])?;
    while let Some(row) = rows.next()? {
        let (command, seq): (String, Seq) = (row.get(1)?, row.get(2)?);
        report.flaws.push(Flaw::WrongCommand {
            id: row.get(0)?,
            text: format!("command {command} speaks of event {seq}, which is not there"),
        });
    }
    Ok(())
}
