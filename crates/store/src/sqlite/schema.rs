//! Opening the file: whose it is, how it is written, and bringing it up to date.

use std::{path::Path, time::Duration};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{checkpoint::Checkpoint, values::is_full};
use crate::StoreError;

/// The steps from nothing to now; step `n` leads to version `n + 1`.
const STEPS: [&str; 6] = [
    include_str!("v1.sql"),
    include_str!("v2.sql"),
    include_str!("v3.sql"),
    include_str!("v4.sql"),
    include_str!("v5.sql"),
    include_str!("v6.sql"),
];

/// What this release writes.
pub(super) const VERSION: u32 = 6;
const _: () = assert!(STEPS.len() == VERSION as usize);

/// The first version in which a store knows which one it is, and in which rows have checksums.
const WITH_IDENTITY: u32 = 4;

/// The first version with bans, deletions, and what matches take up.
const WITH_USAGE: u32 = 5;

/// The first version with archives, and with sums of what is finished.
const WITH_ARCHIVES: u32 = 6;

/// "VAUB".
const APPLICATION: u32 = 0x5641_5542;

/// How long to wait for a lock of SQLite's own. Only a checkpoint can hold one against us.
const BUSY: Duration = Duration::from_secs(10);

/// How many pages the log may have before they are moved into the file: 16 MB. With SQLite's
/// 1,000, 256 writers fill it with each commit; with 4,000 they wrote about a quarter more a
/// second (`cargo bench -p vauban-store`). A start after a crash reads at most so much.
const LOG_PAGES: u32 = 4_000;

/// The connection that writes: makes the file if it is missing, and brings it up to date. Changes
/// nothing if the file is not what `expected` was written for.
pub(super) fn open_writer(
    path: &Path,
    expected: Option<&Checkpoint>,
) -> Result<Connection, StoreError> {
    let mut connection = connect(path, OpenFlags::SQLITE_OPEN_CREATE)?;
    let found = version(&connection, path)?;
    if let Some(expected) = expected {
        compare(&connection, path, expected)?;
    }
    let journal: String = connection
        .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
        .map_err(|error| unreadable(path, &error))?;
    if journal != "wal" {
        return Err(StoreError::File {
            path: path.to_owned(),
            reason: format!(
                "the file system does not allow a write-ahead log (SQLite stays in mode {journal})"
            )
            .into(),
        });
    }
    // FULL: a commit returns when it is on the disk. The two after it matter on macOS only.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "checkpoint_fullfsync", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
    migrate(&mut connection, found)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// A connection that only reads.
pub(super) fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let connection = connect(path, OpenFlags::empty())?;
    connection.pragma_update(None, "query_only", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// A connection to a file that another process may be using.
pub(super) fn open_guest(path: &Path) -> Result<Connection, StoreError> {
    if !path.is_file() {
        return Err(StoreError::File {
            path: path.to_owned(),
            reason: "there is no such file".into(),
        });
    }
    let connection = open_reader(path)?;
    if version(&connection, path)? == 0 {
        return Err(StoreError::NotAStore {
            path: path.to_owned(),
            reason: "it is empty".into(),
        });
    }
    Ok(connection)
}

/// What the store in `path` says of itself, compared with the checkpoint beside it.
pub(super) fn compare(
    connection: &Connection,
    path: &Path,
    expected: &Checkpoint,
) -> Result<(), StoreError> {
    let path = path.to_owned();
    match version(connection, &path)? {
        0 => Err(StoreError::Missing { path }),
        version if has_identity(version) => expected.check(&path, &identity(connection)?),
        _ => Err(StoreError::Other { path }),
    }
}

pub(super) fn has_identity(version: u32) -> bool {
    version >= WITH_IDENTITY
}

pub(super) fn has_usage(version: u32) -> bool {
    version >= WITH_USAGE
}

pub(super) fn has_archives(version: u32) -> bool {
    version >= WITH_ARCHIVES
}

/// Which store this is, and how often it was committed to.
pub(super) fn identity(connection: &Connection) -> Result<Checkpoint, StoreError> {
    let found = connection.query_row("SELECT store, commits FROM identity", [], |row| {
        Ok(Checkpoint {
            store: row.get(0)?,
            commits: row.get(1)?,
        })
    });
    Ok(found?)
}

fn connect(path: &Path, more: OpenFlags) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| {
        let reason = format!("cannot be opened: {error}").into();
        StoreError::File {
            path: path.to_owned(),
            reason,
        }
    })?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    Ok(connection)
}

/// The version of the file, 0 if there is nothing in it; refuses what is not ours before anything is written.
pub(super) fn version(connection: &Connection, path: &Path) -> Result<u32, StoreError> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, u32>(0));
    let read = || -> rusqlite::Result<(u32, u32, u32)> {
        let tables =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        Ok((number("application_id")?, number("user_version")?, tables))
    };
    let (application, version, tables) = read().map_err(|error| unreadable(path, &error))?;
    match (application, version, tables) {
        (0, 0, 0) => Ok(0),
        (APPLICATION, 0, _) => Err(StoreError::NotAStore {
            path: path.to_owned(),
            reason: "it has no version".into(),
        }),
        (APPLICATION, found, _) if found > VERSION => Err(StoreError::Newer {
            path: path.to_owned(),
            found,
            known: VERSION,
        }),
        (APPLICATION, found, _) => Ok(found),
        _ => Err(StoreError::NotAStore {
            path: path.to_owned(),
            reason: "it is a database of another program".into(),
        }),
    }
}

/// All missing steps in one transaction: a file is never left between two versions.
fn migrate(connection: &mut Connection, found: u32) -> Result<(), StoreError> {
    let done = usize::try_from(found).expect("a version is a small number");
    if done == STEPS.len() {
        return Ok(());
    }
    let transaction = connection.transaction()?;
    for step in &STEPS[done..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(())
}

fn unreadable(path: &Path, error: &rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => StoreError::NotAStore {
            path: path.to_owned(),
            reason: error.to_string().into(),
        },
        _ if is_full(error) => StoreError::DiskFull,
        _ => StoreError::File {
            path: path.to_owned(),
            reason: format!("cannot be read: {error}").into(),
        },
    }
}
