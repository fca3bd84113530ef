//! What the same commits cost without a server: the very rows that it wrote, into a new file with the
//! same schema and settings, as many to a transaction as it had on average, one connection, one thread.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use rusqlite::{Connection, types::Value};
use vauban_store::{SqliteStore, Upkeep};

/// What each commit took.
pub struct Bare {
    pub took: Vec<Duration>,
}

/// The last `rows` commands of the store in `file`, committed again, `writes` to `commits` transactions.
pub fn measure(file: &Path, rows: usize, writes: u64, commits: u64) -> Result<Bare, String> {
    let failed = |error: rusqlite::Error| format!("bare commits: {error}");
    let copy = file.with_file_name("bare.db");
    let store = SqliteStore::open(&copy).map_err(|error| error.to_string())?;
    tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(store.close()))
        .map_err(|error| error.to_string())?;
    let mut connection = Connection::open(&copy).map_err(failed)?;
    connection
        .execute_batch(&format!(
            "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;
             ATTACH '{}' AS served;",
            file.display()
        ))
        .map_err(failed)?;
    // 1. Everything that was there before: matches, players, sessions.
    for table in ["players", "sessions", "matches"] {
        connection
            .execute_batch(&format!(
                "INSERT INTO main.{table} SELECT * FROM served.{table}"
            ))
            .map_err(failed)?;
    }
    // 2. The rows themselves, in the order in which they were written.
    let order = format!("ORDER BY rowid DESC LIMIT {rows}");
    let commands = read(
        &connection,
        &format!("SELECT * FROM served.commands {order}"),
    )?;
    let events = read(
        &connection,
        &format!("SELECT * FROM served.events ORDER BY at DESC LIMIT {rows}"),
    )?;
    connection.execute_batch("DETACH served").map_err(failed)?;
    // 3. In groups as large as the server's.
    let group = writes as f64 / commits.max(1) as f64;
    let (mut took, mut next) = (Vec::new(), 0.0_f64);
    let mut pairs = commands.iter().zip(&events).peekable();
    while pairs.peek().is_some() {
        next += group;
        let count = (next as usize).max(1);
        next -= count as f64;
        let began = Instant::now();
        let transaction = connection.transaction().map_err(failed)?;
        for (command, event) in pairs.by_ref().take(count) {
            write(&transaction, "commands", command).map_err(failed)?;
            write(&transaction, "events", event).map_err(failed)?;
            transaction
                .prepare_cached("UPDATE matches SET last_seq = ?, last_hash = ? WHERE id = ?")
                .and_then(|mut statement| statement.execute((&event[1], &event[7], &event[0])))
                .map_err(failed)?;
        }
        transaction.commit().map_err(failed)?;
        took.push(began.elapsed());
    }
    Ok(Bare { took })
}

fn read(connection: &Connection, sql: &str) -> Result<Vec<Vec<Value>>, String> {
    let failed = |error: rusqlite::Error| format!("{sql}: {error}");
    let mut statement = connection.prepare(sql).map_err(failed)?;
    let columns = statement.column_count();
    let rows = statement
        .query_map([], |row| {
            (0..columns).map(|column| row.get(column)).collect()
        })
        .map_err(failed)?;
    let rows: Result<Vec<Vec<Value>>, rusqlite::Error> = rows.collect();
    let mut rows = rows.map_err(failed)?;
    rows.reverse();
    Ok(rows)
}

fn write(connection: &Connection, table: &str, row: &[Value]) -> rusqlite::Result<usize> {
    let marks = vec!["?"; row.len()].join(", ");
    connection
        .prepare_cached(&format!("INSERT INTO {table} VALUES ({marks})"))?
        .execute(rusqlite::params_from_iter(row))
}
